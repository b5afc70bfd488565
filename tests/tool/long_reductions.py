#!/usr/bin/env python3
"""Reductions, dots and convolutions longer than one launch or one block, bit for bit on the CPU (microcode and C) and on Vulkan.

usage: long_reductions.py --mote MOTE [--backends cpu,c,vulkan]

What is expected is computed here: from arithmetic where the order does not matter, else in the order of schema/SPEC.md section 5, written
from its text. Without a Vulkan device that backend is left out, and a line says so.
"""
import argparse
import array
import pathlib
import struct
import subprocess
import sys
import tempfile

CODES = {"f32": ("<f4", "f"), "f64": ("<f8", "d"), "i32": ("<i4", "i"), "ui32": ("<u4", "I"), "i64": ("<i8", "q"), "ui64": ("<u8", "Q"),
         "i8": ("|i1", "b"), "i1": ("|b1", "?")}


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]  # a sum or product of two f32 is rounded right through a double


def f16(x):
    return struct.unpack("<e", struct.pack("<e", x))[0]


def bf16(x):
    bits = struct.unpack("<I", struct.pack("<f", x))[0]
    return struct.unpack("<f", struct.pack("<I", (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000))[0]


# ---- SPEC.md section 5; elements and results are tuples of one value an operand of the reduction ----
def folded_block(f, elements):
    partials = list(elements[:32])
    for i in range(32, len(elements)):
        partials[i % 32] = f(partials[i % 32], elements[i])
    h = 16
    while h >= 1:
        for i in range(min(h, len(partials) - h)):
            partials[i] = f(partials[i], partials[i + h])
        del partials[h:]
        h //= 2
    return partials[0]


def runs(f, elements, length):
    partials = []
    for i, element in enumerate(elements):
        if i % length == 0:
            partials.append(element)
        else:
            partials[-1] = f(partials[-1], element)
    return partials


def run_block(f, elements):
    value, *others = runs(f, elements, 128)
    for partial in others:
        value = f(value, partial)
    return value


def long_reduction(f, init, elements, plain):
    assert len(elements) > 65536
    while len(elements) > 65536:
        block = folded_block if plain else run_block
        elements = [block(f, elements[at:at + 4096]) for at in range(0, len(elements), 4096)]
    if plain:
        return f(init, folded_block(f, elements))
    for partial in runs(f, elements, (len(elements) + 31) // 32):
        init = f(init, partial)
    return init


# ---- numbers that differ and repeat from run to run ----
class Random:
    def __init__(self, seed):
        self.state = seed

    def bits(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.state >> 33

    def real(self):  # in [-2, 2)
        return f32((self.bits() - 2**30) / 2**29)

    def short(self):  # a multiple of 1/256 in [-4, 4): products of two are exact
        return (self.bits() % 2048 - 1024) / 256


class Program:
    """A module's text with its inputs and what its outputs must be."""

    def __init__(self, folder, name):
        self.folder, self.name, self.inputs, self.lines, self.results = folder, name, [], [], []

    def save(self, kind, dims, values):
        path = self.folder / f"{self.name}_{len(self.inputs)}_{len(self.results)}_{kind}.npy"
        descr, code = CODES[kind]
        shape = "(" + "".join(f"{d}," for d in dims) + ")"
        text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}}}"
        text += " " * (-(len(text) + 11) % 64) + "\n"
        body = bytes(bool(v) for v in values) if kind == "i1" else array.array(code, values).tobytes()
        path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + body)
        return path

    def input(self, kind, dims, values):
        path = self.save(kind, dims, values)
        self.inputs.append((tensor(kind, dims), path))
        return f"%in{len(self.inputs) - 1}"

    def line(self, text):
        self.lines.append(text)

    def expect(self, value, kind, dims, values):
        self.results.append((value, tensor(kind, dims), self.save(kind, dims, values)))

    def constant(self, kind, text):
        name = f"%c{len(self.lines)}"
        self.line(f"{name} = stablehlo.constant dense<{text}> : tensor<{kind}>")
        return name

    def reduce(self, operands, inits, dims, over, body):
        """operands: [(value, kind)]; body(a, b): lines and the names of the results."""
        name, kinds = f"%r{len(self.lines)}", [kind for _, kind in operands]
        kept = [d for i, d in enumerate(dims) if i not in over]
        scalars, results = [tensor(k, []) for k in kinds], [tensor(k, kept) for k in kinds]
        a, b = [f"%a{k}" for k in range(len(kinds))], [f"%b{k}" for k in range(len(kinds))]
        lines, values = body(a, b)
        pairs = ", ".join(f"({v} init: {i})" for (v, _), i in zip(operands, inits))
        parameters = " ".join(f"({x}: {t}, {y}: {t})" for x, y, t in zip(a, b, scalars))
        types = ", ".join([tensor(k, dims) for k in kinds] + scalars)
        several = f":{len(kinds)}" if len(kinds) > 1 else ""
        self.line(f"{name}{several} = stablehlo.reduce{pairs} across dimensions = {list(over)} : ({types}) -> {listed(results)}")
        self.line(f"  reducer{parameters} {{")
        for text in lines:
            self.line("    " + text)
        self.line(f"    stablehlo.return {', '.join(values)} : {', '.join(scalars)}")
        self.line("  }")
        return [name] if len(kinds) == 1 else [f"{name}#{k}" for k in range(len(kinds))]

    def text(self):
        parameters = ", ".join(f"%in{i}: {t}" for i, (t, _) in enumerate(self.inputs))
        types = [t for _, t, _ in self.results]
        body = "\n".join("  " + line for line in self.lines)
        values = ", ".join(v for v, _, _ in self.results)
        return f"func.func @main({parameters}) -> ({', '.join(types)}) {{\n{body}\n  return {values} : {', '.join(types)}\n}}\n"

    def run(self, mote, backend):
        path = self.folder / f"{self.name}.mlir"
        path.write_text(self.text())
        command = [mote, "run", path, "--backend", "cpu" if backend == "c" else backend, "--no-fallback", "--tolerance", "exact"]
        command += ["--kernels", "c"] if backend == "c" else []
        for _, file in self.inputs:
            command += ["--input", file]
        for _, _, file in self.results:
            command += ["--expect", file]
        done = subprocess.run(command, capture_output=True, text=True)
        print(f"{self.name:16} {backend:7} {len(self.results):2} results {'same bits' if done.returncode == 0 else 'WRONG'}", flush=True)
        if done.returncode != 0:
            print("   ", "\n    ".join((done.stdout + done.stderr).strip().splitlines()[-6:]))
        return done.returncode == 0


