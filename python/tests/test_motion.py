"""Streams, sessions, parts, canonical ids and windows give what `encode` of whole texts gives."""
import copy
import itertools
import json
import pickle
import random
import threading

import pytest

import bpetite
from bpetite import _bpetite, errors

CORPUS = ("the theme of the thesis is the other one; the rest of them. 12345 don't\n\n"
          "  ünï €😀")
SPECIALS = ["<|a|>", "<|a|>b"]
TOKENIZERS = {
    "gpt2": bpetite.Tokenizer.train(CORPUS, 280),
    "cl100k": bpetite.Tokenizer.train(CORPUS, 280, profile="cl100k", special_tokens=SPECIALS),
    "nfc": bpetite.Tokenizer.train(CORPUS, 280, profile="qwen2", special_tokens=SPECIALS),
    "plain tokens": bpetite.Tokenizer.train(CORPUS, 280, profile="cl100k").with_tokens(
        ["<plain>", "the th"], special=False).with_tokens(["<|a|>"])}
TOKENIZERS["space first"] = bpetite.Tokenizer.from_bytes(json.dumps(
    json.loads(TOKENIZERS["cl100k"].to_bytes()) | {"prefix_space": True}).encode())
PIECES = ["<|a|>", "<|a|>b", "<plain>", "<|endoftext|>", "the th", "the ", " ", "\r\n", "\n", "e",
          "\u0301", "\u1e9b\u0323", "ünï", "€", "😀", "日本", "\x00", "1234", "don't", "<|",
          "a", "\U0001f468\u200d\U0001f469"]
CHOICES = [{}, {"allowed_special": "all"}, {"disallowed_special": ()}]

each_tokenizer = pytest.mark.parametrize("name", TOKENIZERS)


def some_text(chance, most=8):
    return "".join(chance.choices(PIECES, k=chance.randrange(most + 1)))


def cases(name, count=60):
    """A tokenizer, a source of chance, and a choice of special tokens that every call has."""
    for seed in range(count):
        chance = random.Random(f"{name} {seed}")
        choice = chance.choice(CHOICES)
        if name in ("gpt2", "nfc") and not choice.get("allowed_special"):
            choice = chance.choice([{}, {"disallowed_special": ()}])
        yield TOKENIZERS[name], chance, choice


def outcome(call):
    """The result of a call, or its error."""
    try:
        return call()
    except bpetite.Error as error:
        return error.kind, error.clause


def is_error(found):
    return isinstance(found, tuple) and isinstance(found[0], str)


def in_pieces(chance, text):
    while len(text) > 0:
        size = chance.randrange(1, 6)
        yield text[:size]
        text = text[size:]


# --- Streams. ---

@each_tokenizer
def test_a_stream_gives_the_ids_of_the_whole_text(name):
    for tokenizer, chance, choice in cases(name):
        text = some_text(chance)
        wanted = outcome(lambda: tokenizer.encode(text, **choice))
        for form in (text, text.encode()):
            stream = tokenizer.stream(**choice)

            def all_ids():
                ids = [id for piece in in_pieces(chance, form) for id in stream.push(piece)]
                return ids + stream.finish()

            assert outcome(all_ids) == wanted
            if not is_error(wanted):
                assert stream.pending == 0 and outcome(all_ids) == wanted  # the next text


def test_a_stream_waits_for_what_follows():
    encode, stream = TOKENIZERS["cl100k"].encode, TOKENIZERS["cl100k"].stream()
    assert stream.push("one two") == encode("one") and stream.pending == 4
    assert stream.push("€".encode()[:1]) == [] and stream.pending == 5
    with pytest.raises(UnicodeDecodeError):
        stream.finish()
    with pytest.raises(UnicodeDecodeError) as found:
        stream.push(b"a")
    assert found.value.start == 7
    assert stream.push("€".encode()[1:]) + stream.finish() == encode(" two€")


def test_a_stream_is_as_it_was_after_an_error():
    tokenizer = TOKENIZERS["cl100k"]
    stream = tokenizer.stream(max_pending=6)
    ids = stream.push("the <|a")
    with pytest.raises(ValueError, match="allowed_special") as found:
        stream.push("|> ")
    assert found.value.clause == "S27a"
    with pytest.raises(ValueError, match="at most 6") as found:
        stream.push("b" * 9)
    assert found.value.clause == "S60e"
    assert ids + stream.push("b ") + stream.finish() == tokenizer.encode("the <|ab ")
    with pytest.raises(TypeError, match="a text of type str"):
        stream.push(5)
    with pytest.raises(ValueError, match="max_pending"):
        tokenizer.stream(max_pending=-1)


