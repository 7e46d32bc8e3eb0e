"""Answers the requests of bpetite-iut/1 with a library for Python.

    protocol.serve(name="tiktoken", version=version("tiktoken"), levels=["L0", "L1"],
                   load=load, encode=encode, decode=decode)

    load(artifact) -> tokenizer          artifact: an Artifact, or the name of a built-in vocabulary
    encode(tokenizer, text: str) -> ids
    decode(tokenizer, ids) -> str or bytes
    train(corpus: bytes, vocab_size) -> merges
    load_profile(path, request) -> tokenizer      for the profiles and forms that are given to serve
    pretokenize(text: str) -> chunks, as str
    stream(tokenizer, text: str) -> the ids that stay, whatever follows the text
    parts(tokenizer, parts) -> ids       of each part its kind, and its text or token
    windows(tokenizer, text: str, max_ids, overlap) -> [(begin, end, number of ids)], in characters

An exception is answered with the name of its class if the protocol has that name, else with
`Internal`. Refused gives another class. Texts must be UTF-8 in both directions, since a `str`
cannot hold anything else. An id that does not fit in the library's integers cannot be given to it,
so the answer is that it is unknown.
"""
import base64
import codecs
import json
import os
import sys
import tempfile

CLASSES = {"ValueError", "KeyError", "UnicodeDecodeError", "FileExistsError", "FileNotFoundError",
           "OSError"}
# For each Unicode version, a letter that is new in it.
NEW_LETTERS = {"14.0.0": "\u0870", "15.0.0": "\U0001123f", "15.1.0": "\U0002ebf0",
               "16.0.0": "\u1c89", "17.0.0": "\u088f", "18.0.0": "\u0558"}
V1_PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


class Unsupported(Exception):
    """An operation or an input that the library does not support."""


class Refused(Exception):
    """An error with a class of the protocol: Refused("KeyError", "token 999")."""

    def __init__(self, name, message):
        super().__init__(message)
        self.name = name


def translated(function, phrases):
    """The function with its errors translated by a phrase of their message:
    {"not in the vocabulary": "KeyError"}."""
    def call(*arguments):
        try:
            return function(*arguments)
        except Exception as error:
            for phrase, name in phrases.items():
                if phrase in str(error):
                    raise Refused(name, str(error)) from error
            raise
    return call


class Artifact:
    """A table of merges, and its conversions to the forms of libraries."""

    def __init__(self, merges, pattern=V1_PATTERN, special=None):
        self.merges = [tuple(pair) for pair in merges]
        self.pattern = pattern
        self.tokens = [bytes([byte]) for byte in range(256)]
        for left, right in self.merges:
            self.tokens.append(self.tokens[left] + self.tokens[right])
        self.special = special or {}

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8") as file:
            fields = json.load(file)
        return Artifact(fields["merges"], fields["pretokenizer_pattern"], fields["special_tokens"])

    def ranks(self):
        """{b"ab": 256}: the form of tiktoken, which looks tokens up by their bytes."""
        ranks = {token: rank for rank, token in enumerate(self.tokens)}
        if len(ranks) < len(self.tokens):
            raise Unsupported("two tokens with the same bytes")
        return ranks

    def rank_file(self):
        """A .tiktoken file: `YWI= 256`, a line for each token."""
        return b"".join(b"%s %d\n" % (base64.b64encode(token), rank)
                        for token, rank in self.ranks().items())

    def hugging_face(self):
        """The text of a tokenizer.json."""
        show = [shown(token) for token in self.tokens]
        if len(set(show)) < len(show):
            raise Unsupported("two tokens with the same bytes")
        level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True,
                 "use_regex": False}
        split = {"type": "Split", "pattern": {"Regex": self.pattern}, "behavior": "Isolated",
                 "invert": False}
        model = {"type": "BPE", "dropout": None, "unk_token": None, "fuse_unk": False,
                 "continuing_subword_prefix": None, "end_of_word_suffix": None,
                 "byte_fallback": False, "ignore_merges": False,
                 "vocab": {token: rank for rank, token in enumerate(show)},
                 "merges": [[show[left], show[right]] for left, right in self.merges]}
        added = [{"id": token, "content": literal, "single_word": False, "lstrip": False,
                  "rstrip": False, "normalized": False, "special": True}
                 for literal, token in self.special.items()]
        return json.dumps({"version": "1.0", "truncation": None, "padding": None,
                           "added_tokens": added, "normalizer": None,
                           "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, level]},
                           "post_processor": None, "decoder": level, "model": model})