def tensor(kind, dims):
    return f"tensor<{''.join(f'{d}x' for d in dims)}{kind}>"


def listed(types):
    return types[0] if len(types) == 1 else "(" + ", ".join(types) + ")"


def add_f32(a, b):
    return (f32(a[0] + b[0]),)


def plain(operation, kind):
    return lambda a, b: ([f"%v = stablehlo.{operation} {a[0]}, {b[0]} : {tensor(kind, [])}"], ["%v"])


# ---- the cases ----
def ones(folder):
    """A sum of n ones is n, around every length at which something changes."""
    p = Program(folder, "ones")
    one, zero = p.input("i32", [], [1]), p.constant("i32", "0")
    for n in (65535, 65536, 65537, 4096 * 17 - 1, 4096 * 17, 4096 * 17 + 1, 131070, 2097120, 4194304, 16777216):
        p.line(f"%x{n} = stablehlo.broadcast_in_dim {one}, dims = [] : (tensor<i32>) -> {tensor('i32', [n])}")
        p.expect(p.reduce([(f"%x{n}", "i32")], [zero], [n], [0], plain("add", "i32"))[0], "i32", [], [n])
    for n in (65535, 65536, 65537, 70000):  # of columns, and of a reduction that goes on in the same kernel
        p.line(f"%y{n} = stablehlo.broadcast_in_dim {one}, dims = [] : (tensor<i32>) -> {tensor('i32', [n, 3])}")
        p.expect(p.reduce([(f"%y{n}", "i32")], [zero], [n, 3], [0], plain("add", "i32"))[0], "i32", [3], [n] * 3)
    return p


