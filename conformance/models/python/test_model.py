"""tiktoken and the vectors of cl100k: pip install pytest tiktoken; pytest

RANKS names the file cl100k_base.tiktoken, VECTORS other vectors than those beside this folder.
"""
import json
import os
import pathlib

import pytest
import tiktoken.load
from tiktoken_ext import openai_public

BESIDE = pathlib.Path(__file__).resolve().parent.parent / "cl100k.json"
MODEL = json.loads(pathlib.Path(os.environ.get("VECTORS", BESIDE)).read_text())
read_ranks = tiktoken.load.load_tiktoken_bpe
openai_public.load_tiktoken_bpe = lambda address, **digest: read_ranks(os.environ["RANKS"])
encoding = tiktoken.Encoding(**openai_public.cl100k_base())


# The parts of a long text, and of its ids. Each is repeated `times` times.
for vector in MODEL["long_vectors"]:
    vector["text"] = "".join(it["part"] * it["times"] for it in vector["text"])
    vector["ids"] = [id for it in vector["ids"] for id in it["part"] * it["times"]]


@pytest.mark.parametrize("vector", MODEL["vectors"] + MODEL["long_vectors"],
                         ids=lambda vector: vector["id"])
def test_vector(vector):
    is_text = vector.get("special") == "text"
    ids = encoding.encode(vector["text"], allowed_special=set() if is_text else "all",
                          disallowed_special=())
    assert ids == vector["ids"], vector["tests"]
