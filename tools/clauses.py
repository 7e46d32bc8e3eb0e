"""Reads the clauses of the specification, and their quotes in the comments of the C++ code, for
tools/trace, tools/defects and tools/spec. `stale_quotes` finds the quotes that are not in their
clause word for word.

    ### FR-10b  A tie goes to the smallest pair           a clause about behaviour
    ### FR-1  The public headers ...  {gate: consumer}    a gate: a stage of tools/check
    ### S17b  In the nanochat profile ...  {later: ...}   a clause for later

A stem, such as FR-10 or S13, stands for all clauses that add a letter to it. Comments in the code
quote clauses:

    // FR-10b "the smallest of them is merged": so a strict > will do.
"""

import dataclasses
import re

_NUMBERED = r"(?:TOK-(?:PHASE|EQ|OBL)|FALSIFY-TOK|KANI-TOK|F-TOK|FR|GATE)-[0-9]+"
CODE = ("src", "tools", "props", "fuzz")
ENDINGS = {".cpp", ".hpp", ".ipp", ".inl"}
CHAPTERS = "src/core/wording/clause_chapters.inl"  # tools/trace writes it: it cites nothing

ID = rf"(?:(?:{_NUMBERED}|SV?[0-9]+)[a-z]?|ERR)"

HEADING = re.compile(r"### (\S*)  (.*?)(?:  \{(gate|later): (.*)\})?")


@dataclasses.dataclass
class Clause:
    id: str
    title: str
    kind: str  # "behaviour", "gate" or "later"
    detail: str  # a gate: its stages; a clause for later: what will implement it
    chapter: str  # the name of its file
    text: str  # the heading and all lines up to the next heading


def read(root):
    """The clauses of all chapters in their order, and the headings that do not name a clause."""
    clauses, nameless = [], []
    for chapter in sorted((root / "spec").glob("[0-9]*.md")):
        fenced, inside = False, False
        for line in chapter.read_text(encoding="utf-8").splitlines():
            fenced ^= line.startswith("```")
            if not fenced and line.startswith("#"):
                heading = HEADING.fullmatch(line)
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


def code_files(root):
    """The path from the root and the text of each C++ file."""
    for folder in CODE:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix in ENDINGS and name != CHAPTERS:
                yield name, path.read_text(encoding="utf-8")


def plain(text):
    """The text without line breaks and without the marks for emphasis and code."""
    return re.sub(r"\s+", " ", re.sub(r"[*`]", "", text)).strip()


def comments(text):
    """The comments and the number of their first line. Comments in adjacent lines are joined."""
    blocks, last = [], -1
    for number, line in enumerate(text.splitlines(), 1):
        comment = re.search(r"(?:^|\s)//+(.*)", line)
        if comment and number == last + 1:
            blocks[-1][1] += "\n" + comment[1]
        elif comment:
            blocks.append([number, comment[1]])
        last = number if comment else last
    return blocks


def quotes(root):
    """FILE:LINE, ID and QUOTE of each quote, as FR-10b "the smallest of them is merged"."""
    for path, text in code_files(root):
        for line, comment in comments(text):
            for match in re.finditer(rf'\b({ID})[:,]?\s+"([^"]*)"', comment):
                at = line + comment[:match.start()].count("\n")
                yield f"{path}:{at}", match[1], plain(match[2])


def stale_quotes(root, known):
    """A fault for each quote that is not in its clause, and the number of all quotes."""
    faults, count = [], 0
    for place, id, quote in quotes(root):
        count += 1
        sections = [plain(c.text) for c in known if id in (c.id, stem(c.id))]
        wordings = (quote, quote[:1].upper() + quote[1:])  # the first word may begin a sentence
        if sections and not any(w in section for section in sections for w in wordings):
            faults.append(f'{place}: {id} does not say "{quote}"')
    return faults, count
