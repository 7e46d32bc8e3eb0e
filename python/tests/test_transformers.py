"""A fast tokenizer gives the same with bpetite and without it."""
import copy
import json
import pickle

import pytest

transformers = pytest.importorskip("transformers")
tokenizers = pytest.importorskip("tokenizers")

import bpetite  # noqa: E402
from bpetite.transformers import BpetiteTokenizerFast, reason, use_bpetite  # noqa: E402

TEXTS = ["the cat sat", "", "on the mat<|end|>", "the  cat, the cat!\n", "ünïcödé 😀 cat",
         "<|begin|>cat<|end|>the"]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hf")
    tokenizer = bpetite.Tokenizer.train("the cat sat on the mat, the cat sat", 264,
                                        profile="cl100k", special_tokens=["<|begin|>", "<|end|>"])
    tokenizer.export("hf", folder)
    original = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    ids = [(name, original.token_to_id(name)) for name in ("<|begin|>", "<|end|>")]
    original.post_processor = tokenizers.processors.TemplateProcessing(
        single="<|begin|> $A <|end|>", pair="<|begin|> $A $B:1 <|end|>", special_tokens=ids)
    original.save(str(folder / "tokenizer.json"))
    return str(folder / "tokenizer.json")


def both(file, **options):
    options = {"pad_token": "<|end|>", **options}
    return (transformers.PreTrainedTokenizerFast(tokenizer_file=file, **options),
            BpetiteTokenizerFast(tokenizer_file=file, **options))


@pytest.mark.parametrize("options", [
    {}, {"add_special_tokens": False}, {"padding": True}, {"truncation": True, "max_length": 5},
    {"padding": "max_length", "max_length": 16}, {"padding": True, "pad_to_multiple_of": 8},
    {"padding": True, "truncation": True, "max_length": 4, "padding_side": "left"},
    {"return_offsets_mapping": True}, {"return_special_tokens_mask": True, "padding": True},
    {"split_special_tokens": True}, {"return_length": True},
    {"truncation": True, "max_length": 4, "stride": 1, "return_overflowing_tokens": True}])
@pytest.mark.parametrize("side", ["right", "left"])
def test_same(file, options, side):
    theirs, ours = both(file, truncation_side=side)
    assert reason(ours) is None
    assert dict(ours(TEXTS, **options)) == dict(theirs(TEXTS, **options))
    assert dict(ours(TEXTS[3], **options)) == dict(theirs(TEXTS[3], **options))


def test_bpetite_makes_the_ids(file, monkeypatch):
    _, ours = both(file)
    monkeypatch.setattr(bpetite.Tokenizer, "encode_batch",
                        lambda self, texts, **_: [[7]] * len(texts))
    assert ours("cat", add_special_tokens=False)["input_ids"] == [7]


def test_pairs_and_words_are_the_original(file):
    theirs, ours = both(file)
    assert dict(ours("the", "cat")) == dict(theirs("the", "cat"))
    words = ["the", "cat"]
    assert ours(words, is_split_into_words=True) == theirs(words, is_split_into_words=True)


def test_what_is_asked_for_later(file):
    theirs, ours = both(file)
    a, b = ours(TEXTS, padding=True), theirs(TEXTS, padding=True)
    ours("cat")  # without padding
    for i in range(len(TEXTS)):
        assert a.tokens(i) == b.tokens(i)
        assert a.word_ids(i) == b.word_ids(i)
    assert pickle.loads(pickle.dumps(a)).tokens(0) == b.tokens(0)


def test_added_tokens_are_found(file):
    theirs, ours = both(file)
    ours("cat")
    for each in (ours, theirs):
        each.add_special_tokens({"additional_special_tokens": ["<|new|>"]})
    assert ours("cat<|new|>")["input_ids"] == theirs("cat<|new|>")["input_ids"]


def test_length_zero_and_a_stride_that_is_too_long(file):
    theirs, ours = both(file)
    zero = {"padding": "max_length", "max_length": 0}
    assert dict(ours(TEXTS, **zero)) == dict(theirs(TEXTS, **zero))
    # Two ids of the length are those of the template.
    for length in (4, 5, 6):
        for stride in (0, 1, 2, 3, 4, 5):
            options = {"truncation": True, "max_length": length, "stride": stride}
            if stride < length - 2:
                assert dict(ours(TEXTS, **options)) == dict(theirs(TEXTS, **options))
                continue
            for each in (theirs, ours):
                with pytest.raises(BaseException, match="stride"):
                    each(TEXTS, **options)


def test_a_stride_without_a_template(file):
    theirs, ours = both(file)
    for each in (theirs, ours):
        each.backend_tokenizer.post_processor = tokenizers.processors.ByteLevel(trim_offsets=False)
    options = {"truncation": True, "max_length": 4}
    assert dict(ours(TEXTS, stride=3, **options)) == dict(theirs(TEXTS, stride=3, **options))
    for each in (theirs, ours):
        with pytest.raises(BaseException, match="stride"):
            each(TEXTS, stride=4, **options)


def test_a_part_that_is_changed_in_place(file):
    theirs, ours = both(file)
    assert ours("the")["input_ids"] == theirs("the")["input_ids"]
    for each in (ours, theirs):
        each.backend_tokenizer.model.dropout = 1.0
    assert ours("the")["input_ids"] == theirs("the")["input_ids"]


