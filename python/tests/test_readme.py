"""The Python examples of the README do what they say, and the wheel has its files for shells."""
import importlib.metadata
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
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, there)  # noqa: S102
        for name in [name for name in there if name.startswith("test_")]:
            there.pop(name)()
    assert there["text"] == "Hello world"


@pytest.mark.parametrize("library", ["pyarrow", "pyspark"])
def test_examples_that_need(library, tmp_path, monkeypatch):
    """Those of python/README.md; tools/verify/cluster/run has the libraries."""
    pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus.jsonl").write_text('{"text":"Hello world"}\n{"text":"hello"}\n')
    there = {"bpetite": bpetite, "counter": bpetite.ChunkCounter(),
             "tokenizer": bpetite.Tokenizer.train("Hello world, hello", 260)}
    if library == "pyspark":
        from pyspark.sql import SparkSession
        there["session"] = SparkSession.builder.master("local[2]").getOrCreate()
    page = (ROOT / "python/README.md").read_text().replace("/tmp/", f"{tmp_path}/")
    blocks = re.findall(rf"```python {library}\n(.*?)```", page, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, there)  # noqa: S102
    if library == "pyarrow":
        assert [it.tolist() for it in there["tokenizer"].encode_batch_flat(
            ["Hello world", "hello"])] == [there["ids"].tolist(), there["offsets"].tolist()]
    else:
        wanted = bpetite.Tokenizer.train(["Hello world", "hello"], 32000, profile="cl100k")
        assert there["trained"].to_bytes() == wanted.to_bytes()
        assert there["session"].read.parquet("encoded").count() == 2
        there["session"].stop()


def test_files_for_shells_and_man():
    try:
        there = [str(file) for file in importlib.metadata.files("bpetite")]
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("only a wheel has them")
    for name in ["bash-completion/completions/bpetite", "zsh/site-functions/_bpetite",
                 "fish/vendor_completions.d/bpetite.fish", "man/man1/bpetite.1"]:
        assert any(file.endswith(f"share/{name}") for file in there), name
