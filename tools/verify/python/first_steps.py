"""What a new user does first, with the wheel alone: no numpy, no compiler, no other library.

    first_steps.py CORPUS FOLDER      prints a word for each step; FOLDER gets what it makes

The folder has the exports and, in expected.json, texts and their ids, for first_steps_there.py.
"""
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import time

import bpetite
from bpetite.testing import CONFORMANCE, assert_conforms, judge

TEXTS = ["", "First Citizen: Before we proceed any further, hear me speak.",
         "naïve café, 2024\n\n x", "<|endoftext|> is not <|end|>", "日本語 😀"]


class OwnTokenizer:
    """Somebody's tokenizer in Python: it has a vocabulary of its own, and reads no file."""

    def __init__(self, trained, first_first):
        self._chunks = trained.chunks
        self._ranks = {pair: 256 + rank for rank, pair in enumerate(trained.merges)}
        self._first_first = first_first  # the first pair that merges, and not the lowest rank

    def encode(self, text):
        return [id for chunk in self._chunks(text) for id in self._merged(list(chunk.encode()))]

    def _merged(self, ids):
        while True:
            found = [(self._ranks[pair], place) for place, pair in enumerate(zip(ids, ids[1:]))
                     if pair in self._ranks]
            if not found:
                return ids
            rank, place = found[0] if self._first_first else min(found)
            ids[place:place + 2] = [rank]


def step(what, began):
    print(f"  {time.perf_counter() - began:5.1f} s  {what}", flush=True)


def main():
    began = time.perf_counter()
    corpus, folder = map(pathlib.Path, sys.argv[1:])
    assert importlib.util.find_spec("numpy") is None and not any(map(shutil.which, ("cc", "g++")))
    version = subprocess.run(["bpetite", "--version"], capture_output=True, text=True, check=True)
    listed = subprocess.run(["bpetite", "conform", "list"], capture_output=True, text=True,
                            check=True)
    assert all(list(CONFORMANCE.glob(f"{each}/*.json")) for each in ("vectors", "models"))
    lines = len(listed.stdout.splitlines())
    step(f"{version.stdout.strip()}; {lines} lines of conform list", began)

    trained = bpetite.Tokenizer.train(corpus.read_bytes(), 2000, profile="cl100k",
                                      special_tokens=["<|end|>"], threads=2)
    trained.save(folder / "model.json")
    trained.export("hf", folder / "hf")
    trained.export("tiktoken", folder / "tiktoken")
    opened = bpetite.Tokenizer.open(folder / "hf" / "tokenizer.json")
    texts = [*TEXTS, corpus.read_text()[:100_000]]
    expected = []
    for text in texts:
        ids = trained.encode(text, allowed_special="all")
        assert opened.encode(text) == ids and trained.decode(ids) == text
        expected.append([text, ids])
    (folder / "expected.json").write_text(json.dumps(expected))
    step(f"trained {len(trained.merges)} merges, exported, opened a tokenizer.json again", began)

    own = bpetite.Tokenizer.train(corpus.read_bytes()[:100_000], 400)
    own.save(folder / "own.json")
    assert_conforms(OwnTokenizer(own, first_first=False).encode, folder / "own.json")
    verdict = judge(OwnTokenizer(own, first_first=True).encode, folder / "own.json")
    assert not verdict.conforms, "a wrong tokenizer conforms"
    like = [line for line in verdict.report.splitlines() if line.startswith("like")]
    step(f"judged a Python tokenizer: right; and a wrong one: {like[0]}", began)


if __name__ == "__main__":
    main()
