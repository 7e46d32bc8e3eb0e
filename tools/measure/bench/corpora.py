"""Makes texts for tools/measure/bench/run: some from a multilingual text, others by programs."""
import random
import unicodedata


def cjk(udhr, size):
    """The lines of a multilingual text that are mostly Chinese, Japanese or Korean, repeated."""
    def is_cjk(char):
        return unicodedata.name(char, "").split()[0:1] in (["CJK"], ["HIRAGANA"], ["KATAKANA"],
                                                           ["HANGUL"])
    lines = [line for line in udhr.splitlines(keepends=True)
             if sum(map(is_cjk, line)) * 2 > len(line)]
    text = "".join(lines)
    times = -(-size // max(1, len(text.encode()))) if text else 0
    return (text * times).encode()[:size].decode(errors="ignore")


def adversarial(size):
    """Texts on which tokenizers are slow: one long chunk, many chunks of one kind, new chunks."""
    rng = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choices(letters, k=rng.randint(3, 10))) for _ in range(100_000)]
    return {
        "one-letter": "a" * size,
        "ab": "ab" * (size // 2),
        "letters": "".join(rng.choices(letters, k=size)),
        "caret": "^" * size,
        "spaces": " " * size,
        "lines": ("\n" + " " * 20 + "x") * (size // 22),
        "digits": "".join(rng.choices("0123456789", k=size)),
        "random-cjk": "".join(chr(rng.randint(0x4E00, 0x9FA5)) for _ in range(size // 3)),
        "words": " ".join(words)[:size],
        "latin-1": rng.randbytes(size * 2 // 3).decode("latin-1"),
        "alternating": "a1 !" * (size // 4),
    }


def distinct(count, size=4_000_000):
    """A text with exactly `count` distinct chunks. It has `size` chunks in all, or `count` if that
    is more: each distinct chunk once, then random ones again. A word is the digits of its number in
    base 26, and up to three letters more. The numbers are shuffled by a factor that has no common
    divisor with 26**6."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    threes = [a + b + c for a in letters for b in letters for c in letters]
    rng = random.Random(1)

    def word(i):
        number = (i * 123_456_791 + 7_654_321) % 26**6
        return " " + threes[number % 26**3] + threes[number // 26**3] + threes[i % 26**3][:i % 4]

    words = [word(i) for i in range(count)]
    return "".join(words + rng.choices(words, k=max(0, size - count)))
