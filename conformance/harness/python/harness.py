"""Answers the requests of bpetite-iut/1 with a tokenizer in Python."""

import json
import os
import sys
import unicodedata

import motion
import tokenizer

ERRORS = [UnicodeDecodeError, FileExistsError, FileNotFoundError, KeyError, ValueError, OSError]
OPS = ["pretokenize", "load", "encode", "decode", "train", "save",
       "append", "replace", "parts", "canonical"]
loaded = {}  # by handle


def answer(op, ask):
    if op == "hello":
        os.chdir(ask["bundle"])  # the paths of other requests are relative to it
        return {"name": "tiny.py", "version": "1", "language": "python", "protocol": 1, "ops": OPS,
                "caps": ["pair-keyed", "same-bytes", "counts", "big-ids"],
                "unicode": unicodedata.unidata_version}
    if op == "reset":
        return loaded.clear() or {}
    if op == "pretokenize":
        chunks = tokenizer.pretokenize(bytes.fromhex(ask["text_hex"]))
        return {"chunks_hex": [chunk.hex() for chunk in chunks]}
    if op == "load":
        loaded[ask["handle"]] = tokenizer.load(ask["path"])
        return {}
    if op == "encode":
        return {"ids": loaded[ask["handle"]].encode(bytes.fromhex(ask["text_hex"]))}
    if op == "decode":
        return {"text_hex": loaded[ask["handle"]].decode(ask["ids"]).hex()}
    if op == "train":
        loaded[ask["handle"]] = trained(ask)
        return {"merges": loaded[ask["handle"]].merges}
    if op == "save":
        loaded[ask["handle"]].save(ask["path"], ask["overwrite"])
        return {}
    if op == "append":
        texts = [bytes.fromhex(text) for text in ask["texts_hex"]]
        return {"patches": motion.append(loaded[ask["handle"]], texts)}
    if op == "replace":
        text = bytes.fromhex(ask["text_hex"])
        edits = [(begin, end, bytes.fromhex(new)) for begin, end, new in ask["edits"]]
        return {"patches": motion.replace(loaded[ask["handle"]], text, edits)}
    if op == "parts":
        parts = [part_of(*member) for part in ask["parts"] for member in part.items()]
        return {"ids": motion.encode_parts(loaded[ask["handle"]], parts, ask["seams"])}
    if op == "canonical":
        index = motion.divergence(loaded[ask["handle"]], ask["ids"], ask["as"])
        return {"canonical": True} if index is None else {"canonical": False, "index": index}
    return None


def part_of(kind, value):
    hex = kind.endswith("_hex")  # "text_hex", "template_hex"; a token has a literal or an id
    return (kind.removesuffix("_hex"), bytes.fromhex(value)) if hex else (kind, value)


def trained(ask):
    if "counts" in ask:
        chunks = [(bytes.fromhex(chunk), count) for chunk, count in ask["counts"]]
        return tokenizer.train_counts(chunks, ask["vocab_size"])
    path = ask.get("corpus_path")
    corpus = open(path, "rb").read() if path else bytes.fromhex(ask["corpus_hex"])
    return tokenizer.train(corpus, ask["vocab_size"])


for line in sys.stdin:
    ask = json.loads(line)
    try:
        ok = answer(ask["op"], ask) if ask["op"] != "bye" else {}
        reply = {"ok": ok} if ok is not None else {"error": {"class": "Unsupported"}}
    except Exception as error:
        kind = next((kind.__name__ for kind in ERRORS if isinstance(error, kind)), "Internal")
        reply = {"error": {"class": kind, "message": str(error)}}
    print(json.dumps({"id": ask["id"], **reply}, separators=(",", ":")), flush=True)
    if ask["op"] == "bye":
        break
