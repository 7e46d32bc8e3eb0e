# bpe-qwen with the tables of a tokenizer.json of Qwen 2.5, and Hugging Face tokenizers with this file.
import importlib.util
import json
import os
import pathlib
import tempfile

from tokenizers import Tokenizer

# The package imports transformers, which its tokenizer does not use: only the extension is loaded here.
folder = pathlib.Path(importlib.util.find_spec("bpe_qwen").origin).parent
spec = importlib.util.spec_from_file_location("bpe_qwen", next(folder.glob("bpe_qwen.*.so")))
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

file = "build/verify/files/qwen2_5/models/tokenizer.json"
document = json.loads(pathlib.Path(file).read_text())
with tempfile.TemporaryDirectory() as name:
    place = pathlib.Path(name)
    merges = [pair if isinstance(pair, str) else " ".join(pair) for pair in document["model"]["merges"]]
    (place / "vocab.json").write_text(json.dumps(document["model"]["vocab"]))
    (place / "merges.txt").write_text("#version: 0.2\n" + "\n".join(merges) + "\n")
    qwen = module.QwenTokenizer(name)
original = Tokenizer.from_file(file)
for text in ("\t ", "\t \t", "'St", "'The", "a \t\n"):
    print(ascii(text), list(qwen.encode(text)), original.encode(text, add_special_tokens=False).ids)
