import sys

from fastokens._native import Tokenizer

text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \U0001f642\n\n  end"
print(Tokenizer.from_file(sys.argv[1]).encode(text).ids)
