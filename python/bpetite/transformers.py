"""Makes a fast tokenizer of transformers encode with bpetite.

    from bpetite.transformers import use_bpetite

    tokenizer = use_bpetite(AutoTokenizer.from_pretrained("Qwen/Qwen3-8B"))
    tokenizer(["Hello", "world"], padding=True, return_tensors="np")     # as before

or, where PreTrainedTokenizerFast is named: `BpetiteTokenizerFast.from_pretrained(...)`.

The tokenizer stays what it is: its added tokens, chat template, decoding and saving are its own.
Only the ids of texts come from bpetite, with the template, truncation and padding that are asked
for. Where that is not possible, the tokenizer does it itself, as before:

- texts in pairs, texts that are cut into words already, and texts that bpetite refuses;
- a truncation that leaves no more ids than its stride, or that has the strategy "only_second";
- a tokenizer.json that bpetite cannot take, because it is not byte-level BPE, has a step that
  chapter 16 of the specification refuses, or has a template with type ids: `reason(tokenizer)` says
  why;
- offsets, word ids, tokens and what is cut off: a result has them, computed when they are asked
  for.

A part of the tokenizer that is changed in place is seen if it is reached through the tokenizer
each time (`tokenizer.backend_tokenizer.model.dropout = 0.1`), not if it was kept from before.
"""
from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from typing import Any

from transformers import PreTrainedTokenizerFast

from .errors import Error
from .tokenizer import Tokenizer

__all__ = ["BpetiteTokenizerFast", "reason", "use_bpetite"]

# What changes ids, or gives a part that can be changed, so that the file has to be read again.
_CHANGES = {"add_tokens", "add_special_tokens", "train", "train_from_iterator",
            "model", "normalizer", "pre_tokenizer", "post_processor"}


def use_bpetite(tokenizer: PreTrainedTokenizerFast) -> PreTrainedTokenizerFast:
    """Changes this tokenizer, and returns it. TypeError: it is no fast tokenizer."""
    backend = getattr(tokenizer, "_tokenizer", None)
    if not hasattr(backend, "encode_batch"):
        raise TypeError("use_bpetite: required a fast tokenizer, one that has a backend_tokenizer")
    if not isinstance(backend, _Backend):
        setattr(tokenizer, "_tokenizer", _Backend(backend))
    return tokenizer


def reason(tokenizer: PreTrainedTokenizerFast) -> str | None:
    """Why this tokenizer encodes without bpetite; None if it does with it."""
    backend = tokenizer._tokenizer
    if not isinstance(backend, _Backend):
        return "use_bpetite was not called"
    return backend.bpetite_model()[1]


