#!/usr/bin/env bash
# Bad input through every verb: the documented exit code, a diagnostic, never a crash. usage: bad_input.sh MOTE SOURCE_DIR
set -uo pipefail
mote=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
digits=$source/demo/digits
checks=0 bad=0

# expect CODE[,CODE…] TEXT COMMAND…: exit code and, unless TEXT is -, a text in what it printed.
expect() {
  local codes=$1 text=$2 code
  shift 2
  timeout 60 "$@" >"$work/out" 2>&1
  code=$?
  checks=$((checks + 1))
  if [[ ",$codes," != *",$code,"* ]] || { [ "$text" != - ] && ! grep -qF -- "$text" "$work/out"; }; then
    echo "FAILED: ${*:1:6}: exit $code (wanted $codes), wanted text '$text'; it printed:"
    head -n 5 "$work/out" | cut -c1-300
    bad=$((bad + 1))
  fi
}

"$mote" compile "$digits/model.mlir" --quiet -o "$work/digits.mote" || { echo "FAILED: the digits network does not compile"; exit 1; }
: >"$work/empty.mlir"

# Files that are not there, empty, or cut off at 50 lengths.
for verb in "compile -o $work/x.mote" run check bench inspect plan verify "convert -o $work/x.mlir" "firmware -o $work/fw"; do
  expect 2,3 - "$mote" $verb "$work/nowhere.mlir"
  expect "$([ "$verb" = check ] && echo 1 || echo 3)" - "$mote" $verb "$work/empty.mlir"
done
source_bytes=$(stat -c %s "$digits/model.mlir") program_bytes=$(stat -c %s "$work/digits.mote")
for i in $(seq 1 50); do
  head -c $((source_bytes * i / 51)) "$digits/model.mlir" >"$work/cut.mlir"
  head -c $((program_bytes * i / 51)) "$work/digits.mote" >"$work/cut.mote"
  expect 3 error "$mote" compile "$work/cut.mlir" -o "$work/x.mote"
  expect 3,4 error "$mote" run "$work/cut.mote" --backend cpu --input "$digits/test_images.npy"
  expect 3,4 error "$mote" verify "$work/cut.mote"
  expect 3,4 - "$mote" inspect "$work/cut.mote"
  expect 3,4 - "$mote" bench "$work/cut.mote"
done

# Usage.
expect 2 - "$mote"
expect 2 "no verb 'nonsense'" "$mote" nonsense
expect 2 "did you mean 'compile'" "$mote" compil "$digits/model.mlir"
expect 2 "mote compile --help" "$mote" compile
expect 2 backend "$mote" run "$digits/model.mlir" --backend gpu
expect 2 tolerance "$mote" run "$digits/model.mlir" --tolerance near
expect 2 "no target" "$mote" compile "$digits/model.mlir" --target pdp-11 -o "$work/x.mote"
expect 2 "no firmware target" "$mote" firmware "$digits/model.mlir" --target linux -o "$work/fw"
expect 2 "2 programs, but 1 names" "$mote" firmware "$digits/model.mlir" "$digits/model_b32.mlir" --name one -o "$work/fw"
expect 2 "two programs are named 'model'" "$mote" firmware "$digits/model.mlir" "$digits/model.mlir" -o "$work/fw"
expect 2 "'a b' is no C identifier" "$mote" firmware "$digits/model.mlir" --name "a b" -o "$work/fw"
expect 2 "SIZE" "$mote" compile "$digits/model.mlir" --dim batch -o "$work/x.mote"
expect 2 ".hlo" "$mote" convert "$digits/model.mlir" -o "$work/x.txt"
expect 0 - "$mote" compile --target linux,vulkan "$digits/model.mlir" -o "$work/x.mote"
expect 3 "every size of the program is static" "$mote" convert --dim 2 "$digits/model.mlir" -o "$work/x.mlir"
expect 4 "R-LIMIT" "$mote" compile "$digits/model.mlir" --target cortex-m4 --ram 4K -o "$work/x.mote"
expect 0 Usage "$mote" compile --help

# Output that cannot be written.
for arguments in "convert $digits/model.mlir -o -" "inspect $work/digits.mote" "--help"; do
  expect 3 "standard output" bash -c "\"\$0\" $arguments 2>&1 >/dev/full" "$mote"