def blocks(folder):
    """More than 65 536 blocks, so that the rule is applied to blocks again: the sum of n ones is n, the last of equals is the last."""
    p, n = Program(folder, "blocks"), 65537 * 4096 + 1
    one, zero = p.input("i32", [], [1]), p.constant("i32", "0")
    p.line(f"%x = stablehlo.broadcast_in_dim {one}, dims = [] : (tensor<i32>) -> {tensor('i32', [n])}")
    p.expect(p.reduce([("%x", "i32")], [zero], [n], [0], plain("add", "i32"))[0], "i32", [], [n])
    p.line(f"%where = stablehlo.iota dim = 0 : {tensor('i32', [n])}")
    got = p.reduce([("%x", "i32"), ("%where", "i32")], [zero, zero], [n], [0], lambda a, b: (
        [f"%ge = stablehlo.compare LE, {a[0]}, {b[0]} : (tensor<i32>, tensor<i32>) -> tensor<i1>",
         f"%value = stablehlo.select %ge, {b[0]}, {a[0]} : tensor<i1>, tensor<i32>",
         f"%index = stablehlo.select %ge, {b[1]}, {a[1]} : tensor<i1>, tensor<i32>"], ["%value", "%index"]))
    p.expect(got[1], "i32", [], [n - 1])
    return p


def floats(folder):
    """Sums, products, extremes in the stated order, in every float type; rows, columns, dimensions that are apart."""
    p, random = Program(folder, "floats"), Random(1)
    for n in (65537, 69632, 70001, 131072):
        x = [random.real() for _ in range(n)]
        value, init = p.input("f32", [n], x), p.constant("f32", "0.5")
        operations = {"add": add_f32}
        if n == 70001:
            operations.update(multiply=lambda a, b: (f32(a[0] * b[0]),), maximum=max, minimum=min)
        for operation, f in operations.items():
            got = p.reduce([(value, "f32")], [init], [n], [0], plain(operation, "f32"))[0]
            p.expect(got, "f32", [], long_reduction(f, (0.5,), [(v,) for v in x], True))
        if n != 70001:
            continue
        for kind, rounded in (("f16", f16), ("bf16", bf16), ("f64", float)):
            zero = p.constant(kind, "0.0")
            p.line(f"%{kind} = stablehlo.convert {value} : ({tensor('f32', [n])}) -> {tensor(kind, [n])}")
            total = p.reduce([(f"%{kind}", kind)], [zero], [n], [0], plain("add", kind))[0]
            want = long_reduction(lambda a, b: (rounded(a[0] + b[0]),), (0.0,), [(rounded(v),) for v in x], True)
            if kind == "f64":
                p.expect(total, "f64", [], want)
            else:
                p.line(f"%{kind}_sum = stablehlo.convert {total} : (tensor<{kind}>) -> tensor<f32>")
                p.expect(f"%{kind}_sum", "f32", [], want)
        three = p.reduce([(value, "f32")] * 3, [init] * 3, [n], [0], lambda a, b: (
            [f"%s = stablehlo.add {a[0]}, {b[0]} : tensor<f32>", f"%p = stablehlo.multiply {a[1]}, {b[1]} : tensor<f32>",
             f"%m = stablehlo.maximum {b[2]}, {a[2]} : tensor<f32>"], ["%s", "%p", "%m"]))
        together = lambda a, b: (f32(a[0] + b[0]), f32(a[1] * b[1]), max(a[2], b[2]))
        want = long_reduction(together, (0.5, 0.5, 0.5), [(v, v, v) for v in x], True)
        for k in range(3):
            p.expect(three[k], "f32", [], [want[k]])
    for dims, over in (((70001, 2), (0,)), ((2, 65600), (1,)), ((70, 2, 1001), (0, 2)), ((2, 65537, 1, 2), (1,)), ((257, 256), (0, 1))):
        count = 1
        for d in dims:
            count *= d
        x = [random.real() for _ in range(count)]
        groups = {}
        for at, v in enumerate(x):
            index, rest = [], at
            for d in reversed(dims):
                index.insert(0, rest % d)
                rest //= d
            groups.setdefault(tuple(i for k, i in enumerate(index) if k not in over), []).append((v,))
        value, init = p.input("f32", list(dims), x), p.constant("f32", "0.25")
        want = [long_reduction(add_f32, (0.25,), groups[key], True)[0] for key in sorted(groups)]
        got = p.reduce([(value, "f32")], [init], list(dims), list(over), plain("add", "f32"))[0]
        p.expect(got, "f32", [d for k, d in enumerate(dims) if k not in over], want)
    # What is reduced is computed on the way, the last block too.
    x = [random.real() for _ in range(66000)]
    value, zero = p.input("f32", [66000], x), p.constant("f32", "0.0")
    p.line(f"%squares = stablehlo.multiply {value}, {value} : tensor<66000xf32>")
    p.line("%less = stablehlo.subtract %squares, " + value + " : tensor<66000xf32>")
    p.expect(p.reduce([("%less", "f32")], [zero], [66000], [0], plain("add", "f32"))[0], "f32", [],
             long_reduction(add_f32, (0.0,), [(f32(f32(v * v) - v),) for v in x], True))
    return p


