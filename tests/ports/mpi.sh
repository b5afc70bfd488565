#!/usr/bin/env bash
# ports/mpi: programs with collectives on the processes of Open MPI, the same bits as over a loopback in one process; processes with two
# programs are refused. Skipped where there is no Open MPI. usage: mpi.sh MOTE SOURCE_DIR TABLES_INCLUDE_DIR RUNTIME_ARCHIVE
# (MOTE_SHARED: the folder of golden files and models, beside the clone unless told)
set -euo pipefail
mote=$1 source=$2 tables=$3 archive=$4 shared=${MOTE_SHARED:-$2/../shared}
if ! command -v mpicxx >/dev/null || ! command -v mpirun >/dev/null; then
  echo "skipped: Open MPI (mpicxx, mpirun) is not installed"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mpicxx -std=c++17 -O1 -Wall -Wextra -Werror -I"$source/ports/mpi" -I"$source/runtime/include" -I"$tables" "$source/ports/mpi/mote_mpi.cpp" "$source/ports/mpi/reductions.cpp" \
  "$source/tests/ports/mpi_members.cpp" "$archive" -o members
# No network but this machine's, and more processes than cores.
run() { OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 120 mpirun --oversubscribe --mca btl self,vader,tcp --mca btl_tcp_if_include lo \
  --mca oob_tcp_if_include lo "$@"; }

cat >all.mlir <<'MLIR'
func.func @main(%x: tensor<8x6xf32>, %y: tensor<131x67xf32>) -> (tensor<8x6xf32>, tensor<131x67xf32>, tensor<8x24xf32>, tensor<2x6xf32>, tensor<2x24xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) {
  %small = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[2, 0, 3, 1]]> : tensor<1x4xi64>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %large = "stablehlo.all_reduce"(%y) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[2, 0, 3, 1]]> : tensor<1x4xi64>} : (tensor<131x67xf32>) -> tensor<131x67xf32>
  %gathered = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[1, 3, 0, 2]]> : tensor<1x4xi64>} : (tensor<8x6xf32>) -> tensor<8x24xf32>
  %scattered = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8x6xf32>) -> tensor<2x6xf32>
  %swapped = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64, replica_groups = dense<[[3, 2, 1, 0]]> : tensor<1x4xi64>} : (tensor<8x6xf32>) -> tensor<2x24xf32>
  %moved = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 3], [3, 0]]> : tensor<3x2xi64>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %spread = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %uneven = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.multiply %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[3, 0, 2], [1, -1, -1]]> : tensor<2x3xi64>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %small, %large, %gathered, %scattered, %swapped, %moved, %spread, %uneven : tensor<8x6xf32>, tensor<131x67xf32>, tensor<8x24xf32>, tensor<2x6xf32>, tensor<2x24xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
}
MLIR
cat >pairs.mlir <<'MLIR'
func.func @main(%x: tensor<700xf32>) -> tensor<700xf32> {
  %s = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<700xf32>) -> tensor<700xf32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %most = stablehlo.constant dense<9> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %v = %s) : tensor<i32>, tensor<700xf32>
   cond {
    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %w = "stablehlo.collective_permute"(%v) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<700xf32>) -> tensor<700xf32>
    %d = stablehlo.subtract %w, %x : tensor<700xf32>
    %i1 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %i1, %d : tensor<i32>, tensor<700xf32>
  }
  return %0#1 : tensor<700xf32>
}
MLIR
"$mote" compile all.mlir --replicas 4 --target linux -o all4.mote >/dev/null
"$mote" compile pairs.mlir --replicas 2 --target linux -o pairs2.mote >/dev/null
"$mote" compile pairs.mlir --replicas 2 --partitions 2 --target linux -o pairs4.mote >/dev/null
for case in "all4 4" "pairs2 2" "pairs4 4"; do
  read -r name count <<<"$case"
  ./members loopback "$name.mote" >expected
  run -n "$count" ./members mpi "$name.mote" | sort >got
  [ "$(wc -l <expected)" = "$count" ] && diff expected got || { echo "FAILED: $name"; exit 1; }
