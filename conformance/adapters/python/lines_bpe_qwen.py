"""bpe-qwen with vocab.json and merges.txt, which are written from a tokenizer.json. The package imports
transformers, which its tokenizer does not use; so only its extension module is loaded."""
import importlib.util
import json
import pathlib
import tempfile

import lines


def extension():
    folder = pathlib.Path(importlib.util.find_spec("bpe_qwen").origin).parent
    path = next(folder.glob("bpe_qwen.*.so"))
    spec = importlib.util.spec_from_file_location("bpe_qwen", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load(folder):
    document = json.loads(pathlib.Path(lines.PATH).read_text())
    model, added = document["model"], document["added_tokens"]
    pairs = [pair if isinstance(pair, str) else " ".join(pair) for pair in model["merges"]]
    (folder / "vocab.json").write_text(json.dumps(model["vocab"]))
    (folder / "merges.txt").write_text("\n".join(["#version: 0.2", *pairs]) + "\n")
    decoder = {str(token["id"]): token for token in added}
    (folder / "tokenizer_config.json").write_text(json.dumps({"added_tokens_decoder": decoder}))
    return extension().QwenTokenizer(str(folder))


with tempfile.TemporaryDirectory() as name:
    tokenizer = load(pathlib.Path(name))
lines.serve({"encode": tokenizer.encode},
            {"encode_batch_parallel": lambda texts: tokenizer.encode_batch_parallel(texts)})
