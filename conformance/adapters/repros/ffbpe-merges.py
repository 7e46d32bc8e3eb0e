# ffbpe's Encoding and tiktoken's with the same ranks and pattern.
import sys

import tiktoken
from ffbpe.tiktoken_compat import Encoding
from tiktoken.load import load_tiktoken_bpe

ranks = load_tiktoken_bpe(sys.argv[1])
pattern = r"\s+(?!\S)|\s?\S+|\s+"
mine = Encoding("cl100k", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
original = tiktoken.Encoding("cl100k", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
for text in (" end", "the end", "\n\n\n", " the"):
    print(ascii(text), list(mine.encode_ordinary(text)), original.encode_ordinary(text))
