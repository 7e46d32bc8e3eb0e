"""Texts and ids of well-known byte-level BPE tokenizers.

    import bpetite_vectors

    for vector in bpetite_vectors.model("cl100k")["vectors"]:
        assert encode(vector["text"]) == vector["ids"], vector["tests"]
"""
import json
from importlib import resources

_MODELS = resources.files(__name__) / "models"


def names():
    """The names of all models: ["cl100k", ...]."""
    return sorted(file.name.removesuffix(".json") for file in _MODELS.iterdir())


def model(name):
    """The model as a dict. KeyError: there is none of this name."""
    if name not in names():
        raise KeyError(name)
    return json.loads((_MODELS / f"{name}.json").read_text(encoding="utf-8"))
