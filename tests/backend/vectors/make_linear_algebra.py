#!/usr/bin/env python3
"""Writes tests/backend/linear_algebra: functions of jax.numpy.linalg and jax.scipy.linalg as JAX lowers them, with matrices
made of a seed that run time gives, and with what there is to check of their results: residuals, at most ten times those of XLA (LAPACK),
and values that are unique, beside XLA's. Each program ends in one vector of such figures over what is allowed, so that up to 1 is right;
NaN is not.

usage: make_linear_algebra.py [FOLDER [PATTERN]]       needs JAX
"""
import functools
import pathlib
import re
import sys

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np
from module_text import dense, type_of

jax.config.update("jax_enable_x64", True)
CASES = {}


def case(file, platform="cpu"):
    def add(make):
        CASES.setdefault(file, []).append((make, platform))
        return make
    return add


def uniform(seed, salt, shape, dtype):
    """Numbers in [-0.5, 0.5): large matrices computed, the same bits everywhere, small ones given, times a 1 that nobody knows of."""
    if np.prod(shape) > 256:
        return computed(seed, salt, shape, dtype)
    bits = np.random.default_rng(salt).integers(0, 2**24, shape + (2,)).astype(np.float32) / 2**24 - 0.5
    numbers = bits[..., 0] + 1j * bits[..., 1] if np.issubdtype(dtype, np.complexfloating) else bits[..., 0]
    return jnp.asarray(numbers.astype(dtype)) * seed.astype(real_of(dtype)).astype(dtype)


@functools.partial(jax.jit, static_argnums=(2, 3))
def computed(seed, salt, shape, dtype):
    if np.issubdtype(dtype, np.complexfloating):
        part = np.float32 if dtype == np.complex64 else np.float64
        return jax.lax.complex(computed(seed, salt, shape, part), computed(seed, salt + np.uint32(1000), shape, part))
    bits = jax.lax.iota(jnp.uint32, int(np.prod(shape))) * np.uint32(2654435761) + seed + jnp.uint32(salt) * np.uint32(7919)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        bits = (bits ^ (bits >> np.uint32(shift))) * np.uint32(factor)
    return ((bits >> np.uint32(8)).astype(dtype) / dtype(2**24) - dtype(0.5)).reshape(shape)


def size(x):
    return jnp.max(jnp.abs(x)) if x.size else jnp.float32(0)


def h(x):
    return jnp.conj(jnp.swapaxes(x, -1, -2))


def product(a, b):
    return jnp.matmul(a, b, precision="highest")


def apart(got, expected):
    """How far two sets of numbers are apart, without an order."""
    distance = jnp.abs(got[..., :, None] - expected[..., None, :])
    return jnp.maximum(size(distance.min(-1)), size(distance.min(-2)))


def unit(q):
    return size(product(h(q), q) - jnp.eye(q.shape[-1], dtype=q.dtype))


def lower(make, platform, first):
    """The text of one case. run(seed) gives figures that shall be small and values that shall be XLA's; both may be ten times as far off as
    XLA is, or `floor` units of rounding."""
    seed, real = np.uint32(1), make["real"]
    expected = [np.asarray(v) for v in jax.jit(make["run"])(seed)[1]]

    def compare(seed, limits, *expected):
        figures, values = make["run"](seed)
        found = list(figures) + [make["how"](got, wanted) for got, wanted in zip(values, expected)]
        return jnp.stack([f.astype(real) for f in found]) / limits

    ones = np.ones(len(make["floor"]), real)
    by_xla = np.asarray(jax.jit(compare)(seed, ones, *expected))
    assert by_xla.shape == ones.shape, (by_xla.shape, ones.shape)
    assert np.all(np.isfinite(by_xla)), (make["name"], by_xla)
    floor = np.finfo(real).eps * np.asarray(make["floor"], np.float64)
    limits = np.maximum(10 * by_xla, floor).astype(real)
    inputs = [seed, limits, *expected]
    lowered = jax.jit(compare, keep_unused=True).trace(*inputs).lower(lowering_platforms=(platform,)).as_text()
    functions = lowered[lowered.index("{\n") + 2:lowered.rindex("}")]
    functions = functions.replace("func.func public @main", "func.func private @figures")
    functions = re.sub(r" \{jax\.result_info = [^}]*\}", "", functions)
    functions = re.sub(r", sdy\.sharding_rule = #sdy\.op_sharding_rule<.*?custom>", "", functions)
    functions = re.sub(r", output_operand_aliases = \[.*?\], (?=result_layouts)", ", ", functions)
    functions = re.sub(r"mhlo\.frontend_attributes = \{[^}]*\}, ", "", functions)
    if not first:  # layouts mean nothing here, which one program of a file shows
        functions = re.sub(r', operand_layouts = \[.*?\], result_layouts = \[.*?\](?=[,}])', "", functions)
    functions = re.sub(r"\n +", "\n", functions).replace(", precision = [HIGHEST, HIGHEST]", "").replace('backend_config = "", ', "")
    types = [type_of(np.asarray(i)) for i in inputs]
    lines = [f"// {make['name']}", "module {", f"  func.func private @inputs() -> ({', '.join(types)}) {{"]
    lines += [f"    %{k} = stablehlo.constant {dense(np.asarray(i))} : {t}" for k, (i, t) in enumerate(zip(inputs, types))]
    lines += ["    return " + ", ".join(f"%{k}" for k in range(len(inputs))) + " : " + ", ".join(types), "  }"]
    result = type_of(ones)
    lines += ["  func.func public @main() {", f"    %given:{len(inputs)} = call @inputs() : () -> ({', '.join(types)})",
              f"    %found = call @figures({', '.join(f'%given#{k}' for k in range(len(inputs)))}) : ({', '.join(types)}) -> {result}",
              f"    %zero = stablehlo.constant dense<0.0> : {result}",
              f"    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {{tolerance = 1.0 : f64, has_side_effect = true}} : "
              f"({result}, {result}) -> ()", "    return", "  }"]
    return "\n".join(lines) + "\n" + functions.rstrip() + "\n}\n"


