"""bpetite.Tokenizer: the calls, their errors, and what is borrowed."""
import base64
import json
import mmap
import pickle
import subprocess
import sys

import pytest

import bpetite
from bpetite import errors

CORPUS = "the theme of the thesis is the other one; then the rest of them"
TEXTS = ["", "the theory", "ünïcödé €uro 😀\n\n", "\x00\ufeff<|endoftext|>", " a  b\t\r\n"]


@pytest.fixture(scope="module")
def plain():
    return bpetite.Tokenizer.train(CORPUS, 266)


@pytest.fixture(scope="module")
def chat():
    return bpetite.Tokenizer.train(CORPUS, 266, profile="cl100k",
                                   special_tokens=["<|a|>", "<|a|>b"])


def test_readme_example(plain):
    assert plain.encode("the theory") == [257, 258, 111, 114, 121]
    assert plain.encode("the theory<|endoftext|>") == [257, 258, 111, 114, 121, 266]
    assert plain.merges[:2] == [(104, 101), (116, 256)]
    assert plain.vocabulary[257] == plain.token_bytes(257) == b"the"
    assert plain.special_tokens == {"<|endoftext|>": 266} and plain.vocab_size == 267


@pytest.mark.parametrize("text", TEXTS)
def test_every_form_gives_the_same_ids(plain, text):
    numpy = pytest.importorskip("numpy")
    ids = plain.encode(text)
    given = text.encode()
    assert plain.decode(ids) == text and plain.decode_bytes(ids) == given
    for form in (given, bytearray(given), memoryview(given)):
        assert plain.encode(form) == ids
    array = plain.encode_to_numpy(text)
    assert array.dtype == numpy.uint32 and array.tolist() == ids
    assert plain.encode_to_numpy(text * 50, threads=4).tolist() == plain.encode(text * 50)
    for form in (array, array.astype(numpy.int64), array[::1], tuple(ids), iter(ids)):
        assert plain.decode(form) == text
    assert plain.decode(numpy.repeat(array, 2)[::2]) == text  # not contiguous
    assert plain.count(text) == len(ids)
    assert "".join(plain.chunks(text)) == text


def test_an_id_is_the_same_object_wherever_it_occurs(plain):
    first, again = plain.encode("the theory"), plain.encode_batch(["a the"])[0]
    objects = {}  # small numbers are always the same objects
    for each in first + again + plain.encode("the the thesis<|endoftext|>"):
        assert objects.setdefault(each, each) is each
    assert sum(each > 256 for each in objects) >= 3


def test_batches(plain):
    numpy = pytest.importorskip("numpy")
    lists = [plain.encode(text) for text in TEXTS]
    for threads in (1, 3):
        assert plain.encode_batch(TEXTS, threads=threads) == lists
        ids, offsets = plain.encode_batch_flat(iter(TEXTS), threads=threads)
        assert ids.dtype == numpy.uint32 and offsets.dtype == numpy.int64
        assert [ids[a:b].tolist() for a, b in zip(offsets, offsets[1:])] == lists
    assert plain.encode_batch([]) == []
    with pytest.raises(TypeError, match="many texts"):
        plain.encode_batch("text")


def test_offsets(plain):
    text = "the €"
    ids, spans = plain.offsets(text)
    assert ids == plain.encode(text) and spans == [(0, 3), (3, 4), (4, 5), (4, 5), (4, 5)]
    assert plain.offsets(text, unit="bytes")[1] == [(0, 3), (3, 4), (4, 5), (5, 6), (6, 7)]
    with pytest.raises(errors.ValueError):
        plain.offsets(text, unit="words")


