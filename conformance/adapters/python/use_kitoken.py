"""kitoken: a tokenizer.json, whose merges it looks up by their bytes. Decodes to bytes, which are
read strictly here."""
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