@pytest.mark.parametrize("part, make", [
    ("normalizer", tokenizers.normalizers.NFC), ("normalizer", tokenizers.normalizers.Lowercase),
    ("pre_tokenizer", lambda: tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)),
    ("post_processor", lambda: tokenizers.processors.ByteLevel()),
    ("decoder", tokenizers.decoders.Fuse),
    ("model", None)])
def test_a_part_that_is_replaced(file, part, make):
    texts = ["The cat\u0301 sat on the mat", "the theCAT 12"]
    theirs, ours = both(file)
    assert ours(texts)["input_ids"] == theirs(texts)["input_ids"]
    for each in (ours, theirs):
        if part == "model":  # with two of the merges
            model = json.loads(each.backend_tokenizer.to_str())["model"]
            merges = [tuple(merge) for merge in model["merges"][:2]]
            new = tokenizers.models.BPE(model["vocab"], merges)
        else:
            new = make()
        setattr(each.backend_tokenizer, part, new)
    assert ours(texts)["input_ids"] == theirs(texts)["input_ids"]
    ids = theirs(texts)["input_ids"]
    assert ours.batch_decode(ids) == theirs.batch_decode(ids)


def test_a_result_that_is_changed(file):
    for change in (lambda each: each.pad(9), lambda each: each.truncate(2)):
        theirs, ours = (tokenizer("the cat").encodings[0] for tokenizer in both(file))
        change(theirs)
        change(ours)
        assert ours.ids == theirs.ids and ours.attention_mask == theirs.attention_mask
        assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("options", [{}, {"truncation": True, "max_length": 3},
                                     {"padding": "max_length", "max_length": 16}])
def test_what_is_asked_for_later_leaves_truncation_and_padding_as_they_are(file, options):
    theirs, ours = both(file)
    kept = [tokenizer("the cat sat on the mat", **options).encodings[0]
            for tokenizer in (theirs, ours)]
    parts = ours._tokenizer
    for change in (lambda: parts.enable_truncation(5), lambda: parts.enable_padding(length=7),
                   parts.no_truncation, parts.no_padding):
        later = ours("the cat sat", **options).encodings[0]
        change()
        before = parts.truncation, parts.padding
        assert later.tokens and repr(later)  # the original is asked, by the options of the call
        assert (parts.truncation, parts.padding) == before
    assert kept[1].tokens == kept[0].tokens and kept[1].n_sequences == kept[0].n_sequences == 1


def test_copies(file):
    _, ours = both(file)
    for copied in (copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert copied(TEXTS)["input_ids"] == ours(TEXTS)["input_ids"]


def test_what_use_bpetite_takes_and_says(file):
    theirs, ours = both(file)
    assert reason(theirs) == "use_bpetite was not called" and reason(ours) is None
    before = ours._tokenizer
    assert use_bpetite(ours) is ours and ours._tokenizer is before
    for other in (object(), theirs.backend_tokenizer.model):
        with pytest.raises(TypeError, match="required a fast tokenizer"):
            use_bpetite(other)
    ids = [(name, theirs.convert_tokens_to_ids(name)) for name in ("<|begin|>", "<|end|>")]
    for single in ("<|begin|> $A:1", "<|begin|>:2 $A", "<|begin|> $A <|end|>"):
        processor = tokenizers.processors.TemplateProcessing(single=single, special_tokens=ids)
        for parts in (processor, tokenizers.processors.Sequence([
                tokenizers.processors.ByteLevel(trim_offsets=False), processor])):
            for each in (theirs, ours):
                each.backend_tokenizer.post_processor = parts
            assert reason(ours) == (None if "$A " in single else "the template gives type ids")
            assert dict(ours(TEXTS)) == dict(theirs(TEXTS))


@pytest.mark.parametrize("side", ["right", "left"])
def test_the_backend_pads_and_cuts_by_each_of_its_options(file, side):
    theirs, ours = both(file)
    for options in ({"pad_type_id": 3}, {"pad_id": 5, "length": 9}, {"pad_to_multiple_of": 4}):
        found = []
        for each in (theirs.backend_tokenizer, ours.backend_tokenizer):
            each.enable_padding(direction=side, **options)
            found.append([(it.ids, it.type_ids, it.attention_mask, it.special_tokens_mask, len(it))
                          for it in each.encode_batch(TEXTS)])
        assert found[0] == found[1]
    for strategy in ("only_first", "longest_first", "only_second"):
        found = []
        for each in (ours, theirs):
            try:
                found.append(dict(each(TEXTS[3], truncation=strategy, max_length=4)))
            except Exception as error:  # noqa: BLE001
                found.append((type(error), str(error)))
        assert found[0] == found[1], strategy


def test_what_cannot_be_carried():
    original = tokenizers.Tokenizer(tokenizers.models.WordLevel({"a": 0, "[UNK]": 1}, "[UNK]"))
    ours = use_bpetite(transformers.PreTrainedTokenizerFast(tokenizer_object=original))
    assert "WordLevel" in reason(ours)
    assert ours("a")["input_ids"] == [0]


@pytest.mark.parametrize("multiple", [1, 2, 3, 4, 5, 8])
@pytest.mark.parametrize("strategy", [{"padding": True}, {"padding": "max_length", "max_length": 6},
                                      {"padding": True, "truncation": True}])
def test_padding_to_a_multiple_of_any_length(file, multiple, strategy):
    theirs, ours = both(file)
    for longest in range(9):
        texts = ["the " * count for count in range(longest + 1)]
        options = {"pad_to_multiple_of": multiple, "max_length": 2 * multiple, **strategy}
        assert dict(ours(texts, **options)) == dict(theirs(texts, **options))
