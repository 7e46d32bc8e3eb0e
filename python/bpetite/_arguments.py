"""The types of texts, ids and literals that calls take, and the check of a whole number.

    whole_number("threads", 4)        # 4
    whole_number("threads", -1)       # ValueError: threads: -1, required 0 to 4294967295
"""
from __future__ import annotations

import mmap
import operator
from collections.abc import Iterable
from typing import Any, Literal

from . import errors as _errors

# A text: a str, bytes that are UTF-8, or a buffer of them. One that can be written to is copied;
# what a read-only view shows must not change while a call reads it.
Text = str | bytes | bytearray | memoryview | mmap.mmap
# Texts in Arrow's memory: an array or a stream of arrays, of pyarrow, Polars, ... It has
# __arrow_c_array__ or __arrow_c_stream__. The types: string, binary, and their large and view
# forms.
Arrow = Any
# What becomes of a row that is null: a ValueError with its number, or it has no text.
Nulls = Literal["error", "skip"]
# Ids: a list, an array of numpy, or any other sequence. An array of uint32 is not copied.
Ids = Iterable[int]
# Literals of special tokens, or all of them.
Literals = Literal["all"] | Iterable[str] | None
# The unit of places in a text.
Unit = Literal["characters", "bytes"]


def whole_number(name: str, value: int, bits: int = 32) -> int:
    number = operator.index(value)
    if not 0 <= number < 1 << bits:
        raise _errors.ValueError(f"{name}: {number}, required 0 to {(1 << bits) - 1}")
    return number


def one_of(name: str, value: str, *allowed: str) -> str:
    if value not in allowed:
        raise _errors.ValueError(f'{name} "{value}", required {" or ".join(allowed)}')
    return value
