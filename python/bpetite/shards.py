"""Turns corpora into files of ids for training, on one machine or many. Chapter 23 of the
specification has the formats and what is promised.

    from bpetite import shards

    shards.plan(["a.jsonl", "b.jsonl.zst"], "out", format="megatron", tokenizer="tokenizer.json",
                append="<|endoftext|>")
    shards.run("out")                              # or on many machines: worker=(1, 8), (2, 8), ...
    print(shards.finish("out")["dataset"])

The bytes of all shards depend on the inputs, the tokenizer and these options alone (S80a). The
command line `bpetite shards` reads and writes the same folders.

A program that has the documents itself plans a number of tasks without inputs, and gives the
documents of each task to a `ShardWriter`:

    shards.plan([], "out", format="raw", tokenizer=tokenizer, tasks=2)
    with bpetite.ShardWriter("out", 0) as shard:
        shard.add_batch(["ab ab", "abc"])
"""
from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Literal

from . import _bpetite
from . import errors as _errors
from ._arguments import one_of, whole_number
from .tokenizer import Tokenizer, _path

Path = str | os.PathLike[str]
# What a receipt has (S82e): "task", "plan", "documents", "empty", "ids", "skipped", "input",
# "files" and "bad".
Receipt = dict[str, Any]


def plan(inputs: Iterable[Path], output: Path, *,
         format: Literal["megatron", "ds", "raw", "llmc"], tokenizer: Tokenizer | Path,
         root: Path = ".", field: str = "text", separator: str | None = None,
         on_bad_line: Literal["stop", "skip"] = "stop", prepend: str | int | None = None,
         append: str | int | None = None, allow_special: Literal["all"] | None = None,
         loss: bool = False, name: str | None = None, task_bytes: int = 1 << 28,
         tasks: int | None = None) -> dict[str, Any]:
    """Makes the folder `output` with the plan of its tasks and the tokenizer, or finds it there
    with the same plan (S81a). Returns "tasks", "inputs", "bytes", "format", "width" (bytes of an
    id) and "plan", the digest.

    inputs: JSON Lines, or plain texts with a `separator`; they may be compressed by gzip or zstd.
    root: the names of inputs in the plan are relative to it.
    field: the text in this field of each line is a document.
    on_bad_line: a document that cannot be read or encoded stops its task, or is left out (S82c).
    prepend, append: a special token, or the id of any token, before and behind each document.
    allow_special: special tokens that documents spell become their ids; they are text if left out.
    loss: with "ds", also the file with a byte for each id.
    name: of the tokenizer, in the files; that of its file, or "tokenizer.json", if left out.
    task_bytes: how much a task reads.
    tasks: without inputs, the number of tasks whose documents a program gives (S81e).

    ValueError: an argument is not allowed, an input is not below the root, or an id does not fit
    into the format. KeyError: no token of that name. FileExistsError: the folder has another plan.
    FileNotFoundError, OSError: a file cannot be read or written."""
    files = [_path(it) for it in inputs]
    if (tasks is None) == (not files):
        raise _errors.ValueError("plan: required either inputs or tasks", "S81e")
    if separator is not None and (not separator or field != "text"):
        raise _errors.ValueError("plan: separator: required a text, and no field beside it", "S81a")
    if loss and format != "ds":
        raise _errors.ValueError('plan: loss: required format "ds"', "S83b")
    if allow_special is not None:
        one_of("plan: allow_special", allow_special, "all")
    if name is None:
        file = "tokenizer.json" if isinstance(tokenizer, Tokenizer) else tokenizer
        name = pathlib.Path(file).name
    opened = tokenizer if isinstance(tokenizer, Tokenizer) else Tokenizer.open(tokenizer)
    made = _bpetite.ShardPlan()
    made.format = format
    made.field, made.separator = (field, "") if separator is None else ("", separator)
    made.skips_bad = one_of("plan: on_bad_line", on_bad_line, "stop", "skip") == "skip"
    made.finds_specials = allow_special == "all"
    made.has_loss = bool(loss)
    made.prepend, made.append = _token(opened, prepend), _token(opened, append)
    made.task_bytes = _from_one("task_bytes", task_bytes, 60)
    made.tasks = 0 if tasks is None else _from_one("tasks", tasks, 60)
    made.name = name
    return _bpetite.plan_shards(_path(output), _path(root), files, opened._core, made)


