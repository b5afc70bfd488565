#!/usr/bin/env python3
# Is what `mote convert` prints a program to XLA too? 200 files, spread evenly over static, golden and fuzz by name, are printed, pretty and generic by
# turns, and run through shared/tools/xla_check.py; those of XLA's own HLO text are printed as that. What XLA says of the printed file must be
# what it says of the source. With the models, whose printed text XLA must compile, and all of them as HLO text, which its parser must take.
# usage: convert_xla.py [COUNT]     environment: MOTE, MOTE_SOURCE, MOTE_SHARED, MOTE_XLA_PYTHON (a Python with JAX; else this one)
import os, re, shutil, subprocess, sys, tempfile

if os.environ.get("MOTE_XLA_PYTHON") and not os.environ.get("MOTE_XLA_CHILD"):
    os.execve(os.environ["MOTE_XLA_PYTHON"], [os.environ["MOTE_XLA_PYTHON"], *sys.argv], {**os.environ, "MOTE_XLA_CHILD": "1"})
mote = os.environ["MOTE"]
shared = os.environ.get("MOTE_SHARED") or os.path.join(os.environ["MOTE_SOURCE"], "..", "shared")
if not os.path.isdir(os.path.join(shared, "golden")):
    print(f"skipped: {shared}/golden is not there")
    sys.exit(77)
try:
    import jax  # noqa: F401
except ImportError:
    print("skipped: no Python with JAX (MOTE_XLA_PYTHON names one)")
    sys.exit(77)
sys.path.insert(0, os.path.join(shared, "tools"))
import xla_check as X


def spread(files, count):
    """`count` of the sorted files, evenly spaced."""
    files = sorted(files)
    return [files[i * len(files) // count] for i in range(min(count, len(files)))]


def found(folder, ending, beside=()):
    return [os.path.join(root, f) for root, _, names in os.walk(os.path.join(shared, folder)) for f in names
            if f.endswith(ending) and not any(part in root for part in beside)]


def convert(source, target, *flags):
    """Prints `source` under the comment that heads it, which says how results are compared."""
    done = subprocess.run([mote, "convert", source, "-o", target, *flags], capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr.strip().split("\n")[0]
    header = re.match(r"(?:\s*//.*\n)*", open(source).read()).group(0)
    printed = open(target).read()
    open(target, "w").write(header + printed)
    return ""


def outcomes(files):
    """What xla_check.py prints of each file: PASS or FAIL, and its message."""
    out = subprocess.run([sys.executable, os.path.join(shared, "tools", "xla_check.py"), *files], capture_output=True, text=True).stdout
    lines = [line.split(" ", 1) for line in out.split("\n") if line.startswith(("PASS ", "FAIL "))]
    return {text.split(": ", 1)[0]: (verdict, text.split(": ", 1)[1]) for verdict, text in lines}


def check_programs(count, work):
    sources = spread(found("conformance/testdata/static", ".mlir"), count // 2) + spread(found("golden", ".mlir", ("/fuzz",)), count * 3 // 10)
    sources += spread(found("golden/fuzz", ".mlir"), count // 10)
    sources += spread(found("golden/hlo", ".hlo"), count - len(sources))
    printed, bad = {}, 0
    for i, source in enumerate(sources):
        target = os.path.join(work, f"{i:03}_{os.path.basename(source)}")
        problem = convert(source, target, *(["--generic"] if i % 2 == 1 and source.endswith(".mlir") else []))
        if problem:
            print(f"{source}: not printed: {problem}")
            bad += 1
            continue
        if source.endswith(".hlo"):
            for f in os.listdir(os.path.dirname(source)):
                if f.startswith(os.path.basename(source)[:-4] + ".") and not f.endswith(".hlo"):
                    shutil.copy(os.path.join(os.path.dirname(source), f), target[:-4] + f[len(os.path.basename(source)) - 4:])
        printed[source] = target
    said = outcomes([*printed.keys(), *printed.values()])
    accepted = same = 0
    for source, target in printed.items():
        before, after = said.get(source, ("FAIL", "nothing")), said.get(target, ("FAIL", "nothing"))
        accepted += after[0] == "PASS"
        if after[0] == "PASS":
            continue
        if before[0] == "FAIL" and before[1].split(":")[0] == after[1].split(":")[0]:
            same += 1
            print(f"{source}: as the source: {before[1][:160]}")
            continue
        bad += 1
        print(f"{source}: XLA takes the source ({before[1][:80]}) but of the printed text says: {after[1][:300]}")
    print(f"{len(sources)} printed files: {accepted} pass in XLA, {same} fail as their source does, {bad} refused or different")
    return bad


def check_models(work):
    bad = 0
    models = [m for m in sorted(found("models", "model.mlir"))]
    for i, source in enumerate(models):
        target = os.path.join(work, f"model{i}.mlir")
        problem = convert(source, target)
        try:
            if not problem:
                info = open(target).read(4000)
                replicas = int((re.search(r"mhlo\.num_replicas = (\d+)", info) or [0, "1"])[1])
                X.compile_module(X.parse(open(target).read()), "strict", replicas)
        except Exception as error:  # noqa: BLE001 - report whatever XLA says
            problem = str(error).strip().split("\n")[0][:300]
        if problem:
            bad += 1
            print(f"{source}: {problem}")
    print(f"{len(models)} models: {len(models) - bad} compiled by XLA from the printed text")
    return bad


def check_hlo_text(count, work):
    sources = spread(found("conformance/testdata/static", ".mlir") + found("golden", ".mlir"), count) + sorted(found("models", "model.mlir"))
    taken = unsaid = bad = 0
    for i, source in enumerate(sources):
        target = os.path.join(work, f"text{i}.hlo")
        done = subprocess.run([mote, "convert", source, "-o", target], capture_output=True, text=True)
        if done.returncode == 4:
            unsaid += 1
            continue
        try:
            if done.returncode != 0:
                raise ValueError(done.stderr.strip().split("\n")[0])
            X.xc.hlo.hlo_module_from_text(open(target).read())
            taken += 1
        except Exception as error:  # noqa: BLE001
            bad += 1
            print(f"{source}: HLO text: " + " | ".join(str(error).strip().split("\n"))[:400])
    print(f"{len(sources)} programs as HLO text: {taken} taken by XLA's parser, {unsaid} have no HLO text, {bad} refused")
    return bad


with tempfile.TemporaryDirectory() as work:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    sys.exit(1 if check_programs(count, work) + check_models(work) + check_hlo_text(count, work) else 0)
