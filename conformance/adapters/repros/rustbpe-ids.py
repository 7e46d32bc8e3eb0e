import rustbpe

tokenizer = rustbpe.Tokenizer()
tokenizer.train_from_iterator(["the cat sat on the mat"] * 3, 260)
print(tokenizer.encode("the cat"))
try:
    tokenizer.decode([0xc3])
except Exception as error:
    print(type(error).__name__, error)
