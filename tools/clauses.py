"""The clauses of the specification, for tools/trace and tools/defects.

    ### FR-10b  A tie goes to the smallest pair           a clause about behaviour
    ### FR-1  The public headers ...  {gate: consumer}    a gate: a stage of tools/check
    ### S17b  In the nanochat profile ...  {later: ...}   a clause for later

A stem, such as FR-10 or S13, stands for all clauses that add a letter to it.
"""

import dataclasses
import re

_NUMBERED = r"(?:TOK-(?:PHASE|EQ|OBL)|FALSIFY-TOK|KANI-TOK|F-TOK|FR|GATE)-[0-9]+"
ID = rf"(?:{_NUMBERED}|SV?[0-9]+)[a-z]?"

_HEADING = re.compile(r"### (\S*)  (.*?)(?:  \{(gate|later): (.*)\})?")


@dataclasses.dataclass
class Clause:
    id: str
    title: str
    kind: str  # "behaviour", "gate" or "later"
    detail: str  # of a gate its stages, of a clause for later what will bring it
    chapter: str  # the name of its file
    text: str  # the heading and all lines up to the next heading


def read(root):
    """The clauses of all chapters in their order, and the headings that name none."""
    clauses, nameless = [], []
    for chapter in sorted((root / "spec").glob("[0-9]*.md")):
        fenced, inside = False, False
        for line in chapter.read_text(encoding="utf-8").splitlines():
            fenced ^= line.startswith("```")
            if not fenced and line.startswith("#"):
                heading = _HEADING.fullmatch(line)
                inside = heading is not None
                if inside:
                    id, title, kind, detail = heading.groups(default="")
                    clauses.append(
                        Clause(id, title, kind or "behaviour", detail, chapter.name, title + "\n"))
                elif line.startswith("### "):
                    nameless.append(f"{chapter.name}: {line}")
            elif inside:
                clauses[-1].text += line + "\n"
    return clauses, nameless


def stem(id):
    """FR-10 of FR-10b; FR-11 of FR-11."""
    return re.sub(r"(?<=[0-9])[a-z]$", "", id)
