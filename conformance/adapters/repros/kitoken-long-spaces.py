# kitoken in a process of its own, since it ends the process.
import subprocess
import sys

code = """
import sys
from kitoken import Kitoken
print(len(Kitoken.from_tiktoken_file(sys.argv[1]).encode(" " * int(sys.argv[2]), True)))
"""
for count in (2**19, 2**20):
    done = subprocess.run([sys.executable, "-c", code, sys.argv[1], str(count)],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    print(count, done.stdout.strip(), "exit code", done.returncode)
