"""Random patterns with texts, of every form of chapter 14 and of what lies beside it.

    for pattern, texts in random_patterns.pairs("huggingface", 1000, seed=1): ...

Three of four are built from the parts of the language; the others are real patterns and built ones
with a few characters changed, so that most of those are refused.
"""
import random
import re

from real_patterns import PATTERNS

# Few scalars, so that patterns match often: the letters of the single scalars that Oniguruma
# matches with two letters, those scalars, and some of each class.
SCALARS = list("abstfilSTF1 -'!_\n\r\t") + [
    "é", "ſ", "K", "ß", "ẞ", "ﬆ", "ﬅ", "ﬀ", "ﬁ", "ﬂ", "ﬃ",
    "中", "가", "ア", "²", "¼", "\u0301", "\u200d", "\u00a0", "😀"]
SIGNS = list("!\"#%&',-/:;<=>@_`~]}^$.*+?|(){[\\")
CLASS_NAMES = ([r"\s", r"\S", r"\d", r"\D", r"\w", r"\W"] * 2 + [
    r"\p{L}", r"\P{L}", r"\p{Lu}", r"\p{Ll}", r"\p{N}", r"\p{M}", r"\p{P}", r"\P{Nd}",
    r"\p{Han}", r"\P{Hangul}", r"\p{Katakana}", r"\p{Hiragana}", r"\p{Zs}", r"\p{Cn}", r"\p{S}"])
QUANTIFIERS = ["?", "*", "+"] * 4 + [
    "{1}", "{1,1}", "{01}", "{0,1}", "{2}", "{3}", "{2,}", "{0,}", "{1,}", "{0,2}", "{1,2}",
    "{1,3}", "{2,5}"]
EXTRA = list("()[]{}|?*+^$\\-&~:=!<.") + [
    "(?:", "(?i:", "(?=", "(?!", "&&", "[^", "{1}", "{2}", "\\p{L}", "\\s", "--", "[:alpha:]",
    "(?<=", "\\b", "ss", "{0,2}", "++"]


