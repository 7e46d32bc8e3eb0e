"""Other libraries, each called in its fastest way, by the names of tools/measure/bench/run.

    peer = adapters.PEERS["splintr"](VOCABULARY, PATTERN, THREADS)
    peer.ids(peer.encode([peer.prepare(b"Hello world")]))

VOCABULARY is a rank file, and PATTERN the name of its pattern. Or VOCABULARY is a tokenizer.json,
and PATTERN is "tokenizer.json". Ids are arrays or bytes. They are Python lists only if the library
has nothing else. Added tokens of a model are matched in a text, which is the default of all these
libraries.
"""
import base64
import time

MODEL = "tokenizer.json"
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


def content(path):
    with open(path, "rb") as file:
        return file.read()


def ranks(path):
    return {base64.b64decode(a): int(b)
            for a, b in (line.split() for line in content(path).splitlines())}


def joined(lists):
    import numpy
    return numpy.concatenate([numpy.asarray(ids, numpy.uint32) for ids in lists])


def from_bytes(ids):
    import numpy
    return numpy.frombuffer(ids, numpy.uint32)


class Peer:
    """The interface of most libraries: a text is a string, and the ids to be decoded are a list,
    which is made before the time starts."""

    prepare = staticmethod(bytes.decode)

    def get_ready(self):
        """Does work that is needed once, before many texts."""

    def prepare_ids(self, ids):
        return ids.tolist()


class Gigatoken(Peer):
    def __init__(self, vocabulary, pattern, threads):
        import gigatoken
        self.threads = threads
        self.parallel = False
        if pattern == MODEL:
            self.backend = gigatoken.Tokenizer.from_json(content(vocabulary)).backend
        else:
            self.backend = gigatoken.Tokenizer.from_tiktoken(
                vocabulary, pretokenizer=pattern, special_tokens={}).backend
    prepare = staticmethod(bytes)

    def get_ready(self):
        """The first batch imports awkward. On several threads the faster of two ways is taken."""
        sample = [b"Hello world, these are four thousand bytes of text. " * 80] * 2000
        times = {}
        for parallel in ((False, True) if self.threads > 1 else (False,)) * 3:
            begin = time.perf_counter()
            self.backend.encode_batch(sample, parallel=parallel)
            took = time.perf_counter() - begin
            times[parallel] = min(took, times.get(parallel, took))
        self.parallel = min(times, key=times.get)

    def encode(self, texts):
        if len(texts) == 1 and self.threads == 1:
            return self.backend.encode(texts[0])
        return self.backend.encode_batch(texts, parallel=self.parallel)

    def ids(self, result):
        import awkward
        import numpy
        return result if isinstance(result, numpy.ndarray) else joined([awkward.flatten(result)])

    def prepare_ids(self, ids):
        return ids

    def decode(self, ids):
        return self.backend.decode(ids)


class Splintr(Peer):
    def __init__(self, vocabulary, pattern, threads):
        import splintr
        self.threads = threads
        if pattern == MODEL:
            self.tokenizer = splintr.from_json(vocabulary)
            self.decode = self.tokenizer.decode_with_special
            return
        text = {"gpt2": splintr.GPT2_PATTERN, "cl100k": splintr.CL100K_BASE_PATTERN,
                "o200k": splintr.O200K_BASE_PATTERN, "llama3": splintr.LLAMA3_PATTERN,
                "qwen2": splintr.QWEN2_PATTERN}[pattern]
        self.tokenizer = splintr.Tokenizer(vocabulary, text)
        self.decode = self.tokenizer.decode_bytes

    def encode(self, texts):
        if len(texts) == 1 and self.threads == 1:
            return self.tokenizer.encode_flat(texts[0])
        return self.tokenizer.encode_batch_flat(texts)[0]
    ids = staticmethod(from_bytes)


class Quicktok(Peer):
    def __init__(self, vocabulary, pattern, threads):
        import quicktok
        self.tokenizer, self.threads = quicktok.get_encoding(PUBLIC[pattern]), threads
        self.decode = self.tokenizer.decode_bytes

    def encode(self, texts):
        return self.tokenizer.encode_batch(texts, self.threads)[0]
    ids = staticmethod(lambda result: joined([result]))


