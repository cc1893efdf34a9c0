# RUN: %python %s %tile_lib_dir %source_dir %t
#
# Whatever the bytes, the compiler answers with a module or with a diagnostic:
# at least 2,000 truncated and mutated sources go through the C interface in
# this one process (a crash ends it, and lit with it), and a sample through the
# tools, whose exit status is 0 or 1 and who leave no output behind a failure.
# The sources are the same on every host: the generator is SplitMix64.

import ctypes
import glob
import os
import re
import subprocess
import sys

LIBRARIES, SOURCES, TEMPORARY = sys.argv[1:4]
MUTANTS = 2400
RUNS = 40  # mutants that also go through each of the tools


class Random:
    """SplitMix64, as in Tile/Execution/Array.h."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    def below(self, limit):
        return self.next() % max(limit, 1)

    def choose(self, items):
        return items[self.below(len(items))]


class Diagnostic(ctypes.Structure):
    pass


Diagnostic._fields_ = [
    ("message", ctypes.c_char_p),
    ("file", ctypes.c_char_p),
    ("line", ctypes.c_int32),
    ("column", ctypes.c_int32),
    ("severity", ctypes.c_int32),
    ("num_notes", ctypes.c_int32),
    ("notes", ctypes.POINTER(Diagnostic)),
]


class Bytes(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def load_library():
    library = ctypes.CDLL(os.path.join(LIBRARIES, "libTile.so"))
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    signatures = {
        "tile_context_create": (pointer, [ctypes.c_int32]),
        "tile_context_destroy": (None, [pointer]),
        "tile_parse": (pointer, [pointer, text, ctypes.c_size_t, text]),
        "tile_module_destroy": (None, [pointer]),
        "tile_emit": (
            ctypes.c_int32,
            [pointer, text, text, ctypes.POINTER(Bytes)],
        ),
        "tile_bytes_free": (None, [ctypes.POINTER(Bytes)]),
        "tile_diagnostic": (
            ctypes.POINTER(Diagnostic),
            [pointer, ctypes.c_int32],
        ),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def load_corpus():
    """The sources of examples and tests, one chunk of a split file each."""
    corpus = []
    for pattern in ["examples/*.mlir", "test/Dialect/**/*.mlir",
                    "test/tools/**/*.mlir"]:
        for path in sorted(glob.glob(os.path.join(SOURCES, pattern),
                                     recursive=True)):
            with open(path, "rb") as file:
                for chunk in file.read().split(b"// -----"):
                    # Commands and expectations are not part of the program.
                    lines = [line for line in chunk.split(b"\n")
                             if not line.lstrip().startswith(b"//")]
                    chunk = b"\n".join(lines)
                    if 20 < len(chunk) < 20000:
                        corpus.append(chunk)
    return corpus


NUMBERS = [b"0", b"-1", b"1", b"3", b"7", b"2147483648", b"4294967296",
           b"9223372036854775807", b"-9223372036854775808",
           b"99999999999999999999", b"1e400", b"0x7FC00000", b"?"]
TOKEN = re.compile(rb"[!#%@^]?[A-Za-z_][\w.$]*|-?\d+(?:\.\d+)?|\S")


def is_alike(a, b):
    """Whether tokens that begin with these bytes are of one kind."""
    return a == b or (a.isdigit() and b.isdigit()) or (a.isalpha() and b.isalpha())


def mutate(source, corpus, random):
    kind = random.below(10)
    at = random.below(len(source))
    end = min(len(source), at + 1 + random.below(40))
    tokens = [match.span() for match in TOKEN.finditer(source)]
    begin_token, end_token = random.choose(tokens)
    if kind == 0:  # truncate
        return source[:at]
    if kind == 1:  # delete a span
        return source[:at] + source[end:]
    if kind == 2:  # repeat a span
        return source[:end] + source[at:]
    if kind == 3:  # one byte
        return source[:at] + bytes([random.below(256)]) + source[at + 1:]
    if kind == 4:  # delete a token
        return source[:begin_token] + source[end_token:]
    if kind in (5, 6):  # a token of this or another source, mostly of its kind
        other = source if kind == 5 else random.choose(corpus)
        words = TOKEN.findall(other)
        first = source[begin_token:begin_token + 1]
        alike = [word for word in words if is_alike(word[:1], first)]
        word = random.choose(alike if alike and random.below(4) else words)
        return source[:begin_token] + word + source[end_token:]
    if kind == 7:  # an extreme number
        numbers = [match.span() for match in re.finditer(rb"\d+", source)]
        if not numbers:
            return source[:at]
        begin, stop = random.choose(numbers)
        return source[:begin] + random.choose(NUMBERS) + source[stop:]
    lines = source.split(b"\n")
    i, j = random.below(len(lines)), random.below(len(lines))
    if kind == 8:  # move a line
        lines.insert(j, lines.pop(i))
    else:  # repeat a line
        lines.insert(j, lines[i])
    return b"\n".join(lines)


def keep_valid(library, corpus):
    """Those sources that parse: many tests are about errors."""
    valid = []
    for source in corpus:
        context = library.tile_context_create(1)
        if library.tile_parse(context, source, len(source), b"seed.mlir"):
            valid.append(source)
        library.tile_context_destroy(context)
    return valid


def make_mutants(corpus, valid):
    random = Random(20240229)
    for number in range(MUTANTS):
        # A mutant of an invalid source seldom gets beyond the first error.
        source = random.choose(valid if random.below(4) else corpus)
        for _ in range(1 + random.below(2)):
            if source.strip():
                source = mutate(source, corpus, random)
        yield number, source


def expect_error(library, context, what):
    diagnostic = library.tile_diagnostic(context, 0)
    assert diagnostic, f"{what} failed without a diagnostic"
    index = 0
    while diagnostic:
        if diagnostic.contents.severity == 3:
            assert diagnostic.contents.message, f"{what}: empty message"
            return
        index += 1
        diagnostic = library.tile_diagnostic(context, index)
    raise AssertionError(f"{what} failed without an error")


def check_in_process(library, number, source):
    """Parses, and lowers what can be parsed. Returns what happened."""
    context = library.tile_context_create(1)
    module = library.tile_parse(context, source, len(source), b"mutant.mlir")
    outcome = "refused"
    if module:
        result = Bytes()
        # Code generation is the slow part; every eighth goes all the way.
        form = b"obj" if number % 8 == 0 else b"mlir-llvm"
        if library.tile_emit(module, form, b"x86-64-v3",
                             ctypes.byref(result)) == 0:
            outcome = "compiled"
            assert result.length
        else:
            outcome = "not lowered"
            expect_error(library, context, f"mutant {number}")
            assert not result.data
        library.tile_bytes_free(ctypes.byref(result))
    else:
        expect_error(library, context, f"mutant {number}")
    library.tile_context_destroy(context)
    return outcome


def check_tools(number, source):
    """Runs the tools on a file; each ends with 0 or 1, and with 1 nothing is
    written."""
    path = f"{TEMPORARY}.mlir"
    output = f"{TEMPORARY}.out"
    with open(path, "wb") as file:
        file.write(source)
    commands = [
        ["tile-opt", path, "-canonicalize", "-o", output],
        ["tilec", path, "--target=x86-64-v3", "--emit=asm", "-o", output],
        ["tile-run", path, "--on=interpreter", "--max-steps=1000000",
         "--arg=4x4:random", f"--out=0:{output}"],
    ]
    for command in commands:
        if os.path.exists(output):
            os.remove(output)
        done = subprocess.run(command, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=120)
        what = f"mutant {number}, kept in {path}: {' '.join(command)}"
        assert done.returncode in (0, 1), f"{what}: {done.returncode}"
        if done.returncode == 1:
            assert b"error:" in done.stderr, f"{what}: no diagnostic"
            assert not os.path.exists(output), f"{what}: left an output"
    left = glob.glob(f"{TEMPORARY}.*tmp")
    assert not left, f"mutant {number}: temporary files left: {left}"


def main():
    corpus = load_corpus()
    assert len(corpus) > 10, "no sources found"
    library = load_library()
    outcomes = {}
    for number, source in make_mutants(corpus, keep_valid(library, corpus)):
        # Kept until the next one, for whoever looks into a crash.
        with open(f"{TEMPORARY}.last", "wb") as file:
            file.write(source)
        outcome = check_in_process(library, number, source)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        if number % (MUTANTS // RUNS) == 0:
            check_tools(number, source)
    print(outcomes)
    # The mutants must not all die in the lexer.
    assert outcomes.get("refused", 0) > MUTANTS // 10
    assert outcomes.get("compiled", 0) > MUTANTS // 50


main()
