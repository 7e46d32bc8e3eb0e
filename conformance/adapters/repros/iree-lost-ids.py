# iree-tokenizer and tiktoken with the same rank file: how many ids a text of one letter has.
import sys

import tiktoken
from iree.tokenizer import Tokenizer
from tiktoken.load import load_tiktoken_bpe

iree = Tokenizer.from_tiktoken(sys.argv[1], encoding="cl100k_base")
original = tiktoken.Encoding("cl100k", pat_str=r"\p{L}+", special_tokens={},
                             mergeable_ranks=load_tiktoken_bpe(sys.argv[1]))
for count in (8, 9, 20):
    text = "\U00010400" * count
    print(count, len(iree.encode(text)), len(original.encode_ordinary(text)))
