"""Makes texts of each class from a seed: those on which tokenizers differ, if they do.

    given = Texts(seed, corpora(), literals).made(3000)       [("English", "a piece of it"), ...]
"""
import random
import unicodedata

from environment import DATA, skipped

EDGES = ["a", "B", "z", "é", "ß", "ſ", "İ", "ǅ", "ʰ", "ª", "0", "1", "7", "٣", "½", "Ⅷ", "一", "漢",
         "あ", "カ", "ー", "한", "ก", "ำ", "द", "ि", "्", "\u0301", "\u0338", "\u093c", "\u0d3b",
         "\u1df6", " ", "  ", "\t", "\n", "\r\n", "\r", "\x0b", "\x85", "\u00a0", "\u2003",
         "\u2028", "\u3000", "\u200b", "\u200d", "'", "'s", "'S", "'ſ", "'ll", "’s", "'RE", ".",
         "-", "/", "//", "_", "!", "(", "\"", "€", "😀", "👩\u200d💻", "\ufe0f", "\ue000",
         "\U000e0001", "\x00", "\x03", "\x7f", "\uffff"]

# Of 1,000 texts. The others are of edges, and so are those of a class that cannot be made: without
# corpora, or without added tokens.
SHARES = {"English": 30, "code": 30, "UDHR": 65, "glued words": 150, "letters": 150,
          "any characters": 120, "marks": 120, "added tokens": 130}
CORPORA = {"English": "english.txt", "code": "code.txt", "UDHR": "udhr.txt"}


def corpora():
    """The text of each corpus that is there. Says which ones are not: other texts take their place."""
    paths = {kind: DATA / "corpora" / name for kind, name in CORPORA.items()}
    for kind, path in paths.items():
        if not path.exists():
            skipped(f"texts of the corpus {kind}", f"there is no {path}")
    return {kind: path.read_bytes().decode() for kind, path in paths.items() if path.exists()}


class Texts:
    """Makes them, and lists of ids."""

    def __init__(self, seed, sources, literals):
        self.random = random.Random(seed)
        self.sources = sources
        self.literals = literals
        self.words = [word for text in sources.values()
                      for word in self.piece(text, 200_000).split()]
        self.assigned = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000
                         and unicodedata.category(chr(c)) not in ("Cn", "Co")]
        self.marks = [c for c in self.assigned if unicodedata.combining(c)]
        self.letters = [c for c in self.assigned if unicodedata.category(c)[0] == "L"]
        self.latin = [c for c in self.letters if c < "\u0250"]

    def made(self, count):
        """At least `count` texts, each with its class. None is empty."""
        makers = {kind: lambda text=text: self.piece(text, 400)
                  for kind, text in self.sources.items()}
        makers |= {"letters": self.of_letters, "any characters": self.of_any,
                   "marks": self.of_marks}
        if self.words:
            makers["glued words"] = self.of_words
        if self.literals:
            makers["added tokens"] = self.of_literals
        texts = [(kind, text) for kind, make in makers.items()
                 for text in (make() for _ in range(count * SHARES[kind] // 1000)) if text]
        texts += [("edges", self.some(EDGES, 1, 12)) for _ in range(max(count - len(texts), 0))]
        return texts

    def ids(self, count, known):
        """Lists of ids that need not be those of a text."""
        return [("random ids", self.random.choices(known, k=self.random.randint(1, 12)))
                for _ in range(count)]

    def some(self, characters, least, most):
        return "".join(self.random.choices(characters, k=self.random.randint(least, most)))

    def piece(self, text, length):
        at = self.random.randrange(max(len(text) - length, 1))
        return text[at:at + length]

    def of_letters(self):
        return self.some(self.latin if self.random.random() < 0.7 else self.letters, 1, 40)

    def of_words(self):
        return self.some(self.words, 2, 6)

    def of_any(self):
        return self.some(self.assigned, 1, 8)

    def of_marks(self):
        return "".join(self.random.choice(self.letters if self.random.random() < 0.4
                                          else self.marks)
                       for _ in range(self.random.randint(1, 10)))

    def of_literals(self):
        """Literals whole, cut, nested, side by side, with white space and marks around them."""
        parts = []
        for _ in range(self.random.randint(1, 6)):
            literal = self.random.choice(self.literals)
            cut = self.random.randrange(len(literal) + 1)
            parts.append(self.random.choice([literal, literal, literal[:cut], literal[cut:],
                                             literal[:cut] + literal, " ", "\n", "a",
                                             "e\u0301", "\u0338", "ab ", " 12"]))
        return "".join(parts)
