"""The adapter for tokie: uses a tokenizer.json in GPT-2's own form, in which ByteLevel has the
pattern and the vocabulary has the special token, too. tokie reads other forms differently
(conformance/findings.md). It decodes to bytes, which must be UTF-8 here."""
import json
from importlib.metadata import version

import tokie

import protocol


def load(artifact):
    document = json.loads(artifact.hugging_face())
    document["pre_tokenizer"] = {"type": "ByteLevel", "add_prefix_space": False,
                                 "trim_offsets": True, "use_regex": True}
    document["model"]["vocab"].update(artifact.special)
    return tokie.Tokenizer.from_json(protocol.file_with(json.dumps(document).encode(), ".json"))


def encode(tokenizer, text):
    return tokenizer.encode(text, add_special_tokens=False).ids


def decode(tokenizer, ids):
    return tokenizer.decode_bytes(ids)


protocol.serve("tokie", version("tokie"), ["L0", "L1"],
               load=load, encode=encode, decode=decode)