# --- Sessions. ---

@each_tokenizer
def test_a_session_has_the_ids_of_the_whole_text(name):
    for tokenizer, chance, choice in cases(name):
        session, text, ids = tokenizer.session(**choice), "", []
        for _ in range(12):
            i = chance.randrange(len(text) + 1)
            j = chance.randrange(i, min(i + 9, len(text)) + 1)
            more = some_text(chance, 4)
            form = chance.choice([more, more.encode()])
            edit, new = chance.choice([
                (lambda: session.append(form), text + more),
                (lambda: session.replace(i, j, form), text[:i] + more + text[j:]),
                (lambda: session.truncate(max(i, j)), text[:max(i, j)])])
            wanted = outcome(lambda: tokenizer.encode(new, **choice))
            patch = outcome(edit)
            if is_error(wanted):
                assert patch == wanted
            else:
                assert ids[:patch.kept] + patch.ids + ids[patch.kept + patch.gone:] == wanted
                text, ids = new, wanted
            assert session.text == text and session.ids == ids and session.count == len(ids)


@pytest.mark.parametrize("letters", ["a", "aü€😀", "日本語 "])
def test_places_in_a_long_text_are_characters(letters):
    tokenizer, chance = TOKENIZERS["gpt2"], random.Random(letters)
    session, text = tokenizer.session(), ""
    for step in range(150):
        more = "".join(chance.choices(letters, k=chance.choice([0, 1, 5, 3000, 20_000])))
        i = chance.choice([0, len(text), chance.randrange(len(text) + 1)])
        j = min(len(text), i + chance.choice([0, 1, 6000, 30_000]))
        text = text[:i] + more + text[j:]
        session.replace(i, j, more)
        if step % 10 == 0:
            assert session.text == text
    assert session.text == text and session.ids == tokenizer.encode(text)
    session.truncate(len(text) // 2)
    assert session.text == text[:len(text) // 2]


def test_patches():
    session = bpetite.Tokenizer.train(["ab ab ab"], 258).session()
    assert session.append("ab a") == bpetite.Patch(kept=0, gone=0, ids=[256, 32, 97])
    assert session.append(b"b") == (1, 2, [257])
    assert session.truncate(2) == (1, 1, []) and session.ids == [256]
    assert session.replace(0, 2, "") == (0, 1, []) and session.count == 0 and session.text == ""


def test_errors_of_sessions():
    session = TOKENIZERS["cl100k"].session()
    session.append("a€😀<|a")
    before = session.text, session.ids
    for call, kind, clause, says in (
            (lambda: session.replace(0, 8, ""), "ValueError", "S61b", "at most 6"),
            (lambda: session.truncate(1 << 70), "ValueError", "S61b", "at most 6"),
            (lambda: session.replace(3, 2, ""), "ValueError", "S61b", "3 to 2"),
            (lambda: session.replace(-1, 2, ""), "ValueError", "S61b", "character -1"),
            (lambda: session.append("|>"), "ValueError", "S27a", "<|a|>"),
            (lambda: session.append(" " * (1 << 21)), "ValueError", "S60e", "1048576"),
            (lambda: session.append(b"\xe2\x82"), "UnicodeDecodeError", "S1a", "byte 0")):
        with pytest.raises(bpetite.Error, match=says.replace("|", r"\|")) as found:
            call()
        assert (found.value.kind, found.value.clause) == (kind, clause)
        assert (session.text, session.ids) == before
    with pytest.raises(UnicodeEncodeError):
        session.append("\ud800")
    for call in (lambda: session.replace("0", 1, ""), lambda: session.append(None),
                 lambda: session.truncate(1.0)):
        with pytest.raises(TypeError):
            call()
    assert (session.text, session.ids) == before
    assert session.append("€|>").kept > 0


def test_copies_go_on_by_themselves():
    tokenizer = TOKENIZERS["cl100k"]
    session = tokenizer.session(allowed_special=iter(["<|a|>"]))
    session.append("€ the <|a|>")
    for other in (session.fork(), copy.copy(session), copy.deepcopy(session),
                  pickle.loads(pickle.dumps(session))):
        assert type(other) is bpetite.Session
        assert (other.text, other.ids) == (session.text, session.ids)
        other.replace(0, 1, "😀😀")
        other.append("<|a|> x")
        assert other.ids == tokenizer.encode("😀😀 the <|a|><|a|> x", allowed_special={"<|a|>"})
        with pytest.raises(ValueError, match="allowed_special"):
            other.append("<|endoftext|>")
        assert session.text == "€ the <|a|>"


def test_copies_keep_all_options():
    tokenizer = TOKENIZERS["cl100k"]
    ways = [bpetite.Session.fork, copy.copy, copy.deepcopy,
            lambda session: pickle.loads(pickle.dumps(session))]
    for options, is_one, is_other in (({}, False, False),
                                      ({"allowed_special": {"<|a|>"}}, True, False),
                                      ({"disallowed_special": ()}, True, True),
                                      ({"allowed_special": "all", "max_pending": 100}, True,
                                       True)):
        for way, next_way in itertools.product(ways, ways):
            made = next_way(way(tokenizer.session(**options)))
            for text, fits in (("<|a|>", is_one), ("<|endoftext|>", is_other),
                               (" " * 700, "max_pending" not in options)):
                other = way(made)
                if fits:
                    other.append(text)
                    assert other.ids == tokenizer.session(**options).append(text).ids
                else:
                    with pytest.raises(ValueError):
                        other.append(text)


def test_a_pickled_session_of_another_version_is_refused():
    session = TOKENIZERS["cl100k"].session(disallowed_special=(), max_pending=100)
    session.append("<|a|>")
    make, (state,) = session.__reduce__()
    assert state["version"] == 1 and make(state).ids == session.ids
    with pytest.raises(ValueError, match="at most 100"):
        make(state).append(" " * 700)
    for other in ({**state, "version": 2}, {**state, "version": None}, {}):
        with pytest.raises(errors.ValueError, match="required 1"):
            make(other)


def test_a_second_thread_is_refused_while_a_session_works():
    session = TOKENIZERS["gpt2"].session()
    done, refused = threading.Event(), []

    def read():
        while not done.is_set():
            try:
                session.text, session.ids, session.count, session.fork()
            except errors.ValueError as error:
                refused.append(error.message)

    thread = threading.Thread(target=read)
    thread.start()
    for _ in range(20):
        try:
            session.append("the theme " * 20_000)
        except errors.ValueError as error:
            refused.append(error.message)
    done.set()
    thread.join()
    assert all("another thread" in message for message in refused)
    assert session.ids == TOKENIZERS["gpt2"].encode(session.text)


# --- Special tokens. ---

def test_a_choice_that_only_encode_has():
    matched, refused = TOKENIZERS["gpt2"], TOKENIZERS["cl100k"]
    for tokenizer, choice in ((matched, {"disallowed_special": "all"}),
                              (matched, {"disallowed_special": {"<|endoftext|>"}}),
                              (refused, {"allowed_special": {"<|a|>"}, "disallowed_special": ()})):
        for call in (tokenizer.stream, tokenizer.session,
                     lambda **given: tokenizer.windows("a", 5, **given)):  # noqa: B023
            with pytest.raises(errors.ValueError, match="a choice that only encode has"):
                call(**choice)
        assert tokenizer.count("a the", limit=1, **choice) == min(
            tokenizer.count("a the", **choice), 2)
    for call in (refused.stream, refused.session):
        with pytest.raises(KeyError, match="not a special token"):
            call(allowed_special={"nope"})
        with pytest.raises(TypeError):
            call(allowed_special="nope")
        assert call(allowed_special={"<|a|>"})


# --- Parts. ---

@each_tokenizer
def test_parts_are_their_joined_text(name):
    for tokenizer, chance, _ in cases(name):
        token, id = chance.choice(sorted(tokenizer.added_tokens.items()))
        texts = [some_text(chance, 3).replace("<", "") for _ in range(chance.randrange(5))]
        parts = [("text", text) for text in texts]
        if name not in ("nfc", "space first"):  # there seams may change the text
            parts += [("token", chance.choice([token, id])), ("template", "the ")]
            texts += [token, "the "]
        joined = "".join(texts)
        ids, spans, in_parts = tokenizer.encode_parts(parts, spans=True)
        assert ids == tokenizer.encode_parts(iter(parts)) == tokenizer.encode(
            joined, allowed_special="all")
        wanted = tokenizer.offsets(joined, allowed_special="all")[1]
        if name not in ("nfc", "space first"):
            assert spans == wanted
        assert len(in_parts) == len(ids)
        in_bytes = tokenizer.encode_parts(parts, spans=True, unit="bytes")
        assert (in_bytes[0], in_bytes[2]) == (ids, in_parts)
        for (begin, end), (first, last) in zip(in_bytes[1], in_parts):
            ends = [len("".join(texts[:i + 1]).encode()) for i in range(len(texts))]
            assert first == next(i for i, at in enumerate(ends) if begin < at)
            assert last == next(i for i, at in enumerate(ends) if end <= at)
        cut = [id for part in parts for id in tokenizer.encode_parts([part])]
        assert tokenizer.encode_parts(parts, seams="cut") == cut


def test_trust():
    tokenizer = TOKENIZERS["plain tokens"]
    special, plain = tokenizer.added_tokens["<|a|>"], tokenizer.added_tokens["<plain>"]
    ordinary = tokenizer.encode_ordinary("<|a|>")
    parts = [("text", "<|a|>"), ("template", "<|a|>"), ("token", "<|a|>"), ("token", special)]
    assert tokenizer.encode_parts(parts) == [*ordinary, special, special, special]
    # A token by its id says nothing of the parts behind it.
    other = [("token", special), ("token", "<plain>"), ("token", plain), ("token", "<|a|>"),
             ("text", "<|a|>"), ("token", "<plain>")]
    assert tokenizer.encode_parts(other) == [special, plain, plain, special, *ordinary, plain]
    assert tokenizer.encode_parts([("text", "<plain>")]) == [plain]
    assert plain not in tokenizer.encode_parts([("text", b"<plain>")], strict=True)
    assert tokenizer.encode_parts([]) == []
    assert tokenizer.encode_parts([("text", ""), ["token", "<|a|>"], ("text", "€")], spans=True)[
        1:] == ([(0, 5), *[(5, 6)] * 3][:1 + tokenizer.count("€")],
                [(1, 1), *[(2, 2)] * 3][:1 + tokenizer.count("€")])


def test_errors_of_parts():
    tokenizer = TOKENIZERS["cl100k"]
    never = bpetite.Tokenizer.from_bytes(tokenizer.to_bytes(), special_rule="never")
    for parts, kind, clause in (([("token", "<x>")], "KeyError", "S62i"),
                                ([("token", 5)], "KeyError", "S62i"),
                                ([("token", -1)], "KeyError", "S62i"),
                                ([("token", 1 << 32)], "KeyError", "S62i"),
                                ([("user", "a")], "ValueError", "S62a"),
                                ([("text", b"a\xff")], "UnicodeDecodeError", "S1a")):
        with pytest.raises(bpetite.Error, match=r"parts\[1\]") as found:
            tokenizer.encode_parts([("text", "a"), *parts])
        assert (found.value.kind, found.value.clause) == (kind, clause)
    with pytest.raises(ValueError, match=r"parts\[0\]: a template"):
        never.encode_parts([("template", "a")])
    for parts in (["a"], [("text",)], [("text", 5)], [("token", 1.5)], [("token", b"<|a|>")], [5]):
        with pytest.raises(TypeError, match=r"parts\[0\]"):
            tokenizer.encode_parts(parts)
    for wrong in ({"seams": "loose"}, {"unit": "words"}):
        with pytest.raises(errors.ValueError):
            tokenizer.encode_parts([], **wrong)


# --- Canonical ids. ---

@each_tokenizer
def test_ids_of_encode_do_not_diverge(name):
    numpy = pytest.importorskip("numpy")
    for tokenizer, chance, _ in cases(name):
        text = some_text(chance)
        ids = tokenizer.encode(text, allowed_special="all")
        whole = tokenizer.encode(tokenizer.decode(ids), allowed_special="all")
        first = next((i for i, (a, b) in enumerate(zip(ids, whole)) if a != b),
                     None if ids == whole else min(len(ids), len(whole)))
        for form in (ids, numpy.array(ids, numpy.uint32), numpy.array(ids, numpy.int64)):
            assert tokenizer.first_divergence(form, one_string=True) == first
            found = tokenizer.divergence(form, one_string=True)
            assert (None if found is None else found.index) == first
        parts = tokenizer.encode_ordinary(text)
        apart = [id for byte in text.encode() for id in [byte]]
        for form in (parts, apart):
            found = tokenizer.divergence(form)
            assert tokenizer.first_divergence(iter(form)) == (found and found.index)
        assert name != "cl100k" or tokenizer.divergence(parts) is None


def test_a_divergence():
    tokenizer = bpetite.Tokenizer.train(["ab ab ab"], 258)
    assert tokenizer.divergence([256, 257]) is None
    found = tokenizer.divergence([256, 32, 97, 98])
    assert found == bpetite.Divergence(index=1, byte=2, cause="merges")
    assert tokenizer.divergence([97, 226, 130]) == (1, 1, "not text")
    literal = [*b"<|endoftext|>"]
    assert tokenizer.divergence(literal) is None
    assert tokenizer.divergence(literal, one_string=True) == (0, 0, "special literal")
    for ids, error in (([97, 999], KeyError), ([-1], KeyError), ([1.5], TypeError),
                       (5, TypeError)):
        for call in (tokenizer.divergence, tokenizer.first_divergence):
            with pytest.raises(error):
                call(ids)


def test_a_continuation():
    tokenizer = bpetite.Tokenizer.train(["ab ab ab"], 258)
    assert tokenizer.continuation([256, 257]) == bpetite.Continuation(True, following=b"")
    assert tokenizer.continuation(iter([])) == (True, b"", None)
    found = tokenizer.continuation([256, 32, 97, 98])
    assert found == bpetite.Continuation(False, index=3)
    assert tokenizer.continuation([256, 32, 256]) == (False, None, 2)
    half = tokenizer.continuation([256, 226, 130])
    assert half.can_go_on and tokenizer.encode(
        (b"ab\xe2\x82" + half.following).decode())[:3] == [256, 226, 130]
    literal = [*b"<|endoftext|>"]
    assert tokenizer.continuation(literal).can_go_on
    assert tokenizer.continuation(literal, one_string=True) == (False, None, 12)
    for ids, error in (([97, 999], KeyError), ([-1], KeyError), ([1.5], TypeError),
                       (5, TypeError)):
        with pytest.raises(error):
            tokenizer.continuation(ids)


@each_tokenizer
def test_the_first_ids_of_a_text_can_go_on(name):
    for tokenizer, chance, _ in cases(name):
        ids = tokenizer.encode_ordinary(some_text(chance))
        if tokenizer.divergence(ids) is not None:
            continue  # the text was changed before it was encoded
        first = ids[:chance.randrange(len(ids) + 1)]
        found = tokenizer.continuation(first)
        assert found.can_go_on
        text = tokenizer.decode_bytes(first) + found.following
        assert tokenizer.encode_parts([("text", text)])[:len(first)] == first


# --- Windows and limits. ---

@each_tokenizer
def test_windows_have_at_most_so_many_ids(name):
    for tokenizer, chance, choice in cases(name):
        text, most = some_text(chance, 30), chance.choice([12, 20, 50])
        overlap, at = chance.choice([0, 3]), chance.choice(["safe", "line"])
        given = {"overlap": overlap, "at": at, **choice}
        ids = outcome(lambda: tokenizer.encode(text, **choice))
        windows = outcome(lambda: tokenizer.windows(text, most, **given))
        if is_error(ids):
            assert windows == ids
            continue
        if is_error(windows):
            assert windows == ("ValueError", "S64e")
            continue
        assert all(tokenizer.count(text[i:j], **choice) <= most for i, j in windows)
        if overlap == 0:
            assert "".join(text[i:j] for i, j in windows) == text
        data = text.encode()
        in_bytes = tokenizer.windows(text, most, unit="bytes", **given)
        assert [data[i:j].decode() for i, j in in_bytes] == [text[i:j] for i, j in windows]
        assert tokenizer.windows(data, most, **given) == windows
        for limit in (0, 1, len(ids), len(ids) + 5):
            assert tokenizer.count(text, limit=limit, **choice) == min(len(ids), limit + 1)


def test_windows():
    tokenizer = bpetite.Tokenizer.train(["ab ab ab"], 258)
    assert tokenizer.windows("ab ab ab", 2) == [(0, 5), (5, 8)]
    assert tokenizer.windows("ab ab ab ab", 3, overlap=1) == [(0, 8), (5, 11)]
    assert tokenizer.windows("ab\nab ab", 3, at="line") == [(0, 3), (3, 8)]
    assert tokenizer.windows("€€ a", 4) == [(0, 1), (1, 2), (2, 4)]
    assert tokenizer.windows("", 1) == []
    for call, says in ((lambda: tokenizer.windows("ab", 2, overlap=2), "S64d"),
                       (lambda: tokenizer.windows("a€", 1), "S64e"),
                       (lambda: tokenizer.windows("a", -1), "max_ids"),
                       (lambda: tokenizer.windows("a", 2, at="word"), "safe or line"),
                       (lambda: tokenizer.windows("a", 2, unit="words"), "characters or bytes"),
                       (lambda: tokenizer.count("a", limit=-1), "limit")):
        with pytest.raises(errors.ValueError, match=says):
            call()
    with pytest.raises(UnicodeDecodeError):
        tokenizer.windows(b"a\xff", 5)
    with pytest.raises(UnicodeDecodeError):
        tokenizer.count(b"aaa\xff", limit=1)


def test_the_extension_module_has_the_methods_of_the_stub():
    for made, names in ((_bpetite.Stream, {"push", "finish", "pending"}),
                        (_bpetite.Session, {"append", "replace", "truncate", "ids", "text", "size",
                                            "fork"})):
        assert {name for name in vars(made) if not name.startswith("_")} == names
