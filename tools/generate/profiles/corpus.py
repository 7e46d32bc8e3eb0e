"""Writes the text from which the small vocabularies are learned, to standard output.

The text consists of pieces that end with NUL. The run script cuts it only there, so merges cross the
places where the profiles cut. A program that does not cut there has other ids.
"""
import sys

WORDS = ("the cat it's IT'S don't DON'T we'll WE'LL I'm you're he'd they've isn’t "
         "camelCase HTTPServer XMLfile iPhone ABCdef Ünïcode naïve straße ἀρχή привет мир "
         "Привет МИР ǅungla ﬁne łódź ķ e\u0301te\u0301 \u00e9t\u00e9 n\u0303 \u1e9b\u0323 가나 \u1100\u1161 "
         "日本語 カタカナ ひらがな 한국어 中文字 العربية עברית हिन्दी ไทย "
         "x² ½ Ⅷ ٣٤٥ १२३ 1 12 123 1234 12345 1234567 3.14 1,000 a1b2 v2.0 "
         "foo_bar foo-bar a.b a/b // /* */ != == => ... !!! ?! (x) [y] {z} \"q\" 'q' #tag @me $5 "
         "100% c++ <b> </b> http://x.y").split()
SPACES = (" ", "  ", "   ", "    ", "\t", "\t\t", " \t", "\u00a0", "\u2003", "\u3000", "\x0b", "\x0c",
          "\x1c", "\x85", "\u200b", "\ufeff", "\u2028", "\x7f")
BREAKS = ("\n", "\n\n", "\n\n\n", "\r\n", "\r\n\r\n", "\r", " \n", "  \n  ", "\n ", "\n\t", "!\n", "!\r\n", "!\n/", "!/\n/", "\n/",
          ".\n\n", "/\n", " /\n")
# Letters, numbers and marks that came with Unicode 14.0 to 17.0, and scalars of other classes.
LATE = ("\u1c89", "\u1c8a", "\ua7da", "\ua7d0", "\ua7ce", "\U00010570", "\U00011f04", "\U00016d40",
        "\U0001df25", "\U0002ebf0", "\U00031350", "\U000323b0", "\u0897", "\u088f", "\U00010d40", "\U0001ccf0",
        "\u00aa", "\u00b2", "\u2070", "\u2160", "\u24b6", "\u3007", "\u0300", "\u093f", "\u20dd", "\ue000", "\u0378",
        "\u2019", "\u017f", "\u212a", "\u0130", "\U0001f600", "\u00ad", "\u180e", "\u1680", "\u205f", "\u202f")


def pieces():
    """The pieces that some profile cuts, each several times. Plain pieces come most often."""
    for word in WORDS:
        yield from [word, " " + word] * 3
    for i, word in enumerate(WORDS):
        after = WORDS[(i + 1) % len(WORDS)]
        for space in SPACES:
            yield word + space + after
        yield word + after
        yield from (word + mark for mark in ".,!'’-_")
    for space in SPACES:
        for _ in range(2):
            yield from (space + "a", "a" + space, space + "1", "1" + space, space + "!", space + space)
    for end in BREAKS:
        for before in ("a", "1", "!", " ", "", "日", "'s"):
            yield from [before + end + after for after in ("a", " a", "1", "!", "", "日")]
    for scalar in LATE:
        for _ in range(2):
            yield from (scalar + "a", "a" + scalar, "1" + scalar, scalar + "1", " " + scalar,
                        scalar + " ", "!" + scalar, scalar + scalar, scalar + "!", "'" + scalar)


def main():
    out = sys.stdout.buffer
    for piece in pieces():
        out.write(piece.encode() + b"\x00")


main()
