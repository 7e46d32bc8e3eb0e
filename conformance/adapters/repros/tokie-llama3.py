# tokie and Hugging Face tokenizers with the same tokenizer.json of Llama 3.
import tokie
from tokenizers import Tokenizer

file = "build/verify/files/llama3/models/tokenizer.json"
mine, original = tokie.Tokenizer.from_json(file), Tokenizer.from_file(file)
for text in ("\u00a0\u0412", " \u2167", "\u00a0a", "1\u2167"):
    print(ascii(text), list(mine.encode(text, add_special_tokens=False).ids),
          original.encode(text, add_special_tokens=False).ids)
