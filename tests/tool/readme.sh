#!/usr/bin/env bash
# Runs the shell block of README.md, compiles its C++ block, builds and runs its builder block. usage: readme.sh BUILD_DIR SOURCE_DIR
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
block 'cpp builder' >builder.cpp
[ -s builder.cpp ]
"${CXX:-c++}" -std=c++20 -Wall -Wextra -Werror -I"$source/host_tools" -I"$source" builder.cpp "$build"/host_tools/libmote_evaluate.a "$build"/host_tools/libmote_hlo.a -o builder
./builder >row_sums.mlir
[ "$(head -n 1 row_sums.mlir)" = "// 30 39" ]  # 1+7 + 2+8 + 3+9 and 4+7 + 5+8 + 6+9
grep -qF "it prints \`// 30 39\`" "$source/README.md"
mote compile row_sums.mlir -o row_sums.mote
echo "README: $(grep -c '^mote ' commands.sh) commands ran, the C++ block compiles, the builder block runs and its program compiles"
