#!/usr/bin/env bash
# The optional component mote::mpi, installed and used by a project of its own. Skipped where there is no MPI. usage: mpi.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
if ! command -v mpicxx >/dev/null || ! command -v mpirun >/dev/null; then
  echo "skipped: Open MPI (mpicxx, mpirun) is not installed"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
quietly() { "$@" >log 2>&1 || { tail -n 30 log; echo "FAILED: $*"; exit 1; }; }
cat >sum.mlir <<'MLIR'
func.func @main(%x: tensor<ui32>) -> tensor<ui32> {
  %sum = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
      %c = stablehlo.add %a, %b : tensor<ui32>
      stablehlo.return %c : tensor<ui32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<ui32>) -> tensor<ui32>
  return %sum : tensor<ui32>
}
MLIR
quietly "$mote" compile sum.mlir --replicas 3 --target linux -o sum.mote
quietly cmake -S "$source" -B build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DMOTE_HOST_TOOLS=OFF -DMOTE_TESTS=OFF -DMOTE_VULKAN=OFF -DMOTE_MPI=ON
quietly cmake --build build -j 2
quietly cmake --install build --prefix "$work/installed"
quietly cmake -S "$source/tests/consumer/mpi" -B user -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/installed"
quietly cmake --build user
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 120 mpirun --oversubscribe --mca btl self,vader,tcp --mca btl_tcp_if_include lo \
  --mca oob_tcp_if_include lo -n 3 user/mpi_user sum.mote | sort >got
printf 'member 0: 33\nmember 1: 33\nmember 2: 33\n' | diff - got || { echo "FAILED: the sum"; exit 1; }
echo "mote::mpi is installed, found and used by three processes"
