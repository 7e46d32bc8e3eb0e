"""The texts by which patterns are compared: all short ones, random ones, and whole corpora."""
import functools
import itertools
import random
import re
import subprocess

import regex

from engines import OURS
from environment import DATA

FRAGMENTS = ["'s", "'LL", "'ve", "'\u017f", "\r\n", "  ", " \n ", "\t\t", "12", "1234", "Ab", "aB",
             " " * 9, "don't"]
CLASSES = ["L", "N", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "P", "S", "Han", "Zs"]
MOST_SHORT_TEXTS = 600_000


def is_scalar(number):
    return 0 <= number < 0xD800 or 0xE000 <= number < 0x110000


@functools.cache
def class_edges():
    """The scalars on both sides of every place where a class begins or ends."""
    edges = set()
    for name in CLASSES:
        inside = regex.compile(rf"\p{{{name}}}").match
        before = None
        for scalar in filter(is_scalar, range(0x110000)):
            member = bool(inside(chr(scalar)))
            if before is not None and member != before[1]:
                edges.update((before[0], scalar))
            before = (scalar, member)
    return [chr(scalar) for scalar in sorted(edges)]


def named_edges(passes):
    """The scalars that the texts of the patterns name, and those beside them."""
    named = set()
    for text in passes:
        named.update(map(ord, text))
        named.update(int(digits, 16) for digits in re.findall(r"\\x\{([0-9A-F]+)\}|$", text) if digits)
    return [chr(scalar) for scalar in sorted({near for each in named
                                              for near in (each - 1, each, each + 1)
                                              if is_scalar(near)})]


def representatives(dialect, passes):
    """A scalar of each class that the patterns distinguish."""
    done = subprocess.run([OURS / "bpetite_chunks", "--classes", "--dialect", dialect, *passes],
                          capture_output=True, text=True, check=True)
    return [chr(int(scalar, 16)) for scalar in done.stdout.split()]


def longest_short(scalars, most):
    """Up to which length all texts over these scalars are tried: `most`, or less if there are too
    many."""
    while sum(len(scalars) ** length for length in range(most + 1)) > MOST_SHORT_TEXTS:
        most -= 1
    return most


def short_texts(scalars, most):
    for length in range(most + 1):
        yield from map("".join, itertools.product(scalars, repeat=length))


def random_texts(passes, scalars, count):
    rng = random.Random(20261123)
    sources = [class_edges(), named_edges(passes), scalars, FRAGMENTS, [" ", " ", "\n"]]
    for _ in range(count):
        yield "".join(rng.choice(rng.choice(sources)) for _ in range(rng.randint(1, 16)))


def corpora():
    """The whole corpora, and a text that has each scalar of the planes with characters beside a
    letter, a space and a digit."""
    for path in sorted((DATA / "corpora").glob("*.txt")):
        yield path.name, path.read_bytes().decode()
    planes = [0, 1, 2, 3, 14]
    scalars = (chr(plane << 16 | low) for plane in planes for low in range(1 << 16)
               if is_scalar(plane << 16 | low))
    yield "every scalar", "".join(f"a{scalar}1 {scalar}\n" for scalar in scalars)
