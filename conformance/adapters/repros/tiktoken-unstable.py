import sys

import tiktoken
from tiktoken.load import load_tiktoken_bpe

PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
encoding = tiktoken.Encoding("r50k_base", pat_str=PATTERN,
                             mergeable_ranks=load_tiktoken_bpe(sys.argv[1]),
                             special_tokens={"<|endoftext|>": 50256})
for text, more in [("we'l", "l go"), ("a<|endoftext|", ">")]:
    stable, completions = encoding.encode_with_unstable(text, allowed_special="all")
    ids = encoding.encode(text + more, allowed_special="all")
    continued = any(ids[:len(stable) + len(it)] == stable + it for it in completions)
    print(repr(text), "stable", stable, "then", repr(more), ids, "in the completions:", continued)
