"""Draws the tables of tools/measure/bench/RESULTS.md: how fast each library encodes each text.

    picture.drawn(text of RESULTS.md) -> text of RESULTS.svg

It shows our engine and the peers that give the same ids, on one thread, with cl100k. If several
sections have the same text, the last one counts. Each text has its own scale: some peers store a
whole text, and with one scale their warm bars would make all others invisible.
"""
import html
import re

ALT = "MB/s of ours and of each exact peer, by text"
OTHERWISE = ("--pattern", "--model", "--threads", "--quick", "--nfc", "--offsets", "--ours python",
             "--count")  # options whose sections are not drawn
OURS, PEER, TEXT = "#d9660b", "#5b8db8", "#777"  # visible on white and on black
WIDTH, COLUMNS, NAME, NUMBERS = 460, 2, 100, 84  # a panel, and its columns of names and numbers
TOP, HEADING, ROW, GAP = 52, 20, 17, 16


def speeds(results):
    """{text: [(cold, warm, library)]}, the fastest library first."""
    works = {}
    for section in results.split("\n## ")[1:]:
        title, *lines = section.splitlines()
        if (not title.startswith("tools/measure/bench/run encode")
                or any(it in title for it in OTHERWISE)):
            continue
        tables = [line.strip("|").split("|") for line in lines if line.startswith("|")]
        names, *rows = [[cell.strip() for cell in cells] for cells in tables]
        for work, *cells in rows[1:]:
            works[work] = [(*measured(cell), name) for name, cell in zip(names[1:], cells)
                           if measured(cell) and "ours:" not in name]
    return {work: sorted(rows, reverse=True) for work, rows in works.items()}


def measured(cell):
    """The medians of "310 (335) / 578 (685) **1.58 / 1.66**", or None if the ids differ."""
    found = re.fullmatch(r"(\d+) \(\d+\) / (\d+) \(\d+\)( \*\*.*)?", cell)
    return found and (float(found[1]), float(found[2]))


def text(x, y, words, color=TEXT, more=""):
    return f'<text x="{x}" y="{y}" fill="{color}" {more}>{html.escape(words)}</text>'


def bar(x, y, width, height, color, faint=False):
    opacity = ' fill-opacity="0.5"' if faint else ""
    return (f'<rect x="{x}" y="{y}" width="{width:.1f}" height="{height}" fill="{color}"'
            f'{opacity}/>')


def panel(left, top, work, rows):
    """The panel of a text: a line for each library, with two bars and two numbers."""
    yield text(left, top + 12, work, more='font-weight="bold"')
    longest, most = WIDTH - NAME - NUMBERS - 24, max(max(row[:2]) for row in rows)
    for place, (cold, warm, name) in enumerate(rows):
        y, color = top + HEADING + place * ROW, OURS if name == "ours" else PEER
        bold = 'font-weight="bold" ' if name == "ours" else ""
        yield text(left + NAME - 6, y + 11, name, OURS if bold else TEXT,
                   f'{bold}text-anchor="end"')
        yield bar(left + NAME, y + 1, longest * cold / most, 7, color)
        yield bar(left + NAME, y + 8, longest * warm / most, 5, color, faint=True)
        yield text(left + NAME + longest + NUMBERS, y + 11, f"{cold:.0f} / {warm:.0f}",
                   more=f'{bold}text-anchor="end"')


def drawn(results):
    works = list(speeds(results).items())
    large = 'font-size="14" font-weight="bold"'
    parts = [text(0, 14, "Encoding, MB/s: more is better", more=large),
             bar(0, 28, 24, 7, PEER), text(30, 35, "cold: the first text of a process"),
             bar(220, 29, 24, 5, PEER, faint=True), text(250, 35, "warm: the same text again"),
             text(430, 35, "(each text has its own scale)")]
    top = TOP
    for first in range(0, len(works), COLUMNS):
        line = works[first:first + COLUMNS]
        for column, (work, rows) in enumerate(line):
            parts += panel(column * WIDTH, top, work, rows)
        top += HEADING + ROW * max(len(rows) for _, rows in line) + GAP
    width = WIDTH * COLUMNS - 24
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}" '
            f'height="{top}" font-family="sans-serif" font-size="11" role="img">\n'
            f"<title>{ALT}</title>\n" + "\n".join(parts) + "\n</svg>\n")
