"""Checks by the real engines what bpetite_pairs (pairs.cpp) says of each two patterns; writes or
checks spec/PATTERN-PAIRS.md. tools/verify/oracle/run_pairs starts this.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import engines
import pairs_page
from real_patterns import PATTERNS

PAGE = engines.ROOT / "spec" / "PATTERN-PAIRS.md"


def decide_all():
    """The answers of bpetite_pairs, sorted by name."""
    entries = [{"name": name, "dialect": PATTERNS[name][0], "patterns": PATTERNS[name][1]}
               for name in sorted(PATTERNS)]
    done = subprocess.run([engines.OURS / "bpetite_pairs"], input=json.dumps(entries),
                          capture_output=True, text=True)
    pairs = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode != 0 or len(pairs) != len(entries) * (len(entries) - 1) // 2:
        sys.exit(f"pairs: bpetite_pairs failed: {done.stderr.strip()}")
    return pairs


def refuted_by_short_texts(pairs):
    """The pairs of which a shorter text than said is cut otherwise."""
    tried = collections.Counter()
    for pair in pairs:
        kind = {True: "the same", False: "different", None: "undecided"}[pair["same"]]
        tried[f"{kind}, all texts of up to {pair['tried_to']}"] += 1
    for kind, count in sorted(tried.items()):
        print(f"pairs: {count} {kind} scalars tried")
    print(f"pairs: {sum(pair['tried'] for pair in pairs):,} texts tried")
    refuted = [pair for pair in pairs if pair["shorter"] is not None]
    for pair in refuted:
        print(f"  {pair['a']}, {pair['b']}: a shorter text is {ascii(pair['shorter'])}")
    return refuted


def refuted_by_engines(pairs):
    """How often a text is not cut by a real engine as was said."""
    said = collections.defaultdict(list)  # by pattern: texts with their chunks
    for pair in pairs:
        if pair["same"] is False:
            said[pair["a"]].append((pair["text"], pair["cut_a"]))
            said[pair["b"]].append((pair["text"], pair["cut_b"]))
    confirmed, refuted = collections.Counter(), 0
    for name, answers in said.items():
        for by, sizes in cut_by_others(name, [text for text, _ in answers]).items():
            for (text, chunks), got in zip(answers, sizes, strict=True):
                confirmed[by] += 1
                if got != [len(chunk.encode()) for chunk in chunks]:
                    print(f"  {name}, {ascii(text)}: {by} says {got}, not {chunks}")
                    refuted += 1
    for by, count in confirmed.items():
        print(f"pairs: {count:,} answers for a pattern and a text, compared with {by}")
    print(f"pairs: {refuted} of them refuted")
    return refuted


def cut_by_others(name, texts):
    """The sizes of the chunks of each text, by the name of the engine."""
    dialect, passes = PATTERNS[name]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "texts"
        engines.write_hex(path, texts)
        answers = engines.cut_by_all(engines.others(dialect), dialect, passes, path)
    return {by: [[int(size) for size in line.split()] for line in answer.splitlines()]
            for by, answer in answers.items()}


def main():
    pairs = decide_all()
    page = pairs_page.page_of(sorted(PATTERNS), pairs)
    bad = bool(refuted_by_short_texts(pairs))
    bad |= bool(refuted_by_engines(pairs))
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page)
    elif not PAGE.exists() or PAGE.read_text() != page:
        print(f"pairs: {PAGE.relative_to(engines.ROOT)} is another; run_pairs --write writes it")
        bad = True
    kinds = collections.Counter(pair["same"] for pair in pairs)
    print(f"pairs: {len(pairs)}: {kinds[True]} the same, {kinds[False]} different, "
          f"{kinds[None]} undecided")
    sys.exit(1 if bad else 0)


main()
