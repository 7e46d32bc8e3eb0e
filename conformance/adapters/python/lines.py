"""Answers texts with a library that has its vocabulary: a JSON string a line in, a JSON array of ids a
line out (../../PROTOCOL.md, "Without the protocol").

    lines.serve({"encode": encode}, {"encode_batch": encode_batch})

The first argument of the command is the entry point. One of `batches` gets all texts at once. An error
of the library is written to standard error, and its answer is null; a panic ends the program.
"""
import base64
import json
import sys

ENTRY, VOCABULARY, PATH = (sys.argv[1:] + [""] * 3)[:3]


def serve(singles, batches=()):
    texts = map(json.loads, sys.stdin)
    if ENTRY in batches:
        for ids in batches[ENTRY](list(texts)):
            print(json.dumps([int(id) for id in ids]))
        return
    for text in texts:
        print(json.dumps(answer(singles[ENTRY], text)), flush=True)


def answer(encode, text):
    try:
        return [int(id) for id in encode(text)]
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return None


def rows(flat):
    """The ids of each text, of all ids and the places at which the texts begin."""
    ids, offsets = flat
    return [ids[begin:end] for begin, end in zip(offsets[:-1], offsets[1:])]


def ranks():
    """The table of the rank file that is the third argument: a rank for each token's bytes."""
    with open(PATH, "rb") as file:
        lines = (line.split() for line in file)
        return {base64.b64decode(token): int(rank) for token, rank in lines}


def tiktoken_parts(name):
    """What tiktoken gives to its constructor for an encoding: the pattern, the ranks of the file, the
    special tokens. Nothing is downloaded."""
    from tiktoken_ext import openai_public

    openai_public.load_tiktoken_bpe = lambda *address, **digest: ranks()
    openai_public.data_gym_to_mergeable_bpe_ranks = lambda *files, **digests: ranks()
    return openai_public.ENCODING_CONSTRUCTORS[name]()
