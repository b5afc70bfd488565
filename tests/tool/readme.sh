#!/usr/bin/env bash
# Runs the shell block of README.md and compiles its C++ block. usage: readme.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
block() { awk -v kind="$1" '$0 == "```" kind { on = 1; next } /^```/ { on = 0 } on' "$source/README.md"; }
export PATH="$build:$PATH"
cp -r "$source/demo" "$work/demo"
cd "$work"
block sh | sed 's#FILE_OR_DIRECTORY#demo/self_check.mlir#' >commands.sh
cat >demo/self_check.mlir <<'MLIR'
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  %e = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%y, %e) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
MLIR
bash -euo pipefail commands.sh
block cpp >example.cpp
[ -s example.cpp ]
"${CXX:-c++}" -std=c++17 -Wall -Wextra -Werror -I"$source/runtime/include" -I"$build/runtime/include" -c example.cpp -o example.o
echo "README: $(grep -c '^mote ' commands.sh) commands ran, the C++ block compiles"
