"""The C library of Tile through ctypes, as much of it as the benchmarks need.

`include/Tile/C.h` and `include/Tile/Runtime/KernelABI.h` are the reference.
"""

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_size_t, c_void_p

# TileDType
DTYPES = {"i8": 3, "i32": 5, "f16": 7, "bf16": 8, "f32": 10, "f64": 11}
TENSOR = 1
C_API_VERSION = 1


class TileTensor(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("rank", c_int32),
        ("dtype", c_int32),
    ]


class TileNumber(ctypes.Union):
    _fields_ = [("i", c_int64), ("f", c_double)]


class TileScalar(ctypes.Structure):
    _fields_ = [("value", TileNumber), ("dtype", c_int32)]


class TileArgValue(ctypes.Union):
    _fields_ = [("tensor", TileTensor), ("scalar", TileScalar)]


class TileArg(ctypes.Structure):
    _fields_ = [("kind", c_int32), ("value", TileArgValue)]


class TileStatus(ctypes.Structure):
    _fields_ = [("code", c_int32), ("message", ctypes.c_char * 512)]


class TileDiagnostic(ctypes.Structure):
    _fields_ = [
        ("message", c_char_p),
        ("file", c_char_p),
        ("line", c_int32),
        ("column", c_int32),
        ("severity", c_int32),
        ("num_notes", c_int32),
        ("notes", c_void_p),
    ]


def tensor_arg(array, dtype):
    """A NumPy array, row-major, as an argument with elements of type `dtype`."""
    assert array.flags.c_contiguous
    shape = (c_int64 * array.ndim)(*array.shape)
    argument = TileArg(kind=TENSOR)
    argument.value.tensor = TileTensor(
        array.ctypes.data, shape, None, array.ndim, DTYPES[dtype]
    )
    return argument


class Library:
    """libTile, opened from the folder of a build or an installation."""

    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        self.c.tile_context_create.restype = c_void_p
        self.c.tile_context_create.argtypes = [c_int32]
        self.c.tile_parse.restype = c_void_p
        self.c.tile_parse.argtypes = [c_void_p, c_char_p, c_size_t, c_char_p]
        self.c.tile_load.restype = c_void_p
        self.c.tile_load.argtypes = [c_void_p, c_char_p]
        self.c.tile_invoke.restype = c_int32
        self.c.tile_invoke.argtypes = [
            c_void_p, c_char_p, POINTER(TileArg), c_int32, POINTER(TileStatus),
        ]
        self.c.tile_diagnostic.restype = POINTER(TileDiagnostic)
        self.c.tile_diagnostic.argtypes = [c_void_p, c_int32]

    def load(self, source_path, target="native"):
        """Compiles a file of kernels and loads it; raises what the compiler said."""
        with open(source_path, "rb") as file:
            source = file.read()
        context = self.c.tile_context_create(C_API_VERSION)
        module = self.c.tile_parse(context, source, len(source), source_path.encode())
        library = module and self.c.tile_load(module, target.encode())
        if not library:
            raise RuntimeError(self._first_diagnostic(context))
        return library

    def _first_diagnostic(self, context):
        diagnostic = self.c.tile_diagnostic(context, 0)
        if not diagnostic:
            return "expected a diagnostic, got none"
        told = diagnostic.contents
        return f"{told.file.decode()}:{told.line}:{told.column}: {told.message.decode()}"

    def bind(self, library, kernel, arguments):
        """A call of one kernel with these arguments, without arguments itself."""
        packed = (TileArg * len(arguments))(*arguments)
        status = TileStatus()
        name = kernel.encode()

        def call():
            if self.c.tile_invoke(library, name, packed, len(packed), ctypes.byref(status)):
                raise RuntimeError(f"{kernel}: {status.message.decode()}")

        return call
