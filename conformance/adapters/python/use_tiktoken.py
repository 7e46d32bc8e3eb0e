"""The adapter for tiktoken: uses a table by bytes, and the pattern. Special tokens are allowed."""
from importlib.metadata import version

import tiktoken

import protocol


def load(artifact):
    return tiktoken.Encoding("artifact", pat_str=artifact.pattern,
                             mergeable_ranks=artifact.ranks(), special_tokens=artifact.special)


def encode(tokenizer, text):
    return tokenizer.encode(text, allowed_special="all")


def decode(tokenizer, ids):
    return tokenizer.decode(ids, errors="strict")


protocol.serve("tiktoken", version("tiktoken"), ["L0", "L1"],
               load=load, encode=encode, decode=decode)
