# Defines three functions for shell scripts: `python_with` prints a Python with pinned packages,
# `skipped` says what is skipped, and `skip` says this and ends the script. A script reads this file
# from the root of the repository:
#
#   . tools/environment.sh
#   python=$(python_with regex) || skip oracle 'regex cannot be installed'
#   skipped library 'go is not installed; examples/go was not tried'

# Prints the Python of an environment with groups of requirements.txt.
python_with() { python3 tools/environment.py "$@"; }

# Says what is left out, and why. tools/check repeats such lines.
skipped() { echo "SKIPPED $1: $2"; }

# The same, and ends the script with a status, 1 if there is no third argument.
skip() {
  skipped "$1" "$2"
  exit "${3:-1}"
}
