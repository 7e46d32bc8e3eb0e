"""Gives the merges of one artifact the cutting and the special tokens of another.

    vocabulary.py merges.json cutting.json PROFILE

Only the first three special tokens are kept. For llama3, a whole chunk that is a token is taken at
once, and the vocabulary gets two tokens that no merges make.
"""
import json
import sys

merges, cutting = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
for part in ("normalizer", "special_rule", "splits", "template"):
    merges[part] = cutting[part]
if sys.argv[3] == "llama3":
    merges["merging"]["whole_chunks"] = True
    for word in (b" zqxj", b" jxqz"):
        merges["vocab"][str(len(merges["vocab"]))] = list(word)
merges["added_tokens"] = [dict(token, id=len(merges["vocab"]) + i)
                          for i, token in enumerate(cutting["added_tokens"][:3])]
json.dump(merges, sys.stdout)