def test_special_tokens(chat):
    a, b, end = (chat.special_tokens[it] for it in ("<|a|>", "<|a|>b", "<|endoftext|>"))
    ordinary = chat.encode_ordinary
    text = "x<|a|>y<|a|>b"
    for refused in ({}, {"disallowed_special": "all"}, {"allowed_special": {"<|a|>b"}},
                    {"disallowed_special": {"<|a|>"}}, {"allowed_special": {"<|endoftext|>"}}):
        with pytest.raises(ValueError, match="allowed_special"):
            chat.encode(text, **refused)
    assert chat.encode(text, allowed_special="all") == [*ordinary("x"), a, *ordinary("y"), b]
    assert chat.encode(text, disallowed_special=()) == ordinary(text)
    assert (chat.encode(text, allowed_special={"<|a|>"}, disallowed_special=())
            == [*ordinary("x"), a, *ordinary("y"), a, *ordinary("b")])
    assert chat.encode_batch([text, "x"], allowed_special={"<|a|>"}, disallowed_special={}) == [
        [*ordinary("x"), a, *ordinary("y"), a, *ordinary("b")], ordinary("x")]
    assert chat.count("<|endoftext|>", allowed_special="all") == 1
    assert chat.decode([end, *ordinary("x")], skip_special_tokens=True) == "x"
    message = r'^encode: "nope" is allowed, but it is not a special token \[S27d'
    with pytest.raises(KeyError, match=message):
        chat.encode(text, allowed_special={"nope"})


def test_special_tokens_that_are_found_in_normalized_text(tmp_path):
    path = tmp_path / "bytes.tiktoken"
    path.write_bytes(b"".join(base64.b64encode(bytes([byte])) + b" %d\n" % byte
                              for byte in range(256)))
    found = bpetite.Tokenizer.open(path, profile="qwen2")
    start = found.special_tokens["<|im_start|>"]
    ordinary = found.encode_ordinary("<|im_start|>")
    other = found.special_tokens["<|im_end|>"]
    for allowed, disallowed, ids in ((set(), (), ordinary), ({"<|im_start|>"}, (), [start]),
                                     ({"<|im_end|>"}, (), ordinary)):
        assert found.encode("<|im_start|>", allowed_special=allowed,
                            disallowed_special=disallowed) == ids
    assert found.encode("<|im_end|>", allowed_special={"<|im_end|>"},
                        disallowed_special={"<|im_start|>"}) == [other]
    with pytest.raises(ValueError):
        found.encode("<|im_start|>", allowed_special={"<|im_end|>"},
                     disallowed_special={"<|im_start|>"})


def test_a_tokenizer_that_finds_them_may_be_told_not_to(plain):
    text = "a<|endoftext|>"
    assert plain.encode(text, disallowed_special=()) == plain.encode_ordinary(text)
    with pytest.raises(ValueError):
        plain.encode(text, disallowed_special="all")
    assert plain.encode(text, allowed_special="all") == plain.encode(text)


def test_the_rule_of_special_tokens_is_given(plain, tmp_path):
    path = tmp_path / "plain.json"
    plain.save(path)
    never = bpetite.Tokenizer.open(path, special_rule="never")
    assert never.encode("<|endoftext|>") == plain.encode_ordinary("<|endoftext|>")
    refused = bpetite.Tokenizer.from_bytes(path.read_bytes(), special_rule="refused")
    with pytest.raises(ValueError, match="allowed_special"):
        refused.encode("<|endoftext|>")
    with pytest.raises(ValueError, match="matched, refused or never"):
        bpetite.Tokenizer.open(path, special_rule="always")


# U+1C89 is a letter since Unicode 16.0.
DIGITS = r"\p{N}{1,3}+|\P{N}"
CUTS = [({"pattern": r"\p{L}+|\P{L}", "unicode": "15.1"}, ["a", "\u1c89", "b"]),
        ({"pattern": r"\p{L}+|\P{L}", "unicode": "15.1.0"}, ["a", "\u1c89", "b"]),
        ({"pattern": r"\p{L}+|\P{L}", "unicode": "16.0"}, ["a\u1c89b"]),
        ({"pattern": r"\p{L}+|\P{L}"}, ["a\u1c89b"]),
        ({"pattern": [r"\p{L}+|\P{L}", "a|[^a]+"]}, ["a", "\u1c89b"]),
        ({"pattern": DIGITS}, ["000", "0"]),
        ({"pattern": DIGITS, "dialect": "tiktoken"}, ["000", "0"]),
        ({"pattern": DIGITS, "dialect": "huggingface"}, ["0000"]),
        ({"profile": "gpt2"}, ["0000"]), ({"profile": "cl100k"}, ["000", "0"])]
