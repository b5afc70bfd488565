#!/usr/bin/env bash
# Runs the shell blocks of README.md, compiles its C++ block, builds and runs its builder and compiler blocks. The Python blocks are compiled; MOTE_XLA_PYTHON, a Python
# with JAX, and MOTE_TF_PYTHON, one with TensorFlow, run them too. usage: readme.sh BUILD_DIR SOURCE_DIR
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
# Building is what made this build; installing is run.
block 'sh install' >install.sh
[ "$(wc -l <install.sh)" = 4 ]
grep -q '^cmake --preset host-release' install.sh && grep -q '^cmake --build build/host-release$' install.sh
(cd "$source" && HOME="$work" MOTE_SKIP_PACKAGES=1 bash -euo pipefail -c "$(grep '^scripts/packages.sh' "$work/install.sh")")
grep '^cmake --install' install.sh | sed "s#build/host-release#$build#" | HOME="$work" bash -euo pipefail >/dev/null
for installed in bin/mote lib/libmote_runtime.a include/mote/mote.h lib/cmake/mote/moteConfig.cmake; do [ -f "$work/.local/$installed" ]; done
[ "$("$work/.local/bin/mote" --version)" = "$(mote --version)" ]

ran="compiled"
for kind in jax tensorflow; do
  mkdir "$kind"
  block "python $kind" >"$kind/model.py"
  [ -s "$kind/model.py" ]
  python3 -c "import ast, sys; ast.parse(open(sys.argv[1]).read())" "$kind/model.py"
done
block 'sh jax' >jax/commands.sh
[ -s jax/commands.sh ]
if [ -n "${MOTE_XLA_PYTHON:-}" ]; then
  (cd jax && "$MOTE_XLA_PYTHON" model.py && bash -euo pipefail commands.sh)
  ran="$ran, JAX's ran"
fi
if [ -n "${MOTE_TF_PYTHON:-}" ]; then
  { printf 'import numpy as np, tensorflow as tf\nx = np.ones((1, 3), np.float32)\nw, b = tf.Variable(np.full((3, 2), 2, np.float32)), tf.Variable([3.0, 4.0])\n'
    printf 'model = lambda x: x @ w + b\n'; cat tensorflow/model.py; printf 'np.save("x.npy", x); np.save("y.npy", model(x).numpy())\n'; } >tensorflow/run.py
  (cd tensorflow && "$MOTE_TF_PYTHON" run.py && bash -euo pipefail ../jax/commands.sh)
  ran="$ran, TensorFlow's ran"
fi

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
block 'c compiler' >compiler.c
[ -s compiler.c ]
cat >>compiler.c <<'C'
int main(void) {
  static char text[1 << 20];
  return CompileForBoard(text, fread(text, 1, sizeof text, stdin), stderr);
}
C
cmake -S "$source/tests/consumer/compiler" -B compiler -G Ninja -DMAIN="$work/compiler.c" -DCMAKE_PREFIX_PATH="$work/.local" >log 2>&1 || { cat log; exit 1; }
cmake --build compiler >log 2>&1 || { cat log; exit 1; }
compiler/app <demo/digits/model.mlir >said 2>board.mote
[ "$(cat said)" = "flash $(stat -c %s board.mote), RAM $(mote verify board.mote --json | grep -o '"arena_bytes":[0-9]*' | cut -d: -f2)" ]
echo "README: $(grep -c '^mote ' commands.sh) commands ran, the tool was installed, the Python blocks $ran, the C++ block compiles, the builder block runs and its program compiles, the compiler block makes what the tool verifies"
