"""Operations that only HLO text has: a text and its arrays, NAME.in0.npy … and NAME.out0.npy … Of a grid of members every array has a
leading dimension more, which counts them."""
import numpy as np

import draw


def case(folder, name, text, inputs, outputs, comment="made by tests/backend/vectors/cases_hlo.py", checks=()):
    lines = [f"// {comment}"] + [f"// check out{k}: {check}" for k, check in enumerate(checks)]
    (folder / f"{name}.hlo").write_text("\n".join(lines) + "\n" + text.strip("\n") + "\n")
    for kind, arrays in (("in", inputs), ("out", outputs)):
        for k, array in enumerate(arrays):
            np.save(folder / f"{name}.{kind}{k}.npy", np.asarray(array))


# Fractions that reach beyond what the random bits say round away from zero.
def stochastic_convert(folder):
    x = np.array([0.25, 0.75, -0.25, -0.75, 2.5, -3.5, 7.0, 1e-3, 1e9, -1e10, np.inf, np.nan, 100.125, -0.5], np.float32)
    bits = np.array([2**30 - 1, 3 * 2**30, 0, 2**31, 2**31, 2**31 - 1, 0, 2**22, 5, 0, 1, 2, 2**29 - 1, 2**32 - 1], np.uint32)

    def rounded(v, r, low, high):
        if np.isnan(v):
            return 0
        if np.isinf(v):
            return high if v > 0 else low
        whole = np.floor(abs(float(v)))
        up = abs(float(v)) - whole > int(r) / 2.0**32
        return int(np.clip(np.copysign(whole + up, float(v)), low, high))

    words = np.array([rounded(v, r, -2**31, 2**31 - 1) for v, r in zip(x, bits)], np.int32)
    octets = np.array([rounded(v, r, -128, 127) for v, r in zip(x, bits)], np.int8)
    case(folder, "stochastic_convert", """
HloModule m
ENTRY e {
  x = f32[14] parameter(0)
  r = u32[14] parameter(1)
  a = s32[14] stochastic-convert(x, r)
  b = s8[14] stochastic-convert(x, r)
  ROOT t = (s32[14], s8[14]) tuple(a, b)
}""", [x, bits], [words, octets])


# Blocks of 2 by 4 elements share a scale.
def scaled_dot(folder):
    r = np.random.default_rng(3)
    x, y = r.integers(-3, 4, (4, 8)).astype(np.float32), r.integers(-3, 4, (8, 3)).astype(np.float32)
    u, v = np.array([[1, 2], [0.5, 4]], np.float32), np.array([[2, 1, 0.25], [0.5, 8, 1]], np.float32)
    expected = (x * np.repeat(np.repeat(u, 2, 0), 4, 1)) @ (y * np.repeat(v, 4, 0))
    case(folder, "scaled_dot", """
HloModule m
ENTRY e {
  x = f32[4,8] parameter(0)
  y = f32[8,3] parameter(1)
  u = f32[2,2] parameter(2)
  v = f32[2,3] parameter(3)
  ROOT d = f32[4,3] scaled-dot(x, y, u, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}
}""", [x, y, u, v], [expected])


# The state, and what comes of it: the counter goes on by the deltas, and by what rng takes.
def rng_state(folder):
    numbers, state = draw.uniform_integers((0, 1000), 5, 0, 100, np.int32)
    case(folder, "rng_get_and_update_state", """
HloModule m
ENTRY e {
  low = s32[] parameter(0)
  high = s32[] parameter(1)
  a = u64[2] rng-get-and-update-state(), delta=1000
  n = s32[5] rng(low, high), distribution=rng_uniform
  b = u64[2] rng-get-and-update-state(), delta=3
  c = u64[2] rng-get-and-update-state(), delta=3
  ROOT t = (u64[2], s32[5], u64[2], u64[2]) tuple(a, n, b, c)
}""", [np.int32(0), np.int32(100)], [np.array([0, 0], np.uint64), numbers, np.array(state, np.uint64),
                                     np.array([0, state[1] + 3], np.uint64)])


