"""Hugging Face tokenizers with a tokenizer.json."""
from tokenizers import Tokenizer

import lines

tokenizer = Tokenizer.from_file(lines.PATH)
lines.serve(
    {"encode": lambda text: tokenizer.encode(text, add_special_tokens=False).ids},
    {"encode_batch": lambda texts: [it.ids for it in tokenizer.encode_batch(
        texts, add_special_tokens=False)],
     "encode_batch_fast": lambda texts: [it.ids for it in tokenizer.encode_batch_fast(
         texts, add_special_tokens=False)]})
