#!/usr/bin/env python3
"""Makes operators.cases: small .tflite files over the operators that mote reads, with inputs and what LiteRT's reference kernels give for them.

usage: make_cases.py OUT [--only WORD]      needs ai-edge-litert, flatbuffers and numpy; the test that reads OUT needs none of them

OUT, little-endian: "MTC1", number of cases, then a case: name, file, number of runs, a run: inputs and outputs (a number, then each). Names, files and
tensors are a length of 32 bits and bytes. Behind the name: how outputs are compared, a byte (0: equal, 1: units in the last place, 2: relative) and an f64.
"""
import argparse
import struct
import sys

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as s
from ai_edge_litert.interpreter import Interpreter, OpResolverType

T = s.TensorType
TYPES = {"f32": (T.FLOAT32, np.float32), "f16": (T.FLOAT16, np.float16), "s8": (T.INT8, np.int8), "u8": (T.UINT8, np.uint8), "s16": (T.INT16, np.int16),
         "s32": (T.INT32, np.int32), "s64": (T.INT64, np.int64), "pred": (T.BOOL, np.bool_), "resource": (T.RESOURCE, None), "s4": (T.INT4, np.int8)}
NONE, RELU, RELU_N1, RELU6, TANH = range(5)
SAME, VALID = 0, 1
rng = np.random.default_rng(20261123)


class File:
    """One model: tensors and operators are added in order; the first graph is the program."""

    def __init__(self):
        self.model = s.ModelT()
        self.model.version, self.model.description = 3, "mote"
        self.model.buffers, self.model.operatorCodes, self.model.subgraphs = [s.BufferT()], [], []
        self.model.signatureDefs = []
        self.graph()

    def graph(self):
        self.g = s.SubGraphT()
        self.g.tensors, self.g.operators, self.g.inputs, self.g.outputs, self.g.name = [], [], [], [], "main"
        self.model.subgraphs.append(self.g)
        return len(self.model.subgraphs) - 1

    def tensor(self, kind, shape, data=None, scale=None, zero=0, dim=0, variable=False, name=None):
        t = s.TensorT()
        t.type, t.shape, t.name, t.isVariable, t.hasRank = TYPES[kind][0], list(shape), name or f"t{len(self.g.tensors)}", variable, True
        t.buffer = 0
        if data is not None:
            b = s.BufferT()
            array = np.asarray(data, TYPES[kind][1]).reshape(-1)
            if kind == "s4":
                nibbles = np.concatenate([array, np.zeros(len(array) % 2, np.int8)]).astype(np.uint8) & 15
                array = nibbles[0::2] | (nibbles[1::2] << 4)
            b.data = np.frombuffer(array.tobytes(), np.uint8)
            self.model.buffers.append(b)
            t.buffer = len(self.model.buffers) - 1
        if scale is not None:
            q = s.QuantizationParametersT()
            q.scale = [float(x) for x in np.atleast_1d(scale)]
            q.zeroPoint = [int(x) for x in np.atleast_1d(zero)] if np.ndim(zero) else [int(zero)] * len(q.scale)
            q.quantizedDimension = dim
            t.quantization = q
        self.g.tensors.append(t)
        return len(self.g.tensors) - 1

    def input(self, *args, **kw):
        self.g.inputs.append(self.tensor(*args, **kw))
        return self.g.inputs[-1]

    def output(self, *args, **kw):
        self.g.outputs.append(self.tensor(*args, **kw))
        return self.g.outputs[-1]

    def op(self, name, inputs, outputs, kind=None, intermediates=None, version=1, **options):
        code = s.OperatorCodeT()
        code.builtinCode = getattr(s.BuiltinOperator, name)
        code.deprecatedBuiltinCode = min(code.builtinCode, 127)
        code.version = version
        self.model.operatorCodes.append(code)
        o = s.OperatorT()
        o.opcodeIndex, o.inputs, o.outputs = len(self.model.operatorCodes) - 1, list(inputs), list(outputs)
        if kind:
            o.builtinOptionsType = getattr(s.BuiltinOptions, kind)
            o.builtinOptions = getattr(s, kind + "T")()
            for key, value in options.items():
                assert hasattr(o.builtinOptions, key), (kind, key, vars(o.builtinOptions))
                setattr(o.builtinOptions, key, value)
        if intermediates:
            o.intermediates = intermediates
        self.g.operators.append(o)

    def bytes(self):
        b = flatbuffers.Builder(1024)
        b.Finish(self.model.Pack(b), b"TFL3")
        return bytes(b.Output())


class Cases:
    def __init__(self, only):
        self.items, self.only, self.names, self.failed = [], only, set(), []

    def add(self, name, file, runs=2, given=None, exact=None, criterion=None, feed=None):
        if self.only and self.only not in name:
            return
        assert name not in self.names, name
        self.names.add(name)
        data = file.bytes()
        # The reference resolver lacks these three; the others' forms of them are exact.
        ways = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES if name.startswith(("elu", "ceil", "round")) else OpResolverType.BUILTIN_REF
        try:
            interpreter = Interpreter(model_content=data, experimental_op_resolver_type=ways)
            interpreter.allocate_tensors()
        except Exception as error:  # of the interpreter: nothing of what follows would run
            self.failed.append((name, str(error).splitlines()[0][:150]))
            return
        done = []
        for run in range(runs):
            inputs = []
            for number, detail in enumerate(interpreter.get_input_details()):
                value = feed(run, number, detail) if feed else random_values(detail["dtype"], detail["shape"])
                inputs.append(np.ascontiguousarray(value))
                interpreter.set_tensor(detail["index"], inputs[-1])
            try:
                interpreter.invoke()
            except Exception as error:
                self.failed.append((name, str(error).splitlines()[0][:150]))
                return
            outputs = [np.ascontiguousarray(interpreter.get_tensor(d["index"])) for d in interpreter.get_output_details()]
            # Details come in the graph's order.
            done.append((inputs, outputs))
        floats = any(o.dtype.kind == "f" for _, outs in done for o in outs)
        how = criterion or ((1, 4.0) if floats else (0, 0.0))
        self.items.append((name, how, data, done))

    def write(self, path):
        blob = lambda b: struct.pack("<I", len(b)) + b
        with open(path, "wb") as out:
            out.write(b"MTC1" + struct.pack("<I", len(self.items)))
            for name, how, data, runs in self.items:
                out.write(blob(name.encode()) + struct.pack("<Bd", *how) + blob(data) + struct.pack("<I", len(runs)))
                for inputs, outputs in runs:
                    for arrays in (inputs, outputs):
                        out.write(struct.pack("<I", len(arrays)) + b"".join(blob(a.tobytes()) for a in arrays))


