"""A text of which each character has an origin: the template, or the conversation that it renders.

    name = Marked("ann", TEXT * 3)
    line = Marked("<|user|>", TEMPLATE * 8) + name.title()
    parts_of(line)                      # [("template", "<|user|>"), ("text", "Ann")]

The operations of a template keep origins. `Marked` is a str, so what compares texts, looks them up
or counts them sees a plain text. An operation that is not followed gives a plain str, whose origin
is UNKNOWN, never TEMPLATE: so what is overlooked here is refused later, and not trusted.
"""
from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

# The origin of a character. A text has one such letter for each of its characters.
TEMPLATE, TEXT, UNKNOWN = "t", "x", "?"
_RUNS = re.compile(f"{TEMPLATE}+|{TEXT}+|{re.escape(UNKNOWN)}+")
# A conversion of the operator %, such as "%s" or "%(name)5.2f".
_CONVERSION = re.compile(r"%(?:\(([^()]*)\))?([#0\- +]*\d*(?:\.\d*)?)[hlL]?(.)", re.DOTALL)


class Refused(Exception):
    """It is not known where the characters of a text come from."""


class Marked(str):
    """A str with the origins of its characters. Without origins, they are unknown."""

    __slots__ = ("_origins",)

    def __new__(cls, text: str, origins: str | None = None) -> Marked:
        made = super().__new__(cls, text)
        made._origins = UNKNOWN * len(text) if origins is None else origins
        if len(made._origins) != len(made):  # internal: an operation below is wrong
            raise AssertionError(f"{len(made._origins)} origins for {len(made)} characters")
        return made

    # What `str` makes of it, for example when a template prints it.
    def __str__(self) -> Marked:
        return self

    # --- Operators. ---

    def __add__(self, other: Any) -> Marked:
        return joined((self, other)) if isinstance(other, str) else NotImplemented

    def __radd__(self, other: Any) -> Marked:
        return joined((other, self)) if isinstance(other, str) else NotImplemented

    def __mul__(self, count: Any) -> Marked:
        return Marked(str.__mul__(self, count), self._origins * count)

    __rmul__ = __mul__

    def __mod__(self, values: Any) -> Marked:
        return _with_conversions(self, values)

    def __getitem__(self, place: Any) -> Marked:
        return Marked(str.__getitem__(self, place), self._origins[place])

    def __iter__(self) -> Iterator[Marked]:
        return map(Marked, str.__iter__(self), self._origins)

    # --- Methods that take some of the characters. ---

    def strip(self, chars: str | None = None, /) -> Marked:
        return self.lstrip(chars).rstrip(chars)

    def lstrip(self, chars: str | None = None, /) -> Marked:
        return self[len(self) - len(str.lstrip(self, chars)):]

    def rstrip(self, chars: str | None = None, /) -> Marked:
        return self[:len(str.rstrip(self, chars))]

    def removeprefix(self, prefix: str, /) -> Marked:
        return self[len(self) - len(str.removeprefix(self, prefix)):]

    def removesuffix(self, suffix: str, /) -> Marked:
        return self[:len(str.removesuffix(self, suffix))]

    def split(self, sep: str | None = None, maxsplit: int = -1) -> list[Marked]:
        return self._found(str.split(self, sep, maxsplit), sep)

    def rsplit(self, sep: str | None = None, maxsplit: int = -1) -> list[Marked]:
        return self._found(str.rsplit(self, sep, maxsplit), sep)

    def splitlines(self, keepends: bool = False) -> list[Marked]:
        with_ends, at, found = str.splitlines(self, True), 0, []
        for line, whole in zip(str.splitlines(self, keepends), with_ends):
            found.append(self[at:at + len(line)])
            at += len(whole)
        return found

    def partition(self, sep: str, /) -> tuple[Marked, ...]:
        return tuple(self._found(str.partition(self, sep), ""))

    def rpartition(self, sep: str, /) -> tuple[Marked, ...]:
        return tuple(self._found(str.rpartition(self, sep), ""))

    def _found(self, pieces: Iterable[str], sep: str | None) -> list[Marked]:
        """Pieces of this text, in their order, with `sep` or white space between them."""
        at, found = 0, []
        for piece in pieces:
            if sep is None:  # what is skipped is white space, and a piece does not begin with it
                at = str.index(self, piece, at)
            found.append(self[at:at + len(piece)])
            at += len(piece) + len(sep or "")
        return found

    # --- Methods that put texts together. ---

    def join(self, texts: Iterable[str], /) -> Marked:
        texts = list(texts)
        return Marked(str.join(self, texts), self._origins.join(map(origins_of, texts)))

    def replace(self, old: str, new: str, /, count: int = -1) -> Marked:
        if old:
            return printed(new).join(self.split(old, count))
        # Python puts the new text before each character, and at the end.
        places = len(self) + 1 if count < 0 else min(count, len(self) + 1)
        texts: list[str] = [text for one in self[:places] for text in (new, one)]
        return joined([*texts, new] if places > len(self) else [*texts, self[places:]])

    def center(self, width: int, fill: str = " ", /) -> Marked:
        return self._filled(str.center, width, fill)

    def ljust(self, width: int, fill: str = " ", /) -> Marked:
        return self._filled(str.ljust, width, fill)

    def rjust(self, width: int, fill: str = " ", /) -> Marked:
        return self._filled(str.rjust, width, fill)

    def _filled(self, method: Callable[..., str], width: int, fill: str) -> Marked:
        """The default fill is conversation: a blank is the same as either."""
        origin = fill._origins if isinstance(fill, Marked) else TEXT
        before = method("\0" * len(self), width, "\1").partition("\0")[0] if self else ""
        text = method(self, width, fill)
        behind = len(text) - len(before) - len(self)
        return Marked(text, origin * len(before) + self._origins + origin * behind)

    # --- Methods that change characters. ---

    def upper(self) -> Marked:
        return self._changed("upper", str.upper(self), map(str.upper, str.__iter__(self)))

    def lower(self) -> Marked:
        return self._changed("lower", str.lower(self), map(str.lower, str.__iter__(self)))

    def casefold(self) -> Marked:
        return self._changed("casefold", str.casefold(self),
                             map(str.casefold, str.__iter__(self)))

    def capitalize(self) -> Marked:
        first, rest = str.__getitem__(self, slice(1)), str.__getitem__(self, slice(1, None))
        return self._changed("capitalize", str.capitalize(self),
                             [first.title()] * len(first) + [one.lower() for one in rest])

    def title(self) -> Marked:
        return self._changed("title", str.title(self), str.__iter__(self))

    def swapcase(self) -> Marked:
        return self._changed("swapcase", str.swapcase(self), str.__iter__(self))

    def _changed(self, name: str, text: str, changed: Iterable[str]) -> Marked:
        """Of what each character becomes, the length alone counts. (A sigma at the end of a word
        has another lower case.)"""
        origins = "".join(origin * len(one) for origin, one in zip(self._origins, changed))
        return Marked(text, origins) if len(origins) == len(text) else uniform(name, text, self)

    def expandtabs(self, tabsize: int = 8) -> Marked:
        return uniform("expandtabs", str.expandtabs(self, tabsize), self)

    def zfill(self, width: int, /) -> Marked:
        return uniform("zfill", str.zfill(self, width), self)

    def translate(self, table: Any, /) -> Marked:
        """The numbers of characters are conversation, whoever they come from."""
        put_in = table.values() if isinstance(table, Mapping) else table
        return uniform("translate", str.translate(self, table),
                       [self, *(each for each in put_in if each is not None)])


