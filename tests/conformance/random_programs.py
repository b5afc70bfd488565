#!/usr/bin/env python3
# Fresh random programs of shared/tools/xla_fuzz.py on the evaluator, and a verdict on every one where it and XLA differ. XLA is asked again:
#   held   every value of @main stands behind an optimization_barrier, where no folder of XLA's reads it: to the specification the same program.
#          When the evaluator gives what XLA computes then, XLA's folder differs from XLA's own compiled code.
#   wide   every float is computed in f64 (inputs and constants as they are, converted). When each element that differs lies no further from this
#          than XLA's own, the evaluator has the better value and the tolerance was too narrow for XLA.
#   narrow the results that differ are floats of a narrower type, converted: both values are exact in it. The evaluator is within what the generator
#          allows a result of that type (it gave them the tolerance of the wider one).
# What none of them settles is counted as wrong. Exits 1 on a wrong value, a refusal, a crash or a hang.
# usage: random_programs.py FOLDER SEED...    300 programs a seed (FOLDER keeps them and is read again); COUNT=N changes that
#        random_programs.py FOLDER FILE...    self-checking files from elsewhere
# environment: MOTE, MOTE_SOURCE, MOTE_SHARED, MOTE_XLA_PYTHON (a Python with JAX; else this one)
import json, os, re, subprocess, sys

if os.environ.get("MOTE_XLA_PYTHON") and not os.environ.get("MOTE_XLA_CHILD"):
    os.execve(os.environ["MOTE_XLA_PYTHON"], [os.environ["MOTE_XLA_PYTHON"], *sys.argv], {**os.environ, "MOTE_XLA_CHILD": "1"})
if len(sys.argv) < 3:
    sys.exit("usage: random_programs.py FOLDER SEED...")
mote = os.environ["MOTE"]
tools = os.path.join(os.environ.get("MOTE_SHARED") or os.path.join(os.environ["MOTE_SOURCE"], "..", "shared"), "tools")
try:
    import numpy as np
    sys.path.insert(0, tools)
    import xla_check as X
    from jaxlib.mlir.dialects import stablehlo
except ImportError as missing:
    print(f"skipped: {missing} (MOTE_XLA_PYTHON names a Python with JAX, MOTE_SHARED the folder shared)")
    sys.exit(77)

CONSTANT = re.compile(r"^(\s*)(%\w+) = stablehlo\.constant (dense<.*>) : (tensor<.*>)$")
CHECK = re.compile(r"^\s*stablehlo\.custom_call @check\..*$", re.M)
FLOAT = re.compile(r"(?<=[x<])(bf16|f16|f32)(?=>)")


