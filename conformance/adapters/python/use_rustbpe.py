"""The adapter for the trainer rustbpe: computes the merges from its tokens with their ranks."""
from importlib.metadata import version

import rustbpe

import protocol


def train(corpus, vocab_size):
    learner = rustbpe.Tokenizer()
    learner.train_from_iterator(iter([corpus.decode()]), vocab_size, pattern=protocol.V1_PATTERN)
    return protocol.merges_of(dict(learner.get_mergeable_ranks()))


protocol.serve("rustbpe", version("rustbpe"), ["L3"], train=train)
