"""Compares normalization form C with the libraries that have it (S30): see ./run_forms.

Of Unicode 16.0 with PyPI's unicodedata2, of 9.0 with Hugging Face's tokenizers. A line for each
text; a line feed joins nothing, so all are normalized at once.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys

import tokenizers
import unicodedata2

ROOT = pathlib.Path(__file__).resolve().parents[3]
DATA = pathlib.Path(os.environ.get("BPETITE_DATA", ROOT / ".." / "shared" / "data"))
FORMS = ROOT / "build" / "release" / "tools" / "verify" / "oracle" / "bpetite_forms"
THEIRS = {
    "16.0": lambda text: unicodedata2.normalize("NFC", text),
    "9.0": tokenizers.normalizers.NFC().normalize_str,
}


def every_scalar():
    """Each scalar alone, after a letter, and after a letter and a mark."""
    scalars = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000 and c != 10]
    return [before + scalar for before in ("", "a", "a\u0323") for scalar in scalars]


def telling_scalars():
    """What decomposes, has a class or comes out of a decomposition; the letters of Hangul."""
    found = set(range(0x1100, 0x1200)) | set(range(0xAC00, 0xD7A4, 13))
    for scalar in (chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000):
        if unicodedata2.combining(scalar):
            found.add(ord(scalar))
        parts = unicodedata2.decomposition(scalar)
        if parts and parts[0] != "<":
            found |= {ord(scalar), *(int(part, 16) for part in parts.split())}
    return [chr(c) for c in sorted(found)]


def random_texts(count, seed):
    rng = random.Random(seed)
    telling = telling_scalars()
    marks = [scalar for scalar in telling if unicodedata2.combining(scalar)]
    composed = [scalar for scalar in telling if unicodedata2.decomposition(scalar)]
    kinds = (telling, marks, composed, list("aeq<>Ao"))
    for _ in range(count):
        few = [rng.choice(rng.choice(kinds)) for _ in range(rng.randint(1, 5))]
        text = "".join(rng.choice(few) if rng.random() < 0.5 else rng.choice(rng.choice(kinds))
                       for _ in range(rng.randint(1, 12)))
        yield unicodedata2.normalize("NFD", text) if rng.random() < 0.3 else text


def corpora():
    for path in sorted((DATA / "corpora").glob("*.txt")):
        text = path.read_bytes().decode()
        yield path.name, [text]
        yield path.name + ", taken apart", [unicodedata2.normalize("NFD", text)]


def compare(version, name, texts):
    whole = "\n".join(texts)
    done = subprocess.run([FORMS, version], input=whole.encode(), capture_output=True, check=False)
    if done.returncode != 0:
        print(f"{version} {name}: {done.stderr.decode()}")
        return 1
    ours = done.stdout.decode().split("\n")
    theirs = THEIRS[version](whole).split("\n")
    differing = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
    changed = sum(a != b for a, b in zip(ours, whole.split("\n"), strict=True))
    print(f"{version:>5} {name}: {len(ours)} lines, {changed} changed, {len(differing)} differ",
          flush=True)
    for a, b in differing[:5]:
        print(f"      ours {ascii(a)[:100]}, theirs {ascii(b)[:100]}")
    return len(differing)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=20260407)
    options = parser.parse_args()
    differing = 0
    for version in THEIRS:
        differing += compare(version, "every scalar", every_scalar())
        differing += compare(version, "random texts",
                             list(random_texts(options.texts, options.seed)))
        for name, texts in corpora():
            differing += compare(version, name, texts)
    if not (DATA / "corpora").is_dir():
        print("corpora are left out: there are none (BPETITE_DATA, ../shared/data)")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
