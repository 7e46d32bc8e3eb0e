"""Compares reference and engine with the real engines, for the patterns of real tokenizers.

Each pattern is asked of the library of its dialect (fancy-regex or Oniguruma) and of Python's
regex. tools/verify/oracle/run_patterns starts this, and says what the options are.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import engines
import pattern_texts
from real_patterns import PATTERNS, REFUSED, SAME

MOST_FOR_ONIGURUMA = 2_000_000  # scalars of a corpus: it cuts a megabyte in a second


def place_of_difference(text, answers):
    """A part of a long text around the first chunk that is cut otherwise."""
    sizes = [[int(size) for size in answer.split()] for answer in answers]
    same = next((i for i, pair in enumerate(zip(*sizes)) if pair[0] != pair[1]), 0)
    begin = sum(sizes[0][:same])
    raw = text.encode()[max(0, begin - 20):begin + 40]
    return ascii(raw.decode(errors="ignore")), [each[same:same + 5] for each in sizes]


class Comparison:
    def __init__(self, folder):
        self.texts_file = pathlib.Path(folder) / "texts"
        self.comparisons = 0
        self.differences = 0

    def run(self, name, kind, texts, without=()):
        """All engines, except some, on the texts, which a function gives."""
        dialect, passes = PATTERNS[name]
        begin = time.monotonic()
        count = engines.write_hex(self.texts_file, texts())
        all_engines = {**engines.OUR_OWN, **engines.others(dialect)}
        all_engines = {by: all_engines[by] for by in all_engines if by not in without}
        answers = engines.cut_by_all(all_engines, dialect, passes, self.texts_file)
        wanted = answers.pop("Python's regex")
        if wanted.count(b"\n") != count:
            sys.exit(f"patterns: {count} texts, but {wanted.count(bytes([10]))} answers")
        found = [f"{by} {self.report(texts, wanted, got):,}" for by, got in answers.items()]
        self.comparisons += count * len(answers)
        print(f"{name}, {kind}: {count:,} texts; differ from Python's regex: {', '.join(found)}"
              f" ({time.monotonic() - begin:.0f} s)", flush=True)

    def report(self, texts, wanted, got):
        """How many texts are cut otherwise; shows the shortest."""
        if wanted == got:
            return 0
        answers = list(zip(texts(), wanted.split(b"\n"), got.split(b"\n"), strict=False))
        differ = [trio for trio in answers if trio[1] != trio[2]]
        for text, *pair in sorted(differ, key=lambda it: len(it[0]))[:3]:
            part, (want, found) = place_of_difference(text, pair)
            print(f"  {part}: Python's regex {want}, not {found}")
        self.differences += max(len(differ), 1)
        return len(differ)


def check_refused(name):
    """Reference and engine refuse the patterns, and name the byte and the construct."""
    passes, byte, construct = REFUSED[name]
    for by, command in engines.OUR_OWN.items():
        done = subprocess.run(command("huggingface", passes), input=b"", capture_output=True)
        message = done.stderr.decode().strip()
        if done.returncode == 0 or f"byte {byte}: " not in message or construct not in message:
            print(f"{name}, {by}: not refused at byte {byte} as {construct}: {message!r}")
            return False
    print(f"{name}: refused: {message.removeprefix('bpetite_chunks: ')}")
    return True


def check_profiles():
    """Each profile has the dialect, version and patterns that the second copy says."""
    bpetite = engines.ROOT / "build" / "release" / "bpetite"
    listed = subprocess.run([bpetite, "patterns", "list"], capture_output=True, text=True, check=True)
    names = [line.split("\t")[0] for line in listed.stdout.splitlines()]
    differ = []
    for name in names:
        shown = subprocess.run([bpetite, "patterns", "show", name, "--json"], capture_output=True,
                               text=True, check=True)
        profile = json.loads(shown.stdout)
        got = (profile["dialect"], profile["patterns"])
        if got != PATTERNS.get(SAME.get(name, name)) or profile["unicode"] != "16.0.0":
            differ.append(name)
    print(f"profiles: {len(names)} against real_patterns.py, {len(differ)} differ: {differ}")
    return not differ


def compare(comparison, name, options):
    dialect, passes = PATTERNS[name]
    scalars = pattern_texts.representatives(dialect, passes)
    longest = pattern_texts.longest_short(scalars, options.length)
    comparison.run(name, f"all of up to {longest} over {len(scalars)} scalars",
                   lambda: pattern_texts.short_texts(scalars, longest))
    comparison.run(name, "random",
                   lambda: pattern_texts.random_texts(passes, scalars, options.texts))
    for file, text in options.corpora:
        compare_on_corpus(comparison, name, file, text)


def compare_on_corpus(comparison, name, file, text):
    """Oniguruma gets the beginning of a corpus, and all others the whole."""
    def kind(part):
        return f"{file}, {len(part.encode()) / 1e6:.1f} MB"

    without = []
    if PATTERNS[name][0] == "huggingface" and len(text) > MOST_FOR_ONIGURUMA:
        part = text[:MOST_FOR_ONIGURUMA]
        comparison.run(name, kind(part), lambda: [part], without=["reference"])
        without = ["Oniguruma"]
    comparison.run(name, kind(text), lambda: [text], without)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, default=20_000)
    parser.add_argument("--length", type=int, default=3)
    parser.add_argument("--corpora", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    begin = time.monotonic()
    options.corpora = list(pattern_texts.corpora()) if options.corpora else []
    good = all([check_profiles(), *[check_refused(name) for name in REFUSED]])
    names = options.names or list(PATTERNS)
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(folder)
        for name in names:
            compare(comparison, name, options)
    print(f"{len(names)} patterns, {comparison.comparisons:,} comparisons with Python's regex, "
          f"{comparison.differences:,} differences, {time.monotonic() - begin:.0f} s")
    sys.exit(0 if good and comparison.differences == 0 else 1)


main()
