"""Complex functions that StableHLO's test data lacks: cube roots, powers and arc tangents of two arguments, by long double numpy."""
import numpy as np

from module_text import module, type_of, write

POINTS = np.array([1, -1, 1j, -1j, 0.5 + 0.25j, -3 + 2j, -3 - 2j, 8, 1e-3 + 4j, -7 - 0.5j, 2 + 1e-6j, -2 + 1e-6j, 1e5 - 3e4j, 1e-5 + 2e-5j])


def parts(op, inputs, exact, dtype, ulps, modulus=True):
    """Parts are close in units of the modulus: the expected number rounded, and what is got within `ulps` units of the modulus of it."""
    real = np.float32 if dtype == np.complex64 else np.float64
    given = {f"z{k}": a.astype(dtype) for k, a in enumerate(inputs)}
    exact = np.asarray(exact, np.clongdouble)
    z = type_of(exact.astype(dtype))
    part = z.replace("complex<f32>", "f32").replace("complex<f64>", "f64")
    scale = 1 / np.maximum(np.abs(exact), np.finfo(real).tiny)
    body = (f"%w = stablehlo.{op} {', '.join('%' + n for n in given)} : {z}\n"
            f"%re = stablehlo.real %w : ({z}) -> {part}\n%im = stablehlo.imag %w : ({z}) -> {part}\n"
            f"%a = stablehlo.multiply %re, %scale : {part}\n%b = stablehlo.multiply %im, %scale : {part}\n")
    close = ("expect_almost_eq", f"tolerance = {float(ulps * np.finfo(real).eps):.6e} : f64, ")
    scale = scale.astype(real)
    given["scale"] = scale
    return module(given, body, [("%a", (exact.real * scale).astype(real), *close), ("%b", (exact.imag * scale).astype(real), *close)])


def cbrt(dtype, points):
    z = points.astype(dtype).astype(np.clongdouble)
    r = np.cbrt(np.abs(z))
    angle = np.angle(z) / 3
    return parts("cbrt", [points], r * np.cos(angle) + 1j * (r * np.sin(angle)), dtype, 4)


def power(dtype, bases, exponents, ulps):
    a, b = (x.astype(dtype).astype(np.clongdouble) for x in (bases, exponents))
    return parts("power", [bases, exponents], np.exp(b * (np.log(np.abs(a)) + 1j * np.arctan2(a.imag, a.real))), dtype, ulps)


def atan2(dtype, ys, xs):
    y, x = (v.astype(dtype).astype(np.clongdouble) for v in (ys, xs))
    r = np.sqrt((x + 1j * y) * (x - 1j * y))
    right = (x * np.conj(r)).real >= 0
    w = np.where(right, y / np.where(right, r + x, 1), (r - x) / np.where(right, 1, y))
    # 2 atan w = i (log1p(-i w) - log1p(i w)), the logarithms by their parts, without cancellation near 1
    def log1p(v):
        return 0.5 * np.log1p(v.real * (2 + v.real) + v.imag * v.imag) + 1j * np.arctan2(v.imag, 1 + v.real)
    return parts("atan2", [ys, xs], 1j * (log1p(-1j * w) - log1p(1j * w)), dtype, 8)


def write_cases(folder):
    made = "made by tests/backend/vectors/cases_complex.py"
    large = np.array([1e300 + 1e299j, -1e-300 + 3e-301j, 1e200j, -1e-200])
    write(folder / "complex_cbrt.mlir", f"Cube roots of complex numbers, {made}", [
        cbrt(np.complex64, POINTS), cbrt(np.complex128, POINTS), cbrt(np.complex128, large)])
    exponents = np.array([2, 0.5, 1j, 1 + 1j, -2, 3 - 1j, 0.25j, 1 / 3, -1.5 + 0.5j, 2 - 2j, 5, 5, 0.5 - 0.25j, -0.75])
    write(folder / "complex_power.mlir", f"Powers of complex numbers, {made}", [power(np.complex64, POINTS, exponents, 4),
                                                                              power(np.complex128, POINTS, exponents, 40)])
    write(folder / "complex_atan2.mlir", f"Arc tangents of two complex arguments, {made}", [
        atan2(t, POINTS, np.roll(POINTS, 5)) for t in (np.complex64, np.complex128)] + [
        atan2(np.complex128, POINTS * 1e-9, POINTS[::-1]), atan2(np.complex128, large, large[[0, 1, 2, 3]] * (0.5 + 1e-3j))])
