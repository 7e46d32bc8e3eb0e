"""What holds for any input: each call against a slow definition in Python, and against the others.

Options are combined at random. Vocabularies are learned here, so that no file is needed.
"""
import itertools
import json
import re
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import bpetite

numpy = pytest.importorskip("numpy")

CORPUS = "the theme of the thesis is the other one; the rest of them. 12345 don't"
SPECIALS = ["<|a|>", "<|a|>b", "<|with a bl\u00e4nk|>"]
TOKENIZERS = {
    "gpt2": bpetite.Tokenizer.train(CORPUS, 280),
    "cl100k": bpetite.Tokenizer.train(CORPUS, 280, profile="cl100k", special_tokens=SPECIALS),
    "nfc": bpetite.Tokenizer.train(CORPUS, 280, profile="qwen2", special_tokens=SPECIALS),
    "plain tokens": bpetite.Tokenizer.train(CORPUS, 280, profile="cl100k").with_tokens(
        ["<plain>", "the th"], special=False).with_tokens(["<|b|>"]),
}
# Special tokens that take white space beside them, stand alone, or are found in normalized text.
FLAGS = json.loads(TOKENIZERS["cl100k"].to_bytes())
for added, flag in zip(FLAGS["added_tokens"], ["lstrip", "rstrip", "single_word", "normalized"]):
    added[flag] = True
TOKENIZERS["flags"] = bpetite.Tokenizer.from_bytes(json.dumps(FLAGS).encode())
TOKENIZERS["space first"] = bpetite.Tokenizer.from_bytes(json.dumps(
    json.loads(TOKENIZERS["cl100k"].to_bytes()) | {"prefix_space": True}).encode())
PIECES = [*SPECIALS, "<|b|>", "<plain>", "<|endoftext|>", "the th", "the ", " ", "\r\n", "\n", "\f",
          "e\u0301", "\u1e9b\u0323", "ünï", "€", "😀", "\x00", "1234", "don't", "<|", "a"]

quick = settings(max_examples=150, deadline=None, derandomize=True,
                 suppress_health_check=[HealthCheck.too_slow])
tokenizers = some.sampled_from(sorted(TOKENIZERS)).map(TOKENIZERS.get)
scalars = some.text(some.characters(exclude_categories=["Cs"]), max_size=4)
texts = some.lists(some.one_of(some.sampled_from(PIECES), scalars), max_size=8).map("".join)


@some.composite
def choices(draw):
    """What is allowed and what is disallowed, each left out, "all" or a set of literals."""
    literals = some.sets(some.sampled_from([*SPECIALS, "<|b|>", "<|endoftext|>"]), max_size=3)
    named = {"allowed_special": draw(some.one_of(some.none(), some.just("all"), literals)),
             "disallowed_special": draw(some.one_of(some.none(), some.just("all"), literals))}
    return {name: value for name, value in named.items() if value is not None}


