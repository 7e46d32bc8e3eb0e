"""Makes Arrow arrays and streams of text without pyarrow, right ones and broken ones.

    Array.of(["ab", None, "cde"])                       validity 101, offsets 0 2 2 5, bytes "abcde"
    Array("u", 2, [None, pack("i", 0, 2, 1), b"ab"])    offsets that descend
    Stream([array, array])
"""
import ctypes
import struct

_number = ctypes.c_int64
_pointer = ctypes.c_void_p
_release_type = ctypes.CFUNCTYPE(None, _pointer)
_RELEASE = {"schema": 7 * 8, "array": 8 * 8, "stream": 3 * 8}  # where `release` stands


class _Schema(ctypes.Structure):
    _fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p),
                ("metadata", ctypes.c_char_p), ("flags", _number), ("n_children", _number),
                ("children", _pointer), ("dictionary", _pointer), ("release", _release_type),
                ("private_data", _pointer)]


class _Array(ctypes.Structure):
    _fields_ = [("length", _number), ("null_count", _number), ("offset", _number),
                ("n_buffers", _number), ("n_children", _number), ("buffers", _pointer),
                ("children", _pointer), ("dictionary", _pointer), ("release", _release_type),
                ("private_data", _pointer)]


_next_type = ctypes.CFUNCTYPE(ctypes.c_int, _pointer, _pointer)
_error_type = ctypes.CFUNCTYPE(_pointer, _pointer)


class _Stream(ctypes.Structure):
    _fields_ = [("get_schema", _next_type), ("get_next", _next_type),
                ("get_last_error", _error_type), ("release", _release_type),
                ("private_data", _pointer)]


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [_pointer, ctypes.c_char_p, _pointer]


def pack(code, *numbers):
    return struct.pack(f"={len(numbers)}{code}", *numbers)


class _Releases:
    """Counts calls of release, each of which makes that pointer null."""

    def __init__(self, kind):
        self.count = 0
        self.function = _release_type(self._release)
        self._place = _RELEASE[kind]

    def _release(self, address):
        self.count += 1
        ctypes.memset(address + self._place, 0, 8)


class Array:
    """An array with these buffers (bytes, or None for a null pointer). It views rows `offset` and
    `length` more."""

    def __init__(self, format, length, buffers, *, offset=0, dictionary=False, n_buffers=None):
        self.schema_releases, self.array_releases = _Releases("schema"), _Releases("array")
        self._kept = [ctypes.create_string_buffer(it, len(it)) if it else None for it in buffers]
        self._buffers = (_pointer * len(buffers))(*(it and ctypes.addressof(it) for it in
                                                    self._kept))
        self.schema = _Schema(format.encode(), b"", None, 0, 0, None, 1 if dictionary else None,
                              self.schema_releases.function, None)
        self.array = _Array(length, -1, offset,
                            len(buffers) if n_buffers is None else n_buffers, 0,
                            ctypes.addressof(self._buffers), None, None,
                            self.array_releases.function, None)

    @classmethod
    def of(cls, texts, format="u", *, offset=0, length=None):
        """An array of str, bytes and None, or a slice of it."""
        given = [it.encode() if isinstance(it, str) else it for it in texts]
        length = len(given) - offset if length is None else length
        bits = sum((it is not None) << i for i, it in enumerate(given))
        validity = bits.to_bytes(len(given) // 8 + 1, "little") if None in given else None
        found = [it or b"" for it in given]
        joined = b"".join(found)
        if format.startswith("v"):
            # Each text that is longer than 12 bytes is in a buffer of its own.
            long = [it for it in found if len(it) > 12]
            views = b"".join(
                pack("i", len(it)) + (it.ljust(12, b"\0") if len(it) <= 12 else
                                      it[:4] + pack("i", long.index(it), 0)) for it in found)
            sizes = pack("q", *map(len, long))
            return cls(format, length, [validity, views, *long, sizes or None], offset=offset)
        ends = [sum(map(len, found[:i])) for i in range(len(found) + 1)]
        return cls(format, length,
                   [validity, pack("q" if format in "UZ" else "i", *ends), joined or None],
                   offset=offset)

    def __arrow_c_array__(self, requested_schema=None):
        return (_new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
                _new_capsule(ctypes.addressof(self.array), b"arrow_array", None))


class Stream:
    """A stream of arrays. After them it ends, or fails."""

    def __init__(self, arrays, *, format=None, failure=None):
        self._arrays = arrays
        self._left = iter(arrays)
        self._format = format or (arrays[0].schema.format.decode() if arrays else "u")
        self._failure = failure and ctypes.create_string_buffer(failure.encode())
        self.releases = _Releases("stream")
        self._schema = Array(self._format, 0, [])
        self._stream = _Stream(
            _next_type(self._get_schema), _next_type(self._get_next),
            _error_type(lambda _: self._failure and ctypes.addressof(self._failure)),
            self.releases.function, None)

    def _get_schema(self, _, out):
        ctypes.memmove(out, ctypes.addressof(self._schema.schema), ctypes.sizeof(_Schema))
        return 0

    def _get_next(self, _, out):
        array = next(self._left, None)
        if array is None and self._failure:
            return 5
        if array is None:
            ctypes.memset(out, 0, ctypes.sizeof(_Array))
        else:
            ctypes.memmove(out, ctypes.addressof(array.array), ctypes.sizeof(_Array))
        return 0

    @property
    def are_released(self):
        """Whether what the stream gave was released, each once."""
        return (self._schema.schema_releases.count == 1
                and all(array.array_releases.count == 1 for array in self._arrays))

    def __arrow_c_stream__(self, requested_schema=None):
        return _new_capsule(ctypes.addressof(self._stream), b"arrow_array_stream", None)
