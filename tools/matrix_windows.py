"""Says which law of S64e windows break, if they end at other places than those of S64c.

    law_of({"id": "motion-windows-emoji", "got": "(0 4 4) (4 17 9)", ...})
                                          "windows have more ids than were asked for"

A library may choose other ends by its own definition. Even then, no window may have more ids than
were asked for, and the windows must have all of the text. If a library gives no place for a window,
the adapter makes it empty: (0 0 9).
"""
import functools
import json
import pathlib
import re

VECTORS = pathlib.Path("conformance/vectors/motion-windows.json")
OTHER_ENDS = "other ends; no window has too many ids, and no text is lost"


@functools.cache
def inputs():
    vectors = json.loads(VECTORS.read_text())["vectors"]
    return {it["id"]: it["input"] for it in vectors}


def law_of(failure):
    """The laws that the windows break, OTHER_ENDS, or nothing if there are no windows."""
    asked = inputs().get(failure["id"])
    windows = [tuple(map(int, numbers.split()))
               for numbers in re.findall(r"\((\d+ \d+ \d+)\)", failure["got"])]
    if not asked or not windows:
        return ""
    begins = [begin for begin, *_ in windows] + [len(asked["text_hex"]) // 2]
    ends = [0] + [end for _, end, _ in windows]
    broken = []
    if any(begin == end for begin, end, _ in windows):
        broken.append("windows are not found in the text")
    elif any(begin > end for begin, end in zip(begins, ends)):
        broken.append("text between windows is lost")
    if any(ids > asked["max_ids"] for *_, ids in windows):
        broken.append("windows have more ids than were asked for")
    return " and ".join(broken) or OTHER_ENDS
