# RUN: %python %s %S/Inputs %t
# RUN: %if x86-64 %{ %python %s %S/Inputs %t.least x86-64 %}
#
# Parallel nests: how indices follow the variables, conditions, loops and
# variables inside, extents that fill no vector, and accesses outside tensors.

import sys

sys.path.insert(0, sys.argv[1])
from tile_kernels import Folder, Random, function

folder = Folder(*sys.argv[2:])
random = Random(6)
F = "memref<?x?xf32>"
# Around one and two vectors of 8 and 16, and a prime.
WIDTHS = [0, 1, 7, 8, 9, 15, 16, 17, 33, 64, 101]


def check(body, parameters, arguments, setup="", grid="%c1", tolerance=0):
    folder.check(function(parameters, body, grid=grid, setup=setup), arguments, tolerance)


# Rows, columns and diagonals: strides of 1, n, n + 1, -1, 2, 0.
body = f"""    tile.parallel (%i, %j) in (%m, %n) {{
      %v = tile.load %x[%i, %j] : {F}
      %column = tile.load %x[%j, %i] : {F}
      %diagonal = tile.load %x[%j, %j] : {F}
      %left = arith.subi %n, %j : index
      %back = arith.subi %left, %c1 : index
      %mirrored = tile.load %x[%i, %back] : {F}
      %twice = arith.muli %j, %c2 : index
      %even = tile.load %x[%i, %twice] pad(7.0 : f32) : {F}
      %same = tile.load %x[%i, %c3] : {F}
      %before = arith.subi %j, %c5 : index
      %shifted = tile.load %x[%i, %before] pad(-3.0 : f32) : {F}
      %a = arith.addf %v, %column : f32
      %b = arith.subf %diagonal, %mirrored : f32
      %c = arith.mulf %even, %same : f32
      %d = arith.addf %a, %b : f32
      %e = arith.addf %c, %shifted : f32
      %f = arith.maxnumf %d, %e : f32
      tile.store %f, %y[%i, %j] : {F}
      tile.store %v, %z[%j, %i] : {F}
      tile.store %e, %w[%i, %twice] : {F}
    }}"""
setup = f"%m = memref.dim %x, %c0 : {F}\n  %n = memref.dim %x, %c1 : {F}"
for n in WIDTHS:
    check(body, [("x", F), ("y", F), ("z", F), ("w", F)],
          [f"5x{n}:random", f"5x{n}:nan", f"{n}x5:nan", f"5x{n}:nan"], setup)

# Conditions that follow the lane, a row, data; both branches; none; results of
# every width; divisions that only some lanes may do.
for dtype, constant in [("f32", "2.0"), ("f64", "2.0"), ("f16", "2.0"), ("bf16", "2.0"), ("f8E4M3FN", "2.0"),
                        ("i32", "2"), ("i64", "2"), ("i8", "2"), ("i4", "2"), ("i1", "true")]:
    T = f"memref<?x{dtype}>"
    two = f"arith.constant {constant} : {dtype}" if dtype != "i1" else "arith.constant true"
    body = f"""    %two = {two}
    tile.parallel (%i) in (%n) {{
      %v = tile.load %x[%i] : {T}
      %k = tile.load %p[%i] : memref<?xi32>
      %zero = arith.constant 0 : i32
      %positive = arith.cmpi sgt, %k, %zero : i32
      %chosen = scf.if %positive -> ({dtype}) {{
        %quotient = arith.divsi %k, %k : i32
        %at32 = arith.addi %k, %quotient : i32
        %at = arith.index_cast %at32 : i32 to index
        %u = tile.load %x[%at] : {T}
        scf.yield %u : {dtype}
      }} else {{
        %outer = arith.remui %i, %c3 : index
        %third = arith.cmpi eq, %outer, %c1 : index
        %inner = scf.if %third -> ({dtype}) {{
          tile.store %v, %z[%i] : {T}
          scf.yield %two : {dtype}
        }} else {{
          scf.yield %v : {dtype}
        }}
        scf.yield %inner : {dtype}
      }}
      %early = arith.cmpi ult, %i, %c5 : index
      %selected = arith.select %early, %chosen, %v : {dtype}
      tile.store %chosen, %y[%i] : {T}
      tile.store %selected, %w[%i] : {T}
    }}"""
    codes = [random.integer(-3, 45) for _ in range(53)]
    place = folder.array("i32", (53,), codes)
    values = "53:random" if dtype != "i4" else "53:randint:-8:7"
    check(body, [("x", T), ("p", "memref<?xi32>"), ("y", T), ("z", T), ("w", T)],
          [values, place, "53:zeros", "53:zeros", "53:zeros"], f"%n = memref.dim %x, %c0 : {T}")

