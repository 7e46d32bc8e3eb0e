"""A second opinion on training: writes the artifact of a corpus, sharing nothing with bpetite.

    python witness.py CORPUS VOCAB_SIZE > artifact.json

The regex package cuts the chunks, json.dumps writes the file; between them, a pair's count is kept
up to date chunk by chunk, where the reference counts anew before each merge.
"""

import collections
import json
import sys

import regex

PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

# \s of the regex package holds U+001C..001F, which White_Space does not (S2c).
WHITE_SPACE = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def chunks(text):
    in_class = PATTERN.replace(r"[^\s", f"[^{WHITE_SPACE}")
    pattern = in_class.replace(r"\s", f"[{WHITE_SPACE}]").replace(r"\S", f"[^{WHITE_SPACE}]")
    found = regex.findall(pattern, text)
    assert "".join(found) == text
    return found


def pairs_of(ids):
    return collections.Counter(zip(ids, ids[1:]))


def merged(ids, pair, token):
    result = []
    for value in ids:
        # The last id joins only if it has not just been made: no overlap, left to right.
        if result and (result[-1], value) == pair:
            result[-1] = token
        else:
            result.append(value)
    return result


def train(text, vocab_size):
    words = [(list(chunk.encode()), count) for chunk, count in collections.Counter(chunks(text)).items()]
    counts = collections.Counter()
    where = collections.defaultdict(set)
    for index, (ids, count) in enumerate(words):
        for pair, times in pairs_of(ids).items():
            counts[pair] += times * count
            where[pair].add(index)

    merges = []
    while 256 + len(merges) < vocab_size and counts:
        pair = min(counts, key=lambda candidate: (-counts[candidate], candidate))
        token = 256 + len(merges)
        merges.append(pair)
        for index in where.pop(pair):
            ids, count = words[index]
            new = merged(ids, pair, token)
            for old_pair, times in pairs_of(ids).items():
                counts[old_pair] -= times * count
            for new_pair, times in pairs_of(new).items():
                counts[new_pair] += times * count
                where[new_pair].add(index)
            words[index] = (new, count)
        counts = +counts
    return merges


def artifact(merges):
    tokens = [[byte] for byte in range(256)]
    for left, right in merges:
        tokens.append(tokens[left] + tokens[right])
    special = len(tokens)
    vocab = {str(token): values for token, values in enumerate(tokens)}
    vocab[str(special)] = list(b"<|endoftext|>")
    fields = {
        "schema_version": 1,
        "pretokenizer_pattern": PATTERN,
        "mergeable_vocab_size": special,
        "special_tokens": {"<|endoftext|>": special},
        "merges": merges,
        "vocab": vocab,
    }
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as corpus:
        text = corpus.read().decode()
    sys.stdout.buffer.write(artifact(train(text, int(sys.argv[2]))))