def random_values(dtype, shape):
    shape = tuple(int(x) for x in shape)
    kind = np.dtype(dtype)
    if kind == np.bool_:
        return rng.integers(0, 2, shape).astype(bool)
    if kind.kind == "f":
        return (rng.standard_normal(shape) * 3).astype(kind)
    if kind.itemsize >= 4:
        return rng.integers(-1000, 1000, shape).astype(kind)
    info = np.iinfo(kind)
    return rng.integers(info.min, info.max + 1, shape).astype(kind)


def weights(shape, bits=8):
    top = (1 << (bits - 1)) - 1
    return rng.integers(-top, top + 1, shape)


def scale(low=0.003, high=0.3):
    return np.float32(np.exp(rng.uniform(np.log(low), np.log(high))))


def zero(kind="s8"):
    return int(rng.integers(-128, 128)) if kind == "s8" else 0


def out_size(size, window, stride, dilation, padding):
    span = (window - 1) * dilation + 1
    return -(-size // stride) if padding == SAME else (size - span) // stride + 1


# ---- families


def convolutions(c):
    number = 0
    grid = [(5, 7, 3, 4, 3, 3, 1, 1, 1, 1), (8, 8, 1, 5, 10, 4, 2, 2, 1, 1), (6, 5, 4, 6, 1, 1, 1, 1, 1, 1), (9, 9, 2, 3, 3, 3, 2, 3, 1, 1),
            (9, 8, 2, 3, 3, 2, 1, 1, 2, 3), (4, 4, 3, 7, 4, 4, 1, 1, 1, 1), (7, 3, 5, 2, 2, 3, 3, 1, 1, 1), (1, 16, 2, 4, 1, 5, 1, 2, 1, 1)]
    for h, w, ci, co, kh, kw, sh, sw, dh, dw in grid:
        for padding in (SAME, VALID):
            if padding == VALID and ((kh - 1) * dh + 1 > h or (kw - 1) * dw + 1 > w):
                continue
            for kind in ("s8", "s8t", "s16", "s16b", "f32", "s4"):
                number += 1
                activation = [NONE, RELU, RELU6, RELU_N1][number % 4]
                oh, ow = out_size(h, kh, sh, dh, padding), out_size(w, kw, sw, dw, padding)
                batch = 1 + number % 2
                if kind == "f32":
                    f = File()
                    x = f.input("f32", [batch, h, w, ci])
                    k = f.tensor("f32", [co, kh, kw, ci], rng.standard_normal((co, kh, kw, ci)))
                    b = f.tensor("f32", [co], rng.standard_normal(co))
                    y = f.output("f32", [batch, oh, ow, co])
                else:
                    f = conv_integers(kind, [batch, h, w, ci], [co, kh, kw, ci], [batch, oh, ow, co], 0, kh * kw * ci)
                    x, k, b, y = 0, 1, 2, 3
                f.op("CONV_2D", [x, k, b], [y], "Conv2DOptions", quantizedBiasType=T.INT32 if kind == "s16b" else 0, padding=padding, strideH=sh, strideW=sw, dilationHFactor=dh, dilationWFactor=dw,
                     fusedActivationFunction=activation)
                c.add(f"conv_{number}_{kind}", f, criterion=(2, 1e-5) if kind == "f32" else None)


def conv_integers(kind, xs, ks, ys, dim, taps):
    """Tensors 0 to 3: input, filter, bias, output of scales that use the range."""
    f = File()
    wide = kind.startswith("s16")
    xk, wk = ("s16", "s8") if wide else ("s8", "s4" if kind == "s4" else "s8")
    sx = scale(1e-4, 1e-3) if wide else scale(0.01, 0.1)
    channels = ks[dim]
    sw = np.array([scale(0.002, 0.02) for _ in range(1 if kind == "s8t" else channels)], np.float32)
    top, act = (7 if kind == "s4" else 127), (32768 if wide else 128)
    sy = np.float32(sx * float(sw.mean()) * top * act * np.sqrt(taps) / act / 3 * (1 if not wide else 1))
    f.input(xk, xs, scale=sx, zero=0 if wide else zero())
    f.tensor(wk, ks, weights(ks, 4 if kind == "s4" else 8), scale=sw, zero=0, dim=dim)
    bias = rng.integers(-2000, 2000, channels)
    f.tensor("s64" if kind == "s16" else "s32", [channels], bias, scale=sx * sw, zero=0)
    f.output(xk, ys, scale=sy, zero=0 if wide else zero())
    return f


def grouped(c):
    for number, (groups, per, co) in enumerate([(2, 3, 4), (4, 1, 8), (3, 2, 3)]):
        f = conv_integers("s8", [1, 5, 5, groups * per], [co, 3, 3, per], [1, 5, 5, co], 0, 9 * per) if co % groups == 0 else None
        if f:
            f.op("CONV_2D", [0, 1, 2], [3], "Conv2DOptions", padding=SAME, strideH=1, strideW=1, dilationHFactor=1, dilationWFactor=1)
            c.add(f"conv_groups_{number}", f)


def depthwise(c):
    number = 0
    for h, w, ci, mult, kh, kw, sh, sw, dh, dw in [(5, 6, 4, 1, 3, 3, 1, 1, 1, 1), (7, 7, 3, 2, 3, 3, 2, 2, 1, 1), (8, 5, 1, 8, 10, 4, 2, 2, 1, 1),
                                                    (9, 9, 5, 1, 3, 2, 1, 1, 2, 3), (6, 4, 6, 1, 1, 1, 1, 1, 1, 1), (12, 3, 2, 3, 5, 1, 3, 3, 1, 1)]:
        for padding in (SAME, VALID):
            if padding == VALID and ((kh - 1) * dh + 1 > h or (kw - 1) * dw + 1 > w):
                continue
            for kind in ("s8", "s8t", "s16", "f32"):
                number += 1
                co, activation = ci * mult, [NONE, RELU, RELU6, RELU_N1][number % 4]
                ys = [1, out_size(h, kh, sh, dh, padding), out_size(w, kw, sw, dw, padding), co]
                if kind == "f32":
                    f = File()
                    f.input("f32", [1, h, w, ci]), f.tensor("f32", [1, kh, kw, co], rng.standard_normal((1, kh, kw, co)))
                    f.tensor("f32", [co], rng.standard_normal(co)), f.output("f32", ys)
                else:
                    f = conv_integers(kind, [1, h, w, ci], [1, kh, kw, co], ys, 3, kh * kw)
                f.op("DEPTHWISE_CONV_2D", [0, 1, 2], [3], "DepthwiseConv2DOptions", padding=padding, strideH=sh, strideW=sw, depthMultiplier=mult,
                     dilationHFactor=dh, dilationWFactor=dw, fusedActivationFunction=activation)
                c.add(f"depthwise_{number}_{kind}", f, criterion=(2, 1e-5) if kind == "f32" else None)


def transposed(c):
    number = 0
    for h, w, ci, co, kh, kw, sh, sw in [(3, 4, 2, 3, 3, 3, 2, 2), (4, 4, 3, 2, 2, 2, 1, 1), (2, 5, 1, 4, 4, 3, 3, 2), (5, 3, 2, 2, 1, 1, 2, 2)]:
        for padding in (SAME, VALID):
            for kind in ("s8", "s16", "f32"):
                number += 1
                oh, ow = (h * sh, w * sw) if padding == SAME else ((h - 1) * sh + kh, (w - 1) * sw + kw)
                if padding == VALID and (kh < sh or kw < sw):
                    oh, ow = h * sh - max(sh - kh, 0), w * sw - max(sw - kw, 0)
                if kind == "f32":
                    f = File()
                    f.input("f32", [1, h, w, ci]), f.tensor("f32", [co, kh, kw, ci], rng.standard_normal((co, kh, kw, ci)))
                    f.tensor("f32", [co], rng.standard_normal(co)), f.output("f32", [1, oh, ow, co])
                else:
                    f = conv_integers(kind, [1, h, w, ci], [co, kh, kw, ci], [1, oh, ow, co], 0, kh * kw * ci)
                shape = f.tensor("s32", [4], [1, oh, ow, co])
                f.op("TRANSPOSE_CONV", [shape, 1, 0, 2], [3], "TransposeConvOptions", version=3, padding=padding, strideH=sh, strideW=sw)
                c.add(f"transpose_conv_{number}_{kind}", f, criterion=(2, 1e-5) if kind == "f32" else None)


def dense(c):
    number = 0
    for batch, ci, co in [(1, 16, 8), (3, 7, 5), (2, 64, 10), (4, 1, 3), (1, 130, 1)]:
        for kind in ("s8", "s8t", "s8z", "s16", "s16b", "f32", "s4"):
            number += 1
            activation = [NONE, RELU, RELU6, NONE][number % 4]
            if kind == "f32":
                f = File()
                f.input("f32", [batch, ci]), f.tensor("f32", [co, ci], rng.standard_normal((co, ci)))
                f.tensor("f32", [co], rng.standard_normal(co)), f.output("f32", [batch, co])
            else:
                f = conv_integers({"s8z": "s8t"}.get(kind, kind), [batch, ci], [co, ci], [batch, co], 0, ci)
                if kind in ("s16", "s16b", "s4"):
                    q = f.g.tensors[1].quantization
                    q.scale, q.zeroPoint = q.scale[:1], [0]
                    bias = f.g.tensors[2].quantization
                    bias.scale, bias.zeroPoint = [float(np.float32(f.g.tensors[0].quantization.scale[0]) * np.float32(q.scale[0]))], [0]
                if kind == "s8z":
                    f.g.tensors[1].quantization.zeroPoint = [int(rng.integers(-20, 20))]
            f.op("FULLY_CONNECTED", [0, 1, 2 if number % 5 else -1], [3], "FullyConnectedOptions", version=4, quantizedBiasType=T.INT32 if kind == "s16b" else 0, fusedActivationFunction=activation)
            c.add(f"fully_connected_{number}_{kind}", f, criterion=(2, 1e-5) if kind == "f32" else None)
    f = conv_integers("s8", [2, 3, 8], [4, 8], [2, 3, 4], 0, 8)
    f.op("FULLY_CONNECTED", [0, 1, 2], [3], "FullyConnectedOptions", version=5, keepNumDims=True)
    c.add("fully_connected_keep", f)
    for number, (xs, ys, ax, ay, out) in enumerate([([2, 3, 4], [2, 4, 5], False, False, [2, 3, 5]), ([1, 3, 4], [2, 5, 4], False, True, [2, 3, 5]),
                                                     ([2, 4, 3], [2, 4, 5], True, False, [2, 3, 5]), ([3, 4], [4, 2], False, False, [3, 2])]):
        for kind in ("s8", "f32"):
            f = File()
            q = lambda: dict(scale=scale(0.01, 0.1), zero=zero()) if kind == "s8" else {}
            f.input(kind, xs, **q()), f.input(kind, ys, **q())
            f.output(kind, out, **(dict(scale=np.float32(2.0), zero=zero()) if kind == "s8" else {}))
            f.op("BATCH_MATMUL", [0, 1], [2], "BatchMatMulOptions", version=2, adjX=ax, adjY=ay)
            c.add(f"batch_matmul_{number}_{kind}", f, criterion=(2, 1e-5) if kind == "f32" else None)


def elementwise(c):
    shapes = [([2, 3, 4], [2, 3, 4]), ([2, 3, 4], [4]), ([1, 3, 1], [2, 1, 4]), ([5], [1])]
    for name in ("ADD", "SUB", "MUL"):
        for number, (xs, ys) in enumerate(shapes):
            for kind in ("s8", "s16", "f32", "s32"):
                activation = [NONE, RELU, RELU6, RELU_N1][number % 4] if kind != "s32" else NONE
                f = File()
                out = list(np.broadcast_shapes(tuple(xs), tuple(ys)))
                wide = kind == "s16"
                low, high = (1e-4, 1e-2) if wide else (0.01, 0.2)
                q = lambda: dict(scale=scale(low, high), zero=zero(kind)) if kind in ("s8", "s16") else {}
                qx, qy = q(), q()
                f.input(kind, xs, **qx), f.input(kind, ys, **qy)
                qo = q()
                if qo and name == "MUL":
                    qo["scale"] = np.float32(qx["scale"] * qy["scale"] * (200 if wide else 40))
                elif qo:
                    qo["scale"] = np.float32(2 * max(qx["scale"], qy["scale"]))
                f.output(kind, out, **qo)
                options = dict(fusedActivationFunction=activation)
                if name != "MUL":
                    options["potScaleInt16"] = False
                f.op(name, [0, 1], [2], name.capitalize() + "Options", version=3 if name == "ADD" and wide else 2, **options)
                c.add(f"{name.lower()}_{number}_{kind}", f)
    for name in ("ADD", "SUB"):
        for number, (ex, ey, eo) in enumerate([(-10, -10, -10), (-12, -10, -10), (-9, -11, -9)]):
            f = File()
            f.input("s16", [3, 5], scale=2.0**ex), f.input("s16", [3, 5], scale=2.0**ey), f.output("s16", [3, 5], scale=2.0**eo)
            f.op(name, [0, 1], [2], name.capitalize() + "Options", version=3, potScaleInt16=True)
            c.add(f"{name.lower()}_pot_{number}", f)
    for name, kinds, options in [("DIV", ("f32", "s32"), "DivOptions"), ("MAXIMUM", ("f32", "s32", "s8", "s16"), None), ("MINIMUM", ("f32", "s32", "s8", "s16"), None),
                                 ("SQUARED_DIFFERENCE", ("f32", "s32", "s8"), None), ("POW", ("f32",), None), ("FLOOR_DIV", ("f32", "s32"), None),
                                 ("FLOOR_MOD", ("f32", "s32", "s64"), None)]:
        for number, (xs, ys) in enumerate(shapes[:3]):
            for kind in kinds:
                f = File()
                q = dict(scale=np.float32(0.05), zero=3 if kind == "s8" else 0) if kind in ("s8", "s16") else {}
                q2 = dict(scale=np.float32(0.07), zero=-9) if name == "SQUARED_DIFFERENCE" and kind == "s8" else q
                f.input(kind, xs, **q), f.input(kind, ys, **q2)
                f.output(kind, list(np.broadcast_shapes(tuple(xs), tuple(ys))), **(dict(scale=np.float32(1.1), zero=-128) if q2 is not q else q))
                f.op(name, [0, 1], [2], options, version=1 if name == "POW" else 2)

                def feed(run, i, d, name=name):
                    v = random_values(d["dtype"], d["shape"])
                    if name == "POW":
                        return np.abs(v) + 0.5 if i == 0 else v
                    if i == 1 and name in ("DIV", "FLOOR_DIV", "FLOOR_MOD"):
                        v = np.where(v == 0, 7, v).astype(v.dtype) if v.dtype.kind != "f" else v
                        return (v % 37 + 1) * np.sign(v) if v.dtype.kind == "i" else v
                    return v
                fd = lambda run, i, d, feed=feed: np.asarray(feed(run, i, d)).astype(d["dtype"])
                c.add(f"{name.lower()}_{number}_{kind}", f, feed=fd)
    for name in ("LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL", "EQUAL", "NOT_EQUAL"):
        for kind in ("s8", "f32", "s32"):
            f = File()
            q = lambda: dict(scale=scale(0.01, 0.1), zero=zero()) if kind == "s8" else {}
            f.input(kind, [4, 6], **q()), f.input(kind, [6] if kind != "s32" else [4, 6], **q()), f.output("pred", [4, 6])
            f.op(name, [0, 1], [2], version=2)
            small = lambda run, i, d: random_values(d["dtype"], d["shape"]) if d["dtype"] != np.int32 else rng.integers(-2, 3, d["shape"]).astype(np.int32)
            c.add(f"{name.lower()}_{kind}", f, feed=small)
    for name in ("LOGICAL_AND", "LOGICAL_OR"):
        f = File()
        f.input("pred", [3, 4]), f.input("pred", [3, 4]), f.output("pred", [3, 4])
        f.op(name, [0, 1], [2])
        c.add(name.lower(), f)
    f = File()
    f.input("pred", [3, 4]), f.output("pred", [3, 4])
    f.op("LOGICAL_NOT", [0], [1])
    c.add("logical_not", f)
    for kind in ("f32", "s8", "s32"):
        f = File()
        q = dict(scale=np.float32(0.1), zero=1) if kind == "s8" else {}
        f.input("pred", [3, 4]), f.input(kind, [3, 4], **q), f.input(kind, [3, 4], **q), f.output(kind, [3, 4], **q)
        f.op("SELECT", [0, 1, 2], [3])
        c.add(f"select_{kind}", f)
        f = File()
        f.input("pred", [4]), f.input(kind, [3, 1], **q), f.input(kind, [3, 4], **q), f.output(kind, [3, 4], **q)
        f.op("SELECT_V2", [0, 1, 2], [3])
        c.add(f"select_v2_{kind}", f)


def functions(c):
    unary = {"RELU": ("f32", "s8", "s16"), "RELU6": ("f32", "s8", "s16"), "RELU_N1_TO_1": ("f32", "s8"), "LOGISTIC": ("f32", "s8", "s16"), "TANH": ("f32", "s8", "s16"),
             "HARD_SWISH": ("f32", "s8"), "ELU": ("f32", "s8"), "EXP": ("f32", "s8"), "SQRT": ("f32",), "RSQRT": ("f32",), "LOG": ("f32",), "SIN": ("f32",), "COS": ("f32",),
             "ABS": ("f32",), "NEG": ("f32", "s32"), "FLOOR": ("f32",), "CEIL": ("f32",), "ROUND": ("f32",), "SQUARE": ("f32",), "SIGN": ("f32",)}
    for name, kinds in unary.items():
        for kind in kinds:
            for number in range(1 if kind in ("f32", "s32") else 3):
                f = File()
                qi = qo = {}
                if kind == "s8":
                    qi = dict(scale=scale(0.01, 0.1), zero=zero())
                    qo = dict(scale=np.float32(1 / 256), zero=-128) if name == "LOGISTIC" else dict(scale=np.float32(1 / 128), zero=0) if name == "TANH" else dict(scale=scale(0.01, 0.1), zero=zero())
                    if name == "HARD_SWISH":
                        qo["scale"] = np.float32(qi["scale"] * [1.0, 0.7, 1.9][number])
                    if name.startswith("RELU") and number == 0:
                        qo = qi
                if kind == "s16":
                    qi = dict(scale=[2.0**-12, np.float32(0.00031), np.float32(0.0021)][number] if name in ("LOGISTIC", "TANH") else scale(1e-4, 1e-3))
                    qo = dict(scale=2.0**-15) if name in ("LOGISTIC", "TANH") else dict(scale=scale(1e-4, 1e-3))
                shape = [16, 16] if kind == "s8" else [7, 9]
                f.input(kind, shape, **qi), f.output(kind, shape, **qo)
                f.op(name, [0], [1], version=1 if name in ("RELU_N1_TO_1", "HARD_SWISH", "ELU") else 3 if kind == "s16" else 2 if kind == "s8" else 1)

                def feed(run, i, d, name=name, kind=kind):
                    if kind == "s8":
                        return np.arange(256).astype(np.int8).reshape(16, 16)
                    v = random_values(d["dtype"], d["shape"])
                    return np.abs(v) + np.float32(0.01) if name in ("SQRT", "RSQRT", "LOG") else v
                c.add(f"{name.lower()}_{kind}_{number}", f, runs=1 if kind == "s8" else 2, feed=feed)
    for kind, alpha in [("f32", 0.1), ("s8", 0.1), ("s8", -0.3), ("s8", 0.75), ("s16", 0.2)]:
        f = File()
        q = lambda: dict(scale=scale(0.01, 0.03), zero=zero(kind)) if kind != "f32" else {}
        f.input(kind, [16, 16], **q()), f.output(kind, [16, 16], **q())
        f.op("LEAKY_RELU", [0], [1], "LeakyReluOptions", version=2, alpha=alpha)
        c.add(f"leaky_relu_{kind}_{alpha}", f)
    for approximate in (False, True):
        for kind in ("f32", "s8"):
            f = File()
            q = lambda: dict(scale=scale(0.02, 0.04), zero=zero(kind)) if kind != "f32" else {}
            f.input(kind, [16, 16], **q()), f.output(kind, [16, 16], **q())
            f.op("GELU", [0], [1], "GeluOptions", approximate=approximate)
            c.add(f"gelu_{kind}_{int(approximate)}", f, criterion=(2, 1e-5) if kind == "f32" else None)
    for kind in ("f32", "s8"):
        f = File()
        q = lambda: dict(scale=scale(0.01, 0.03), zero=zero(kind)) if kind != "f32" else {}
        f.input(kind, [2, 3, 4, 5], **q())
        alpha = f.tensor(kind, [1, 1, 5], weights([5]) if kind != "f32" else rng.standard_normal(5), **q())
        f.output(kind, [2, 3, 4, 5], **q())
        f.op("PRELU", [0, alpha], [2])
        c.add(f"prelu_{kind}", f)
    for kind, out in [("f32", "f32"), ("s8", "s8"), ("s8", "s16"), ("u8", "u8"), ("s16", "s16")]:
        for number, (shape, beta) in enumerate([([1, 10], 1.0), ([3, 4, 7], 0.7), ([2, 33], 2.0), ([4, 2], 1.0)]):
            f = File()
            q = dict(scale=np.float32([0.17, 0.05, 0.31, 0.9][number] * (1e-3 if kind == "s16" else 1)), zero=0 if kind != "s8" else 5) if kind != "f32" else {}
            qo = {"f32": {}, "s8": dict(scale=np.float32(1 / 256), zero=-128), "u8": dict(scale=np.float32(1 / 256), zero=0),
                  "s16": dict(scale=np.float32(1 / 65536) if kind == "s8" else np.float32(1 / 32768), zero=-32768 if kind == "s8" else 0)}[out]
            f.input(kind, shape, **q), f.output(out, shape, **qo)
            f.op("SOFTMAX", [0], [1], "SoftmaxOptions", version=2, beta=beta)
            c.add(f"softmax_{kind}_{out}_{number}", f)
    for name in ("L2_NORMALIZATION", "LOG_SOFTMAX"):
        f = File()
        f.input("f32", [3, 9]), f.output("f32", [3, 9])
        f.op(name, [0], [1], "L2NormOptions" if name[0:2] == "L2" else None)
        c.add(name.lower(), f, criterion=(2, 1e-5))


def pools(c):
    number = 0
    for h, w, kh, kw, sh, sw in [(6, 6, 2, 2, 2, 2), (7, 5, 3, 2, 1, 2), (25, 5, 25, 5, 25, 5), (4, 9, 3, 3, 2, 3), (3, 3, 3, 3, 1, 1)]:
        for padding in (SAME, VALID):
            for name in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
                for kind in ("s8", "s16", "f32"):
                    number += 1
                    f = File()
                    q = dict(scale=scale(0.01, 0.1), zero=zero(kind)) if kind != "f32" else {}
                    f.input(kind, [1, h, w, 3], **q)
                    f.output(kind, [1, out_size(h, kh, sh, 1, padding), out_size(w, kw, sw, 1, padding), 3], **q)
                    f.op(name, [0], [1], "Pool2DOptions", version=2, padding=padding, strideH=sh, strideW=sw, filterHeight=kh, filterWidth=kw,
                         fusedActivationFunction=[NONE, RELU, RELU6][number % 3])
                    c.add(f"{name.lower()}_{number}_{kind}", f, criterion=(2, 1e-5) if kind == "f32" else None)


def reductions(c):
    for name, kinds in [("MEAN", ("s8", "s16", "f32", "s32")), ("SUM", ("f32", "s32")), ("REDUCE_MAX", ("s8", "f32", "s32")), ("REDUCE_MIN", ("s8", "f32", "s32")),
                        ("REDUCE_PROD", ("f32", "s32")), ("REDUCE_ANY", ("pred",)), ("REDUCE_ALL", ("pred",))]:
        for number, (axes, keep) in enumerate([([1, 2], False), ([-1], True), ([0, 1, 2, 3], False), ([2], False)]):
            for kind in kinds:
                f = File()
                same = name.startswith("REDUCE")
                q = dict(scale=scale(0.01, 0.1), zero=zero(kind)) if kind in ("s8", "s16") else {}
                shape = [2, 3, 5, 4]
                f.input(kind, shape, **q)
                a = f.tensor("s32", [len(axes)], axes)
                norm = {x % 4 for x in axes}
                out = [1 if i in norm else d for i, d in enumerate(shape) if keep or i not in norm]
                f.output(kind, out, **(q if same or not q else dict(scale=np.float32(q["scale"] * 0.6), zero=zero(kind))))
                f.op(name, [0, a], [2], "ReducerOptions", version=2 if kind == "s8" else 1, keepDims=keep)
                c.add(f"{name.lower()}_{number}_{kind}", f, criterion=(2, 1e-5) if kind == "f32" else None)
    for number, (exclusive, reverse) in enumerate([(False, False), (True, False), (False, True), (True, True)]):
        for kind in ("f32", "s32"):
            f = File()
            f.input(kind, [3, 6])
            a = f.tensor("s32", [], [1 - number % 2])
            f.output(kind, [3, 6])
            f.op("CUMSUM", [0, a], [2], "CumsumOptions", exclusive=exclusive, reverse=reverse)
            c.add(f"cumsum_{number}_{kind}", f, criterion=(2, 1e-5) if kind == "f32" else None)
    for name in ("ARG_MAX", "ARG_MIN"):
        for kind in ("f32", "s8", "s32"):
            for axis in (0, -1):
                f = File()
                f.input(kind, [5, 9], **(dict(scale=np.float32(0.1), zero=0) if kind == "s8" else {}))
                a = f.tensor("s32", [], [axis])
                f.output("s32" if kind != "s32" else "s64", [9] if axis == 0 else [5])
                f.op(name, [0, a], [2], "ArgMaxOptions" if name == "ARG_MAX" else "ArgMinOptions", outputType=T.INT32 if kind != "s32" else T.INT64)
                c.add(f"{name.lower()}_{kind}_{axis}", f, feed=lambda run, i, d: rng.integers(-5, 5, d["shape"]).astype(d["dtype"]))


def moves(c):
    def one(name, op, ins, outs, kind=None, consts=(), version=1, kinds=("f32", "s8"), feed=None, **options):
        for k in kinds:
            f = File()
            q = dict(scale=np.float32(0.1), zero=-7) if k == "s8" else {}
            ids = []
            for what in ins:
                if isinstance(what, tuple):
                    ids.append(f.tensor(what[0], what[1], what[2]))
                else:
                    ids.append(f.input(k, what, **q))
            out = [f.output(k, o, **q) for o in outs]
            f.op(op, ids, out, kind, version=version, **options)
            c.add(f"{name}_{k}", f, runs=1, feed=feed)
    S = lambda shape, values: ("s32", shape, values)
    one("reshape", "RESHAPE", [[2, 3, 4], S([2], [6, 4])], [[6, 4]], "ReshapeOptions", newShape=[6, 4])
    one("squeeze", "SQUEEZE", [[1, 3, 1, 4]], [[3, 4]], "SqueezeOptions", squeezeDims=[0, 2])
    one("expand_dims", "EXPAND_DIMS", [[3, 4], S([], [1])], [[3, 1, 4]])
    one("transpose_1", "TRANSPOSE", [[2, 3, 4], S([3], [2, 0, 1])], [[4, 2, 3]])
    one("transpose_2", "TRANSPOSE", [[2, 3, 4, 5], S([4], [0, 3, 1, 2])], [[2, 5, 3, 4]])
    one("pad", "PAD", [[2, 3], S([2, 2], [1, 0, 2, 3])], [[3, 8]])
    one("pad_4d", "PAD", [[1, 3, 4, 2], S([4, 2], [0, 0, 1, 1, 0, 2, 0, 0])], [[1, 5, 6, 2]])
    for k in ("f32", "s8"):
        f = File()
        q = dict(scale=np.float32(0.1), zero=-7) if k == "s8" else {}
        x = f.input(k, [2, 3], **q)
        p, v = f.tensor("s32", [2, 2], [1, 1, 0, 2]), f.tensor(k, [1], [5], **q)
        y = f.output(k, [4, 5], **q)
        f.op("PADV2", [x, p, v], [y], version=2)
        c.add(f"padv2_{k}", f, runs=1)
    one("mirror_pad_reflect", "MIRROR_PAD", [[4, 5], S([2, 2], [2, 1, 1, 3])], [[7, 9]], "MirrorPadOptions", mode=0)
    one("mirror_pad_symmetric", "MIRROR_PAD", [[4, 5], S([2, 2], [2, 1, 1, 3])], [[7, 9]], "MirrorPadOptions", mode=1)
    one("concatenation_1", "CONCATENATION", [[2, 3], [2, 5], [2, 1]], [[2, 9]], "ConcatenationOptions", axis=1, version=2)
    one("concatenation_0", "CONCATENATION", [[2, 3, 2], [4, 3, 2]], [[6, 3, 2]], "ConcatenationOptions", axis=-3, version=2)
    one("pack", "PACK", [[2, 3], [2, 3]], [[2, 2, 3]], "PackOptions", valuesCount=2, axis=1, version=2)
    one("unpack", "UNPACK", [[2, 3, 4]], [[2, 4]] * 3, "UnpackOptions", num=3, axis=1, version=2)
    one("split", "SPLIT", [S([], [1]), [2, 6]], [[2, 2]] * 3, "SplitOptions", numSplits=3, version=2)
    one("split_v", "SPLIT_V", [[7, 2], S([3], [2, -1, 1]), S([], [0])], [[2, 2], [4, 2], [1, 2]], "SplitVOptions", numSplits=3, version=2)
    one("slice", "SLICE", [[4, 5, 6], S([3], [1, 0, 2]), S([3], [2, -1, 3])], [[2, 5, 3]], version=2)
    strided = [([0, 1, 2], [4, 5, 6], [2, 1, 3], {}, [2, 4, 2]), ([3, -1, 0], [0, -6, 6], [-1, -2, 1], {}, [3, 3, 6]), ([1, 0, 0], [2, 5, 6], [1, 1, 1], dict(shrinkAxisMask=1), [5, 6]),
               ([1, 0], [3, 2], [1, 1], dict(ellipsisMask=1), [4, 5, 2]), ([0, 0, 1], [1, 0, 3], [1, 1, 1], dict(newAxisMask=1, beginMask=2, endMask=2), [1, 4, 2, 6]),
               ([1, 2], [0, 0], [1, 2], dict(endMask=3), [3, 2, 6])]
    for number, (begin, end, stride, masks, out) in enumerate(strided):
        options = dict(beginMask=0, endMask=0, ellipsisMask=0, newAxisMask=0, shrinkAxisMask=0)
        options.update(masks)
        one(f"strided_slice_{number}", "STRIDED_SLICE", [[4, 5, 6], S([len(begin)], begin), S([len(begin)], end), S([len(begin)], stride)], [out], "StridedSliceOptions", version=2, **options)
    one("reverse", "REVERSE_V2", [[3, 4, 2], S([1], [1])], [[3, 4, 2]], version=1, kinds=("f32",))
    one("tile", "TILE", [[2, 3], S([2], [2, 3])], [[4, 9]], kinds=("f32",))
    one("broadcast_to", "BROADCAST_TO", [[3, 1], S([3], [2, 3, 4])], [[2, 3, 4]], version=2)
    one("space_to_depth", "SPACE_TO_DEPTH", [[1, 4, 6, 2]], [[1, 2, 3, 8]], "SpaceToDepthOptions", blockSize=2)
    one("depth_to_space", "DEPTH_TO_SPACE", [[1, 2, 3, 8]], [[1, 4, 6, 2]], "DepthToSpaceOptions", blockSize=2)
    for number, (corners, half) in enumerate([(False, False), (True, False), (False, True)]):
        for size, (h, w) in enumerate([(6, 8), (3, 2), (7, 5)]):
            one(f"resize_bilinear_{number}_{size}", "RESIZE_BILINEAR", [[1, 4, 5, 2], S([2], [h, w])], [[1, h, w, 2]], "ResizeBilinearOptions", version=3 if half else 2,
                kinds=("f32", "s8", "s16"), alignCorners=corners, halfPixelCenters=half)
            one(f"resize_nearest_{number}_{size}", "RESIZE_NEAREST_NEIGHBOR", [[1, 4, 5, 2], S([2], [h, w])], [[1, h, w, 2]], "ResizeNearestNeighborOptions",
                version=3 if half else 2, alignCorners=corners, halfPixelCenters=half)
    one("gather", "GATHER", [[5, 3, 2], S([4], [4, 0, 2, 2])], [[4, 3, 2]], "GatherOptions", axis=0, version=2)
    one("gather_axis", "GATHER", [[2, 5, 3], S([2, 2], [4, 0, 2, 1])], [[2, 2, 2, 3]], "GatherOptions", axis=1, version=2)
    one("gather_batch", "GATHER", [[2, 5, 3], S([2, 2], [4, 0, 2, 1])], [[2, 2, 3]], "GatherOptions", axis=1, batchDims=1, version=5, kinds=("f32",))
    one("gather_nd", "GATHER_ND", [[3, 4, 2], S([2, 2], [2, 1, 0, 3])], [[2, 2]])
    one("zeros_like", "ZEROS_LIKE", [[3, 2]], [[3, 2]], kinds=("f32",))
    f = File()
    i = f.input("s32", [4])
    d, on, off = f.tensor("s32", [], [5]), f.tensor("f32", [], [2.5]), f.tensor("f32", [], [-1])
    f.op("ONE_HOT", [i, d, on, off], [f.output("f32", [4, 5])], "OneHotOptions", axis=-1)
    c.add("one_hot", f, feed=lambda run, n, det: rng.integers(-1, 6, 4).astype(np.int32))
    f = File()
    i = f.input("s32", [2, 3])
    d, on, off = f.tensor("s32", [], [4]), f.tensor("s8", [], [7]), f.tensor("s8", [], [-1])
    f.op("ONE_HOT", [i, d, on, off], [f.output("s8", [2, 4, 3])], "OneHotOptions", axis=1)
    c.add("one_hot_axis", f, feed=lambda run, n, det: rng.integers(0, 4, (2, 3)).astype(np.int32))
    f = File()
    x = f.input("f32", [3, 5])
    f.op("SHAPE", [x], [f.output("s32", [2])], "ShapeOptions", outType=T.INT32)
    c.add("shape", f, runs=1)
    f = File()
    x = f.input("f32", [3, 9])
    k = f.tensor("s32", [], [4])
    f.op("TOPK_V2", [x, k], [f.output("f32", [3, 4]), f.output("s32", [3, 4])])
    c.add("topk", f)


def conversions(c):
    for number, (a, b) in enumerate([("f32", "s32"), ("s32", "f32"), ("s8", "f32"), ("pred", "f32"), ("s64", "s32"), ("s32", "s16"), ("f32", "pred"), ("u8", "s32")]):
        f = File()
        f.op("CAST", [f.input(a, [3, 7])], [f.output(b, [3, 7])], "CastOptions", inDataType=TYPES[a][0], outDataType=TYPES[b][0])
        c.add(f"cast_{a}_{b}", f, feed=lambda run, i, d: random_values(d["dtype"], d["shape"]) if d["dtype"] != np.int32 else rng.integers(-30000, 30000, d["shape"]).astype(np.int32))
    for number, kind in enumerate(["s8", "u8", "s16", "s8"]):
        f = File()
        f.op("QUANTIZE", [f.input("f32", [5, 40])], [f.output(kind, [5, 40], scale=scale(0.02, 0.05) if kind != "s16" else np.float32(3e-4), zero={"s8": -11, "u8": 130, "s16": 0}[kind])])
        c.add(f"quantize_f32_{kind}_{number}", f)
    for number, (a, b) in enumerate([("s8", "s8"), ("s8", "u8"), ("u8", "s8"), ("s16", "s8"), ("s8", "s16"), ("s16", "s16")]):
        f = File()
        z = {"s8": -11, "u8": 117, "s16": 0}
        wide = lambda k: np.float32(3e-4) if k == "s16" else np.float32(0.04)
        for same in (False, True):
            f = File()
            f.op("QUANTIZE", [f.input(a, [4, 64], scale=wide(a), zero=z[a])], [f.output(b, [4, 64], scale=np.float32(wide(b) * (1 if same else 1.37)), zero=z[b])], version=2)
            c.add(f"quantize_{a}_{b}_{int(same)}", f)
    for kind, zp in [("s8", 5), ("u8", 100), ("s16", 0)]:
        f = File()
        f.op("DEQUANTIZE", [f.input(kind, [4, 30], scale=np.float32(0.037), zero=zp)], [f.output("f32", [4, 30])], version=2)
        c.add(f"dequantize_{kind}", f)
    f = File()
    w = f.tensor("f16", [6, 4], rng.standard_normal((6, 4)))
    x = f.input("f32", [2, 4])
    wide = f.tensor("f32", [6, 4])
    f.op("DEQUANTIZE", [w], [wide], version=3)
    f.op("FULLY_CONNECTED", [x, wide, -1], [f.output("f32", [2, 6])], "FullyConnectedOptions")
    c.add("half_weights", f, criterion=(2, 1e-5))


def recurrent(c):
    for number, (batch, time, ni, nc, major, cifg) in enumerate([(1, 5, 6, 4, False, False), (2, 3, 5, 4, False, False), (2, 4, 3, 8, True, False), (1, 3, 4, 4, False, True)]):
        for kind in ("s8", "f32"):
            f = File()
            ints = kind == "s8"
            xs, ys = ([time, batch, ni], [time, batch, nc]) if major else ([batch, time, ni], [batch, time, nc])
            qx = dict(scale=np.float32(0.02), zero=-7) if ints else {}
            qh = dict(scale=np.float32(0.0078), zero=[3, 0, -5, 1][number]) if ints else {}
            x = f.input(kind, xs, **qx)
            w = lambda n: f.tensor(kind, [nc, n], weights([nc, n]) if ints else rng.standard_normal((nc, n)) * 0.5, **(dict(scale=scale(0.004, 0.01), zero=0) if ints else {}))
            wi = [-1 if cifg and g == 0 else w(ni) for g in range(4)]
            wr = [-1 if cifg and g == 0 else w(nc) for g in range(4)]
            bias = lambda g: -1 if cifg and g == 0 else f.tensor("s32" if ints else "f32", [nc], rng.integers(-3000, 3000, nc) if ints else rng.standard_normal(nc), **(dict(scale=np.float32(1e-4)) if ints else {}))
            bs = [bias(g) for g in range(4)]
            h = f.tensor(kind, [batch, nc], variable=True, **qh)
            cell = f.tensor("s16" if ints else "f32", [batch, nc], variable=True, **(dict(scale=2.0**-11) if ints else {}))
            mids = [f.tensor("f32", [0]) for _ in range(4)] + [f.tensor("s8", [0], **qh)] if ints else None
            y = f.output(kind, ys, **qh)
            f.op("UNIDIRECTIONAL_SEQUENCE_LSTM", [x] + wi + wr + [-1] * 3 + bs + [-1, -1, h, cell] + [-1] * 4, [y], "UnidirectionalSequenceLSTMOptions", intermediates=mids,
                 version=2, fusedActivationFunction=TANH, timeMajor=major, cellClip=[0.0, 10.0, 0.0, 0.0][number])
            c.add(f"lstm_{number}_{kind}", f, runs=3, criterion=None if ints else (2, 2e-5))
    for number, (batch, ni, units, rank, memory, act) in enumerate([(1, 5, 4, 1, 3, RELU), (2, 3, 3, 2, 4, NONE)]):
        for kind in ("s8", "f32"):
            f = File()
            ints, filters = kind == "s8", units * rank
            x = f.input(kind, [batch, ni], **(dict(scale=np.float32(0.02), zero=-9) if ints else {}))
            wf = f.tensor(kind, [filters, ni], weights([filters, ni]) if ints else rng.standard_normal((filters, ni)), **(dict(scale=np.float32(0.01)) if ints else {}))
            wt = f.tensor("s16" if ints else kind, [filters, memory], weights([filters, memory], 12) if ints else rng.standard_normal((filters, memory)), **(dict(scale=np.float32(0.0005)) if ints else {}))
            b = f.tensor("s32" if ints else kind, [units], rng.integers(-2000, 2000, units) if ints else rng.standard_normal(units), **(dict(scale=np.float32(1e-6)) if ints else {}))
            st = f.tensor("s16" if ints else kind, [batch, memory * filters], variable=True, **(dict(scale=np.float32(0.0005)) if ints else {}))
            y = f.output(kind, [batch, units], **(dict(scale=np.float32(0.03), zero=4) if ints else {}))
            f.op("SVDF", [x, wf, wt, b, st], [y], "SVDFOptions", version=3 if ints else 1, rank=rank, fusedActivationFunction=RELU if ints else act)
            c.add(f"svdf_{number}_{kind}", f, runs=6, criterion=None if ints else (2, 1e-5))


def control(c):
    f = File()
    i, x = f.input("s32", [1]), f.input("f32", [3])
    f.g.outputs = [f.tensor("s32", [1]), f.tensor("f32", [3])]
    main = f.g
    more = f.graph()
    a = f.input("s32", [1]); f.input("f32", [3])
    f.op("LESS", [a, f.tensor("s32", [1], [7])], [f.output("pred", [1])])
    body = f.graph()
    a, y = f.input("s32", [1]), f.input("f32", [3])
    f.op("ADD", [a, f.tensor("s32", [1], [1])], [f.output("s32", [1])], "AddOptions")
    f.op("MUL", [y, f.tensor("f32", [1], [1.5])], [f.output("f32", [3])], "MulOptions")
    f.g = main
    f.op("WHILE", [i, x], main.outputs, "WhileOptions", condSubgraphIndex=more, bodySubgraphIndex=body)
    c.add("while", f, feed=lambda run, n, d: np.array([run * 3], np.int32) if n == 0 else random_values(d["dtype"], d["shape"]))
    f = File()
    p, x = f.input("pred", [1]), f.input("f32", [4])
    y = f.output("f32", [4])
    main, graphs = f.g, []
    for name, value in (("ADD", 10.0), ("MUL", 3.0)):
        graphs.append(f.graph())
        f.op(name, [f.input("f32", [4]), f.tensor("f32", [1], [value])], [f.output("f32", [4])], name.capitalize() + "Options")
    f.g = main
    f.op("IF", [p, x], [y], "IfOptions", thenSubgraphIndex=graphs[0], elseSubgraphIndex=graphs[1])
    c.add("if", f, feed=lambda run, n, d: np.array([run == 0]) if n == 0 else random_values(d["dtype"], d["shape"]))
    for begins in (0.0, 2.5):
        f = File()
        x = f.input("f32", [3])
        main = f.g
        once = f.graph()
        r = f.tensor("resource", [])
        f.op("VAR_HANDLE", [], [r], "VarHandleOptions", container="c", sharedName="total")
        f.op("ASSIGN_VARIABLE", [r, f.tensor("f32", [3], [begins] * 3)], [], "AssignVariableOptions")
        f.g = main
        f.op("CALL_ONCE", [], [], "CallOnceOptions", initSubgraphIndex=once)
        r, old, new = f.tensor("resource", []), f.tensor("f32", [3]), f.output("f32", [3])
        f.op("VAR_HANDLE", [], [r], "VarHandleOptions", container="c", sharedName="total")
        f.op("READ_VARIABLE", [r], [old], "ReadVariableOptions")
        f.op("ADD", [old, x], [new], "AddOptions")
        f.op("ASSIGN_VARIABLE", [r, new], [], "AssignVariableOptions")
        c.add(f"variable_{begins}", f, runs=4)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    cases = Cases(arguments.only)
    for family in (convolutions, grouped, depthwise, transposed, dense, elementwise, functions, pools, reductions, moves, conversions, recurrent, control):
        family(cases)
    cases.write(arguments.out)
    for name, error in cases.failed:
        print("not run by the interpreter:", name, error)
    print(len(cases.items), "cases,", len(cases.failed), "that the interpreter refuses")
    return 0


if __name__ == "__main__":
    sys.exit(main())
