"""The programs on the pages of the matrix: how each is installed and run, and where its files are
from.

conformance/adapters/programs.json lists them. A program calls a library without our adapter, and
reads its vocabulary from the paths that are its arguments. Its source is in
conformance/adapters/repros. tools/verify/pages runs them all as the pages say.
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "tools" / "verify")]

import packages  # noqa: E402
import vocabularies  # noqa: E402

ADAPTERS = pathlib.Path("conformance/adapters")
SOURCES = ADAPTERS / "repros"
KINDS = {"py": "python", "mjs": "javascript", "rs": "rust", "go": "go", "java": "java"}
OPENAI = "https://openaipublic.blob.core.windows.net/encodings/"


def programs():
    return json.loads((ADAPTERS / "programs.json").read_text())


def package_of(library):
    """What a library is called in the registry of its language, with its version."""
    entries = [*json.loads((ADAPTERS / "rows.json").read_text()),
               *json.loads((ADAPTERS / "libraries.json").read_text())]
    return next(it["package"] for it in entries
                if library in (it.get("library"), it.get("name")) and "package" in it)


def language_of(program):
    return KINDS[program["program"].rpartition(".")[2]]


def install_lines(program):
    """Shell commands that install the library into an empty directory."""
    package = package_of(program["library"])
    packages_to_install = " ".join([package, *program.get("with", [])])
    name, _, version = package.partition(" ")
    return {
        "python": [f"pip install {packages_to_install}"],
        "javascript": [f"npm install {packages_to_install}"],
        "rust": ["cargo init --quiet --name program", f"cargo add {name}@{version}"],
        "go": ["go mod init program", f"go get {name}@{version}", "go mod tidy"],
        "java": ["mvn dependency:copy-dependencies -DoutputDirectory=lib"],
    }[language_of(program)]


def run_line(program, paths):
    """The shell command that runs the program on these files."""
    words = " ".join(["", *map(str, paths)])
    file = program["program"]
    return {
        "python": f"python {file}{words}", "javascript": f"node {file}{words}",
        "rust": f"cp {file} src/main.rs && cargo run --quiet --{words}",
        "go": f"go run {file}{words}", "java": f"java -cp 'lib/*' {file}{words}",
    }[language_of(program)]


def pom(program):
    """The pom.xml of a Java program."""
    group, artifact, version = package_of(program["library"]).split(":")
    return ("<project><modelVersion>4.0.0</modelVersion>\n"
            "  <groupId>program</groupId><artifactId>program</artifactId><version>1</version>\n"
            f"  <dependencies><dependency><groupId>{group}</groupId>\n"
            f"    <artifactId>{artifact}</artifactId><version>{version}</version>\n"
            "  </dependency></dependencies></project>\n")


def file_name(name):
    """What a vocabulary file is called where it comes from."""
    if name in vocabularies.PACKED:
        return vocabularies.PACKED[name][1].rpartition("/")[2]
    return name


def origin(name):
    """Where a vocabulary file comes from."""
    file = f"`{file_name(name)}`"
    if name in vocabularies.PACKED:
        package = packages.PACKAGES[vocabularies.PACKED[name][0]]
        registry = "PyPI" if "==" in package.requirement else "npm"
        return f"{file} is in the package {package.requirement} ({registry})"
    if name in ("encoder.json", "vocab.bpe"):
        return f"{file} is OpenAI's, of GPT-2"
    return f"{file} is OpenAI's: {OPENAI}{name}"


def vocabulary_words(program):
    """Where the vocabulary of the program comes from."""
    if "vocabulary" in program:
        return program["vocabulary"]
    files = program.get("files", [])
    if not files:
        return "The package contains the vocabulary."
    return "; ".join(map(origin, files)) + "."