def integers(folder):
    """Integers and predicates: any order gives the same, so Python says what."""
    p, random = Program(folder, "integers"), Random(2)
    n = 70003
    for kind, bits, signed in (("i64", 64, True), ("ui64", 64, False), ("ui32", 32, False), ("i8", 8, True)):
        x = [(random.bits() << 40 | random.bits() << 20 | random.bits()) % 2**bits for _ in range(n)]
        number = lambda v: v - 2**bits if signed and v >= 2**(bits - 1) else v
        value, init = p.input(kind, [n], [number(v) for v in x]), p.constant(kind, "3")
        total, product, conjunction, disjunction, difference = 3, 3, 3, 3, 3
        for v in x:
            total, product = total + v, product * (v | 1) % 2**bits
            conjunction, disjunction, difference = conjunction & v, disjunction | v, difference ^ v
        p.line(f"%one_{kind} = stablehlo.constant dense<1> : {tensor(kind, [n])}")
        p.line(f"%odd_{kind} = stablehlo.or {value}, %one_{kind} : {tensor(kind, [n])}")
        for operation, operand, want in (
                ("add", value, number(total % 2**bits)), ("multiply", f"%odd_{kind}", number(product)), ("and", value, conjunction),
                ("or", value, number(disjunction)), ("xor", value, number(difference)), ("maximum", value, max(3, *map(number, x))),
                ("minimum", value, min(3, *map(number, x)))):
            p.expect(p.reduce([(operand, kind)], [init], [n], [0], plain(operation, kind))[0], kind, [], [want])
    flags = [random.bits() % 5 != 0 for _ in range(n)]
    for values in (flags, [True] * n, [False] * n):
        value, yes, no = p.input("i1", [n], values), p.constant("i1", "true"), p.constant("i1", "false")
        for operation, init, want in (("and", yes, all(values)), ("or", no, any(values)), ("xor", no, sum(values) % 2 == 1)):
            p.expect(p.reduce([(value, "i1")], [init], [n], [0], plain(operation, "i1"))[0], "i1", [], [want])
    empty = p.input("i32", [0, 70000], [])
    zero = p.constant("i32", "7")
    p.expect(p.reduce([(empty, "i32")], [zero], [0, 70000], [1], plain("add", "i32"))[0], "i32", [0], [])
    p.expect(p.reduce([(empty, "i32")], [zero], [0, 70000], [0], plain("add", "i32"))[0], "i32", [70000], [7] * 70000)
    return p


def arg_body(direction):
    """(value, index): the better value, the first of NaNs, the lower index of equals; as jax.numpy.argmax writes it."""
    def body(a, b):
        compare = "stablehlo.compare"
        return ([f"%better = {compare} {direction}, {a[0]}, {b[0]} : (tensor<f32>, tensor<f32>) -> tensor<i1>",
                 f"%nan = {compare} NE, {a[0]}, {a[0]} : (tensor<f32>, tensor<f32>) -> tensor<i1>",
                 "%take = stablehlo.or %better, %nan : tensor<i1>",
                 f"%equal = {compare} EQ, {a[0]}, {b[0]} : (tensor<f32>, tensor<f32>) -> tensor<i1>",
                 f"%lower = {compare} LT, {a[1]}, {b[1]} : (tensor<i32>, tensor<i32>) -> tensor<i1>",
                 "%tie = stablehlo.and %equal, %lower : tensor<i1>", "%keep = stablehlo.or %take, %tie : tensor<i1>",
                 f"%value = stablehlo.select %take, {a[0]}, {b[0]} : tensor<i1>, tensor<f32>",
                 f"%index = stablehlo.select %keep, {a[1]}, {b[1]} : tensor<i1>, tensor<i32>"], ["%value", "%index"])
    return body