def difference(got, expected):
    return size(got - expected)


def real_of(dtype):
    return np.float32 if dtype in (np.float32, np.complex64) else np.float64


ALL = [((n, n), np.float32) for n in (1, 2, 3, 5, 8, 16, 33, 64)]
MORE = [((3, 8, 8), np.float64), ((33, 33), np.float64), ((2, 2, 4, 4), np.complex64), ((5, 5), np.complex128)]
OBLONG = [((7, 4), np.float32), ((2, 3, 6), np.float64), ((5, 3), np.complex64)]


def named(name, shape, dtype, **rest):
    text = "x".join(map(str, shape))
    return {"name": f"{name}, {text} of {np.dtype(dtype).name}", "real": real_of(dtype), "how": difference, **rest}


# ---- LU: solve, inv, det, slogdet

def lu_case(shape, dtype):
    def run(seed):
        a = uniform(seed, 0, shape, dtype)
        packed, _, permutation = jax.lax.linalg.lu(a)
        k = min(shape[-2:])
        l = jnp.tril(packed, -1)[..., :, :k] + jnp.eye(shape[-2], k, dtype=dtype)
        rows = product((permutation[..., None] == np.arange(shape[-2], dtype=np.int32)).astype(dtype), a)
        # LAPACK chooses pivots by the sum of the parts: a factor may be a root of two
        return [size(product(l, jnp.triu(packed)[..., :k, :]) - rows), size(jnp.maximum(jnp.abs(l) - np.sqrt(2), 0))], []
    return named("lu", shape, dtype, run=run, floor=[2, 0.01])


def solve_case(shape, dtype, right=2):
    n = shape[-1]
    def run(seed):
        a, b = uniform(seed, 0, shape, dtype), uniform(seed, 1, shape[:-1] + (right,), dtype)
        x = jnp.linalg.solve(a, b)
        inverse = jnp.linalg.inv(a)
        good = a + np.asarray(2 * np.sqrt(n), dtype) * jnp.eye(n, dtype=dtype)
        sign, log = jnp.linalg.slogdet(good)
        return [size(product(a, x) - b) / (size(a) * size(x)),
                size(product(a, inverse) - jnp.eye(n, dtype=dtype)) / (size(a) * size(inverse))], [sign, log]
    return named("solve, inv, slogdet", shape, dtype, run=run, floor=[4, 4, 20 * n, 20 * n])


def singular_case(dtype=np.float32):
    def run(seed):
        a = uniform(seed, 0, (4, 4), dtype)
        zeros = a.at[2].set(0).at[:, 1].set(0)
        nans = jnp.linalg.solve(a.at[1, 0].set(np.nan), jnp.ones((4, 1), dtype))
        return [], [jnp.linalg.det(zeros), jnp.linalg.det(a), jnp.isnan(nans).astype(dtype), jnp.abs(jax.lax.linalg.lu(zeros)[0])]
    return named("singular and NaN", (4, 4), dtype, run=run, floor=[2, 20, 0.1, 4])


for shape, dtype in ALL + MORE + OBLONG[:2]:
    case("lu")(lu_case(shape, dtype))
for shape, dtype in [ALL[4], ALL[7], MORE[0]]:
    case("solve")(solve_case(shape, dtype))
