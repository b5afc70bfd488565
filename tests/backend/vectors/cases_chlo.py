"""Forms of CHLO that broadcast by themselves, mulhi, scan, and constants, by numpy and exact integers."""
import numpy as np

from module_text import module, type_of, write


def numbers(shape, dtype, seed=0):
    r = np.random.default_rng(seed)
    if np.issubdtype(dtype, np.integer):
        info = np.iinfo(dtype)
        return r.integers(info.min, info.max, shape, dtype, endpoint=True)
    return r.uniform(-2, 2, shape).astype(dtype)


# The lower rank goes to the minor dimensions, or where broadcast_dimensions says.
def broadcasting(op, x, y, expected, criterion=(), attributes=""):
    body = f'%r = "chlo.{op}"(%x, %y) {{{attributes}}} : ({type_of(x)}, {type_of(y)}) -> {type_of(expected)}'
    return module({"x": x, "y": y}, body, [("%r", expected, *criterion)])


def bitwise(op, function):
    x, y, z = numbers((3, 4), np.int32), numbers((4,), np.int32, 1), numbers((3,), np.int32, 2)
    rows = "broadcast_dimensions = array<i64: 0>"
    return [broadcasting(op, x, y, function(x, y)), broadcasting(op, x, z, function(x, z[:, None]), attributes=rows),
            broadcasting(op, x[:, :1], x[:1], function(x[:, :1], x[:1]))]


def shifts(op, function):
    x, y = numbers((3, 4), np.int32), np.array([0, 1, 31, 40], np.int32)
    return [broadcasting(op, x, y, function(x, y))]


def arithmetic_shift(x, y):
    return x >> np.minimum(y, 31)


def logical_shift(x, y):
    return np.where(y > 31, 0, x.view(np.uint32) >> np.minimum(y, 31).astype(np.uint32)).astype(np.uint32).view(np.int32)


def next_after():
    x, y = np.array([[1.0, 0.0], [-3.5, np.inf]], np.float32), np.array([2.0, -1.0], np.float32)
    return [broadcasting("broadcast_next_after", x, y, np.nextafter(x, y))]


def complex_parts():
    x, y = numbers((2, 3), np.float32), numbers((3,), np.float32, 1)
    return [broadcasting("broadcast_complex", x, y, (x + 1j * y).astype(np.complex64))]


# zeta(x, q) for x = 2, 4: sums of fractions with the tail of Euler and Maclaurin, in f64.
def hurwitz(s, q, terms=40):
    total = sum((q + k) ** -s for k in range(terms))
    n = q + terms
    return total + n ** (1 - s) / (s - 1) + n ** -s / 2 + s * n ** (-s - 1) / 12 - s * (s + 1) * (s + 2) * n ** (-s - 3) / 720


def zeta():
    x, y = np.array([[2.0], [4.0]], np.float32), np.array([1.0, 2.5, 7.0], np.float32)
    expected = np.array([[hurwitz(float(s), float(q)) for q in y] for s in x[:, 0]]).astype(np.float32)
    return [broadcasting("broadcast_zeta", x, y, expected, ("expect_close", "max_ulp_difference = 4 : i64, "))]


# polygamma(n, x) = (-1)^(n + 1) n! zeta(n + 1, x)
def polygamma():
    x, y = np.array([[1.0], [3.0]], np.float32), np.array([1.0, 2.5, 7.0], np.float32)
    factor = {1.0: 1.0, 3.0: 6.0}
    expected = np.array([[factor[float(n)] * hurwitz(float(n) + 1, float(q)) for q in y] for n in x[:, 0]]).astype(np.float32)
    return [broadcasting("broadcast_polygamma", x, y, expected, ("expect_close", "max_ulp_difference = 8 : i64, "))]


def select():
    p, x, y = np.array([True, False, True]), numbers((2, 3), np.float32), numbers((), np.float32, 1)
    body = f'%r = "chlo.broadcast_select"(%p, %x, %y) : ({type_of(p)}, {type_of(x)}, {type_of(y)}) -> {type_of(x)}'
    return [module({"p": p, "x": x, "y": y}, body, [("%r", np.where(p, x, y))])]


