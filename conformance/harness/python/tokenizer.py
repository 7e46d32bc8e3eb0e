"""A byte-level BPE tokenizer that needs only Python's own library, for harness.py.

    >>> tokenizer = train("ab ab ab".encode(), 258)
    >>> tokenizer.merges                    [(97, 98), (32, 256)]
    >>> tokenizer.encode("ab ab".encode())  [256, 257]

It is slow and short, and has all that chapters 01 to 08 of spec/ say about behaviour. During
merging, ids are the characters of a str, so one pass over them is str.replace.
"""

import collections
import itertools
import json
import os
import re
import sys
import unicodedata

ENDOFTEXT = "<|endoftext|>"
PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
FIELDS = {"mergeable_vocab_size", "merges", "pretokenizer_pattern", "schema_version",
          "special_tokens", "vocab"}


# --- Text to chunks (spec/02-pretokenize.md). ---

def scalars(category):
    """The inside of a [...] with the characters of a general category: "L", "N"."""
    every = range(sys.maxunicode + 1)
    is_in = lambda scalar: unicodedata.category(chr(scalar))[0] == category
    runs = [list(run) for held, run in itertools.groupby(every, is_in) if held]
    return "".join(r"\U%08x-\U%08x" % (run[0], run[-1]) for run in runs)


# re has no \p{L}, and its \s is not White_Space: it includes U+001C to U+001F (S2c).
S = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
L, N = scalars("L"), scalars("N")
CHUNK = re.compile(f"'(?:[sdmt]|ll|ve|re)| ?[{L}]+| ?[{N}]+| ?[^{S}{L}{N}]+"
                   f"|[{S}]+(?![^{S}])|[{S}]+")


def pretokenize(text):
    return [chunk.encode() for chunk in CHUNK.findall(text.decode())]


# --- Training (spec/03-train.md). ---

def train(corpus, vocab_size):
    check_size(vocab_size)
    return train_counts(collections.Counter(pretokenize(corpus)).items(), vocab_size)


def check_size(vocab_size):
    if not 256 <= vocab_size <= 2**24:
        raise ValueError(f"vocab_size {vocab_size}: 256 to {2**24} are possible")


def train_counts(chunks, vocab_size):
    check_size(vocab_size)
    words = [chunk.decode("latin-1") for chunk, _ in chunks]
    times = [count for _, count in chunks]
    counts = collections.Counter()
    where = collections.defaultdict(set)  # the words that hold a pair

    def add(number, sign):
        word = words[number]
        for pair, positions in collections.Counter(zip(word, word[1:])).items():
            counts[pair] += sign * times[number] * positions
            where[pair].add(number)

    for number in range(len(words)):
        add(number, 1)
    merges = []
    while 256 + len(merges) < vocab_size:
        live = [(-count, pair) for pair, count in counts.items() if count > 0]
        if not live:
            break
        _, pair = min(live)  # the highest count, then the smallest pair (FR-10a, FR-10b)
        merges.append((ord(pair[0]), ord(pair[1])))
        for number in where.pop(pair):
            add(number, -1)
            words[number] = words[number].replace("".join(pair), chr(255 + len(merges)))
            add(number, 1)
        del counts[pair]
    return Tokenizer(merges)


# --- Encoding and decoding (spec/04-encode.md, 05-special.md, 06-decode.md). ---

