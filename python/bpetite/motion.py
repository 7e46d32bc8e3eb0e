"""Texts in motion: `Stream` encodes a text that comes in pieces, `Session` keeps a text and its ids
while the text is edited. `Patch` is what an edit does to ids, `Divergence` the first id that
encoding does not give, `Continuation` whether ids that were cut off can go on.

    session = tokenizer.session()
    session.append("ab abc")                # Patch(kept=0, gone=0, ids=[256, 257, 99])
    session.replace(0, 1, "b")              # Patch(kept=0, gone=1, ids=[98, 98])
    session.ids                             # [98, 98, 257, 99]

A tokenizer makes them: `Tokenizer.stream`, `Tokenizer.session`, `Tokenizer.divergence`,
`Tokenizer.continuation`.
"""
from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _bpetite
from . import errors as _errors
from ._arguments import Literals, Text, whole_number

if TYPE_CHECKING:
    from .tokenizer import Tokenizer

# A part of a text: ("text", text) is not trusted, ("template", text) is, and ("token", literal or
# id) is one added token.
Part = tuple[Literal["text", "template", "token"], str | bytes | int]

# Of the state of a pickled session.
_VERSION = 1


class Patch(NamedTuple):
    """What an edit does to ids: old[:kept] + ids + old[kept + gone:] are the new ones."""

    kept: int
    gone: int
    ids: list[int]


class Divergence(NamedTuple):
    """The first id that encoding does not give: its index, the byte of the decoded bytes where it
    begins, and why: "not text", "not normalized", "special literal", "crosses a chunk" or
    "merges"."""

    index: int
    byte: int
    cause: str


class Continuation(NamedTuple):
    """Whether ids that were cut off can be the first ids of some text: True with bytes that may
    follow; False with the index of the first id that is known to be impossible; or None if it is
    not known."""

    can_go_on: bool | None
    following: bytes | None = None
    index: int | None = None


def _literals(given: Literals) -> Any:
    """What is given, with the literals of an iterator, which can be read only once, in a tuple."""
    return given if given is None or isinstance(given, str) else tuple(given)


def _place(given: int) -> int:
    place = operator.index(given)
    if place < 0:
        raise _errors.ValueError(f"session: character {place}, required at least 0", "S61b")
    return min(place, (1 << 64) - 1)


def parts_in_lists(parts: Iterable[Part]) -> tuple[list[str], list[Any], list[int | None]]:
    """The kinds of the parts, their texts or literals, and the ids of tokens."""
    kinds, texts, ids = [], [], []
    for number, part in enumerate(parts):
        area = f"encode: parts[{number}]"
        if not isinstance(part, (tuple, list)) or len(part) != 2:
            raise TypeError(f"{area}: required a kind and a text, such as (\"text\", \"a\")")
        kind, value = part
        if kind not in ("text", "template", "token"):
            raise _errors.ValueError(f"{area}: kind {kind!r}, required text, template or token",
                                     "S62a")
        id = None
        if kind == "token" and not isinstance(value, str):
            if not hasattr(value, "__index__"):
                raise TypeError(f"{area}: required a literal of type str, or an id of type int, "
                                f"not {type(value).__name__}")
            id, value = operator.index(value), ""
            if not 0 <= id < 1 << 32:
                raise _errors.KeyError(f"{area}: no added token has the id {id}", "S62i")
        elif not isinstance(value, (str, bytes)):
            raise TypeError(f"{area}: required a text of type str or bytes, not "
                            f"{type(value).__name__}")
        kinds.append(kind)
        texts.append(value)
        ids.append(id)
    return kinds, texts, ids