def mulhi(dtype):
    bits = np.iinfo(dtype).bits
    x, y = numbers((24,), dtype), numbers((24,), dtype, 1)
    x[:4], y[:4] = [np.iinfo(dtype).min, np.iinfo(dtype).max, np.iinfo(dtype).max, 1], [np.iinfo(dtype).min, np.iinfo(dtype).max, 2, 1]
    expected = np.array([int(a) * int(b) >> bits for a, b in zip(x, y)], dtype)
    return module({"x": x, "y": y}, f"%r = chlo.mulhi %x, %y : ({type_of(x)}, {type_of(y)}) -> {type_of(expected)}", [("%r", expected)])


def constants():
    x = numbers((2, 3), np.float32)
    body = (f'%l = "chlo.constant_like"(%x) {{value = 2.5 : f32}} : ({type_of(x)}) -> {type_of(x)}\n'
            f'%c = chlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>\n'
            f'%b = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xf32>) -> {type_of(x)}\n'
            f"%s = stablehlo.multiply %x, %l : {type_of(x)}\n%r = stablehlo.multiply %s, %b : {type_of(x)}")
    return module({"x": x}, body, [("%r", x * np.float32(2.5) * np.array([1, 2, 3], np.float32))])


def scan(reverse, dimension):
    x, z = numbers((3, 4), np.int32), numbers((4 if dimension == 0 else 3,), np.int32, 1)
    with np.errstate(over="ignore"):
        order = np.flip(x, dimension) if reverse else x
        sums = np.cumsum(np.concatenate([np.expand_dims(z, dimension), order], dimension), dimension, dtype=np.int32)
    last = np.take(sums, -1, dimension)
    sums = np.delete(sums, 0, dimension)
    sums = np.flip(sums, dimension).copy() if reverse else sums
    row = type_of(z)
    body = f"""
%r:2 = chlo.scan(%x) inits(%z) dimension={dimension}{" attributes {is_reverse = true}" if reverse else ""} {{
^bb0(%a: {row}, %c: {row}):
  %s = stablehlo.add %a, %c : {row}
  stablehlo.return %s, %s : {row}, {row}
}} : ({type_of(x)}, {row}) -> ({type_of(x)}, {row})"""
    return module({"x": x, "z": z}, body, [("%r#0", sums), ("%r#1", last)])


# asin(z) = (atan2(re z, re w), ±im w)
def asin_kernel(dtype):
    z = np.array([0.5 + 0.25j, 3 - 2j, -1 + 1e-3j, 1e-3 + 4j, -7 - 0.5j], dtype)
    real = np.float32 if dtype == np.complex64 else np.float64
    sine = np.arcsin(z.astype(np.complex128))
    body = f"""
%w = chlo._asin_acos_kernel %z : {type_of(z)}
%re = stablehlo.real %z : ({type_of(z)}) -> {type_of(z.real)}
%wr = stablehlo.real %w : ({type_of(z)}) -> {type_of(z.real)}
%wi = stablehlo.imag %w : ({type_of(z)}) -> {type_of(z.real)}
%r = stablehlo.atan2 %re, %wr : {type_of(z.real)}"""
    close = ("expect_close", "max_ulp_difference = 6 : i64, ")
    return module({"z": z}, body, [("%r", sine.real.astype(real), *close), ("%wi", np.abs(sine.imag).astype(real), *close)])


def write_cases(folder):
    made = "made by tests/backend/vectors/cases_chlo.py"
    write(folder / "chlo_broadcasting.mlir", f"chlo.broadcast_*, {made}", [
        *bitwise("broadcast_or", np.bitwise_or), *bitwise("broadcast_xor", np.bitwise_xor),
        *shifts("broadcast_shift_right_arithmetic", arithmetic_shift), *shifts("broadcast_shift_right_logical", logical_shift),
        *next_after(), *complex_parts(), *zeta(), *polygamma(), *select()])
    write(folder / "mulhi.mlir", f"chlo.mulhi, {made}", [mulhi(t) for t in (np.int32, np.uint32, np.int64, np.uint64, np.int8, np.uint16)])
    write(folder / "chlo_constants.mlir", f"chlo.constant and constant_like, {made}", [constants()])
    write(folder / "scan.mlir", f"chlo.scan, {made}", [scan(r, d) for r in (False, True) for d in (0, 1)])
    write(folder / "asin_acos_kernel.mlir", f"chlo._asin_acos_kernel, {made}", [asin_kernel(np.complex64), asin_kernel(np.complex128)])
