"""The adapter for fastokens: uses a tokenizer.json, with the class of its patch for
transformers."""
from importlib.metadata import version

import fastokens

import protocol


def load(artifact):
    return fastokens._native.Tokenizer.from_json_str(artifact.hugging_face())


def encode(tokenizer, text):
    return tokenizer.encode(text).ids


def decode(tokenizer, ids):
    return tokenizer.decode(ids)


protocol.serve("fastokens", version("fastokens"), ["L0", "L1"], caps=["pair-keyed"],
               load=load, encode=encode, decode=decode)
