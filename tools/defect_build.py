"""Builds the program with a defect, for tools/defects.

A copy of the tree is built once. For each defect, the object files that it changes are compiled
in a folder of their own, several defects at a time. Then, one defect after the other, these objects
replace those of the build, which is linked and tested, and the old objects come back. So a defect
needs only the compilation of the files that it changes.
"""

import contextlib
import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

import defect_list

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "defects"
TREE = WORK / "tree"
BUILD = TREE / "build" / "dev"
SWAPPED = WORK / "swapped"  # lists the objects of a defect that are in the build now

# The files from which the programs are built and which they read. Others change no result.
BUILT = ("CMakeLists.txt", "CMakePresets.json", "README.md", "cmake", "conformance", "fuzz",
         "props", "spec/[0-9]*.md", "src", "tools/CMakeLists.txt", "tools/*/*")


def git(*arguments, cwd=ROOT):
    return subprocess.run(["git", *arguments], cwd=cwd, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


# --- The copy of the tree. ---

def lay_tree():
    """Brings the copy up to date, and returns its digest. It writes only files that differ, so that
    only these are built again. That holds also after a run that was stopped."""
    digest = hashlib.sha256()
    names = git("ls-files", "-co", "--exclude-standard", "-z", "--", *BUILT).split("\0")
    wanted = set()
    for name in sorted(n for n in names if n and not n.startswith(defect_list.FOLDER + "/")):
        source, copy = ROOT / name, TREE / name
        if not source.is_file():
            continue
        content = source.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
        wanted.add(copy)
        if not copy.is_file() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)
    for folder in ("src", "props", "tools"):
        for copy in (TREE / folder).rglob("*"):
            if copy.is_file() and copy not in wanted:
                copy.unlink()
    return digest.hexdigest()


def configure():
    # A faster linker is used if it is installed. It gives the same programs.
    linker = [f"-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld={name}"
              for name in ("lld", "gold") if shutil.which(f"ld.{name}")][:1]
    if shutil.which("ccache"):
        linker.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    with open(WORK / "configure.log", "w", encoding="utf-8") as log:
        done = subprocess.run(["cmake", "--preset", "dev", "-DBPETITE_TESTS_ALONE=ON", *linker],
                              cwd=TREE, stdout=log, stderr=log)
    if done.returncode != 0:
        sys.exit(f"defects: cmake failed, see {WORK}/configure.log")


def build(targets):
    """Whether the targets build. The output goes to build.log."""
    with open(WORK / "build.log", "w", encoding="utf-8") as log:
        return subprocess.run(["ninja", "-C", BUILD, *targets], stdout=log, stderr=log
                              ).returncode == 0


def ninja_says(*arguments):
    return subprocess.run(["ninja", "-C", BUILD, "-t", *arguments], text=True, check=True,
                          stdout=subprocess.PIPE).stdout


# --- A defect in the build. ---

class Objects:
    """The commands that compile the objects of some targets, and the files that each depends on."""

    def __init__(self, targets):
        lines = ninja_says("commands", *targets).splitlines()
        commands = [shlex.split(line) for line in lines if " -c " in line]
        self.commands = {command[command.index("-o") + 1]: command for command in commands}
        self.files = {}
        for block in ninja_says("deps").split("\n\n"):
            name, _, files = block.partition(": #deps")
            self.files[name.strip()] = {
                os.path.normpath(BUILD / line.strip()) for line in files.splitlines()[1:]}

    def changed_by(self, defect):
        files = {str(TREE / name) for name in defect.files}
        return [name for name in self.commands if files & self.files.get(name, set())]

    def compile(self, defect):
        """Compiles the objects that a defect changes. Returns (object, compiled file) of each, or
        None if compiling fails."""
        overlay = WORK / "mutants" / defect.name
        shutil.rmtree(overlay, ignore_errors=True)
        for name, text in defect.changed(TREE).items():
            (overlay / name).parent.mkdir(parents=True, exist_ok=True)
            (overlay / name).write_text(text, encoding="utf-8")

        made = []
        for number, name in enumerate(self.changed_by(defect)):
            command = list(self.commands[name])
            output = overlay / f"{number}.o"
            for option, value in (("-o", output), ("-MF", overlay / "deps")):
                command[command.index(option) + 1] = str(value)
            source = overlay / pathlib.Path(command[-1]).relative_to(TREE)
            if source.exists():
                command[-1] = str(source)
            place = next(i for i, word in enumerate(command) if word.startswith("-I"))
            command[place:place] = [f"-I{overlay / folder}" for folder in ("props", "tools", "src")]
            with open(overlay / "log", "a", encoding="utf-8") as log:
                if subprocess.run(command, cwd=BUILD, stdout=log, stderr=log).returncode != 0:
                    return None
            made.append((name, output))
        return made


def put(path, content, time_ns):
    path.write_bytes(content)
    os.utime(path, ns=(time_ns, time_ns))


def forget_outputs(names):
    """Removes the files that are linked from these objects, so that ninja links them again. The
    times of the objects would say that nothing changed."""
    for name in names:
        outputs = ninja_says("query", name).partition("outputs:")[2].split()
        for output in outputs:
            if (BUILD / output).is_file():
                (BUILD / output).unlink()


@contextlib.contextmanager
def in_the_build(objects):
    """Replaces objects of the build by these, and puts the old ones back at the end."""
    names = [name for name, _ in objects]
    kept = [(BUILD / name, (BUILD / name).read_bytes(), (BUILD / name).stat().st_mtime_ns)
            for name in names]
    SWAPPED.write_text("\n".join(names))
    try:
        for (path, _, time_ns), (_, made) in zip(kept, objects):
            put(path, made.read_bytes(), time_ns)
        forget_outputs(names)
        yield
    finally:
        for path, content, time_ns in kept:
            put(path, content, time_ns)
        forget_outputs(names)
        SWAPPED.unlink()


def forget_swapped():
    """Removes the objects of a defect that a killed run left in the build."""
    if SWAPPED.exists():
        for name in SWAPPED.read_text().splitlines():
            (BUILD / name).unlink(missing_ok=True)
        SWAPPED.unlink()
