"""`Tokenizer` opens, trains, saves and exports tokenizers, encodes texts and decodes ids.
`StreamDecoder` decodes ids as they arrive.

    tokenizer = Tokenizer.train(["ab ab ab"], 258)
    tokenizer.encode("ab abc")                        # [256, 257, 99]
    tokenizer.decode([256, 257, 99])                  # "ab abc"
    tokenizer.save("tokenizer.json")
    tokenizer = Tokenizer.open("tokenizer.json")

`Tokenizer` also encodes many texts in one call, returns ids as lists or as arrays of numpy, counts
ids, gives the place of each id in the text, cuts texts into chunks, and decodes to bytes. It makes
another tokenizer that has more tokens, reads a file that is given as bytes, gives the bytes of its
artifact, and shows its vocabulary, the bytes of a token, merges, special and added tokens and
template. For texts in motion it makes streams and sessions (motion.py), encodes trusted and other
parts, finds ids that encoding does not give, and divides texts into windows.
"""
from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _bpetite
from . import errors as _errors
from ._arguments import Arrow, Ids, Literals, Nulls, Text, Unit, one_of, whole_number
from .motion import Continuation, Divergence, Part, Session, Stream, parts_in_lists

if TYPE_CHECKING:
    import numpy


def _profile(profile: str | None, pattern: str | Sequence[str] | None, dialect: str,
             unicode: str) -> Any:
    patterns = [pattern] if isinstance(pattern, str) else list(pattern or ())
    return _bpetite.given_profile(profile or "", patterns, dialect, unicode)


def _path(path: str | os.PathLike[str]) -> bytes:
    name = os.fsencode(path)
    if b"\0" in name:
        raise _errors.ValueError(f"path: {os.fspath(path)!r}: it has a zero")
    return name


def _counts(files: Iterable[str | os.PathLike[str] | bytes]) -> list[str | bytes]:
    return [it if isinstance(it, bytes) else os.fsdecode(_path(it)) for it in files]


def _training_profile(profile: str | None, pattern: str | Sequence[str] | None, dialect: str,
                      unicode: str, normalizer: str | None, special_tokens: Iterable[str]) -> Any:
    return _bpetite.training_profile(_profile(profile, pattern, dialect, unicode),
                                     normalizer or "", _literals(special_tokens))


def _literals(literals: Iterable[str]) -> list[str]:
    if isinstance(literals, (str, bytes)):
        raise TypeError("bpetite: required many literals, such as a list, and not one")
    found = list(literals)
    for literal in found:
        if not isinstance(literal, str):
            raise TypeError("bpetite: required literals of type str, not "
                            f"{type(literal).__name__}")
        literal.encode()  # UnicodeEncodeError: a lone surrogate
    return found


def _vocab_size(value: int) -> int:
    size = operator.index(value)
    if size < 0:
        raise _errors.ValueError(f"train: vocab_size: {size} is below 256", "FR-9")
    return min(size, (1 << 32) - 1)


