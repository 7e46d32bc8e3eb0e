"""Trains on columns of Spark, and encodes them. It needs PySpark 4: pip install "bpetite[spark]".

    from bpetite import spark as on_spark

    texts = session.read.parquet("corpus")                           # or on_spark.read_lines
    tokenizer = on_spark.train(texts, "text", 32000, profile="cl100k")
    encoded = on_spark.encode(texts, "text", tokenizer)              # has a column `ids` more

The tokenizer is, byte for byte, the one that `Tokenizer.train` learns from all rows in one
process. The order of rows, their partitions, and tasks that fail or run twice do not matter (S41a).
Each row is a text.

What is needed:

- Each worker has this version of bpetite, for the Python that runs the driver: functions of a
  module go to workers by name. Without the variable PYSPARK_PYTHON, workers take the first
  `python3` of their PATH. A worker that has no bpetite, or another version, is an error.
- Counts and ids leave a task as its rows. So an attempt that failed, and one that lost against a
  speculative copy, leave nothing behind.
- Ordinary PySpark; Spark Connect was not tried.
- Counts are added up by bpetite, which refuses sums beyond 2^64 (S40e). `spark.sql.ansi.enabled`
  plays no part.

How a DataFrame was read is not known here, and Spark's readers change texts silently:

- spark.read.json turns a lone surrogate into "?", overlong UTF-8 into "/", a number into its digits
  and a broken line into null, and takes the last of two fields. `read_lines` with a `field` refuses
  what `bpetite count --jsonl` refuses (S41d), and passes over blank lines as it does (S41c).
- spark.read.text ends lines at CR and CR LF too, unless lineSep is given, and drops a byte order
  mark. `read_lines` ends them at LF alone, and drops nothing.
- spark.read.parquet keeps texts. A column may hold strings that are not UTF-8: that is an error
  here, and so is null, unless `nulls="skip"`.
"""
from __future__ import annotations

import contextlib
import gzip
import io
import os
import pathlib
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _bpetite, shards
from . import errors as _errors
from ._arguments import Literals, Nulls, one_of, whole_number
from .counting import ChunkCounter, merge_counts
from .tokenizer import Tokenizer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Counts files travel as rows of so many bytes. Spark may put 10,000 rows into one batch, which must
# have less than 2^31 bytes.
_SLICE = 1 << 16
_SLICES = "part long, number long, content binary"
# A batch of texts ends after so many bytes or rows.
_BATCH = 1 << 22
_ROWS = 10000


# --- What people call ---

def count(df: DataFrame, column: str, *, path: str | os.PathLike[str] | None = None,
          overwrite: bool = False, profile: str | None = None,
          pattern: str | Sequence[str] | None = None, dialect: str = "tiktoken",
          unicode: str = "16.0", normalizer: str | None = None, nulls: Nulls = "error",
          memory: int = 1 << 30, groups: int = 8) -> bytes | None:
    """The counts of a column of texts, as bytes, or as a file on the driver if there is a `path`.

    profile, pattern, dialect, unicode, normalizer: how texts are cut, as in `Tokenizer.train`.
    nulls: what becomes of a row that is null: "error", or "skip".
    memory: the bytes that the counts of one task take at most; the rest, and the files that are
        merged, are in the worker's directory for temporary files.
    groups: the files of all tasks are merged in so many groups, and then into one.

    The driver's memory and spark.driver.maxResultSize do not bound the number of tasks. The driver
    fetches the one file that is left in `groups` parts, one after the other. So a part must be
    smaller than spark.driver.maxResultSize: with 1 GiB and 8 groups, the file may have 8 GiB.

    Errors: those of `ChunkCounter`, of `ChunkCounter.save`, and of Spark. An error of a text is a
    PythonException of Spark with the message of `ChunkCounter.add_arrow`, and a note that has the
    place of the batch. TypeError: the column has no texts. KeyError: there is no such column.
    ImportError: no PySpark 4, or workers without bpetite."""
    how = {"profile": profile, "pattern": pattern, "dialect": dialect, "unicode": unicode,
           "normalizer": normalizer}
    with tempfile.TemporaryDirectory() as folder:
        fetched = pathlib.Path(folder, "fetched")
        _fetch(df, column, fetched, how, one_of("count: nulls", nulls, "error", "skip"),
               whole_number("memory", memory, 64), max(1, whole_number("groups", groups)))
        target = pathlib.Path(folder, "counts") if path is None else path
        merge_counts([fetched], target, overwrite=overwrite)
        return target.read_bytes() if path is None else None


