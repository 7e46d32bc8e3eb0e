"""Measures how long libraries take to learn 32,000 tokens, and compares them.

    training.table(names, setup, options)   the text of a table; names begins with "ours"
"""
import collections
import statistics
import subprocess

from places import BOOK, DATA, ROOT, say, write
from workers import Worker, in_turns


def texts(options):
    directory = DATA / "corpora"
    sources = [directory / f"{name}.txt" for name in ("english", "code", "udhr")]
    if options.quick or not sources[0].exists():
        return [("shakespeare", BOOK)]
    together = write("together.txt", "".join(it.read_text(encoding="utf-8") for it in sources))
    return [("english", sources[0]), ("english, code, udhr", together)]


def by_profile(name, profile):
    """The words of the question after the text: the profile for ours, its pattern for a peer."""
    if not profile or name == "ours":
        return [profile] if profile else []
    return [subprocess.run([ROOT / "build" / "release" / "bpetite", "patterns", "show", profile],
                           check=True, capture_output=True, text=True).stdout.removesuffix("\n")]


def table(names, setup, options):
    # gigatoken has no parameter for a pattern.
    names = [it for it in names if it != "gigatoken" or not options.profile]
    lines = ["| work | library | merges | seconds, median (best) | peak MiB | ratio |",
             "|---|---|---|---|---|---|"]
    for work, path in texts(options):
        got = collections.defaultdict(list)
        for name in in_turns(names, options.rounds):
            with Worker(name, setup) as worker:
                answer = worker.ask("train", path, 32000, *by_profile(name, options.profile))
                if answer:
                    got[name].append((float(answer[0]), answer[2], int(answer[3])))
        wanted = got["ours"][0][1]
        exact = {name: all(it[1] == wanted for it in all_) for name, all_ in got.items()}
        medians = {name: statistics.median(it[0] for it in all_) for name, all_ in got.items()}
        peers = [medians[name] for name in got if name != "ours" and exact[name]]
        for name in names:
            if name not in got:
                lines.append(f"| {work} | {name} | none | - | - | |")
                continue
            ratio = f"**{min(peers) / medians[name]:.2f}**" if name == "ours" and peers else ""
            lines.append(f"| {work} | {name} | {'the same' if exact[name] else 'differ'} "
                         f"| {medians[name]:.2f} ({min(it[0] for it in got[name]):.2f}) "
                         f"| {max(it[2] for it in got[name])} | {ratio} |")
        say(f"{work}: {medians}")
    return "\n".join(lines) + "\n"