def byte_letters():
    """The letter for each byte in tokenizer.json: GPT-2's table."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = {byte: chr(byte) for byte in printable}
    others = [byte for byte in range(256) if byte not in letters]
    letters.update({byte: chr(256 + place) for place, byte in enumerate(others)})
    return [letters[byte] for byte in range(256)]


LETTERS = byte_letters()
BYTES = {letter: byte for byte, letter in enumerate(LETTERS)}


def shown(token):
    return "".join(LETTERS[byte] for byte in token)


def unshown(text):
    return bytes(BYTES[letter] for letter in text)


def merges_of(ranks):
    """The pairs that a trainer merged, from its {bytes: rank}: merging the bytes of a token by the
    ranks below its own gives the two parts of the token."""
    merges = []
    for token, rank in sorted(ranks.items(), key=lambda item: item[1]):
        parts = [token[i:i + 1] for i in range(len(token))]
        while len(parts) > 2:
            joined = [ranks.get(parts[i] + parts[i + 1], rank) for i in range(len(parts) - 1)]
            best = min(joined)
            if best >= rank:
                break
            place = joined.index(best)
            parts[place:place + 2] = [parts[place] + parts[place + 1]]
        if len(parts) > 2:
            raise ValueError(f"{token!r} is not two tokens of lower rank")
        if len(parts) == 2:
            merges.append([ranks[parts[0]], ranks[parts[1]]])
    return merges


def file_with(content, suffix=""):
    """Writes a file, for libraries that read only files."""
    handle, path = tempfile.mkstemp(suffix=suffix, dir=os.getcwd())
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    return path


def unicode_version(load, encode):
    """The library's Unicode version, found by its chunks: `a` and a letter after it are one chunk,
    in which a merge joins them. Any other scalar is a chunk of its own."""
    tokenizer = load(Artifact([(97, lead) for lead in range(0xC2, 0xF5)]))
    answer = "13.0.0"
    for version, letter in NEW_LETTERS.items():
        if len(encode(tokenizer, "a" + letter)) > len(letter.encode()):
            break
        answer = version
    return answer


class Server:
    def __init__(self, functions, hello):
        self.functions = functions
        self.greeting = hello
        self.handles = {}
        self.bundle = ""

    def hello(self, request):
        self.bundle = request["bundle"]
        return self.greeting

    def load(self, request):
        if "builtin" in request:
            tokenizer = self.functions["load"](request["builtin"])
        elif "profile" in request:
            path = os.path.join(self.bundle, request["path"])
            tokenizer = self.functions["load_profile"](path, request)
        else:
            tokenizer = self.functions["load"](
                Artifact.read(os.path.join(self.bundle, request["path"])))
        self.handles[request["handle"]] = tokenizer
        return {}

    def encode(self, request):
        text = bytes.fromhex(request["text_hex"]).decode()
        return {"ids": list(self.functions["encode"](self.handles[request["handle"]], text))}

    def decode(self, request):
        try:
            text = self.functions["decode"](self.handles[request["handle"]], request["ids"])
        except OverflowError as error:
            raise Refused("KeyError", str(error)) from error
        return {"text_hex": (text if isinstance(text, str) else text.decode()).encode().hex()}

    def pretokenize(self, request):
        chunks = self.functions["pretokenize"](bytes.fromhex(request["text_hex"]).decode())
        return {"chunks_hex": [chunk.encode().hex() for chunk in chunks]}

    def train(self, request):
        if "corpus_path" in request:
            with open(os.path.join(self.bundle, request["corpus_path"]), "rb") as file:
                corpus = file.read()
        else:
            corpus = bytes.fromhex(request["corpus_hex"])
        return {"merges": self.functions["train"](corpus, request["vocab_size"])}

    def stream(self, request):
        """Bytes that end inside a scalar wait for its rest, since a `str` cannot hold them."""
        tokenizer = self.handles[request["handle"]]
        decoder, text, given, count = codecs.getincrementaldecoder("utf-8")(), "", [], 0
        for piece in request["pieces_hex"]:
            text += decoder.decode(bytes.fromhex(piece))
            given.append(list(self.functions["stream"](tokenizer, text))[count:])
            count += len(given[-1])
        decoder.decode(b"", final=True)
        given.append(list(self.functions["encode"](tokenizer, text))[count:])
        return {"given": given}

    def parts(self, request):
        parts = ((name.removesuffix("_hex"),
                  value if name == "token" else bytes.fromhex(value).decode())
                 for part in request["parts"] for name, value in part.items())
        return {"ids": list(self.functions["parts"](self.handles[request["handle"]], parts))}

    def windows(self, request):
        text = bytes.fromhex(request["text_hex"]).decode()
        windows = self.functions["windows"](self.handles[request["handle"]], text,
                                            request["max_ids"], request["overlap"])
        return {"windows": [[len(text[:begin].encode()), len(text[:end].encode()), ids]
                            for begin, end, ids in windows]}

    def reset(self, request):
        self.handles.clear()
        return {}

    def bye(self, request):
        return {}

    def answer(self, request):
        op = request["op"]
        if op not in self.functions and op not in ("hello", "reset", "bye"):
            return {"error": {"class": "Unsupported", "message": op}}
        try:
            return {"ok": getattr(self, op)(request)}
        except Unsupported as reason:
            return {"skip": {"reason": str(reason)}}
        except BaseException as error:  # a panic of PyO3 is no Exception
            name = error.name if isinstance(error, Refused) else type(error).__name__
            if isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise
            return {"error": {"class": name if name in CLASSES else "Internal",
                              "message": f"{name}: {error}"[:400]}}


def serve(name, version, levels, caps=(), unicode=None, more=None, **functions):
    functions = {op: function for op, function in functions.items() if function}
    # The library's own files go to a directory that is removed with the process.
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        if unicode is None and "encode" in functions:
            unicode = unicode_version(functions["load"], functions["encode"])
        hello = {"name": name, "version": version, "language": "python", "protocol": 1,
                 "ops": sorted(functions.keys() - {"load_profile"}), "caps": list(caps),
                 "levels": levels, **(more or {})}
        if unicode:
            hello["unicode"] = unicode
        server = Server(functions, hello)
        answers = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # what a library prints is no answer
        for line in sys.stdin.buffer:
            request = json.loads(line)
            answer = {"id": request["id"], **server.answer(request)}
            answers.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
            answers.flush()
            if request["op"] == "bye":
                break
