import bpeasy

print(sorted(bpeasy.train_bpe(iter(["the cat sat on the mat"] * 3), r"\w+|\s", 20, 260).items(),
             key=lambda item: item[1])[256:])
