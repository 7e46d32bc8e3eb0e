import sys

import tuetoken

tokenizer = tuetoken.AutoTokenizer(sys.argv[1])
text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \U0001f642\n\n  end"
print(tokenizer.encode(text, add_special_tokens=False))
