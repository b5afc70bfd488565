#!/bin/sh
# Prints the files of a StableHLO testdata directory that use only the operations and element types that the CPU path has
# (tests/conformance/operations.txt). With --vulkan: only those without 16- and 64-bit types too.
# usage: supported_files.sh [--vulkan] DIRECTORY
set -eu
vulkan=0
if [ "${1:-}" = --vulkan ]; then vulkan=1; shift; fi
[ $# -eq 1 ] && [ -d "$1" ] || { echo "usage: supported_files.sh [--vulkan] DIRECTORY" >&2; exit 2; }
here=$(dirname "$0")
find "$1" -name '*.mlir' | LC_ALL=C sort | xargs awk -v vulkan=$vulkan -v table="$here/operations.txt" '
  BEGIN { while ((getline line < table) > 0) if (line !~ /^#/ && line != "") allowed[line] = 1 }
  function report() { if (file != "" && good) print file }
  FNR == 1 { report(); file = FILENAME; good = 1 }
  {
    gsub(/"0x[0-9A-Fa-f]*"/, "")   # constants hold no operations
    if (/complex</) good = 0
    rest = $0
    while (match(rest, /(stablehlo|chlo)\.[a-z_0-9]+/)) {
      name = substr(rest, RSTART, RLENGTH)
      before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : ""
      if (before != "#" && !(name in allowed)) good = 0
      rest = substr(rest, RSTART + RLENGTH)
    }
    if (vulkan && /(xbf16|xf16|xi16|xui16|xf64|xi64|xui64|<bf16|<f16|<i16|<ui16|<f64|<i64|<ui64)>/) good = 0
  }
  END { report() }'
