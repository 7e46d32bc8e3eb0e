"""c-bpe with its own vocabularies; special tokens as ordinary text."""
from c_bpe import openai

import lines

tokenizer = {"cl100k": openai.cl100k_base, "o200k": openai.o200k_base}[lines.VOCABULARY]()
lines.serve({"encode": tokenizer.encode},
            {"encode_batch": lambda texts: tokenizer.encode_batch(texts)[0]})
