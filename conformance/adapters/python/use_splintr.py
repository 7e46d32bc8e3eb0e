"""The adapter for splintr (on PyPI splintr-rs): uses the bytes of a rank file, and the pattern
without possessive operators."""
from importlib.metadata import version

import splintr

import protocol


def load(artifact):
    return splintr.Tokenizer.from_bytes(artifact.rank_file(), artifact.pattern, artifact.special)


def encode(tokenizer, text):
    return tokenizer.encode_with_special(text)


def decode(tokenizer, ids):
    return tokenizer.decode_with_special(ids)


phrases = {"not in the vocabulary": "KeyError", "invalid UTF-8": "UnicodeDecodeError"}
protocol.serve("splintr", version("splintr-rs"), ["L0", "L1"],
               load=load, encode=encode, decode=protocol.translated(decode, phrases))
