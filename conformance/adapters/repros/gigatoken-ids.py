import sys

import gigatoken

tokenizer = gigatoken.Tokenizer.from_tiktoken(sys.argv[1], pretokenizer="cl100k", special_tokens={})
print(list(tokenizer.encode("It's na\u00efve: 12345 \u65e5\u672c\u8a9e \U0001f642\n\n  end")))