# (What is not an operation of str is a function: a template could ask a method by its name.)
def known(text: Marked) -> Marked:
    """This text. Refused: an origin is unknown."""
    if UNKNOWN in text._origins:
        raise Refused(f"{str.__str__(text)!r} comes from an operation that is not followed")
    return text


def parts_of(text: Marked) -> list[tuple[str, str]]:
    """The runs of one origin, as `Tokenizer.encode_parts` takes them. No origin is unknown."""
    kinds, plain = {TEMPLATE: "template", TEXT: "text"}, str.__str__(text)
    return [(kinds[run[0][0]], plain[run.start():run.end()])
            for run in _RUNS.finditer(text._origins)]


def origins_of(text: str) -> str:
    return text._origins if isinstance(text, Marked) else UNKNOWN * len(text)


def joined(texts: Iterable[str]) -> Marked:
    texts = list(texts)
    return Marked("".join(texts), "".join(map(origins_of, texts)))


def marked_values(value: Any, origin: str) -> Any:
    """The value, with all texts in it, and keys, of this origin."""
    if isinstance(value, str):
        return Marked(str.__str__(value), origin * len(value))
    if isinstance(value, Mapping):
        return {marked_values(key, origin): marked_values(item, origin)
                for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(marked_values(item, origin) for item in value)
    return value


def printed(value: Any) -> Marked:
    """What a template prints for a value. The digits of a number are conversation: whether it was
    computed from one does not matter then."""
    if isinstance(value, Marked):
        return value
    text = str(value)
    if value is None or isinstance(value, (int, float)):
        return Marked(text, TEXT * len(text))
    if isinstance(value, (dict, list, tuple, set, frozenset, range)):
        return uniform("to print it", text, value)
    return Marked(text)


def uniform(operation: str, text: str, value: Any, *others: Any) -> Marked:
    """The result of an operation on a value whose characters are not followed: the origin is that
    of all texts that went in. Refused: they have several. Numbers in `value` are conversation;
    `others` may give the operation texts, while numbers there are only widths."""
    origins = _origins_in(value, TEXT) | _origins_in(others, "")
    if UNKNOWN in origins:
        raise Refused(f"{operation} has a text that comes from an operation that is not followed")
    if len(origins) > 1:
        raise Refused(f"{operation} has text of the template and of the conversation, and it is "
                      f"not known which of its result comes from which")
    return Marked(text, (origins.pop() if origins else TEXT) * len(text))


def _origins_in(value: Any, of_others: str) -> set[str]:
    if isinstance(value, str):
        return set(origins_of(value))
    if isinstance(value, (dict, list, tuple, set, frozenset)):
        return {origin for item in _values(value) for origin in _origins_in(item, of_others)}
    known = value is None or isinstance(value, (int, float, range))
    return set(of_others) if known else {UNKNOWN}


def _values(value: Any) -> list[Any]:
    return [*value, *value.values()] if isinstance(value, Mapping) else [*value]


def _with_conversions(form: Marked, values: Any) -> Marked:
    """form % values. What %s prints keeps its origins."""
    text = str.__mod__(form, values)
    if set(form._origins) - {TEMPLATE}:
        return uniform("%", text, form, values)
    found, at = [], 0
    rest = iter(values if isinstance(values, tuple) else (values,))
    for each in _CONVERSION.finditer(form):
        key, width, letter = each.groups()
        found.append(form[at:each.start()])
        at = each.end()
        if letter == "%":
            found.append(form[at - 1:at])
            continue
        if letter in "*.(":
            raise Refused("% has a form that is not followed")
        value = values[key] if key is not None else next(rest)
        found.append(printed(value) if letter == "s" and not width else
                     uniform("%", f"%{width}{letter}" % (value,), value))
    return same(joined([*found, form[at:]]), text, "%")


def same(followed: Marked, text: str, operation: str) -> Marked:
    if followed != text:
        raise Refused(f"{operation} has a form that is not followed")
    return followed


def in_json(text: str, value: Any, ensure_ascii: bool, sort_keys: bool, between: Any) -> Marked:
    """The JSON text of a value: what its texts become keeps their origins, the rest is
    conversation. `between`: what stands between values, if it is not JSON's own."""
    origins = _origins_in(value, TEXT)
    if UNKNOWN in origins or TEMPLATE not in origins or (
            origins | _origins_in(between, "") == {TEMPLATE}):
        return uniform("tojson", text, value)
    if '"' in f"{between}":
        raise Refused("tojson has a form that is not followed")
    found, at = [], 0
    for each in _texts_in_order(value, sort_keys):
        begin = text.index('"', at)
        found.append(TEXT * (begin + 1 - at))
        at = begin + 1
        for run in _RUNS.finditer(origins_of(each)):
            written = json.dumps(each[run.start():run.end()], ensure_ascii=ensure_ascii)[1:-1]
            if not text.startswith(written, at):
                raise Refused("tojson has a form that is not followed")
            found.append(run[0][0] * len(written))
            at += len(written)
        if not text.startswith('"', at):
            raise Refused("tojson has a form that is not followed")
        found.append(TEXT)
        at += 1
    return Marked(text, "".join(found) + TEXT * (len(text) - at))


def _texts_in_order(value: Any, sort_keys: bool) -> Iterator[Marked]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in sorted(value.items()) if sort_keys else value.items():
            if not isinstance(key, str):
                raise Refused("tojson has a key that is not a text")
            yield key
            yield from _texts_in_order(item, sort_keys)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts_in_order(item, sort_keys)
