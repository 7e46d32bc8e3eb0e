import sys

import tiktoken
from tiktoken.load import load_tiktoken_bpe

ranks = load_tiktoken_bpe(sys.argv[1])
pattern = (r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+|"
           r" ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s")
encoding = tiktoken.Encoding("cl100k", pat_str=pattern, mergeable_ranks=ranks,
                             special_tokens={"<|endoftext|>": 100257})
text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \U0001f642\n\n  end"
print(encoding.encode(text + "<|endoftext|>", allowed_special="all"))