class Toktok(Peer):
    def __init__(self, vocabulary, pattern, threads):
        from toktok import _toktok
        self.tokenizer, self.threads = _toktok.Tokenizer(PUBLIC[pattern], ""), threads
        self.decode = self.tokenizer.decode_bytes

    def encode(self, texts):
        if len(texts) == 1 and self.threads == 1:
            return self.tokenizer.encode_to_numpy(texts[0])
        return self.tokenizer.encode_batch_to_numpy(texts, self.threads)[0]
    ids = staticmethod(lambda result: joined([result]))


class Fastokens(Peer):
    def __init__(self, vocabulary, pattern, threads):
        import fastokens._native
        native = fastokens._native.Tokenizer
        if pattern == MODEL:
            self.tokenizer = native.from_file(vocabulary)
        else:
            self.tokenizer = native.from_tiktoken(vocabulary, pattern=PATTERNS[pattern],
                                                  special_tokens={})
        self.decode = self.tokenizer.decode

    def encode(self, texts):
        return self.tokenizer.encode_batch_flat(texts)[0]
    ids = staticmethod(from_bytes)


class Tiktoken(Peer):
    def __init__(self, vocabulary, pattern, threads):
        import tiktoken
        self.encoding = tiktoken.Encoding("bench", pat_str=PATTERNS[pattern],
                                          mergeable_ranks=ranks(vocabulary), special_tokens={})
        self.decode = self.encoding.decode_bytes

    def encode(self, texts):
        return [self.encoding.encode_to_numpy(text, disallowed_special=()) for text in texts]
    ids = staticmethod(joined)


class Tokenizers(Peer):
    def __init__(self, vocabulary, pattern, threads):
        import tokenizers
        self.tokenizer = tokenizers.Tokenizer.from_file(vocabulary)

    def encode(self, texts):
        return self.tokenizer.encode_batch_fast(texts, add_special_tokens=False)
    ids = staticmethod(lambda result: joined([it.ids for it in result]))

    def decode(self, ids):
        return self.tokenizer.decode(ids, skip_special_tokens=False)


class Kitoken(Peer):
    def __init__(self, vocabulary, pattern, threads):
        import kitoken
        self.tokenizer = kitoken.Kitoken.from_tokenizers(content(vocabulary))

    def encode(self, texts):
        return self.tokenizer.encode_all(texts, True)
    ids = staticmethod(joined)

    def decode(self, ids):
        return self.tokenizer.decode(ids, True)


class Tokie(Peer):
    def __init__(self, vocabulary, pattern, threads):
        import tokie
        self.tokenizer = tokie.Tokenizer.from_json(vocabulary)
        self.decode = self.tokenizer.decode_bytes

    def encode(self, texts):
        return self.tokenizer.encode_batch_flat(texts, add_special_tokens=False)[0]
    ids = staticmethod(lambda result: joined([result]))


class OursInPython(Peer):
    """The Python package, which `run` installs from the wheel of tools/release."""

    prepare = staticmethod(bytes)

    def __init__(self, vocabulary, pattern, threads):
        import bpetite
        self.threads = threads
        self.tokenizer = bpetite.Tokenizer.open(vocabulary,
                                                profile=None if pattern == MODEL else pattern)
        self.choice = {} if pattern == MODEL else {"disallowed_special": ()}
        self.decode = self.tokenizer.decode_bytes

    def get_ready(self):  # as worker.cpp does
        self.decode([])

    def encode(self, texts):
        if len(texts) == 1:
            return self.tokenizer.encode_to_numpy(texts[0], threads=self.threads, **self.choice)
        return self.tokenizer.encode_batch_flat(texts, threads=self.threads, **self.choice)[0]
    ids = staticmethod(lambda result: result)

    def prepare_ids(self, ids):
        return ids


PEERS = {"ours:python": OursInPython, "gigatoken": Gigatoken, "splintr": Splintr,
         "quicktok": Quicktok, "toktok": Toktok, "fastokens": Fastokens, "tiktoken": Tiktoken,
         "tokenizers": Tokenizers, "kitoken": Kitoken, "tokie": Tokie}
