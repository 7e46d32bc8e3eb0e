# iree-tokenizer and tiktoken with the same rank file and pattern.
import os
import pathlib

import tiktoken
from iree.tokenizer import Tokenizer
from tiktoken.load import load_tiktoken_bpe

file = str(pathlib.Path(os.environ["BPETITE_DATA"]) / "vocab" / "cl100k_base.tiktoken")
iree = Tokenizer.from_tiktoken(file, encoding="cl100k_base")
pattern = (r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|"
           r"\s++$|\s*[\r\n]|\s+(?!\S)|\s")
original = tiktoken.Encoding("cl100k", pat_str=pattern, mergeable_ranks=load_tiktoken_bpe(file),
                             special_tokens={})
for text in ("exteriors", "-titled", "-" * 91, "-" * 92):
    print(text[:9], len(text), list(iree.encode(text)), original.encode_ordinary(text))
