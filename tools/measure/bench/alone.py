"""Measures only our engine, in several variants: the cost of a normalizer, offsets and counting.

    --nfc       a model with its normalizer, and without it, on texts that it leaves as they are
    --offsets   ids, and ids with offsets in bytes and in scalars; with --ours kept all of them go
                into a buffer that is kept
    --count     ids into a buffer that is kept, and only their number

    alone.table(setup, options)   the text of a table
"""
import collections
import statistics
import typing

import vocabularies
import works
from places import say
from speeds import speed
from workers import Setup, Worker, digests, in_turns


class Variant(typing.NamedTuple):
    what: str
    name: str      # of the worker
    question: str  # of worker.cpp
    setup: Setup


def variants(setup, options):
    """The variants to measure. The others are compared with the first one."""
    if options.nfc:
        plain = setup._replace(vocabulary=vocabularies.without(setup.vocabulary, "normalizer"))
        return [Variant("without its normalizer", "ours", "enc", plain),
                Variant("with its normalizer", "ours", "enc", setup)]
    if options.offsets:
        name, kept = ("ours:kept", ", kept") if "kept" in (options.ours or "") else ("ours", "")
        return [Variant("ids" + kept, name, "each", setup),
                Variant("ids, offsets in bytes" + kept, name, "bytes", setup),
                Variant("ids, offsets in scalars" + kept, name, "scalars", setup)]
    return [Variant("ids into a kept buffer", "ours:kept", "each", setup),
            Variant("number of ids", "ours", "count", setup)]


def table(setup, options):
    lines = ["| work | what | ids | cold MB/s, median (best) | warm MB/s, median (best) "
             "| its time / that of the first, cold / warm |", "|---|---|---|---|---|---|"]
    for work, path, size in works.chosen(options):
        results = measured(variants(setup, options), path, size, options)
        for place, (what, ids, *times) in enumerate(results):
            speeds = [speed(path.stat().st_size, it) for it in times]
            ratios = " / ".join(map(ratio, times, results[0][2:])) if place > 0 else ""
            lines.append(f"| {work} | {what} | {ids} | {speeds[0]} | {speeds[1]} | {ratios} |")
            say(f"{work}: {what}: {ids}, {ratios}")
    return "\n".join(lines) + "\n"


def ratio(seconds, first):
    if not seconds or not first:
        return "-"
    return f"**{statistics.median(seconds) / statistics.median(first):.2f}**"


def measured(all_variants, path, size, options):
    """For each variant its name, whether its ids are those of the first one, and the seconds of
    cold and of warm runs."""
    given = [digests([it.name], it.setup, path, size).get(it.name) for it in all_variants]
    times = collections.defaultdict(lambda: ([], []))
    for variant in in_turns(all_variants, options.rounds):
        with Worker(variant.name, variant.setup) as worker:
            if not worker.ask("load"):
                continue
            for again in range(1 + options.warm):
                seconds = worker.seconds(variant.question, path, size)
                if seconds is not None:
                    times[variant][1 if again else 0].append(seconds)
    return [(it.what, "the same" if digest == given[0] and times[it][0] else "differ or none",
             *times[it]) for it, digest in zip(all_variants, given)]