def outcome(call):
    """The result of a call as lists, or its error."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001
        return type(error), str(error)


# --- Encoding. ---

@quick
@given(tokenizers, texts, texts, choices(), some.sampled_from([1, 2, 5]))
def test_every_call_gives_the_ids_of_encode(tokenizer, text, other, choice, threads):
    wanted = outcome(lambda: tokenizer.encode(text, **choice))
    given_bytes = text.encode()
    for form in (given_bytes, bytearray(given_bytes), memoryview(given_bytes)):
        assert outcome(lambda form=form: tokenizer.encode(form, **choice)) == wanted
    assert outcome(lambda: tokenizer.encode_to_numpy(text, threads=threads,
                                                     **choice).tolist()) == wanted
    assert outcome(lambda: tokenizer.offsets(text, **choice)[0]) == wanted
    count = outcome(lambda: tokenizer.count(text, **choice))
    assert count == (len(wanted) if isinstance(wanted, list) else wanted)

    both = [outcome(lambda each=each: tokenizer.encode(each, **choice)) for each in (text, other)]
    errors = [each for each in both if isinstance(each, tuple)]
    wanted_batch = errors[0] if errors else both
    batch = [text, other]
    assert outcome(lambda: tokenizer.encode_batch(batch, threads=threads, **choice)) == wanted_batch

    def flat():
        ids, places = tokenizer.encode_batch_flat(batch, threads=threads, **choice)
        return [ids[begin:end].tolist() for begin, end in itertools.pairwise(places)]

    assert outcome(flat) == wanted_batch


@quick
@given(tokenizers, texts)
def test_a_text_comes_back_and_its_spans_are_its_parts(tokenizer, text):
    ids = tokenizer.encode_ordinary(text)
    form = tokenizer.decode(ids)
    assert tokenizer.encode_ordinary(form) == ids
    assert "".join(tokenizer.chunks(text)) == text
    for unit, whole in (("characters", text), ("bytes", text.encode())):
        same, spans = tokenizer.offsets(text, unit=unit, allowed_special=(), disallowed_special=())
        assert same == ids
        assert all(0 <= begin <= end <= len(whole) for begin, end in spans)
        if unit == "bytes" and form == text:
            assert [whole[begin:end] for begin, end in spans] == [*map(tokenizer.token_bytes, ids)]


# Some special tokens are allowed, and the others are ordinary text.
some_allowed = some.builds(dict, disallowed_special=some.just(()), allowed_special=some.sets(
    some.sampled_from(SPECIALS), min_size=1))


@quick
@given(some.sampled_from(["cl100k", "nfc", "space first"]).map(TOKENIZERS.get),
       some.lists(some.one_of(some.sampled_from(SPECIALS), texts), max_size=4).map("".join),
       some.one_of(some_allowed, choices()))
def test_spans_are_those_of_the_parts_between_special_tokens(tokenizer, text, choice):
    ids = outcome(lambda: tokenizer.encode(text, **choice))
    if not choice or isinstance(ids, tuple):
        return
    allowed = choice.get("allowed_special", ())
    literals = sorted(tokenizer.special_tokens if allowed == "all" else allowed, key=len)
    cut = "|".join(map(re.escape, literals[::-1])) or "(?!)"
    for unit, size_of in (("characters", len), ("bytes", lambda part: len(part.encode()))):
        wanted, at = [], 0
        for place, part in enumerate(re.split(f"({cut})", text)):
            spans = [(0, size_of(part))] if place % 2 else tokenizer.offsets(
                part, unit=unit, allowed_special=(), disallowed_special=())[1]
            wanted += [(at + begin, at + end) for begin, end in spans]
            at += size_of(part)
        assert tokenizer.offsets(text, unit=unit, **choice) == (ids, wanted)


@quick
@given(some.lists(some.sampled_from(["the", b"\xff", "a" * 70000, b"\xff" + b"a" * 70000]),
                  max_size=5), some.sampled_from([1, 3]))
def test_the_first_bad_text_is_refused_wherever_it_stands(batch, threads):
    tokenizer = TOKENIZERS["gpt2"]
    bad = any(isinstance(text, bytes) and b"\xff" in text for text in batch)
    for call in (tokenizer.encode_batch, tokenizer.encode_batch_flat):
        found = outcome(lambda call=call: call(batch, threads=threads))
        assert bad == (isinstance(found, tuple) and found[0] is bpetite.errors.UnicodeDecodeError)


# --- Decoding. ---

INTEGERS = [order + kind for order in "<>"
            for kind in ("u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8")]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_ids_in_an_array_of_any_form(dtype):
    tokenizer = TOKENIZERS["cl100k"]
    most = min(numpy.iinfo(dtype).max, 270)
    ids = [most, 97, 0, 98, most, 32]
    wanted = tokenizer.decode_bytes(ids)
    wide = numpy.zeros(2 * len(ids), dtype)
    wide[::2] = ids
    apart = numpy.zeros(len(ids), [("padding", "u1"), ("id", dtype)])  # not aligned
    apart["id"] = ids
    backwards = numpy.array(ids[::-1], dtype)[::-1]
    for array in (numpy.array(ids, dtype), wide[::2], backwards, apart["id"],
                  numpy.array([ids], dtype)[0], numpy.array([ids], dtype).T[:, 0],
                  memoryview(numpy.array(ids, dtype)) if dtype[0] == "<" else wide[::2]):
        assert tokenizer.decode_bytes(array) == wanted
        assert tokenizer.decode(array, errors="replace") == wanted.decode(errors="replace")
    if numpy.iinfo(dtype).max > 5000:
        with pytest.raises(KeyError, match=r"ids\[1\]: unknown token id 5000 "):
            tokenizer.decode(numpy.array([97, 5000], dtype))
    if numpy.iinfo(dtype).min < 0:
        with pytest.raises(KeyError, match=r"ids\[0\]: unknown token id -1 "):
            tokenizer.decode(numpy.array([-1], dtype))


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("shape", [(), (2, 3), (1, 1), (6, 1), (2, 1, 2)])
def test_an_array_of_another_shape_is_refused(dtype, shape):
    for call in (TOKENIZERS["gpt2"].decode, TOKENIZERS["gpt2"].decode_bytes):
        with pytest.raises(TypeError):
            call(numpy.full(shape, 97, dtype))


@pytest.mark.parametrize("array", [[97.0, 98.0], ["9", "7"], [b"a"], [None], [[97], [98, 99]]])
def test_what_is_not_a_list_of_integers_is_refused(array):
    for ids in (array, numpy.array(array, dtype=object),
                *([] if isinstance(array[0], list) else [numpy.array(array)])):
        for call in (TOKENIZERS["gpt2"].decode, TOKENIZERS["gpt2"].decode_bytes):
            with pytest.raises(TypeError):
                call(ids)


@quick
@given(tokenizers, some.lists(some.integers(0, 290), max_size=12), some.booleans())
def test_decoding_joins_the_bytes_of_the_tokens(tokenizer, ids, skip):
    known = {**dict(enumerate(tokenizer.vocabulary)),
             **{id: literal.encode() for literal, id in tokenizer.added_tokens.items()}}
    special = set(tokenizer.special_tokens.values())
    unknown = [(place, id) for place, id in enumerate(ids) if known.get(id) is None]
    found = outcome(lambda: tokenizer.decode_bytes(ids, skip_special_tokens=skip))
    if unknown:
        assert found[0] is bpetite.errors.KeyError
        assert "ids[{}]: unknown token id {} ".format(*unknown[0]) in found[1]
        return
    assert found == b"".join(known[id] for id in ids if not (skip and id in special))
    assert tokenizer.decode(ids, errors="replace", skip_special_tokens=skip) == found.decode(
        errors="replace")


def test_ids_that_change_meanwhile_give_bytes_of_tokens():
    tokenizer = TOKENIZERS["gpt2"]
    (long,) = tokenizer.encode(" the")
    ids = numpy.full(20000, 97, numpy.uint32)
    done = threading.Event()

    def change():
        while not done.is_set():
            ids[:] = long
            ids[:] = 97

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(300):
            found = outcome(lambda: tokenizer.decode_bytes(ids))
            if isinstance(found, tuple):
                assert "changed" in found[1]
            else:
                assert not found.replace(b" the", b"").strip(b"a"), "bytes that no token has"
                assert found.count(b" the") + found.count(b"a") == len(ids)
    finally:
        done.set()
        thread.join()


# --- Special tokens that are not allowed. ---

@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("before", ["", "a", "a  ", "\u00fc\n ", "1 2 "])
def test_the_place_of_a_token_that_is_not_allowed_is_that_of_its_literal(name, before):
    tokenizer = TOKENIZERS[name]
    for literal in tokenizer.special_tokens:
        allowed = set(tokenizer.special_tokens) - {literal}
        if literal == "<|fim_middle|>" and before[-1:].isalnum() and name == "flags":
            continue  # it has to stand alone
        for disallowed in ({literal}, "all"):
            with pytest.raises(ValueError, match=f"byte {len(before.encode())}:"):
                tokenizer.encode(before + literal + " b", allowed_special=allowed,
                                 disallowed_special=disallowed)


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_token_that_is_allowed_is_found_whatever_its_flags(name):
    tokenizer = TOKENIZERS[name]
    for literal, id in tokenizer.special_tokens.items():
        for disallowed in ((), "all"):
            assert tokenizer.encode(f"a {literal}", allowed_special={literal},
                                    disallowed_special=disallowed)[-1] == id


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_token_that_is_allowed_and_disallowed_is_refused(name):
    tokenizer = TOKENIZERS[name]
    for literal in tokenizer.special_tokens:
        for allowed in ("all", {literal}):
            for disallowed in ("all", {literal}):
                call = lambda: tokenizer.encode(  # noqa: E731
                    literal, allowed_special=allowed, disallowed_special=disallowed)
                if disallowed == "all":  # all but those that are allowed
                    assert call() == [tokenizer.special_tokens[literal]]
                else:
                    with pytest.raises(ValueError):
                        call()


# --- What a tokenizer has. ---

@pytest.mark.parametrize("name", TOKENIZERS)
def test_properties_agree(name):
    tokenizer = TOKENIZERS[name]
    vocabulary, added = tokenizer.vocabulary, tokenizer.added_tokens
    known = [id for id, token in enumerate(vocabulary) if token is not None]
    highest = max([*known, *added.values()])
    assert tokenizer.vocab_size == highest + 1
    assert str(tokenizer.vocab_size) in repr(tokenizer)
    assert set(tokenizer.special_tokens.items()) <= set(added.items())
    for id, token in enumerate(vocabulary):
        if token is not None:
            assert tokenizer.token_bytes(id) == token
    for literal, id in added.items():
        assert tokenizer.token_bytes(id) == literal.encode()
        assert tokenizer.encode(literal, allowed_special="all") == [id]
    for rank, (left, right) in enumerate(tokenizer.merges):
        assert vocabulary[256 + rank] == vocabulary[left] + vocabulary[right]
    with pytest.raises(KeyError):
        tokenizer.token_bytes(highest + 1)
    again = bpetite.Tokenizer.from_bytes(tokenizer.to_bytes())
    assert (again.vocabulary, again.added_tokens, again.merges) == (
        vocabulary, added, tokenizer.merges)


def test_added_tokens_count_even_if_none_is_special():
    tokenizer = bpetite.Tokenizer.train(CORPUS, 260, profile="cl100k")
    size = tokenizer.vocab_size
    more = tokenizer.with_tokens(["<x>", "<y>"], special=False)
    assert more.vocab_size == size + 2 == max(more.added_tokens.values()) + 1