case("solve")(singular_case())
case("lu", "tpu")(lu_case((2, 6, 6), np.float32))
case("lu", "tpu")(lu_case((6, 4), np.float32))


# ---- QR

def same(a):
    return a


def zero_columns(a):
    return a.at[..., 1].set(0).at[..., 2, :].set(0)


def qr_case(shape, dtype, mode="reduced", edit=same, label="qr"):
    def run(seed):
        a = edit(uniform(seed, 0, shape, dtype))
        q, r = jnp.linalg.qr(a, mode=mode)
        return [size(product(q, r) - a), unit(q), size(jnp.tril(r, -1))], [jnp.sum(jnp.abs(r), -1)]
    return named(f"{label}, {mode}", shape, dtype, run=run, floor=[2, 4, 1, 40 * max(shape[-2:])])


for shape, dtype in ALL + MORE + OBLONG:
    case("qr")(qr_case(shape, dtype))
case("qr")(qr_case(*OBLONG[0], "complete"))
case("qr")(qr_case((5, 4), np.float32, edit=lambda a: a * np.float32(1e-30), label="qr of tiny numbers"))
case("qr")(qr_case((5, 4), np.float32, edit=lambda a: jnp.zeros_like(a) * a, label="qr of zeros"))
case("qr", "tpu")(qr_case((6, 4), np.float32))
case("qr", "tpu")(qr_case((6, 4), np.float32, "complete"))


# ---- Hermitian eigenvalues

def alone_too(shape):
    """Whether the values are asked for without the vectors, too."""
    return len(shape) > 2 or shape[0] in (3, 8)


def hermitian(a):
    return (a + h(a)) / 2


def eigh_case(shape, dtype, edit=same, label="eigh"):
    n = shape[-1]
    def run(seed):
        a = hermitian(edit(uniform(seed, 0, shape, dtype)))
        w, v = jnp.linalg.eigh(a)
        alone = [jnp.linalg.eigvalsh(a)] if alone_too(shape) else []
        return [size(product(a, v) - v * w[..., None, :].astype(dtype)), unit(v)], [w, *alone]
    return named(label, shape, dtype, run=run, floor=[4, 4 * np.sqrt(n)] + [10 * np.sqrt(n)] * (1 + alone_too(shape)))


