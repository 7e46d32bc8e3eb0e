"""Reads the defects of props/defects, for tools/defects, tools/mutants and tools/trace, and gives
the text of a file with a defect. A defect replaces some lines of one file or several.

    ### CLAUSE-what-goes-wrong        its name, which begins with the clause that it breaks
    from
      return a < b;
    to
      return b < a;

props/defects/README.md describes their form. A `Fault` is a defect that cannot be read, or whose
lines are not in their file exactly once.
"""

import dataclasses
import hashlib
import re

import clauses

FOLDER = "props/defects"


class Fault(Exception):
    """A defect that cannot be read or made."""


@dataclasses.dataclass
class Change:
    file: str
    old: list  # the lines of `from`
    new: list  # the lines of `to`


@dataclasses.dataclass
class Defect:
    name: str
    clause: str
    changes: list

    @property
    def files(self):
        return list(dict.fromkeys(change.file for change in self.changes))

    @property
    def digest(self):
        return hashlib.sha256(repr(self).encode()).hexdigest()

    def changed(self, root):
        """The text of each file that the defect changes in the tree below root."""
        texts = {}
        for change in self.changes:
            if change.file not in texts:
                if not (root / change.file).is_file():
                    raise Fault(f"{self.name}: there is no file {change.file}")
                texts[change.file] = (root / change.file).read_text(encoding="utf-8")
            lines = texts[change.file].split("\n")
            size = len(change.old)
            found = [i for i in range(len(lines)) if lines[i:i + size] == change.old]
            if len(found) != 1:
                raise Fault(f"{self.name}: {change.file} has {len(found)} times instead of once:\n"
                            + "\n".join(change.old))
            lines[found[0]:found[0] + size] = change.new
            texts[change.file] = "\n".join(lines)
        return texts


def without_empty_ends(lines):
    filled = [i for i, line in enumerate(lines) if line.strip()]
    return lines[filled[0]:filled[-1] + 1] if filled else []


def parse(path, text):
    """The defects of the file path of props/defects, which has this text."""
    defects, file, target = [], None, None
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{path}:{number}"
        if line.startswith("### "):
            match = re.fullmatch(rf"### (({clauses.ID})-\S+)", line)
            if match is None:
                raise Fault(f"{place}: the name does not begin with a clause")
            defects.append(Defect(match[1], match[2], []))
            file, target = path.removeprefix(FOLDER + "/").removesuffix(".txt"), None
        elif line.startswith("in ") and defects:
            file, target = line.removeprefix("in "), None
        elif line == "from" and defects:
            target = []
            defects[-1].changes.append(Change(file, target, []))
        elif line == "to" and target is not None:
            target = defects[-1].changes[-1].new
        elif target is not None:
            target.append(line)
        elif line.strip():
            raise Fault(f"{place}: this line is not part of a `from` or a `to`")
    for defect in defects:
        for change in defect.changes:
            change.old = without_empty_ends(change.old)
            change.new = without_empty_ends(change.new)
        if not defect.changes or any(not c.old or c.old == c.new for c in defect.changes):
            raise Fault(f"{path}: {defect.name} has a `from` without lines, or changes nothing")
    return defects


def read(root):
    """All defects, by their names."""
    defects = {}
    for path in sorted((root / FOLDER).rglob("*.txt")):
        for defect in parse(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")):
            if defect.name in defects:
                raise Fault(f"{defect.name} is the name of two defects")
            defects[defect.name] = defect
    return [defects[name] for name in sorted(defects)]
