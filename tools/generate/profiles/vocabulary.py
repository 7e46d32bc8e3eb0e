"""Gives the merges of one artifact the cutting and the special tokens of another.

    vocabulary.py merges.json cutting.json PROFILE

Of the special tokens the first three are taken. llama3 takes whole chunks that are tokens, and has
two that no merges make.
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
