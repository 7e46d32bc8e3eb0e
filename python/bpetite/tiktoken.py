"""Takes the place of tiktoken: the same names, arguments and results, by the engine of bpetite.

    from bpetite import tiktoken

    enc = tiktoken.Encoding("mine", pat_str=..., mergeable_ranks=..., special_tokens=...)
    enc = tiktoken.Encoding.open("cl100k_base.tiktoken", profile="cl100k")
    enc = tiktoken.get_encoding("cl100k_base")     # its file: see `rank_directory`
    enc = tiktoken.encoding_for_model("gpt-4o")    # by the name of a model of OpenAI
    enc = tiktoken.Encoding.of(tiktoken_encoding)  # that of the real library

`list_encoding_names` lists the names of encodings, and `encoding_name_for_model` finds that of a
model. These things differ from tiktoken:

- `encode_with_unstable` is not there.
- A pattern is read by chapter 14 of the specification. A pattern that leaves a gap between its
  matches is refused, where tiktoken drops what is in the gap. A pattern outside the language of
  that chapter is refused too.
- `get_encoding` downloads nothing. It reads the rank files from `rank_directory`, from the
  directory BPETITE_RANKS, or from tiktoken's own cache, TIKTOKEN_CACHE_DIR.
- Messages of errors are those of bpetite, of the same classes. An id that has more than 32 bits is
  a KeyError, as any unknown id is, and not an OverflowError. `encode` takes bytes too.

As in tiktoken, an unknown special token in `allowed_special` is ignored.
"""
from __future__ import annotations

import functools
import hashlib
import os
import pathlib
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal

from . import _bpetite
from . import errors as _errors
from ._tiktoken_names import ENCODINGS, MODEL_PREFIXES, MODELS
from .tokenizer import Tokenizer

if TYPE_CHECKING:
    import numpy

__all__ = ["Encoding", "encoding_for_model", "encoding_name_for_model", "get_encoding",
           "list_encoding_names"]

# The directory with the rank files that get_encoding reads: NAME.tiktoken.
rank_directory: str | os.PathLike[str] | None = None

Allowed = Literal["all"] | AbstractSet[str]
Disallowed = Literal["all"] | Collection[str]


