"""The Python examples of the README do what they say."""
import pathlib
import re
import shutil

import pytest

import bpetite

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["README.md", "python/README.md"])
def test_examples(page, tmp_path, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.chdir(tmp_path)
    trained = bpetite.Tokenizer.train("Hello world, hello", 260, profile="cl100k")
    trained.export("hf", "hf")
    shutil.copy("hf/tokenizer.json", ".")
    there = {"my_tokenizer": bpetite.Tokenizer.open("tokenizer.json")}
    section = re.split(r"\n## ", (ROOT / page).read_text())
    blocks = [block for part in section if part.startswith("Python\n") or page != "README.md"
              for block in re.findall(r"```python\n(.*?)```", part, re.DOTALL)]
    assert blocks
    for block in blocks:
        exec(block, there)  # noqa: S102
        for name in [name for name in there if name.startswith("test_")]:
            there.pop(name)()
    assert there["text"] == "Hello world"
