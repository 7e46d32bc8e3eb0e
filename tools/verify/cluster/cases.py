"""The cases of tools/verify/cluster/run. Each trains, counts or encodes on Spark in another way,
and compares with the command line, which is one process.

    cases.py local WORK PACKAGE PROGRAM

Prints a line for each case. Exit code 1: a case is not equal, or did not run.
"""
import contextlib
import gzip
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

GROUP, WORK, PACKAGE, PROGRAM = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
sys.path.insert(0, str(PACKAGE))  # for the group `missing`, whose workers do not have it

import numpy  # noqa: E402
import pyspark  # noqa: E402

import bpetite  # noqa: E402
from bpetite import spark as on_spark  # noqa: E402
from each_case import Cases  # noqa: E402
from sessions import executors_of, session_on  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
CORPUS = ROOT / "conformance" / "artifacts" / "golden" / "tinyshakespeare" / "corpus.txt"
HOW = {"profile": "cl100k"}
SIZE = 1000
# What readers of Spark change, and other texts that are easy to cut wrongly.
ODD = ["a\rb\r\nc", "\ufeffab", "", " ", "\t", "a\u0301\u00e9\U0001f600", "x" * 200_000, "\x00\x01",
       "<|endoftext|>", "\u2028ab\x85"]


# --- The corpus, and what one process makes of it ---

def rows_of_lines():
    """Texts without a line feed."""
    return [*CORPUS.read_text().split("\n"), *ODD]


def rows_of_speeches():
    return [*CORPUS.read_text().split("\n\n"), *ODD, "a\nb", "\n\n"]


def write_lines_of_json(path, rows):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf-8", newline="") as file:
        for number, row in enumerate(rows):
            file.write(json.dumps({"id": number, "text": row}, ensure_ascii=number % 2 == 0) + "\n")
    return path


class OneProcess:
    """What `bpetite train` and `bpetite count` write for these texts."""

    def __init__(self, rows):
        self.rows = rows
        lines = write_lines_of_json(WORK / "one.jsonl", rows)
        self.artifact = self._written("train", lines, "--vocab-size", str(SIZE))
        self.counts = self._written("count", lines)
        self.tokenizer = bpetite.Tokenizer.from_bytes(self.artifact)

    def _written(self, command, lines, *more):
        output = WORK / f"one.{command}"
        subprocess.run([PROGRAM, command, "--input", lines, "--jsonl", "text", "--profile",
                        "cl100k", *more, "--output", output, "--force"], check=True,
                       capture_output=True)
        return output.read_bytes()

    def compare_training(self, df, **options):
        found = on_spark.train(df, "text", SIZE, **HOW, **options).to_bytes()
        return None if found == self.artifact else difference(found, self.artifact)

    def compare_ids(self, df, form):
        encoded = on_spark.encode(df, "text", self.tokenizer, form=form, disallowed_special=())
        found = sorted((row.text, numpy.frombuffer(row.ids, "<u4").tolist() if form == "binary"
                        else row.ids) for row in encoded.collect())
        wanted = sorted((row, self.tokenizer.encode_ordinary(row)) for row in self.rows)
        return None if found == wanted else f"{len(found)} rows, {len(wanted)} wanted, or their ids"


def difference(found, wanted):
    at = next((at for at, both in enumerate(zip(found, wanted)) if both[0] != both[1]),
              min(len(found), len(wanted)))
    return f"DIFFERENT from byte {at} of {len(wanted)} on, {len(found)} bytes"


# --- Cases ---

case = Cases(GROUP)


def column_of(session, rows, partitions=None):
    df = session.createDataFrame([(row,) for row in rows], "text string")
    return df if partitions is None else df.repartition(partitions)


# Functions that go to workers by value: a worker has no cases.py.

def slowly(seconds):
    def passed(batches):
        import time
        for batch in batches:
            time.sleep(seconds)
            yield batch
    return passed


def failing_first(then):
    """Does what `then` does; at the first attempt it fails behind the first batch."""
    def passed(batches):
        from pyspark import TaskContext
        for number, batch in enumerate(then(batches)):
            yield batch
            if TaskContext.get().attemptNumber() == 0:
                raise RuntimeError("this attempt fails")
    return passed


def raises(call, *words):
    """What is wrong with the error of the call, if something is."""
    try:
        call()
    except Exception as error:
        return None if any(word in str(error) for word in words) else f"another error: {error}"
    return "NO ERROR"


# --- Groups ---

