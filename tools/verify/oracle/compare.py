"""Compares the reference's chunks with those of Python's regex (see ./run).

  "'ſ a"  gives  [1, 2, 2] under v1, and [3, 2] under nanochat: the bytes of each chunk

Arguments: the program that prints the reference's chunks, and --quick for a tenth of the work.
"""

import itertools
import random
import subprocess
import sys
from importlib.metadata import version

import regex

# A second copy, not read from src/profiles/gpt2.cpp: a change there must make the comparison fail.
PATTERNS = {
    "v1": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "nanochat": r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+",
}

# One character of each kind that a pattern distinguishes, and characters that are easily confused
# with them: letters of contractions and other letters (the long s folds to s), digits and other
# numbers, white space that the patterns name and other white space, other characters, and characters
# that only look like white space.
REPRESENTATIVES = [
    "'", "s", "l", "v", "e", "R", "\u017f", "\u4e2d", "1", "\u00b2", " ", "\n", "\r", "\t",
    "\u00a0", "\u0085", "!", "\u0301", "\u001c", "\u200b", "\U0001f600", "\0",
]
FRAGMENTS = ["'s", "'LL", "'ve", "'Re", "'\u017f", "\r\n", "  ", " \n ", "\t\t", "12", "a'"]


def class_edges():
    """The scalars on both sides of every place where a class begins or ends."""
    scalars = [s for s in range(0x110000) if not 0xD800 <= s <= 0xDFFF]
    edges = set()
    for name in (r"\p{L}", r"\p{N}", r"\s"):
        inside = regex.compile(name).match
        members = [bool(inside(chr(s))) for s in scalars]
        for i in range(1, len(scalars)):
            if members[i - 1] != members[i]:
                edges.update((scalars[i - 1], scalars[i]))
    return [chr(s) for s in sorted(edges)]


def random_texts(count):
    rng = random.Random(20250918)
    edges = class_edges()
    sources = [edges, REPRESENTATIVES, FRAGMENTS, [" ", " ", "\n"]]
    return [
        "".join(rng.choice(rng.choice(sources)) for _ in range(rng.randint(1, 16)))
        for _ in range(count)
    ]


def all_texts(longest):
    return [
        "".join(characters)
        for length in range(longest + 1)
        for characters in itertools.product(REPRESENTATIVES, repeat=length)
    ]


def contractions():
    """An apostrophe and two ASCII characters: every contraction, and everything that is none."""
    ascii_characters = [chr(s) for s in range(128)]
    return ["'" + a + b for a in ascii_characters for b in ascii_characters]


def chunks_of_witness(pattern, texts):
    find = regex.compile(pattern).findall
    return [[len(chunk.encode()) for chunk in find(text)] for text in texts]


def chunks_of_reference(program, name, texts):
    lines = "".join(text.encode().hex() + "\n" for text in texts)
    done = subprocess.run([program, name], input=lines, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"oracle: {program} {name} failed: {done.stderr}")
    answers = [[int(length) for length in line.split()] for line in done.stdout.splitlines()]
    if len(answers) != len(texts):
        sys.exit(f"oracle: {len(texts)} texts, but {len(answers)} answers")
    return answers


def differences(texts, witness, reference):
    return [(t, w, r) for t, w, r in zip(texts, witness, reference) if w != r]


def main():
    program, quick = sys.argv[1], "--quick" in sys.argv[2:]
    if version("regex") != "2025.9.18":
        sys.exit(f"oracle: the witness is regex 2025.9.18, not {version('regex')}")

    longest, count = (3, 20_000) if quick else (4, 200_000)
    kinds = {
        f"texts of up to {longest} of {len(REPRESENTATIVES)} characters": all_texts(longest),
        "texts of ' and two of ASCII": contractions(),
        "random texts of class edges": random_texts(count),
    }
    failed = False
    for name, pattern in PATTERNS.items():
        noticed = 0
        for kind, texts in kinds.items():
            reference = chunks_of_reference(program, name, texts)
            differing = differences(texts, chunks_of_witness(pattern, texts), reference)
            mean = sum(map(len, reference)) / len(texts)
            print(f"{name}: {len(texts):,} {kind}, {mean:.1f} chunks each:", end=" ")
            print(f"{len(differing):,} differ")
            for text, wanted, got in differing[:5]:
                print(f"  {ascii(text)}: regex {wanted}, reference {got}")
            failed |= bool(differing)

            wrong = chunks_of_witness(pattern.replace(r"|\s+(?!\S)", ""), texts)
            noticed += len(differences(texts, wrong, reference))

        # Compares with chunks that are wrong on purpose, to show that a difference is noticed.
        print(f"{name}: a witness without the look-ahead differs on {noticed:,}")
        failed |= noticed == 0
    sys.exit(1 if failed else 0)


main()
