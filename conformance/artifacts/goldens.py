"""Rebuilds the golden artifacts and shows what would change; called by tools/regen.

    golden/<name>/corpus.txt        the text
                  artifact.json     what `bpetite train --reference` makes of it
                  provenance.json   where both come from, their digests, who else got the same bytes

A golden is only accepted if witness.py writes the same bytes. Nothing in golden/ is edited by hand,
but for the corpora that no function below makes.
"""

import difflib
import hashlib
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
OWN = "CC0-1.0, made by this program"


def empty():
    return ""


def minimum():
    return "The size asked for leaves no room for a merge. The size leaves no room."


def one_letter():
    return "a" * 1000


def ties():
    """Each pair of twelve letters once, in an order that favours no rule but the clause's."""
    pairs = ["".join(pair) for pair in itertools.permutations("lkjihgfedcba", 2)]
    return " ".join(sorted(pairs, key=lambda pair: hashlib.sha256(pair.encode()).digest()))


def overlaps():
    """Runs of one letter whose lengths are no powers of two; runs of two letters in turn."""
    runs = ["a" * length for length in range(1, 40)] + ["ab" * length for length in range(1, 20)]
    return " ".join(runs + [run[::-1] + "a" for run in runs])


def all_bytes():
    """Every byte that well-formed text can hold: 00-7F, 80-BF, C2-F4."""
    two = "".join(chr(scalar) for scalar in range(0x80, 0x800, 31))
    three = "".join(chr(scalar) for scalar in range(0x800, 0xD800, 509))
    private = "".join(chr(scalar) for scalar in range(0xE000, 0x10000, 509))
    four = "".join(chr(scalar) for scalar in range(0x10000, 0x110000, 8191))
    ascii_text = "".join(map(chr, range(0x80)))
    text = ascii_text + two + three + private + four
    leads = "".join(chr(scalar) for scalar in range(0x80, 0x800, 64))
    leads += "".join(chr(scalar) for scalar in range(0x800, 0x10000, 4096) if scalar != 0xD800)
    leads += "".join(chr(0xD000 + low) for low in range(64)) + chr(0x10FFFF)
    text = 3 * (text + leads)
    assert set(text.encode()) == set(range(0x80)) | set(range(0x80, 0xC0)) | set(range(0xC2, 0xF5))
    return text


def multilingual():
    """The same short story in fifteen languages, with marks, digits and letters of many scripts."""
    lines = [
        "The cat sleeps on the mat. It's 3 o'clock, and we'll wake the cat at 7.",
        "Die Katze schläft auf der Matte. Es ist drei Uhr; um 7 wecken wir die Katze.",
        "Le chat dort sur le tapis. Il est 3 heures, et l'on réveille le chat à 7 heures.",
        "El gato duerme en la estera. ¿Son las 3? ¡A las 7 despertamos al gato!",
        "Kedi paspasın üzerinde uyuyor. İstanbul'da saat 3; kediyi 7'de uyandırırız.",
        "Кошка спит на коврике. Сейчас 3 часа, а в 7 мы разбудим кошку.",
        "Η γάτα κοιμάται στο χαλάκι. Είναι 3 η ώρα· στις 7 ξυπνάμε τη γάτα.",
        "החתול ישן על המחצלת. השעה 3, ובשעה 7 נעיר את החתול.",
        "القطة تنام على الحصيرة. الساعة ٣، وفي ٧ نوقظ القطة.",
        "बिल्ली चटाई पर सो रही है। अभी ३ बजे हैं, ७ बजे हम बिल्ली को जगाएँगे।",
        "แมวนอนบนเสื่อ ตอนนี้ ๓ โมง เราจะปลุกแมวตอน ๗ โมง",
        "猫在垫子上睡觉。现在三点,七点我们叫醒猫。",
        "猫はマットの上で寝ている。今は3時、7時に猫を起こす。",
        "고양이가 매트 위에서 잔다. 지금은 3시, 7시에 고양이를 깨운다.",
        "🐈💤 on 🧘: 👩‍👩‍👧 wakes the 🐈 at Ⅶ, ½ past, e\u0301 is not é, ﬁ is not fi. 𝟛 𐐷",
    ]
    return "".join(line + "\n" for line in lines) * 2


def whitespace():
    """All 25 scalars of White_Space and seven that look like it, in runs before words and ends."""
    spaces = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B)))
    spaces += "\u2028\u2029\u202f\u205f\u3000"
    assert len(spaces) == 25
    alike = "\x1c\x1d\x1e\x1f\u180e\u200b\ufeff"
    text = "".join(f"a{c}b{c}{c}c{c} {c}\n{c}12{c}{c}{c}!{c}" for c in spaces + alike)
    return text + "  indented\n    twice\n\tby a tab\n \n\n\n" * 4 + "   "


