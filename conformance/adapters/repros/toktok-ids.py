from toktok import _toktok

tokenizer = _toktok.Tokenizer("cl100k_base", "")
text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \U0001f642\n\n  end"
print(tokenizer.encode(text, allowed_special="all"))
