import anthropic_tokenizer

print(anthropic_tokenizer.encode("It's na\u00efve: 12345 \u65e5\u672c\u8a9e \U0001f642\n\n  end"))
