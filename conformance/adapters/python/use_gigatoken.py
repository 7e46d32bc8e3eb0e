"""The adapter for gigatoken: uses a tokenizer.json, whose pattern it recognises. gigatoken decodes
to bytes, which must be UTF-8 here. Its trainer runs with the tie rule raw_token_ids, one of
three."""
from importlib.metadata import version

import gigatoken

import protocol


def load(artifact):
    return gigatoken.Tokenizer.from_json(artifact.hugging_face())


def encode(tokenizer, text):
    return [int(token) for token in tokenizer.encode(text)]


def decode(tokenizer, ids):
    return tokenizer.decode(ids)


def train(corpus, vocab_size):
    vocab, merges = gigatoken.train_bpe(corpus, vocab_size, [], "raw_token_ids")
    ids = {token: rank for rank, token in sorted(vocab.items(), reverse=True)}
    return [[ids[left], ids[right]] for left, right in merges]


protocol.serve("gigatoken", version("gigatoken"), ["L0", "L1", "L3"], caps=["pair-keyed"],
               load=load, encode=encode, decode=decode, train=train)