def repeated(a):
    q = jnp.linalg.qr(a)[0]
    return product(q * (jnp.arange(a.shape[-1]) // 3).astype(a.dtype), h(q))


def nan_case(name, function, dtype=np.float32, at=(1, 2)):
    def run(seed):
        a = uniform(seed, 0, (4, 4), dtype).at[at].set(np.nan)
        return [], [jnp.isnan(x).astype(real_of(dtype)) for x in function(a)]
    found = jax.jit(run)(np.uint32(1))[1]
    return named(f"{name} of NaN", (4, 4), dtype, run=run, floor=[0.1] * len(found))


for shape, dtype in ALL + MORE:
    case("eigh")(eigh_case(shape, dtype))
case("eigh")(eigh_case((9, 9), np.float32, repeated, "eigh of repeated eigenvalues"))
case("eigh")(eigh_case((5, 5), np.float32, lambda a: 0 * a, "eigh of zeros"))
case("eigh")(eigh_case((5, 5), np.float32, zero_columns, "eigh of a singular matrix"))
case("eigh")(eigh_case((6, 6), np.float32, lambda a: a * np.float32(1e-30), "eigh of tiny numbers"))
case("eigh")(nan_case("eigh", jnp.linalg.eigh))
case("eigh", "tpu")(eigh_case((2, 6, 6), np.float32))


# ---- singular values

def svd_case(shape, dtype, full=False, edit=same, label="svd"):
    m, n = shape[-2:]
    def run(seed):
        a = edit(uniform(seed, 0, shape, dtype))
        u, s, vt = jnp.linalg.svd(a, full_matrices=full)
        k = min(m, n)
        return [size(product(u[..., :k] * s[..., None, :].astype(dtype), vt[..., :k, :]) - a), unit(u), unit(h(vt))], [
            s, *([jnp.linalg.svd(a, compute_uv=False)] if alone_too(shape) else [])]
    limits = [10 * np.sqrt(max(m, n))] * (1 + alone_too(shape))
    return named(label + (", whole" if full else ""), shape, dtype, run=run, floor=[4, 4 * np.sqrt(m), 4 * np.sqrt(n), *limits])


def least_squares_case(shape, dtype):
    def run(seed):
        a, b = uniform(seed, 0, shape, dtype), uniform(seed, 1, shape[:-1] + (2,), dtype)
        a = a + 2 * jnp.eye(*shape, dtype=dtype)
        x, residuals, rank, s = jnp.linalg.lstsq(a, b)
        inverse = jnp.linalg.pinv(a)
        coefficients = jnp.polyfit(jnp.linspace(-1, 1, shape[0], dtype=dtype), b[:, 0], 2)
        return [size(product(product(a, inverse), a) - a)], [x, residuals, rank.astype(dtype), s, inverse, coefficients]
    return named("lstsq, pinv, polyfit", shape, dtype, run=run, floor=[10] + [40 * max(shape)] * 6)


for shape, dtype in ALL + MORE + OBLONG[:2]:
    case("svd")(svd_case(shape, dtype))
for shape, dtype in OBLONG[:2]:
    case("svd")(svd_case(shape, dtype, True))
case("svd")(svd_case((5, 5), np.float32, edit=lambda a: 0 * a, label="svd of zeros"))
case("svd")(svd_case((6, 5), np.float32, True, zero_columns, "svd of a singular matrix"))
case("svd")(svd_case((9, 9), np.float64, edit=repeated, label="svd of repeated values"))
case("svd")(nan_case("svd", lambda a: jnp.linalg.svd(a)))
case("svd")(least_squares_case((8, 3), np.float32))


# ---- eigenvalues of any matrix

def eig_case(shape, dtype, edit=same, label="eig"):
    n = shape[-1]
    def run(seed):
        a = edit(uniform(seed, 0, shape, dtype))
        w, v = jnp.linalg.eig(a)
        pairs = apart(w, jnp.conj(w)) if not jnp.iscomplexobj(a) else size(jnp.zeros(1, dtype))
        lengths = size(jnp.sum(jnp.abs(v) ** 2, -2) - 1)
        alone = [jnp.linalg.eigvals(a)] if alone_too(shape) else []
        return [size(product(a.astype(v.dtype), v) - v * w[..., None, :]), pairs, lengths], [w, *alone]
    return named(label, shape, dtype, run=run, how=apart, floor=[6, 0.01, 10] + [40 * n] * (1 + alone_too(shape)))


def left_case(shape, dtype):
    def run(seed):
        a = uniform(seed, 0, shape, dtype)
        w, left, right = jax.lax.linalg.eig(a)
        w = w[..., None, :]
        of_left = size(product(h(a).astype(left.dtype), left) - left * jnp.conj(w))
        return [of_left, size(product(a.astype(right.dtype), right) - right * w)], []
    return named("left and right eigenvectors", shape, dtype, run=run, floor=[6, 6])


def roots_case(n, dtype):
    def run(seed):
        return [], [jnp.roots(jnp.concatenate([jnp.ones(1, dtype), uniform(seed, 1, (n,), dtype)]), strip_zeros=False)]
    return named("roots", (n,), dtype, run=run, how=apart, floor=[100 * n])


def expm_case(n, dtype):
    return named("expm", (n, n), dtype, run=lambda seed: ([], [jsl.expm(uniform(seed, 0, (n, n), dtype))]), floor=[60 * n])


def jordan(a):
    return jnp.eye(a.shape[-1], k=1, dtype=a.dtype) + 0 * a


for shape, dtype in ALL + MORE:
    case("eig")(eig_case(shape, dtype))
case("eig")(eig_case((5, 5), np.float32, lambda a: 0 * a, "eig of zeros"))
case("eig")(eig_case((6, 6), np.float64, hermitian, "eig of a symmetric matrix"))
case("eig")(eig_case((6, 6), np.float32, lambda a: jnp.roll(jnp.eye(6, dtype=a.dtype), 1, 0) + 0 * a, "eig of a permutation"))
case("eig")(eig_case((4, 4), np.float32, jordan, "eig of a Jordan block"))
case("eig")(nan_case("eig", lambda a: [x.real for x in jnp.linalg.eig(a)]))
for shape, dtype in (((5, 5), np.float32), ((2, 4, 4), np.complex128)):
    case("eig")(left_case(shape, dtype))
for n, dtype in ((5, np.float32), (8, np.float64)):
    case("eig")(roots_case(n, dtype))
case("solve")(expm_case(5, np.float32))


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1] / "linear_algebra")
    for file, makes in CASES.items():
        if len(sys.argv) > 2 and not re.search(sys.argv[2], file):
            continue
        head = "// Linear algebra as JAX lowers it, made by tests/backend/vectors/make_linear_algebra.py\n"
        texts = [lower(make, platform, n == 0) for n, (make, platform) in enumerate(makes)]
        (folder / f"{file}.mlir").write_text(head + "// -----\n".join(texts))


if __name__ == "__main__":
    main()
