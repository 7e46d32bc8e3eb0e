# tokie and Hugging Face tokenizers with the same tokenizer.json of Llama 3.
import sys

import tokie
from tokenizers import Tokenizer

mine, original = tokie.Tokenizer.from_json(sys.argv[1]), Tokenizer.from_file(sys.argv[1])
for text in ("\u00a0\u0412", " \u2167", "\u00a0a", "1\u2167"):
    print(ascii(text), list(mine.encode(text, add_special_tokens=False).ids),
          original.encode(text, add_special_tokens=False).ids)
