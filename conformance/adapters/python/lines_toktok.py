"""toktok (on PyPI toktok-rs) with its own vocabularies. Its class with `encode` is not its documented
interface, which only counts tokens; the counts are those of these ids."""
from toktok import _toktok

import lines

tokenizer = _toktok.Tokenizer({"cl100k": "cl100k_base", "o200k": "o200k_base"}[lines.VOCABULARY], "")
lines.serve(
    {"encode": lambda text: tokenizer.encode(text, allowed_special="all"),
     "encode_ordinary": tokenizer.encode_ordinary,
     "encode_to_numpy": lambda text: tokenizer.encode_to_numpy(text, allowed_special="all")},
    {"encode_batch_to_numpy": lambda texts: lines.rows(
        tokenizer.encode_batch_to_numpy(texts, with_special=True))})
