"""Writes a corpus with many distinct chunks, always the same, to standard output.

    corpus.py BYTES DISTINCT

It writes DISTINCT words such as "aaaaab" in a random order, then again in other orders, until the
corpus has BYTES bytes. A word has a space and six small letters.
"""
import random
import sys

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def word(number):
    text = ""
    while number or len(text) < 6:
        number, digit = divmod(number, 26)
        text += LETTERS[digit]
    return text


def main():
    size, distinct = int(sys.argv[1]), int(sys.argv[2])
    step = 2654435761  # a prime above the number of words: each round has each word once
    block = 5000
    blocks = []
    for begin in range(0, distinct, block):
        end = min(begin + block, distinct)
        words = [word(i * step % distinct) for i in range(begin, end)]
        blocks.append((" ".join(words) + "\n ").encode())
    order = random.Random(1)
    written = 0
    while written < size:
        order.shuffle(blocks)
        for part in blocks:
            part = part[: size - written]
            sys.stdout.buffer.write(part)
            written += len(part)
            if written == size:
                break


main()
