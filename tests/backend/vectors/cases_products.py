"""Deprecated and rare products and moves of StableHLO, by numpy. Values are small integers, so that every order of summation is exact."""
import numpy as np

from module_text import module, type_of, write


def whole(shape, dtype=np.float32, seed=0):
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype)


def unary(line, x, expected):
    return module({"x": x}, f"%r = {line} : ({type_of(x)}) -> {type_of(expected)}", [("%r", expected)])


def binary(line, x, y, expected):
    return module({"x": x, "y": y}, f"%r = {line} : ({type_of(x)}, {type_of(y)}) -> {type_of(expected)}", [("%r", expected)])


def broadcast(dtype):
    x = whole((2, 3), dtype)
    return unary('"stablehlo.broadcast"(%x) {broadcast_sizes = array<i64: 4, 2>}', x, np.broadcast_to(x, (4, 2, 2, 3)).copy())


def dot(a, b, dtype):
    x, y = whole(a, dtype), whole(b, dtype, 1)
    return binary('"stablehlo.dot"(%x, %y)', x, y, np.asarray(x @ y, dtype))


def einsum(config, a, b, dtype=np.float32):
    x, y = whole(a, dtype), whole(b, dtype, 1)
    return binary(f'"stablehlo.einsum"(%x, %y) {{einsum_config = "{config}"}}', x, y, np.asarray(np.einsum(config, x, y), dtype))


def unary_einsum(config, shape, dtype=np.float32):
    x = whole(shape, dtype)
    return unary(f'"stablehlo.unary_einsum"(%x) {{einsum_config = "{config}"}}', x, np.asarray(np.einsum(config, x), dtype))


# With batch dimensions: one list of indices for each batch element.
def torch_index_select(dim, batch_dims, shape, index):
    x, y = whole(shape), np.array(index, np.int32)
    if batch_dims == 0:
        expected = np.take(x, y, dim)
    else:
        expected = np.stack([np.take(x[b], y[b], dim - 1) for b in range(x.shape[0])])
    return binary(f'"stablehlo.torch_index_select"(%x, %y) {{dim = {dim} : i64, batch_dims = {batch_dims} : i64}}', x, y, expected)


def dynamic_conv():
    x, y = whole((1, 5, 6, 2)), whole((3, 2, 2, 4), seed=1)
    padded = np.pad(x, ((0, 0), (1, 1), (0, 1), (0, 0)))
    expected = np.zeros((1, 3, 6, 4), np.float32)
    for oy in range(3):
        for ox in range(6):
            expected[0, oy, ox] = np.einsum("yxi,yxio->o", padded[0, 2 * oy:2 * oy + 3, ox:ox + 2], y)
    body = ("%p = stablehlo.constant dense<[[1, 1], [0, 1]]> : tensor<2x2xi32>\n"
            '%r = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 2, 1>, '
            "dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, "
            f"batch_group_count = 1 : i64}} : ({type_of(x)}, {type_of(y)}, tensor<2x2xi32>) -> {type_of(expected)}")
    return module({"x": x, "y": y}, body, [("%r", expected)])