WRONG_CUTS = [
    ({"pattern": "a|[^a]", "dialect": "perl"}, 'dialect: "perl", required tiktoken or huggingface'),
    ({"pattern": "a|[^a]", "unicode": "12.0"}, 'unicode: there are no tables of version "12.0"'),
    ({"pattern": "a|[^a]", "profile": "gpt2"},
     "a profile and patterns are given, required one of the two"),
    ({"pattern": "a"}, 'pattern: "a" does not cover'),
    ({"profile": "gtp2"}, 'open: profile "gtp2": unknown, required one of bloom,')]


def ways_to_make(plain, tmp_path):
    plain.export("tiktoken", tmp_path / "out")
    ranks = tmp_path / "out" / "tokenizer.tiktoken"
    return (lambda **given: bpetite.Tokenizer.open(ranks, **given),
            lambda **given: bpetite.Tokenizer.from_bytes(ranks.read_bytes(), **given),
            lambda **given: bpetite.Tokenizer.train(CORPUS, 260, **given),
            lambda **given: bpetite.Tokenizer.train_from_iterator([CORPUS], 260, **given))


def test_how_texts_are_cut_is_given(plain, tmp_path):
    for make in ways_to_make(plain, tmp_path):
        for given, chunks in CUTS:
            assert make(**given).chunks("".join(chunks)) == chunks, given
        for given, message in WRONG_CUTS:
            with pytest.raises((errors.ValueError, errors.KeyError)) as found:
                make(**given)
            assert message in found.value.message


def test_training_on_an_iterator_has_the_same_options():
    text = CORPUS + " e\u0301 12345 <|b|>"
    for given in ({}, {"normalizer": "nfc"}, {"normalizer": "nfc-9.0", "profile": "gpt2"},
                  {"profile": "qwen2", "normalizer": "none"}, {"profile": "qwen2"},
                  {"special_tokens": iter(["<|b|>", "<|a|>"])},
                  {"profile": "cl100k", "special_tokens": ["<|b|>", "<|a|>"], "threads": 3}):
        given["special_tokens"] = list(given.get("special_tokens", ()))
        seen = [], []
        one, *others = [
            bpetite.Tokenizer.train(text, 270, progress=seen[0].append, **given),
            bpetite.Tokenizer.train_from_iterator([text], 270, progress=seen[1].append, **given),
            bpetite.Tokenizer.train(text.encode(), 270, **given),
            bpetite.Tokenizer.train(iter([text]), 270, **given)]
        assert {each.to_bytes() for each in others} == {one.to_bytes()}
        assert seen[0] == seen[1] == list(range(1, len(one.merges) + 1))
        is_joined = "nfc" in given.get("normalizer", "nfc" if "qwen2" in given.values() else "")
        assert one.decode(one.encode_ordinary("e\u0301")) == ("\xe9" if is_joined else "e\u0301")
        wanted = given["special_tokens"]
        assert list(one.special_tokens)[len(one.special_tokens) - len(wanted):] == wanted


def test_an_id_without_a_token(tmp_path):
    ranks = b"".join(base64.b64encode(bytes([byte])) + b" %d\n" % byte for byte in range(256))
    holes = bpetite.Tokenizer.from_bytes(ranks + b"YWI= 258\n", pattern=r"[\s\S]+")
    assert holes.vocabulary == [bytes([byte]) for byte in range(256)] + [None, None, b"ab"]
    assert (holes.vocab_size, holes.merges, holes.added_tokens) == (259, [], {})
    assert holes.encode("ab") == [258] and holes.token_bytes(258) == b"ab"
    for call in (lambda: holes.token_bytes(256), lambda: holes.decode([256])):
        with pytest.raises(KeyError, match=r"ids\[0\]: unknown token id 256 \[FR-22"):
            call()


