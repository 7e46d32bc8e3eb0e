"""A corpus with many distinct chunks, the same at every call.

    corpus.py BYTES DISTINCT     12,000,000 words "aaaaab aaaaac ...", in an order of their own,
                                 again and again in other orders, until there are so many bytes

Each word is six small letters behind a blank.
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
    step = 2654435761  # a prime larger than any number of words: each word comes once a round
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
