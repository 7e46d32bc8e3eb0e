"""bpetite.spark without Spark: what reads lines, and the error where PySpark is missing. What it
does on Spark is compared by tools/verify/cluster/run."""
import gzip
import importlib.util
import pickle
import re

import pytest

import bpetite
from bpetite import _bpetite, spark

BAD = [(rb'{"text":"\ud800"}', "byte"),
       (b'{"text":"\xc0\xaf"}', "byte 9 begins no well-formed"),
       (b'{"text":"a","text":"b"}', "the field is there twice"),
       (b'{"text":5}', "the field holds no string"),
       (b'{"text":null}', "the field holds no string"),
       (b'{"text":"a"', "byte 11"), (b'{"tex":"a"}', 'no field "text"'), (b"", "byte 0"),
       (b'\xef\xbb\xbf{"text":"a"}', "byte 0"), (b'{"text":"a"} x', "byte 13"),
       (b"{'text':'a'}", "byte 1"), (b'{"text":"a","n":NaN}', "byte 16"), (b'["text"]', "byte 0")]


def test_the_text_of_a_line():
    """S41c"""
    for line, text in ((b'{"text":"ab"}', b"ab"),
                       (b' { "n" : [1, {"text": 5}], "text" : "" } \r', b""),
                       (rb'{"te\u0078t":"\u00e9\ud83d\ude00\n"}', "\u00e9\U0001f600\n".encode())):
        assert _bpetite.text_of_line(line, "text") == text
    line = b'{"text":"%s"}' % (b"a" * ((1 << 24) - 11))
    assert len(_bpetite.text_of_line(line, "text")) == len(line) - 11


@pytest.mark.parametrize("number", range(len(BAD)))
def test_a_bad_line_is_refused(number):
    """S41d: what `bpetite count --jsonl` refuses"""
    line, message = BAD[number]
    with pytest.raises(bpetite.errors.ValueError, match=re.escape(message)) as raised:
        _bpetite.text_of_line(line, "text")
    assert raised.value.clause == "S41d"


@pytest.mark.skipif(importlib.util.find_spec("pyspark") is not None, reason="PySpark is there")
def test_without_pyspark():
    for call in (lambda: spark.count(None, "text"), lambda: spark.train(None, "text", 300),
                 lambda: spark.read_lines(None, "/tmp"),
                 lambda: spark.encode(None, "text", bpetite.Tokenizer.train("ab", 256))):
        with pytest.raises(ImportError, match=re.escape('pip install "bpetite[spark]"')):
            call()


def test_a_worker_with_another_version_is_refused():
    spark._require(bpetite.__version__)
    with pytest.raises(ImportError, match=f"has bpetite {bpetite.__version__}, and the driver 0.9"):
        spark._require("0.9")


def test_what_goes_to_workers_can_be_sent():
    assert spark._listed({"a"}) == ["a"] and spark._listed("all") == "all"
    tokenizer = bpetite.Tokenizer.train("ab ab", 257)
    assert pickle.loads(pickle.dumps(tokenizer)).encode("ab") == tokenizer.encode("ab")


LINES = [b"ab", b"", b"a\rb\r", b"\xef\xbb\xbfab", b"c" * 50, b"", b"d"]


@pytest.mark.parametrize("end", [b"", b"\n"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 1000])
def test_each_line_is_read_by_one_task(tmp_path, end, size):
    """S41e: lines end at LF alone"""
    pytest.importorskip("pyarrow")
    content = b"\n".join(LINES) + end
    path = tmp_path / "lines"
    path.write_bytes(content)
    found = [line for task in spark._tasks_of(str(path), size)
             for line in spark._texts_of(*task, None)]
    assert found == LINES
    packed = tmp_path / "lines.gz"
    packed.write_bytes(gzip.compress(content[:20]) + gzip.compress(content[20:]))
    (task,) = spark._tasks_of(str(packed), size)
    assert list(spark._texts_of(*task, None)) == LINES


def test_a_line_that_is_not_utf8_is_named(tmp_path):
    """S1a S41d"""
    pytest.importorskip("pyarrow")
    path = tmp_path / "lines"
    path.write_bytes(b'{"text":"ab"}\n\xff\n')
    for field, clause in ((None, "S1a"), ("text", "S41d")):
        with pytest.raises(bpetite.errors.ValueError, match="lines': the line from byte 14:") as it:
            list(spark._texts_of(str(path), 1, 100, field))
        assert it.value.clause == clause
    with pytest.raises(bpetite.errors.FileNotFoundError, match="no such file"):
        spark._tasks_of(str(tmp_path / "missing"), 1)
