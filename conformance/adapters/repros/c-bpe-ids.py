from c_bpe import openai

print(openai.cl100k_base().encode("It's na\u00efve: 12345 \u65e5\u672c\u8a9e \U0001f642\n\n  end"))