def generate(folder, seed, count):
    """Programs of one seed in FOLDER/SEED, and what the generator says of those it left out."""
    log = os.path.join(folder, f"{seed}.log")
    if not os.path.exists(log):
        out = os.path.join(folder, str(seed))
        os.makedirs(out, exist_ok=True)
        done = subprocess.run([sys.executable, os.path.join(tools, "xla_fuzz.py"), "--seed", str(seed), "--count", str(count), "--out", out],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(f"xla_fuzz.py --seed {seed} ended with {done.returncode}:\n{done.stdout[-2000:]}")
        open(log, "w").write(done.stdout)
    said = open(log).read()
    dropped = re.search(r"(\d+) dropped", said)
    return int(dropped.group(1)) if dropped else 0, said.count("XLA crashed"), said.count("rejected by XLA")


def check(paths, report):
    subprocess.run([mote, "check", "--backend", "evaluate", "--json", report, *paths], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return json.load(open(report))["files"]


def held(text):
    """Every value that @main computes stands behind a barrier before the next operation reads it."""
    context = X.context()
    with context, X.ir.Location.unknown(context):
        module = X.ir.Module.parse(text)
        block = X._functions(module)["main"].regions[0].blocks[0]
        for op in list(block.operations)[:-1]:
            values = [v for v in op.operation.results if op.operation.name != "func.call" and str(v.type).startswith("tensor")]
            if values:
                following = block.operations[list(block.operations).index(op) + 1]
                with X.ir.InsertionPoint(following):
                    barrier = stablehlo.OptimizationBarrierOp(values)
                for value, kept in zip(values, barrier.results):
                    value.replace_all_uses_except(kept, barrier.operation)
        return str(module)


def wide(text):
    """The same values and operations with f64 in place of every narrower float. @expected keeps its values, exactly converted."""
    lines = []
    for line in text.split("\n"):
        constant = CONSTANT.match(line)
        if constant and FLOAT.search(constant.group(4)):
            indent, name, value, tensor = constant.groups()
            lines += [f"{indent}{name}_read = stablehlo.constant {value} : {tensor}",
                      f"{indent}{name} = stablehlo.convert {name}_read : ({tensor}) -> {FLOAT.sub('f64', tensor)}"]
        else:
            lines.append(FLOAT.sub("f64", line))
    return "\n".join(lines)


def outputs(path, folder):
    """What the evaluator returns of a self-checking program, its checks left out."""
    text = open(path).read()
    program = os.path.join(folder, "program.mlir")
    open(program, "w").write(CHECK.sub("", text))
    for old in os.listdir(folder):
        if old.endswith(".npy"):
            os.remove(os.path.join(folder, old))
    subprocess.run([mote, "run", program, "--backend", "evaluate", "--output-dir", folder, "-q"], check=True, stdout=subprocess.DEVNULL)
    return [np.load(os.path.join(folder, f"out{i}.npy")) for i in range(len(CHECK.findall(text)))]


def matches(checks, ours):
    """None, or the first check that the evaluator's results fail against XLA's results of another form of the program."""
    for k, ((how, actual, _), mine) in enumerate(zip(checks, ours)):
        problem = how.apply(mine.view(actual.dtype) if mine.dtype.kind == "V" else mine, actual)
        if problem:
            return f"check {k}: {problem}"
    return None


def nearer(checks, narrow, ours):
    """None, or the first element where XLA's narrow value lies nearer to the wide one than ours, among those that fail their check."""
    for k, ((_, true, _), (how, _, expected), mine) in enumerate(zip(checks, narrow, ours)):
        mine = mine.view(expected.dtype) if mine.dtype.kind == "V" else mine
        if how.apply(mine, expected) is None:
            continue
        if true.dtype.kind not in "fc":
            if not np.array_equal(mine, true):
                return f"check {k}: {true.dtype} results differ in f64 as well"
            continue
        a, b = (np.abs(v.astype(true.dtype) - true) for v in (mine, expected))
        if not np.all((a <= b) | (np.isnan(a) & np.isnan(b))):
            return f"check {k}: XLA's value is nearer"
    return None


def within_its_type(narrow, ours):
    """None, or the first failing result that is not, in the narrowest type that holds it, within the generator's tolerance for that type."""
    for k, ((how, actual, expected), mine) in enumerate(zip(narrow, ours)):
        mine = mine.view(expected.dtype) if mine.dtype.kind == "V" else mine
        if how.apply(mine, expected) is None:
            continue
        types = [t for t in (X.ml_dtypes.bfloat16, np.float16, np.float32) if expected.dtype.kind == "f" and np.dtype(t) != expected.dtype
                 and all(np.array_equal(v.astype(t).astype(v.dtype), v) for v in (mine, expected))]
        if not types:
            return f"check {k}: not of a narrower type"
        eps = float(X.ml_dtypes.finfo(types[0]).eps) * (16 if types[0] == np.float32 else 2)
        if np.max(np.abs(mine - expected)) > eps * np.max(np.abs(expected)):
            return f"check {k}: more than the tolerance of {np.dtype(types[0])}"
    return None


def verdict(path, folder):
    """Who is right where the evaluator and XLA differ, and why."""
    text, why = open(path).read(), []
    ours, narrow = outputs(path, folder), X.run_selfcheck(text, "strict")
    witnesses = (("held", lambda: matches(X.run_selfcheck(held(text), "strict"), ours)),
                 ("wide", lambda: nearer(X.run_selfcheck(wide(text), "strict"), narrow, ours)),
                 ("narrow", lambda: within_its_type(narrow, ours)))
    for name, problem_of in witnesses:
        try:
            problem = problem_of()
        except Exception as error:  # XLA takes no such form of this program
            problem = " ".join(str(error).split("\n")[:4])
        if problem is None:
            return name, ""
        why.append(f"{name}: {problem}")
    return "wrong", "; ".join(why)


folder, named, count = sys.argv[1], sys.argv[2:], int(os.environ.get("COUNT", "300"))
work = os.path.join(folder, "work")
os.makedirs(work, exist_ok=True)
totals = dict(programs=0, dropped=0, xla_crashed=0, xla_rejected=0, passed=0, held=0, wide=0, narrow=0, wrong=0, refused=0, crash=0, timeout=0)
for name in named:
    if not name.endswith(".mlir"):
        for key, n in zip(("dropped", "xla_crashed", "xla_rejected"), generate(folder, int(name), count)):
            totals[key] += n
    for file in check([name if name.endswith(".mlir") else os.path.join(folder, name)], os.path.join(work, "report.json")):
        totals["programs"] += 1
        if file["outcome"] == "pass":
            totals["passed"] += 1
        elif file["outcome"] != "fail":
            totals[file["outcome"]] += 1
            print(f"{file['outcome']:8} {file['file']}: {file.get('reason', '')}", flush=True)
        else:
            who, why = verdict(file["file"], work)
            totals[who] += 1
            print(f"{who:8} {file['file']}: {file['reason'][:150]}{' | ' + why if why else ''}", flush=True)
print(", ".join(f"{n} {name}" for name, n in totals.items()))
sys.exit(1 if totals["wrong"] + totals["refused"] + totals["crash"] + totals["timeout"] else 0)