def _whole(text: str) -> str:
    """The text with surrogate pairs joined, and U+FFFD for a lone surrogate, as tiktoken does."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Encoding:
    def __init__(self, name: str, *, pat_str: str, mergeable_ranks: dict[bytes, int],
                 special_tokens: dict[str, int], explicit_n_vocab: int | None = None) -> None:
        """As tiktoken.Encoding: ranks by the bytes of tokens, which are also their ids; and ids by
        the literals of special tokens. ValueError: a byte has no token, an id is given twice, the
        pattern is outside the language or has gaps."""
        self.name = name
        self._pat_str = pat_str
        self._mergeable_ranks = mergeable_ranks
        self._special_tokens = special_tokens
        self.max_token_value = max(max(mergeable_ranks.values()),
                                   max(special_tokens.values(), default=0))
        if explicit_n_vocab:
            assert len(mergeable_ranks) + len(special_tokens) == explicit_n_vocab
            assert self.max_token_value == explicit_n_vocab - 1
        self._special_token_values = set(special_tokens.values())
        self._core = _bpetite.Core.from_ranks(mergeable_ranks, pat_str, special_tokens)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, profile: str,
             name: str | None = None) -> Encoding:
        """The encoding of a rank file, with the pattern and the special tokens of a profile of
        bpetite: "cl100k", "o200k", "llama3", ... Errors as Tokenizer.open."""
        opened = Tokenizer.open(path, profile=profile)
        ranks = {token: id for id, token in enumerate(opened.vocabulary) if token is not None}
        pattern = opened._core.pattern()
        return cls(name or pathlib.Path(path).stem, pat_str=pattern, mergeable_ranks=ranks,
                   special_tokens=opened.special_tokens)

    @classmethod
    def of(cls, encoding: Any) -> Encoding:
        """The same encoding as one of the real library."""
        return cls(encoding.name, pat_str=encoding._pat_str,
                   mergeable_ranks=encoding._mergeable_ranks,
                   special_tokens=encoding._special_tokens)

    def __repr__(self) -> str:
        return f"<Encoding {self.name!r}>"

    # --- Encoding ---

    def _given(self, allowed: Allowed, disallowed: Disallowed) -> tuple[Collection, Collection]:
        """Both as literals, of which the core knows what it must."""
        known = self.special_tokens_set
        if allowed != "all":
            known = known & set(allowed)
        if disallowed == "all":
            return known, self.special_tokens_set - known
        return known, list(disallowed)

    def encode_ordinary(self, text: str) -> list[int]:
        """The ids of a text, in which special tokens are ordinary text."""
        try:
            return self._core.encode(text, (), ())
        except UnicodeEncodeError:
            return self._core.encode(_whole(text), (), ())

    def encode(self, text: str, *, allowed_special: Allowed = frozenset(),
               disallowed_special: Disallowed = "all") -> list[int]:
        """The ids of a text. A special token that is allowed becomes its id, one that is disallowed
        is a ValueError, and any other is ordinary text."""
        given: tuple[Any, Any] = (), "all"
        if allowed_special or disallowed_special != "all":
            given = self._given(allowed_special, disallowed_special)
        try:
            return self._core.encode(text, *given)
        except UnicodeEncodeError:
            return self._core.encode(_whole(text), *given)

    def encode_to_numpy(self, text: str, *, allowed_special: Allowed = frozenset(),
                        disallowed_special: Disallowed = "all") -> numpy.ndarray:
        """As encode, as an array of uint32. Here a lone surrogate is an error, as in tiktoken."""
        given = self._given(allowed_special, disallowed_special)
        return self._core.encode_to_numpy(text, *given, 1)

    def encode_ordinary_batch(self, text: list[str], *, num_threads: int = 8) -> list[list[int]]:
        """As encode_ordinary, for many texts, on at most num_threads threads."""
        return self._batch(text, ((), ()), num_threads)

    def encode_batch(self, text: list[str], *, num_threads: int = 8,
                     allowed_special: Allowed = frozenset(),
                     disallowed_special: Disallowed = "all") -> list[list[int]]:
        """As encode, for many texts, on at most num_threads threads."""
        return self._batch(text, self._given(allowed_special, disallowed_special), num_threads)

    def _batch(self, texts: Iterable[str], given: tuple[Any, Any], threads: int) -> list[list[int]]:
        texts = list(texts)
        try:
            return self._core.encode_batch(texts, *given, threads)
        except UnicodeEncodeError:
            return self._core.encode_batch([_whole(text) for text in texts], *given, threads)

    def encode_single_token(self, text_or_bytes: str | bytes) -> int:
        """The id of the token with just these bytes, or of a special token. KeyError: none has
        them."""
        token = text_or_bytes.encode() if isinstance(text_or_bytes, str) else text_or_bytes
        if token in self._mergeable_ranks:
            return self._mergeable_ranks[token]
        literal = token.decode(errors="replace")
        if literal in self._special_tokens:
            return self._special_tokens[literal]
        raise _errors.KeyError(f"encode: no token has the bytes {token!r}")

    # --- Decoding ---

    def decode_bytes(self, tokens: Sequence[int]) -> bytes:
        """The bytes of ids. KeyError: an id is unknown."""
        return self._core.decode_bytes(tokens, False)

    def decode(self, tokens: Sequence[int], errors: str = "replace") -> str:
        """The text of ids; `errors` is as in bytes.decode."""
        return self._core.decode(tokens, errors, False)

    def decode_single_token_bytes(self, token: int) -> bytes:
        """The bytes of one token. KeyError: it is unknown."""
        return self._core.decode_bytes((token,), False)

    def decode_tokens_bytes(self, tokens: Sequence[int]) -> list[bytes]:
        """The bytes of each token."""
        try:
            return [self.decode_single_token_bytes(token) for token in tokens]
        except KeyError:
            self.decode_bytes(tokens)  # the same error, with the place of the id
            raise

    def decode_with_offsets(self, tokens: Sequence[int]) -> tuple[str, list[int]]:
        """The text, and the index of the first character that has a byte of each token."""
        length = 0
        offsets = []
        for token in self.decode_tokens_bytes(tokens):
            offsets.append(max(0, length - (0x80 <= token[0] < 0xC0)))
            length += sum(1 for byte in token if not 0x80 <= byte < 0xC0)
        return self.decode(tokens, errors="strict"), offsets

    def decode_batch(self, batch: Sequence[Sequence[int]], *, errors: str = "replace",
                     num_threads: int = 8) -> list[str]:
        """The text of each list of ids."""
        with ThreadPoolExecutor(num_threads) as executor:
            return list(executor.map(functools.partial(self.decode, errors=errors), batch))

    def decode_bytes_batch(self, batch: Sequence[Sequence[int]], *,
                           num_threads: int = 8) -> list[bytes]:
        """The bytes of each list of ids."""
        with ThreadPoolExecutor(num_threads) as executor:
            return list(executor.map(self.decode_bytes, batch))

    # --- What it has ---

    def token_byte_values(self) -> list[bytes]:
        """The bytes of all tokens that are not special, sorted."""
        return sorted(self._mergeable_ranks)

    @property
    def eot_token(self) -> int:
        return self._special_tokens["<|endoftext|>"]

    @functools.cached_property
    def special_tokens_set(self) -> set[str]:
        return set(self._special_tokens)

    def is_special_token(self, token: int) -> bool:
        assert isinstance(token, int)
        return token in self._special_token_values

    @property
    def n_vocab(self) -> int:
        return self.max_token_value + 1

    # --- What tiktoken's own tests, and some programs, use ---

    def _encode_single_piece(self, text_or_bytes: str | bytes) -> list[int]:
        """The ids of bytes that are one chunk: neighbours of the lowest rank are joined first."""
        piece = text_or_bytes.encode() if isinstance(text_or_bytes, str) else text_or_bytes
        if piece in self._mergeable_ranks:
            return [self._mergeable_ranks[piece]]
        parts = [piece[i:i + 1] for i in range(len(piece))]
        while len(parts) > 1:
            rank, place = min((self._mergeable_ranks.get(parts[i] + parts[i + 1], 1 << 32), i)
                              for i in range(len(parts) - 1))
            if rank == 1 << 32:
                break
            parts[place:place + 2] = [parts[place] + parts[place + 1]]
        return [self._mergeable_ranks[part] for part in parts]

    def _encode_bytes(self, text: bytes) -> list[int]:
        """The ids of bytes that need not be UTF-8: where they stop to be, the last chunk goes on
        with the rest of the bytes."""
        try:
            return self._core.encode(text, (), ())
        except _errors.UnicodeDecodeError as error:
            whole = text[:error.offset].decode()
        ids = self._core.encode(whole, (), ())
        chunks = self._core.chunks(whole)
        last = len(self._core.encode(chunks[-1], (), ())) if chunks else 0
        # White space may join what follows: then all of it goes on.
        if last and self._is_space(ids[-last]):
            while last < len(ids) and self._is_space(ids[-last - 1]):
                last += 1
        stable = len(ids) - last
        return ids[:stable] + self._encode_single_piece(
            self.decode_bytes(ids[stable:]) + text[len(whole.encode()):])

    def _is_space(self, token: int) -> bool:
        return not self.decode_single_token_bytes(token).strip(b" \n\t")

    def __getstate__(self) -> dict:
        return {"name": self.name, "pat_str": self._pat_str,
                "mergeable_ranks": self._mergeable_ranks, "special_tokens": self._special_tokens}

    def __setstate__(self, state: dict) -> None:
        self.__init__(**state)  # type: ignore[misc]


def _rank_file(name: str) -> pathlib.Path:
    """The rank file of an encoding, by its name, or by the name that tiktoken's cache gives it."""
    origin = f"https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
    cached = hashlib.sha1(origin.encode()).hexdigest()
    directories = [rank_directory, os.environ.get("BPETITE_RANKS"),
                   os.environ.get("TIKTOKEN_CACHE_DIR")]
    for directory in [pathlib.Path(each) for each in directories if each]:
        for file in (f"{name}.tiktoken", cached):
            if (directory / file).is_file():
                return directory / file
    raise _errors.FileNotFoundError(
        f"get_encoding: there is no {name}.tiktoken in rank_directory, BPETITE_RANKS or "
        f"TIKTOKEN_CACHE_DIR")


