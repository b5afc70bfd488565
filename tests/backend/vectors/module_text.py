"""Self-checking StableHLO text: modules that compute something of inputs and hold it against expected arrays."""
import re

import numpy as np

NAMES = {"bool": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "ui8", "uint16": "ui16", "uint32": "ui32",
         "uint64": "ui64", "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "complex64": "complex<f32>",
         "complex128": "complex<f64>"}


def type_of(array):
    return "tensor<" + "".join(f"{d}x" for d in array.shape) + NAMES[array.dtype.name] + ">"


def dense(array):
    if array.dtype == bool:
        return "dense<" + str(array.tolist()).lower() + ">"
    return f'dense<"0x{array.tobytes().hex().upper()}">'


def module(inputs, body, expect, functions="", attributes=""):
    """Inputs become run-time inputs of the check; `body` computes values from %name; `expect` holds them against arrays: (value, array) for
    equality, or (value, array, check, attributes). `functions`: text that stands beside @main."""
    names, types = list(inputs), [type_of(a) for a in inputs.values()]
    lines = [f"module {attributes}{{", f"  func.func private @inputs() -> ({', '.join(types)}) {{"]
    lines += [f"    %{n} = stablehlo.constant {dense(a)} : {type_of(a)}" for n, a in inputs.items()]
    lines += ["    return " + ", ".join("%" + n for n in names) + " : " + ", ".join(types), "  }"]
    given = "%given" if len(names) == 1 else f"%given:{len(names)}"
    parts = ["%given"] if len(names) == 1 else [f"%given#{k}" for k in range(len(names))]
    lines += ["  func.func public @main() {", f"    {given} = call @inputs() : () -> ({', '.join(types)})"]
    for n, part in zip(names, parts):
        body = re.sub(rf"%{n}\b", part, body)
    lines += ["    " + line for line in body.strip("\n").splitlines()]
    for k, (value, array, *criterion) in enumerate(expect):
        check, extra = criterion or ("expect_eq", "")
        lines += [f"    %expected{k} = stablehlo.constant {dense(array)} : {type_of(array)}",
                  f"    stablehlo.custom_call @check.{check}({value}, %expected{k}) {{{extra}has_side_effect = true}} : "
                  f"({type_of(array)}, {type_of(array)}) -> ()"]
    lines += ["    return", "  }"] + ["  " + line for line in functions.strip("\n").splitlines()] + ["}"]
    return "\n".join(lines) + "\n"


def grid(functions, name, members, expected, infeed=()):
    """Members run @name of `functions`, replica after replica, on their own list of arrays each; `infeed` names functions of the queue."""
    lines = ["module {"] + ["  " + line for line in functions.strip("\n").splitlines()] + ["  func.func public @main() {"]
    given, results = [], []
    for m, (inputs, outputs) in enumerate(zip(members, expected)):
        for k, array in enumerate(inputs):
            given.append((f"%in{m}_{k}", type_of(array)))
            lines.append(f"    %in{m}_{k} = stablehlo.constant {dense(array)} : {type_of(array)}")
        results += outputs
    queue = f", infeed = [[{', '.join('@' + f for f in infeed)}]]" if infeed else ""
    lines += [f"    %out:{len(results)} = \"interpreter.run_parallel\"({', '.join(n for n, _ in given)}) {{",
              f"      programs = [{', '.join(f'[@{name}]' for _ in members)}]{queue}",
              f"    }} : ({', '.join(t for _, t in given)}) -> ({', '.join(type_of(a) for a in results)})"]
    lines += [f"    check.expect_eq_const %out#{k}, {dense(a)} : {type_of(a)}" for k, a in enumerate(results)]
    return "\n".join(lines + ["    return", "  }", "}"]) + "\n"


def write(path, comment, modules):
    path.write_text("".join(f"// {line}\n" for line in comment.splitlines()) + "// -----\n".join(modules))
