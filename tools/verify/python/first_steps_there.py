"""The exports of first_steps.py give the same ids in the libraries that they are for.

    first_steps_there.py FOLDER
"""
import json
import pathlib
import sys

import tokenizers
import transformers


def main():
    folder = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(folder / "tiktoken"))
    from tokenizer import encoding  # the module that the export wrote

    of_transformers = transformers.AutoTokenizer.from_pretrained(str(folder / "hf"))
    of_tokenizers = tokenizers.Tokenizer.from_file(str(folder / "hf" / "tokenizer.json"))
    expected = json.loads((folder / "expected.json").read_text())
    for text, ids in expected:
        assert of_transformers.encode(text) == ids, ("transformers", text[:60])
        assert of_tokenizers.encode(text).ids == ids, ("tokenizers", text[:60])
        assert encoding.encode(text, allowed_special="all") == ids, ("tiktoken", text[:60])
    print(f"  {len(expected)} texts: the same ids in transformers, tokenizers and tiktoken")


if __name__ == "__main__":
    main()
