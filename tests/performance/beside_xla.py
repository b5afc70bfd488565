#!/usr/bin/env python3
"""Functions of JAX on one thread of this machine: XLA's time beside mote's, slowest in comparison first.

usage: beside_xla.py MOTE [NAME…] [--backend cpu]      wants a Python with jax; 77, with a line that says so, without it

Results are compared too. What it is for: operations that are tens of times slower than they need be, which no network of the benchmarks has.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
try:
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax import lax
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

RANDOM = np.random.default_rng(0)
NHWC = ("NHWC", "HWIO", "NHWC")


def floats(*shape):
    return RANDOM.standard_normal(shape).astype("f4")


def whole(below, *shape):
    return RANDOM.integers(0, below, shape).astype("i4")


def convolve(x, w, strides=(1, 1), numbers=NHWC, **more):
    return lax.conv_general_dilated(x, w, strides, "SAME", dimension_numbers=numbers, **more)


def pool(x, init, operation, window, strides, padding="SAME"):
    return lax.reduce_window(x, init, operation, window, strides, padding)


def group_norm(x):
    y = x.reshape(1, 56, 56, 8, 8)
    return ((y - y.mean((1, 2, 4), keepdims=True)) / jnp.sqrt(y.var((1, 2, 4), keepdims=True) + 1e-5)).reshape(x.shape)


def rotary(x):
    even, odd = x[..., ::2], x[..., 1::2]
    return jnp.concatenate([even * jnp.cos(even) - odd, odd + even], -1)


def key(bits):
    return jax.random.wrap_key_data(bits)


M = floats(1024, 1024)
HALF = floats(512, 1024)
KEY = np.array([1, 2], "u4")
CASES = {
    # sorts, scans, places that are data
    "argsort": (jnp.argsort, floats(100000)), "sort_rows": (lambda x: jnp.sort(x, 1), floats(512, 1024)),
    "sort_columns": (lambda x: jnp.sort(x, 0), floats(1024, 512)), "top_k": (lambda x: lax.top_k(x, 10), floats(256, 4096)),
    "median": (lambda x: jnp.median(x, 1), floats(256, 1023)), "cumsum_rows": (lambda x: jnp.cumsum(x, 1), M),
    "cumsum_columns": (lambda x: jnp.cumsum(x, 0), M), "cumsum_1d": (jnp.cumsum, floats(1000000)),
    "cummax": (lambda x: lax.cummax(x, 1), M), "associative_scan": (lambda x: lax.associative_scan(jnp.add, x), floats(65536)),
    "segment_sum": (lambda x, i: jax.ops.segment_sum(x, i, 1000), floats(100000), whole(1000, 100000)),
    "segment_sum_rows": (lambda x, i: jax.ops.segment_sum(x, i, 1000), floats(20000, 64), whole(1000, 20000)),
    "bincount": (lambda i: jnp.bincount(i, length=256), whole(256, 100000)), "one_hot": (lambda i: jax.nn.one_hot(i, 1000), whole(1000, 1024)),
    "take_along_axis": (lambda x, i: jnp.take_along_axis(x, i, 1), M, whole(1024, 1024, 64)),
    "embedding": (lambda x, i: x[i], floats(30000, 256), whole(30000, 1024)),
    "set_at": (lambda x, i, v: x.at[i].set(v), floats(100000), RANDOM.permutation(100000)[:10000].astype("i4"), floats(10000)),
    "searchsorted": (jnp.searchsorted, np.sort(floats(10000)), floats(10000)),
    "interp": (jnp.interp, floats(10000), np.sort(floats(100)), floats(100)),
    # convolutions and windows
    "conv_nchw": (lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME"), floats(1, 64, 56, 56), floats(64, 64, 3, 3)),
    "conv_transpose": (lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), floats(1, 28, 28, 64), floats(3, 3, 64, 64)),
    "conv_dilated": (lambda x, w: convolve(x, w, rhs_dilation=(2, 2)), floats(1, 56, 56, 64), floats(3, 3, 64, 64)),
    "conv_groups": (lambda x, w: convolve(x, w, feature_group_count=4), floats(1, 56, 56, 64), floats(3, 3, 16, 64)),
    "conv_stride_2": (lambda x, w: convolve(x, w, (2, 2)), floats(1, 112, 112, 32), floats(3, 3, 32, 64)),
    "conv_5x5": (convolve, floats(1, 28, 28, 64), floats(5, 5, 64, 64)),
    "conv_1d": (lambda x, w: convolve(x, w, (1,), ("NWC", "WIO", "NWC")), floats(1, 4000, 64), floats(9, 64, 64)),
    "conv_3d": (lambda x, w: convolve(x, w, (1, 1, 1), ("NDHWC", "DHWIO", "NDHWC")), floats(1, 16, 28, 28, 16), floats(3, 3, 3, 16, 16)),
    "convolve": (lambda a, b: jnp.convolve(a, b, mode="same"), floats(10000), floats(101)),
    "max_pool": (lambda x: pool(x, -np.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1)), floats(1, 112, 112, 64)),
    "max_pool_nchw": (lambda x: pool(x, -np.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2)), floats(1, 64, 112, 112)),
    "average_pool": (lambda x: pool(x, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1)), floats(1, 56, 56, 64)),
    "max_pool_gradient": (jax.grad(lambda x: pool(x, -np.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1)).sum()), floats(1, 56, 56, 64)),
    "resize_bilinear": (lambda x: jax.image.resize(x, (1, 224, 224, 3), "bilinear"), floats(1, 112, 112, 3)),
    "resize_nearest": (lambda x: jax.image.resize(x, (1, 112, 112, 32), "nearest"), floats(1, 56, 56, 32)),
    # products
    "attention_scores": (lambda q, k: jnp.einsum("bqhd,bkhd->bhqk", q, k), floats(1, 256, 8, 64), floats(1, 256, 8, 64)),
    "einsum_apart": (lambda a, b: jnp.einsum("ijk,kjl->il", a, b), floats(64, 32, 64), floats(64, 32, 64)),
    "matvec": (jnp.matmul, floats(2048, 2048), floats(2048)), "outer": (jnp.outer, floats(1024), floats(1024)),
    "small_batches": (jnp.matmul, floats(1000, 8, 8), floats(1000, 8, 8)),
    "bf16_product": (lambda a, b: (a.astype(jnp.bfloat16) @ b.astype(jnp.bfloat16)).astype(jnp.float32), floats(256, 256), floats(256, 256)),
    "s32_product": (jnp.matmul, whole(100, 256, 256), whole(100, 256, 256)),
    "cholesky": (lambda a: jnp.linalg.cholesky(a @ a.T + 256 * jnp.eye(256)), floats(256, 256)),
    "fft_2d": (lambda x: jnp.abs(jnp.fft.fft2(x)), floats(256, 256)), "rfft": (lambda x: jnp.abs(jnp.fft.rfft(x)), floats(64, 1024)),
    "rfft_1000": (lambda x: jnp.fft.irfft(jnp.fft.rfft(x)), floats(64, 1000)),
    # moves
    "roll": (lambda x: jnp.roll(x, 37, 1) * 1.5, M), "flip": (lambda x: x[::-1, ::-1] * 2, M),
    "pad_reflect": (lambda x: jnp.pad(x, ((8, 8), (8, 8)), mode="reflect"), floats(512, 512)),
    "transpose_heads": (lambda x: jnp.transpose(x, (0, 2, 1, 3)) * 1.0, floats(8, 128, 8, 64)),
    "concatenate": (lambda a, b: jnp.concatenate([a, b], 1), floats(1024, 512), floats(1024, 512)), "diff": (jnp.diff, M),
    # reductions and norms
    "argmax_rows": (lambda x: jnp.argmax(x, 1), M), "argmax_columns": (lambda x: jnp.argmax(x, 0), M),
    "logsumexp": (lambda x: jax.nn.logsumexp(x, 1), M), "variance": (jnp.var, M), "mean_middle": (lambda x: x.mean(1), floats(64, 256, 64)),
    "causal_softmax": (lambda s: jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((256, 256), bool)), s, -1e9)), floats(8, 256, 256)),
    "group_norm": (group_norm, floats(1, 56, 56, 64)),
    "batch_norm": (lambda x: (x - x.mean((0, 1, 2))) / jnp.sqrt(x.var((0, 1, 2)) + 1e-5), floats(8, 28, 28, 64)),
    "instance_norm_nchw": (lambda x: (x - x.mean((2, 3), keepdims=True)) / jnp.sqrt(x.var((2, 3), keepdims=True) + 1e-5), floats(1, 64, 56, 56)),
    # functions
    "gelu": (jax.nn.gelu, M), "gelu_erf": (lambda x: jax.nn.gelu(x, approximate=False), M), "tanh": (jnp.tanh, M), "sin": (jnp.sin, M),
    "log": (lambda x: jnp.log(jnp.abs(x)), M), "power": (lambda x: jnp.abs(x)**2.3, M), "atan2": (jnp.arctan2, HALF, floats(512, 1024)),
    "sigmoid": (jax.nn.sigmoid, M), "silu": (jax.nn.silu, M), "softplus": (jax.nn.softplus, M), "cbrt": (jnp.cbrt, HALF),
    "erf_inv": (lambda x: lax.erf_inv(jnp.tanh(x)), floats(256, 1024)), "lgamma": (lambda x: lax.lgamma(jnp.abs(x) + .1), floats(256, 1024)),
    "remainder": (lambda x: jnp.mod(x, 0.7), HALF), "integer_division": (lambda a: a // 7, whole(100000, 512, 1024)),
    "where": (lambda x: jnp.where(x > 0, x, 0.1 * x), M), "clip": (lambda x: jnp.clip(x, -1, 1), M), "rotary": (rotary, floats(1, 256, 8, 64)),
    "complex_product": (lambda a: jnp.abs((a + 1j * a) * (a - 2j * a)), HALF), "f16": (lambda a: a * a + a, M.astype("f2")),
    "from_bytes": (lambda a: (a.astype(jnp.float32) / 255 - 0.5) / 0.25, RANDOM.integers(0, 255, (1, 224, 224, 3)).astype("u1")),
    "to_bytes": (lambda a: jnp.clip(a * 255, 0, 255).astype(jnp.uint8), HALF),
    "uniform": (lambda k: jax.random.uniform(key(k), (512, 512)), KEY), "normal": (lambda k: jax.random.normal(key(k), (256, 512)), KEY),
    "permutation": (lambda k: jax.random.permutation(key(k), 20000), KEY),
    # loops
    "rnn": (lambda x, w: lax.scan(lambda h, t: (jnp.tanh(h @ w + t), None), jnp.zeros((1, 128)), x)[0], floats(200, 1, 128), floats(128, 128) * 0.1),
    "fori": (lambda x: lax.fori_loop(0, 1000, lambda i, v: v * 0.999 + 0.001, x), floats(1000)),
}


def time_of(function, arguments, seconds=0.25):
    best, end = float("inf"), time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        jax.block_until_ready(function(*arguments))
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def compare(mote, backend, name, work):
    """(XLA's ms, mote's ms, whether the results agree), or why there are none."""
    function, *arguments = CASES[name]
    compiled = jax.jit(function)
    arguments = [jnp.asarray(a) for a in arguments]
    results = jax.tree_util.tree_leaves(jax.block_until_ready(compiled(*arguments)))
    lowered = compiled.lower(*arguments)
    kept = getattr(lowered, "_lowering", None)
    kept = sorted(kept.compile_args["kept_var_idx"]) if kept is not None else range(len(arguments))
    program, inputs, outputs = work / "program.mlir", [], []
    program.write_text(lowered.as_text())
    for k in kept:
        inputs.append(str(work / f"in{k}.npy"))
        np.save(inputs[-1], np.asarray(arguments[k]))
    for k, result in enumerate(results):
        outputs.append(str(work / f"out{k}.npy"))
        np.save(outputs[-1], np.asarray(result))
    base = [mote, "run", program, "--backend", backend, "--input", *inputs, "--expect", *outputs, "--tolerance", "rel:1e-2,abs:1e-2"]
    agrees = subprocess.run(base, capture_output=True, text=True).returncode == 0
    bench = subprocess.run([mote, "bench", program, "--backend", backend, "--repeat", "12", "--json", "--input", *inputs],
                           capture_output=True, text=True)
    if bench.returncode != 0:
        return bench.stderr.strip().split("\n")[0]
    return time_of(compiled, arguments), json.loads(bench.stdout)["latency_ms"]["min"], agrees


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mote")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--backend", default="cpu")
    options = parser.parse_args()
    rows, failed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names or CASES:
            found = compare(options.mote, options.backend, name, pathlib.Path(folder))
            if isinstance(found, str):
                print(f"{name}: {found}")
                failed += 1
            else:
                rows.append((found[0] / found[1], name, *found))
    print(f"{'function':20} {'XLA ms':>10} {'mote ms':>10} {'XLA ÷ mote':>10}")
    for ratio, name, xla, own, agrees in sorted(rows):
        failed += not agrees
        print(f"{name:20} {xla:10.3f} {own:10.3f} {ratio:10.3f}{'' if agrees else '  DIFFERS'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