def train(df: DataFrame, column: str, vocab_size: int, *, profile: str | None = None,
          pattern: str | Sequence[str] | None = None, dialect: str = "tiktoken",
          unicode: str = "16.0", normalizer: str | None = None,
          special_tokens: Iterable[str] = (), progress: Callable[[int], object] | None = None,
          nulls: Nulls = "error", memory: int = 1 << 30, groups: int = 8) -> Tokenizer:
    """The tokenizer that `Tokenizer.train` learns from all texts of a column. The arguments are
    those of `count` and of `Tokenizer.train`.

    The merges are learned on the driver, in one thread. It needs some 350 bytes of memory for each
    distinct chunk: 40 MB for 23 MB of English, which has 108,000. More text has fewer new ones."""
    if profile is None and pattern is None:
        profile = "v1"  # counts have no special tokens; the name of the profile gives them
    how = {"profile": profile, "pattern": pattern, "dialect": dialect, "unicode": unicode,
           "normalizer": normalizer}
    with tempfile.TemporaryDirectory() as folder:
        counts = pathlib.Path(folder, "counts")
        count(df, column, path=counts, nulls=nulls, memory=memory, groups=groups, **how)
        return Tokenizer.train_from_counts([counts], vocab_size, special_tokens=special_tokens,
                                           progress=progress, **how)


def encode(df: DataFrame, column: str, tokenizer: Tokenizer, *, ids: str = "ids",
           form: Literal["binary", "array"] = "binary", nulls: Nulls = "error",
           allowed_special: Literals = None, disallowed_special: Literals = None) -> DataFrame:
    """The DataFrame with one column more, which has the ids of each text.

    ids: the name of the new column.
    form: "binary", four bytes an id, the lowest first: numpy.frombuffer(row.ids, "<u4"); or
        "array", array<int>, which Spark takes several times as long to write as Parquet.
    nulls: with "skip" a row that is null has null for its ids.
    allowed_special, disallowed_special: as in `Tokenizer.encode`. So special tokens that a text
        spells may become their ids; disallowed_special=() makes them ordinary text.

    All columns pass through the workers: select those that are needed before. Spark encodes when
    the ids are used, and again each time that they are. The errors are those of `count`, at that
    time. ValueError: there is a column of that name; or, with form="array", an id
    beyond 2^31 - 1."""
    one_of("encode: form", form, "binary", "array")
    one_of("encode: nulls", nulls, "error", "skip")
    types = _pyspark().sql.types
    at = _index_of(df, column)
    if ids in df.columns:
        raise _errors.ValueError(f"encode: ids: there is a column {ids!r}")
    if form == "array" and tokenizer.vocab_size > 1 << 31:
        raise _errors.ValueError('encode: form "array": required ids below 2^31')
    as_type = types.BinaryType() if form == "binary" else types.ArrayType(
        types.IntegerType(), containsNull=False)
    options = {"nulls": nulls, "allowed_special": _listed(allowed_special),
               "disallowed_special": _listed(disallowed_special)}
    version = _version()

    def encode_part(batches: Iterator[Any]) -> Iterator[Any]:
        _require(version)
        for batch, place in _placed(batches):
            with place:
                yield from _encoded(batch, at, tokenizer, ids, form, options)

    return df.mapInArrow(encode_part, types.StructType(
        [*df.schema.fields, types.StructField(ids, as_type)]))


def read_lines(session: SparkSession, paths: str | Iterable[str], *, field: str | None = None,
               task_bytes: int = 1 << 26) -> DataFrame:
    """A DataFrame with a column `text` that has a row for each line of files.

    paths: files, each as an absolute path or a URI that pyarrow.fs reads (hdfs://, s3://, ...; only
        local files were tried). The driver and all workers must reach them. What ends with .gz is
        unpacked.
    field: if it is given, each line is an object of JSON, and the text is the string in this field
        (S41c). Else the line itself is the text.
    task_bytes: about how many bytes a task reads. A file with .gz is always one task.

    Lines end at LF. CR, a byte order mark and white space belong to the text. A line that is not
    UTF-8, and one that S41d calls bad, is an error with the file and the place of the line."""
    _pyspark()
    size = max(1, whole_number("task_bytes", task_bytes, 63))
    tasks = [task for path in ([paths] if isinstance(paths, str) else paths)
             for task in _tasks_of(path, size)]
    version = _version()

    def read_part(batches: Iterator[Any]) -> Iterator[Any]:
        _require(version)
        for batch in batches:
            for task in batch.column(0).to_pylist():
                yield from _batches_of(_texts_of(*tasks[task], field))

    return session.range(0, len(tasks), 1, max(1, len(tasks))).mapInArrow(read_part,
                                                                          "text string")


