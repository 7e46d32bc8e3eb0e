"""Measures how fast libraries encode and decode, and compares them.

    speeds.table(names, setup, options)   the text of a table; names begins with "ours"
"""
import collections
import statistics
import typing

import works
from places import say
from workers import EXACT, Worker, digests, ids_beside_ours, in_turns


ABOUT = "MB/s, cold / warm: median (best). **Bold**: the ratio to the best exact peer.\n"


class Row(typing.NamedTuple):
    work: str
    library: str
    ids: str
    cold: list  # of seconds
    warm: list
    size: int   # of the text in bytes


def table(names, setup, options):
    rows = []
    for work, path, size in works.chosen(options):
        rows += measured(work, path, size, names, setup, options)
        say(f"{work}: {summary(rows, work)}")
    texts = list(dict.fromkeys(row.work for row in rows))
    cells = {(row.work, row.library): cell(row, rows) for row in rows}
    lines = [ABOUT, f"| text | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    lines += [f"| {text} | {' | '.join(cells[text, name] for name in names)} |" for text in texts]
    return "\n".join(lines) + "\n"


def cell(row, rows):
    """A cell: 310 (335) / 578 (685) **1.58 / 1.66**, or 57 (58) / 81 (83), differ or none."""
    text = f"{speed(row.size, row.cold)} / {speed(row.size, row.warm)}"
    if not row.cold and not row.warm:
        text = "-"
    if row.ids != EXACT:
        text += f", {row.ids}"
    if row.library.startswith("ours"):
        both = [ratio_to_best(rows, row.work, it, row.library)[0] for it in ("cold", "warm")]
        if any(both):
            text += f" **{' / '.join(f'{it:.2f}' if it else '-' for it in both)}**"
    return text


def speed(size, seconds):
    """MB/s: the median, and the best."""
    if not seconds:
        return "-"
    return f"{size / statistics.median(seconds) / 1e6:.0f} ({size / min(seconds) / 1e6:.0f})"


def measured(work, path, size, names, setup, options):
    """A Row for each library. Ids are compared before anything is timed."""
    given = digests(names, setup, path, size)
    times = collections.defaultdict(lambda: ([], []))
    for name in in_turns(list(given), options.rounds):
        with Worker(name, setup) as worker:
            if not worker.ask("load"):
                continue
            for again in range(1 + options.warm):
                seconds = worker.seconds(question(name, options), path, size)
                if seconds is not None:
                    times[name][1 if again else 0].append(seconds)
    rows = []
    for name in names:
        cold, warm = times[name]
        ids = ids_beside_ours(name, given if cold else {})
        rows.append(Row(work, name, ids, cold, warm, path.stat().st_size))
    return rows


def question(name, options):
    if options.command == "encode":
        return "each" if options.each else "enc"
    return "lossy" if options.lossy and name.startswith("ours") else "dec"


def summary(rows, work):
    """Ours against the best exact peer."""
    parts = []
    for label in ("cold", "warm"):
        ratio, name = ratio_to_best(rows, work, label)
        parts.append(f"{label} {ratio:.2f} ({name})" if ratio else f"{label} -")
    return ", ".join(parts)


def ratio_to_best(rows, work, label, ours="ours"):
    """The median time of the fastest exact peer divided by ours, and its name."""
    here = {row.library: statistics.median(getattr(row, label)) for row in rows
            if row.work == work and row.ids == EXACT and getattr(row, label)}
    peers = {name: time for name, time in here.items() if not name.startswith("ours")}
    if ours not in here or not peers:
        return None, None
    best = min(peers, key=peers.get)
    return peers[best] / here[ours], best