# Serial loops with carried values, with bounds that the row decides, or each
# lane; variables of one iteration.
for dtype in ["f32", "bf16", "i32"]:
    T = f"memref<?x?x{dtype}>"
    add, zero = ("addi", "0") if dtype == "i32" else ("addf", "0.0")
    body = f"""    tile.parallel (%i, %j) in (%m, %n) {{
      %zero = arith.constant {zero} : {dtype}
      %var = tile.alloc : !tile.buffer<{dtype}, local>
      tile.store %zero, %var[] : !tile.buffer<{dtype}, local>
      %limit = arith.addi %i, %c2 : index
      %sum = scf.for %k = %c0 to %limit step %c1 iter_args(%s = %zero) -> ({dtype}) {{
        %at = arith.addi %j, %k : index
        %v = tile.load %x[%i, %at] : {T}
        %t = arith.{add} %s, %v : {dtype}
        %odd = arith.remui %j, %c2 : index
        %is = arith.cmpi eq, %odd, %c1 : index
        scf.if %is {{
          tile.store %t, %var[] : !tile.buffer<{dtype}, local>
        }}
        scf.yield %t : {dtype}
      }}
      %kept = tile.load %var[] : !tile.buffer<{dtype}, local>
      tile.store %sum, %y[%i, %j] : {T}
      tile.store %kept, %z[%i, %j] : {T}
      %own = scf.for %k = %c0 to %j step %c3 iter_args(%s = %zero) -> ({dtype}) {{
        %v = tile.load %x[%i, %k] : {T}
        %t = arith.{add} %s, %v : {dtype}
        scf.yield %t : {dtype}
      }}
      tile.store %own, %w[%i, %j] : {T}
    }}"""
    for n in [1, 8, 37]:
        check(body, [("x", T), ("y", T), ("z", T), ("w", T)], [f"4x{n}:random"] + [f"4x{n}:zeros"] * 3,
              f"%m = memref.dim %x, %c0 : {T}\n  %n = memref.dim %x, %c1 : {T}", tolerance=None)

# Quotients and remainders of variables; constants that vectors divide or not.
body = """    tile.parallel (%i, %j) in (3, 96) {
      %q1 = arith.divui %j, %c32 : index
      %r1 = arith.remui %j, %c32 : index
      %q2 = arith.divui %j, %c7 : index
      %r2 = arith.remui %j, %c7 : index
      %q3 = arith.floordivsi %j, %c8 : index
      %below = arith.subi %j, %c40 : index
      %q4 = arith.divsi %below, %c8 : index
      %r4 = arith.remsi %below, %c8 : index
      %q5 = arith.floordivsi %below, %c16 : index
      %q6 = arith.ceildivsi %below, %c5 : index
      %a = arith.addi %q1, %r1 : index
      %b = arith.muli %q2, %r2 : index
      %c = arith.addi %q3, %q4 : index
      %d = arith.subi %r4, %q5 : index
      %e = arith.addi %a, %b : index
      %f = arith.muli %c, %c7 : index
      %g = arith.addi %d, %q6 : index
      %h = arith.addi %e, %f : index
      %k = arith.addi %h, %g : index
      %v = arith.index_cast %k : index to i32
      tile.store %v, %y[%i, %j] : memref<3x96xi32>
      %x0 = tile.load %x[%q1, %r1] : memref<3x32xi32>
      %x1 = tile.load %x[%i, %r2] : memref<3x32xi32>
      %sum = arith.addi %x0, %x1 : i32
      tile.store %sum, %z[%i, %j] : memref<3x96xi32>
    }"""
check(body, [("x", "memref<3x32xi32>"), ("y", "memref<3x96xi32>"), ("z", "memref<3x96xi32>")],
      ["random", "zeros", "zeros"],
      "%c16 = arith.constant 16 : index\n %c32 = arith.constant 32 : index\n %c40 = arith.constant 40 : index")

# Strided tensors; windows of windows; three dimensions; blocks that overhang.
S = "memref<6x20x9xf32, strided<[1, 70, 7]>>"
check(f"""    %w = tile.slice %x[1 : 4, %block : 19, 0 : 9] : {S} -> !tile.buffer<4x19x9xf32, global>
    %u = tile.slice %w[0 : 4, 2 : 18, %c4] pad(5.0 : f32) : !tile.buffer<4x19x9xf32, global> -> !tile.buffer<4x18xf32, global>
    tile.parallel (%i, %j) in (4, 18) {{
      %v = tile.load %u[%i, %j] : !tile.buffer<4x18xf32, global>
      tile.store %v, %y[%block, %i, %j] : memref<3x4x18xf32>
    }}
    tile.parallel (%i, %j, %k) in (6, 1, 9) {{
      %v = tile.load %x[%i, %block, %k] : {S}
      %d = arith.addf %v, %v : f32
      tile.store %d, %z[%i, %block, %k] : {S}
    }}""", [("x", S), ("y", "memref<3x4x18xf32>"), ("z", S)], ["random", "nan", "zeros"], grid="%c3")

# Elementary functions: each within a few units in the last place.
names = ["exp", "exp2", "log", "log2", "log1p", "expm1", "sqrt", "rsqrt", "tanh", "sin", "cos", "erf", "absf",
         "floor", "ceil", "roundeven", "trunc", "atan", "cbrt"]
for dtype in ["f32", "f64", "f16", "bf16"]:
    T = f"memref<259x{dtype}>"
    lines = [f"      %r{n} = math.{name} %{'a' if name in ('log', 'log2', 'log1p', 'sqrt', 'rsqrt') else 'v'} : {dtype}\n"
             f"      tile.store %r{n}, %y{n}[%i] : {T}" for n, name in enumerate(names)]
    body = (f"    tile.parallel (%i) in (259) {{\n      %u = tile.load %x[%i] : {T}\n"
            f"      %scale = arith.constant 8.0 : {dtype}\n      %v = arith.mulf %u, %scale : {dtype}\n"
            f"      %a = math.absf %v : {dtype}\n" + "\n".join(lines) + "\n    }")
    tolerance = {"f32": 2e-6, "f64": 1e-14, "f16": 1e-3, "bf16": 8e-3}[dtype]
    check(body, [("x", T)] + [(f"y{n}", T) for n in range(len(names))], ["random"] + ["zeros"] * len(names),
          tolerance=tolerance)

folder.finish()
