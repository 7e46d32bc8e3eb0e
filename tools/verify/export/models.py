"""The models that are exported: public files, and models of our own.

    models(program)["cl100k_base.tiktoken"]().path

Our own are trained here on two corpora. Their tokens are also given as a rank file to each profile
that can have one, so that its pattern and its special tokens are exported too.
"""
import pathlib
import subprocess
import typing

from environment import BUILD, DATA
from vocabularies import PACKED, Missing, path_of

FOLDER = BUILD / "export"
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


def bpetite(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"bpetite {words[0]}: {done.stderr.strip()}")
    return done.stdout


def learned(program, profile="v1", *words):
    """An artifact of our own: of Schema v1, or of v2, with the pattern of another profile."""
    path = OWN / f"{profile}.json"
    if not path.exists():
        OWN.mkdir(parents=True, exist_ok=True)
        corpora = [DATA / "corpora" / name for name in ("english.txt", "udhr.txt")]
        for corpus in corpora:
            if not corpus.exists():
                raise Missing(f"{corpus} is not there")
        named = [] if profile == "v1" else ["--profile", profile]
        bpetite(program, "train", *named, *words, "--input", corpora[0], "--input", corpora[1],
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


PROFILES = ("cl100k", "gpt2", "kimi_k2", "llama3", "llama4", "nanochat", "o200k", "o200k_harmony",
            "p50k", "qwen2", "qwen3.5")
# NFC of Unicode 9.0 is that of Hugging Face's library.
LEARNED_PROFILES = {"nanochat": (), "o200k": (), "qwen2": ("--normalizer", "nfc-9.0")}
GPT2_PATTERN = (r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
# A pattern that is written in another way for Hugging Face's engine.
PLAIN_PATTERN = r" ?\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
GGUF = ("command-r", "gpt-2", "llama-bpe", "qwen2", "qwen35")


def models(program):
    """A function for each name, which gives the source or raises Missing."""
    own = {
        "own v1": lambda: Source(learned(program)),
        "own v1, more tokens": lambda: Source(extended(program)),
        "own, no special tokens": lambda: Source(learned_ranks(program),
                                                 (f"pattern={PLAIN_PATTERN}",)),
        **{f"own v2 {name}": lambda name=name, words=words: Source(learned(program, name, *words))
           for name, words in LEARNED_PROFILES.items()},
        **{f"own {name}": lambda name=name: Source(learned_ranks(program), (f"profile={name}",))
           for name in PROFILES},
    }
    options = {"whisper/multilingual.tiktoken": (f"pattern={GPT2_PATTERN}",)}
    names = ["r50k_base.tiktoken", "cl100k_base.tiktoken", "o200k_base.tiktoken",
             "tekken_240718.json", "tekken_240911.json", *(f"ggml-vocab-{name}" for name in GGUF),
             *(name for name in PACKED if name != "claude.json")]
    return {**own, "encoder.json+vocab.bpe": lambda: Source(path_of("vocab.bpe").parent,
                                                            ("profile=gpt2",)),
            **{name: lambda name=name: Source(path_of(name), options.get(name, ()))
               for name in names}}
