#!/usr/bin/env bash
# `./demo.sh --cluster` with a tool that is built: it says itself when members differ or do not go on; here, that it shows what it promises.
# usage: demo_cluster.sh MOTE SOURCE_DIR ROUNDS
set -euo pipefail
mote=$1 source=$2 rounds=$3
for tool in arm-none-eabi-gcc qemu-system-arm setpriv; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
said=$(cd "$source" && MOTE_TOOL=$mote MOTE_DEMO_ROUNDS=$rounds ./demo.sh --cluster) || { echo "$said"; echo "FAILED: exit code"; exit 1; }
echo "$said"
has() { [ "$(grep -c -- "$1" <<<"$said")" = "$2" ] || { echo "FAILED: not $2 lines with '$1'"; exit 1; }; }
has "step *$((rounds < 200 ? 1000 : rounds * 5))  3 members .* bytes sent by the first  loss " 1
has "step *$rounds  2 members .* bytes sent by the first  loss " 1
has "step *1  4 members" 1
has "step *1  3 members" 1
has '3 members to the end, parameters bit-equal; ' 1
has '2 members to the end, parameters bit-equal; ' 1
has 'member 3 is lost, 3 go on' 3
has 'member 2 is lost, 2 go on' 1
known() { sed -n "s/.*$1.*; \\([0-9]*\\) of 72 .*/\\1/p" <<<"$said"; }
[ "$(known '3 members to the end')" -ge $(($(known '32 images') - 3)) ] || { echo "FAILED: the processes do not reach the single device"; exit 1; }
[ "$rounds" -lt 200 ] || [ "$(known '2 members to the end')" -ge 54 ] || { echo "FAILED: the boards do not know digits"; exit 1; }
