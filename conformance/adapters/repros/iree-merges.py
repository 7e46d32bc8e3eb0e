# iree-tokenizer and tiktoken with the same rank file and pattern.
import sys

import tiktoken
from iree.tokenizer import Tokenizer
from tiktoken.load import load_tiktoken_bpe

iree = Tokenizer.from_tiktoken(sys.argv[1], encoding="cl100k_base")
ranks = load_tiktoken_bpe(sys.argv[1])
pattern = (r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+|"
           r" ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s")
original = tiktoken.Encoding("cl100k", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
for text in ("exteriors", "-titled", "-" * 91, "-" * 92):
    print(text[:9], len(text), list(iree.encode(text)), original.encode_ordinary(text))
