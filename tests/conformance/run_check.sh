#!/usr/bin/env bash
# One suite on one backend through `mote check`.
# usage: run_check.sh SUITE BACKEND [further arguments of mote check]
#   suites where every file must pass: static-supported (what compiles for the CPU), static-supported-vulkan; static-mixed: the files of the
#   first, on a device that may lack features: steps may run on the CPU, but only in files that have f64 or complex values, whose functions
#   compute in f64
#   suites where what is refused is allowed, but no wrong value, crash or hang: static, quantized, interpret, golden, testdata
# MOTE_CHECK_EVERY=n: every nth file only.
# Files that may fail stand in expected_failures.txt, by suite and backend, with `gap` or `intended` and a reason; they are printed with both.
# Every stratum is printed too, of suites with more than 60 only those that do not pass wholly.
set -uo pipefail
suite="$1" backend="$2"
shift 2
here=$(cd "$(dirname "$0")" && pwd)
shared=${MOTE_SHARED:-$MOTE_SOURCE/../shared}
if [ ! -d "$shared/conformance" ]; then
  echo "skipped: $shared/conformance is not there"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

strict=0
case "$suite" in
  static-supported) strict=1; "$here/supported_files.sh" "$shared/conformance/testdata/static" >"$work/all" ;;
  static-mixed) strict=2; "$here/supported_files.sh" "$shared/conformance/testdata/static" >"$work/all" ;;
  static-supported-vulkan) strict=1; "$here/supported_files.sh" --vulkan "$shared/conformance/testdata/static" >"$work/all" ;;
  static | quantized) find "$shared/conformance/testdata/$suite" -name '*.mlir' >"$work/all" ;;
  testdata) find "$shared/conformance/testdata" -name '*.mlir' >"$work/all" ;;
  interpret) find "$shared/conformance/interpret" "$shared/conformance/math" -name '*.mlir' >"$work/all" ;;
  golden) find "$shared/golden" -name '*.mlir' -o -name '*.hlo' >"$work/all" ;;
  *) echo "run_check.sh: unknown suite '$suite'" >&2; exit 2 ;;
esac

if [ -n "${MOTE_CHECK_EVERY:-}" ]; then
  sort "$work/all" | awk -v n="$MOTE_CHECK_EVERY" 'NR % n == 1' >"$work/some"
  mv "$work/some" "$work/all"
fi

# Known failures are run all the same: one that passes again must leave the list.
awk -v suite="$suite" -v backend="$backend" '!/^#/ && $1 == suite && $2 == backend { $1 = $2 = ""; sub(/^ +/, ""); print }' "$here/expected_failures.txt" | sort >"$work/known"
"$MOTE" check --list "$work/all" --backend "$backend" --jobs "${MOTE_JOBS:-2}" --timeout 300 --json "$work/out.json" "$@"

# Kept for status.py, which counts what runs on the device alone.
if [ "$suite" != static-mixed ] && [ -z "${MOTE_CHECK_EVERY:-}" ] && [ -n "${MOTE_BUILD:-}" ] && [ -f "$work/out.json" ]; then
  mkdir -p "$MOTE_BUILD/check"
  cp "$work/out.json" "$MOTE_BUILD/check/$suite-$backend.json"
fi
python3 - "$work/out.json" "$work/known" "$shared" "$strict" <<'PY'
import json, sys
path, known_path, shared, strict = sys.argv[1:]
files = json.load(open(path))["files"]
known = dict(line.split(" ", 1) for line in open(known_path).read().splitlines())  # file: word and reason
bad = {"fail", "crash", "timeout"} if strict == "0" else {"fail", "crash", "timeout", "refused", "folded", "fallback"}
if strict == "2":  # a file that only falls back because of f64 is counted, and no failure
    for f in files:
        wide = f["outcome"] == "fallback" and any(word in open(f["file"]).read() for word in ("f64", "complex"))
        f["outcome"] = "fallback for f64" if wide else f["outcome"]
name = lambda f: f["file"].split(shared.rstrip("/") + "/", 1)[-1]
unexpected = [f for f in files if f["outcome"] in bad and name(f) not in known]
gone = [f for f in files if f["outcome"] == "pass" and name(f) in known]
strata = {}
for f in files: strata.setdefault(f["stratum"], []).append(f["outcome"])
for stratum, outcomes in sorted(strata.items()):
    if len(strata) > 60 and outcomes.count("pass") == len(outcomes): continue
    print(f"{stratum:40} {outcomes.count('pass'):5} of {len(outcomes):5} pass")
for f in files:
    if name(f) in known and f["outcome"] in bad: print("known", f["outcome"], name(f), "-", known[name(f)])
for f in unexpected: print("unexpected", f["outcome"], name(f), "-", f["reason"][:200])
for f in gone: print("passes, so it must leave expected_failures.txt:", name(f))
import collections
print(", ".join(f"{n} {o}" for o, n in sorted(collections.Counter(f["outcome"] for f in files).items())))
print(len(files), "files,", len(known), "known failures,", len(unexpected), "unexpected")
sys.exit(1 if unexpected or gone or not files else 0)
PY