class Tokenizer:
    """A vocabulary with all that is needed to encode and decode by it. It never changes, and any
    number of threads may use one: each call releases the lock of the interpreter.

    Make one by `open`, `from_bytes`, `train` or `train_from_iterator`.

    `allowed_special` and `disallowed_special` say what becomes of special tokens that a text
    spells, with the meaning that they have in tiktoken: an allowed one becomes its id, one that is
    disallowed is a ValueError, and any other is ordinary text. Each is "all" or a set of literals.
    If both are left out, the file's own rule decides: a tokenizer.json finds its special tokens in
    every text, a rank file of tiktoken refuses them. If one is given, the other is as in tiktoken:
    nothing is allowed, and all that is not allowed is disallowed.
    """

    __slots__ = ("_core", "__weakref__")

    def __init__(self, core: Any) -> None:
        if not isinstance(core, _bpetite.Core):
            raise TypeError("bpetite: make a Tokenizer by open, from_bytes, train or "
                            "train_from_iterator")
        self._core = core

    # --- Making one ---

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, profile: str | None = None,
             pattern: str | Sequence[str] | None = None, dialect: str = "tiktoken",
             unicode: str = "16.0", special_rule: str | None = None,
             drop_missing_bytes: bool = False) -> Tokenizer:
        """The tokenizer of a file or directory: an artifact of bpetite, a tokenizer.json, a rank
        file of tiktoken, vocab.json and merges.txt, a GGUF file, a tekken file.

        profile: how texts are cut, and the special tokens, for a file that does not say so:
            "cl100k", "o200k", "llama3", ... (`bpetite patterns list` lists them).
        pattern: in place of a profile, the pattern (several cut one after the other), of the
            `dialect` "tiktoken" or "huggingface", and of a version of Unicode. Then there are no
            special tokens.
        special_rule: how special tokens in a text are treated, in place of the model's rule:
            "matched" (each is found), "refused" (an error, unless they are allowed) or "never".
        drop_missing_bytes: for a file that lacks a token for some byte: text loses that byte.

        Errors: ValueError (the file is faulty, or cannot be carried: the message says where),
        KeyError (there is no such profile), FileNotFoundError, OSError.
        """
        return cls(_bpetite.Core.open(_path(path), _profile(profile, pattern, dialect, unicode),
                                      special_rule or "", drop_missing_bytes))

    @classmethod
    def from_bytes(cls, file: bytes | bytearray | memoryview, *, profile: str | None = None,
                   pattern: str | Sequence[str] | None = None, dialect: str = "tiktoken",
                   unicode: str = "16.0", special_rule: str | None = None,
                   drop_missing_bytes: bool = False) -> Tokenizer:
        """As `open`, of the bytes of one file."""
        return cls(_bpetite.Core.from_bytes(file, _profile(profile, pattern, dialect, unicode),
                                            special_rule or "", drop_missing_bytes))

    @classmethod
    def train(cls, texts: str | bytes | Iterable[str | bytes], vocab_size: int, *,
              profile: str | None = None, pattern: str | Sequence[str] | None = None,
              dialect: str = "tiktoken", unicode: str = "16.0", normalizer: str | None = None,
              special_tokens: Iterable[str] = (), threads: int = 1,
              progress: Callable[[int], object] | None = None) -> Tokenizer:
        """Learns merges until there are `vocab_size` tokens (256 single bytes, and one a merge;
        special tokens come after them), or no pair is left. The merges depend on the texts alone,
        not on their order or on threads. Texts are not joined.

        profile, pattern, dialect, unicode: how texts are cut; if nothing is given, as GPT-2's.
        normalizer: "none", "nfc" or "nfc-9.0".
        special_tokens: literals, in the order of their ids.
        progress: is called with the number of merges so far.

        Errors: ValueError (the size, pattern, normalizer or a literal), KeyError (the profile),
        UnicodeDecodeError (bytes that are not UTF-8).
        """
        whole = [texts] if isinstance(texts, (str, bytes)) else texts
        wanted = _training_profile(profile, pattern, dialect, unicode, normalizer, special_tokens)
        return cls(_bpetite.Core.train(whole, _vocab_size(vocab_size), wanted,
                                       whole_number("threads", threads), progress))

    @classmethod
    def train_from_iterator(cls, texts: Iterable[Text], vocab_size: int, *,
                            profile: str | None = None,
                            pattern: str | Sequence[str] | None = None,
                            dialect: str = "tiktoken", unicode: str = "16.0",
                            normalizer: str | None = None, special_tokens: Iterable[str] = (),
                            threads: int = 1, memory: int = 0,
                            progress: Callable[[int], object] | None = None) -> Tokenizer:
        """As `train`, but a text is counted as it comes, and not kept: for a corpus that does not
        fit into memory. Counts take at most `memory` bytes (0: no limit); the rest, and a file of
        all counts, are in the directory for temporary files. `threads` share some
        megabytes of texts at a time, which are kept until then.
        """
        wanted = _training_profile(profile, pattern, dialect, unicode, normalizer, special_tokens)
        return cls(_bpetite.Core.train_from_iterator(
            texts, _vocab_size(vocab_size), wanted, whole_number("threads", threads),
            whole_number("memory", memory, 64), progress))

    @classmethod
    def train_from_counts(cls, files: Iterable[str | os.PathLike[str] | bytes], vocab_size: int, *,
                          profile: str | None = None, pattern: str | Sequence[str] | None = None,
                          dialect: str = "tiktoken", unicode: str = "16.0",
                          normalizer: str | None = None, special_tokens: Iterable[str] = (),
                          progress: Callable[[int], object] | None = None) -> Tokenizer:
        """As `train` on all texts that were counted in these counts files (paths, or bytes with the
        content of one), in whatever order and by however many `ChunkCounter`s. If nothing says how
        texts are cut, it is what the counts say. ValueError: a file is damaged, or was cut
        differently. FileNotFoundError, OSError: it cannot be read. Other errors as `train`."""
        wanted = _training_profile(profile, pattern, dialect, unicode, normalizer, special_tokens)
        return cls(_bpetite.Core.train_from_counts(_counts(files), _vocab_size(vocab_size), wanted,
                                                   progress))

    def with_tokens(self, literals: Iterable[str] | Mapping[str, int], *,
                    special: bool = True) -> Tokenizer:
        """The same tokenizer with these added tokens too: of a mapping each literal has its id, and
        others get the next ids. Those that are not special are found in every text. ValueError: a
        literal is empty, or a token already; an id is used, or too high."""
        ids = {key: whole_number("id", value) for key, value in literals.items()} if isinstance(
            literals, Mapping) else {}
        return type(self)(self._core.with_tokens(
            [(literal, ids.get(literal)) for literal in _literals(literals)], special))

    # --- Files ---

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Writes an artifact, which `open` reads: all of it or nothing.

        Errors: FileExistsError (the file exists, and `overwrite` is false), FileNotFoundError
        (there is no such directory), OSError."""
        self._core.save(_path(path), overwrite)

    def export(self, format: Literal["hf", "tiktoken", "gpt2"],
               directory: str | os.PathLike[str], *, overwrite: bool = False,
               without: Iterable[Literal["template", "plain"]] = ()) -> list[str]:
        """Writes files that another library loads, and returns their names. They give the same ids
        there. ValueError: the other library cannot express a part of the tokenizer, which is named.
        FileExistsError: the directory has files. FileNotFoundError, OSError.

        hf: tokenizer.json, tokenizer_config.json; AutoTokenizer.from_pretrained(directory)
        tiktoken: tokenizer.tiktoken, and tokenizer.py, whose `encoding` is the Encoding
        gpt2: vocab.json, merges.txt

        without: what to leave out if the library has no place for it: the template, or the added
            tokens that are not special. There, texts that have them get other ids.
        """
        left_out = set(_literals(without))
        if not left_out <= {"template", "plain"}:
            raise _errors.ValueError(
                f"export: without: {sorted(left_out)}, required template or plain")
        return self._core.export_to(format, _path(directory), overwrite, "template" in left_out,
                                    "plain" in left_out)

    def to_bytes(self) -> bytes:
        """The bytes that `save` writes."""
        return self._core.to_bytes()

    # --- Encoding ---

    def encode(self, text: Text, *, allowed_special: Literals = None,
               disallowed_special: Literals = None) -> list[int]:
        """The ids of a text.

        Errors: ValueError (a special token that is not allowed), KeyError (an allowed literal is no
        special token), UnicodeDecodeError (bytes that are not UTF-8), UnicodeEncodeError (a str
        with a lone surrogate)."""
        return self._core.encode(text, allowed_special, disallowed_special)

    def encode_ordinary(self, text: Text) -> list[int]:
        """The ids of a text in which no special token is found."""
        return self._core.encode(text, (), ())

    def encode_to_numpy(self, text: Text, *, allowed_special: Literals = None,
                        disallowed_special: Literals = None,
                        threads: int = 1) -> numpy.ndarray:
        """The ids as an array of uint32, of shape (number of ids,), which is not copied. One large
        text is encoded on `threads` threads. Errors as `encode`."""
        return self._core.encode_to_numpy(text, allowed_special, disallowed_special,
                                          whole_number("threads", threads))

    def encode_batch(self, texts: Iterable[str | bytes], *, allowed_special: Literals = None,
                     disallowed_special: Literals = None, threads: int = 1) -> list[list[int]]:
        """The ids of each text, on at most `threads` threads. Errors as `encode`; that of the first
        text that has one."""
        return self._core.encode_batch(texts, allowed_special, disallowed_special,
                                       whole_number("threads", threads))

    def encode_batch_flat(self, texts: Iterable[str | bytes], *, allowed_special: Literals = None,
                          disallowed_special: Literals = None,
                          threads: int = 1) -> tuple[numpy.ndarray, numpy.ndarray]:
        """The ids of all texts in one array of uint32, and an array of int64, of shape
        (number of texts + 1,): the ids of text i are ids[offsets[i]:offsets[i + 1]]. For many texts
        this is several times as fast as lists. Errors as `encode_batch`."""
        return self._core.encode_batch_flat(texts, allowed_special, disallowed_special,
                                            whole_number("threads", threads))

    def encode_arrow(self, array: Arrow, *, nulls: Nulls = "error",
                     allowed_special: Literals = None, disallowed_special: Literals = None,
                     threads: int = 1) -> tuple[numpy.ndarray, numpy.ndarray]:
        """As `encode_batch_flat`, of the texts of an Arrow array or stream, which are not copied.
        With `nulls="skip"` a row that is null has no ids. Errors as `encode_batch`, and those of
        `ChunkCounter.add_arrow`."""
        one_of("encode_arrow: nulls", nulls, "error", "skip")
        return self._core.encode_arrow(array, allowed_special, disallowed_special,
                                       whole_number("threads", threads), nulls == "skip")

    def count(self, text: Text, *, limit: int | None = None, allowed_special: Literals = None,
              disallowed_special: Literals = None) -> int:
        """The number of ids of a text, which are not kept. With a `limit`, counting stops there:
        the result is limit + 1 if there are more. Errors as `encode`."""
        if limit is None:
            return self._core.count(text, allowed_special, disallowed_special)
        return self._core.count_up_to(text, whole_number("limit", limit, 63), allowed_special,
                                      disallowed_special)

    def offsets(self, text: Text, *, unit: Unit = "characters",
                allowed_special: Literals = None,
                disallowed_special: Literals = None) -> tuple[list[int], list[tuple[int, int]]]:
        """The ids, and for each the part of the text that it came from: text[begin:end], in
        characters of a str, or in bytes of its UTF-8. A character that is cut into two ids belongs
        to both. Errors as `encode`."""
        one_of("offsets: unit", unit, "characters", "bytes")
        return self._core.offsets(text, allowed_special, disallowed_special, unit == "bytes")

    def chunks(self, text: Text) -> list[str]:
        """The parts of a text within which merges stay. Joined, they are the text."""
        return self._core.chunks(text)

    # --- Texts in motion ---

    def stream(self, *, allowed_special: Literals = None, disallowed_special: Literals = None,
               max_pending: int = 1 << 20) -> Stream:
        """Encodes a text that comes in pieces: `push` gives the ids that are final, `finish` the
        rest.

        max_pending: how many bytes may wait for more text; if more would wait, it is a ValueError.

        `allowed_special` and `disallowed_special` are as for `encode`, but streams, sessions and
        windows have only these choices: neither argument; all allowed; all as ordinary text
        (disallowed_special=()); or, for a file whose rule refuses special tokens, some allowed and
        the others refused. Any other choice is a ValueError."""
        return Stream(self, allowed_special=allowed_special,
                      disallowed_special=disallowed_special, max_pending=max_pending)

    def session(self, *, allowed_special: Literals = None, disallowed_special: Literals = None,
                max_pending: int = 1 << 20) -> Session:
        """Keeps a text and its ids while the text is edited. The arguments are those of
        `stream`."""
        return Session(self, allowed_special=allowed_special,
                       disallowed_special=disallowed_special, max_pending=max_pending)

    @overload
    def encode_parts(self, parts: Iterable[Part], *, seams: Literal["joined", "cut"] = "joined",
                     strict: bool = False, spans: Literal[False] = False,
                     unit: Unit = "characters") -> list[int]: ...

    @overload
    def encode_parts(
            self, parts: Iterable[Part], *, seams: Literal["joined", "cut"] = "joined",
            strict: bool = False, spans: Literal[True], unit: Unit = "characters",
    ) -> tuple[list[int], list[tuple[int, int]], list[tuple[int, int]]]: ...

    def encode_parts(self, parts: Iterable[Part], *, seams: Literal["joined", "cut"] = "joined",
                     strict: bool = False, spans: bool = False, unit: Unit = "characters") -> Any:
        """The ids of a text that is put together from parts, each with its trust. No part
        ("text", ...) yields a special token, or takes one away.

            tokenizer.encode_parts([("template", "<|user|>"), ("text", question),
                                    ("token", "<|end|>")])

        A token is named by its literal or its id.

        seams: "joined" encodes neighbouring parts as one text, as models saw it in training; "cut"
            encodes each part alone.
        strict: in "text" parts no added token at all is found, not even one that is not special.
        spans: gives (ids, spans, parts). A span is (begin, end) in the joined text, in characters
            or bytes (`unit`), as `offsets` gives it; parts are the numbers of the first and the
            last part from which the id has bytes.

        Errors name the part by its number. KeyError: no added token has the literal or the id.
        ValueError: there is no such kind; or a "template" part, if the tokenizer finds no special
        token in any text.
        UnicodeDecodeError: bytes that are not UTF-8."""
        one_of("encode_parts: seams", seams, "joined", "cut")
        one_of("encode_parts: unit", unit, "characters", "bytes")
        return self._core.encode_parts(*parts_in_lists(parts), seams == "cut", bool(strict),
                                       bool(spans), unit == "bytes")

    def first_divergence(self, ids: Ids, *, one_string: bool = False) -> int | None:
        """The index of the first id that encoding does not give, or None. Special ids stay what
        they are, and the text between them is ordinary; with `one_string`, the decoded text is
        encoded as a whole, with all special tokens allowed. KeyError: an id is unknown."""
        return self._core.first_divergence(ids, bool(one_string))

    def divergence(self, ids: Ids, *, one_string: bool = False) -> Divergence | None:
        """The same with its place in the decoded bytes, and its cause."""
        found = self._core.divergence(ids, bool(one_string))
        return None if found is None else Divergence(*found)

    def continuation(self, ids: Ids, *, one_string: bool = False) -> Continuation:
        """Whether the ids are the first ids of some text that begins with their bytes: for ids that
        were cut off, which need not be canonical.

            found = tokenizer.continuation(ids)
            if found.can_go_on is False:
                print(f"no text has ids[{found.index}] there")

        can_go_on: True: `following` has bytes that may follow, b"" if the ids are canonical.
            False: no text has the ids up to the one at `index`, with it. None: it is not known.

        True and False are never wrong. `one_string` is as for `divergence`. KeyError: an id is
        unknown."""
        found = self._core.continuation(ids, bool(one_string))
        if found is None:
            return Continuation(None)
        can, what = found
        return Continuation(True, following=what) if can else Continuation(False, index=what)

    def windows(self, text: Text, max_ids: int, *, overlap: int = 0,
                at: Literal["safe", "line"] = "safe", unit: Unit = "characters",
                allowed_special: Literals = None,
                disallowed_special: Literals = None) -> list[tuple[int, int]]:
        """Divides a text: each text[begin:end] has at most `max_ids` ids, encoded alone. Places
        are in characters of a str, or in bytes of its UTF-8.

        overlap: a window repeats at most this many ids of the one before it; less than `max_ids`.
        at: "line" ends windows behind a line feed, where that leaves them half full or more.

        Errors: those of `encode` for the whole text, and of `stream` for the special tokens.
        ValueError: `overlap` is not less than `max_ids`, or a character has more ids than that."""
        one_of("windows: at", at, "safe", "line")
        one_of("windows: unit", unit, "characters", "bytes")
        return self._core.windows(text, whole_number("max_ids", max_ids, 63),
                                  whole_number("overlap", overlap, 63), at == "line",
                                  allowed_special, disallowed_special, unit == "bytes")

    # --- Decoding ---

    def decode(self, ids: Ids, *, errors: str = "strict",
               skip_special_tokens: bool = False) -> str:
        """The text of ids. `errors` is as in bytes.decode: "strict", "replace" (U+FFFD), ...

        Errors: KeyError (an id is unknown: the message has its place), UnicodeDecodeError (the
        bytes are not UTF-8, and errors is "strict")."""
        return self._core.decode(ids, errors, skip_special_tokens)

    def decode_bytes(self, ids: Ids, *, skip_special_tokens: bool = False) -> bytes:
        """The joined bytes of ids, which need not be UTF-8. KeyError: an id is unknown."""
        return self._core.decode_bytes(ids, skip_special_tokens)

    def decode_stream(self, *, errors: Literal["strict", "replace"] = "strict") -> StreamDecoder:
        """Decodes ids as they arrive: `add` gives what they complete, `finish` the rest."""
        one_of("decode_stream: errors", errors, "strict", "replace")
        return StreamDecoder(self._core.stream(errors == "replace"))

    def token_bytes(self, id: int) -> bytes:
        """The bytes of a token; those of a special token are its literal. KeyError: unknown."""
        number = operator.index(id)
        if not 0 <= number < 1 << 32:
            raise _errors.KeyError(f"decode: ids[0]: unknown token id {number}", "FR-22")
        return self._core.token_bytes(number)

    # --- What it has ---

    @property
    def vocabulary(self) -> list[bytes | None]:
        """The bytes of each token but the added ones, by id; None for an id that no token has."""
        return self._core.vocabulary()

    @property
    def merges(self) -> list[tuple[int, int]]:
        """The pairs of ids that are merged, by rank. A rank file has none."""
        return self._core.merges()

    @property
    def special_tokens(self) -> dict[str, int]:
        """The special tokens and their ids."""
        return self._core.special_tokens()

    @property
    def added_tokens(self) -> dict[str, int]:
        """The special tokens, and the added tokens that are found in every text."""
        return self._core.added_tokens()

    @property
    def template(self) -> tuple[list[int], list[int]]:
        """The ids that Hugging Face's library adds before and after a text. `encode` does not."""
        return self._core.ids_around()

    @property
    def vocab_size(self) -> int:
        """The highest id, plus 1."""
        return max([len(self._core.vocabulary()) - 1, *self.added_tokens.values()]) + 1

    def __repr__(self) -> str:
        return f"<bpetite.Tokenizer: {self.vocab_size} tokens>"

    def __reduce__(self) -> tuple:
        return type(self).from_bytes, (self.to_bytes(),)


class StreamDecoder:
    """Decodes ids as they arrive. One thread may use it at a time.

        stream = tokenizer.decode_stream(errors="replace")
        for id in model:
            print(stream.add([id]), end="")     # "" until a character is whole
        print(stream.finish())
    """

    __slots__ = ("_stream",)

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def add(self, ids: Ids) -> str:
        """The text that these ids complete. After a KeyError or UnicodeDecodeError none of them was
        taken."""
        return self._stream.add(ids)

    def finish(self) -> str:
        """The rest of the text, and the end of the stream. The next id begins a new one.
        UnicodeDecodeError: the stream ends within a character."""
        return self._stream.finish()
