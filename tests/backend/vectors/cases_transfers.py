"""Transfers of StableHLO: between members, with the host, and pairs of a start and a done."""
import numpy as np

from module_text import grid, module, write


# Two items are taken in the order of the program, here and in two turns of a loop; what is fed out changes nothing.
def feeds():
    items = [np.array(v, np.float32) for v in ([1, 2, 3], [10, 20, 30], [100, 200, 300])]
    functions = "\n".join(f"""func.func private @item{k}() -> (tensor<3xf32>, tensor<i32>) {{
  %x = stablehlo.constant dense<{v.tolist()}> : tensor<3xf32>
  %n = stablehlo.constant dense<{k + 1}> : tensor<i32>
  return %x, %n : tensor<3xf32>, tensor<i32>
}}""" for k, v in enumerate(items)) + """
func.func private @taken(%start: tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>) {
  %t0 = stablehlo.create_token : !stablehlo.token
  %x, %n, %t1 = "stablehlo.infeed"(%t0) {infeed_config = "one"} : (!stablehlo.token) -> (tensor<3xf32>, tensor<i32>, !stablehlo.token)
  %first = stablehlo.subtract %start, %x : tensor<3xf32>
  %t2 = "stablehlo.outfeed"(%first, %n, %t1) {outfeed_config = "two"} : (tensor<3xf32>, tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %loop:4 = stablehlo.while(%i = %zero, %sum = %first, %m = %n, %t = %t2) : tensor<i32>, tensor<3xf32>, tensor<i32>, !stablehlo.token
  cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %more = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %y, %k, %t3 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<3xf32>, tensor<i32>, !stablehlo.token)
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %twice = stablehlo.add %sum, %sum : tensor<3xf32>
    %next = stablehlo.add %twice, %y : tensor<3xf32>
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %shifted = stablehlo.multiply %m, %ten : tensor<i32>
    %l = stablehlo.add %shifted, %k : tensor<i32>
    stablehlo.return %j, %next, %l, %t3 : tensor<i32>, tensor<3xf32>, tensor<i32>, !stablehlo.token
  }
  %t4 = "stablehlo.outfeed"(%loop#1, %loop#3) : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  return %loop#1, %loop#2 : tensor<3xf32>, tensor<i32>
}"""
    start = np.array([5, 6, 7], np.float32)
    total = ((start - items[0]) * 2 + items[1]) * 2 + items[2]
    return grid(functions, "taken", [[start]], [[total, np.array(123, np.int32)]], [f"item{k}" for k in range(3)])


# Member 0 hands its values to member 1, member 1 to member 0.
def channels():
    functions = """func.func private @swap(%x: tensor<4xi32>) -> tensor<4xi32> {
  %t0 = stablehlo.create_token : !stablehlo.token
  %t1 = "stablehlo.send"(%x, %t0) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<4xi32>, !stablehlo.token) -> !stablehlo.token
  %y, %t2 = "stablehlo.recv"(%t1) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
  %r = stablehlo.subtract %y, %x : tensor<4xi32>
  return %r : tensor<4xi32>
}"""
    a, b = np.array([1, 2, 3, 4], np.int32), np.array([10, 30, 50, 70], np.int32)
    return grid(functions, "swap", [[a], [b]], [[b - a], [a - b]])


def sums():
    functions = """func.func private @sum(%x: tensor<3xf32>) -> tensor<3xf32> {
  %r = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}"""
    members = [np.array(v, np.float32) for v in ([1, 2, 3], [10, 20, 30], [100, 200, 300])]
    return grid(functions, "sum", [[m] for m in members], [[sum(members)] for _ in members])


# Only the root, the first of the group, has the sum, the others zeros; or the one that the last operand names.
def reduce_to_one():
    functions = """func.func private @reduce(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[1, 0, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}"""
    members = [np.array(v, np.float32) for v in ([1, 2], [10, 20], [100, 200])]
    zero = np.zeros(2, np.float32)
    return grid(functions, "reduce", [[m] for m in members], [[zero], [sum(members)], [zero]])


def pairs():
    x = np.array([1.0, 4.0, 9.0], np.float32)
    body = """
%f = "stablehlo.async_start"(%x) ({
^bb0(%v: tensor<3xf32>):
  %s = stablehlo.slice %v [1:3] : (tensor<3xf32>) -> tensor<2xf32>
  stablehlo.return %s : tensor<2xf32>
}) : (tensor<3xf32>) -> !stablehlo.future<tensor<2xf32>>
%y = stablehlo.multiply %x, %x : tensor<3xf32>
%d = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
%e = stablehlo.slice %y [0:2] : (tensor<3xf32>) -> tensor<2xf32>
%r = stablehlo.add %e, %d : tensor<2xf32>"""
    return module({"x": x}, body, [("%r", (x * x)[:2] + x[1:])])


def write_cases(folder):
    made = "made by tests/backend/vectors/cases_transfers.py"
    write(folder / "infeed_outfeed.mlir", f"infeed and outfeed, {made}", [feeds()])
    write(folder / "send_recv.mlir", f"send and recv between members, {made}", [channels()])
    write(folder / "cross_replica_sum_3.mlir", f"cross-replica-sum, {made}", [sums()])
    write(folder / "collective_reduce.mlir", f"collective_reduce, {made}", [reduce_to_one()])
    write(folder / "async_start_done.mlir", f"async_start and async_done, {made}", [pairs()])
