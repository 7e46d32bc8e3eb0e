"""An operation on marked texts gives what it gives on plain ones, and each character keeps its
origin. Here a character shows where it comes from: what is Latin is the template's, what is Greek
the conversation's, and so with blanks, ends of lines and marks."""
import json
import random

import pytest

from bpetite._marked import (TEMPLATE, TEXT, Marked, Refused, in_json, joined, known, parts_of,
                             printed, uniform)

LATIN, GREEK = "abAÉßﬁz1 \n_", "αΣσςΐΩ²\u2003\u2028—"
OPERATIONS = {
    "+": lambda text, other, n: text + other,
    "+ before": lambda text, other, n: other + text,
    "*": lambda text, other, n: text * n,
    "* before": lambda text, other, n: n * text,
    "[n]": lambda text, other, n: text[n % len(text)] if text else text,
    "[n:]": lambda text, other, n: text[n:] + text[:-n] + text[::-1] + text[::n + 1],
    "one by one": lambda text, other, n: list(text),
    "reversed": lambda text, other, n: list(reversed(text)),
    "strip": lambda text, other, n: [text.strip(), text.strip(other), text.strip(None)],
    "lstrip": lambda text, other, n: [text.lstrip(), text.lstrip(other)],
    "rstrip": lambda text, other, n: [text.rstrip(), text.rstrip(other)],
    "removeprefix": lambda text, other, n: (other + text).removeprefix(other) + text.removeprefix(
        text[:n]),
    "removesuffix": lambda text, other, n: (text + other).removesuffix(other) + text.removesuffix(
        text[n:]),
    "split": lambda text, other, n: [*text.split(), *text.split(None, n), *text.split(maxsplit=n)],
    "split by": lambda text, other, n: [*text.split(other[:1] or " "),
                                        *text.split(other[:2] or "\n", n)],
    "rsplit": lambda text, other, n: [*text.rsplit(), *text.rsplit(None, n),
                                      *text.rsplit(other[:1] or " ", n)],
    "splitlines": lambda text, other, n: [*text.splitlines(), *text.splitlines(True)],
    "partition": lambda text, other, n: [*text.partition(other[:1] or " "),
                                         *text.rpartition(other[:1] or " ")],
    "join": lambda text, other, n: text.join([other, text, other][:n]),
    "join its characters": lambda text, other, n: other.join(text),
    "replace": lambda text, other, n: text.replace(text[n:n + 1], other),
    "replace some": lambda text, other, n: text.replace(text[n:n + 2], other, n),
    "replace nothing": lambda text, other, n: [text.replace(text[:0], other),
                                               text.replace(text[:0], other, n)],
    "fill": lambda text, other, n: [
        getattr(text, name)(len(text) + n, (other or text)[:1])
        for name in ("center", "ljust", "rjust") if other or text],
    "upper": lambda text, other, n: text.upper(),
    "lower": lambda text, other, n: text.lower(),
    "casefold": lambda text, other, n: text.casefold(),
    "capitalize": lambda text, other, n: text.capitalize(),
}


def marked(text):
    return Marked(text, "".join(TEMPLATE if one in LATIN else TEXT for one in text))


def origin(one):
    """Of a character that was changed, too."""
    is_latin = one in LATIN or any(one in form for latin in LATIN for form in (
        latin.upper(), latin.lower(), latin.casefold(), latin.title()))
    return TEMPLATE if is_latin else TEXT


@pytest.mark.parametrize("name", OPERATIONS)
def test_each_character_keeps_its_origin(name):
    chance = random.Random(name)
    for _ in range(300):
        alphabet = chance.choice([LATIN, GREEK, LATIN + GREEK, "aα ", "ﬁΐ\n\u2028"])
        text, other = ("".join(chance.choices(alphabet, k=chance.randrange(most)))
                       for most in (9, 4))
        n = chance.randrange(5)
        wanted = OPERATIONS[name](text, other, n)
        found = OPERATIONS[name](marked(text), marked(other), n)
        assert found == wanted
        for each in [found] if isinstance(found, str) else found:
            assert type(each) is Marked
            assert each._origins == "".join(map(origin, each)), (name, text, other, n)


def test_a_marked_text_is_a_text():
    text = marked("abα")
    assert text == "abα" and hash(text) == hash("abα") and {"abα": 1}[text] == 1
    assert "b" in text and text in {"abα"} and isinstance(text, str) and text < "b"
    assert repr(text) == "'abα'" and len(text) == 3 and text.find("α") == 2
    assert str(text) is text and type(str.__str__(text)) is str
    assert parts_of(joined([text, marked("Ω")])) == [("template", "ab"), ("text", "αΩ")]
    assert parts_of(Marked("", "")) == []
    for wrong in (lambda: text + 5, lambda: 5 + text, lambda: text * "a", lambda: text["a"]):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(AssertionError):
        Marked("ab", TEXT)


