#!/usr/bin/env bash
# `mote launch --transport mpi`: the library's reductions, or with --reproducible the bits of every other transport; failures end all.
# Skipped where there is no mpirun. usage: mpi_launch.sh MOTE
set -euo pipefail
mote=$1
command -v mpirun >/dev/null || { echo "skipped: mpirun is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export OMPI_MCA_btl=self,vader,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo  # no network but this machine's
wrong() { echo "FAILED: $*"; exit 1; }
reduction() {  # NAME OPERATION TYPE
  echo "  %$1 = \"stablehlo.all_reduce\"(%x) ({ ^bb0(%a: tensor<$3>, %b: tensor<$3>): %c = stablehlo.$2 %a, %b : tensor<$3>
    stablehlo.return %c : tensor<$3> }) {replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>} : (tensor<6x$3>) -> tensor<6x$3>"
}
scattered() {  # TYPE
  echo "  %part = \"stablehlo.reduce_scatter\"(%x) ({ ^bb0(%a: tensor<$1>, %b: tensor<$1>): %c = stablehlo.add %a, %b : tensor<$1>
    stablehlo.return %c : tensor<$1> }) {scatter_dimension = 0 : i64, replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>} : (tensor<6x$1>) -> tensor<2x$1>
  %all = \"stablehlo.all_gather\"(%part) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 2, 0]]> : tensor<1x3xi64>} : (tensor<2x$1>) -> tensor<6x$1>"
}
operations="add multiply minimum maximum and or xor"
{
  echo "func.func @main(%i: tensor<ui32>) -> ($(for o in $operations; do printf 'tensor<6xui32>, '; done)tensor<6xui32>) {"
  echo '  %n = stablehlo.iota dim = 0 : tensor<6xui32>'
  echo '  %r = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<ui32>) -> tensor<6xui32>'
  echo '  %k = stablehlo.constant dense<2654435761> : tensor<6xui32>'
  echo '  %m = stablehlo.multiply %r, %k : tensor<6xui32>'
  echo '  %x = stablehlo.add %m, %n : tensor<6xui32>'
  for o in $operations; do reduction "r_$o" "$o" ui32; done
  scattered ui32
  echo "  return $(for o in $operations; do printf '%%r_%s, ' "$o"; done)%all : $(for o in $operations; do printf 'tensor<6xui32>, '; done)tensor<6xui32>"
  echo '}'
} >whole.mlir
# Thirds: sums differ with their order.
{
  echo 'func.func @main(%i: tensor<ui32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {'
  echo '  %n = stablehlo.iota dim = 0 : tensor<6xf32>'
  echo '  %f = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>'
  echo '  %r = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<6xf32>'
  echo '  %s = stablehlo.add %r, %n : tensor<6xf32>'
  echo '  %t = stablehlo.constant dense<3.0> : tensor<6xf32>'
  echo '  %x = stablehlo.divide %s, %t : tensor<6xf32>'
  reduction sum add f32
  reduction most maximum f32
  scattered f32
  echo '  return %sum, %most, %all : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>'
  echo '}'
} >floats.mlir
# A scalar of u32 as a .npy file.
for m in 0 1 2; do
  { printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<u4', 'fortran_order': False, 'shape': (), }"; printf "\\x$((m + 3))\\x$((m + 1))\\0\\0"; } >"in$m.npy"
done
launch() { timeout 120 "$mote" launch -n 3 --transport mpi "$@" --input 'in{}.npy'; }
launch whole.mlir --replicas 3 -q >said 2>&1 || {
  grep -q 'without an MPI library' said && { echo "skipped: this mote was built without an MPI library"; exit 77; }
  cat said; wrong "integers"
}

# Integers: what the evaluator has, by the library's reductions, from a source and from a file.
"$mote" run whole.mlir --replicas 3 --backend evaluate -q --input 'in{}.npy' --output-dir 'expected/{}'
launch whole.mlir --replicas 3 -q --output-dir 'whole/{}'
diff -r expected whole || wrong "the library's reductions of integers"
"$mote" compile whole.mlir --replicas 3 --target linux --custom-call mote.all_reduce --custom-call mote.reduce_scatter -o whole.mote >/dev/null
[ "$("$mote" inspect whole.mote | grep -c ' call  *mote\.')" = 8 ] || wrong "reductions that are not the library's"
launch whole.mote -q --deadline 30 --output-dir 'file/{}'
diff -r expected file || wrong "a compiled program"
code=0; "$mote" launch -n 3 whole.mote --input 'in{}.npy' >said 2>&1 || code=$?
[ $code = 4 ] && grep -q 'registers no function' said || wrong "the library's reductions without it: $code"

# Floats: reproducible as anywhere else; by the library nearly the same.
"$mote" launch -n 3 floats.mlir --replicas 3 -q --input 'in{}.npy' --output-dir 'links/{}'
launch floats.mlir --replicas 3 --reproducible -q --output-dir 'same/{}'
diff -r links same || wrong "--reproducible"
launch floats.mlir --replicas 3 -q --expect 'links/{}' --tolerance rel:1e-6,abs:0 || wrong "sums of floats"
launch floats.mlir --replicas 3 >said
for m in 0 1 2; do grep -q "^\[$m\] output 0: f32\[6\]" said || { cat said; wrong "lines of member $m"; }; done

# One that fails ends all, with its code; options of links are refused.
rm in1.npy
began=$SECONDS code=0
launch floats.mlir --replicas 3 >said 2>&1 || code=$?
[ $code = 3 ] && grep -q '^\[1\] .*in1.npy' said && [ $((SECONDS - began)) -lt 60 ] || { cat said; wrong "a member without its input: $code"; }
code=0; launch floats.mlir --replicas 3 --shrink 2 >said 2>&1 || code=$?
[ $code = 2 ] && grep -q 'are of links' said || wrong "--shrink: $code"
echo "mpi_launch: 8 checks passed"
