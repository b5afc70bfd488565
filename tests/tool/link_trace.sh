#!/usr/bin/env bash
# `mote launch --trace` over each medium and encrypted, `mote link trace`, and the dissector, run by tshark where that is installed; another
# reader, made from LINK.md, holds them against the files.
# usage: link_trace.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export PYTHONDONTWRITEBYTECODE=1
wrong() { echo "FAILED: $*"; exit 1; }
cat >gather.mlir <<'MLIR'
func.func @main(%x: tensor<1000xf32>) -> tensor<2000xf32> {
  %g = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1000xf32>) -> tensor<2000xf32>
  return %g : tensor<2000xf32>
}
MLIR
sed 's/tensor<1000/tensor<1001/g; s/tensor<2000/tensor<2002/g' gather.mlir >other.mlir
for name in gather other; do "$mote" compile $name.mlir --target linux --replicas 2 -o $name.mote >/dev/null; done
cp gather.mote mixed0.mote; cp other.mote mixed1.mote
python3 - <<'PY'
for count in (1000, 1001):
    head = ("{'descr': '<f4', 'fortran_order': False, 'shape': (%d,)}" % count).ljust(117) + "\n"
    open(f"x{count}.npy", "wb").write(b"\x93NUMPY\x01\x00\x76\x00" + head.encode() + bytes(i % 251 for i in range(4 * count)))
open("key", "w").write("0123456789abcdef" * 4 + "\n")
PY
cp x1000.npy x0.npy; cp x1001.npy x1.npy
for transport in shm udp tcp uart; do
  timeout 60 "$mote" launch -n 2 --transport $transport --trace $transport.pcap gather.mote --backend cpu --input x1000.npy >/dev/null || wrong "$transport"
done
traces="shm udp tcp uart refused"
code=0; timeout 60 "$mote" launch -n 2 --trace refused.pcap 'mixed{}.mote' --backend cpu --input 'x{}.npy' >/dev/null 2>&1 || code=$?
[ $code = 5 ] || wrong "members with different programs: $code"
# Encrypted: what is inside is recorded. A tool without a cipher says so.
if timeout 60 "$mote" launch -n 2 --transport uart --key key --trace key.pcap gather.mote --backend cpu --input x1000.npy >/dev/null 2>said; then
  traces="$traces key"
else
  grep -q 'built without Mbed TLS' said || { cat said; wrong "--key"; }
  echo "skipped: --key, this mote has no cipher"
fi
for trace in $traces; do python3 "$source/tests/link/trace.py" "$mote" $trace.pcap; done
python3 "$source/tests/link/trace.py" "$mote" refused.pcap | grep refuse >/dev/null || wrong "no Refuse is in the trace"
python3 "$source/tests/link/trace.py" --sealed sealed.pcap && python3 "$source/tests/link/trace.py" "$mote" sealed.pcap
"$mote" link trace --dissector link.lua
[ "$(grep -c 'ProtoField\.' link.lua)" -gt 50 ] || wrong "the dissector has few fields"
if command -v tshark >/dev/null; then
  for trace in uart refused sealed; do python3 "$source/tests/link/trace.py" "$mote" $trace.pcap link.lua 2>tshark.log || { cat tshark.log; wrong "tshark and $trace"; }; done
else
  echo "skipped: tshark is not installed, so the dissector was not run"
fi
refused() {  # CODE TEXT WORDS…
  local code=0 wanted=$1 text=$2
  shift 2
  "$mote" link trace "$@" >out 2>&1 || code=$?
  [ "$code" = "$wanted" ] && grep -q -- "$text" out || { cat out; wrong "link trace $*: $code"; }
}
refused 2 'a trace to print is wanted'
refused 3 'cannot read' nothing.pcap
refused 3 'no pcap file' gather.mlir
head -c 1000 uart.pcap >cut.pcap; refused 3 'byte ' cut.pcap
echo "traces are what was sent and received"