def test_bytes_without_a_token_are_dropped_if_that_is_wanted(plain, tmp_path):
    plain.export("hf", tmp_path / "hf")
    file = tmp_path / "hf" / "tokenizer.json"
    file.write_text(file.read_text().replace('"!":33', '"??":33'))
    for make in (lambda **given: bpetite.Tokenizer.open(file, **given),
                 lambda **given: bpetite.Tokenizer.from_bytes(file.read_bytes(), **given)):
        with pytest.raises(ValueError, match="the byte 0x21 has no token"):
            make()
        dropping = make(drop_missing_bytes=True)
        assert dropping.encode("the! a") == plain.encode("the a")
        assert dropping.offsets("a!b") == ([97, 98], [(0, 1), (2, 3)])


def test_a_template(chat, tmp_path):
    given = json.loads(chat.to_bytes()) | {"template": {"before": [97, 99], "after": [98]}}
    framed = bpetite.Tokenizer.from_bytes(json.dumps(given).encode())
    assert chat.template == ([], []) and framed.template == ([97, 99], [98])
    assert framed.encode("the") == chat.encode("the")
    for without, wanted in (((), ([97, 99], [98])), (["plain"], ([97, 99], [98])),
                            (["template"], ([], []))):
        framed.export("hf", tmp_path / "hf", without=without, overwrite=True)
        assert bpetite.Tokenizer.open(tmp_path / "hf").template == wanted
    with pytest.raises(FileExistsError):
        framed.export("hf", tmp_path / "hf")


def test_added_tokens_with_ids(plain):
    most = max(plain.special_tokens.values())
    more = plain.with_tokens({"<a>": most + 7, "<b>": most + 3}, special=False)
    assert more.encode("<b><a>") == [most + 3, most + 7]
    assert more.with_tokens(["<c>"]).special_tokens["<c>"] == most + 8
    for literals, error in (({"<a>": most}, ValueError), ({"<a>": 97}, ValueError),
                            ({"<a>": -1}, ValueError), ({"<a>": 1 << 40}, ValueError),
                            ({"<a>": 1.5}, TypeError), ({1: 300}, TypeError)):
        with pytest.raises(error):
            plain.with_tokens(literals)


def test_an_export_may_leave_parts_out(plain, tmp_path):
    more = plain.with_tokens(["<think>"], special=False)
    with pytest.raises(ValueError, match="without"):
        more.export("tiktoken", tmp_path / "all")
    more.export("tiktoken", tmp_path / "part", without=["plain"])
    plain.export("tiktoken", tmp_path / "plain")
    for name in ("tokenizer.tiktoken", "tokenizer.py"):
        assert (tmp_path / "part" / name).read_text() == (tmp_path / "plain" / name).read_text()
    with pytest.raises(ValueError, match="template or plain"):
        more.export("tiktoken", tmp_path / "other", without=["special"])


def test_many_ids_are_joined(plain):
    numpy = pytest.importorskip("numpy")
    # First tokens of one byte, then longer ones: more bytes than the first ids let expect.
    ids = numpy.array([97] * 20_000 + [257] * 70_000 + [266] * 5_000, numpy.uint32)
    text = "a" * 20_000 + "the" * 70_000 + "<|endoftext|>" * 5_000
    assert plain.decode_bytes(ids) == text.encode() and plain.decode(ids) == text
    assert plain.decode_bytes(ids, skip_special_tokens=True) == text.encode()[:230_000]
    ids[50_000] = 70_000
    with pytest.raises(KeyError, match=r"ids\[50000\]: unknown token id 70000"):
        plain.decode_bytes(ids)