class Builder:
    """Builds one pattern. Inside (?i:...) it prefers what the language allows there."""

    def __init__(self, rng, dialect):
        self.rng = rng
        self.dialect = dialect
        self.scalars = rng.sample(SCALARS, rng.randint(2, 6))

    def one_in(self, count):
        return self.rng.randrange(count) == 0

    def pick(self, *choices):
        return self.rng.choice(choices)

    def scalar(self, ignores_case=False):
        if ignores_case and not self.one_in(30):
            return self.rng.choice("sStfilabk'1")
        return self.rng.choice(self.scalars)

    def escape(self, scalar):
        """A scalar by one of its escapes."""
        number = ord(scalar)
        forms = [rf"\x{{{number:x}}}", rf"\x{{{number:06X}}}"]
        if number < 0x10000:
            forms.append(rf"\u{number:04x}")
        if number < (0x80 if self.dialect == "huggingface" else 0x100):
            forms.append(rf"\x{number:02X}")
        if self.dialect == "tiktoken":
            forms.append(rf"\u{{{number:X}}}")
        return self.rng.choice(forms)

    def literal(self, ignores_case):
        if self.one_in(8):
            return self.escape(self.scalar(ignores_case))
        if self.one_in(12):
            return "\\" + self.rng.choice(SIGNS)
        if self.one_in(25):
            return self.pick(r"\n", r"\r", r"\t", r"\f", r"\v", "]", "}", "#", "&", "-", "~", r"\ ")
        return self.scalar(ignores_case).replace("\\", r"\\")

    def member(self, ignores_case, depth):
        """Of a class in brackets."""
        if self.one_in(5) and not ignores_case:
            first, last = sorted([self.scalar(), self.scalar()])
            return f"{self.bound(first)}-{self.bound(last)}"
        if self.one_in(5) and (not ignores_case or self.one_in(20)):
            return self.rng.choice(CLASS_NAMES)
        if self.one_in(6) and depth > 0:
            return self.brackets(ignores_case, depth - 1)
        if self.one_in(30) and not ignores_case:
            return self.pick(r"\s\S", r"\d\D", r"\P{L}\p{L}", r"\x{0}-\x{10ffff}")
        if self.one_in(10):
            signs = list("^$.*+?|(){}&~!\"#',/:<=>@_` ")
            return self.rng.choice([*signs, "\\" + self.rng.choice(SIGNS)])
        if self.one_in(60):
            return self.pick("-", "--", "~~", "[:alpha:]", "&&")
        return self.literal(ignores_case)

    def bound(self, scalar):
        if self.one_in(4):
            return self.escape(scalar)
        return re.sub(r"[\]\[\\^&~-]", r"\\\g<0>", scalar)

    def brackets(self, ignores_case, depth=2):
        lists = []
        for _ in range(self.pick(1, 1, 1, 1, 2, 2, 3)):
            members = [self.member(ignores_case, depth) for _ in range(self.pick(1, 1, 2, 2, 3, 4))]
            if self.one_in(12):
                members.insert(0, "-")
            if self.one_in(12):
                members.append("-")
            lists.append("".join(members))
        return f"[{self.pick('', '', '^')}{'&&'.join(lists)}]"

    def one_class(self, ignores_case):
        if self.one_in(3):
            return self.brackets(ignores_case)
        if self.one_in(3) and not ignores_case:
            if self.dialect == "tiktoken" and self.one_in(10):
                return self.pick(r"\pL", r"\PN")
            return self.rng.choice(CLASS_NAMES)
        if self.one_in(10):
            return self.pick("({})", "(?:{})").format(self.one_class(ignores_case))
        return self.literal(ignores_case)

    def item(self, ignores_case, depth):
        if self.one_in(7):
            if self.one_in(4):
                return self.pick("$", r"\z")
            return self.pick("(?={})", "(?!{})").format(self.one_class(ignores_case))
        if depth > 0 and self.one_in(3):
            kind = self.pick("(?:", "(?:", "(", "(?i:")
            return kind + self.choice(ignores_case or kind == "(?i:", depth - 1) + ")"
        return self.one_class(ignores_case)

    def times(self):
        if not self.one_in(3):
            return ""
        if self.one_in(60):
            return self.pick("{,2}", "{0}", "{2,1}", "{", "{a}", "?" * 2, "{2}{3}")
        mark = "+" if self.one_in(5) else "?" if self.one_in(200) else ""
        return self.rng.choice(QUANTIFIERS) + mark

    def sequence(self, ignores_case, depth):
        return "".join(self.item(ignores_case, depth) + self.times()
                       for _ in range(self.pick(0, 1, 1, 2, 2, 3, 4)))

    def choice(self, ignores_case, depth):
        return "|".join(self.sequence(ignores_case, depth) for _ in range(self.pick(1, 1, 2, 2, 3)))

    def pattern(self):
        text = self.choice(False, 3)
        return text + self.pick("", "", "", r"|\s+(?!\S)|\s|\S", r"|\s+|\S")

    def text(self):
        run = [self.scalar() if self.rng.random() < 0.8 else self.rng.choice(SCALARS)
               for _ in range(self.rng.randint(1, 10))]
        return "".join(scalar * self.pick(1, 1, 1, 1, 2, 3) for scalar in run)


def changed(rng, text, other):
    """The text with one to three changes: characters removed, added, doubled, moved, exchanged."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        to = min(len(text), at + rng.randint(0, 3))
        at_other = rng.randint(0, len(other))
        part = rng.choice(["", text[at:to] * 2, rng.choice(EXTRA), rng.choice(EXTRA) + text[at:to],
                           rng.choice(SCALARS), other[at_other:at_other + rng.randint(1, 6)]])
        text = text[:at] + part + text[to:]
    return text


def pairs(dialect, count, seed, texts=6):
    """`count` patterns, each with some short texts of its scalars and of others."""
    rng = random.Random(seed)
    real = [each for _, passes in PATTERNS.values() for each in passes if len(each) < 400]
    for _ in range(count):
        builder = Builder(rng, dialect)
        pattern = builder.pattern()
        if rng.random() < 0.25:
            bases = [pattern, rng.choice(real)]
            rng.shuffle(bases)
            pattern = changed(rng, *bases)
        builder.scalars += [scalar for scalar in pattern
                            if scalar.isalnum() or scalar in " '\n"][:8]
        yield pattern or "()", [builder.text() for _ in range(texts)]
