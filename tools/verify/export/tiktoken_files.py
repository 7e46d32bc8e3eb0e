"""Compares an exported rank file with tiktoken, by the `encoding` of the exported tokenizer.py."""
import importlib.util

from judge import Model, arrays


def hold(judge, run, model, given, folder):
    spec = importlib.util.spec_from_file_location("exported", folder / "tokenizer.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    encoding = module.encoding
    again = Model(run, folder, f"pattern={encoding._pat_str}")
    texts = [text for _, text in given]

    ordinary = arrays(encoding.encode_ordinary_batch(texts, num_threads=2))
    judge.ids += sum(map(len, ordinary))
    judge.hold("as ordinary text", given, model.ordinary(given), ordinary)
    judge.hold("imported again", given, again.ids("encode", given), ordinary)
    if model.finds_specials:
        judge.hold("with special tokens", given, model.ids("encode", given),
                   arrays(encoding.encode_batch(texts, num_threads=2, allowed_special="all",
                                                disallowed_special=())))
