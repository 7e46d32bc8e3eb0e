"""Models a directory on a disk, and lists what a loss of power may leave of it.

The model is pessimistic. A change is pending until it is synchronised: the bytes of a file until
fsync of the file, the names until fsync of the directory. When the power fails, any part of the
pending changes may have reached the disk, in any order:

    names    each entry that was made or removed is there or not, independent of the others
    bytes    each write has arrived whole, or up to some byte, or not at all. The missing bytes are
             absent; or, if the file already has its new length, they are zeros

    disk = Disk({"t": "fold"})
    disk.create("t.tmp").write(0, "new")
    disk.rename("t.tmp", "t")
    disk.images()       {t: old}  {t: ""}  {t: "n"}  {t: "\\0\\0\\0"}  {t: old, t.tmp: new}  ...

An image has the content behind each name: "f" and the bytes of a file, "l" and the text of a link,
"d" for a directory. A byte is a character.
"""
import itertools

BLOCK = 4096
MOST_CUTS = 16   # of one write
MOST_NAMES = 10  # that are pending


class File:
    """A file, a link or a directory."""

    def __init__(self, kind, durable):
        self.kind, self.durable, self.pending = kind, durable, []

    def write(self, offset, text):
        self.pending.append((offset, text, False))

    def truncate(self, size):
        self.pending.append((size, "", True))

    def content(self):
        """As programs see it."""
        text = self.durable
        for change in self.pending:
            text = applied(text, *change)
        return text

    def sync(self):
        self.durable, self.pending = self.content(), []

    def after_crash(self):
        """Each content that may be found."""
        before = self.durable
        found = {before}
        for offset, text, truncates in self.pending:
            size = len(text)
            step = max(BLOCK, size // MOST_CUTS // BLOCK * BLOCK)
            for cut in {min(1, size), size - min(1, size), *range(0, size, step)}:
                for arrived in (text[:cut], text[:cut] + "\0" * (size - cut), "\0" * cut + text[cut:]):
                    found.add(applied(before, offset, arrived, truncates))
            before = applied(before, offset, text, truncates)
            found.add(before)
        return found


def applied(text, offset, new, truncates):
    """The text after a write, or after it was cut or lengthened to `offset`."""
    text = text.ljust(offset, "\0")
    return text[:offset] if truncates else text[:offset] + new + text[offset + len(new):]


class Disk:
    def __init__(self, image):
        """Everything in the image is durable."""
        self.names = {name: File(text[0], text[1:]) for name, text in image.items()}
        self.durable, self.pending = dict(self.names), []  # of the names

    def link_target(self, name):
        """The target of a link, or None."""
        file = self.names.get(name)
        return file.durable if file is not None and file.kind == "l" else None

    def create(self, name):
        self.change(name, File("f", ""))
        return self.names[name]

    def link(self, source, target):
        self.change(target, self.names[source])

    def unlink(self, name):
        self.change(name, None)

    def rename(self, source, target):
        """Two entries. Each may be on the disk without the other."""
        self.change(target, self.names[source])
        self.change(source, None)

    def change(self, name, file):
        self.pending.append((name, file))
        change(self.names, name, file)

    def sync(self):
        self.durable, self.pending = dict(self.names), []

    def images(self):
        """All images that may be found if the power fails now: each subset of the pending names with
        each content that the files may have. Two names of one file show the same content."""
        if len(self.pending) > MOST_NAMES:
            raise RuntimeError("too many pending names")
        found = set()
        for chosen in itertools.product((False, True), repeat=len(self.pending)):
            names = dict(self.durable)
            for is_there, (name, file) in zip(chosen, self.pending):
                if is_there:
                    change(names, name, file)
            files = list(dict.fromkeys(names.values()))
            for contents in itertools.product(*(file.after_crash() for file in files)):
                content_of = dict(zip(files, contents))
                found.add(frozenset((name, file.kind + content_of[file])
                                    for name, file in names.items()))
        return found


def change(names, name, file):
    if file is None:
        names.pop(name, None)
    else:
        names[name] = file