def specials():
    """The literal of the special token, whole and in pieces: ordinary text in a corpus."""
    return (
        "One.<|endoftext|>Two. <|endoftext|> <|endoftext|><|endoftext|>\n"
        "<|endof<|endoftext|>text|> <|ENDOFTEXT|> <|endoftext| > <||> endoftext\n"
    ) * 6


# name: the text (None: it is kept in the repository), its size, its origin, and the clauses it shows
GOLDENS = {
    "empty": (empty, 300, OWN, "FR-8 FR-11 FR-13 S15"),
    "minimum": (minimum, 256, OWN, "FR-9 FR-13"),
    "one-letter": (one_letter, 300, OWN, "FR-10c FR-11 S5 S7 S8"),
    "ties": (ties, 420, OWN, "FR-10b S6"),
    "overlaps": (overlaps, 300, OWN, "FR-10a FR-10c S5 S8"),
    "all-bytes": (all_bytes, 400, OWN, "FR-8 S1b S18"),
    "multilingual": (multilingual, 700, OWN, "FR-4 FR-6 FR-7 S2a S2b S3a"),
    "whitespace": (whitespace, 340, OWN, "FR-5 S2c S4a S4b"),
    "specials": (specials, 320, OWN, "FR-14 FR-15b"),
    "tinyshakespeare": (
        None,
        512,
        "public domain: plays of William Shakespeare, as collected by Andrej Karpathy for char-rnn",
        "FR-10a FR-12 FR-26 S15 GATE-2",
    ),
}


def digest(data):
    return hashlib.sha256(data).hexdigest()


def build(program, name):
    """The files of a golden, by name; an error if the witness disagrees."""
    make, vocab_size, origin, clauses = GOLDENS[name]
    folder = HERE / "golden" / name
    corpus = make().encode() if make else (folder / "corpus.txt").read_bytes()
    with tempfile.TemporaryDirectory() as directory:
        text, out = pathlib.Path(directory, "corpus.txt"), pathlib.Path(directory, "artifact.json")
        text.write_bytes(corpus)
        arguments = ["--vocab-size", str(vocab_size), "--output", out, "--reference"]
        subprocess.run(
            [program, "train", "--input", text, *arguments], check=True, capture_output=True
        )
        artifact = out.read_bytes()
        witness = subprocess.run(
            [sys.executable, HERE / "witness.py", text, str(vocab_size)],
            check=True,
            capture_output=True,
        ).stdout
    if witness != artifact:
        sys.exit(f"regen: {name}: witness.py writes other bytes")

    provenance = {
        "name": name,
        "corpus": {
            "bytes": len(corpus),
            "sha256": digest(corpus),
            "licence": origin,
            "made_by": f"{make.__name__}() of conformance/artifacts/goldens.py" if make else None,
        },
        "vocab_size": vocab_size,
        "artifact": {
            "bytes": len(artifact),
            "sha256": digest(artifact),
            "merges": len(json.loads(artifact)["merges"]),
            "command": "bpetite train --input corpus.txt "
            f"--vocab-size {vocab_size} --output artifact.json --reference",
        },
        "unicode_version": "16.0.0",
        "clauses": clauses.split(),
        "reproduced_by": "conformance/artifacts/witness.py with regex 2025.9.18: the same bytes",
    }
    text = json.dumps(provenance, indent=2) + "\n"
    return {"corpus.txt": corpus, "artifact.json": artifact, "provenance.json": text.encode()}


def difference(path, old, new):
    """What changes in a file, a line a merge or field; "" if nothing does."""
    if old == new:
        return ""
    lines = [
        text.decode(errors="backslashreplace").replace("],", "],\n").replace(",\"", ",\n\"").splitlines()
        for text in (old, new)
    ]
    return "\n".join(difflib.unified_diff(*lines, f"{path} (kept)", f"{path} (rebuilt)", "", "", 1, ""))


def main(program, write):
    changed = 0
    for name in GOLDENS:
        for file, new in build(program, name).items():
            path = HERE / "golden" / name / file
            shown = difference(path.relative_to(ROOT), path.read_bytes() if path.exists() else b"", new)
            if shown or not path.exists():
                changed += 1
                print(shown)
            if write and (shown or not path.exists()):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(new)
    unknown = {folder.name for folder in (HERE / "golden").iterdir()} - set(GOLDENS)
    print(f"regen: {len(GOLDENS)} goldens, {changed} files {'written' if write else 'differ'}")
    if unknown:
        sys.exit(f"regen: made by nothing here: {sorted(unknown)}")
    return 1 if changed and not write else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:] == ["--write"]))
