"""Texts in Arrow's memory are counted and encoded as texts of Python are. Broken arrays are
refused, and the message has the row."""
import itertools
import random
import re
import threading

import pytest
from arrow_arrays import Array, Stream, pack

import bpetite

FORMATS = ["u", "U", "vu", "z", "Z", "vz"]
TEXTS = ["the theme of the thesis", "", "the other", "caf\u00e9 a\u0301", "x" * 13, "y" * 12, "12"]


def counts_of(texts):
    counter = bpetite.ChunkCounter()
    counter.add_batch(texts)
    return counter.to_bytes()


def counts_of_arrow(*arrays, threads=1, **options):
    counter = bpetite.ChunkCounter(threads=threads)
    for array in arrays:
        counter.add_arrow(array, **options)
    return counter.to_bytes()


def refused(array, error, message):
    """Nothing of it was counted."""
    counter = bpetite.ChunkCounter()
    counter.add("before")
    with pytest.raises(error, match=re.escape(message)):
        counter.add_arrow(array)
    assert counter.to_bytes() == counts_of(["before"])


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("threads", [1, 3])
def test_arrow_arrays_are_counted_as_their_texts_are(format, threads):
    """S41a: whole, in slices, as a stream of arrays"""
    wanted = counts_of(TEXTS)
    assert counts_of_arrow(Array.of(TEXTS, format), threads=threads) == wanted
    for cut in (0, 4, len(TEXTS)):
        halves = [Array.of(TEXTS, format, offset=0, length=cut),
                  Array.of(TEXTS, format, offset=cut)]
        assert counts_of_arrow(*halves, threads=threads) == wanted
        stream = Stream(halves)
        assert counts_of_arrow(stream, threads=threads) == wanted
        assert stream.are_released
    for many in ([], [""], ["", ""]):
        assert counts_of_arrow(Array.of(many, format), Stream([], format=format)) == counts_of([])


@pytest.mark.parametrize("format", FORMATS)
def test_random_slices_with_nulls(format):
    """S41a"""
    choice = random.Random(format)
    by_arrow, by_python, with_null = bpetite.ChunkCounter(), bpetite.ChunkCounter(), 0
    for _ in range(50):
        texts = [choice.choice([*TEXTS, None, "long enough for a buffer"]) for _ in range(40)]
        begin = choice.randrange(40)
        size = choice.randrange(40 - begin)
        array = Array.of(texts, format, offset=begin, length=size)
        by_arrow.add_arrow(array, nulls="skip")
        by_python.add_batch([it for it in texts[begin:begin + size] if it is not None])
        if None in texts[begin:begin + size]:
            with_null += 1
            row = texts[begin:begin + size].index(None)
            with pytest.raises(ValueError, match=f"row {row}: null, required a text, or nulls="):
                by_arrow.add_arrow(array)
    assert with_null > 20
    assert by_arrow.to_bytes() == by_python.to_bytes()


def test_rows_are_counted_over_the_arrays_of_a_stream():
    """S1a"""
    two = Array.of(["ab", "ab"])
    refused(Stream([two, Array.of(["ab", None])]), ValueError, "arrow: row 3: null")
    stream = Stream([Array.of(["ab", "ab"]), Array.of(["ab", b"ab\xff", b"\xff"])])
    refused(stream, bpetite.errors.UnicodeDecodeError, "arrow: row 3: byte 2:")
    assert stream.are_released


@pytest.mark.parametrize("format", FORMATS)
def test_a_row_that_is_not_utf8_is_named(format):
    """S1a"""
    for bad in (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"a long text in a buffer\x80"):
        byte = len(bad) - len(bad.lstrip(bytes(range(128))))
        refused(Array.of(["ab", "", bad, b"\xff"], format),
                bpetite.errors.UnicodeDecodeError, f"arrow: row 2: byte {byte}:")
    # Bytes of a scalar that two rows share are those of neither.
    refused(Array.of([b"a\xc3", b"\xa9"], format), bpetite.errors.UnicodeDecodeError, "row 0")


def test_broken_offsets_are_refused():
    """S41a"""
    for code, format in (("i", "u"), ("q", "U"), ("i", "z"), ("q", "Z")):
        for offsets, message in (
                ((-1, 1, 2), "row 0: its text begins before the buffer"),
                ((0, -1, 2), "row 0: its text ends before it begins"),
                ((0, 2, 1), "row 1: its text ends before it begins")):
            refused(Array(format, 2, [None, pack(code, *offsets), b"abc"]), ValueError, message)
            # Those of a null row have to ascend, too.
            array = Array(format, 2, [b"\0", pack(code, *offsets), b"abc"])
            with pytest.raises(ValueError, match=message):
                bpetite.ChunkCounter().add_arrow(array, nulls="skip")
        refused(Array(format, 2, [None, pack(code, 0, 0, 1), None]), ValueError,
                "row 1: the buffer of its text is null")
        refused(Array(format, 2, [None, None, b"abc"]), ValueError, "is null")
        # Without rows there may be no buffers.
        assert counts_of_arrow(Array(format, 0, [None, None, None])) == counts_of([])


