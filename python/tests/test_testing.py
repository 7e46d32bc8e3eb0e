"""bpetite.testing: a right tokenizer conforms, a wrong one does not, and the report says why."""
import pathlib
import tempfile
import threading

import pytest

import bpetite
from bpetite import testing
from bpetite.testing import assert_conforms, judge


# Asks thousands of texts, none of them long.
SHORT = ["--longest", "4K", "--no-shrink"]
# Asks a sixteenth of these.
SOME = ["--only", "v1-e*", *SHORT]
# Asks three texts: for what does not depend on the texts.
FEW = ["--only", "v1-e2b70895", "--no-shrink"]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    tokenizer = bpetite.Tokenizer.train("the cat sat on the mat, the cat sat", 262)
    path = tmp_path_factory.mktemp("testing") / "cat.json"
    tokenizer.save(path)
    return tokenizer, path


def test_right(model):
    tokenizer, path = model
    assert_conforms(tokenizer.encode, path, options=SHORT)  # README.md has it without options
    # Consistently ordinary text.
    assert_conforms(tokenizer.encode_ordinary, path, options=SHORT)


@pytest.mark.parametrize("size", [63, 90, 100])
def test_the_directory_for_temporary_files_may_have_a_long_name(model, size, monkeypatch):
    tokenizer, path = model
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        directory = pathlib.Path(f"{short}/{'x' * (size - len(short) - 1)}")
        directory.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(directory))
        assert_conforms(tokenizer.encode, path, options=FEW)
        assert not list(directory.iterdir())


def test_wrong(model):
    tokenizer, path = model
    other = bpetite.Tokenizer.train("the cat sat on the mat, the cat sat", 262, pattern=r"\w+|\W+")
    with pytest.raises(AssertionError, match="the last space before a word is left to it"):
        assert_conforms(other.encode, path, options=SHORT)

    def raises(text):
        if "c" in text:
            raise RuntimeError("no c")
        return tokenizer.encode(text)

    verdict = judge(raises, path, options=SOME)
    assert not verdict.conforms and all("c" in text for text in verdict.errors)
    with pytest.raises(RuntimeError, match="ended with 1: bpetite: FileNotFoundError"):
        judge(tokenizer.encode, path.with_name("none.json"))


def test_a_failure_has_the_report_and_the_first_exceptions(monkeypatch):
    errors = {text * 9: ValueError(text) for text in "abcdefgh"}
    given = []
    for verdict in (testing.Verdict(False, "REPORT", errors), testing.Verdict(False, "REPORT", {})):
        monkeypatch.setattr(testing, "judge", lambda *arguments, **named: given.append(
            (arguments, named)) or verdict)
        with pytest.raises(AssertionError) as found:
            assert_conforms(len, "file", profile="p", pattern="q", options=["--o"])
        message = "the tokenizer does not conform\n\nREPORT"
        if verdict.errors:
            message += "\nexceptions of encode, the first of 8:" + "".join(
                f"\n'{text * 9}': ValueError('{text}')" for text in "abcde")
        assert str(found.value) == message
    named = {"profile": "p", "pattern": "q", "options": ["--o"]}
    assert given == [((len, "file"), named)] * 2


def test_the_profile_and_the_pattern_reach_the_program(model, tmp_path):
    model[0].export("tiktoken", tmp_path / "out")
    ranks = tmp_path / "out" / "tokenizer.tiktoken"
    for given, message in (({}, "1: bpetite: ValueError: .*name the profile"),
                           ({"profile": "gtp2"}, "2: bpetite: usage: run: --profile: .gtp2. is no"),
                           ({"pattern": "a("}, "1: .*\nbpetite: ValueError: pattern: byte 1: ")):
        with pytest.raises(RuntimeError, match=f"(?s)conform run ended with {message}"):
            judge(model[0].encode, ranks, **given)


@pytest.mark.parametrize("changed", [lambda id: id + 0.5, lambda id: -1])
def test_what_is_no_id(model, changed):
    tokenizer, path = model
    verdict = judge(lambda text: [changed(id) for id in tokenizer.encode(text)], path, options=FEW)
    assert not verdict.conforms and verdict.errors


@pytest.mark.parametrize("error", [SystemExit, pytest.skip.Exception])
def test_what_ends_a_program_is_raised(model, error):
    def ends(_):
        raise error()

    with pytest.raises(error):
        judge(ends, model[1], options=FEW)


def test_one_that_hangs(model):
    tokenizer, path = model
    forever = threading.Event()
    first = []

    def hangs(text):
        first.extend([text] if len(text) == 3 and not first else [])
        if text in first:
            forever.wait()
        return tokenizer.encode(text)

    verdict = judge(hangs, path, options=["--timeout", "0.2", *SOME])
    forever.set()
    assert not verdict.conforms and "TIMEOUT" in verdict.report

    with pytest.raises(RuntimeError, match="in time"):
        judge(lambda text: threading.Event().wait(), path, options=["--timeout", "0.2", *FEW])


def test_a_long_name_of_the_directory_for_temporary_files(model, tmp_path, monkeypatch):
    tokenizer, path = model
    long = tmp_path / ("d" * 100)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    assert judge(tokenizer.encode, path, options=FEW).conforms


def test_the_options_reach_the_program(model):
    tokenizer, path = model
    for conforms in (assert_conforms, judge):
        with pytest.raises(RuntimeError, match="L9"):
            conforms(tokenizer.encode, path, options=["--level", "L9"])
    assert_conforms(tokenizer.encode, path, options=["--level", "L0"])
