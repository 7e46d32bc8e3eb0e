"""Builds the program with a defect, for tools/defects.

A copy of the tree (`lay_tree`, `configure`) is built once without a defect. Each defect that is
tried gets a copy of this build, of hard links. The objects that the defect changes are compiled and
put into this copy, which is linked; after the tests the old objects are put back, and another
defect can get the copy. So a defect needs only the compilation of the files that it changes, and
several defects are tried at once.

    stage = Stage(0, ["bpetite_props"], jobs, tests_of)    some targets, and copies of their build
    stage.build()
    objects = stage.compile(defect)                        None if it does not compile
    with stage.with_defect(defect, objects) as build:      the folder of a build with the defect
"""

import contextlib
import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import threading

import defect_list

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "defects"
TREE = WORK / "tree"
CLEAN = TREE / "build" / "dev"

# The files from which the programs are built and which they read. Others change no result.
BUILT = ("CMakeLists.txt", "CMakePresets.json", "README.md", "cmake", "conformance", "fuzz",
         "props", "spec/[0-9]*.md", "src", "tools/CMakeLists.txt", "tools/*.py", "tools/*.txt",
         "tools/*/*")


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
    for copy in CLEAN.parent.glob("[0-9]*"):  # of an earlier run
        shutil.rmtree(copy)
    options = ["-DBPETITE_TESTS_ALONE=ON", "-DCMAKE_CXX_FLAGS_DEBUG="]
    # A faster linker is used if it is installed. It gives the same programs.
    options += [f"-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld={name}"
                for name in ("lld", "gold") if shutil.which(f"ld.{name}")][:1]
    if shutil.which("ccache"):
        options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    with open(WORK / "configure.log", "w", encoding="utf-8") as log:
        done = subprocess.run(["cmake", "--preset", "dev", *options], cwd=TREE, stdout=log,
                              stderr=log)
    if done.returncode != 0:
        sys.exit(f"defects: cmake failed, see {WORK}/configure.log")


def build(folder, targets, log, jobs=1):
    """Whether the targets build. The output is added to the file `log`."""
    with open(log, "a", encoding="utf-8") as out:
        return subprocess.run(["ninja", "-C", folder, f"-j{jobs}", *targets], stdout=out, stderr=out
                              ).returncode == 0


def ninja_says(*arguments):
    return subprocess.run(["ninja", "-C", CLEAN, "-t", *arguments], text=True, check=True,
                          stdout=subprocess.PIPE).stdout


# --- A defect in the build. ---

