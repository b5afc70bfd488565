#!/usr/bin/env bash
# --pipeline-cache: a file that is made, left alone while it is good, made again when it is damaged, and whose absence stops nothing.
# usage: pipeline_cache.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
digits=$source/demo/digits
"$mote" compile "$digits/model.mlir" --target vulkan -o digits.mote >/dev/null
failed() { cat err; echo "FAILED: $1"; exit 1; }
run() { "$mote" run digits.mote --trust --backend vulkan --samples --input "$digits/test_images.npy" --output-dir "$1" --pipeline-cache "$2" >/dev/null 2>err; }
code=0
run first cache || code=$?
if [ "$code" = 5 ] && grep -q "no such device\|no Vulkan" err; then echo "skipped: no Vulkan device"; exit 77; fi
[ "$code" = 0 ] || failed "a first run"
[ "$(head -c 8 cache)" = motevkpc ] || failed "the file is there"
[ -z "$(find . -name '*.new')" ] || failed "nothing is left beside it"
cp cache good
touch -d "2001-01-01" cache
run second cache || failed "a second run"
cmp -s cache good || failed "the file is as it was"
[ "$(date -r cache +%Y)" = 2001 ] || failed "a good file is not written again"
printf 'X' | dd of=cache bs=1 seek=$(($(stat -c %s good) - 1)) conv=notrunc status=none
cmp -s cache good && failed "the damage"
run third cache || failed "a run with a damaged file"
[ "$(date -r cache +%Y)" != 2001 ] || failed "a damaged file is written anew"
cp cache good
touch -d "2001-01-01" cache
run again cache || failed "a run with the new one"
{ [ "$(date -r cache +%Y)" = 2001 ] && cmp -s cache good; } || failed "which is good: what the probes measured is kept"
run fourth "$work/none/cache" || failed "a folder that is not there"
grep -q "none/cache cannot be written" err || failed "which is said"
for other in second third again fourth; do diff -r first "$other" >/dev/null || failed "the same outputs"; done
"$mote" bench digits.mote --trust --backend vulkan --repeat 1 --pipeline-cache bench_cache >/dev/null 2>err || failed "a measurement"
cp bench_cache good
run fifth bench_cache || failed "a run with its file"
cmp -s bench_cache good || failed "which serves both"
echo "12 checks"
