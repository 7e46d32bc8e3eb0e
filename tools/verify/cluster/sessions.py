"""Sessions of Spark, and the processes of their executors, for cases.py and shard_spark.py."""
import contextlib
import pathlib

from pyspark.sql import SparkSession


@contextlib.contextmanager
def session_on(work, master, **settings):
    """A session with 1 GB of memory, whose files are in the folder `work`."""
    builder = SparkSession.builder.master(master).appName("bpetite")
    for name, value in {"spark.driver.memory": "1g", "spark.ui.enabled": "false",
                        "spark.ui.showConsoleProgress": "false", "spark.driver.host": "127.0.0.1",
                        "spark.local.dir": str(work / "local"),
                        "spark.sql.warehouse.dir": str(work / "warehouse"), **settings}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    try:
        yield session
    finally:
        session.stop()


def executors_of(session):
    application = session.sparkContext.applicationId.encode()
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words and (
                    application in words):
                found.append(int(path.parent.name))
    return sorted(found)