def test_broken_views_are_refused():
    """S41a"""
    text = b"a text of 21 bytes in"
    sizes = pack("q", len(text))
    for view in ((13, 0, 1, 0), (13, 0, -1, 0), (13, 0, 0, -1), (13, 0, 0, len(text) - 12),
                 (22, 0, 0, 0), (2**31 - 1, 0, 0, 2**31 - 1)):
        refused(Array("vu", 1, [None, pack("i", *view), text, sizes]), ValueError,
                "row 0: its text is outside the buffers")
    refused(Array("vu", 1, [None, pack("i", -1, 0, 0, 0), text, sizes]), ValueError,
            "row 0: its text ends before it begins")
    refused(Array("vu", 1, [None, pack("i", 13, 0, 0, 0), text, None]), ValueError, "outside")
    refused(Array("vu", 1, [None, pack("i", 13, 0, 0, 0), None, sizes]), ValueError, "outside")
    whole = Array("vu", 1, [None, pack("i", 13, 0, 0, len(text) - 13), text, sizes])
    assert counts_of_arrow(whole) == counts_of([text[-13:]])


def test_broken_shapes_are_refused():
    """S41a"""
    good = [None, pack("i", 0, 1), b"a"]
    for array in (Array("u", -1, good), Array("u", 1, good, offset=-1),
                  Array("u", 2**63 - 1, good, offset=1), Array("u", 1, good, n_buffers=2),
                  Array("u", 1, good, n_buffers=4), Array("vu", 1, good, n_buffers=2)):
        refused(array, ValueError, "no array of texts has these")
    released = Array.of(["ab"])
    released.array.release = type(released.array.release)()
    refused(released, ValueError, "was released already")
    failed = Stream([Array.of(["ab"])], failure="the disk is gone")
    refused(failed, OSError, "the stream failed with error 5: the disk is gone")
    assert failed.are_released


def test_other_types_are_refused():
    """S41a"""
    buffers = [None, pack("i", 0, 1), b"a"]
    refused(Array("u", 1, buffers, dictionary=True), TypeError, "cast it to string")
    refused(Array("+s", 1, buffers), TypeError, "give one column")
    for format in ("i", "n", "w:4", "", "u8", "+l"):
        refused(Array(format, 1, buffers), TypeError, "not of the format")
        refused(Stream([], format=format or "i"), TypeError, "not of the format")
    for other in (["ab"], "ab", b"ab", None, 3):
        refused(other, TypeError, f"not {type(other).__name__}")
    with pytest.raises(ValueError, match="nulls"):
        bpetite.ChunkCounter().add_arrow(Array.of(["ab"]), nulls="drop")

    class Odd:
        def __init__(self, *given):
            self.given = given

        def __arrow_c_array__(self, requested_schema=None):
            return self.given

    refused(Odd(), TypeError, "two capsules")
    schema, array = Array.of(["ab"]).__arrow_c_array__()
    refused(Odd(array, schema), ValueError, "PyCapsule")
    refused(Odd(1, 2), ValueError, "PyCapsule")


def test_other_threads_run_while_arrow_texts_are_counted():
    """S41a: the lock of the interpreter is released"""
    done = threading.Event()
    array = Array.of(["word%d and more " % i * 200 for i in range(2000)])
    counter = bpetite.ChunkCounter()

    def count():
        counter.add_arrow(array)
        done.set()

    thread = threading.Thread(target=count)
    ticks = 0
    thread.start()
    while not done.is_set():
        ticks += 1
    thread.join()
    assert ticks > 1000


@pytest.mark.parametrize("format", FORMATS)
def test_arrow_arrays_are_encoded_as_their_texts_are(format):
    """FR-19"""
    pytest.importorskip("numpy")
    tokenizer = bpetite.Tokenizer.train(TEXTS, 300, special_tokens=["<|end|>"])
    texts = [*TEXTS, "the<|end|>"]
    with pytest.raises(ValueError, match="S27a"):
        tokenizer.encode_arrow(Array.of(texts, format))
    for options in ({"allowed_special": "all"}, {"disallowed_special": (), "threads": 2},
                    {"allowed_special": {"<|end|>"}, "disallowed_special": ()}):
        wanted = tokenizer.encode_batch_flat(texts, **options)
        for given in (Array.of(texts, format), Stream([Array.of(texts[:3], format),
                                                       Array.of(texts, format, offset=3)])):
            found = tokenizer.encode_arrow(given, **options)
            assert [it.tolist() for it in found] == [it.tolist() for it in wanted]
            assert [it.dtype for it in found] == [it.dtype for it in wanted]
    with_nulls = list(itertools.chain.from_iterable((it, None) for it in TEXTS))
    ids, offsets = tokenizer.encode_arrow(Array.of(with_nulls, format), nulls="skip")
    assert [ids[i:j].tolist() for i, j in zip(offsets, offsets[1:])] == [
        [] if it is None else tokenizer.encode(it) for it in with_nulls]
    with pytest.raises(ValueError, match="row 1: null"):
        tokenizer.encode_arrow(Array.of(with_nulls, format))
    with pytest.raises(bpetite.errors.UnicodeDecodeError, match="row 1: byte 0"):
        tokenizer.encode_arrow(Array.of(["ab", b"\xff"], format))
    with pytest.raises(ValueError, match="nulls"):
        tokenizer.encode_arrow(Array.of(["ab"]), nulls=None)