class Stage:
    """Some targets, built without a defect, and copies of this build for defects."""

    lock = threading.Lock()  # one thread at a time builds without a defect, or copies the build

    def __init__(self, number, targets, jobs, tests_of):
        self.number, self.targets, self.jobs, self.tests_of = number, targets, jobs, tests_of
        self.is_built = False
        self.copies, self.free = 0, []

    def build(self):
        """Builds the targets, once. `clean` is a copy that stays without a defect."""
        with self.lock:
            if self.is_built:
                return
            log = WORK / "build.log"
            log.unlink(missing_ok=True)
            if not build(CLEAN, self.targets, log, self.jobs):
                sys.exit(f"defects: the tree does not build, see {log}")
            self._read_commands()
            self.clean = self._new_copy()
            self.tests = self.tests_of(self.clean, self.targets[0])
            self.is_built = True

    def _read_commands(self):
        lines = ninja_says("commands", *self.targets).splitlines()
        commands = [shlex.split(line) for line in lines if " -c " in line]
        self.commands = {command[command.index("-o") + 1]: command for command in commands}
        self.files = {}  # the files that each object depends on
        for block in ninja_says("deps").split("\n\n"):
            name, _, files = block.partition(": #deps")
            self.files[name.strip()] = {
                os.path.normpath(CLEAN / line.strip()) for line in files.splitlines()[1:]}

    def _new_copy(self):
        # The name is as long as "dev", so that paths in programs can be replaced.
        folder = CLEAN.with_name(f"{self.number}{self.copies:02}")
        self.copies += 1
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(CLEAN, folder, symlinks=True, copy_function=link_or_copy)
        use_programs_of(folder)
        return folder

    @contextlib.contextmanager
    def with_defect(self, defect, objects):
        """A copy with the objects of a defect in place of its own. None if it does not link."""
        with self.lock:
            folder = self.free.pop() if self.free else self._new_copy()
        put(folder, objects)
        try:
            is_linked = build(folder, self.targets, overlay_of(defect) / "log")
            use_programs_of(folder)
            yield folder if is_linked else None
        finally:
            put(folder, {name: CLEAN / name for name in objects})
            self.free.append(folder)

    def compile(self, defect):
        """Compiles the objects that a defect changes. Returns the compiled file of each object, or
        None if compiling fails. Those that an earlier stage compiled are not compiled again."""
        overlay = overlay_of(defect)
        for name, text in defect.changed(TREE).items():
            (overlay / name).parent.mkdir(parents=True, exist_ok=True)
            (overlay / name).write_text(text, encoding="utf-8")

        files = {str(TREE / name) for name in defect.files}
        made = {}
        for name in (n for n in self.commands if files & self.files.get(n, set())):
            made[name] = overlay / "objects" / name
            if not made[name].exists() and not self._compile_one(name, overlay):
                return None
        return made

    def _compile_one(self, name, overlay):
        command = list(self.commands[name])
        output = overlay / "objects" / name
        output.parent.mkdir(parents=True, exist_ok=True)
        for option, value in (("-o", output), ("-MF", overlay / "deps")):
            command[command.index(option) + 1] = str(value)
        source = overlay / pathlib.Path(command[-1]).relative_to(TREE)
        if source.exists():
            command[-1] = str(source)
        place = next(i for i, word in enumerate(command) if word.startswith("-I"))
        command[place:place] = [f"-I{overlay / folder}" for folder in ("props", "tools", "src")]
        with open(overlay / "log", "a", encoding="utf-8") as log:
            return subprocess.run(command, cwd=CLEAN, stdout=log, stderr=log).returncode == 0


def overlay_of(defect):
    """The folder for the changed files of a defect, its objects and its log."""
    return WORK / "mutants" / defect.name


def link_or_copy(source, target):
    """For copies of the build. Ninja and use_programs_of replace most files as a whole. Ninja adds
    to its own files, so these are copied."""
    if os.path.basename(source).startswith(".ninja"):
        shutil.copy2(source, target)
    else:
        os.link(source, target)


def use_programs_of(folder):
    """Some tests start other programs of the build, and know their paths. Replaces these paths by
    those of the copy. (Another program does it: a file that this one writes cannot be started while
    a thread starts a process.)"""
    clean = os.fsencode(f"{CLEAN}")
    programs = [*folder.glob("props/bpetite_*"), *folder.glob("tools/*/*/bpetite_*")]
    programs = [p for p in programs if p.is_file() and clean in p.read_bytes()]
    if programs:
        # A slash follows, or the zero byte that ends the path of the build itself.
        subprocess.run(["sed", "-i", rf"s|{CLEAN}\([/\x00]\)|{folder}\1|g", *programs], check=True,
                       env={**os.environ, "LC_ALL": "C"})


def put(folder, objects):
    """Puts objects into a copy. They get the times of the old ones, so that ninja does not compile
    them again. What is linked from them is removed, so that ninja links it again."""
    for name, file in objects.items():
        time_ns = (CLEAN / name).stat().st_mtime_ns
        os.utime(file, ns=(time_ns, time_ns))
        (folder / name).unlink()
        os.link(file, folder / name)
    is_output = False
    for line in ninja_says("query", *objects).splitlines():
        if line.startswith("    ") and is_output:
            (folder / line.strip()).unlink(missing_ok=True)
        elif not line.startswith("    "):
            is_output = line.strip() == "outputs:"
