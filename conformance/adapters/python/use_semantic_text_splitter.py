"""The adapter for semantic-text-splitter (in Rust text-splitter): uses a tokenizer of Hugging Face,
with which the splitter counts. White space at the ends of a window is kept (trim=False)."""
from importlib.metadata import version

from semantic_text_splitter import TextSplitter

import protocol
import use_tokenizers


def windows(tokenizer, text, max_ids, overlap):
    splitter = TextSplitter.from_huggingface_tokenizer(tokenizer, max_ids, overlap=overlap,
                                                       trim=False)
    for begin, window in splitter.chunk_indices(text):
        yield begin, begin + len(window), len(use_tokenizers.encode(tokenizer, window))


protocol.serve("semantic-text-splitter", version("semantic-text-splitter"), ["L6"],
               caps=["pair-keyed"],
               more={"profiles": use_tokenizers.PROFILES, "forms": ["tokenizer.json"],
                     "normalizer_unicode": "9.0.0"},
               load=use_tokenizers.load, load_profile=use_tokenizers.load_profile, windows=windows)