# Elements of one and two bytes whose terms stand side by side: shaders read four of them at once, those of the addend along the channels.
# What is between is of 64 bits, so that no four channels are computed side by side.
def narrow_convolution(dtype, size):
    x, w, r = whole((1, size, size, 8), dtype), whole((16, 3, 3, 8), dtype, 1), whole((1, size, size, 16), dtype, 2)
    padded = np.pad(x.astype(np.int64), ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = np.zeros((1, size, size, 16), np.int64)
    for oy in range(size):
        for ox in range(size):
            expected[0, oy, ox] = np.einsum("yxi,oyxi->o", padded[0, oy:oy + 3, ox:ox + 3], w.astype(np.int64))
    expected = (expected * 3 + r.astype(np.int64)).astype(np.int32)
    xs, ys = f"tensor<1x{size}x{size}x8", f"tensor<1x{size}x{size}x16"
    body = (f"%xw = stablehlo.convert %x : ({type_of(x)}) -> {xs}xi32>\n"
            f"%ww = stablehlo.convert %w : ({type_of(w)}) -> tensor<16x3x3x8xi32>\n"
            f"%rw = stablehlo.convert %r : ({type_of(r)}) -> {ys}xi64>\n"
            "%c = stablehlo.convolution(%xw, %ww) dim_numbers = [b, 0, 1, f]x[o, 0, 1, i]->[b, 0, 1, f], "
            "window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
            f"({xs}xi32>, tensor<16x3x3x8xi32>) -> {ys}xi32>\n"
            f"%l = stablehlo.convert %c : ({ys}xi32>) -> {ys}xi64>\n"
            f"%three = stablehlo.constant dense<3> : {ys}xi64>\n"
            f"%m = stablehlo.multiply %l, %three : {ys}xi64>\n"
            f"%s = stablehlo.add %m, %rw : {ys}xi64>\n"
            f"%y = stablehlo.convert %s : ({ys}xi64>) -> {ys}xi32>")
    return module({"x": x, "w": w, "r": r}, body, [("%y", expected)])


def ragged(x, y, sizes, expected, numbers):
    body = (f'%r = "chlo.ragged_dot"(%x, %y, %s) {{ragged_dot_dimension_numbers = #chlo.ragged_dot<{numbers}>, precision_config = '
            "[#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]} : "
            f"({type_of(x)}, {type_of(y)}, {type_of(sizes)}) -> {type_of(expected)}")
    return module({"x": x, "y": y, "s": sizes}, body, [("%r", expected)])


def group_of(sizes, row):
    """-1: behind all groups."""
    ends = np.cumsum(sizes)
    return next((g for g, end in enumerate(ends) if row < end), -1)


# Rows of the left-hand side in groups, a matrix for each; rows behind the groups give zeros.
def ragged_rows(dtype, index):
    x, y, sizes = whole((7, 3), dtype), whole((3, 3, 4), dtype, 1), np.array([2, 0, 4], index)
    expected = np.zeros((7, 4), dtype)
    for row in range(7):
        g = group_of(sizes, row)
        if g >= 0:
            expected[row] = x[row] @ y[g]
    return ragged(x, y, sizes, expected, "lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], "
                  "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]")


def ragged_rows_of_batches():
    x, y, sizes = whole((2, 5, 3)), whole((2, 2, 3, 4), seed=1), np.array([[2, 3], [4, 1]], np.int32)
    expected = np.zeros((2, 5, 4), np.float32)
    for b in range(2):
        for row in range(5):
            expected[b, row] = x[b, row] @ y[group_of(sizes[b], row), b]
    return ragged(x, y, sizes, expected, "lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], "
                  "rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]")


# The contracted dimension in groups: a matrix for each.
def ragged_contraction():
    x, y, sizes = whole((2, 6)), whole((6, 3), seed=1), np.array([1, 3, 1], np.int32)
    expected = np.zeros((3, 2, 3), np.float32)
    for k in range(6):
        g = group_of(sizes, k)
        if g >= 0:
            expected[g] += np.outer(x[:, k], y[k])
    return ragged(x, y, sizes, expected, "lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], "
                  "rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []")


# A batch dimension in groups says nothing about the product.
def ragged_batch():
    x, y, sizes = whole((4, 2, 3)), whole((4, 3, 2), seed=1), np.array([1, 3], np.int32)
    return ragged(x, y, sizes, x @ y, "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], "
                  "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []")


def write_cases(folder):
    made = "made by tests/backend/vectors/cases_products.py"
    f32, s32, c64 = np.float32, np.int32, np.complex64
    write(folder / "broadcast.mlir", f"stablehlo.broadcast, {made}", [broadcast(f32), broadcast(np.int8), broadcast(c64)])
    write(folder / "dot.mlir", f"stablehlo.dot, {made}", [
        dot((3, 4), (4, 5), f32), dot((4,), (4,), f32), dot((3, 4), (4,), s32), dot((4,), (4, 2), f32), dot((2, 3), (3, 2), c64)])
    write(folder / "einsum.mlir", f"stablehlo.einsum and unary_einsum, {made}", [
        einsum("ij,jk->ik", (3, 4), (4, 5)), einsum("bij,bjk->bik", (2, 3, 4), (2, 4, 2)), einsum("ij,kj->ki", (3, 4), (2, 4), s32),
        einsum("i,j->ij", (3,), (4,)), einsum("ijk,k->ji", (2, 3, 4), (4,)), einsum("ii,ij->j", (3, 3), (3, 4)),
        einsum("ij,ij->", (3, 4), (3, 4)), einsum("...ij,...jk->...ik", (2, 3, 4), (1, 4, 2)), unary_einsum("ij->ji", (3, 4)),
        unary_einsum("ij->i", (3, 4)), unary_einsum("ijk->k", (2, 3, 4), s32), unary_einsum("iji->j", (3, 4, 3)), unary_einsum("ii->i", (4, 4))])
    write(folder / "torch_index_select.mlir", f"stablehlo.torch_index_select, {made}", [
        torch_index_select(0, 0, (4, 3), [3, 0, 3]), torch_index_select(1, 0, (4, 3), [2, 2, 0, 1]),
        torch_index_select(0, 0, (5,), [[4, 1], [0, 2]]), torch_index_select(1, 1, (2, 4, 3), [[0, 3], [2, 2]])])
    write(folder / "dynamic_conv.mlir", f"stablehlo.dynamic_conv, {made}", [dynamic_conv()])
    write(folder / "narrow_convolution.mlir", f"stablehlo.convolution of narrow integers, {made}", [
        narrow_convolution(np.int8, 16), narrow_convolution(np.int16, 8)])
    write(folder / "ragged_dot.mlir", f"chlo.ragged_dot, {made}", [
        ragged_rows(f32, s32), ragged_rows(s32, np.int64), ragged_rows_of_batches(), ragged_contraction(), ragged_batch()])
