"""Cuts texts into chunks by Python's regex or by Oniguruma, as bpetite_chunks does (chunks.cpp).

  $ echo 612062 | python_chunks.py regex tiktoken 'b'            the text "a b", in hex
  2 1
  $ echo 612062 | python_chunks.py oniguruma huggingface 'b'     by the package tokenizers
  2 1
  $ echo 62 6162 61 | python_chunks.py oniguruma huggingface --batch   a pattern and texts a line
  1 1 ,1
  $ echo 62282061 61 | python_chunks.py oniguruma huggingface --batch
  refused Oniguruma error: end pattern with unmatched parenthesis
"""
import re
import sys

# What \w is in the dialects (S25c). In the syntax of regex it is something else.
WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
WORD_ALSO = {"tiktoken": r"\u200c\u200d", "huggingface": ""}
WORD_ALSO_ALONE = {"tiktoken": r"\u200c\u200d", "huggingface": "²³¹¼½¾"}


def for_regex(dialect, pattern):
    r"""The pattern in the syntax of regex, which has no \x{41} either."""
    parts, brackets = [], 0
    for part in re.findall(r"\\x\{\w+\}|\\.|.", pattern, re.DOTALL):
        brackets += {"[": 1, "]": -1}.get(part, 0)
        if part == r"\w":
            also = WORD_ALSO if brackets else WORD_ALSO_ALONE
            part = f"[{WORD}{also[dialect]}]"
        elif part.startswith(r"\x{"):
            part = rf"\U{int(part[3:-1], 16):08x}"
        parts.append(part)
    return "".join(parts)


def cut_by_regex(dialect, passes):
    import regex
    compiled = [regex.compile(for_regex(dialect, each), regex.V1) for each in passes]

    def cut(text):
        """What no match covers is a chunk of its own."""
        pieces = [text]
        for each in compiled:
            smaller = []
            for piece in pieces:
                last = 0
                for match in each.finditer(piece):
                    begin, end = match.span()
                    smaller += [piece[last:begin], piece[begin:end]]
                    last = end
                smaller.append(piece[last:])
            pieces = [piece for piece in smaller if piece]
        return pieces
    return cut


def cut_by_oniguruma(dialect, passes):
    from tokenizers import Regex, pre_tokenizers
    assert dialect == "huggingface"
    steps = [pre_tokenizers.Split(Regex(each), "isolated") for each in passes]
    sequence = steps[0] if len(steps) == 1 else pre_tokenizers.Sequence(steps)

    def cut(text):
        pieces = sequence.pre_tokenize_str(text)
        return [text[begin:end] for _, (begin, end) in pieces]
    return cut


def lengths(cut, digits):
    """The bytes of each chunk, with a space behind each."""
    return "".join(f"{len(piece.encode())} " for piece in cut(bytes.fromhex(digits).decode()))


def answer_of_batch(pattern, *texts):
    try:
        cut = cut_by_oniguruma("huggingface", [bytes.fromhex(pattern).decode()])
    except Exception as error:  # noqa: BLE001: tokenizers raises no narrower one
        return "refused " + " ".join(str(error).split())

    def answer(text):
        """A question mark if the engine gives up: tokenizers raises PanicException."""
        try:
            return lengths(cut, text)
        except BaseException as error:  # noqa: BLE001
            if type(error).__name__ != "PanicException":
                raise
            return "?"
    return ",".join(map(answer, texts))


def main():
    library, dialect, *passes = sys.argv[1:]
    if passes == ["--batch"]:
        assert library == "oniguruma"
        for line in sys.stdin:
            print(answer_of_batch(*line.split()))
        return
    cut = {"regex": cut_by_regex, "oniguruma": cut_by_oniguruma}[library](dialect, passes)
    for line in sys.stdin:
        print(lengths(cut, line))


main()
