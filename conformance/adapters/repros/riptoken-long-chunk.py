# riptoken and tiktoken with the same table, pattern and special tokens.
import sys

import riptoken
import tiktoken

ranks = riptoken.load_tiktoken_bpe(sys.argv[1])
pattern = (r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+|"
           r" ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s")
rip = riptoken.CoreBPE(ranks, {}, pattern)
original = tiktoken.Encoding("cl100k", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
for length in (499, 500):
    print(length, rip.encode_ordinary(" " * length) == original.encode_ordinary(" " * length))
print("riptoken", rip.encode_ordinary(" " * 500))
print("tiktoken", original.encode_ordinary(" " * 500))
