#!/usr/bin/env bash
# Where verbs take their program from: standard input, texts of several modules, and sizes that --dim gives. usage: sources.sh MOTE
set -euo pipefail
mote=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
is() { [ "$2" = "$3" ] || { printf 'FAILED: %s\n--- expected\n%s\n--- got\n%s\n' "$1" "$2" "$3"; exit 1; }; }
has() { case "$3" in *"$2"*) ;; *) printf 'FAILED: %s\n--- wanted in it\n%s\n--- got\n%s\n' "$1" "$2" "$3"; exit 1;; esac; }
code() { local code=0; "$@" >out 2>err || code=$?; echo "$code"; }

cat >static.mlir <<'MLIR'
func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%0, %0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return %0 : tensor<2xf32>
}
MLIR
echo 'func.func @main() -> tensor<2xf32> { %0 = stablehlo.iota dim = 0 : tensor<2xf32> return %0 : tensor<2xf32> }' >plain.mlir
echo 'func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }' >open.mlir
{ echo '// a comment'; cat static.mlir; echo '// -----'; cat open.mlir; echo '// -----'; echo; } >two.mlir

is "convert from standard input" "$("$mote" convert static.mlir -o -)" "$("$mote" convert - -o - <static.mlir)"
is "run from standard input" 0 "$(code "$mote" run - --backend evaluate <plain.mlir)"
is "check from standard input" 0 "$(code "$mote" check - <static.mlir)"
is "compile from standard input" 0 "$(code "$mote" compile - --target linux -o a.mote <plain.mlir)"
is "an error of standard input" 3 "$(echo 'func.func @main( }' | code "$mote" convert - -o -)"
has "its place" "<stdin>:1:18: error [SYNTAX]" "$(cat err)"
is "nothing on standard input" 3 "$(code "$mote" convert - -o - </dev/null)"
has "says so" "standard input is empty" "$(cat err)"

is "convert takes every module" "$("$mote" convert static.mlir -o -; echo '// -----'; "$mote" convert open.mlir -o -)" "$("$mote" convert two.mlir -o -)"
is "an HLO text holds one module" 2 "$(code "$mote" convert two.mlir -o a.hlo)"
is "run takes one module" 3 "$(code "$mote" run two.mlir --backend evaluate)"
has "and says why" "2 modules, separated by lines of '// -----'" "$(cat err)"
printf 'module {}\n// -----\nrubbish\n' >bad.mlir
is "an error behind a separator" 3 "$(code "$mote" convert bad.mlir -o -)"
has "has the file's line" "bad.mlir:3:1: error" "$(cat err)"

echo 'func.func private @f(tensor<2xf32>) -> tensor<2xf32>' >declaration.mlir
is "declarations are printed" 0 "$(code "$mote" convert declaration.mlir -o -)"
is "and not run" 3 "$(code "$mote" run declaration.mlir)"

is "a size for a static program" 3 "$(code "$mote" convert static.mlir --dim 4 -o -)"
has "says that none is open" "every size of the program is static" "$(cat err)"
is "a misspelt size" 3 "$(code "$mote" convert open.mlir --dim y.0=4 -o -)"
has "gets a hint" "did you mean 'x.0'?" "$(cat err)"
is "an open size" 0 "$(code "$mote" convert open.mlir --dim x.0=4 -o -)"
has "is taken" "tensor<4xf32>" "$(cat out)"
echo "sources: 23 checks passed"
