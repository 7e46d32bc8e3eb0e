"""cl100k as a program for `bpetite conform fuzz --lines` (S72a), with a fault that ports have.

    python3 faulty.py RANKS tiktoken
    python3 faulty.py RANKS tokenizers TOKENIZER.JSON
    python3 faulty.py RANKS digits-from-the-right

The first two are the real libraries. The faults are planted around them.
"""
import json
import pathlib
import sys
import unicodedata
import zlib

import tiktoken
from tokenizers import Regex, Tokenizer, pre_tokenizers

sys.path += map(str, pathlib.Path(__file__).resolve().parents[1:3])

from vocabularies import openai_parts  # noqa: E402

PARTS = openai_parts("cl100k_base")
RIGHT = PARTS["pat_str"]
# The same pattern as regular expressions without possessive operators have it.
PLAIN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
         r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"


def with_pattern(pattern):
    return tiktoken.Encoding(**PARTS | {"pat_str": pattern}).encode_ordinary


def changed(old, new):
    """The pattern with one part changed, which must be in it."""
    assert old in RIGHT, old
    return with_pattern(RIGHT.replace(old, new))


def after(edit):
    encode = with_pattern(RIGHT)
    return lambda text: encode(edit(text))


def by_chunks(ids_of):
    """The ids of each chunk, of its bytes, by another function."""
    splits = pre_tokenizers.Split(Regex(PLAIN), "isolated")
    return lambda text: [token for chunk, _ in splits.pre_tokenize_str(text)
                         for token in ids_of(chunk.encode())]


def of_chunk():
    return tiktoken.Encoding(**PARTS)._core_bpe.encode_single_piece


def cut_at_500():
    whole = of_chunk()
    return by_chunks(lambda chunk: [token for at in range(0, len(chunk), 500)
                                    for token in whole(chunk[at:at + 500])])


def cached_by_short_hash():
    whole, cache = of_chunk(), {}
    return by_chunks(lambda chunk: cache.setdefault(zlib.crc32(chunk) & 0xffff, whole(chunk)))


def ranks_of_16_bits():
    """A rank from 32,768 is negative, so its pair is merged first. Long chunks, which would take
    long here, are right."""
    ranks, whole = PARTS["mergeable_ranks"], of_chunk()

    def rank(part):
        return (ranks[part] + 0x8000) % 0x10000 - 0x8000 if part in ranks else 0x10000

    def merged(chunk):
        if len(chunk) > 200:
            return whole(chunk)
        parts = [chunk[i:i + 1] for i in range(len(chunk))]
        while len(parts) > 1:
            lowest = min(range(len(parts) - 1), key=lambda i: rank(parts[i] + parts[i + 1]))
            if rank(parts[lowest] + parts[lowest + 1]) == 0x10000:
                break
            parts[lowest:lowest + 2] = [parts[lowest] + parts[lowest + 1]]
        return [ranks[part] for part in parts]
    return by_chunks(merged)


def of_tokenizers(path):
    tokenizer = Tokenizer.from_file(path)
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def without_surrogates(text):
    return "".join(c if ord(c) < 0x10000 else "\ufffd\ufffd" for c in text)


FAULTS = {
    "pattern-of-gpt2": lambda: with_pattern(GPT2),
    "contractions-in-lower-case": lambda: changed("(?i:", "(?:"),
    "no-look-ahead": lambda: changed(r"|\s+(?!\S)|\s", r"|\s+"),
    "digits-from-the-right": lambda: changed(r"\p{N}{1,3}+",
                                             r"\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))"),
    "chunks-cut-at-500-bytes": cut_at_500,
    "cache-by-a-short-hash": cached_by_short_hash,
    "ranks-of-16-bits": ranks_of_16_bits,
    "text-in-form-c": lambda: after(lambda text: unicodedata.normalize("NFC", text)),
    "crlf-as-lf": lambda: after(lambda text: text.replace("\r\n", "\n")),
    "lone-surrogates": lambda: after(without_surrogates),
    "end-trimmed": lambda: after(lambda text: text.rstrip(" ")),
}
RIGHTS = {
    "tiktoken": lambda: with_pattern(RIGHT),
    "by-chunks": lambda: by_chunks(of_chunk()),
    "tokenizers": lambda: of_tokenizers(sys.argv[3]),
}

if __name__ == "__main__":
    ids = (FAULTS | RIGHTS)[sys.argv[2]]()
    for line in sys.stdin:
        print(json.dumps(list(ids(json.loads(line)))))
