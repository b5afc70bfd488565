#!/usr/bin/env bash
# The C block of ports/README.md as it stands: three processes over UDP run one program with an all_reduce and an all_gather; one with another
# program is refused.
# usage: example.sh MOTE BUILD_DIR SOURCE_DIR CC
set -euo pipefail
mote=$1 build=$2 source=$3 cc=$4
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
awk '$0 == "```c" { on = 1; next } /^```/ { on = 0 } on' "$source/ports/README.md" >member.c
"$cc" -std=c11 -Wall -Wextra -Werror -I"$source/ports" -I"$source/runtime/include" -I"$build/runtime/include" member.c \
  "$build/ports/libmote_ports.a" "$build/runtime/libmote_link.a" "$build/runtime/libmote_runtime.a" -lm -o member
cat >sum.mlir <<'MLIR'
func.func @main(%x: tensor<1000xui32>) -> tensor<1000xui32> {
  %s = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %c = stablehlo.add %a, %b : tensor<ui32>
    stablehlo.return %c : tensor<ui32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<1000xui32>) -> tensor<1000xui32>
  %r = stablehlo.replica_id : tensor<ui32>
  %hundred = stablehlo.constant dense<100> : tensor<ui32>
  %h = stablehlo.multiply %r, %hundred : tensor<ui32>
  %b = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<ui32>) -> tensor<1000xui32>
  %y = stablehlo.add %s, %b : tensor<1000xui32>
  return %y : tensor<1000xui32>
}
MLIR
"$mote" compile sum.mlir --target linux --replicas 3 -o sum.mote >/dev/null
port=$((10000 + $$ % 390 * 10))  # below those that mote launch takes
for member in 0 1 2; do timeout 60 ./member sum.mote $member $port >said$member 2>&1 & done
wait
# 0 + 1 + 2, and a hundred of them a replica.
for member in 0 1 2; do
  [ "$(cat said$member)" = "member $member of 3: $((3 + 100 * member))" ] || { echo "FAILED: member $member: $(cat said$member)"; exit 1; }
done
sed 's/stablehlo.add %a, %b/stablehlo.maximum %a, %b/' sum.mlir >other.mlir
"$mote" compile other.mlir --target linux --replicas 3 -o other.mote >/dev/null
for member in 0 1 2; do timeout 60 ./member $([ $member = 2 ] && echo other.mote || echo sum.mote) $member $port >said$member 2>&1 & done
wait
refused=$(grep -l 'more than the caller allows' said? | wc -l)
[ "$refused" -ge 1 ] || { echo "FAILED: another program was not refused: $(cat said?)"; exit 1; }
! grep -q '^member' said? || { echo "FAILED: a group of two programs ran: $(cat said?)"; exit 1; }
echo "three processes over UDP agree; a member with another program is refused"