BAD_LINES = {
    "a lone surrogate": rb'{"text":"\ud800"}', "overlong UTF-8": b'{"text":"\xc0\xaf"}',
    "the field twice": b'{"text":"a","text":"b"}', "a number": b'{"text":5}',
    "bad UTF-8": b'{"text":"\xff"}', "broken JSON": b'{"text":"a"', "no field": b'{"tex":"a"}',
    "null": b'{"text":null}', "a byte order mark": b'\xef\xbb\xbf{"text":"a"}',
    "more behind": b'{"text":"a"} x', "single quotes": b"{'text':'a'}",
    "NaN": b'{"text":"a","n":NaN}',
}


def local():
    with session_on(WORK, "local[2]") as session:
        one = OneProcess(rows_of_speeches())
        for partitions in (1, 2, 7, 64):
            case(f"partitions: {partitions}", lambda: one.compare_training(
                column_of(session, one.rows, partitions)))
        case("rows in another order", lambda: one.compare_training(column_of(
            session, random.Random(1).sample(one.rows, len(one.rows)), 5)))
        case("one group for merging, little memory", lambda: one.compare_training(
            column_of(session, one.rows, 5), groups=1, memory=1 << 20))
        case("the default profile, special tokens", lambda: None if on_spark.train(
            column_of(session, one.rows, 3), "text", 400, special_tokens=["<|a|>"]).to_bytes() == (
                bpetite.Tokenizer.train(one.rows, 400, special_tokens=["<|a|>"]).to_bytes())
            else "DIFFERENT")
        case("counts are the file of one process", lambda: None if on_spark.count(
            column_of(session, one.rows, 3), "text", **HOW) == one.counts else "DIFFERENT")
        for name in ("rows.jsonl", "rows.jsonl.gz"):
            path = write_lines_of_json(WORK / name, one.rows)
            case(f"JSON Lines, {name}", lambda: one.compare_training(
                on_spark.read_lines(session, str(path), field="text", task_bytes=150_000)))
        column_of(session, one.rows, 3).write.parquet(str(WORK / "rows.parquet"))
        parquet = session.read.parquet(str(WORK / "rows.parquet"))
        case("Parquet", lambda: one.compare_training(parquet))
        case("text as binary", lambda: one.compare_training(
            parquet.selectExpr("cast(text as binary) as text")))
        for form in ("binary", "array"):
            case(f"ids, {form}", lambda: one.compare_ids(parquet, form))

        lines = OneProcess(rows_of_lines())
        content = "\n".join(lines.rows).encode()
        for name, cut in (("lines.txt", None), ("lines.txt.gz", None), ("two files", 300_000)):
            paths = [WORK / name.replace(" ", "-")]
            if cut is not None:
                cut = content.index(b"\n", cut) + 1
                paths.append(WORK / "second")
                paths[1].write_bytes(content[cut:])
            paths[0].write_bytes(gzip.compress(content) if name.endswith(".gz") else content[:cut])
            case(f"lines, {name}", lambda: lines.compare_training(
                on_spark.read_lines(session, map(str, paths), task_bytes=100_000)))
        with_null = column_of(session, [*one.rows, None], 3)
        case("null, skipped", lambda: one.compare_training(with_null, nulls="skip"))
        case("null, refused", lambda: raises(lambda: on_spark.count(with_null, "text"), ": null,"))
        for name, line in BAD_LINES.items():
            path = WORK / "bad.jsonl"
            path.write_bytes(b'{"text":"ab"}\n' + line + b'\n{"text":"ab"}\n')
            case(f"bad line refused: {name}", lambda: raises(
                lambda: on_spark.read_lines(session, str(path), field="text").collect(), "S41d"))
        ill_formed = parquet.selectExpr("cast(X'61ff' as string) as text").limit(1)
        case("a column that is not UTF-8 refused",
             lambda: raises(lambda: on_spark.count(ill_formed, "text"), "S1a"))
        right = on_spark._version
        on_spark._version = lambda: "0.9"
        case("a worker with another version refused", lambda: raises(
            lambda: on_spark.count(parquet, "text"), "this worker has bpetite"))
        on_spark._version = right
    case("python/tests that need pyarrow or Spark", tests_with_libraries)


def tests_with_libraries():
    tests = ROOT / "python" / "tests"
    done = subprocess.run([sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider",
                           tests / "test_readme.py", tests / "test_spark.py",
                           "-k", "not test_examples or that_need"],
                          capture_output=True, text=True, cwd=WORK)
    print(done.stdout, file=sys.stderr)
    return None if done.returncode == 0 else done.stdout.strip().splitlines()[-1]


