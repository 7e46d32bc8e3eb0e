"""The model that is exported, with what its rule for special tokens makes of texts."""
import json
import subprocess

from judge import Model, Refused


class Exported(Model):
    """A source, whose texts may spell special tokens where its rule lets them."""

    def __init__(self, run, program, source):
        super().__init__(run, source.path, *source.options)
        self.source = source
        shown = subprocess.run([program, "inspect", source.path, *source.arguments(), "--json"],
                               capture_output=True, text=True)
        if shown.returncode != 0:
            raise Refused(shown.stderr.strip())
        about = json.loads(shown.stdout)
        self.literals = [token["literal"] for token in about["added_tokens"]]
        self.choice = () if about["text_yields_special"] else ("specials=all",)
        self.finds_specials = about["text_yields_special"] or self.may_allow()

    def may_allow(self):
        """Whether the rule lets the caller allow special tokens."""
        try:
            super().ids("encode", [("", "a")], "specials=all")
        except Refused:
            self.choice = ()
            return False
        return True

    def ids(self, operation, given):
        """With special tokens, where the model ever finds them."""
        return super().ids(operation, given, *self.choice)

    def ordinary(self, given):
        return super().ids("encode", given, "specials=ordinary")

    def texts_alike(self, given):
        """Those of which a library that finds every special token gives the same."""
        if self.finds_specials or not self.literals:
            return given
        return [(kind, text) for kind, text in given
                if not any(literal in text for literal in self.literals)]
