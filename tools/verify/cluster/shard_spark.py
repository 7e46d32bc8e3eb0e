"""Makes shards on Spark while an executor is killed, for shard_cases.py."""
import contextlib
import os
import pathlib
import signal
import threading
import time

from pyspark.sql import SparkSession

from bpetite import spark as on_spark


def executors_of(session):
    """The processes of a session's executors."""
    application = session.sparkContext.applicationId.encode()
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words and (
                    application in words):
                found.append(int(path.parent.name))
    return sorted(found)


def with_a_kill(one, work):
    """None if the shards are those of one worker, and an executor was killed while it had an
    unfinished file."""
    out = one.another("spark")
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("bpetite")
    for name, value in {"spark.driver.memory": "1g", "spark.executor.memory": "1g",
                        "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false",
                        "spark.driver.host": "127.0.0.1", "spark.local.dir": str(work / "local"),
                        "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"]}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    killed = []

    def is_writing():
        with contextlib.suppress(FileNotFoundError):
            return any(it.stat().st_size for it in (out / "shards").glob(".bpetite-*"))
        return False

    def kill():
        while not (any((out / "receipts").iterdir()) and is_writing()):
            time.sleep(0.005)
        killed.append(executors_of(session)[0])
        os.kill(killed[0], signal.SIGKILL)

    try:
        threading.Thread(target=kill, daemon=True).start()
        on_spark.run_shards(session, out)
        again = on_spark.run_shards(session, out)  # nothing is left to do
    finally:
        session.stop()
    if again["tasks"] != one.tasks:
        return f"DIFFERENT: {again['tasks']} tasks"
    return one.compare(out) or (None if killed else "NOT RUN: no executor was killed")