def test_errors(plain, tmp_path):
    message = r"ids\[1\]: unknown token id -1 \[FR-22, chapter 6\]"
    with pytest.raises(KeyError, match=message) as found:
        plain.decode([97, -1])
    assert isinstance(found.value, bpetite.Error) and found.value.kind == "KeyError"
    assert found.value.clause == "FR-22"
    with pytest.raises(KeyError):
        plain.decode([2 ** 64])
    with pytest.raises(KeyError):
        plain.decode([2 ** 32 + 97])
    with pytest.raises(TypeError):
        plain.decode([1.5])
    with pytest.raises(UnicodeDecodeError) as found:
        plain.decode([97, 226, 130])
    assert found.value.start == 1 and isinstance(found.value, errors.UnicodeDecodeError)
    assert plain.decode([97, 226, 130], errors="replace") == "a\ufffd"
    assert plain.decode([97, 226, 130], errors="ignore") == "a"
    with pytest.raises(LookupError):
        plain.decode([97, 226, 130], errors="no such handler")
    with pytest.raises(UnicodeDecodeError):
        plain.encode(b"a\xff")
    with pytest.raises(UnicodeEncodeError):
        plain.encode("a\ud800")
    with pytest.raises(TypeError):
        plain.encode(5)
    plain.save(tmp_path / "a.json")
    with pytest.raises(FileExistsError):
        plain.save(tmp_path / "a.json")
    with pytest.raises(FileNotFoundError):
        plain.save(tmp_path / "none" / "a.json")
    with pytest.raises(ValueError, match="FR-9"):
        bpetite.Tokenizer.train(CORPUS, 255)
    assert str(pickle.loads(pickle.dumps(found.value))) == str(found.value)
    with pytest.raises(TypeError, match="make a Tokenizer by open"):
        bpetite.Tokenizer(plain.to_bytes())


def test_an_error_has_the_same_parts_in_another_process(plain, tmp_path):
    for call, parts in (
            (lambda: plain.decode([97, 300]),
             ("KeyError", "FR-22", "decode: ids[1]: unknown token id 300")),
            (lambda: plain.encode(b"ab\xff"),
             ("UnicodeDecodeError", "S1a",
              'text: byte 2: "\\xff" begins no well-formed UTF-8 sequence')),
            (lambda: plain.offsets("", unit="words"),
             ("ValueError", "", 'offsets: unit "words", required characters or bytes')),
            (lambda: plain.decode_stream(errors="ignore"),
             ("ValueError", "", 'decode_stream: errors "ignore", required strict or replace'))):
        with pytest.raises(bpetite.Error) as found:
            call()
        for error in (found.value, pickle.loads(pickle.dumps(found.value))):
            assert type(error) is getattr(errors, parts[0])
            assert (error.kind, error.clause, error.message) == parts
            assert str(error).startswith(
                f"{parts[2]} [{parts[1]}, chapter " if parts[1] else parts[2])
            if parts[0] == "UnicodeDecodeError":
                assert (error.offset, error.start, error.end, error.encoding, error.object,
                        error.reason) == (2, 2, 3, "utf-8", b"", parts[2])


def test_the_advice_of_an_error_names_arguments_of_python(chat, tmp_path):
    chat.with_tokens(["<t>"], special=False).export("hf", tmp_path / "hf")
    (tmp_path / "a.tiktoken").write_bytes(b"YQ== 0\n")
    (tmp_path / "a.pkl").write_bytes(b"\x80\x04.")
    for call, advice in (
            (lambda: bpetite.Tokenizer.open(tmp_path / "a.tiktoken"),
             "give the pattern (pattern) or name the profile (profile), required one of "),
            (lambda: bpetite.Tokenizer.open(tmp_path / "a.pkl"),
             'open that file with profile="nanochat"'),
            (lambda: chat.encode("<|a|>"),
             "allow it (allowed_special), or take all of them as ordinary text "
             "(encode_ordinary, or disallowed_special=())"),
            (lambda: bpetite.Tokenizer.open(tmp_path / "hf").export("tiktoken", tmp_path / "no"),
             "leave it out (without)")):
        with pytest.raises(errors.ValueError) as found:
            call()
        assert advice in found.value.message


