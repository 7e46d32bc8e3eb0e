# bpe-qwen with the tables of a tokenizer.json, and Hugging Face tokenizers with this file. The
# package imports transformers, which its tokenizer does not use: only its extension is loaded.
import importlib.util
import json
import pathlib
import sys

from tokenizers import Tokenizer

folder = pathlib.Path(importlib.util.find_spec("bpe_qwen").origin).parent
spec = importlib.util.spec_from_file_location("bpe_qwen", next(folder.glob("bpe_qwen.*.so")))
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
model = json.loads(pathlib.Path(sys.argv[1]).read_text())["model"]
merges = [pair if isinstance(pair, str) else " ".join(pair) for pair in model["merges"]]
pathlib.Path("vocab.json").write_text(json.dumps(model["vocab"]))
pathlib.Path("merges.txt").write_text("\n".join(["#version: 0.2", *merges, ""]))
qwen, original = module.QwenTokenizer("."), Tokenizer.from_file(sys.argv[1])
for text in ("\t ", "\t \t", "'St", "'The", "a \t\n"):
    print(ascii(text), list(qwen.encode(text)), original.encode(text, add_special_tokens=False).ids)