def others(folder):
    """Reducers that are not plain: what they give does not depend on how long the reduction is, ties and NaNs included."""
    p, random = Program(folder, "others"), Random(3)
    nan = float("nan")
    for case, n in (("random", 70001), ("ties", 69632), ("ties", 200001), ("nans", 70001)):
        x = [random.real() if case == "random" else float(random.bits() % 9) for _ in range(n)]
        if case == "nans":
            for at in (40321, 12345, 69999):
                x[at] = nan
        value, tag = p.input("f32", [n], x), len(p.lines)
        p.line(f"%i{tag} = stablehlo.iota dim = 0 : {tensor('i32', [n])}")
        zero = p.constant("i32", "0")
        for direction, best, init in (("GT", max, "0xFF800000"), ("LT", min, "0x7F800000")):
            got = p.reduce([(value, "f32"), (f"%i{tag}", "i32")], [p.constant("f32", init), zero], [n], [0], arg_body(direction))
            at = 12345 if case == "nans" else x.index(best(x))
            p.expect(got[1], "i32", [], [at])
            if case != "nans":
                p.expect(got[0], "f32", [], [x[at]])
    # Along rows and columns, the last of equals: the sample of StableHLO's specification compares by GE.
    for dims, over in (((3, 66000), 1), ((66000, 3), 0)):
        rows = [[random.bits() % 50 for _ in range(66000)] for _ in range(3)]
        flat = [v for row in rows for v in row] if over == 1 else [rows[c][r] for r in range(66000) for c in range(3)]
        value, tag = p.input("i32", list(dims), flat), len(p.lines)
        p.line(f"%i{tag} = stablehlo.iota dim = {over} : {tensor('i32', dims)}")
        inits = [p.constant("i32", "-1"), p.constant("i32", "0")]
        got = p.reduce([(value, "i32"), (f"%i{tag}", "i32")], inits, list(dims), [over], lambda a, b: (
            [f"%ge = stablehlo.compare LE, {a[0]}, {b[0]} : (tensor<i32>, tensor<i32>) -> tensor<i1>",
             f"%value = stablehlo.select %ge, {b[0]}, {a[0]} : tensor<i1>, tensor<i32>",
             f"%index = stablehlo.select %ge, {b[1]}, {a[1]} : tensor<i1>, tensor<i32>"], ["%value", "%index"]))
        p.expect(got[1], "i32", [3], [65999 - row[::-1].index(max(row)) for row in rows])
    # x → a·x + b composed from left to right: associative, not commutative. Three values: the maximum, where, and how many.
    n = 70001
    a, b = [random.bits() | 1 for _ in range(n)], [random.bits() for _ in range(n)]
    one, zero = p.constant("ui32", "1"), p.constant("ui32", "0")
    got = p.reduce([(p.input("ui32", [n], a), "ui32"), (p.input("ui32", [n], b), "ui32")], [one, zero], [n], [0], lambda f, g: (
        [f"%a = stablehlo.multiply {f[0]}, {g[0]} : tensor<ui32>", f"%m = stablehlo.multiply {f[1]}, {g[0]} : tensor<ui32>",
         f"%b = stablehlo.add %m, {g[1]} : tensor<ui32>"], ["%a", "%b"]))
    scale, shift = 1, 0
    for u, v in zip(a, b):
        scale, shift = scale * u % 2**32, (shift * u + v) % 2**32
    p.expect(got[0], "ui32", [], [scale])
    p.expect(got[1], "ui32", [], [shift])
    x = [random.bits() % 1000 for _ in range(n)]
    value = p.input("i32", [n], x)
    p.line(f"%where = stablehlo.iota dim = 0 : {tensor('i32', [n])}")
    p.line(f"%each = stablehlo.constant dense<1> : {tensor('i32', [n])}")
    inits = [p.constant("i32", "-1"), p.constant("i32", "-1"), p.constant("i32", "0")]
    got = p.reduce([(value, "i32"), ("%where", "i32"), ("%each", "i32")], inits, [n], [0], lambda u, v: (
        [f"%gt = stablehlo.compare GT, {v[0]}, {u[0]} : (tensor<i32>, tensor<i32>) -> tensor<i1>",
         f"%eq = stablehlo.compare EQ, {v[0]}, {u[0]} : (tensor<i32>, tensor<i32>) -> tensor<i1>",
         f"%sum = stablehlo.add {u[2]}, {v[2]} : tensor<i32>",
         f"%m = stablehlo.select %gt, {v[0]}, {u[0]} : tensor<i1>, tensor<i32>",
         f"%w = stablehlo.select %gt, {v[1]}, {u[1]} : tensor<i1>, tensor<i32>",
         f"%c = stablehlo.select %gt, {v[2]}, {u[2]} : tensor<i1>, tensor<i32>",
         "%k = stablehlo.select %eq, %sum, %c : tensor<i1>, tensor<i32>"],
        ["%m", "%w", "%k"]))
    for k, want in enumerate((max(x), x.index(max(x)), x.count(max(x)))):
        p.expect(got[k], "i32", [], [want])
    # Not even associative: the order is what is stated. 18, 32, 33 and 49 blocks: partials of one value and of two.
    start = p.constant("f32", "2.0")
    for n in (70001, 131072, 131073, 200001):
        x = [random.real() for _ in range(n)]
        got = p.reduce([(p.input("f32", [n], x), "f32")], [start], [n], [0], lambda u, v: (
            ["%q = stablehlo.constant dense<0.75> : tensor<f32>", f"%s = stablehlo.multiply {u[0]}, %q : tensor<f32>",
             f"%t = stablehlo.add %s, {v[0]} : tensor<f32>"], ["%t"]))
        p.expect(got[0], "f32", [], long_reduction(lambda u, v: (f32(f32(u[0] * 0.75) + v[0]),), (2.0,), [(v,) for v in x], False))
    return p


