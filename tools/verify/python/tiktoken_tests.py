"""tiktoken's own tests, on bpetite.tiktoken in its place.

    tiktoken_tests.run(python, folder)      whether all pass

They are those of its source package, which pip downloads into `folder`. A module `tiktoken` there
is bpetite.tiktoken, with the ranks of BPETITE_DATA (../shared/data). What needs the ranks of p50k,
which are not there, is left out, line by line, and listed.
"""
import os
import pathlib
import re
import subprocess
import tarfile

VERSION = "0.14.0"

# Takes the place of tiktoken for everything that imports it.
SHIM = """import pathlib

import bpetite.tiktoken
from bpetite.tiktoken import *  # noqa: F403

bpetite.tiktoken.rank_directory = {ranks!r}


def list_encoding_names():
    return [name for name in bpetite.tiktoken.list_encoding_names() if not name.startswith("p50k")]
"""
# A line that asks for an encoding with the ranks of p50k, and the one that uses it.
WITH_P50K = re.compile(r'.*(?:get_encoding\("p50k|encoding_for_model\("text-davinci).*\n.*\n')


def prepare(python, folder, ranks):
    """Lays out the tests, and returns what was left out."""
    subprocess.run([python, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", "tiktoken",
                    "-d", folder, f"tiktoken=={VERSION}"], check=True)
    with tarfile.open(folder / f"tiktoken-{VERSION}.tar.gz") as archive:
        members = [each for each in archive.getmembers() if "/tests/" in each.name]
        archive.extractall(folder, members)
    (folder / "place").mkdir(exist_ok=True)
    (folder / "place" / "tiktoken.py").write_text(SHIM.format(ranks=str(ranks)))
    left_out = []
    tests = folder / f"tiktoken-{VERSION}" / "tests"
    for file in sorted(tests.glob("test_*.py")):
        text = file.read_text()
        left_out += [f"{file.name}: {line.strip()}" for found in WITH_P50K.findall(text)
                     for line in found.splitlines()]
        file.write_text(WITH_P50K.sub("", text))
    return tests, left_out


def run(python, folder, ranks):
    """Whether all tests pass but those that are left out."""
    folder.mkdir(parents=True, exist_ok=True)
    tests, left_out = prepare(python, folder, ranks)
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests],
        env=dict(os.environ, PYTHONPATH=str(folder / "place")), cwd=folder)
    for line in left_out:
        print(f"  left out, for its ranks are not here: {line}")
    return done.returncode == 0