def run_shards(session: SparkSession, directory: shards.Path, *, root: shards.Path | None = None,
               threads: int = 1) -> dict[str, Any]:
    """Does all tasks of a `bpetite.shards.plan` that have no receipt yet, each as a task of Spark,
    and returns what `bpetite.shards.finish` does.

    directory: the folder of the plan. The driver and all workers must reach it, and the inputs.
    root, threads: as in `bpetite.shards.run`.

    What Spark does with a task does not matter: an attempt that fails leaves no receipt, and a copy
    writes the same bytes (S80a, S82d). The errors of a task are a PythonException of Spark with
    their message."""
    _pyspark()
    where, version = os.path.abspath(directory), _version()
    base = None if root is None else os.path.abspath(root)
    tasks = shards.unfinished(where)

    def run_part(batches: Iterator[Any]) -> Iterator[Any]:
        _require(version)
        for batch in batches:
            shards.run(where, [tasks[it] for it in batch.column(0).to_pylist()], root=base,
                       threads=threads)
        yield from ()

    session.range(0, len(tasks), 1, max(1, len(tasks))).mapInArrow(run_part, "task long").count()
    return shards.finish(where)


# --- Counting ---

def _fetch(df: DataFrame, column: str, fetched: pathlib.Path, how: dict[str, Any], nulls: Nulls,
           memory: int, groups: int) -> None:
    """Writes the counts file of a column."""
    _pyspark()
    name = df.columns[_index_of(df, column)]
    fetched.write_bytes(ChunkCounter(**how).to_bytes())  # of no text; how texts are cut is right
    version = _version()

    def count_part(batches: Iterator[Any]) -> Iterator[Any]:
        _require(version)
        counter, has_rows = ChunkCounter(memory=memory, **how), False
        for batch, place in _placed(batches):
            has_rows = True
            with place:
                counter.add_arrow(batch.column(0), nulls=nulls)
        if has_rows:
            with tempfile.TemporaryDirectory() as folder:
                counter.save(pathlib.Path(folder, "counts"))
                yield from _slices_of(pathlib.Path(folder, "counts"))

    counts = df.select(df[name]).mapInArrow(count_part, _SLICES)
    for width in (groups, 1):
        counts = counts.repartition(width, "part").sortWithinPartitions("part", "number")
        counts = counts.mapInArrow(_merge_part, _SLICES)
    with fetched.open("r+b") as file:
        try:
            for row in counts.repartition(groups, "number").toLocalIterator():
                file.seek(row.number * _SLICE)
                file.write(row.content)
        except Exception as error:
            if "No module named 'bpetite'" not in str(error):
                raise
            raise ImportError("bpetite.spark: the Python of the workers has no bpetite: set "
                              "PYSPARK_PYTHON to one that has it") from error


