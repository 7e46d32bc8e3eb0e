"""What is given by mistake, or is changed meanwhile: an error that says so, and never a crash."""
import ast
import copy
import errno
import pathlib
import pickle
import subprocess
import sys
import textwrap

import pytest

import bpetite
from bpetite import _bpetite, errors, tiktoken

CORPUS = "the theme of the thesis is the other one; then the rest of them"


@pytest.fixture(scope="module")
def plain():
    return bpetite.Tokenizer.train(CORPUS, 266)


@pytest.fixture(scope="module")
def chat():
    return bpetite.Tokenizer.train(CORPUS, 266, profile="cl100k", special_tokens=["<|a|>"])


def survives(code):
    """Runs a program of its own: a crash would take this one with it."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr[-2000:]


class ChangesIt(set):
    """Literals that write to the text when they are read."""

    def __init__(self, given):
        super().__init__(["<|a|>"])
        self.given = given

    def __iter__(self):
        self.given[:] = b"\xff" * len(self.given)
        return super().__iter__()


def test_a_text_that_is_written_to_meanwhile(chat):
    given = bytearray(CORPUS.encode())
    ids = chat.encode(given, allowed_special=ChangesIt(given), disallowed_special=())
    assert ids == chat.encode(CORPUS) and given[0] == 0xFF
    pytest.importorskip("numpy")
    survives("""
        import threading, time
        import bpetite, numpy
        tokenizer = bpetite.Tokenizer.train("hé€😀 the", 262)
        given = bytearray("hé€😀 the  日本語 ".encode() * 20_000)
        written = numpy.frombuffer(given, numpy.uint8)
        right = written.copy()
        wrong = numpy.full(len(given), 0xF0, numpy.uint8)
        end = time.monotonic() + 3

        def write():
            while time.monotonic() < end:
                numpy.copyto(written, wrong)
                numpy.copyto(written, right)

        threading.Thread(target=write).start()
        calls = [tokenizer.encode, tokenizer.offsets, tokenizer.chunks, tokenizer.count]
        while time.monotonic() < end:
            for call in calls:
                try:
                    call(given)
                except UnicodeDecodeError:
                    pass
        """)


def test_ids_that_are_written_to_meanwhile():
    pytest.importorskip("numpy")
    survives("""
        import threading, time
        import bpetite, numpy
        tokenizer = bpetite.Tokenizer.train("the the", 258)
        ids, right, cut, wrong = (numpy.full(200_000, id, numpy.uint32)
                                  for id in (257, 257, 0xE2, 1 << 31))
        end = time.monotonic() + 3

        def write():
            while time.monotonic() < end:
                for each in (right, cut, right, wrong):
                    numpy.copyto(ids, each)

        threading.Thread(target=write).start()
        stream = tokenizer.decode_stream(errors="replace")
        calls = [tokenizer.decode, tokenizer.decode, tokenizer.decode_bytes, stream.add]
        while time.monotonic() < end:
            for call in calls:
                try:
                    call(ids)
                except (KeyError, ValueError):
                    pass
        """)


def test_an_array_of_other_things_than_bytes_is_no_text(plain):
    numpy = pytest.importorskip("numpy")
    for array in (numpy.array([1, 2]), numpy.array(["a"]), plain.encode_to_numpy("the"),
                  numpy.array([True, False]), numpy.array([b"t", b"h"])):
        with pytest.raises(TypeError, match="not ndarray"):
            plain.encode(array)
    assert plain.encode(numpy.frombuffer(b"the", numpy.uint8)) == [257]
    for form in "Bbc":
        assert plain.encode(memoryview(b"the").cast(form)) == [257]
    # Neither the size of an item nor the number of bytes makes a buffer one of bytes.
    given = b"the the the the "
    for form in "?hHiIlLqQnNfd":
        with pytest.raises(TypeError, match="a text of type str .* not memoryview"):
            plain.encode(memoryview(given).cast(form))


@pytest.mark.parametrize("call", ["encode", "encode_ordinary", "encode_to_numpy", "count",
                                  "offsets", "chunks"])
def test_what_is_no_text(plain, call):
    for given in (None, 5, ["the"], memoryview(b"the")[::2]):
        with pytest.raises(TypeError, match=f"a text of type str .* not {type(given).__name__}"):
            getattr(plain, call)(given)


def test_ids_of_every_kind(plain):
    with pytest.raises(KeyError, match="unknown token id of more digits"):
        plain.decode([10 ** 5000])
    for id in (-1, 1 << 32, 1 << 70, 300):
        with pytest.raises(KeyError, match=str(id)):
            plain.token_bytes(id)
    with pytest.raises(TypeError):
        plain.decode(None)
    numpy = pytest.importorskip("numpy")
    unaligned = numpy.frombuffer(b"\0" + numpy.array([97] * 9, "u4").tobytes(), "u4", offset=1)
    assert plain.decode(unaligned) == "a" * 9


def test_literals(chat):
    text = "x<|a|>"
    id = chat.special_tokens["<|a|>"]
    assert chat.encode(text, allowed_special=(each for each in ["<|a|>"])) == [120, id]
    assert chat.encode(text, disallowed_special=iter([])) == chat.encode_ordinary(text)
    for given in ({5}, {None}, {b"<|a|>"}, 5, "<|a|>", b"all"):
        with pytest.raises(TypeError):
            chat.encode(text, allowed_special=given)
        with pytest.raises(TypeError):
            chat.encode(text, disallowed_special=given)
    with pytest.raises(UnicodeEncodeError):
        chat.encode(text, allowed_special={"\ud800"})
    for given in ("é", b"x", [5]):
        with pytest.raises(TypeError, match="literals"):
            chat.with_tokens(given)
        with pytest.raises(TypeError, match="literals"):
            bpetite.Tokenizer.train(CORPUS, 266, special_tokens=given)


def test_what_is_no_text_among_many(plain):
    for call in (plain.encode_batch, plain.encode_batch_flat,
                 lambda texts: bpetite.Tokenizer.train(texts, 260)):
        for given in (5, None, ["the"], bytearray(b"the")):
            message = f"required texts of type str or bytes, not {type(given).__name__}$"
            with pytest.raises(TypeError, match=message):
                call(["the", given])


def test_the_program_of_the_package():
    def run(*words):
        done = subprocess.run([sys.executable, "-m", "bpetite", *words], capture_output=True,
                              text=True)
        return done.returncode, done.stdout

    code, shown = run("--version")
    assert code == 0 and shown.startswith(f"bpetite {bpetite.__version__} (")
    assert run("encode", "--no-such") == (2, "")


def test_one_text_in_place_of_many():
    for given in (CORPUS, CORPUS.encode()):
        with pytest.raises(TypeError, match="not one text"):
            bpetite.Tokenizer.train_from_iterator(given, 266)


def test_numbers(plain):
    train, stream = bpetite.Tokenizer.train, bpetite.Tokenizer.train_from_iterator
    for size, clause in ((-1, "FR-9"), (255, "FR-9"), (2 ** 24 + 1, "S16"), (2 ** 70, "S16")):
        with pytest.raises(errors.ValueError, match=clause):
            train(CORPUS, size)
        with pytest.raises(errors.ValueError, match=clause):
            stream([CORPUS], size)
    for wrong in (-1, 2 ** 70):
        with pytest.raises(errors.ValueError, match="threads"):
            plain.encode_batch(["a"], threads=wrong)
        with pytest.raises(errors.ValueError, match="memory"):
            stream([CORPUS], 266, memory=wrong)
    with pytest.raises(TypeError, match="integer"):
        train(CORPUS, 266.0)


def test_paths(plain):
    for call in (bpetite.Tokenizer.open, plain.save, lambda path: plain.export("hf", path)):
        with pytest.raises(ValueError, match="zero"):
            call("a\0b")
        with pytest.raises(TypeError, match="PathLike"):
            call(None)


def test_ranks():
    given = {"pat_str": r"\s+|\S+", "special_tokens": {}}
    ranks = {bytes([byte]): byte for byte in range(256)}
    for wrong, error in ((-1, OverflowError), ("1", TypeError), (2 ** 33, ValueError)):
        with pytest.raises(error):
            tiktoken.Encoding("x", mergeable_ranks=ranks | {b"aa": wrong}, **given | {
                "special_tokens": {"<a>": 300}})


def test_errors_are_those_of_python(plain, tmp_path):
    plain.save(tmp_path / "a.json")
    for call, number in ((lambda: bpetite.Tokenizer.open(tmp_path / "none"), errno.ENOENT),
                         (lambda: plain.save(tmp_path / "a.json"), errno.EEXIST)):
        with pytest.raises(OSError) as found:
            call()
        for error in (found.value, pickle.loads(pickle.dumps(found.value))):
            assert error.errno == number and error.strerror == error.message


class Own(bpetite.Tokenizer):
    """A class that somebody derives."""


def test_copies_have_the_class():
    own = Own.train(CORPUS, 266)
    for made in (copy.copy(own), copy.deepcopy(own), pickle.loads(pickle.dumps(own))):
        assert type(made) is Own and made.encode(CORPUS) == own.encode(CORPUS)


def test_sub_interpreters():
    interpreters = pytest.importorskip("_xxsubinterpreters")
    del interpreters
    survives("""
        import _xxsubinterpreters as interpreters
        made = interpreters.create()
        try:
            interpreters.run_string(made, "import bpetite")
            raise SystemExit("imported")
        except interpreters.RunFailedError as error:
            assert "sub-interpreter" in str(error), error
        interpreters.destroy(made)
        import bpetite
        assert bpetite.Tokenizer.train("ab ab", 257).encode("ab") == [256]
        """)


def test_the_stub_names_each_argument_of_the_extension_module():
    stub = ast.parse((pathlib.Path(bpetite.__file__).parent / "_bpetite.pyi").read_text())
    core = next(node for node in stub.body if getattr(node, "name", "") == "Core")
    for written in core.body:
        call = getattr(_bpetite.Core, written.name)
        (signature, *_), = call.__nb_signature__
        made = ast.parse(f"{signature}: ...").body[0].args
        assert len(written.args.args) == len(made.posonlyargs + made.args), signature
    public = {name for name in vars(_bpetite.Core) if not name.startswith("_")}
    assert {node.name for node in core.body} == public
