"""The errors of bpetite: ValueError, KeyError, OSError, FileNotFoundError, FileExistsError and
UnicodeDecodeError. Each is also the built-in error of its name, and all are `Error`.

    try:
        tokenizer = bpetite.Tokenizer.open("tokenizer.json")
    except FileNotFoundError:       # Python's; bpetite.errors.FileNotFoundError is one
        ...
    except bpetite.Error as error:
        print(error.kind, error.message, error.clause)

A text with a lone surrogate is Python's own UnicodeEncodeError. `str(error)` ends with the clause
of the specification that the input violates, where there is one, and its chapter:
"decode: ids[3]: unknown token id 70000 [FR-22, chapter 6]".
"""
import builtins
import errno

from ._bpetite import cited

__all__ = ["Error", "FileExistsError", "FileNotFoundError", "KeyError", "OSError",
           "UnicodeDecodeError", "ValueError"]


class Error(Exception):
    """The root of all errors that bad input can cause."""

    def __init__(self, message: str, clause: str = "") -> None:
        super().__init__(message, clause)
        self.message = message
        self.clause = clause

    @property
    def kind(self) -> str:
        """The name of the class, as in every other language: "ValueError"."""
        return type(self).__name__

    def __str__(self) -> str:
        return f"{self.message} [{cited(self.clause)}]" if self.clause else self.message


class ValueError(Error, builtins.ValueError):
    """A value that is not allowed: vocab_size 255, a damaged artifact, a special token."""


class KeyError(Error, builtins.KeyError):
    """A name or number that does not exist: a token id, a profile."""


class OSError(Error, builtins.OSError):
    """An error of the operating system without a class of its own below. `errno` is None; each
    class below has its number."""

    _errno: int | None = None

    def __init__(self, message: str, clause: str = "") -> None:
        super().__init__(message, clause)
        self.errno = self._errno
        self.strerror = message


class FileNotFoundError(OSError, builtins.FileNotFoundError):
    """A file, or the directory in which it should be saved, does not exist."""

    _errno = errno.ENOENT


class FileExistsError(OSError, builtins.FileExistsError):
    """A file exists, and overwriting was not requested."""

    _errno = errno.EEXIST


class UnicodeDecodeError(ValueError, builtins.UnicodeDecodeError):
    """Bytes that are not UTF-8. `start` is the offset of the first ill-formed sequence in
    bytes; `object` is empty."""

    def __new__(cls, message: str, clause: str = "", offset: int = 0) -> "UnicodeDecodeError":
        return super().__new__(cls, "utf-8", b"", offset, offset + 1, message)

    def __init__(self, message: str, clause: str = "", offset: int = 0) -> None:
        builtins.UnicodeDecodeError.__init__(self, "utf-8", b"", offset, offset + 1, message)
        self.message = message
        self.clause = clause
        self.offset = offset

    def __reduce__(self) -> tuple:
        return type(self), (self.message, self.clause, self.offset)