def _merge_part(batches: Iterator[Any]) -> Iterator[Any]:
    """Merges the counts files whose slices these are, ascending."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as last:
        files: list[pathlib.Path] = []
        for batch in batches:
            for part, number, content in zip(*(it.to_pylist() for it in batch.columns)):
                if number == 0:
                    last.close()
                    files.append(pathlib.Path(folder, f"{part}"))
                    file = last.enter_context(files[-1].open("xb"))
                file.write(content)
        last.close()
        if files:
            merged = pathlib.Path(folder, "merged")
            merge_counts(files, merged)
            yield from _slices_of(merged)


def _slices_of(path: pathlib.Path) -> Iterator[Any]:
    """The rows of a counts file, each in a batch of its own."""
    import pyarrow
    from pyspark import TaskContext
    part = TaskContext.get().partitionId()
    with path.open("rb") as file:
        for number, content in enumerate(iter(lambda: file.read(_SLICE), b"")):
            yield pyarrow.RecordBatch.from_arrays(
                [pyarrow.array([part]), pyarrow.array([number]), pyarrow.array([content])],
                ["part", "number", "content"])


# --- Encoding ---

def _encoded(batch: Any, at: int, tokenizer: Tokenizer, name: str, form: str,
             options: dict[str, Any]) -> Iterator[Any]:
    """The batch with its ids; in halves if they are 2^31 bytes or more, which no batch holds."""
    import pyarrow
    texts = batch.column(at)
    ids, offsets = tokenizer.encode_arrow(texts, **options)
    if ids.nbytes >= 1 << 31:
        if batch.num_rows == 1:
            raise _errors.ValueError("encode: a text has 2^29 ids or more, too many for a row")
        half = batch.num_rows // 2
        for part in (batch.slice(0, half), batch.slice(half)):
            yield from _encoded(part, at, tokenizer, name, form, options)
        return
    if form == "binary":
        places = pyarrow.py_buffer((offsets * ids.itemsize).astype("=i4"))
        made = pyarrow.Array.from_buffers(pyarrow.binary(), len(texts), [
            None, places, pyarrow.py_buffer(ids.astype("<u4", copy=False))])
    else:
        made = pyarrow.ListArray.from_arrays(pyarrow.array(offsets.astype("=i4")),
                                             pyarrow.array(ids.view("=i4")))
    if texts.null_count:
        made = pyarrow.compute.if_else(texts.is_valid(), made, pyarrow.scalar(None, made.type))
    yield pyarrow.RecordBatch.from_arrays(
        [*batch.columns, made], schema=batch.schema.append(pyarrow.field(name, made.type)))


def _listed(literals: Literals) -> Any:
    """Literals as they can be sent to workers."""
    return literals if literals is None or isinstance(literals, str) else list(literals)


# --- Reading lines ---

def _tasks_of(path: str, size: int) -> list[tuple[str, int, int]]:
    filesystem, name = _file_of(path)
    info = filesystem.get_file_info(name)
    if not info.is_file:
        raise _errors.FileNotFoundError(f"read_lines: {path!r}: there is no such file")
    if path.endswith(".gz"):
        return [(path, 0, sys.maxsize)]
    return [(path, begin, min(begin + size, info.size)) for begin in range(0, info.size, size)]


def _file_of(path: str) -> tuple[Any, str]:
    from pyarrow import fs
    return fs.FileSystem.from_uri(path if "://" in path else os.path.abspath(path))


def _texts_of(path: str, begin: int, end: int, field: str | None) -> Iterator[bytes]:
    for place, line in _lines_of(path, begin, end):
        if field is not None and not line.strip(b" \t\r"):
            continue  # S41c
        try:
            if field is not None:
                line = _bpetite.text_of_line(line, field)
            else:
                line.decode()
        except ValueError as error:
            clause = "S1a" if field is None else "S41d"
            why = getattr(error, "message", error)
            raise _errors.ValueError(f"read_lines: {path!r}: the line from byte {place}: {why}",
                                     clause) from None
        yield line


def _lines_of(path: str, begin: int, end: int) -> Iterator[tuple[int, bytes]]:
    """The lines that begin in these bytes of a file, and where."""
    filesystem, name = _file_of(path)
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(filesystem.open_input_file(name))
        if path.endswith(".gz"):
            file = stack.enter_context(gzip.open(file))
        else:
            file = stack.enter_context(io.BufferedReader(file, 1 << 20))
        place = begin
        if begin > 0:  # the line of the byte before is another task's
            file.seek(begin - 1)
            place += len(file.readline()) - 1
        while place < end and (line := file.readline()):
            yield place, line.removesuffix(b"\n")
            place += len(line)


def _batches_of(texts: Iterator[bytes]) -> Iterator[Any]:
    import pyarrow
    kept: list[bytes] = []
    size = 0
    for text in texts:
        kept.append(text)
        size += len(text)
        if size >= _BATCH or len(kept) == _ROWS:
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array(kept, pyarrow.string())], ["text"])
            kept, size = [], 0
    if kept:
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array(kept, pyarrow.string())], ["text"])


# --- Spark ---

def _pyspark() -> Any:
    try:
        import pyspark.sql.types
    except ImportError as error:
        raise ImportError(
            'bpetite.spark needs PySpark 4: pip install "bpetite[spark]"') from error
    if int(pyspark.__version__.partition(".")[0]) < 4:
        raise ImportError(f"bpetite.spark needs PySpark 4, and this is {pyspark.__version__}")
    return pyspark


def _version() -> str:
    from . import __version__
    return __version__


def _require(version: str) -> None:
    """On a worker: this is the bpetite of the driver."""
    if version != _version():
        raise ImportError(f"bpetite.spark: this worker has bpetite {_version()}, and the driver "
                          f"{version}")


def _index_of(df: DataFrame, column: str) -> int:
    from pyspark.sql.types import BinaryType, StringType
    if column not in df.columns:
        raise _errors.KeyError(f"spark: there is no column {column!r}")
    kind = df.schema[column].dataType
    if not isinstance(kind, (BinaryType, StringType)):
        raise TypeError(f"bpetite: column {column!r}: required string or binary, not "
                        f"{kind.simpleString()}")
    return df.columns.index(column)


def _placed(batches: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Each batch, and a context whose errors have a note that says where the batch is."""
    row = 0
    for batch in batches:
        yield batch, _place_of(row)
        row += batch.num_rows


@contextlib.contextmanager
def _place_of(row: int) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        from pyspark import TaskContext
        error.add_note(f"The batch begins at row {row} of partition "
                       f"{TaskContext.get().partitionId()}.")
        raise
