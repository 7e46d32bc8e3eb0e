"""Makes mutants of a source file, for tools/mutants: places where a small change of the code is
possible, each behind a switch.

An instance: from `if (a < b)` come the mutants `a <= b` and `not (a < b)`. With both of them, and
the numbers 4 and 5, the file has

    if ((BPETITE_MUTANT(5) != static_cast<bool>((BPETITE_MUTANT(4) ? (a <= b) : (a < b)))))

Text is only inserted, and never a line. So several mutants can be in one expression, and the
compiler's messages name the lines of the file.

    mutants_of(file, content)         all mutants of a file in C++ or Python
    planted(defects, root)            defects that somebody wrote, as mutants: here text is replaced
    with_switches(content, mutants)   the content of a file with these mutants in it
"""

import dataclasses
import hashlib
import re

import tree_sitter
import tree_sitter_cpp
import tree_sitter_python

CPP = tree_sitter.Language(tree_sitter_cpp.language())
PYTHON = tree_sitter.Language(tree_sitter_python.language())

COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
JOINED = {"&&": "||", "||": "&&", "and": "or", "or": "and"}
COUNTED = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "+"}
ADDED = {"+=": "-=", "-=": "+="}

# The compiler knows the values of these. A switch cannot change them.
FIXED = {"template_argument_list", "static_assert_declaration", "enumerator", "requires_clause",
         "array_declarator", "bitfield_clause", "attribute_declaration", "preproc_call",
         "preproc_def", "preproc_if", "preproc_include", "noexcept", "decltype",
         "concept_definition", "string_literal", "decorator", "type", "sizeof_expression",
         "default_parameter", "alignas_qualifier", "alignas_specifier"}
# A variable is too much for these.
TABLES = {"initializer_list", "subscript_designator"}


@dataclasses.dataclass
class Mutant:
    file: str
    start: int  # in bytes
    end: int
    shown: str  # `a < b => a <= b`
    before: str  # inserted at the start; %d is the number
    after: str
    lines: range
    number: int = 0
    name: str = ""
    instead: str = ""  # takes the place of the text

    def rank(self, seed):
        """A number by which a sample is drawn, and which stays when other code changes."""
        return hashlib.sha256(f"{seed} {self.name}".encode()).hexdigest()


def is_table_value(node):
    """Whether it is a member of a list in braces, such as 5 in `{5, 6}`, or of a `case`."""
    above = node.parent
    if above is None:
        return False
    return above.type in TABLES or (above.type == "case_statement" and
                                    above.child_by_field_name("value") == node)


def is_constant(node):
    """Whether it declares a constant that the compiler computes. It cannot have a switch."""
    return node.type in ("declaration", "field_declaration") and any(
        child.type == "type_qualifier" and child.text == b"constexpr" for child in node.children)


def has_comment(node):
    return node.type == "comment" or any(has_comment(child) for child in node.children)