def test_what_is_not_followed_is_unknown():
    text = marked("abα")
    for made in ("".join([text]), "%s!" % text, f"{text!s:>4}", text.encode().decode(),
                 "{}!".format(text), str.upper(text), repr(text)):
        assert type(made) is str
        with pytest.raises(Refused, match="not followed"):
            known(printed(made) + marked("a"))
    for made in (text + "plain", "plain" + text, text.join(["a", "b"]), text.replace("a", "c")):
        with pytest.raises(Refused, match="not followed"):
            known(made)
    assert known(text + "") == text


def test_one_origin():
    latin, greek = marked("ab"), marked("αΩ")
    for method in ("title", "swapcase", "expandtabs", "capitalize"):
        for text in (latin, greek):
            assert known(getattr(text, method)())._origins == text._origins
    assert latin.translate({97: marked("b")})._origins == TEMPLATE * 2
    assert latin.translate({97: None})._origins == TEMPLATE
    assert greek.translate({945: 98})._origins == TEXT * 2
    for refused in (lambda: marked("ßα").swapcase(), lambda: marked("aα").expandtabs(),
                    lambda: latin.translate({97: greek}), lambda: latin.translate({97: "x"}),
                    lambda: latin.translate(latin.maketrans("a", greek[:1])),
                    lambda: uniform("it", "x", [latin, {"k": 5}]),
                    lambda: uniform("it", "x", object()),
                    lambda: uniform("it", "x", latin, greek)):
        with pytest.raises(Refused):
            refused()
    assert uniform("it", "xy", latin, 5, None)._origins == TEMPLATE * 2
    assert uniform("it", "xy", [], "")._origins == TEXT * 2
    assert parts_of(printed(5)) == [("text", "5")] and printed(True) == "True"
    assert printed({latin: [greek[:0]]})._origins == TEMPLATE * len("{'ab': ['']}")
    with pytest.raises(Refused, match="to print it"):
        printed([latin, greek])


def test_percent():
    form = Marked("%s-%% %(a)s", TEMPLATE * 11)
    with pytest.raises(TypeError):
        form % (5,)
    assert (Marked("%s-%%", "t" * 5) % marked("αb"))._origins == "xttt"
    assert (Marked("%(a)s%(b)d", "t" * 10) % {"a": marked("b"), "b": 5})._origins == "tx"
    assert (Marked("%d|%5.1f|%r", "t" * 11) % (1, 2.5, marked("α")))._origins == "xtxxxxxtxxx"
    assert (Marked("%5s|", TEMPLATE * 4) % marked("α"))._origins == "xxxxxt"
    assert (Marked("%s %s", TEXT * 5) % (marked("α"), 5))._origins == TEXT * 3
    for form, values in (("%5s", marked("aα")), ("%r", marked("aα")), ("%*d", (5, 5)),
                         ("%(a(b))s", {"a(b)": 5}), ("%s", object())):
        with pytest.raises(Refused):
            known(Marked(form, TEMPLATE * len(form)) % values)
    with pytest.raises(Refused):
        Marked("%s", TEXT * 2) % marked("a")


def test_json():
    chance = random.Random("json")

    def value(depth):
        kind = chance.randrange(5 if depth else 2)
        if kind < 2:
            return marked("".join(chance.choices("aα\"\\\n\u2028😀{:,", k=chance.randrange(5))))
        if kind == 2:
            return [value(depth - 1) for _ in range(chance.randrange(4))]
        if kind == 3:
            return {value(0): value(depth - 1) for _ in range(chance.randrange(4))}
        return chance.choice([5, 1.5, None, True, float("nan")])

    count = 0
    for _ in range(1000):
        given, ascii, sort = value(3), chance.random() < .5, chance.random() < .5
        indent = chance.choice([None, 2, "\t"])
        text = json.dumps(given, ensure_ascii=ascii, sort_keys=sort, indent=indent)
        found = in_json(text, given, ascii, sort, indent)
        assert found == text
        # What is the template's are its characters, in their order, and nothing else.
        letters = "".join(one for kind, part in parts_of(known(found)) if kind == "template"
                          for one in part)
        if set(found._origins) == {TEMPLATE, TEXT}:
            count += 1
            assert all(one not in letters for one in "α😀,:{[")
            assert letters.count("a") == text.count("a") - text.count("NaN")
    assert count > 200
    mixed = [marked("a"), marked("α")]
    for refused in (lambda: in_json('["a", "α"]', mixed, False, False, '"'),
                    lambda: in_json('["b", "α"]', mixed, False, False, None),
                    lambda: in_json('["ab", "α"]', mixed, False, False, None),
                    lambda: in_json('["ab"α"]', mixed, False, False, None),
                    lambda: in_json('{"5": "a"}', {5: marked("a")}, False, False, None)):
        with pytest.raises(Refused):
            refused()
