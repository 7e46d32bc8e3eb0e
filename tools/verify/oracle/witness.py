"""Prints the classes and foldings of the installed release of regex (see ./witness).

  [letter]
  0041-005A 0061-007A 00AA ...     what \\p{L} matches
  [fold]
  0041>0061 ...                    (?i:...) takes U+0041 for U+0061

Classes are asked of the matcher, scalar by scalar. Foldings come from the extension module and are
checked against the matcher: (?i:a) matches b if and only if both fold to the same scalar.
"""

import sys
import textwrap

import regex
from regex import _regex

SCALARS = [s for s in range(0x110000) if not 0xD800 <= s <= 0xDFFF]
CLASSES = {"letter": r"\p{L}", "number": r"\p{N}", "white_space": r"\s"}

# Status T of CaseFolding.txt. Simple case folding (C and S) leaves these out. The package matches I
# with both i and dotless i, and i with both I and dotted I; so it folds I to itself.
TURKIC = {0x0049, 0x0069, 0x0130, 0x0131}


def ranges(pattern):
    """The scalars that a pattern matches, as (first, last)."""
    matches = regex.compile(pattern).match
    result = []
    for scalar in SCALARS:
        if matches(chr(scalar)):
            if result and result[-1][1] == scalar - 1:
                result[-1][1] = scalar
            else:
                result.append([scalar, scalar])
    return result


def foldings():
    """scalar -> the other scalar it folds to, confirmed by the matcher."""
    flags = regex.IGNORECASE | regex.UNICODE
    folded = {s: ord(_regex.fold_case(flags, chr(s))) for s in SCALARS}
    alike = {}
    for scalar, target in folded.items():
        alike.setdefault(target, set()).add(scalar)
    for scalar in SCALARS:
        if scalar in TURKIC:
            continue
        cases = set(_regex.get_all_cases(flags, scalar))
        assert cases == alike[folded[scalar]], hex(scalar)
        if len(cases) > 1:
            insensitive = regex.compile("(?i:%s)" % chr(scalar))
            assert all(insensitive.fullmatch(chr(case)) for case in cases), hex(scalar)
    assert folded[0x49] == 0x49 and regex.fullmatch("(?i:I)", "i")
    folded[0x49] = 0x69
    return {s: t for s, t in folded.items() if s != t}


def section(name, entries):
    print(f"[{name}]")
    print("\n".join(textwrap.wrap(" ".join(entries), 100)))


version, release, digest = sys.argv[1:]
print(f"# Unicode {version} as {release} (PyPI) has it. Written by tools/verify/oracle/witness.")
print(f"# {digest}")
print("# Copyright of the data: Unicode, Inc. (LICENSES/Unicode-3.0.txt).")
for name, pattern in CLASSES.items():
    section(name, [f"{a:04X}" if a == b else f"{a:04X}-{b:04X}" for a, b in ranges(pattern)])
section("fold", [f"{s:04X}>{t:04X}" for s, t in sorted(foldings().items())])
