# quicktok's Llama 3, and Hugging Face tokenizers with the tokenizer.json of Llama 3.
import sys

import quicktok
from tokenizers import Tokenizer

mine, original = quicktok.get_encoding("llama3"), Tokenizer.from_file(sys.argv[1])
for text in ("lardan", "lardanr", "\u0131mlar", "\u0131mlarq"):
    print(ascii(text), list(mine.encode(text)), original.encode(text, add_special_tokens=False).ids)
