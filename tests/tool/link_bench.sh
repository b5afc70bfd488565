#!/usr/bin/env bash
# `mote link bench`: every medium is measured, the figures belong together, wrong words are refused.
# usage: link_bench.sh MOTE
set -euo pipefail
mote=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
wrong() { echo "FAILED: $*"; exit 1; }
"$mote" link bench --members 2,3 --bytes 64,70000 --rounds 3 --json >rows.json
python3 - <<'PY'
import json
rows = json.load(open("rows.json"))
keys = [(r["transport"], r["members"], r["what"], r["bytes"]) for r in rows]
wanted = [(t, m, w, b) for t in ("shm", "udp", "tcp") for m in (2, 3) for w in ("exchange", "all_reduce") for b in (64, 70000)]
assert keys == wanted, keys
for r in rows:
    least, median = r["latency_us"]["min"], r["latency_us"]["median"]
    assert 0 < least <= median and r["processor_us"] > 0, r
    assert r["rounds"] == 3 and 1 <= r["runs"] <= 200, r
    assert abs(r["megabytes_per_second"] * least - r["bytes"]) < 1e-6 * r["bytes"], r
PY
"$mote" link bench --transport shm --members 2 --bytes 64 --rounds 1 | grep '^shm  *2 all_reduce  *64 ' >/dev/null || wrong "the table"
refused() {
  local code=0
  "$mote" link bench "$@" >out 2>&1 || code=$?
  [ "$code" = 2 ] || wrong "$*: exit code $code"
}
refused --bytes 6 && grep -q "floats of four bytes" out || wrong "--bytes 6"
refused --transport serial && grep -q "shm, udp or tcp" out || wrong "--transport serial"
refused --what scatter && grep -q "exchange or all_reduce" out || wrong "--what scatter"
refused --members 1
echo "ok"
