"""The adapter for fastokens: uses a tokenizer.json, with the class of its patch for
transformers. Parts are the segments of encode_segments, where a template is a segment that allows
special tokens. It has no token parts, so that they are segments, too, with the literal."""
import json
from importlib.metadata import version

import fastokens

import protocol


def load(artifact):
    return fastokens._native.Tokenizer.from_json_str(artifact.hugging_face())


def load_profile(path, request):
    """Added tokens have their ids in a list of their own. fastokens refuses a vocabulary with gaps
    between the ids, which they would make."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    for token in document["added_tokens"]:
        document["model"]["vocab"].pop(token["content"], None)
    return fastokens._native.Tokenizer.from_json_str(json.dumps(document))


def encode(tokenizer, text):
    return tokenizer.encode(text).ids


def decode(tokenizer, ids):
    return tokenizer.decode(ids)


def parts(tokenizer, given):
    added = {name: it["content"] for it in tokenizer.added_tokens()
             for name in (it["id"], it["content"])}
    segments = [(added[value] if kind == "token" else value, kind != "text")
                for kind, value in given]
    return tokenizer.encode_segments(segments).ids


PROFILES = ["gpt2", "cl100k", "o200k", "llama3", "qwen2", "deepseek_v3", "tekken"]
protocol.serve("fastokens", version("fastokens"), ["L0", "L1", "L6"], caps=["pair-keyed"],
               more={"profiles": PROFILES, "forms": ["tokenizer.json"],
                     "normalizer_unicode": "9.0.0"},
               load=load, load_profile=load_profile, encode=encode, decode=decode, parts=parts)
