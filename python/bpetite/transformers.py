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

`apply_chat_template` takes `parts=True`, so that no text of a conversation becomes a special token:

    tokenizer.apply_chat_template(messages, add_generation_prompt=True, parts=True)

What stands in the template, and the tokenizer's special tokens that it prints, is trusted; whatever
messages, tools, documents and other values bring is not: see `Tokenizer.encode_parts`. Apart from
the ids, the results are those of transformers. With `tokenize=False` they are the parts
themselves: a list of ("template", text) and ("text", text). `strict` and `seams` are those of
`encode_parts`.

- The template runs twice, and its text must be the same with and without parts.
- Where a template changes a value, such as by trim or tojson, each character is followed. A
  ValueError names the line of the template, and the operation, if it cannot be followed.
- Numbers that are printed are not trusted, and neither are the roles of messages. So a template
  that makes a special token of a role, as "<|" + role + "|>", is a ValueError: write its roles out.
- If the tokenizer encodes without bpetite (`reason`), that is a ValueError, too.

A change of a part of the tokenizer is noticed if the part is reached through the tokenizer each
time (`tokenizer.backend_tokenizer.model.dropout = 0.1`), but not if a program has kept the part in
a variable.
"""
from __future__ import annotations

import copyreg
import json
import threading
from collections.abc import Callable, Sequence
from typing import Any

from transformers import PreTrainedTokenizerFast

from . import errors as _errors
from ._arguments import one_of
from .errors import Error
from .motion import Part
from .tokenizer import Tokenizer

__all__ = ["BpetiteTokenizerFast", "reason", "use_bpetite"]

# What changes ids, or gives a part that can be changed, so that the file has to be read again.
_CHANGES = {"add_tokens", "add_special_tokens", "train", "train_from_iterator",
            "model", "normalizer", "pre_tokenizer", "post_processor"}


def use_bpetite(tokenizer: PreTrainedTokenizerFast) -> PreTrainedTokenizerFast:
    """Changes this tokenizer, and returns it. TypeError: it is not a fast tokenizer."""
    backend = getattr(tokenizer, "_tokenizer", None)
    if not hasattr(backend, "encode_batch"):
        raise TypeError("use_bpetite: required a fast tokenizer, one that has a backend_tokenizer")
    if not isinstance(backend, _Backend):
        setattr(tokenizer, "_tokenizer", _Backend(backend))
        setattr(tokenizer, "apply_chat_template", _ApplyChatTemplate(tokenizer))
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


class _ApplyChatTemplate:
    """The method apply_chat_template of a tokenizer, with `parts`."""

    def __init__(self, tokenizer: PreTrainedTokenizerFast) -> None:
        self._tokenizer = tokenizer

    def __call__(self, *args: Any, parts: bool = False, strict: bool = False,
                 seams: str = "joined", **kwargs: Any) -> Any:
        theirs = type(self._tokenizer).apply_chat_template
        if not parts:
            if strict or seams != "joined":
                raise _errors.ValueError("apply_chat_template: strict and seams need parts=True")
            return theirs(self._tokenizer, *args, **kwargs)
        one_of("apply_chat_template: seams", seams, "joined", "cut")
        why = reason(self._tokenizer)
        if why is not None:
            raise _errors.ValueError(f"apply_chat_template: parts=True needs bpetite: {why}")
        if kwargs.get("sanitize_control_tokens"):
            raise _errors.ValueError("apply_chat_template: sanitize_control_tokens changes values, "
                                     "and is not needed with parts=True: give one of them")
        from ._chat_parts import render, with_names
        model, _ = self._tokenizer._tokenizer.bpetite_model()
        trusted = set(self._tokenizer.special_tokens_map) - set(kwargs)
        texts: list[_Parts] = []

        def rendered(**given: Any) -> tuple[list[_Parts], list]:
            marked, generations = render(trusted, given)
            texts.extend(_Parts(text, model, strict, seams) for text in marked)
            return texts, generations

        result = with_names(theirs, render_jinja_template=rendered)(self._tokenizer, *args,
                                                                    **kwargs)
        if isinstance(result, _Parts):
            return result.parts
        if isinstance(result, list) and result and isinstance(result[0], _Parts):
            return [text.parts for text in result]
        if not texts or not all(text.is_encoded for text in texts):
            raise _errors.ValueError(
                "apply_chat_template: parts=True cannot be used with text_pair, "
                "is_split_into_words, split_special_tokens, or a stride as long as max_length")
        return result


class _Parts(str):
    """A text that a chat template gave, with its parts and how to encode them."""

    parts: list[Part]
    is_encoded: bool  # whether the ids of the parts were asked for, and not those of the text

    def __new__(cls, marked: Any, model: Tokenizer, strict: bool, seams: str) -> _Parts:
        from ._chat_parts import literal_across
        from ._marked import parts_of
        made = super().__new__(cls, str.__str__(marked))
        made.parts = parts_of(marked)
        made.is_encoded = False
        made._how = strict, seams
        across = literal_across(made.parts, model.special_tokens)
        if across is not None:
            raise _errors.ValueError(
                f"apply_chat_template: of {across!r}, a part is the template's and a part the "
                f"conversation's, so it is not known whose special token it is", "S62e")
        return made

    def ids(self, model: Tokenizer) -> list[int]:
        strict, seams = self._how
        ids = model.encode_parts(self.parts, strict=strict, seams=seams)
        self.is_encoded = True
        return ids

    def spans(self, model: Tokenizer) -> list[tuple[int, int]]:
        """The characters that each id is for."""
        strict, seams = self._how
        return model.encode_parts(self.parts, strict=strict, seams=seams, spans=True)[1]


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
        if model is None or not texts or not all(type(text) in (str, _Parts) for text in texts):
            return None
        before, after = model.template if add_special_tokens else ([], [])
        truncation, padding = self._original.truncation, self._original.padding
        room = truncation and truncation["max_length"] - len(before) - len(after)
        if room is not None and (room <= truncation["stride"]
                                 or truncation["strategy"] == "only_second"):
            return None
        no_special = () if self._original.encode_special_tokens else None
        has_parts = type(texts[0]) is _Parts
        if has_parts and no_special is not None:
            return None
        try:
            lists = [text.ids(model) for text in texts] if has_parts else model.encode_batch(
                texts, allowed_special=no_special, disallowed_special=no_special)
        except (Error, UnicodeEncodeError):
            if has_parts:
                raise
            return None  # the original says what is wrong
        kept = slice(None)
        if room is not None:
            kept = slice(room) if truncation["direction"] == "right" else slice(-room, None)
            lists = [ids[kept] for ids in lists]
        size = 0
        if padding is not None:
            size = padding["length"]
            if size is None:
                size = max(map(len, lists)) + len(before) + len(after)
            multiple = padding["pad_to_multiple_of"]
            size = -(-size // multiple) * multiple if multiple else size
        return [_Encoding(self, text, ids, (before, after), truncation, padding, size,
                          (lambda text=text: text.spans(model)[kept]) if has_parts else None)
                for text, ids in zip(texts, lists)]


class _Encoding:
    """A tokenizers.Encoding of one text: ids and masks at once, all else when it is asked for. Of
    parts, there are the offsets, and nothing else."""

    n_sequences = 1

    def __init__(self, backend: _Backend, text: str, ids: list[int],
                 template: tuple[list[int], list[int]], truncation: dict | None,
                 padding: dict | None, size: int,
                 spans: Callable[[], list[tuple[int, int]]] | None = None) -> None:
        before, after = template
        self.ids = [*before, *ids, *after]
        self.special_tokens_mask = [1] * len(before) + [0] * len(ids) + [1] * len(after)
        self.type_ids = [0] * len(self.ids)
        self.attention_mask = [1] * len(self.ids)
        self._padding = padding and (padding["direction"], max(0, size - len(self.ids)))
        if padding is not None:
            padding = dict(padding, length=size)
            for name, value in (("ids", padding["pad_id"]), ("type_ids", padding["pad_type_id"]),
                                ("attention_mask", 0), ("special_tokens_mask", 1)):
                setattr(self, name, self._padded(getattr(self, name), value))
        self._how = backend, text, bool(before or after), truncation, padding
        self._spans = spans and (lambda: self._padded(
            [(0, 0)] * len(before) + spans() + [(0, 0)] * len(after), (0, 0)))
        self._has_parts = spans is not None
        self._whole: Any = None

    def _padded(self, values: list, value: Any) -> list:
        side, more = self._padding or ("right", 0)
        return values + [value] * more if side == "right" else [value] * more + values

    def whole(self) -> Any:
        """The original's result for this text. ValueError: it has parts, which have none."""
        if self._has_parts:
            raise _errors.ValueError("apply_chat_template: a result of parts has ids, masks and "
                                     "offsets, and nothing else")
        if self._whole is None:
            backend, text, has_template, truncation, padding = self._how
            self._whole = backend.encode_within(text, has_template, truncation, padding)
        return self._whole

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name == "offsets" and self._has_parts:
            self.offsets = self._spans()
            return self.offsets
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
        return object.__repr__(self) if self._has_parts else repr(self.whole())

    def __reduce_ex__(self, protocol: Any) -> Any:
        if not self._has_parts:
            return _same, (self.whole(),)
        state = {**vars(self), "offsets": self.offsets, "_how": None, "_spans": None}
        return copyreg.__newobj__, (_Encoding,), state


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
