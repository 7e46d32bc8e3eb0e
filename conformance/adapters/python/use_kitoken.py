"""The adapter for kitoken: uses a tokenizer.json. kitoken looks merges up by their bytes, and
decodes to bytes, which must be UTF-8 here."""
from importlib.metadata import version

import kitoken

import protocol


def load(artifact):
    return kitoken.Kitoken.from_tokenizers(artifact.hugging_face().encode())


def encode(tokenizer, text):
    return tokenizer.encode(text, True)


def decode(tokenizer, ids):
    return tokenizer.decode(ids, True)


protocol.serve("kitoken", version("kitoken"), ["L0", "L1"],
               load=load, encode=encode,
               decode=protocol.translated(decode, {"invalid token": "KeyError"}))