class Tokenizer:
    def __init__(self, merges):
        self.merges = merges
        self.vocab = [bytes([byte]) for byte in range(256)]
        self.ranks = {}
        for rank, (left, right) in enumerate(merges):
            self.ranks.setdefault((chr(left), chr(right)), rank)
            self.vocab.append(self.vocab[left] + self.vocab[right])
        self.size = len(self.vocab)
        self.vocab.append(ENDOFTEXT.encode())

    def encode(self, text):
        return self.encode_between(text.split(ENDOFTEXT.encode()))

    def encode_between(self, texts):
        """The ids of texts, and between two of them the special token."""
        ids = []
        for number, text in enumerate(texts):
            ids += [self.size] if number else []
            for chunk in pretokenize(text):
                ids += self.merged(chunk)
        return ids

    def merged(self, chunk):
        ids = chunk.decode("latin-1")
        while ranks := [self.ranks[pair] for pair in {*zip(ids, ids[1:])} if pair in self.ranks]:
            left, right = self.merges[min(ranks)]
            ids = ids.replace(chr(left) + chr(right), chr(256 + min(ranks)))
        return list(map(ord, ids))

    def tokens(self, ids):
        for id in ids:
            if not 0 <= id <= self.size:
                raise KeyError(f"unknown token id {id}")
        return [self.vocab[id] for id in ids]

    def decode(self, ids):
        text = b"".join(self.tokens(ids))
        text.decode()  # FR-23: the whole must be UTF-8
        return text

    # --- Saving (spec/08-save.md). ---

    def save(self, path, overwrite):
        artifact = {
            "mergeable_vocab_size": self.size, "merges": self.merges,
            "pretokenizer_pattern": PATTERN, "schema_version": 1,
            "special_tokens": {ENDOFTEXT: self.size},
            "vocab": {str(id): list(token) for id, token in enumerate(self.vocab)}}
        bytes = json.dumps(artifact, sort_keys=True, separators=(",", ":")).encode()
        folder = os.path.dirname(path) or "."
        temporary = os.path.join(folder, f".save-{os.getpid()}")
        file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with os.fdopen(file, "wb") as out:
                out.write(bytes)
                out.flush()
                os.fsync(out.fileno())
            # os.link fails if the file exists. A check before it would leave a race (S14b).
            (os.replace if overwrite else os.link)(temporary, path)
        finally:
            if os.path.lexists(temporary):
                os.unlink(temporary)
        directory = os.open(folder, os.O_RDONLY)
        os.fsync(directory)
        os.close(directory)


# --- Loading: nineteen steps. The first that fails gives the error (spec/07-artifact.md). ---

def load(path):
    with open(path, "rb") as file:
        data = file.read()

    def need(step, condition, error=ValueError):
        if not condition:
            raise error(f"step {step} of the loader")

    need(1, is_text(data))
    top = parse(data.decode())
    need(3, type(top) is dict)
    need(4, "schema_version" in top, KeyError)
    need(5, type(top["schema_version"]) is int)
    need(6, top["schema_version"] == 1)
    need(7, FIELDS <= top.keys(), KeyError)
    need(8, FIELDS == top.keys())
    need(9, type(top["pretokenizer_pattern"]) is str)
    need(10, top["pretokenizer_pattern"] == PATTERN)
    merges, size, vocab = top["merges"], top["mergeable_vocab_size"], top["vocab"]
    natural = lambda value: type(value) is int and value >= 0
    need(11, type(merges) is list and
         all(type(pair) is list and len(pair) == 2 and all(map(natural, pair)) for pair in merges))
    need(12, type(size) is int)
    need(13, size == 256 + len(merges))
    need(14, type(vocab) is dict and all(
        re.fullmatch("0|[1-9][0-9]*", id) and type(token) is list and
        all(natural(byte) and byte < 256 for byte in token) for id, token in vocab.items()))
    need(15, all(str(id) in vocab for id in range(size)))
    need(16, all(vocab[str(byte)] == [byte] for byte in range(256)))
    for token, (left, right) in enumerate(merges, 256):
        need(17, left < token and right < token and
             vocab[str(token)] == vocab[str(left)] + vocab[str(right)])
    special = top["special_tokens"]
    need(18, type(special) is dict and special.keys() == {ENDOFTEXT} and
         type(special[ENDOFTEXT]) is int and special[ENDOFTEXT] == size and
         vocab.get(str(size)) == list(ENDOFTEXT.encode()))
    need(19, len(vocab) == size + 1)
    return Tokenizer([tuple(pair) for pair in merges])


def is_text(data):
    try:
        data.decode()
        return True
    except UnicodeDecodeError:
        return False


def parse(text):
    """Step 2. Finds faults that json accepts: duplicate keys, NaN, lone surrogates."""
    def distinct(members):
        if len(dict(members)) != len(members):
            raise ValueError("step 2 of the loader: a key is given twice")
        return dict(members)

    def constant(name):
        raise ValueError(f"step 2 of the loader: {name} is no JSON")

    try:
        value = json.loads(text, object_pairs_hook=distinct, parse_constant=constant)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("step 2 of the loader: nested too deep") from None
    step = {"[": 1, "{": 1, "]": -1, "}": -1}
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    if max(itertools.accumulate(step.get(c, 0) for c in bare), default=0) > 500:
        raise ValueError("step 2 of the loader: nested too deep")
    return value
