"""tiktoken with the rank file that its encoding of this name has."""
import tiktoken

import lines

NAMES = {"gpt2": "gpt2", "cl100k": "cl100k_base", "o200k": "o200k_base"}
encoding = tiktoken.Encoding(**lines.tiktoken_parts(NAMES[lines.VOCABULARY]))
lines.serve(
    {"encode": lambda text: encoding.encode(text, allowed_special="all"),
     "encode_ordinary": encoding.encode_ordinary,
     "encode_to_numpy": lambda text: encoding.encode_to_numpy(text, allowed_special="all")},
    {"encode_batch": lambda texts: encoding.encode_batch(texts, allowed_special="all"),
     "encode_ordinary_batch": encoding.encode_ordinary_batch})