def run(directory: Path, tasks: Iterable[int] | None = None, *,
        worker: tuple[int, int] | None = None, root: Path | None = None,
        threads: int = 1) -> dict[str, int]:
    """Does the tasks of a plan that have no receipt yet (S82a): all, those of these numbers, or
    those of worker (I, N), with I from 1 to N (S82f). Returns "done", "done_before", "documents",
    "ids" and "skipped".

    root: where the inputs are, in place of the root of the plan.
    threads: share the documents; the files are the same.

    It may run in many processes at the same time. A task that an error or a KeyboardInterrupt ends
    leaves no receipt, and no file under a final name that is not complete (S82g).

    ValueError: a document is bad, with its place (S82c); an input has another size than in the
    plan; there is no such task; a program has the documents (S81e); a file has other bytes (S82d).
    FileNotFoundError, OSError: a file cannot be read or written."""
    if tasks is not None and worker is not None:
        raise _errors.ValueError("run: required tasks or a worker, not both", "S82f")
    number, of = worker or (1, 1)
    if not 1 <= number <= of:
        raise _errors.ValueError(f"run: worker: ({number}, {of}), required (I, N) with I from 1 to "
                                 "N", "S82f")
    folder = _opened(directory, root)
    asked = None if tasks is None else [whole_number("tasks", it, 60) for it in tasks]
    counts = dict.fromkeys(("done", "done_before", "documents", "ids", "skipped"), 0)
    for task in folder.tasks(asked, whole_number("worker", number, 60), of):
        if folder.receipt(task) is not None:
            counts["done_before"] += 1
            continue
        receipt = json.loads(folder.run(task, whole_number("threads", threads)))
        counts["done"] += 1
        for key in ("documents", "ids", "skipped"):
            counts[key] += receipt[key]
    return counts


def tasks(directory: Path) -> int:
    """The number of tasks of a plan."""
    return len(_opened(directory))


def unfinished(directory: Path) -> list[int]:
    """The tasks of a plan that have no receipt, ascending."""
    folder = _opened(directory)
    return [task for task in range(len(folder)) if folder.receipt(task) is None]


def receipt(directory: Path, task: int) -> Receipt | None:
    """The receipt of a task, or None if it is not finished. ValueError: there is no such task, or
    the receipt is damaged."""
    text = _opened(directory).receipt(whole_number("task", task, 60))
    return None if text is None else json.loads(text)


def finish(directory: Path) -> dict[str, Any]:
    """Writes dataset.json (S84a). Returns "tasks", "documents", "empty", "ids", "skipped", "bytes"
    and "dataset", its digest. ValueError: a task is not finished, or a file is missing."""
    return _opened(directory).finish()


def verify(directory: Path, *, sample: int | None = None, root: Path | None = None,
           threads: int = 1) -> list[str]:
    """Compares all files with their receipts, and encodes all tasks, or `sample` of them, again
    (S84b). Returns what differs, a sentence for each. ValueError: an input cannot be read as
    planned, or a program has the documents and the sample is not 0 (S81e)."""
    chosen = None if sample is None else whole_number("sample", sample, 60)
    return _opened(directory, root).verify(chosen, whole_number("threads", threads))


class ShardWriter:
    """Writes the shard of a task whose documents a program gives (S81e): as a context manager,
    whose end saves the files and the receipt. After an exception nothing is saved.

    directory: the folder of a `plan` with `tasks`.
    threads: share the documents; the files are the same.

    A task that is done again must have the same documents. After an error, nothing can be added or
    saved. ValueError: there is no such task, or the plan has inputs."""

    def __init__(self, directory: Path, task: int, *, threads: int = 1) -> None:
        self._shard = _bpetite.GivenShard(_path(directory), whole_number("task", task, 60),
                                          whole_number("threads", threads))
        # What `finish` returned.
        self.receipt: Receipt | None = None

    def add(self, text: str | bytes) -> None:
        """Adds a document. Its errors are those of `add_batch`."""
        self.add_batch([text])

    def add_batch(self, texts: Iterable[str | bytes]) -> None:
        """Adds documents. ValueError: one is not UTF-8, or cannot be encoded; it may be one of an
        earlier call, since documents are encoded together. With on_bad_line="skip" it is left out,
        and the receipt has its number. TypeError: not all are str or bytes; none was added."""
        given = list(texts)
        try:
            self._shard.add_batch(given)
        except UnicodeEncodeError:  # a lone surrogate is a bad document; none was added
            self._shard.add_batch([it.encode("utf-8", "surrogatepass") if isinstance(it, str)
                                   else it for it in given])

    def finish(self) -> Receipt:
        """Saves the files, then the receipt, and returns it. The end of a `with` does the same.
        Errors as `add_batch`. ValueError: the task is done already, with other bytes. OSError: a
        file cannot be written."""
        self.receipt = json.loads(self._shard.finish())
        return self.receipt

    def __enter__(self) -> ShardWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if kind is not None:
            self._shard.abandon()
        elif self.receipt is None:
            self.finish()


def _opened(directory: Path, root: Path | None = None) -> Any:
    return _bpetite.ShardFolder(_path(directory), None if root is None else _path(root))


def _from_one(name: str, value: int, bits: int) -> int:
    if value == 0:
        raise _errors.ValueError(f"plan: {name}: required at least 1")
    return whole_number(name, value, bits)


def _token(tokenizer: Tokenizer, token: str | int | None) -> int | None:
    if not isinstance(token, str):
        return None if token is None else whole_number("token", token)
    if token not in tokenizer.added_tokens:
        raise _errors.KeyError(f"plan: there is no special token {token!r}", "S57c")
    return tokenizer.added_tokens[token]
