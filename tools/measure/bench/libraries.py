"""The other libraries (peers): what each can do, and how they are installed.

    libraries.chosen(options, vocabulary)   the names of those that take part
    libraries.installed()                   the python that has them
"""
import os
import re
import subprocess
import sys

from places import BUILD, HERE, ROOT, say

ENCODERS = ["gigatoken", "toktok", "splintr", "quicktok", "fastokens", "tiktoken", "bpe-openai",
            "wordchipper"]
MODEL_READERS = ["gigatoken", "splintr", "fastokens", "tokenizers", "kitoken", "tokie"]
TRAINERS = ["rustbpe", "gigatoken", "bpeasy"]
IN_RUST = {"bpe-openai", "wordchipper", "wordchipper:heap"}
IN_PYTHON = "ours:python"
RUST = BUILD / "rust" / "release" / "bench_peers"
BUILT_IN = {"toktok", "quicktok"}  # have only their own vocabularies, so only public ranks work
NOT_EXACT = {"tokie"}  # on some texts, so it is never the best peer on any


def chosen(options, vocabulary):
    """The peers that can do what the options ask for."""
    able = {"train": TRAINERS}.get(options.command, MODEL_READERS if options.model else ENCODERS)
    peers = options.peers.split(",") if options.peers else able
    if options.model:
        left_out = [name for name in peers if name not in able]
        if left_out:
            say(f"these do not read tokenizer.json: LEFT OUT: {', '.join(left_out)}")
        return [name for name in peers if name in able]
    if vocabulary.is_own or vocabulary.pattern not in ("cl100k", "o200k"):
        peers = [name for name in peers if name not in BUILT_IN]
    if vocabulary.pattern not in ("cl100k", "gpt2"):
        peers = [name for name in peers if name not in IN_RUST]
    return built(peers)


def has_built_in(name, vocabulary):
    """Whether the library does not read the file that the others read."""
    return name in BUILT_IN or name == "bpe-openai" and vocabulary.pattern == "cl100k"


def installed():
    """Installs the peers, and returns the python that has them."""
    python = BUILD / "venv" / "bin" / "python"
    wanted = (HERE / "requirements.txt").read_text()
    stamp = BUILD / "installed"
    if not stamp.exists() or stamp.read_text() != wanted:
        say("installing the peers")
        subprocess.run([sys.executable, "-m", "venv", BUILD / "venv"], check=True)
        for line in wanted.splitlines():
            if line and not line.startswith("#"):
                done = subprocess.run([python, "-m", "pip", "install", "-q", line])
                if done.returncode != 0:
                    say(f"{line} could not be installed, and is left out")
        stamp.write_text(wanted)
    return python


def install_ours(python):
    """Installs the Python package, from the wheel that tools/release has made."""
    wheels = sorted((ROOT / "build" / "release-wheels").glob("bpetite-*.whl"))
    if not wheels:
        sys.exit(f"bench: {IN_PYTHON} needs a wheel: tools/release")
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-index", "--no-deps",
                    "--force-reinstall", "--find-links", wheels[0].parent, "bpetite"], check=True)


def built(peers):
    """Builds the peers in Rust. If that fails, returns the peers without them."""
    if IN_RUST.isdisjoint(peers):
        return peers
    if not RUST.exists():
        say("building the peers in Rust, which takes minutes")
    environment = dict(os.environ, CARGO_TARGET_DIR=str(RUST.parents[1]))
    try:
        done = subprocess.run(["cargo", "build", "--quiet", "--release", "--locked"],
                              cwd=HERE / "rust", env=environment)
        why = "cargo build failed" if done.returncode != 0 else ""
    except FileNotFoundError:
        why = "cargo is not installed"
    if not why:
        return peers
    left_out = ", ".join(name for name in peers if name in IN_RUST)
    say(f"WARNING: {why}: LEFT OUT: {left_out}")
    return [name for name in peers if name not in IN_RUST]


def versions():
    """The pinned versions of all peers."""
    lines = (HERE / "requirements.txt").read_text().splitlines()
    manifest = (HERE / "rust" / "Cargo.toml").read_text()
    pinned = re.findall(r'^(bpe-openai|wordchipper) = "(=.*)"', manifest, re.MULTILINE)
    return ", ".join([line for line in lines if not line.startswith("#")]
                     + [f"{name}={version}" for name, version in pinned])
