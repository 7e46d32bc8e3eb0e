"""Measures how long libraries take from the start of a process to their first ids, and compares
them.

    loading.table(names, setup, options)   the text of a table; names begins with "ours"
"""
import collections
import statistics
import time

import vocabularies
from libraries import has_built_in
from places import write
from workers import EXACT, Worker, digests, ids_beside_ours, in_turns


def table(names, setup, options):
    hello = write("hello.txt", "Hello world")
    plain = setup._replace(vocabulary=vocabularies.without_template(setup.vocabulary))
    given = digests(names, plain, hello, 0)
    got = collections.defaultdict(list)
    for name in in_turns(list(given), options.rounds):
        with Worker(name, setup) as worker:
            if answer := worker.ask("load"):
                got[name].append((time.perf_counter() - worker.begin, float(answer[0])))
    medians = {name: statistics.median(whole for whole, _ in all_) for name, all_ in got.items()}
    peers = [name for name in got if name != "ours" and ids_beside_ours(name, given) == EXACT
             and not has_built_in(name, setup.vocabulary)]
    best = min(peers, key=medians.get, default=None)
    lines = ["| library | ids | start of the process to the first ids, ms, median (best) "
             "| load alone | its time / ours |", "|---|---|---|---|---|"]
    for name, all_ in got.items():
        whole, alone = zip(*all_)
        ids = ids_beside_ours(name, given)
        if has_built_in(name, setup.vocabulary):
            ids += ", built in"
        ratio = f"{medians[name] / medians['ours']:.2f}" if "ours" in got and name != "ours" else ""
        lines.append(f"| {name} | {ids} | {milliseconds(whole)} | {milliseconds(alone)} "
                     f"| {f'**{ratio}**' if name == best else ratio} |")
    return "\n".join(lines) + "\n"


def milliseconds(seconds):
    return f"{1e3 * statistics.median(seconds):.0f} ({1e3 * min(seconds):.0f})"
