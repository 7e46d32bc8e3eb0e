"""The libraries that learn merges, each called in its fastest way.

    trainers.train("rustbpe", path, 32000, pattern)   seconds, CPU seconds, bytes of the new tokens
"""
import importlib
import time

PATTERN = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


def blocks(text, size=1 << 20):
    """Parts of a text of about `size`, cut between a line end and a letter, where a chunk ends."""
    begin = 0
    while begin < len(text):
        end = min(begin + size, len(text))
        while end < len(text) and not (text[end - 1] == "\n" and text[end].isalpha()
                                       and not text[end - 2].isspace()):
            end += 1
        yield text[begin:end]
        begin = end


def train(name, path, size, pattern=PATTERN):
    """Learns tokens, in the order of their ranks. Time starts when the text is in memory."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    parts, raw = list(blocks(text)), text.encode()
    module = importlib.import_module(name)
    begin, used = time.perf_counter(), time.process_time()
    if name == "rustbpe":
        trainer = module.Tokenizer()
        trainer.train_from_iterator(iter(parts), size, pattern=pattern)
    elif name == "bpeasy":
        vocabulary = module.train_bpe(iter(parts), pattern, 1 << 20, size)
    else:
        vocabulary, merges = module.train_bpe(raw, size, [], "raw_token_ids")
    spent = time.perf_counter() - begin, time.process_time() - used
    if name == "rustbpe":
        vocabulary = {bytes(token): rank for token, rank in trainer.get_mergeable_ranks()}
    if name == "gigatoken":
        return (*spent, [left + right for left, right in merges])
    return (*spent, sorted(vocabulary, key=vocabulary.get)[256:])
