"""The models that have plain vectors: the file of each vocabulary, and the library it is for.

    model = MODELS["cl100k"]
    model.path()             ../shared/data/vocab/cl100k_base.tiktoken, or None if it cannot be had
    model.witness()          a function of a text and of "found" or "text", which gives ids
    model.witness(other)     the same, but wrong: with the pattern of another model
"""
import base64
import os
import pathlib
import sys
import typing

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "exchange"))

import packages  # noqa: E402

VOCAB = packages.DATA / "vocab"


class RankFile(typing.NamedTuple):
    """A file of tiktoken, and the name that tiktoken has for it."""

    file: str
    encoding: str
    profile: str
    library: str = "tiktoken"

    def path(self):
        path = VOCAB / self.file
        return path if path.exists() else None

    def arguments(self):
        return ["--profile", self.profile]

    def witness(self, pattern_of=None):
        from tiktoken import Encoding
        from tiktoken_ext import openai_public

        os.environ["TIKTOKEN_CACHE_DIR"] = ""  # a cached file may be another one
        openai_public.load_tiktoken_bpe = lambda address, expected_hash: ranks_of(self.path())
        openai_public.data_gym_to_mergeable_bpe_ranks = lambda **files: ranks_of(self.path())
        parts = openai_public.ENCODING_CONSTRUCTORS[self.encoding]()
        if pattern_of:
            other = openai_public.ENCODING_CONSTRUCTORS[pattern_of.encoding]()
            parts |= {"pat_str": other["pat_str"], "explicit_n_vocab": None}
        encoding = Encoding(**parts)
        return lambda text, special: (encoding.encode_ordinary(text) if special == "text"
                                      else encoding.encode(text, allowed_special="all"))


class TokenizerJson(typing.NamedTuple):
    """A tokenizer.json that a package brings."""

    package: str
    library: str = "tokenizers"

    def path(self):
        folder = packages.folder_of(self.package)
        return None if folder is None else next(folder.rglob("tokenizer.json"))

    def arguments(self):
        return []

    def witness(self, pattern_of=None):
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self.path()))
        if pattern_of:
            tokenizer.pre_tokenizer = Tokenizer.from_file(str(pattern_of.path())).pre_tokenizer

        def ids(text, special):
            tokenizer.encode_special_tokens = special == "text"
            return tokenizer.encode(text, add_special_tokens=False).ids
        return ids


def ranks_of(path):
    lines = (line.split() for line in path.read_bytes().splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in lines}


MODELS = {
    "gpt2": RankFile("r50k_base.tiktoken", "gpt2", "gpt2"),
    "cl100k": RankFile("cl100k_base.tiktoken", "cl100k_base", "cl100k"),
    "o200k": RankFile("o200k_base.tiktoken", "o200k_base", "o200k"),
    "llama3": TokenizerJson("llama3"),
    "qwen2.5": TokenizerJson("qwen2_5"),
    "qwen3": TokenizerJson("qwen3"),
    "deepseek_v3": TokenizerJson("deepseek_v3"),
    "mistral_nemo": TokenizerJson("mistral_nemo"),
}
