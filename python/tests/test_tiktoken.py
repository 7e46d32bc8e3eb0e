"""bpetite.tiktoken beside the real library, on a vocabulary of this test."""
import base64
import hashlib
import pickle

import pytest

import bpetite
from bpetite import _tiktoken_names
from bpetite import tiktoken as ours

real = pytest.importorskip("tiktoken")

PATTERN = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"""
SPECIALS = {"<|a|>": 300, "<|b|>": 301, "<|ab|>": 302}
TEXTS = ["the theory", "x<|a|>y<|ab|><|b|>", "", "\ud83d\udc4d\ud83d", "ünï 😀  \n\n x", "<|a"]


@pytest.fixture(scope="module")
def both():
    trained = bpetite.Tokenizer.train("the theme of the thesis is the other one", 266)
    ranks = {token: id for id, token in enumerate(trained.vocabulary)}
    theirs = real.Encoding("x", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens=SPECIALS)
    return ours.Encoding.of(theirs), theirs


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("allowed", [set(), "all", {"<|a|>"}, {"<|ab|>", "unknown"}])
@pytest.mark.parametrize("disallowed", ["all", (), {"<|b|>"}, ["<|a|>", "the"]])
def test_same_ids_and_refusals(both, text, allowed, disallowed):
    results = []
    for encoding in both:
        try:
            ids = encoding.encode(text, allowed_special=allowed, disallowed_special=disallowed)
            results.append((ids, encoding.decode(ids), encoding.decode_tokens_bytes(ids)))
        except ValueError:
            results.append("refused")
    assert results[0] == results[1]


def test_the_rest(both):
    mine, theirs = both
    for name in ("n_vocab", "max_token_value", "special_tokens_set", "name"):
        assert getattr(mine, name) == getattr(theirs, name)
    assert mine.token_byte_values() == theirs.token_byte_values()
    batch = ["the", "theme", "ünï"]
    assert mine.encode_batch(batch) == theirs.encode_batch(batch)
    assert mine.encode_ordinary_batch(batch) == theirs.encode_ordinary_batch(batch)
    assert (mine.encode_to_numpy("the theory").tolist() ==
            theirs.encode_to_numpy("the theory").tolist())
    for piece in (b"thethe", b"\xff\xfe", "zé"):
        assert mine._encode_single_piece(piece) == theirs._encode_single_piece(piece)
    for given in (b"the \xe2\x82", b"\xff", b" \n\xff", b"the  \xf0\x9f\x98", b"a   \xff",
                  b"\n\n \xff", b"the the\xff", b"1 \n \xc3", "\u00e9 the".encode() + b"\xff",
                  "the \U0001f600\u6587".encode() + b"\xe2\x82", "\u00fc \n".encode() + b"\xff"):
        assert mine._encode_bytes(given) == theirs._encode_bytes(given)
    # Here white space that ends with a line end is a chunk of its own.
    lines = dict(pat_str=r"\s*\n+|\s+(?!\S)|\S+|\s+", special_tokens={},
                 mergeable_ranks=mine._mergeable_ranks)
    mine_by_line, theirs_by_line = ours.Encoding("x", **lines), real.Encoding("x", **lines)
    for given in (b"a \n \n \xff", b"\n  \xc3", b"a\n\n\xff", b" \n\t\xe2", b"the\n a\xff"):
        assert mine_by_line._encode_bytes(given) == theirs_by_line._encode_bytes(given)
    # Here white space of two chunks is one token if it goes on.
    joined = {**mine._mergeable_ranks, b"\n ": mine.n_vocab, b"  ": mine.n_vocab + 1}
    lines["mergeable_ranks"] = joined
    mine_by_line, theirs_by_line = ours.Encoding("x", **lines), real.Encoding("x", **lines)
    for given in (b"\n \xc3", b" \n\n \xff", b"\n  \xff", b"a\n\n \xe2", b"the \n \xff"):
        assert mine_by_line._encode_bytes(given) == theirs_by_line._encode_bytes(given)
    with pytest.raises(KeyError):
        mine.decode([290])
    with pytest.raises(KeyError, match=r"ids\[2\]: unknown token id 290"):
        mine.decode_tokens_bytes([97, 98, 290])
    with pytest.raises(KeyError):
        mine.encode_single_token("no such")


IDS = [257, 32, 300, 195, 188, 302, 97]
CALLS = [lambda it: it.decode_batch([IDS, [], IDS[:2], [226]]),
         lambda it: it.decode_batch([IDS, [226]], errors="ignore"),
         lambda it: it.decode_batch([[226]], errors="strict"),
         lambda it: it.decode_bytes_batch([IDS, [], [226]]),
         lambda it: it.decode_bytes_batch([[97], [290]]),
         lambda it: it.decode([97, 226]), lambda it: it.decode([97, 226], errors="strict"),
         lambda it: it.decode_with_offsets(IDS), lambda it: it.decode_with_offsets([97, 226]),
         lambda it: [it.is_special_token(id) for id in range(298, 304)],
         lambda it: [it.decode_single_token_bytes(id) for id in (97, 257, 301)],
         lambda it: it.decode_single_token_bytes(290),
         lambda it: [it.encode_single_token(token) for token in ("the", b"the", "<|ab|>", b"\xff")],
         lambda it: it.encode_single_token("<|c|>"), lambda it: it.encode_single_token(b"\xff\xfe"),
         lambda it: it.encode_ordinary_batch(TEXTS, num_threads=2),
         lambda it: it.encode_ordinary_batch(iter(TEXTS)),
         lambda it: it.encode_ordinary_batch(text[::-1] for text in TEXTS),
         lambda it: it.encode_batch(TEXTS),
         lambda it: it.encode_batch(iter(TEXTS), disallowed_special=()),
         lambda it: it.encode_batch(iter(TEXTS), allowed_special="all", num_threads=1),
         lambda it: it.decode_batch(iter([IDS, [226], []])),
         lambda it: it.decode_bytes_batch(iter([IDS, [226], []])),
         lambda it: it.encode_batch(TEXTS, allowed_special="all"),
         lambda it: it.encode_batch(TEXTS, allowed_special={"<|a|>"}, disallowed_special=()),
         lambda it: it.encode_to_numpy(TEXTS[1], allowed_special="all").tolist(),
         lambda it: it.encode_to_numpy(TEXTS[1], disallowed_special=()).tolist(),
         lambda it: it.encode_to_numpy(TEXTS[1]).tolist(), lambda it: it.encode_to_numpy("a").dtype,
         lambda it: [it.encode_ordinary(text) for text in TEXTS], repr, lambda it: it.eot_token]


@pytest.mark.parametrize("call", CALLS)
def test_each_call_gives_what_the_library_gives(both, call):
    results = []
    for encoding in both:
        for each in (encoding, encoding if encoding is both[1] else pickle.loads(
                pickle.dumps(encoding))):
            try:
                results.append(call(each))
            except Exception as error:  # noqa: BLE001
                results.append(type(error).__name__)
    assert results[0] == results[1] == results[2]


def test_the_number_of_ids_may_be_given(both):
    ranks = both[0]._mergeable_ranks
    for specials in ({"<|endoftext|>": 266}, {"<|endoftext|>": 267}, {}):
        for count in (None, 265, 266, 267, 268):
            found = []
            for encoding in (ours.Encoding, real.Encoding):
                try:
                    made = encoding("x", pat_str=PATTERN, mergeable_ranks=ranks,
                                    special_tokens=specials, explicit_n_vocab=count)
                    found.append((made.n_vocab, made.max_token_value,
                                  made.eot_token if specials else None))
                except AssertionError:
                    found.append("refused")
            assert found[0] == found[1], (specials, count)


def test_a_rank_file_is_opened_by_a_profile(both, tmp_path):
    mine, _ = both
    path = tmp_path / "mine.tiktoken"
    path.write_text("".join(f"{base64.b64encode(token).decode()} {rank}\n"
                            for token, rank in mine._mergeable_ranks.items()))
    opened = ours.Encoding.open(path, profile="cl100k")
    assert opened.name == "mine"
    assert ours.Encoding.open(path, profile="cl100k", name="other").name == "other"
    specials = {"<|endoftext|>": 100257, "<|fim_prefix|>": 100258, "<|fim_middle|>": 100259,
                "<|fim_suffix|>": 100260, "<|endofprompt|>": 100276}
    theirs = real.Encoding("x", pat_str=opened._pat_str, special_tokens=specials,
                           mergeable_ranks=mine._mergeable_ranks)
    for text in TEXTS + ["the theme 12345<|endoftext|> it's"]:
        assert (opened.encode(text, allowed_special="all") ==
                theirs.encode(text, allowed_special="all"))
    assert opened.n_vocab == theirs.n_vocab
    # One profile has several patterns, and one has a pattern of another dialect.
    for profile in ("deepseek_v3", "bloom"):
        trained = bpetite.Tokenizer.train("ab ab", 257, profile=profile)
        with pytest.raises(ValueError, match=f'profile "{profile}" has not one pattern'):
            trained._core.pattern()


def test_a_token_that_begins_inside_a_character_has_its_place():
    bytes_alone = ours.Encoding("bytes", pat_str=r"[\s\S]+", special_tokens={},
                                mergeable_ranks={bytes([byte]): byte for byte in range(256)})
    for scalar in [*range(0x80, 0x800), 0x800, 0xFFF, 0xFFFF, 0x10000, 0x3FFFF, 0x10FFFF]:
        text = f"a{chr(scalar)}b"
        places = [place for place, each in enumerate(text) for _ in each.encode()]
        assert bytes_alone.decode_with_offsets(list(text.encode())) == (text, places)


def test_an_encoding_is_found_by_its_name(tmp_path, monkeypatch):
    assert sorted(ours.list_encoding_names()) == sorted(real.list_encoding_names())
    rank_file = b"".join(base64.b64encode(bytes([byte])) + b" %d\n" % byte for byte in range(256))
    address = "https://openaipublic.blob.core.windows.net/encodings/p50k_base.tiktoken"
    for folder, file in (("given", "r50k_base.tiktoken"), ("ranks", "r50k_base.tiktoken"),
                         ("ranks", "p50k_base.tiktoken"),
                         ("cache", hashlib.sha1(address.encode()).hexdigest())):
        (tmp_path / folder).mkdir(exist_ok=True)
        more = b"YWI= 256\n" if folder == "given" else b"YWI= 256\nYWJj 257\n"
        (tmp_path / folder / file).write_bytes(rank_file + more)
    for name in ("BPETITE_RANKS", "TIKTOKEN_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    ours.get_encoding.cache_clear()
    with pytest.raises(ValueError, match="Unknown encoding r51k. Known: .*'cl100k_base', 'gpt2'"):
        ours.get_encoding("r51k")
    with pytest.raises(FileNotFoundError, match="there is no r50k_base.tiktoken in rank_directory"):
        ours.get_encoding("gpt2")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "cache"))
    edit = ours.get_encoding("p50k_edit")
    assert (edit.name, edit.n_vocab, edit.eot_token) == ("p50k_edit", 50284, 50256)
    assert edit.encode("abc<|fim_prefix|>", allowed_special="all") == [257, 50281]
    monkeypatch.setenv("BPETITE_RANKS", str(tmp_path / "ranks"))
    monkeypatch.setattr(ours, "rank_directory", tmp_path / "given")
    ours.get_encoding.cache_clear()
    found = ours.encoding_for_model("davinci")
    assert (found.name, found.n_vocab, found.encode("abc")) == ("r50k_base", 50257, [256, 99])
    assert ours.get_encoding("p50k_base").encode("abc") == [257]
    assert ours.get_encoding("r50k_base") is found
    ours.get_encoding.cache_clear()


@pytest.mark.parametrize("name", [name for name, (_, _, make) in _tiktoken_names.ENCODINGS.items()
                                  if make is not None])
def test_special_tokens_are_those_of_the_library(name, monkeypatch):
    public = pytest.importorskip("tiktoken_ext.openai_public")
    for load in ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"):
        monkeypatch.setattr(public, load, lambda *_, **__: {})  # no file is needed, and none read
    make = _tiktoken_names.ENCODINGS[name][2]
    assert make() == getattr(public, name)()["special_tokens"]


@pytest.mark.parametrize("model, encoding", [
    ("gpt2", "gpt2"), ("text-davinci-003", "p50k_base"), ("gpt-4", "cl100k_base"),
    ("gpt-4-0314", "cl100k_base"), ("gpt-4o", "o200k_base"), ("davinci", "r50k_base")])
def test_the_encoding_of_a_model(model, encoding):
    assert ours.encoding_name_for_model(model) == encoding
    assert real.encoding_name_for_model(model) == encoding


def test_every_model_has_its_encoding():
    assert _tiktoken_names.MODELS == real.model.MODEL_TO_ENCODING
    assert ([*_tiktoken_names.MODEL_PREFIXES.items()] ==
            [*real.model.MODEL_PREFIX_TO_ENCODING.items()])
    for model, encoding in _tiktoken_names.MODELS.items():
        assert ours.encoding_name_for_model(model) == encoding
    for model in ("", "gpt", "no-model", "gpt-"):
        try:
            wanted = real.encoding_name_for_model(model)
        except KeyError:
            with pytest.raises(KeyError):
                ours.encoding_name_for_model(model)
        else:
            assert ours.encoding_name_for_model(model) == wanted
