"""Continues a script in a virtual environment that has the libraries that it needs.

    enter("exchange", packages.FOLDER, HERE / "requirements.txt")
"""
import os
import subprocess
import sys
import venv


def enter(name, folder, requirements):
    """Returns inside it, at the second time. The environment is made if it is not there."""
    python = folder / "venv" / "bin" / "python"
    if os.environ.get("BPETITE_ENVIRONMENT") == str(python):
        return
    folder.mkdir(parents=True, exist_ok=True)
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
    done = subprocess.run([python, "-m", "pip", "install", "--quiet",
                           "--disable-pip-version-check", "-r", requirements], check=False)
    if done.returncode != 0:
        print(f"SKIPPED {name}: its libraries cannot be installed; nothing was compared")
        sys.exit(1)
    os.environ["BPETITE_ENVIRONMENT"] = str(python)
    os.execv(python, [str(python), *sys.argv])