class Stream:
    """Encodes a text that comes in pieces: ids come out as soon as nothing that follows can change
    them. All ids together are those of the whole text. One thread may use it at a time.

        stream = tokenizer.stream()
        for piece in source:
            send(stream.push(piece))
        send(stream.finish())

    `Tokenizer.stream` says what the arguments are.
    """

    __slots__ = ("_stream",)

    def __init__(self, tokenizer: Tokenizer, *, allowed_special: Literals = None,
                 disallowed_special: Literals = None, max_pending: int = 1 << 20) -> None:
        self._stream = _bpetite.Stream(tokenizer._core, _literals(allowed_special),
                                       _literals(disallowed_special),
                                       whole_number("max_pending", max_pending, 64))

    def push(self, text: Text) -> list[int]:
        """The ids that this text completes. Bytes may end within a character.

        After an error none of this text was taken; places in messages are bytes from the beginning
        of the stream. UnicodeDecodeError: the bytes cannot become UTF-8. ValueError: a special
        token that is not allowed, or more than `max_pending` bytes would wait."""
        return self._stream.push(text)

    def finish(self) -> list[int]:
        """All other ids. The next `push` begins a new text. UnicodeDecodeError: the stream ends
        within a character. ValueError: a special token at its end is not allowed. After an error
        the stream has not ended."""
        return self._stream.finish()

    @property
    def pending(self) -> int:
        """How many bytes of the text, as it was given, wait for more text."""
        return self._stream.pending()


class Session:
    """Keeps a text and its ids while the text is edited, and says which ids an edit changes: a
    prompt to which turns are added, a document in an editor. One thread may use it at a time.

    The ids are always those that `Tokenizer.encode` gives for the whole text. An edit may change
    ids far before it, so look at `kept`. Places are characters of the text, also if it was given as
    bytes of UTF-8. Messages about a given text count its bytes, as those of `encode` do. After an
    error the session is as it was.

    `copy.copy` and `fork` make an independent session. A session can be pickled: its text and
    options are kept, and the text is encoded again.

    `Tokenizer.session` says what the arguments are.
    """

    __slots__ = ("_allowed", "_disallowed", "_max_pending", "_session", "_tokenizer")

    def __init__(self, tokenizer: Tokenizer, *, allowed_special: Literals = None,
                 disallowed_special: Literals = None, max_pending: int = 1 << 20) -> None:
        self._tokenizer = tokenizer
        self._allowed = _literals(allowed_special)
        self._disallowed = _literals(disallowed_special)
        self._max_pending = whole_number("max_pending", max_pending, 64)
        self._session = _bpetite.Session(tokenizer._core, self._allowed, self._disallowed,
                                         self._max_pending)

    def append(self, text: Text) -> Patch:
        """Puts a text behind the text.

        ValueError: a special token that is not allowed, or more than `max_pending` bytes would
        wait. UnicodeDecodeError: bytes that are not UTF-8."""
        return Patch(*self._session.append(text))

    def replace(self, i: int, j: int, text: Text) -> Patch:
        """Puts a text in place of the characters from `i` to before `j`. ValueError: they are not
        places of the text, or `j` is before `i`; and the errors of `append`."""
        return Patch(*self._session.replace(_place(i), _place(j), text))

    def truncate(self, i: int) -> Patch:
        """Keeps the first `i` characters. Errors are those of `replace`."""
        return Patch(*self._session.truncate(_place(i)))

    @property
    def ids(self) -> list[int]:
        """All ids, in a new list."""
        return self._session.ids()

    @property
    def text(self) -> str:
        """The whole text."""
        return self._session.text()

    @property
    def count(self) -> int:
        """The number of ids."""
        return self._session.size()

    def fork(self) -> Session:
        """An independent copy. It copies the text and its ids, and encodes nothing."""
        other = type(self).__new__(type(self))
        other._tokenizer = self._tokenizer
        other._allowed, other._disallowed = self._allowed, self._disallowed
        other._max_pending = self._max_pending
        other._session = self._session.fork()
        return other

    def __copy__(self) -> Session:
        return self.fork()

    def __deepcopy__(self, memo: Any) -> Session:
        return self.fork()

    def __reduce__(self) -> tuple:
        state = {"version": _VERSION, "tokenizer": self._tokenizer, "text": self.text,
                 "allowed_special": self._allowed, "disallowed_special": self._disallowed,
                 "max_pending": self._max_pending}
        return type(self)._from_state, (state,)

    @classmethod
    def _from_state(cls, state: Mapping[str, Any]) -> Session:
        version = state.get("version")
        if version != _VERSION:
            raise _errors.ValueError(
                f"session: a pickled session of version {version!r}, required {_VERSION}")
        made = cls(state["tokenizer"], allowed_special=state["allowed_special"],
                   disallowed_special=state["disallowed_special"],
                   max_pending=state["max_pending"])
        made.append(state["text"])
        return made
