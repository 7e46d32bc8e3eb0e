"""Takes the place of torch for the readers of Megatron and datatrove: what they call, with arrays
of NumPy in the place of tensors. Tests of their files need nothing of torch itself.

    sys.path.insert(0, "tools/verify/cluster/stand_in")
"""
import sys
import types

import numpy

Tensor = numpy.ndarray
int = numpy.int32  # noqa: A001
int64 = long = numpy.int64


class Dataset:
    pass


# torch.utils.data.Dataset, for both forms of import.
__path__: list = []
utils = types.ModuleType("torch.utils")
utils.data = types.ModuleType("torch.utils.data")
utils.data.Dataset = Dataset
sys.modules.update({"torch.utils": utils, "torch.utils.data": utils.data})

distributed = types.SimpleNamespace(is_initialized=lambda: False)


def as_tensor(values, dtype=None):
    return numpy.asarray(values, dtype)


tensor = as_tensor


def ones(*shape, dtype=None):
    return numpy.ones(shape, dtype)


def cat(arrays):
    return numpy.concatenate(arrays)


def cumsum(array, dim):
    return numpy.cumsum(array, axis=dim)
