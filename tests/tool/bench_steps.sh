#!/usr/bin/env bash
# mote bench --steps and --machine: every step is there, operations and bytes are those of the shapes, and who it is refused for.
# usage: bench_steps.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >product.mlir <<'MLIR'
func.func @main(%a: tensor<96x128xf32>, %b: tensor<128x160xf32>) -> tensor<96x160xf32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<96x128xf32>, tensor<128x160xf32>) -> tensor<96x160xf32>
  %d = stablehlo.exponential %c : tensor<96x160xf32>
  return %d : tensor<96x160xf32>
}
MLIR
"$mote" bench product.mlir --steps --repeat 30 --json >product.json
"$mote" bench "$source/demo/digits/model_int8.tflite" --steps --repeat 30 --json >digits.json
"$mote" bench --machine --threads 2 --json >machine.json
python3 - <<'P'
import json
machine = json.load(open("machine.json"))
assert machine["threads"] == 2 and machine["machine"]["gigaflops"] > 0 and all(c["gigabytes_per_second"] > 0 for c in machine["machine"]["copies"])
for name in ("product", "digits"):
    said = json.load(open(name + ".json"))
    steps = said["steps"]
    assert len(steps) == said["steps_cpu"] and all(s["runs"] == 30 and s["us"] > 0 for s in steps), said
    assert abs(sum(s["share"] for s in steps) - 1) < 1e-6
product = json.load(open("product.json"))["steps"]
dot = next(s for s in product if s["name"].startswith("dot_f32"))
amount = lambda s, rate: s[rate] * s["us"] * 1e3
assert abs(amount(dot, "gigaops") - 2 * 96 * 128 * 160) < 1, dot
assert amount(dot, "gigabytes_per_second") >= 4 * (96 * 128 + 128 * 160 + 96 * 160) - 1, dot
assert 0 < dot["of_limit"] < 2, dot
# One image: 8x8x16 windows of 3x3, 8x8x32 of 3x3x16, 512x32 and 32x10.
products = sum(amount(s, "gigaops") for s in json.load(open("digits.json"))["steps"] if "convolution" in s["name"]) / 2
assert abs(products - (8 * 8 * 16 * 9 + 8 * 8 * 32 * 144 + 512 * 32 + 32 * 10)) < 1, products
print("operations and bytes are those of the shapes")
P
"$mote" bench product.mlir --steps --repeat 3 | grep "of limit" >/dev/null || { echo "FAILED: no table"; exit 1; }
