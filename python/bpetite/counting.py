"""Counts the chunks of texts: for corpora that are on many machines, or too large for one.

    counter = bpetite.ChunkCounter(profile="cl100k", threads=8)
    counter.add_batch(["ab ab", "abc"])
    counter.save("monday.counts")

    bpetite.merge_counts(["monday.counts", "tuesday.counts"], "both.counts")
    tokenizer = bpetite.Tokenizer.train_from_counts(["both.counts"], 32000)

The tokenizer is the one that `Tokenizer.train` learns from all texts together (S41a). Chapter 12 of
the specification says what a counts file has.
"""
from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from . import _bpetite
from ._arguments import Arrow, Nulls, Text, one_of, whole_number
from .tokenizer import _counts, _path, _training_profile

# A counts file: its path, or its content.
Counts = str | os.PathLike[str] | bytes


class ChunkCounter:
    """Counts the chunks of texts, each of which is cut alone.

    profile, pattern, dialect, unicode, normalizer: how texts are cut, as in `Tokenizer.train`.
    threads: share the texts of `add_batch`, and a long text of `add`.
    memory: the bytes that counts take at most (0: no limit); the rest is in the directory for
    temporary files.

    It counts for one thread at a time; others wait.
    """

    __slots__ = ("_counter",)

    def __init__(self, *, profile: str | None = None, pattern: str | Sequence[str] | None = None,
                 dialect: str = "tiktoken", unicode: str = "16.0", normalizer: str | None = None,
                 threads: int = 1, memory: int = 0) -> None:
        wanted = _training_profile(profile, pattern, dialect, unicode, normalizer, ())
        self._counter = _bpetite.ChunkCounter(wanted, whole_number("threads", threads),
                                              whole_number("memory", memory, 64))

    def add(self, text: Text) -> None:
        """Adds a text. UnicodeDecodeError: it is not UTF-8, and none of it was counted."""
        self._counter.add(text)

    def add_batch(self, texts: Iterable[str | bytes]) -> None:
        """Adds many texts. UnicodeDecodeError: one is not UTF-8, and none of them was counted."""
        self._counter.add_batch(texts)

    def add_arrow(self, array: Arrow, *, nulls: Nulls = "error") -> None:
        """Adds the texts of an Arrow array, or of all arrays of a stream, without copying them:

            counter.add_arrow(pyarrow.array(["ab ab", "abc"]))
            counter.add_arrow(polars_frame["text"])

        nulls: what becomes of a row that is null: "error", or "skip".

        All arrays of a stream are held until they are counted. Give a reader of a large file one
        batch at a time.

        After an error nothing was counted. The message names the row, from 0.
        UnicodeDecodeError: it is not UTF-8. ValueError: it is null, or the array's offsets descend.
        TypeError: not texts, a dictionary (cast it to string), or several columns. OSError: the
        stream failed."""
        one_of("add_arrow: nulls", nulls, "error", "skip")
        self._counter.add_arrow(array, nulls == "skip")

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Writes all counts so far as a counts file, completely or not at all. More texts may be
        added. Errors as `Tokenizer.save`."""
        self._counter.save(_path(path), overwrite)

    def to_bytes(self) -> bytes:
        """What `save` writes."""
        return self._counter.to_bytes()


def merge_counts(files: Iterable[Counts], path: str | os.PathLike[str], *,
                 overwrite: bool = False) -> None:
    """Writes the sums of counts files as one file. ValueError: a file is damaged, or two were cut
    differently. FileNotFoundError, OSError: one cannot be read. Also the errors of `save`."""
    _bpetite.merge_counts(_counts(files), _path(path), overwrite)
