"""A line for each case, for cases.py and shard_cases.py.

    case = Cases("faults")
    case("a flipped bit", lambda: None)     faults: a flipped bit: equal, 0 s
    sys.exit(case.status())                 0, since all cases were equal
"""
import sys
import time


class Cases:
    def __init__(self, group):
        self.group, self.are_equal = group, []

    def __call__(self, name, compare):
        """`compare` returns None if all is equal, or what differs."""
        began = time.monotonic()
        try:
            found = compare()
        except Exception as error:  # the other cases go on
            found = f"NOT RUN: {type(error).__name__}: {str(error).strip().splitlines()[-1:]}"
            print(f"{name}: {error}", file=sys.stderr)
        self._say(name, found, f", {time.monotonic() - began:.0f} s")

    def not_run(self, name, why):
        self._say(name, f"NOT RUN: {why}")

    def status(self):
        """The exit code: 1 if a case is not equal or did not run, or if there was no case."""
        sys.stdout.flush()
        return 0 if self.are_equal and all(self.are_equal) else 1

    def _say(self, name, found, end=""):
        self.are_equal.append(found is None)
        print(f"{self.group}: {name}: {found or 'equal'}{end}", flush=True)
