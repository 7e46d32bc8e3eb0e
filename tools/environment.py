#!/usr/bin/env python3
"""Makes environments of Python with pinned packages (requirements.txt), for the scripts of the
project. Also has what these scripts share: the line that says what is skipped, and the option
--build, by which `built` finds the programs that a script runs.

    environment.enter("exchange", "tiktoken")              goes on in an environment that has these
                                                           groups of packages
    environment.skipped("o200k", "its file is not there")  SKIPPED o200k: its file is not there

    tools/environment.py GROUP...      makes an environment, and prints its Python
    tools/environment.py --print       prints the requirements of tools/setup, for pip

tools/check repeats each line that begins with SKIPPED. Shell scripts have environment.sh.
"""
import argparse
import fcntl
import os
import pathlib
import platform
import re
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
DATA = pathlib.Path(os.environ.get("BPETITE_DATA", ROOT / ".." / "shared" / "data")).resolve()
BUILD = ROOT / "build" / "verify"
# The groups that tools/setup puts into .venv. (transformers needs another regex than the witness.)
SETUP = ["clang", "regex", "jsonschema", "nanobind"]
GOLDEN = ROOT / "conformance" / "artifacts" / "golden"


def skipped(what, why):
    print(f"SKIPPED {what}: {why}", flush=True)


def parser(text):
    """Of the options that each script has."""
    made = argparse.ArgumentParser(description=text,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release",
                      help="the folder of a build (build/release)")
    return made


def built(options, *names):
    """The paths of programs of the build. The script ends if one is not there."""
    paths = [options.build.resolve() / name for name in names]
    for path in paths:
        if not path.exists():
            sys.exit(f"{path} is not built: build the preset release first")
    return paths[0] if len(paths) == 1 else paths


# --- Packages. ---

def requirements_of(groups):
    """The text that pip reads: of each package the version of the group that is named last."""
    chosen = {}
    written = (HERE / "requirements.txt").read_text()
    parts = re.split(r"(?m)^\[([\w-]+)(?:: ([\w -]+))?\]\n", written)
    known = {name: (others or "", text) for name, others, text in
             zip(parts[1::3], parts[2::3], parts[3::3])}

    def choose(group):
        others, text = known[group]
        for other in others.split():
            choose(other)
        for name, line in re.findall(r"(?m)^([a-z][\w.-]*)(==(?:.*\\\n)*.*)", text):
            chosen[name] = f"{name}{line}\n"

    for group in groups:
        choose(group)
    text = "".join(chosen.values())
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        # The digests of its wheels are not known.
        text = re.sub(r"(?: \\\n *)? --hash=\S+", "", text)
    return text


def python_of(groups):
    """The Python of the environment with these groups, which is made if it is not there. None: its
    packages cannot be installed."""
    if set(groups) <= set(SETUP) and (ROOT / ".venv/bin/python").exists():
        return ROOT / ".venv/bin/python"
    folder = BUILD / "-".join(groups)
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / "bin" / "python"
    wanted, installed = requirements_of(groups), folder / "installed.txt"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the stages of tools/check run at the same time
        if installed.exists() and installed.read_text() == wanted:
            return python
        venv.create(folder, with_pip=True, clear=False)
        (folder / "wanted.txt").write_text(wanted)
        checked = ["--require-hashes"] if "--hash" in wanted else []
        done = subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps",
                               "--disable-pip-version-check", *checked,
                               "-r", folder / "wanted.txt"])
        if done.returncode != 0:
            return None
        (folder / "wanted.txt").rename(installed)
    return python


def enter(name, *groups):
    """Returns inside the environment, at the second time. Ends the script if there is none."""
    if os.environ.get("BPETITE_ENVIRONMENT") == " ".join(groups):
        return
    python = python_of(groups)
    if python is None:
        skipped(name, "its libraries cannot be installed; nothing was compared")
        sys.exit(1)
    os.environ["BPETITE_ENVIRONMENT"] = " ".join(groups)
    os.execv(python, [str(python), "-B", *sys.argv])


def main(arguments):
    if arguments == ["--print"]:
        print(requirements_of(SETUP), end="")
        return 0
    python = python_of(arguments)
    if python is not None:
        print(python)
    return 0 if python is not None else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