def test_files(plain, chat, tmp_path):
    for tokenizer in (plain, chat):
        path = tmp_path / "model.json"
        tokenizer.save(path, overwrite=True)
        again = bpetite.Tokenizer.open(path)
        assert again.to_bytes() == tokenizer.to_bytes() == path.read_bytes()
        assert pickle.loads(pickle.dumps(tokenizer)).encode(CORPUS) == tokenizer.encode(CORPUS)
    files = ["tokenizer.json", "tokenizer_config.json"]
    assert plain.export("hf", tmp_path / "hf") == files
    with pytest.raises(FileExistsError):
        plain.export("hf", tmp_path / "hf")
    assert plain.export("gpt2", tmp_path / "gpt2") == ["vocab.json", "merges.txt"]
    assert plain.export("huggingface", tmp_path / "hf2") == files
    assert (tmp_path / "gpt2" / "merges.txt").read_text().startswith("#version: 0.2\n")
    for name in ("hf", "hf2"):
        assert bpetite.Tokenizer.open(tmp_path / name).encode(CORPUS) == plain.encode(CORPUS)
    with pytest.raises(ValueError, match="none of hf, tiktoken, gpt2"):
        plain.export("onnx", tmp_path / "onnx")


def test_training(plain):
    lines = CORPUS.split("; ")
    kept = bpetite.Tokenizer.train(lines, 262)
    streamed = bpetite.Tokenizer.train_from_iterator((line.encode() for line in lines), 262)
    assert kept.to_bytes() == streamed.to_bytes()
    for memory in (1, 1 << 20, 1 << 32, 1 << 40):
        bounded = bpetite.Tokenizer.train_from_iterator(lines, 262, memory=memory)
        assert bounded.to_bytes() == kept.to_bytes()
    seen = []
    bpetite.Tokenizer.train(CORPUS, 259, progress=seen.append)
    assert seen == [1, 2, 3]

    def stop(_):
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        bpetite.Tokenizer.train(CORPUS, 266, progress=stop)
    more = plain.with_tokens(["<|x|>"])
    assert more.special_tokens["<|x|>"] == plain.vocab_size


def test_stream(plain):
    ids = plain.encode("a€😀") + [226]
    stream = plain.decode_stream(errors="replace")
    assert "".join([stream.add([id]) for id in ids] + [stream.finish()]) == "a€😀\ufffd"
    stream = plain.decode_stream()
    stream.add([226])
    with pytest.raises(UnicodeDecodeError):
        stream.finish()


def test_a_buffer_is_borrowed_and_given_back(plain, tmp_path):
    path = tmp_path / "text"
    path.write_bytes(CORPUS.encode())
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        assert plain.encode(text) == plain.encode(CORPUS)
    given = bytearray(b"the")
    plain.encode(given)
    given.append(0)  # BufferError if a view of it were left


def test_numpy_is_not_imported():
    code = ("import sys, bpetite; t = bpetite.Tokenizer.train('ab ab', 257);"
            "t.decode(t.encode('ab')); t.encode_batch(['a']); assert 'numpy' not in sys.modules")
    subprocess.run([sys.executable, "-c", code], check=True)
    code = ("import sys, bpetite; sys.modules['numpy'] = None\n"
            "t = bpetite.Tokenizer.train('ab ab', 257)\n"
            "try:\n    t.encode_to_numpy('ab')\n"
            "except ModuleNotFoundError as error:\n    assert 'numpy' in str(error)\n"
            "else:\n    sys.exit('it is there')")
    subprocess.run([sys.executable, "-c", code], check=True)