@functools.cache
def get_encoding(encoding_name: str) -> Encoding:
    """The encoding of this name. ValueError: there is none. FileNotFoundError: its rank file is in
    no directory that is looked into."""
    if encoding_name not in ENCODINGS:
        raise _errors.ValueError(f"Unknown encoding {encoding_name}. Known: {sorted(ENCODINGS)}")
    file, profile, specials = ENCODINGS[encoding_name]
    opened = Encoding.open(_rank_file(file), profile=profile, name=encoding_name)
    if specials is None:
        return opened
    return Encoding(encoding_name, pat_str=opened._pat_str, special_tokens=specials(),
                    mergeable_ranks=opened._mergeable_ranks)


def list_encoding_names() -> list[str]:
    """The names that get_encoding knows."""
    return list(ENCODINGS)


def encoding_name_for_model(model_name: str) -> str:
    """The name of the encoding of a model of OpenAI. KeyError: the model is not known."""
    if model_name in MODELS:
        return MODELS[model_name]
    for prefix, name in MODEL_PREFIXES.items():
        if model_name.startswith(prefix):
            return name
    raise _errors.KeyError(f"Could not map {model_name} to an encoding: use get_encoding")


def encoding_for_model(model_name: str) -> Encoding:
    """The encoding of a model of OpenAI."""
    return get_encoding(encoding_name_for_model(model_name))
