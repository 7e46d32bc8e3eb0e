"""The texts that are encoded and decoded: corpora, and texts made from them or by programs.

    works.chosen(options)   for each its name, its file, and the size of documents (0: one text)
"""
import unicodedata

import corpora
from places import BOOK, DATA, say, write
from vocabularies import halves


def chosen(options):
    works = given(options)
    if options.nfc:
        works = [(name, in_form_c(path), size) for name, path, size in works]
    return works


def given(options):
    directory = DATA / "corpora"
    if options.quick or not (directory / "english.txt").exists():
        if not options.quick:
            say(f"{directory} does not exist: a text of the repository is used instead")
        return [("shakespeare", BOOK, 0), ("shakespeare, 1 KB", BOOK, 1024)]
    if options.distinct:
        return [(f"10^{n} distinct chunks", write(f"distinct-{n}.txt", corpora.distinct(10**n)), 0)
                for n in (4, 5, 6, 7)]
    hard = [(f"adversarial: {name}", write(f"{name}.txt", text), 0)
            for name, text in corpora.adversarial(1_000_000).items()]
    if options.adversarial:
        return hard
    if options.learned:
        return [("second half of english", halves()[1], 0)] + [
            (name, directory / f"{name}.txt", 0) for name in ("code", "udhr")]
    if options.each:
        return [("english, 1 KB, a call each", directory / "english.txt", 1024)]
    udhr = (directory / "udhr.txt").read_text(encoding="utf-8")
    plain = [(name, directory / f"{name}.txt", 0) for name in ("english", "code", "udhr")]
    plain.append(("Chinese, Japanese, Korean", write("cjk.txt", corpora.cjk(udhr, 3_000_000)), 0))
    plain.append(("a book of 1 MB", directory / "tinyshakespeare.txt", 0))
    plain.append(("english, 1 KB", directory / "english.txt", 1024))
    return plain if options.plain or options.alone or options.command == "decode" else plain + hard


def in_form_c(path):
    """The text in normalization form C."""
    text = path.read_bytes().decode()
    return write(f"{path.stem}-nfc.txt", unicodedata.normalize("NFC", text))
