"""Measures how much text is counted, and encoded, for each second of CPU: from Arrow in one
process, and on Spark. tools/verify/cluster/run --speed calls it.

The text is english.txt of ../shared in documents of 4 KB, as Parquet. On Spark, the CPU time is
that of the session's processes, Java and Python. What a session costs without work is left out: the
time for the text once is subtracted from the time for the text twelve times, after a run that warms
Java up.
"""
import argparse
import datetime
import os
import pathlib
import sys
import tempfile
import time

import pyarrow
import pyarrow.parquet

import bpetite
from bpetite import spark as on_spark
from sessions import session_on

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path += [str(ROOT / "tools"), str(ROOT / "tools" / "measure" / "bench")]

from environment import DATA  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
TIMES = 12


def texts():
    text = (DATA / "corpora" / "english.txt").read_bytes().decode()
    return pyarrow.array([text[at:at + 4096] for at in range(0, len(text), 4096)])


def cpu_of_session():
    """The CPU seconds of this process and of all below it, those that have ended too."""
    parents, seconds = {}, {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(path.parent.name)
        parents[number] = int(fields[1])
        seconds[number] = sum(map(int, fields[11:15])) / TICKS
    ours = {os.getpid()}
    while more := {it for it, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(seconds[it] for it in ours)


def of_arrow(work, array):
    began = time.process_time()
    work(array)
    return array.nbytes / 1e6 / (time.process_time() - began)


def of_spark(work, one, many, megabytes):
    """Megabytes for each second of CPU, without what is the same for any text."""
    seconds = []
    for df in (one, many):
        began = cpu_of_session()
        work(df)
        seconds.append(cpu_of_session() - began)
    return megabytes * (TIMES - 1) / (seconds[1] - seconds[0])


def rows():
    """What was done, and the speeds of three repetitions."""
    array = texts()
    megabytes = array.nbytes / 1e6
    tokenizer = bpetite.Tokenizer.open(DATA / "vocab" / "cl100k_base.tiktoken", profile="cl100k")

    def count(array):
        counter = bpetite.ChunkCounter(profile="cl100k")
        counter.add_arrow(array)
        counter.to_bytes()

    many = pyarrow.chunked_array([array] * TIMES)
    for name, work in (("`ChunkCounter.add_arrow`, one thread", count),
                       ("`encode_arrow`, one thread", tokenizer.encode_arrow)):
        yield name, [of_arrow(work, many) for _ in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        for number in range(TIMES):
            pathlib.Path(folder, "many").mkdir(exist_ok=True)
            pyarrow.parquet.write_table(pyarrow.table({"text": array}),
                                        f"{folder}/many/{number:02}.parquet")
        with session_on(pathlib.Path(folder), "local[2]") as session:
            dfs = [session.read.parquet(f"{folder}/many{name}") for name in ("/00.parquet", "")]

            def written(df):
                df.write.format("noop").mode("overwrite").save()

            works = [("Spark: reading alone", written),
                     ("Spark: `count`", lambda df: on_spark.count(df, "text", profile="cl100k"))]
            works += [(f"Spark: `encode`, {form}", lambda df, form=form: written(
                on_spark.encode(df, "text", tokenizer, form=form).select("ids")))
                for form in ("binary", "array")]
            for name, work in works:
                work(dfs[1])  # so that Java compiles what it needs
                yield name, [of_spark(work, *dfs, megabytes) for _ in range(3)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if not (DATA / "corpora" / "english.txt").exists():
        print(f"SKIPPED speed: {DATA} is missing")
        return 0
    lines = ["| work | MB of text for each second of CPU, three times |", "|---|---|"]
    for name, speeds in rows():
        lines.append(f"| {name} | {', '.join(f'{it:.0f}' for it in speeds)} |")
        print(lines[-1], flush=True)
    if options.write:
        import results
        results.keep("tools/verify/cluster/run --speed",
                     f"{datetime.date.today()}, {os.cpu_count()} cores, cl100k, english.txt in "
                     f"documents of 4 KB, {TIMES} times. On Spark, what\na session costs without "
                     "work is left out.\n\n" + "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
