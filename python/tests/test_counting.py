"""Counts of chunks: what is learned from them is what `train` learns from all texts, however they
are divided, added and saved."""
import itertools
import threading

import pytest

import bpetite

TEXTS = ["the theme of the thesis", "the other one, 123 times", "", "a\u0301b caf\u00e9",
         "the end\n" * 50, b"bytes of the text", "x" * 3000]
WAYS = {"v1": {}, "cl100k": {"profile": "cl100k"}, "pattern": {"pattern": r"\w+|\W+"},
        "nfc": {"profile": "qwen2"}}


def merges(tokenizer):
    return list(tokenizer.merges)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("threads", [1, 3])
def test_what_is_learned_from_counts_is_what_is_learned_from_texts(tmp_path, way, threads):
    """S42c S41a"""
    wanted = bpetite.Tokenizer.train(TEXTS, 300, **WAYS[way])
    whole = bpetite.ChunkCounter(threads=threads, **WAYS[way])
    whole.add_batch(TEXTS)
    halves = []
    for part in (TEXTS[:3], TEXTS[3:]):
        halves.append(bpetite.ChunkCounter(threads=threads, memory=1 << 20, **WAYS[way]))
        for text in part:
            halves[-1].add(text)
    whole.save(tmp_path / "whole")
    halves[0].save(str(tmp_path / "half"))
    bpetite.merge_counts([tmp_path / "half", halves[1].to_bytes()], tmp_path / "sum")
    assert (tmp_path / "sum").read_bytes() == (tmp_path / "whole").read_bytes() == whole.to_bytes()
    for files in ([tmp_path / "whole"], [whole.to_bytes()],
                  [halves[1].to_bytes(), tmp_path / "half"]):
        found = bpetite.Tokenizer.train_from_counts(files, 300, **WAYS[way])
        assert merges(found) == merges(wanted)
        assert found.encode("the caf\u00e9 12") == wanted.encode("the caf\u00e9 12")
        assert merges(bpetite.Tokenizer.train_from_counts(files, 300)) == merges(wanted)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_an_iterator_of_many_texts_is_learned_on_any_number_of_threads(threads):
    """S41a: more texts than several threads keep at a time"""
    words = [f"word{i % 7} and {i * i % 1000} " * 200 for i in range(4000)]
    wanted = bpetite.Tokenizer.train(words[:500] + words[500:], 300)
    found = bpetite.Tokenizer.train_from_iterator(iter(words), 300, threads=threads)
    assert merges(found) == merges(wanted)


@pytest.mark.parametrize("place", [0, 2, 4])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_bad_text_is_not_counted_wherever_it_stands(place, threads):
    """S1a: the first one has the error, and the counter goes on"""
    counter = bpetite.ChunkCounter(threads=threads)
    counter.add("ab")
    before = counter.to_bytes()
    texts = ["abc"] * 5
    texts[place] = b"ab\xff"
    texts.append(b"\xff")
    with pytest.raises(bpetite.errors.UnicodeDecodeError, match="byte 2"):
        counter.add_batch(texts)
    with pytest.raises(bpetite.errors.UnicodeDecodeError, match="byte 2"):
        counter.add(b"ab\xff")
    assert counter.to_bytes() == before


def test_errors_of_counts(tmp_path):
    """S40g S40i FR-27"""
    gpt2, cl100k = bpetite.ChunkCounter(), bpetite.ChunkCounter(profile="cl100k")
    for counter in (gpt2, cl100k):
        counter.add("ab ab")
    with pytest.raises(ValueError, match="S40i"):
        bpetite.merge_counts([gpt2.to_bytes(), cl100k.to_bytes()], tmp_path / "sum")
    assert not (tmp_path / "sum").exists()
    with pytest.raises(ValueError, match="S40i"):
        bpetite.Tokenizer.train_from_counts([gpt2.to_bytes()], 260, profile="cl100k")
    damaged = gpt2.to_bytes()[:-1]
    for call in (lambda: bpetite.Tokenizer.train_from_counts([damaged], 260),
                 lambda: bpetite.merge_counts([damaged], tmp_path / "sum")):
        with pytest.raises(ValueError, match="S40"):
            call()
    with pytest.raises(FileNotFoundError):
        bpetite.Tokenizer.train_from_counts([tmp_path / "missing"], 260)
    gpt2.save(tmp_path / "counts")
    with pytest.raises(FileExistsError):
        gpt2.save(tmp_path / "counts")
    gpt2.save(tmp_path / "counts", overwrite=True)
    for bad in ("text", b"text", 3):
        with pytest.raises(TypeError):
            gpt2.add_batch(bad)
    with pytest.raises(TypeError):
        gpt2.add(3)
    with pytest.raises(ValueError):
        bpetite.ChunkCounter(threads=-1)
    with pytest.raises(KeyError):
        bpetite.ChunkCounter(profile="none such")


def test_several_threads_may_add_to_one_counter():
    """S41a"""
    counter = bpetite.ChunkCounter(threads=2)
    texts = [f"word{i} " * 50 for i in range(400)]
    threads = [threading.Thread(target=lambda part: [counter.add(it) for it in part],
                                args=(texts[i::4],)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = bpetite.ChunkCounter()
    for text in itertools.chain(texts):
        alone.add(text)
    assert counter.to_bytes() == alone.to_bytes()
