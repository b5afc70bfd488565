"""Rng: numbers of draw.py, in order through a program, its loops and its branches."""
import numpy as np

import draw
from module_text import NAMES, module, type_of, write


def scalar(dtype, value):
    return np.array(value, dtype)


def rng(result, low, high, array, distribution):
    """A line that draws, of %low and %high, what has the shape of `array`."""
    scalars = f"tensor<{NAMES[array.dtype.name]}>"
    return (f"%{result}_shape = stablehlo.constant dense<{list(array.shape)}> : tensor<{array.ndim}xi64>\n"
            f"%{result} = stablehlo.rng {low}, {high}, %{result}_shape, distribution = {distribution} : "
            f"({scalars}, {scalars}, tensor<{array.ndim}xi64>) -> {type_of(array)}\n")


def integers(dtype, low, high, count):
    first, state = draw.uniform_integers((0, 0), count, low, high, dtype)
    second, _ = draw.uniform_integers(state, 3, low, high, dtype)
    body = rng("x", "%low", "%high", first, "UNIFORM") + rng("y", "%low", "%high", second, "UNIFORM")
    return module({"low": scalar(dtype, low), "high": scalar(dtype, high)}, body, [("%x", first), ("%y", second)])


def floats(dtype, a, b, count, distribution):
    make = draw.normal if distribution == "NORMAL" else draw.uniform_floats
    first, state = make((0, 0), count, a, b, dtype)
    second, _ = make(state, 4, a, b, dtype)
    body = rng("x", "%a", "%b", first, distribution) + rng("y", "%a", "%b", second, distribution)
    return module({"a": scalar(dtype, a), "b": scalar(dtype, b)}, body, [("%x", first), ("%y", second)])


# Three turns of a loop draw one row each; a branch draws, the other does not; then four more.
def in_regions():
    rows, state = [], (0, 0)
    for _ in range(3):
        row, state = draw.uniform_floats(state, 4, -1.0, 2.0, np.float32)
        rows.append(row)
    branch, state = draw.normal(state, 4, -1.0, 2.0, np.float32)
    last, _ = draw.uniform_floats(state, 4, -1.0, 2.0, np.float32)
    body = """
%zero = stablehlo.constant dense<0> : tensor<i32>
%none = stablehlo.constant dense<0.0> : tensor<3x4xf32>
%loop:2 = stablehlo.while(%i = %zero, %rows = %none) : tensor<i32>, tensor<3x4xf32>
cond {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %more : tensor<i1>
} do {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %column = stablehlo.constant dense<0> : tensor<i32>
  """ + rng("r", "%a", "%b", rows[0], "UNIFORM").replace("\n", "\n  ") + """%row = stablehlo.reshape %r : (tensor<4xf32>) -> tensor<1x4xf32>
  %next = stablehlo.dynamic_update_slice %rows, %row, %i, %column :
    (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  %j = stablehlo.add %i, %one : tensor<i32>
  stablehlo.return %j, %next : tensor<i32>, tensor<3x4xf32>
}
%taken = "stablehlo.if"(%yes) ({
  """ + rng("r", "%a", "%b", branch, "NORMAL").replace("\n", "\n  ") + """stablehlo.return %r : tensor<4xf32>
}, {
  %z = stablehlo.constant dense<0.0> : tensor<4xf32>
  stablehlo.return %z : tensor<4xf32>
}) : (tensor<i1>) -> tensor<4xf32>
""" + rng("last", "%a", "%b", last, "UNIFORM")
    return module({"a": scalar(np.float32, -1), "b": scalar(np.float32, 2), "yes": scalar(bool, True)}, body,
                  [("%loop#1", np.stack(rows)), ("%taken", branch), ("%last", last)])


def write_cases(folder):
    made = "numbers of a state that is zeros at first, made by tests/backend/vectors/draw.py"
    write(folder / "rng_uniform.mlir", f"Uniform {made}", [
        floats(np.float32, -2.0, 3.0, 41, "UNIFORM"), floats(np.float64, 0.0, 1.0, 21, "UNIFORM"),
        floats(np.float32, 5.0, 5.0, 4, "UNIFORM"), floats(np.float16, 0.0, 1.0, 64, "UNIFORM"),
        floats(np.float32, 1.0, 1.0000005, 33, "UNIFORM"),  # so narrow that many a number would round to the upper end
        integers(np.int32, -7, 12, 33), integers(np.uint32, 0, 2**32 - 1, 17), integers(np.int8, -128, 127, 40),
        integers(np.uint64, 5, 2**64 - 1, 9), integers(np.int64, -2**63, 2**63 - 1, 9), integers(np.int32, 4, 4, 5), in_regions()])
    write(folder / "rng_normal.mlir", f"Normal {made}", [
        floats(np.float32, 0.0, 1.0, 301, "NORMAL"), floats(np.float64, -1.0, 2.5, 101, "NORMAL"),
        floats(np.float16, 10.0, 0.25, 50, "NORMAL")])