def products(folder):
    """Dots and convolutions with long sums: ascending k, every sum rounded (products are exact, so fused or not is the same)."""
    p, random = Program(folder, "products"), Random(4)
    for k in (65535, 65536, 70000, 200000):
        x, y = [random.short() for _ in range(k)], [random.short() for _ in range(2 * k)]
        a, b = p.input("f32", [1, k], x), p.input("f32", [k, 2], y)
        types = f"({tensor('f32', [1, k])}, {tensor('f32', [k, 2])}) -> tensor<1x2xf32>"
        p.line(f"%d{k} = stablehlo.dot_general {a}, {b}, contracting_dims = [1] x [0] : {types}")
        p.line(f"%n{k} = stablehlo.negate %d{k} : tensor<1x2xf32>")
        want = []
        for column in range(2):
            total = 0.0
            for i in range(k):
                total = f32(total + x[i] * y[2 * i + column])
            want.append(-total)
        p.expect(f"%n{k}", "f32", [1, 2], want)
    # Several rows and columns in an invocation: the trips of a launch are those of the sum, whatever the tile. Small integers: exact.
    k, side = 70000, 64
    x, y = [(i + 2 * j) % 3 for i in range(side) for j in range(k)], [(i + j) % 4 for i in range(k) for j in range(side)]
    a, b = p.input("f32", [side, k], x), p.input("f32", [k, side], y)
    types = f"({tensor('f32', [side, k])}, {tensor('f32', [k, side])}) -> {tensor('f32', [side, side])}"
    p.line(f"%tiles = stablehlo.dot_general {a}, {b}, contracting_dims = [1] x [0] : {types}")
    sums = [[sum((i + 2 * at) % 3 * ((at + j) % 4) for at in range(k)) for j in range(4)] for i in range(3)]
    p.expect("%tiles", "f32", [side, side], [sums[i % 3][j % 4] for i in range(side) for j in range(side)])
    for kind, bits in (("i32", 32), ("i64", 64)):
        k = 70000
        x, y = [random.bits() - 2**30 for _ in range(k)], [random.bits() - 2**30 for _ in range(k)]
        a, b = p.input(kind, [k], x), p.input(kind, [k], y)
        types = f"({tensor(kind, [k])}, {tensor(kind, [k])}) -> tensor<{kind}>"
        p.line(f"%i{bits} = stablehlo.dot_general {a}, {b}, contracting_dims = [0] x [0] : {types}")
        total = sum(u * v for u, v in zip(x, y)) % 2**bits
        p.expect(f"%i{bits}", kind, [], [total - 2**bits if total >= 2**(bits - 1) else total])
    # Two contracted dimensions that lie apart: two loops.
    x, y = [random.short() for _ in range(300 * 300)], [random.short() for _ in range(300 * 300)]
    a, b = p.input("f32", [300, 1, 300], x), p.input("f32", [300, 300], y)
    types = "(tensor<300x1x300xf32>, tensor<300x300xf32>) -> tensor<1xf32>"
    p.line(f"%two = stablehlo.dot_general {a}, {b}, contracting_dims = [0, 2] x [1, 0] : {types}")
    total = 0.0
    for i in range(300):
        for j in range(300):
            total = f32(total + x[300 * i + j] * y[300 * j + i])
    p.expect("%two", "f32", [1], [total])
    for tag, (height, width, channels, kernel, pad) in {"channels": (1, 2, 40000, (1, 2), 1), "taps": (1, 300, 250, (1, 299), 149)}.items():
        x = [random.short() for _ in range(height * width * channels)]
        y = [random.short() for _ in range(kernel[1] * channels)]
        outs = width + 2 * pad - kernel[1] + 1
        a, b = p.input("f32", [1, height, width, channels], x), p.input("f32", [1, kernel[1], channels, 1], y)
        result = tensor("f32", [1, height, outs, 1])
        p.line(f"%{tag} = stablehlo.convolution({a}, {b}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
               f"window = {{pad = [[0, 0], [{pad}, {pad}]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
               f"({tensor('f32', [1, height, width, channels])}, {tensor('f32', [1, kernel[1], channels, 1])}) -> {result}")
        want = []
        for o in range(outs):
            total = 0.0
            for tap in range(kernel[1]):
                if not 0 <= o + tap - pad < width:
                    continue
                for c in range(channels):
                    total = f32(total + x[(o + tap - pad) * channels + c] * y[tap * channels + c])
            want.append(total)
            if tag == "taps" and o == 1:
                break  # two of them are enough to compute here
        if tag == "taps":
            p.line(f"%first = stablehlo.slice %{tag} [0:1, 0:1, 0:2, 0:1] : ({result}) -> tensor<1x1x2x1xf32>")
            p.expect("%first", "f32", [1, 1, 2, 1], want)
        else:
            p.expect(f"%{tag}", "f32", [1, height, outs, 1], want)
    # A window of 70 001 elements, padded with its init: sums of all elements but those pushed out.
    x = [random.bits() % 1000 for _ in range(70001)]
    value, seven = p.input("i32", [70001], x), p.constant("i32", "7")
    p.line(f'%window = "stablehlo.reduce_window"({value}, {seven}) ({{')
    p.line("^bb0(%u: tensor<i32>, %v: tensor<i32>):")
    p.line("  %w = stablehlo.add %u, %v : tensor<i32>")
    p.line("  stablehlo.return %w : tensor<i32>")
    p.line("}) {window_dimensions = array<i64: 70001>, padding = dense<[[2, 0]]> : tensor<1x2xi64>} : "
           "(tensor<70001xi32>, tensor<i32>) -> tensor<3xi32>")
    p.expect("%window", "i32", [3], [7 + 14 + sum(x[:-2]), 7 + 7 + sum(x[:-1]), 7 + sum(x)])
    return p


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mote", required=True)
    parser.add_argument("--backends", default="cpu,c,vulkan")
    arguments = parser.parse_args()
    backends, bad = arguments.backends.split(","), 0
    devices = subprocess.run([arguments.mote, "device"], capture_output=True, text=True)
    if "vulkan" in backends and "no Vulkan device" in devices.stdout + devices.stderr:
        print("no Vulkan device: that backend is left out")
        backends.remove("vulkan")
    with tempfile.TemporaryDirectory() as folder:
        for make in (ones, blocks, floats, integers, others, products):
            program = make(pathlib.Path(folder))
            bad += sum(not program.run(arguments.mote, backend) for backend in backends)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