done
expect 3 "x.mote: error [IO]" "$mote" compile "$digits/model.mlir" -o "$work/nowhere/x.mote"

# Inputs of the wrong shape, type and number.
expect 3 "f32[1,8,8,1]" "$mote" run "$work/digits.mote" --backend cpu --input "$digits/test_labels.npy"
expect 3 "f32[360,8,8,1]" "$mote" run "$work/digits.mote" --backend cpu --input "$digits/test_images.npy"
expect 3 "missing" "$mote" run "$work/digits.mote" --backend cpu
expect 3 - "$mote" run "$work/digits.mote" --backend cpu --input "$digits/model.mlir"
expect 3 "it has arg0" "$mote" run "$work/digits.mote" --backend cpu --input "x=$digits/test_images.npy"
expect 3 "--samples" "$mote" run "$work/digits.mote" --backend cpu --input "$digits/test_images.npy"
expect 0 - "$mote" run "$work/digits.mote" --backend cpu --samples --input "$digits/test_images.npy" --expect "$digits/test_probabilities.npy"
expect 1 "differs" "$mote" run "$work/digits.mote" --backend cpu --samples --input "$digits/test_images.npy" --expect "$digits/test_probabilities.npy" --tolerance exact
expect 3 "tensor" "$mote" compile "$digits/test_images.npy" -o "$work/x.mote"
head -c 100 "$digits/test_images.npy" >"$work/cut.npy"
expect 3 "not a .npy array: its header of" "$mote" run "$work/digits.mote" --backend cpu --samples --input "$work/cut.npy"
expect 3 "cut.npy: error [IO]" "$mote" run "$work/digits.mote" --backend cpu --samples --input "$work/cut.npy"
{ cat "$digits/test_images.npy"; printf x; } >"$work/long.npy"
expect 3 "bytes are left over" "$mote" run "$work/digits.mote" --backend cpu --samples --input "$work/long.npy"

