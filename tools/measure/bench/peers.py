"""Runs another library for tools/measure/bench/run, which sends questions as lines (worker.cpp).

    peers.py NAME VOCABULARY PATTERN THREADS

Each library is called in its fastest way: ids are arrays or bytes, and Python lists only if the
library has nothing else. `load` does the work that a library needs once (an import, a first batch).
"""
import base64
import gc
import hashlib
import importlib
import os
import re
import sys
import time

V1 = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"""
CL100K = (r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"""
          r"""| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s""")
CASED = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]%s[\p{Ll}\p{Lm}\p{Lo}\p{M}]%s"
CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
O200K = (CASED % ("*", "+") + CONTRACTION + "?|" + CASED % ("+", "*") + CONTRACTION + "?"
         + r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|" + SPACES)
LLAMA3 = (CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|"
          + SPACES)
PATTERNS = {"gpt2": V1, "cl100k": CL100K, "o200k": O200K, "llama3": LLAMA3,
            "qwen2": LLAMA3.replace("{1,3}", "")}
PUBLIC = {"gpt2": "r50k_base", "cl100k": "cl100k_base", "o200k": "o200k_base"}


def ranks(path):
    with open(path, "rb") as lines:
        return {base64.b64decode(a): int(b) for a, b in (line.split() for line in lines)}


def joined(lists):
    import numpy
    return numpy.concatenate([numpy.asarray(ids, numpy.uint32) for ids in lists])


def from_bytes(ids):
    import numpy
    return numpy.frombuffer(ids, numpy.uint32)


class Gigatoken:
    def __init__(self, vocabulary, pattern, threads):
        import awkward
        import gigatoken
        self.flatten, self.threads = awkward.flatten, threads
        self.backend = gigatoken.Tokenizer.from_tiktoken(
            vocabulary, pretokenizer=pattern, special_tokens={}).backend
        self.backend.encode_batch([b"Hello", b"world"], parallel=threads > 1)
    prepare = staticmethod(bytes)

    def encode(self, texts):
        if len(texts) == 1 and self.threads == 1:
            return self.backend.encode(texts[0])
        return self.backend.encode_batch(texts, parallel=self.threads > 1)

    def ids(self, result):
        import numpy
        return result if isinstance(result, numpy.ndarray) else joined([self.flatten(result)])

    def decode(self, ids):
        return self.backend.decode(ids)


class Splintr:
    def __init__(self, vocabulary, pattern, threads):
        import splintr
        text = {"gpt2": splintr.GPT2_PATTERN, "cl100k": splintr.CL100K_BASE_PATTERN,
                "o200k": splintr.O200K_BASE_PATTERN, "llama3": splintr.LLAMA3_PATTERN,
                "qwen2": splintr.QWEN2_PATTERN}[pattern]
        self.tokenizer = splintr.Tokenizer(vocabulary, text)
        self.threads = threads
    prepare = staticmethod(bytes.decode)

    def encode(self, texts):
        if len(texts) == 1 and self.threads == 1:
            return self.tokenizer.encode_flat(texts[0])
        return self.tokenizer.encode_batch_flat(texts)[0]
    ids = staticmethod(from_bytes)

    def decode(self, ids):
        return self.tokenizer.decode_bytes(ids.tolist())


class Quicktok:
    def __init__(self, vocabulary, pattern, threads):
        import quicktok
        self.tokenizer, self.threads = quicktok.get_encoding(PUBLIC[pattern]), threads
    prepare = staticmethod(bytes.decode)

    def encode(self, texts):
        return self.tokenizer.encode_batch(texts, self.threads)[0]
    ids = staticmethod(lambda result: joined([result]))

    def decode(self, ids):
        return self.tokenizer.decode_bytes(ids.tolist())


class Toktok:
    def __init__(self, vocabulary, pattern, threads):
        module = importlib.import_module("toktok._toktok")
        self.tokenizer, self.threads = module.Tokenizer(PUBLIC[pattern], ""), threads
    prepare = staticmethod(bytes.decode)

    def encode(self, texts):
        if len(texts) == 1 and self.threads == 1:
            return self.tokenizer.encode_to_numpy(texts[0])
        return self.tokenizer.encode_batch_to_numpy(texts, self.threads)[0]
    ids = staticmethod(lambda result: joined([result]))

    def decode(self, ids):
        return self.tokenizer.decode_bytes(ids.tolist())


class Fastokens:
    def __init__(self, vocabulary, pattern, threads):
        import fastokens._native
        self.tokenizer = fastokens._native.Tokenizer.from_tiktoken(
            vocabulary, pattern=PATTERNS[pattern], special_tokens={})
    prepare = staticmethod(bytes.decode)

    def encode(self, texts):
        return self.tokenizer.encode_batch_flat(texts)[0]
    ids = staticmethod(from_bytes)

    def decode(self, ids):
        return self.tokenizer.decode(ids.tolist())


class Tiktoken:
    def __init__(self, vocabulary, pattern, threads):
        import tiktoken
        self.encoding = tiktoken.Encoding("bench", pat_str=PATTERNS[pattern],
                                          mergeable_ranks=ranks(vocabulary), special_tokens={})
    prepare = staticmethod(bytes.decode)

    def encode(self, texts):
        return [self.encoding.encode_to_numpy(text, disallowed_special=()) for text in texts]
    ids = staticmethod(joined)

    def decode(self, ids):
        return self.encoding.decode_bytes(ids.tolist())


def blocks(text, size=1 << 20):
    """A text in parts of about `size`, cut between a line break and a letter: no chunk is there."""
    begin = 0
    while begin < len(text):
        end = min(begin + size, len(text))
        while end < len(text) and not (text[end - 1] == "\n" and text[end].isalpha()
                                       and not text[end - 2].isspace()):
            end += 1
        yield text[begin:end]
        begin = end


def train(name, path, size):
    """Trains on a text. Returns seconds, CPU seconds, and the bytes of the new tokens by rank. The
    time starts when the text is in memory."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    parts, raw = list(blocks(text)), text.encode()
    module = importlib.import_module(name)
    pattern = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
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


PEERS = {"gigatoken": Gigatoken, "splintr": Splintr, "quicktok": Quicktok, "toktok": Toktok,
         "fastokens": Fastokens, "tiktoken": Tiktoken}


def peak():
    """The peak memory of this process in MiB. (getrusage would include that of its parent.)"""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM"))


def documents(text, size):
    return re.findall(rb"(?s).{1,%d}[\x80-\xbf]*" % size, text) if size else [text]


def main():
    name, vocabulary, pattern, threads = sys.argv[1:5]
    os.environ.update(RAYON_NUM_THREADS=threads, OMP_NUM_THREADS=threads,
                      TOKENIZERS_PARALLELISM="false" if threads == "1" else "true")
    gc.disable()
    texts, peer = {}, None
    for line in sys.stdin:
        question = line.rstrip("\n").split("\t")
        try:
            if question[0] == "load":
                begin = time.perf_counter()
                peer = PEERS[name](vocabulary, pattern, int(threads))
                peer.encode([peer.prepare(b"Hello world")])
                print(f"ok\t{time.perf_counter() - begin:.6f}\t{peak()}", flush=True)
                continue
            key = (question[1], int(question[2]))
            if question[0] == "train":
                wall, used, tokens = train(name, *key)
                digest = hashlib.sha256("".join(it.hex() + "\n" for it in tokens).encode())
                print(f"ok\t{wall:.6f}\t{used:.6f}\t{digest.hexdigest()}\t{peak()}", flush=True)
                continue
            if key not in texts:
                with open(key[0], "rb") as file:
                    texts[key] = [peer.prepare(it) for it in documents(file.read(), key[1])]
            what, given = peer.encode, texts[key]
            if question[0] == "each":
                what = lambda texts: [peer.encode([text]) for text in texts]  # noqa: E731
            elif question[0] != "enc":
                ids = peer.ids(peer.encode(given))
                if question[0] == "sha":
                    digest = hashlib.sha256(ids.astype("<u4").tobytes()).hexdigest()
                    print(f"ok\t{len(ids)}\t{digest}", flush=True)
                    continue
                what, given = peer.decode, ids
            begin, used = time.perf_counter(), time.process_time()
            result = what(given)
            wall, used = time.perf_counter() - begin, time.process_time() - used
            right = 1
            if question[0] == "dec":
                with open(key[0], "rb") as file:
                    text = result.encode() if isinstance(result, str) else bytes(result)
                    right = int(text == file.read())
            del result
            print(f"ok\t{wall:.6f}\t{used:.6f}\t{right}", flush=True)
        except Exception as error:  # whatever fails in a peer, the benchmark continues without it
            print("err\t" + " ".join(repr(error).split())[:200], flush=True)


main()
