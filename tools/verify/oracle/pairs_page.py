"""Makes the text of spec/PATTERN-PAIRS.md from the answers of bpetite_pairs."""
import json

HEAD = """# Pairs of patterns

This page says of each two patterns of real tokenizers whether they cut every text alike
([S25o](14-patterns.md)). It covers the {patterns} patterns of `tools/verify/oracle/real_patterns.py`,
with the classes of Unicode 16.0. Of the {pairs} pairs, {same} are the same, {different} are different,
and {undecided} are undecided.

`tools/verify/oracle/run_pairs --write` makes this page. It also has every text cut by the real
engines: by fancy-regex or Oniguruma, and by Python's regex. They agree with what stands here.
"""
SAME = """
## The same

The patterns of a line are the same. A pattern that is in no line is different from every other.

"""
DIFFERENT = """
## Different

A shortest text that the two patterns cut differently, and the chunks of each, as JSON.

| A | B | text | chunks of A | chunks of B |
|---|---|---|---|---|
"""
UNDECIDED = """
## Undecided

"""


def code(value):
    """JSON between backticks, which fits into a column of a table."""
    text = json.dumps(value, separators=(",", ":"))
    return "`" + text.replace("|", "\\u007c").replace("`", "\\u0060") + "`"


def groups_of(names, pairs):
    """The names that are the same, in groups of two and more."""
    same = {frozenset((pair["a"], pair["b"])) for pair in pairs if pair["same"]}
    groups = []
    for name in names:
        group = next((group for group in groups if frozenset((group[0], name)) in same), None)
        if group is None:
            groups.append([name])
        else:
            assert all(frozenset((other, name)) in same for other in group), name
            group.append(name)
    return [group for group in groups if len(group) > 1]


def page_of(names, pairs):
    different = [pair for pair in pairs if pair["same"] is False]
    undecided = [pair for pair in pairs if pair["same"] is None]
    page = HEAD.format(patterns=len(names), pairs=len(pairs), different=len(different),
                       undecided=len(undecided), same=sum(pair["same"] is True for pair in pairs))
    page += SAME + "".join(f"- {', '.join(group)}\n" for group in groups_of(names, pairs))
    page += DIFFERENT
    for pair in different:
        page += (f"| {pair['a']} | {pair['b']} | {code(pair['text'])} | {code(pair['cut_a'])} "
                 f"| {code(pair['cut_b'])} |\n")
    page += UNDECIDED + ("" if undecided else "None.\n")
    for pair in undecided:
        page += (f"- {pair['a']} and {pair['b']}: {pair['reason']}; every text of up to "
                 f"{pair['searched']} scalars is cut alike\n")
    return page
