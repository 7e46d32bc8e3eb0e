"""Makes shards on Spark while an executor is killed, for shard_cases.py."""
import contextlib
import os
import signal
import threading
import time

from bpetite import spark as on_spark
from sessions import executors_of, session_on


def with_a_kill(one, work):
    """None if the shards are those of one worker, and an executor was killed while it had an
    unfinished file."""
    out = one.another("spark")
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

    settings = {"spark.executor.memory": "1g",
                "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"]}
    with session_on(work, "local-cluster[2,1,1024]", **settings) as session:
        threading.Thread(target=kill, daemon=True).start()
        on_spark.run_shards(session, out)
        again = on_spark.run_shards(session, out)  # nothing is left to do
    if again["tasks"] != one.tasks:
        return f"DIFFERENT: {again['tasks']} tasks"
    return one.compare(out) or (None if killed else "NOT RUN: no executor was killed")
