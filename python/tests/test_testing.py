"""bpetite.testing: a right tokenizer conforms, a wrong one does not, and the report says why."""
import pytest

import bpetite
from bpetite.testing import assert_conforms, judge


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    tokenizer = bpetite.Tokenizer.train("the cat sat on the mat, the cat sat", 262)
    path = tmp_path_factory.mktemp("testing") / "cat.json"
    tokenizer.save(path)
    return tokenizer, path


def test_right(model):
    tokenizer, path = model
    assert_conforms(tokenizer.encode, path)
    assert_conforms(tokenizer.encode_ordinary, path)  # consistently ordinary text


def test_wrong(model):
    tokenizer, path = model
    other = bpetite.Tokenizer.train("the cat sat on the mat, the cat sat", 262, pattern=r"\w+|\W+")
    with pytest.raises(AssertionError, match="the last space before a word is left to it"):
        assert_conforms(other.encode, path)

    def raises(text):
        if "c" in text:
            raise RuntimeError("no c")
        return tokenizer.encode(text)

    verdict = judge(raises, path)
    assert not verdict.conforms and all("c" in text for text in verdict.errors)
    with pytest.raises(RuntimeError, match="FileNotFoundError"):
        judge(tokenizer.encode, path.with_name("none.json"))
