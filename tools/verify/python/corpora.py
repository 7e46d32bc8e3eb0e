"""Ids beside tiktoken's on whole corpora, with eight threads, and how much faster two threads are.

    corpora.py      exit code 1: an id differs

How fast two threads are is printed beside how fast two processes are: on a busy machine neither is
twice as fast as one.
"""
import os
import pathlib
import statistics
import sys
import threading
import time

import numpy

import bpetite
import bpetite.tiktoken

sys.path += map(str, pathlib.Path(__file__).resolve().parents[1:3])

from environment import DATA  # noqa: E402
from vocabularies import openai  # noqa: E402

TRIES = 7


def encodings():
    """For each name: the real encoding, the drop-in, and our tokenizer of the rank file."""
    for profile in ("r50k", "cl100k", "o200k"):
        name = f"{profile}_base"
        theirs = openai(name)
        file = DATA / "vocab" / f"{name}.tiktoken"
        dropped_in = bpetite.tiktoken.Encoding.open(file, profile=profile, name=name)
        assert dropped_in._pat_str == theirs._pat_str, f"{name}: another pattern"
        assert dropped_in._special_tokens == theirs._special_tokens, f"{name}: other special tokens"
        yield name, theirs, dropped_in, bpetite.Tokenizer.open(file, profile=profile)


def in_threads(count, work):
    """work(0), work(1), ... in as many threads at once: the results, and the seconds."""
    results = [None] * count

    def run(place):
        results[place] = work(place)

    threads = [threading.Thread(target=run, args=(place,)) for place in range(count)]
    began = time.perf_counter()
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return results, time.perf_counter() - began


def compare():
    texts = {path.name: path.read_bytes().decode()
             for path in sorted((DATA / "corpora").glob("*.txt"))}
    good = True
    for name, theirs, dropped_in, ours in encodings():
        for file, text in texts.items():
            expected = theirs.encode_to_numpy(text, disallowed_special=())
            made = {"Tokenizer": ours.encode_to_numpy(text, disallowed_special=()),
                    "on two threads": ours.encode_to_numpy(text, disallowed_special=(), threads=2),
                    "drop-in": dropped_in.encode_to_numpy(text, disallowed_special=())}
            lines = text.splitlines(keepends=True)[:20_000]
            flat, offsets = ours.encode_batch_flat(lines, disallowed_special=(), threads=2)
            made["lines"] = flat
            of_lines = numpy.concatenate([theirs.encode_to_numpy(line, disallowed_special=())
                                          for line in lines])
            wrong = [what for what, ids in made.items() if not numpy.array_equal(
                ids, of_lines if what == "lines" else expected)]
            if ours.decode(expected) != text or len(offsets) != len(lines) + 1:
                wrong.append("decoded")
            parts, _ = in_threads(8, lambda _: ours.encode_to_numpy(text, disallowed_special=()))
            if not all(numpy.array_equal(part, expected) for part in parts):
                wrong.append("eight threads")
            good &= not wrong
            print(f"  {name} {file}: {len(expected):,} ids, "
                  + (f"DIFFER: {', '.join(wrong)}" if wrong else "0 differ"), flush=True)
    return good


def two_threads():
    ours = bpetite.Tokenizer.open(DATA / "vocab" / "cl100k_base.tiktoken", profile="cl100k")
    text = (DATA / "corpora" / "english.txt").read_bytes().decode()
    ours.encode_to_numpy(text, disallowed_special=())

    def work(_):
        return [len(ours.encode_to_numpy(text, disallowed_special=())) for _ in range(4)]

    times = [(in_threads(1, work)[1], in_threads(2, work)[1], in_processes(2, work))
             for _ in range(TRIES)]
    for what, summary in (("median", statistics.median), ("best", min)):
        one, two, apart = map(summary, zip(*times))
        print(f"  two threads of Python, {what} of {TRIES}: {2 * one / two:.2f} times one "
              f"(wanted 1.7); two processes: {2 * one / apart:.2f}")


def in_processes(count, work):
    """The seconds of the same in as many processes."""
    began = time.perf_counter()
    children = []
    for place in range(count):
        child = os.fork()
        if child == 0:
            work(place)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    return time.perf_counter() - began


if __name__ == "__main__":
    is_same = compare()
    two_threads()
    sys.exit(0 if is_same else 1)
