import base64
import sys

from tiktoken_async.core import Encoding

with open(sys.argv[1], "rb") as file:
    lines = (line.split() for line in file)
    ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
pattern = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
           r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
encoding = Encoding("cl100k", pat_str=pattern, mergeable_ranks=ranks,
                    special_tokens={"<|endoftext|>": 100257})
text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \U0001f642\n\n  end"
print(encoding.encode(text + "<|endoftext|>", allowed_special="all"))
