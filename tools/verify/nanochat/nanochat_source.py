"""nanochat's own tokenizer, from a checkout that BPETITE_NANOCHAT names.

    tokenizer = nanochat_source.trained(texts, 2048)      its class RustBPETokenizer
    nanochat_source.ranks_of(tokenizer)                   the bytes of a rank file
    nanochat_source.provenance()                          {"commit": ..., "sha256": ...}

Nothing of nanochat is in this repository.
"""
import base64
import hashlib
import importlib.metadata
import os
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2]))

import environment  # noqa: E402

REPOSITORY = "https://github.com/karpathy/nanochat"
ROOT = environment.ROOT


def folder():
    """The checkout, or nothing."""
    name = os.environ.get("BPETITE_NANOCHAT")
    return pathlib.Path(name) if name else None


def required_folder():
    checkout = folder()
    if checkout is None or not (checkout / "nanochat" / "tokenizer.py").exists():
        environment.skipped("nanochat", "BPETITE_NANOCHAT does not name a checkout of nanochat "
                            f"({REPOSITORY}); nothing was compared")
        sys.exit(1)
    return checkout


def enter():
    """Goes on in an environment with tiktoken and rustbpe."""
    environment.enter("nanochat", "trainers")


def tokenizer_class():
    sys.path.insert(0, str(required_folder()))
    from nanochat.tokenizer import RustBPETokenizer  # noqa: PLC0415
    return RustBPETokenizer


def special_tokens():
    tokenizer_class()
    from nanochat.tokenizer import SPECIAL_TOKENS  # noqa: PLC0415
    return SPECIAL_TOKENS


def trained(texts, vocab_size):
    return tokenizer_class().train_from_iterator(iter(texts), vocab_size)


def ranks_of(tokenizer):
    ranks = sorted(tokenizer.enc._mergeable_ranks.items(), key=lambda it: it[1])
    return b"".join(base64.b64encode(token) + f" {rank}\n".encode() for token, rank in ranks)


def commit_of(checkout):
    """The commit of the checkout, or "" where git does not say: an archive has none."""
    if not (checkout / ".git").exists():
        return ""
    done = subprocess.run(["git", "-C", checkout, "rev-parse", "HEAD"], capture_output=True,
                          text=True, check=False)
    return done.stdout.strip()


def provenance(commit=""):
    checkout = required_folder()
    return {
        "repository": REPOSITORY,
        "commit": commit or commit_of(checkout),
        "file": "nanochat/tokenizer.py",
        "sha256": hashlib.sha256((checkout / "nanochat" / "tokenizer.py").read_bytes()).hexdigest(),
        "packages": {name: importlib.metadata.version(name) for name in ("rustbpe", "tiktoken")},
    }