class BpetiteTokenizerFast(PreTrainedTokenizerFast):
    """PreTrainedTokenizerFast, with use_bpetite."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        use_bpetite(self)


class _Backend:
    """A tokenizers.Tokenizer, except for the encoding of plain texts."""

    def __init__(self, original: Any) -> None:
        object.__setattr__(self, "_original", original)
        object.__setattr__(self, "_lock", threading.RLock())
        object.__setattr__(self, "_model", None)

    def __getattr__(self, name: str) -> Any:
        if name in _CHANGES:
            object.__setattr__(self, "_model", None)
        return getattr(self._original, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "encode_special_tokens":
            object.__setattr__(self, "_model", None)
        setattr(self._original, name, value)

    def __reduce__(self) -> tuple:
        return _Backend, (self._original,)

    def bpetite_model(self) -> tuple[Tokenizer | None, str | None]:
        """The model, or why there is none. It is read when it is first needed."""
        with self._lock:
            if self._model is None:
                object.__setattr__(self, "_model", _model_of(self._original))
            return self._model

    def encode_batch(self, input: Sequence[Any], is_pretokenized: bool = False,
                     add_special_tokens: bool = True) -> list[Any]:
        made = self._encoded(input, add_special_tokens) if not is_pretokenized else None
        if made is not None:
            return made
        return self._original.encode_batch(input, is_pretokenized=is_pretokenized,
                                           add_special_tokens=add_special_tokens)

    def encode_within(self, text: str, add_special_tokens: bool, truncation: dict | None,
                      padding: dict | None) -> Any:
        """The original's result with the truncation and padding that there were."""
        with self._lock:
            kept = self._original.truncation, self._original.padding
            self._set(truncation, padding)
            try:
                return self._original.encode(text, add_special_tokens=add_special_tokens)
            finally:
                self._set(*kept)

    def _set(self, truncation: dict | None, padding: dict | None) -> None:
        if truncation is None:
            self._original.no_truncation()
        else:
            self._original.enable_truncation(**truncation)
        if padding is None:
            self._original.no_padding()
        else:
            self._original.enable_padding(**padding)

    def _encoded(self, texts: Sequence[Any], add_special_tokens: bool) -> list[_Encoding] | None:
        """Nothing if the original has to do it."""
        model, _ = self.bpetite_model()
        if model is None or not texts or not all(type(text) is str for text in texts):
            return None
        before, after = model.template if add_special_tokens else ([], [])
        truncation, padding = self._original.truncation, self._original.padding
        room = truncation and truncation["max_length"] - len(before) - len(after)
        if room is not None and (room <= truncation["stride"]
                                 or truncation["strategy"] == "only_second"):
            return None
        no_special = () if self._original.encode_special_tokens else None
        try:
            lists = model.encode_batch(texts, allowed_special=no_special,
                                       disallowed_special=no_special)
        except (Error, UnicodeEncodeError):
            return None  # the original says what is wrong
        if room is not None:
            is_right = truncation["direction"] == "right"
            lists = [ids if len(ids) <= room else ids[:room] if is_right
                     else ids[len(ids) - room:] for ids in lists]
        size = 0
        if padding is not None:
            size = padding["length"]
            if size is None:
                size = max(map(len, lists)) + len(before) + len(after)
            multiple = padding["pad_to_multiple_of"]
            size = -(-size // multiple) * multiple if multiple else size
        return [_Encoding(self, text, ids, (before, after), truncation, padding, size)
                for text, ids in zip(texts, lists)]


class _Encoding:
    """A tokenizers.Encoding of one text: ids and masks at once, all else when it is asked for."""

    n_sequences = 1

    def __init__(self, backend: _Backend, text: str, ids: list[int],
                 template: tuple[list[int], list[int]], truncation: dict | None,
                 padding: dict | None, size: int) -> None:
        before, after = template
        self.ids = [*before, *ids, *after]
        self.special_tokens_mask = [1] * len(before) + [0] * len(ids) + [1] * len(after)
        self.type_ids = [0] * len(self.ids)
        self.attention_mask = [1] * len(self.ids)
        if padding is not None:
            more = max(0, size - len(self.ids))
            padding = dict(padding, length=size)
            for name, value in (("ids", padding["pad_id"]), ("type_ids", padding["pad_type_id"]),
                                ("attention_mask", 0), ("special_tokens_mask", 1)):
                values = getattr(self, name)
                setattr(self, name, values + [value] * more if padding["direction"] == "right"
                        else [value] * more + values)
        self._how = backend, text, bool(before or after), truncation, padding
        self._whole: Any = None

    def whole(self) -> Any:
        """The original's result for this text."""
        if self._whole is None:
            backend, text, has_template, truncation, padding = self._how
            self._whole = backend.encode_within(text, has_template, truncation, padding)
        return self._whole

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.whole(), name)

    def pad(self, *args: Any, **kwargs: Any) -> None:
        self.whole().pad(*args, **kwargs)
        self._take_from_whole()

    def truncate(self, *args: Any, **kwargs: Any) -> None:
        self.whole().truncate(*args, **kwargs)
        self._take_from_whole()

    def _take_from_whole(self) -> None:
        for name in ("ids", "type_ids", "attention_mask", "special_tokens_mask"):
            setattr(self, name, getattr(self._whole, name))

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return repr(self.whole())

    def __reduce__(self) -> tuple:
        return _same, (self.whole(),)


def _same(value: Any) -> Any:
    return value


def _model_of(original: Any) -> tuple[Tokenizer | None, str | None]:
    document = json.loads(original.to_str())
    document["truncation"] = document["padding"] = None
    if any(item.get("type_id") for each in _processors(document.get("post_processor"))
           for piece in each.get("single", []) for item in piece.values()):
        return None, "the template gives type ids"
    try:
        return Tokenizer.from_bytes(json.dumps(document).encode()), None
    except Error as error:
        return None, str(error)


def _processors(processor: dict | None) -> list[dict]:
    if processor is None:
        return []
    if processor["type"] == "Sequence":
        return [each for inner in processor["processors"] for each in _processors(inner)]
    return [processor]
