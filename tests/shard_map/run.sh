#!/usr/bin/env bash
# jax.shard_map's programs (make_programs.py) give what JAX gave on as many devices: by Shardy and by GSPMD, evaluated, on the CPU, on
# Vulkan, compiled, and as processes joined by links. Files hold whole tensors. Sums are of eighths: all but the training step
# is exact.
# usage: run.sh MOTE SPLITS (splits.c)
set -euo pipefail
mote=$1 splits=$2
programs=$(cd "$(dirname "$0")" && pwd)/programs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
checks=0
# passes NAME COMMAND…: with the whole tensors of the program
passes() {
  local name=$1 tolerance=exact
  shift
  [ "$name" = train_step_4 ] && tolerance=rel:1e-5,abs:1e-6
  "$@" -q --input "$programs/$name.in.npz" --expect "$programs/$name.out.npz" --tolerance "$tolerance" >out.txt 2>&1 ||
    { echo "FAILED: $* (inputs and outputs of $name)"; cat out.txt; exit 1; }
  checks=$((checks + 1))
}
for file in "$programs"/*.in.npz; do
  name=$(basename "$file" .in.npz)
  members=${name##*_}; [ "$members" = 2x2 ] && members=4
  for source in "$programs/$name.mlir" "$programs/$name.gspmd.mlir"; do
    passes "$name" "$mote" run "$source" --backend evaluate
    passes "$name" "$mote" run "$source" --backend cpu
  done
  passes "$name" "$mote" run "$programs/$name.mlir" --backend vulkan
  "$mote" compile "$programs/$name.mlir" --target linux -o "$name.mote" >/dev/null
  passes "$name" "$mote" run "$name.mote" --backend cpu
  passes "$name" "$mote" launch -n "$members" "$name.mote" --backend cpu
  # As it is printed it is the program of one member, marked.
  "$mote" convert "$programs/$name.mlir" -o "$name.mlir"
  passes "$name" "$mote" run "$name.mlir" --backend cpu
done
passes collectives_4 "$mote" launch -n 4 --transport tcp collectives_4.mote --backend cpu
passes collectives_2x2 "$mote" launch -n 4 --transport udp collectives_2x2.mote --backend cpu

is() { [ "$2" = "$3" ] || { printf 'FAILED: %s\n--- expected\n%s\n--- got\n%s\n' "$1" "$2" "$3"; exit 1; }; checks=$((checks + 1)); }
# Outputs are joined, in one folder; a launch gives the same bytes.
"$mote" run collectives_2x2.mote --backend cpu -q --input "$programs/collectives_2x2.in.npz" --output-dir alone
"$mote" launch -n 4 collectives_2x2.mote --backend cpu -q --input "$programs/collectives_2x2.in.npz" --output-dir launched
is "one file an output" "$(seq 0 6 | sed 's/.*/out&.npy/')" "$(ls alone)"
for file in alone/*; do cmp "$file" "launched/${file#alone/}"; done
"$mote" inspect collectives_2x2.mote >facts.txt
is "what a part is" 1 "$(grep -c 'entry main (.*f32\[2,3\] {one of 2 x 2 parts}) -> (f32\[2,3\] {one of 2 x 1 parts}' facts.txt)"
# The C API: x is cut both ways among the members 0, 1 and 2, 3.
is "mote_input_split" "input 0: 2 2 | 0 1 2 3
output 0: 2 1 | 0 0 1 1
output 1: 1 2 | 0 1 0 1
output 2: 1 1 | 0 0 0 0
output 3: 4 1 | 0 1 2 3
output 4: 4 1 | 0 2 1 3
output 5: 2 2 | 0 2 1 3
output 6: 2 2 | 0 1 2 3" "$("$splits" collectives_2x2.mote)"
is "damaged cuts" sound "$("$splits" collectives_2x2.mote damage)"
# Parameters go round, each member's to itself.
"$mote" run "$programs/in_a_loop_2.mlir" --backend cpu --rounds 3 --input "$programs/in_a_loop_2.in.npz" >rounds.txt
is "rounds" 3 "$(grep -c '^round' rounds.txt)"
# Another grid, a tensor of another size, and a program whose partitioning is left to the compiler.
fails() {
  local what=$1 wanted=$2 words=$3 code=0
  shift 3
  "$@" >said.txt 2>&1 || code=$?
  is "$what: exit code" "$wanted" "$code"
  grep -q -- "$words" said.txt || { echo "FAILED: $what says: $(cat said.txt)"; exit 1; }
}
fails "another grid" 3 'it is cut for 4 members, the program has 2 partitions' \
  "$mote" run "$programs/contracted_4.mlir" --partitions 2 --backend evaluate --input "$programs/contracted_4.in.npz"
fails "another size" 3 'f32\[3,8\]' "$mote" run "$programs/contracted_4.mlir" --backend cpu --input "$programs/contracted_2x2.in.npz"
sed 's/manual_axes={"x", "y"}/manual_axes={"y"}/; s/{"x"}/{}/g
  s/tensor<2x\([0-9]\)xf32/tensor<4x\1xf32/g' "$programs/contracted_2x2.mlir" >partial.mlir
fails "an axis that stays automatic" 4 "partial.mlir:4:10: .*leaves axis 'x' automatic" "$mote" compile partial.mlir -o partial.mote
sed 's/"{manual}"/"{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"/' "$programs/contracted_2x2.gspmd.mlir" >half.mlir
fails "the same, by GSPMD" 4 'half.mlir:4:10: .*leaves axes of its mesh automatic' "$mote" compile half.mlir -o half.mote
sed 's/%arg0: tensor<8x4xf32>/& {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}/' "$programs/in_a_loop_2.mlir" >used_whole.mlir
fails "an argument that is cut and used whole" 4 'automatic partitioning: the sharding of argument 0' \
  "$mote" compile used_whole.mlir -o none.mote
cat >automatic.mlir <<'MLIR'
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
    %y = stablehlo.add %x, %x : tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
MLIR
fails "no shard_map" 4 'automatic.mlir:3:19: .*automatic partitioning' "$mote" compile automatic.mlir -o none.mote
echo "shard_map: $checks checks passed"
