"""The adapter for the trainer bpeasy: computes the merges from its tokens with their ranks."""
from importlib.metadata import version

import bpeasy

import protocol

LONGEST_TOKEN = 1 << 30  # none: it asks for a limit


def train(corpus, vocab_size):
    return protocol.merges_of(bpeasy.train_bpe(iter([corpus.decode()]), protocol.V1_PATTERN,
                                               LONGEST_TOKEN, vocab_size))


protocol.serve("bpeasy", version("bpeasy"), ["L3"], train=train)