def dependencies(folder):
    x = np.arange(6, dtype=np.float32)
    case(folder, "domain_and_dependency", """
HloModule m
ENTRY e {
  x = f32[6] parameter(0)
  t = token[] after-all()
  d = f32[6] domain(x), domain={kind="sharding", entry={replicated}, exit={maximal device=0}}
  a = f32[6] add-dependency(d, t)
  ROOT r = f32[6] multiply(a, a)
}""", [x], [x * x])


# Rows of both members go to both; what nobody writes keeps the second operand.
def ragged_all_to_all(folder):
    x = np.stack([np.arange(12).reshape(6, 2), 100 + np.arange(12).reshape(6, 2)]).astype(np.int32)
    o = np.full((2, 8, 2), -1, np.int32)
    begin, size = np.array([[0, 2], [1, 5]], np.int32), np.array([[2, 3], [4, 1]], np.int32)
    target, received = np.array([[0, 1], [3, 6]], np.int32), np.array([[2, 4], [3, 1]], np.int32)
    expected = o.copy()
    for sender in range(2):
        for to in range(2):
            rows = x[sender, begin[sender, to]:begin[sender, to] + size[sender, to]]
            expected[to, target[sender, to]:target[sender, to] + len(rows)] = rows
    case(folder, "ragged_all_to_all", """
HloModule m, replica_count=2
ENTRY e {
  x = s32[6,2] parameter(0)
  o = s32[8,2] parameter(1)
  begin = s32[2] parameter(2)
  size = s32[2] parameter(3)
  target = s32[2] parameter(4)
  received = s32[2] parameter(5)
  ROOT r = s32[8,2] ragged-all-to-all(x, o, begin, size, target, received), replica_groups={{0,1}}
}""", [x, o, begin, size, target, received], [expected])


def asynchronous(folder):
    x = np.array([1.0, 4.0, 9.0], np.float32)
    case(folder, "async_pairs", """
HloModule m
root {
  p = f32[3] parameter(0)
  ROOT s = f32[3] sqrt(p)
}
ENTRY e {
  x = f32[3] parameter(0)
  start = ((f32[3]), f32[3], u32[]) async-start(x), calls=root
  update = ((f32[3]), f32[3], u32[]) async-update(start)
  done = f32[3] async-done(update)
  ROOT r = f32[3] add(done, x)
}""", [x], [np.sqrt(x) + x])


# Both members hand their values to the other, which adds its own.
def send_and_receive(folder):
    x = np.array([[1, 2, 3], [10, 20, 30]], np.float32)
    case(folder, "send_recv_members", """
HloModule m, replica_count=2
ENTRY e {
  x = f32[3] parameter(0)
  t = token[] after-all()
  s = (f32[3], u32[], token[]) send(x, t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,0}}"}
  sd = token[] send-done(s), channel_id=1
  r = (f32[3], u32[], token[]) recv(t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,0}}"}
  rd = (f32[3], token[]) recv-done(r), channel_id=1
  v = f32[3] get-tuple-element(rd), index=0
  ROOT a = f32[3] add(v, x)
}""", [x], [np.array([[11, 22, 33], [11, 22, 33]], np.float32)])


def cross_replica_sum(folder):
    x = np.array([[1, 2], [10, 20]], np.float32)
    case(folder, "cross_replica_sum", """
HloModule m, replica_count=2
ENTRY e {
  x = f32[2] parameter(0)
  ROOT r = f32[2] cross-replica-sum(x), replica_groups={{0,1}}
}""", [x], [np.array([[11, 22], [11, 22]], np.float32)])


def write_cases(folder):
    for make in (stochastic_convert, scaled_dot, rng_state, dependencies, ragged_all_to_all, asynchronous, send_and_receive,
                 cross_replica_sum):
        make(folder)