class Maker:
    def __init__(self, file, content, is_python):
        self.file, self.content, self.is_python = file, content, is_python
        self.made = []
        self.switch = ("__import__('bpetite_mutants').is_on(%d)" if is_python else
                       "BPETITE_MUTANT(%d)")

    def text(self, node):
        return self.content[node.start_byte:node.end_byte].decode()

    def add(self, node, shown, before, after):
        self.made.append(Mutant(
            self.file, node.start_byte, node.end_byte, " ".join(shown.split()), before, after,
            range(node.start_point[0] + 1, node.end_point[0] + 2)))

    def replace(self, node, other):
        """`node` or `other`, by the switch."""
        if has_comment(node) or (self.is_python and "\n" in other):
            return
        old, other = self.text(node), " ".join(other.split("\n")).replace("%", "%%")
        shown = f"{old} => {other}".replace("%%", "%")
        if self.is_python:
            self.add(node, shown, f"(({other}) if {self.switch} else (", "))")
        else:
            self.add(node, shown, f"({self.switch} ? ({other}) : (", "))")

    def negate(self, node):
        shown = f"if ({self.text(node)}) => if (not ...)"
        if self.is_python:
            self.add(node, shown, f"({self.switch} != bool(", "))")
        else:
            self.add(node, shown, f"({self.switch} != static_cast<bool>(", "))")

    def leave_out(self, node):
        before = f"if not {self.switch}: " if self.is_python else f"if (!{self.switch}) "
        self.add(node, f"{self.text(node)} => nothing", before, "")

    def visit(self, node):
        if node.type in FIXED or node.type == "ERROR" or is_constant(node):
            return
        getattr(self, f"at_{node.type}", lambda _: None)(node)
        for child in node.children:
            self.visit(child)

    # --- Expressions. ---

    def at_binary_expression(self, node):
        left, operator, right = (node.child_by_field_name(n) for n in ("left", "operator", "right"))
        if left is None or right is None or operator is None or is_table_value(node):
            return
        is_text = "string" in left.type or "string" in right.type or "concatenated" in left.type
        sign = operator.type
        for table in (COMPARED, JOINED, *([] if is_text else [COUNTED])):
            if sign in table:
                self.replace(node, f"{self.text(left)} {table[sign]} {self.text(right)}")
        if sign in JOINED:
            self.replace(node, self.text(left))
            self.replace(node, self.text(right))

    at_boolean_operator = at_binary_operator = at_binary_expression

    def at_comparison_operator(self, node):
        if len(node.children) == 3 and node.children[1].type in COMPARED:
            left, sign, right = node.children
            self.replace(node, f"{self.text(left)} {COMPARED[sign.type]} {self.text(right)}")

    def at_assignment_expression(self, node):
        sign = node.child_by_field_name("operator").type
        if sign in ADDED:
            self.replace(node, f"{self.text(node.child_by_field_name('left'))} {ADDED[sign]} "
                               f"{self.text(node.child_by_field_name('right'))}")

    def at_number_literal(self, node):
        is_integer = re.fullmatch(r"[0-9]+[uU]?|0x[0-9A-Fa-f]+[uU]?", self.text(node))
        if is_integer and not is_table_value(node):
            self.replace(node, f"{self.text(node)} + 1")

    at_integer = at_number_literal

    def at_true(self, node):
        if not is_table_value(node):
            self.replace(node, f"{'not ' if self.is_python else '!'}{self.text(node)}")

    at_false = at_true

    def at_condition_clause(self, node):
        value = node.child_by_field_name("value")
        if value is None or value.type in ("declaration", "init_statement") or \
                node.child_by_field_name("initializer") is not None or \
                (node.parent.type == "if_statement" and any(c.type == "constexpr"
                                                            for c in node.parent.children)):
            return
        self.negate(value)

    def at_conditional_expression(self, node):
        condition = node.children[2] if self.is_python else node.child_by_field_name("condition")
        if condition is not None and not is_table_value(node):
            self.negate(condition)

    def at_if_statement(self, node):
        if self.is_python:
            self.negate(node.child_by_field_name("condition"))

    at_while_statement = at_elif_clause = at_if_statement

    # --- Statements. ---

    def is_alone(self, node):
        """Whether it can be left out: not the branch of an `if` that has an `else`, say."""
        above = node.parent
        if self.is_python:
            line = self.content.rfind(b"\n", 0, node.start_byte) + 1
            return above.type == "block" and not self.content[line:node.start_byte].strip()
        if above.type == "if_statement":
            return above.child_by_field_name("alternative") is None
        return above.type in ("compound_statement", "case_statement", "for_statement",
                              "for_range_loop", "while_statement")

    def at_expression_statement(self, node):
        if node.children and node.children[0].type != "string" and self.is_alone(node):
            self.leave_out(node)

    at_throw_statement = at_raise_statement = at_continue_statement = at_expression_statement
    at_break_statement = at_expression_statement

    def at_return_statement(self, node):
        if node.parent.type == "if_statement" and self.is_alone(node):
            self.leave_out(node)


def mutants_of(file, content):
    """The mutants of a file with this content (bytes). Each has a name that no other has."""
    is_python = file.endswith(".py")
    maker = Maker(file, content, is_python)
    maker.visit(tree_sitter.Parser(PYTHON if is_python else CPP).parse(content).root_node)
    counts = {}
    for mutant in maker.made:
        old, _, new = mutant.shown.rpartition(" => ")
        name = f"{file}: {shortened(old)} => {shortened(new)}"
        counts[name] = counts.get(name, 0) + 1
        mutant.name = name if counts[name] == 1 else f"{name} #{counts[name]}"
    return maker.made


def planted(defects, root):
    """The defects, which have the form of props/defects, as mutants of the files below root. The
    new text of each has a condition PLANTED, which becomes its switch."""
    mutants = []
    for number, defect in enumerate(defects):
        for change in defect.changes:
            is_python = change.file.endswith(".py")
            content = (root / change.file).read_bytes()
            old, new = ("\n".join(lines).encode() for lines in (change.old, change.new))
            start = content.find(b"\n" + old + b"\n") + 1
            if start == 0 or content.count(b"\n" + old + b"\n") != 1 or b"PLANTED" not in new:
                raise ValueError(f"{defect.name}: no text that occurs once, or no PLANTED")
            switch = f"__import__('bpetite_mutants').is_on({number})" if is_python else \
                f"BPETITE_MUTANT({number})"
            line = content.count(b"\n", 0, start) + 1
            mutants.append(Mutant(
                change.file, start, start + len(old), defect.name, "", "",
                range(line, line + len(change.new) + 1), number,
                f"{defect.name} {defect.digest[:8]}",  # also the name changes with the text
                new.decode().replace("PLANTED", switch)))
    return mutants


def shortened(text):
    return text if len(text) <= 90 else f"{text[:60]} ... {text[-25:]}"


def with_switches(content, mutants):
    """The content of a file with these mutants in it."""
    events = []
    for mutant in mutants:
        size = mutant.end - mutant.start
        if mutant.instead:
            events.append((mutant.start, 1, -size, mutant.number, mutant.instead, mutant.end))
            continue
        # At one place, what ends there comes first. Of two that begin there, the longer one does.
        events.append((mutant.start, 1, -size, mutant.number, mutant.before % mutant.number,
                       mutant.start))
        events.append((mutant.end, 0, size, -mutant.number, mutant.after, mutant.end))
    parts, at = [], 0
    for place, _, _, _, text, end in sorted(events, key=lambda event: event[:4]):
        parts += [content[at:place], text.encode()]
        at = end
    return b"".join([*parts, content[at:]])
