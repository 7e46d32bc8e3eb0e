"""The names of OpenAI's encodings and of the models that have them, as tiktoken 0.14 knows them.

ENCODINGS has the rank file and the profile of each encoding, and a function that makes its special
tokens if the profile has others. MODELS has the encoding of each model. MODEL_PREFIXES has that of
the models whose names begin so; the first prefix that fits counts:

    ENCODINGS["cl100k_base"]      ("cl100k_base", "cl100k", None)
    MODELS["gpt-4"]               "cl100k_base"
    MODEL_PREFIXES["gpt-4-"]      "cl100k_base"
"""
from __future__ import annotations

_TEXT, _FIM_PREFIX, _FIM_MIDDLE, _FIM_SUFFIX = (
    "<|endoftext|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>")


def _edit() -> dict[str, int]:
    return {_TEXT: 50256, _FIM_PREFIX: 50281, _FIM_MIDDLE: 50282, _FIM_SUFFIX: 50283}


def _harmony() -> dict[str, int]:
    named = {"startoftext": 199998, "endoftext": 199999, "return": 200002, "constrain": 200003,
             "channel": 200005, "start": 200006, "end": 200007, "message": 200008, "call": 200012}
    tokens = {f"<|{word}|>": id for word, id in named.items()} | {"<|endofprompt|>": 200018}
    used = set(named.values())
    return tokens | {f"<|reserved_{id}|>": id for id in range(200000, 201088) if id not in used}


# The rank file of each encoding, its profile, and what makes its special tokens where the profile
# has others.
ENCODINGS = {
    "gpt2": ("r50k_base", "r50k", None),
    "r50k_base": ("r50k_base", "r50k", None),
    "p50k_base": ("p50k_base", "p50k", None),
    "p50k_edit": ("p50k_base", "p50k", _edit),
    "cl100k_base": ("cl100k_base", "cl100k", None),
    "o200k_base": ("o200k_base", "o200k", None),
    "o200k_harmony": ("o200k_base", "o200k", _harmony),
}

_MODELS_OF = {
    "gpt2": "gpt2 gpt-2",
    "r50k_base": "text-davinci-001 text-curie-001 text-babbage-001 text-ada-001 davinci curie "
                 "babbage ada text-similarity-davinci-001 text-similarity-curie-001 "
                 "text-similarity-babbage-001 text-similarity-ada-001 text-search-davinci-doc-001 "
                 "text-search-curie-doc-001 text-search-babbage-doc-001 text-search-ada-doc-001 "
                 "code-search-babbage-code-001 code-search-ada-code-001",
    "p50k_base": "text-davinci-003 text-davinci-002 code-davinci-002 code-davinci-001 "
                 "code-cushman-002 code-cushman-001 davinci-codex cushman-codex",
    "p50k_edit": "text-davinci-edit-001 code-davinci-edit-001",
    "cl100k_base": "gpt-4 gpt-3.5-turbo gpt-3.5 gpt-35-turbo davinci-002 babbage-002 "
                   "text-embedding-ada-002 text-embedding-3-small text-embedding-3-large",
    "o200k_base": "o1 o3 o4-mini gpt-5 gpt-4.1 gpt-4o",
}
MODELS = {model: name for name, models in _MODELS_OF.items() for model in models.split()}

# What the name of a newer model begins with; the first that fits.
_PREFIXES_OF = [
    ("o200k_base", "o1- o3- o4-mini- gpt-5 gpt-4.5- gpt-4.1- chatgpt-4o- gpt-4o-"),
    ("cl100k_base", "gpt-4- gpt-3.5-turbo- gpt-35-turbo-"),
    ("o200k_harmony", "gpt-oss-"),
    ("o200k_base", "ft:gpt-4o"),
    ("cl100k_base", "ft:gpt-4 ft:gpt-3.5-turbo ft:davinci-002 ft:babbage-002"),
]
MODEL_PREFIXES = {prefix: name for name, prefixes in _PREFIXES_OF for prefix in prefixes.split()}