def failing():
    with session_on(WORK, "local[2,4]", **{"spark.driver.maxResultSize": "400k"}) as session:
        one = OneProcess(rows_of_speeches())
        df = column_of(session, one.rows, 7)
        case("each task of the texts fails once", lambda: one.compare_training(
            df.mapInArrow(failing_first(lambda batches: batches), "text string")))
        right = on_spark._merge_part
        on_spark._merge_part = failing_first(right)
        case("each task that merges fails once", lambda: one.compare_training(df))
        on_spark._merge_part = right
        case("64 partitions, maxResultSize 400 KB", lambda: one.compare_training(
            column_of(session, one.rows, 64)))


def killed():
    with session_on(WORK, "local-cluster[2,1,1024]", **{"spark.executor.memory": "1g"}) as session:
        one = OneProcess(rows_of_speeches())
        ends = []

        def kill():
            tracker = session.sparkContext.statusTracker()
            for _ in range(2):
                # A task has ended, whose rows are lost with its executor, and another one runs.
                while len(executors_of(session)) < 2 or not any(
                        (info := tracker.getStageInfo(stage)) and info.numCompletedTasks > 0
                        and info.numActiveTasks > 0 for stage in tracker.getActiveStageIds()):
                    time.sleep(0.1)
                ends.append(executors_of(session)[0])
                os.kill(ends[-1], signal.SIGKILL)
                time.sleep(2)

        df = column_of(session, one.rows, 12).mapInArrow(slowly(1), "text string")
        thread = threading.Thread(target=kill, daemon=True)
        thread.start()

        def compare():
            found = one.compare_training(df)
            if found is None and len(ends) != 2:
                return f"NOT RUN: {len(ends)} executors were killed"
            return found

        case("two executors killed", compare)


@contextlib.contextmanager
def standalone_cluster():
    """A master and two workers on two addresses: Spark runs no copy on the host of the original."""
    home = pathlib.Path(pyspark.__file__).parent
    port = 20_000 + os.getpid() % 20_000
    master = f"spark://127.0.0.1:{port}"
    options = ["--work-dir", WORK / "work", "--cores", "1", "--memory", "1g", "--webui-port", "0"]
    deploy = "org.apache.spark.deploy"
    settings = {**os.environ, "SPARK_HOME": str(home), "SPARK_DAEMON_MEMORY": "256m"}
    started = []

    def start(*words):
        started.append(subprocess.Popen([home / "bin" / "spark-class", *words], env=settings,
                                        stdout=sys.stderr, stderr=sys.stderr))
        time.sleep(3)

    try:
        start(f"{deploy}.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port",
              "0")
        for host in ("127.0.0.2", "127.0.0.3"):
            start(f"{deploy}.worker.Worker", "--host", host, *options, master)
        yield master
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait(30)


def standalone():
    speculation = {"spark.speculation": "true", "spark.speculation.interval": "100ms",
                   "spark.speculation.quantile": "0.5", "spark.speculation.multiplier": "1.5",
                   "spark.speculation.minTaskRuntime": "100ms"}
    settings = {"spark.executor.memory": "1g", "spark.executor.cores": "1", **speculation}
    environ = {key: value for key, value in os.environ.items() if key != "SPARK_LOCAL_IP"}
    os.environ.clear()
    os.environ.update(environ)  # each worker has its own address
    with standalone_cluster() as master, session_on(WORK, master, **settings) as session:
        deadline = time.monotonic() + 60
        while len(executors_of(session)) < 2 and time.monotonic() < deadline:
            time.sleep(0.2)
        if len(executors_of(session)) < 2:
            return case.not_run("two workers", "they did not start")
        one = OneProcess(rows_of_speeches())
        case("two workers", lambda: one.compare_training(column_of(session, one.rows, 6)))

        # The first attempt at partition 0 is slow. It does not fail, so another attempt is a copy.
        seen = WORK / "attempts"
        seen.mkdir()

        def slow_first(batches):
            import time

            from pyspark import TaskContext
            context = TaskContext.get()
            (seen / f"{context.partitionId()}-{context.attemptNumber()}").touch()
            if context.partitionId() == 0 and context.attemptNumber() == 0:
                time.sleep(30)
            yield from batches

        df = column_of(session, one.rows, 6).mapInArrow(slow_first, "text string")

        def compare():
            found = one.compare_training(df)
            if found is None and not (seen / "0-1").exists():
                return "NOT RUN: Spark started no copy of the slow task (equal without one)"
            return found

        case("a slow task, and its speculative copy", compare)


def missing():
    with session_on(WORK, "local[2]") as session:
        df = column_of(session, ["ab"], 1)
        case("workers without bpetite refused",
             lambda: raises(lambda: on_spark.count(df, "text"), "set PYSPARK_PYTHON"))


{"local": local, "failing": failing, "killed": killed, "standalone": standalone,
 "missing": missing}[GROUP]()
sys.exit(case.status())
