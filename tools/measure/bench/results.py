"""Keeps sections of measurements in RESULTS.md, and draws RESULTS.svg.

    results.keep("tools/measure/bench/run load", "2026-11-24, ...\\n\\n| library | ...")
"""
import pathlib

import picture

HERE = pathlib.Path(__file__).resolve().parent
HEAD = ("# Measurements\n\n"
        "Written by `tools/measure/bench/run`, `tools/measure/scanner/run`,\n"
        "`tools/measure/threads/run`, `tools/measure/scale/growth`,\n"
        "`tools/measure/shards/run` and `tools/verify/cluster/run --speed`.\n\n"
        f"![{picture.ALT}](RESULTS.svg)\n")


def section(title, text):
    return f"## {title}\n\n{text.rstrip()}\n"


def keep(title, text):
    """Replaces the section of this command, or adds it as the last one."""
    path = HERE / "RESULTS.md"
    old = path.read_text().split("\n## ")[1:] if path.exists() else []
    kept = [f"## {it.rstrip()}\n" for it in old if not it.startswith(title + "\n")]
    path.write_text("\n".join([HEAD, *kept, section(title, text)]))
    (HERE / "RESULTS.svg").write_text(picture.drawn(path.read_text()))
