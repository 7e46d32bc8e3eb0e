"""The adapter for Hugging Face tokenizers: uses a tokenizer.json with the artifact's pattern as a
Split. Its trainer has its own ids for the bytes and the merges, so they are renumbered in the same
order."""
import json
from importlib.metadata import version

import tokenizers
from tokenizers import models, pre_tokenizers, trainers

import protocol


def load(artifact):
    return tokenizers.Tokenizer.from_str(artifact.hugging_face())


def encode(tokenizer, text):
    return tokenizer.encode(text, add_special_tokens=False).ids


def decode(tokenizer, ids):
    return tokenizer.decode(ids, skip_special_tokens=False)


def splitter():
    split = pre_tokenizers.Split(tokenizers.Regex(protocol.V1_PATTERN), "isolated")
    return pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(False, use_regex=False)])


def pretokenize(text):
    pieces = splitter().pre_tokenize_str(text)
    return [protocol.unshown(piece).decode() for piece, _ in pieces]


def train(corpus, vocab_size):
    learner = tokenizers.Tokenizer(models.BPE())
    learner.pre_tokenizer = splitter()
    trainer = trainers.BpeTrainer(vocab_size=vocab_size, show_progress=False,
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    learner.train_from_iterator([corpus.decode()], trainer)
    ids = {protocol.shown(bytes([byte])): byte for byte in range(256)}
    merges = []
    for left, right in json.loads(learner.to_str())["model"]["merges"]:
        merges.append([ids[left], ids[right]])
        ids.setdefault(left + right, 255 + len(merges))
    return merges


def load_profile(path, request):
    return tokenizers.Tokenizer.from_file(path)


PROFILES = ["gpt2", "cl100k", "o200k", "llama3", "qwen2", "deepseek_v3", "tekken"]
if __name__ == "__main__":
    protocol.serve("tokenizers", version("tokenizers"), ["L0", "L1", "L3"], caps=["pair-keyed"],
                   more={"profiles": PROFILES, "forms": ["tokenizer.json"],
                         "normalizer_unicode": "9.0.0"},
                   load_profile=load_profile, load=load, encode=encode, decode=decode, pretokenize=pretokenize, train=train)