# Programs that are wrong, each with place and rule.
program() { printf 'func.func @main(%%arg0: tensor<%s>) -> tensor<%s> {\n  %%0 = %s : tensor<%s>\n  return %%0 : tensor<%s>\n}\n' "$1" "$1" "$2" "$1" "$1" >"$work/p.mlir"; }
program 4xf32 "stablehlo.cosinus %arg0"
expect 3 "p.mlir:2" "$mote" compile "$work/p.mlir" -o "$work/x.mote"
expect 3 "did you mean" "$mote" compile "$work/p.mlir" -o "$work/x.mote"
expect 3 "^" "$mote" compile "$work/p.mlir" -o "$work/x.mote"
printf 'func.func @main(%%a: tensor<2xf32>, %%b: tensor<3xf32>) -> tensor<2xf32> {\n  %%0 = "stablehlo.add"(%%a, %%b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n  return %%0 : tensor<2xf32>\n}\n' >"$work/p.mlir"
expect 3 "R-SHAPE" "$mote" compile "$work/p.mlir" -o "$work/x.mote"
printf 'func.func @main(%%a: tensor<2xf32>) {\n  %%0 = stablehlo.tanhh %%a : tensor<2xf32>\n  %%1 = stablehlo.reverse %%a, dims = [7] : tensor<2xf32>\n  return\n}\n' >"$work/p.mlir"
expect 3 "p.mlir:3:8: error [R-DIM]" "$mote" convert --max-errors 10 "$work/p.mlir" -o "$work/x.mlir"
program 4000000000x4000000000x4000000000xf32 "stablehlo.abs %arg0"
expect 3 - "$mote" compile "$work/p.mlir" -o "$work/x.mote"
program "?xf32" "stablehlo.abs %arg0"
expect 4 "--dim" "$mote" compile "$work/p.mlir" -o "$work/x.mote"
printf 'func.func @main(%%a: tensor<2x2xf32>) -> tensor<2x2xf32> {\n  %%0 = stablehlo.custom_call @lapack_sgetrf(%%a) : (tensor<2x2xf32>) -> tensor<2x2xf32>\n  return %%0 : tensor<2x2xf32>\n}\n' >"$work/p.mlir"
expect 4 "^" "$mote" compile "$work/p.mlir" -o "$work/x.mote"
program 274877906944xf32 "stablehlo.abs %arg0"
expect 4 "R-LIMIT" "$mote" compile "$work/p.mlir" -o "$work/x.mote"
{ printf 'func.func @main() -> tensor<1xf32> {\n  %%0 = stablehlo.constant dense<'; printf '[%.0s' $(seq 5000); printf '1.0'; printf ']%.0s' $(seq 5000); printf '> : tensor<1xf32>\n  return %%0 : tensor<1xf32>\n}\n'; } >"$work/p.mlir"
expect 3,4 error "$mote" compile "$work/p.mlir" -o "$work/x.mote"
{ printf 'func.func @main(%%a: '; printf 'tuple<%.0s' $(seq 5000); printf 'tensor<f32>'; printf '>%.0s' $(seq 5000); printf ') { return }\n'; } >"$work/p.mlir"
expect 3,4 error "$mote" compile "$work/p.mlir" -o "$work/x.mote"
# Sixty functions of which each calls the next twice: no verb tries to put them in line, and printing them is no more than the text.
{
  printf 'func.func @main(%%x: tensor<f32>) -> tensor<f32> {\n  %%r = call @f0(%%x) : (tensor<f32>) -> tensor<f32>\n  return %%r : tensor<f32>\n}\n'
  for i in $(seq 0 59); do
    printf 'func.func private @f%s(%%x: tensor<f32>) -> tensor<f32> {\n' "$i"
    printf '  %%a = call @f%s(%%x) : (tensor<f32>) -> tensor<f32>\n  %%b = call @f%s(%%a) : (tensor<f32>) -> tensor<f32>\n  return %%b : tensor<f32>\n}\n' $((i + 1)) $((i + 1))
  done
  printf 'func.func private @f60(%%x: tensor<f32>) -> tensor<f32> {\n  %%b = stablehlo.add %%x, %%x : tensor<f32>\n  return %%b : tensor<f32>\n}\n'
} >"$work/double.mlir"
{ printf '\x93NUMPY\x01\x00\x76\x00'; printf "%-117s\n" "{'descr': '<f4', 'fortran_order': False, 'shape': (), }"; printf '\0\0\200?'; } >"$work/one.npy"
expect 4 "R-LIMIT" "$mote" compile "$work/double.mlir" -o "$work/x.mote"
expect 4 "double.mlir:" "$mote" compile "$work/double.mlir" -o "$work/x.mote"
for backend in evaluate cpu vulkan; do expect 4 "stands in line" "$mote" run "$work/double.mlir" --backend $backend --input "$work/one.npy"; done
expect 4 "R-LIMIT" "$mote" plan "$work/double.mlir"
expect 0 - "$mote" convert "$work/double.mlir" -o "$work/double.hlo"
expect 4 "R-LIMIT" "$mote" run "$work/double.hlo" --backend evaluate --input "$work/one.npy"
program 4xf32 "stablehlo.cholesky %arg0"
expect 3,4 error "$mote" compile "$work/p.mlir" -o "$work/x.mote"

# Without any Vulkan device.
export VK_ICD_FILENAMES=$work/none.json VK_DRIVER_FILES=$work/none.json
image=$work/image.npy
{ head -c 10 "$digits/test_images.npy"; printf "%-117s\n" "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 8, 8, 1), }"; tail -c 256 "$digits/test_images.npy"; } >"$image"
expect 5 "no such device" "$mote" run "$work/digits.mote" --trust --backend vulkan --input "$image"
expect 0 "device: CPU" "$mote" run "$work/digits.mote" --backend auto --trust --input "$image"
# A13: a file's shaders want trust, whatever the device; without it the CPU takes over only where it is said.
expect 4 "--trust" "$mote" run "$work/digits.mote" --backend vulkan --input "$image"
expect 4 "--trust" "$mote" bench "$work/digits.mote" --backend vulkan --input "$image"
expect 0 "only with --trust" "$mote" run "$work/digits.mote" --backend auto --input "$image"

echo "$checks checks, $bad failed"
[ $bad = 0 ]
