"""quicktok (on PyPI quicktok-v1) with its own vocabularies."""
import quicktok

import lines

NAMES = {"cl100k": "cl100k_base", "o200k": "o200k_base", "llama3": "llama3", "qwen3": "qwen3"}
tokenizer = quicktok.get_encoding(NAMES[lines.VOCABULARY])
lines.serve(
    {"encode": lambda text: tokenizer.encode(text, allowed_special="all"),
     "encode_ordinary": tokenizer.encode_ordinary,
     "encode_with_special": tokenizer.encode_with_special},
    {"encode_batch": lambda texts: lines.rows(tokenizer.encode_batch(texts, with_special=True))})
