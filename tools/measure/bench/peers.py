"""Runs another library for tools/measure/bench/run, which sends questions as lines (worker.cpp).

    peers.py NAME VOCABULARY PATTERN THREADS

The time of `load` counts from the start of the process. So a module that only some questions need
is imported when such a question comes. Work that a library needs once before many texts is done
before the first of them.
"""
import functools
import gc
import os
import sys
import time


def peak():
    """The peak memory of this process in MiB. (getrusage would include that of its parent.)"""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM"))


@functools.cache  # so that no library gets the memory of another reading, or loses its own
def read(path):
    with open(path, "rb") as file:
        return file.read()


def documents(text, size):
    import re
    return re.findall(rb"(?s).{1,%d}[\x80-\xbf]*" % size, text) if size else [text]


def sha256(text):
    import hashlib
    return hashlib.sha256(text).hexdigest()


class Worker:
    def __init__(self, name, vocabulary, pattern, threads):
        self.name, self.vocabulary, self.pattern = name, vocabulary, pattern
        self.threads = int(threads)
        self.texts, self.peer = {}, None

    def load(self):
        begin = time.perf_counter()
        import adapters
        self.peer = adapters.PEERS[self.name](self.vocabulary, self.pattern, self.threads)
        self.peer.encode([self.peer.prepare(b"Hello world")])
        return f"{time.perf_counter() - begin:.6f}\t{peak()}"

    def train(self, path, size, *pattern):
        import trainers
        wall, used, tokens = trainers.train(self.name, path, size, *pattern)
        digest = sha256("".join(it.hex() + "\n" for it in tokens).encode())
        return f"{wall:.6f}\t{used:.6f}\t{digest}\t{peak()}"

    def prepared(self, path, size):
        """The documents of a text, in the form that the library takes."""
        if not self.texts:
            self.peer.get_ready()
        if (path, size) not in self.texts:
            self.texts[path, size] = [self.peer.prepare(it) for it in documents(read(path), size)]
        return self.texts[path, size]

    def measure(self, question, path, size):
        given, what = self.prepared(path, size), self.peer.encode
        if question == "each":
            what = lambda texts: [self.peer.encode([text]) for text in texts]  # noqa: E731
        if question == "dec":
            ids = self.peer.ids(self.peer.encode(given))
            given, what = self.peer.prepare_ids(ids), self.peer.decode
        begin, used = time.perf_counter(), time.process_time()
        result = what(given)
        wall, used = time.perf_counter() - begin, time.process_time() - used
        right = 1
        if question == "dec":
            text = result.encode() if isinstance(result, str) else bytes(result)
            right = int(text == read(path))
        return f"{wall:.6f}\t{used:.6f}\t{right}"

    def answer(self, question, path="", size="0", *more):
        if question == "load":
            return self.load()
        if question == "train":
            return self.train(path, int(size), *more)
        if question == "sha":
            ids = self.peer.ids(self.peer.encode(self.prepared(path, int(size))))
            return f"{len(ids)}\t{sha256(ids.astype('<u4').tobytes())}"
        return self.measure(question, path, int(size))


def main():
    threads = sys.argv[4]
    os.environ.update(RAYON_NUM_THREADS=threads, OMP_NUM_THREADS=threads,
                      TOKENIZERS_PARALLELISM="false" if threads == "1" else "true")
    gc.disable()
    worker = Worker(*sys.argv[1:5])
    for line in sys.stdin:
        try:
            print("ok\t" + worker.answer(*line.rstrip("\n").split("\t")), flush=True)
        except Exception as error:  # whatever fails in a peer, the benchmark continues without it
            print("err\t" + " ".join(repr(error).split())[:200], flush=True)


main()
