#!/usr/bin/env bash
# mote run --profile: a trace that has every step of every sample, a table of them, and who it is refused for.
# usage: profile.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
digits=$source/demo/digits
"$mote" run "$digits/model.mlir" --backend cpu --samples --input "$digits/test_images.npy" --profile trace.json >out
python3 - <<'P'
import json
events = [e for e in json.load(open("trace.json"))["traceEvents"] if e["ph"] == "X"]
said = open("out").read()
steps = int(said.split("steps_cpu: ")[1].split()[0])
assert len(events) == 360 * steps, (len(events), steps)
assert len({e["args"]["word"] for e in events}) == steps
assert all(e["dur"] >= 0 and e["name"] for e in events)
assert all(a["ts"] + a["dur"] <= b["ts"] + 1e-6 for a, b in zip(events, events[1:])), "one step after the other"
rows = [line for line in said.splitlines() if "(word " in line]
assert len(rows) == steps and all(line.split()[2] == "360" for line in rows), rows
shares = [float(line.split()[1].rstrip("%")) for line in rows]
assert shares == sorted(shares, reverse=True) and abs(sum(shares) - 100) < 1, shares
print(f"{len(events)} steps in the trace, {steps} rows")
P
code=0
"$mote" run "$digits/model.mlir" --backend evaluate --samples --input "$digits/test_images.npy" --profile x.json >/dev/null 2>err || code=$?
[ "$code" = 2 ] && grep -q -- "--profile is for --backend cpu and board" err || { cat err; echo "FAILED: a profile of the evaluator"; exit 1; }
code=0
"$mote" run "$digits/model.mlir" --backend board --input x.npy >/dev/null 2>err || code=$?
[ "$code" = 2 ] && grep -q -- "--backend board wants a --runner" err || { cat err; echo "FAILED: a board without a runner"; exit 1; }
