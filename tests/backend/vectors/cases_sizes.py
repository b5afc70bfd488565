"""Sizes that run time sets: what lies behind them takes no part in reductions."""
import numpy as np

from module_text import NAMES, module, type_of, write


def bounded(dtype, shape, dim, size, reduced):
    x = np.random.default_rng(1).integers(-8, 9, shape).astype(dtype)
    name = NAMES[np.dtype(dtype).name]
    dims = "x".join("?" if d == dim else str(n) for d, n in enumerate(shape))
    bounds = ", ".join(str(n) if d == dim else "?" for d, n in enumerate(shape))
    array = f"tensor<{dims}x{name}, #stablehlo.bounds<{bounds}>>"
    kept = np.take(x, range(size), dim)
    total, largest = (kept * kept).sum(tuple(reduced), dtype=dtype), kept.max(tuple(range(len(shape))), initial=np.array(-100, dtype))
    listed = f"[{', '.join(str(d) for d in reduced)}]"
    everything = f"[{', '.join(str(d) for d in range(len(shape)))}]"
    body = f"""
%d = stablehlo.set_dimension_size %x, %n, dim = {dim} : ({type_of(x)}, tensor<i32>) -> {array}
%q = stablehlo.multiply %d, %d : {array}
%zero = stablehlo.constant dense<0> : tensor<{name}>
%low = stablehlo.constant dense<-100> : tensor<{name}>
%s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = {listed} : ({array}, tensor<{name}>) -> {type_of(total)}
%m = stablehlo.reduce(%d init: %low) applies stablehlo.maximum across dimensions = {everything} : ({array}, tensor<{name}>) -> tensor<{name}>
%g = stablehlo.get_dimension_size %q, dim = {dim} : ({array}) -> tensor<i32>"""
    if np.issubdtype(dtype, np.floating):
        body = body.replace("dense<0>", "dense<0.0>").replace("dense<-100>", "dense<-100.0>")
    return module({"x": x, "n": np.array(size, np.int32)}, body,
                  [("%s", np.asarray(total)), ("%m", np.asarray(largest)), ("%g", np.array(size, np.int32))])


def write_cases(folder):
    write(folder / "bounded_sizes.mlir", "set_dimension_size, made by tests/backend/vectors/cases_sizes.py", [
        bounded(np.float32, (10,), 0, 6, [0]), bounded(np.float32, (3, 7), 1, 4, [1]), bounded(np.int32, (5, 4, 3), 0, 2, [0, 2]),
        bounded(np.int32, (4,), 0, 0, [0]), bounded(np.float64, (2, 6), 1, 6, [0, 1])])