done
# Another program, and a grid of another size: refused before any data.
sed 's/dense<9>/dense<8>/' pairs.mlir >other.mlir
"$mote" compile other.mlir --replicas 2 --target linux -o other.mote >/dev/null
code=0; run -n 1 ./members mpi pairs2.mote : -n 1 ./members mpi other.mote >said 2>&1 || code=$?
[ $code != 0 ] && grep -q 'mote_mpi_enter (15)' said || { echo "FAILED: two programs: $code"; cat said; exit 1; }
code=0; run -n 3 ./members mpi pairs2.mote >said 2>&1 || code=$?
[ $code != 0 ] && grep -q 'mote_mpi_enter (3)' said || { echo "FAILED: three processes of two: $code"; cat said; exit 1; }
# The library's own reductions: of integers the same bits, whatever its order. With a deadline exchanges are its non-blocking operations,
# which is how members run; without one its blocking ones (mpi_launch.sh).
cat >whole.mlir <<'MLIR'
func.func @main(%x: tensor<12xi32>) -> (tensor<12xi32>, tensor<12xi32>, tensor<3xi32>, tensor<12xi32>) {
  %sum = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %b, %a : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[2, 0, 3, 1]]> : tensor<1x4xi64>} : (tensor<12xi32>) -> tensor<12xi32>
  %least = "stablehlo.all_reduce"(%sum) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.minimum %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[3, 0, 2], [1, -1, -1]]> : tensor<2x3xi64>} : (tensor<12xi32>) -> tensor<12xi32>
  %part = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.xor %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[3, 1, 0, 2]]> : tensor<1x4xi64>} : (tensor<12xi32>) -> tensor<3xi32>
  %other = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.subtract %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[2, 0, 3, 1]]> : tensor<1x4xi64>} : (tensor<12xi32>) -> tensor<12xi32>
  return %sum, %least, %part, %other : tensor<12xi32>, tensor<12xi32>, tensor<3xi32>, tensor<12xi32>
}
MLIR
"$mote" compile whole.mlir --replicas 4 --target linux -o whole.mote >/dev/null
./members loopback whole.mote >expected
"$mote" compile whole.mlir --replicas 4 --target linux --custom-call mote.all_reduce --custom-call mote.reduce_scatter -o whole.mote >/dev/null
calls=$("$mote" inspect whole.mote | grep -c ' call  *mote\.')
[ "$calls" = 3 ] || { echo "FAILED: $calls calls of the library's reductions"; exit 1; }  # a difference is none
run -n 4 ./members mpi whole.mote | sort >got
diff expected got || { echo "FAILED: reductions"; exit 1; }
# All golden collectives and a training step, by the number of members: the same bits as over the loopback.
checked=0
if [ -d "$shared/golden/collectives" ]; then
  mkdir golden
  for file in "$shared"/golden/collectives/*.mlir; do
    name=$(basename "$file" .mlir)
    entry=$(sed -n 's/^ *func\.func @\([a-z_]*\)(.*/\1/p' "$file" | sed -n 1p)
    grid=$(sed -n 's/.*mhlo.num_partitions = \([0-9]*\).*mhlo.num_replicas = \([0-9]*\).*/\1*\2/p' "$file" | sed -n 1p)
    "$mote" compile "$file" --entry "$entry" --target linux -o "golden/$((grid))_$name.mote" >/dev/null || { echo "FAILED: $name"; exit 1; }
    checked=$((checked + 1))
  done
  for count in $(ls golden | sed 's/_.*//' | sort -nu); do
    files=$(echo golden/"$count"_*.mote)
    ./members loopback $files | sort >expected
    run -n "$count" ./members mpi $files | sort >got
    diff expected got || { echo "FAILED: golden collectives of $count members"; exit 1; }
    [ "$(wc -l <expected)" = "$(($(ls $files | wc -l) * count))" ] || { echo "FAILED: golden collectives of $count: members are missing"; exit 1; }
  done
fi
if [ -d "$shared/models/digits_train_step_dp4" ]; then
  "$mote" compile "$shared/models/digits_train_step_dp4/model.mlir" --target linux -o step.mote >/dev/null
  export MOTE_INPUTS=$shared/models/digits_train_step_dp4/replica
  ./members loopback step.mote >expected
  run -x MOTE_INPUTS -n 4 ./members mpi step.mote | sort >got
  diff expected got || { echo "FAILED: digits_train_step_dp4"; exit 1; }
  checked=$((checked + 1))
fi
[ "$checked" != 0 ] || echo "skipped: golden/collectives and models, without the folder shared"
echo "mpi: $((6 + checked)) checks passed"
