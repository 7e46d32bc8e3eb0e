"""The library of a model as a program for `bpetite conform run --lines` (S72a).

    python3 lines.py cl100k           right
    python3 lines.py cl100k o200k     with the pattern of o200k
"""
import json
import sys

from models import MODELS

ids = MODELS[sys.argv[1]].witness(*(MODELS[name] for name in sys.argv[2:]))
for line in sys.stdin:
    print(json.dumps(list(ids(json.loads(line), "found"))))
