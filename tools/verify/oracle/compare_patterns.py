"""Compares reference and engine with Python's regex, for the patterns of real tokenizers.

  $ tools/verify/oracle/run_patterns --texts 200000

Texts are all short strings over one character of each kind, and random ones from the edges of all
classes that the patterns name. Arguments: bpetite, the program that prints chunks, and the number of
random texts. Exit code 1 if a text is cut in two ways, or if a profile has other patterns than
real_patterns.py.
"""
import itertools
import json
import random
import subprocess
import sys

import regex

from real_patterns import PATTERNS, SAME

REPRESENTATIVES = list("'seRt1 \n\r\t!/A$(.-\0") + [
    "\u017f", "中", "\u00b2", "\u00a0", "\u0085", "\u0301", "\u01c5", "\u02b0", "ら", "가", "\u200d",
]
FRAGMENTS = ["'s", "'LL", "'ve", "'\u017f", "\r\n", "  ", " \n ", "\t\t", "12", "1234", "Ab", "aB",
             " " * 9, "don't"]
CLASSES = ["L", "N", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "P", "S", "Han", "Zs"]


def class_edges():
    """The scalars on both sides of every place where a class begins or ends."""
    edges = set()
    for name in CLASSES:
        inside = regex.compile(rf"\p{{{name}}}").match
        before = None
        for scalar in range(0x110000):
            if 0xD800 <= scalar <= 0xDFFF:
                continue
            member = bool(inside(chr(scalar)))
            if before is not None and member != before[1]:
                edges.update((before[0], scalar))
            before = (scalar, member)
    return [chr(scalar) for scalar in sorted(edges)]


def make_texts(count):
    rng = random.Random(20261123)
    sources = [class_edges(), REPRESENTATIVES, FRAGMENTS, [" ", " ", "\n"]]
    texts = ["".join(rng.choice(rng.choice(sources)) for _ in range(rng.randint(1, 16)))
             for _ in range(count)]
    for length in range(4):
        texts += map("".join, itertools.product(REPRESENTATIVES[:20], repeat=length))
    return texts


def for_witness(pattern):
    r"""Oniguruma's \w in the syntax of the witness, whose own is another."""
    return regex.compile(pattern.replace(r"\w", r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}²³¹¼½¾]"),
                         regex.V1)


def cut_by_witness(passes, text):
    """The bytes of each chunk. What no match covers is a chunk of its own."""
    pieces = [text]
    for compiled in passes:
        smaller = []
        for piece in pieces:
            last = 0
            for match in compiled.finditer(piece):
                smaller += [piece[last:match.start()], match.group()]
                last = match.end()
            smaller.append(piece[last:])
        pieces = [piece for piece in smaller if piece]
    return [len(piece.encode()) for piece in pieces]


def cut_by_us(program, options, passes, texts):
    lines = "".join(text.encode().hex() + "\n" for text in texts)
    done = subprocess.run([program, *options, *passes], input=lines, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"patterns: {done.stderr}")
    answers = [[int(size) for size in line.split()] for line in done.stdout.splitlines()]
    if len(answers) != len(texts):
        sys.exit(f"patterns: {len(texts)} texts, but {len(answers)} answers")
    return answers


def profiles_differ(bpetite):
    """Whether a profile has another dialect, version or pattern than the second copy says."""
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
    return bool(differ)


def main():
    bpetite, program, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    texts = make_texts(count)
    failed = profiles_differ(bpetite)
    for name, (dialect, passes) in PATTERNS.items():
        witness = [for_witness(each) for each in passes]
        wanted = [cut_by_witness(witness, text) for text in texts]
        for by, options in (("reference", []), ("engine", ["--engine"])):
            got = cut_by_us(program, ["--dialect", dialect, *options], passes, texts)
            differ = [trio for trio in zip(texts, wanted, got) if trio[1] != trio[2]]
            print(f"{name}, {by}: {len(texts):,} texts, {len(differ):,} differ", flush=True)
            for text, want, found in sorted(differ, key=lambda it: len(it[0]))[:3]:
                print(f"  {ascii(text)}: regex {want}, we {found}")
            failed |= bool(differ)
    sys.exit(1 if failed else 0)


main()
