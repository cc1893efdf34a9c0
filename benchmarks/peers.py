"""What the CPU kernels are measured against: OpenBLAS and a parallel memcpy."""

import ctypes
import os
import threading
from ctypes import c_char_p, c_double, c_float, c_int, c_void_p

ROW_MAJOR, NO_TRANSPOSE = 101, 111
# Kernels of OpenBLAS that use the widest vectors of a CPU, best first, with the
# feature that each needs.
FITTING_KERNELS = [("avx512f", "SkylakeX"), ("avx2", "Haswell")]
# What OpenBLAS falls back to on a CPU that is newer than itself.
UNFIT_KERNELS = {"Prescott", "Core2", "Generic", "Unknown"}


class OpenBLAS:
    """libopenblas, with the kernel that it selects for this CPU by itself.

    The environment variables that override the selection must be unset.
    """

    def __init__(self):
        self.c = ctypes.CDLL("libopenblas.so.0")
        self.c.openblas_get_corename.restype = c_char_p
        self.c.openblas_get_config.restype = c_char_p

    @property
    def kernel(self):
        return self.c.openblas_get_corename().decode()

    @property
    def version(self):
        return self.c.openblas_get_config().decode().split()[1]

    def bind_gemm(self, a, b, c):
        """A call that computes c = a @ b, all f32 or all f64, row-major."""
        m, k = a.shape
        n = b.shape[1]
        function, scalar = {
            "float32": (self.c.cblas_sgemm, c_float),
            "float64": (self.c.cblas_dgemm, c_double),
        }[str(a.dtype)]
        arguments = [
            c_int(ROW_MAJOR), c_int(NO_TRANSPOSE), c_int(NO_TRANSPOSE),
            c_int(m), c_int(n), c_int(k),
            scalar(1), c_void_p(a.ctypes.data), c_int(k),
            c_void_p(b.ctypes.data), c_int(n),
            scalar(0), c_void_p(c.ctypes.data), c_int(n),
        ]
        return lambda: function(*arguments)


def cpu_features():
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith(("flags", "Features")):
                return set(line.split(":")[1].split())
    return set()


def openblas_environment(threads, kernel=None):
    """The environment of a process that measures OpenBLAS."""
    environment = dict(os.environ, OPENBLAS_NUM_THREADS=str(threads))
    for name in ["OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "OMP_NUM_THREADS", "GOTO_NUM_THREADS"]:
        environment.pop(name, None)
    if kernel:
        environment["OPENBLAS_CORETYPE"] = kernel
    return environment


def better_kernel(selected):
    """The name of a kernel that fits this CPU, if OpenBLAS knows the CPU so
    little that it selected one without vectors; otherwise None."""
    if selected not in UNFIT_KERNELS:
        return None
    features = cpu_features()
    for feature, kernel in FITTING_KERNELS:
        if feature in features:
            return kernel
    return None


class ParallelMemcpy:
    """The C library's memcpy, one part for each thread."""

    # Copies between two meetings of the threads, so that the meeting is noise.
    COPIES = 4

    def __init__(self, destination, source, threads):
        memcpy = ctypes.CDLL(None).memcpy
        memcpy.argtypes = [c_void_p, c_void_p, ctypes.c_size_t]
        size = source.nbytes
        bounds = [size * i // threads // 64 * 64 for i in range(threads)] + [size]
        self.parts = [
            (destination.ctypes.data + begin, source.ctypes.data + begin, end - begin)
            for begin, end in zip(bounds, bounds[1:])
        ]
        self.memcpy = memcpy
        self.start = threading.Barrier(threads)
        self.stop = threading.Barrier(threads)
        for part in self.parts[1:]:
            threading.Thread(target=self._serve, args=(part,), daemon=True).start()

    def _copy(self, part):
        for _ in range(self.COPIES):
            self.memcpy(*part)

    def _serve(self, part):
        while True:
            self.start.wait()
            self._copy(part)
            self.stop.wait()

    def __call__(self):
        """Copies everything COPIES times."""
        self.start.wait()
        self._copy(self.parts[0])
        self.stop.wait()
