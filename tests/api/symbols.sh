#!/bin/sh
# The archive may ask its surroundings for the four mem functions and for the compiler's own helpers, and for nothing else.
# usage: symbols.sh NM ARCHIVE [REGEX of further ones]
set -eu
nm=$1 archive=$2 further=${3:-memcpy}
defined=$(mktemp) undefined=$(mktemp)
trap 'rm -f "$defined" "$undefined"' EXIT
"$nm" --defined-only "$archive" 2>/dev/null | awk 'NF == 3 { print $3 }' | LC_ALL=C sort -u >"$defined"
"$nm" -u "$archive" 2>/dev/null | awk '$1 == "U" { print $2 }' | LC_ALL=C sort -u >"$undefined"
outside=$(LC_ALL=C comm -13 "$defined" "$undefined" |
  grep -vxE 'mem(cpy|move|set|cmp)|_GLOBAL_OFFSET_TABLE_|__aeabi_[a-z0-9_]+|__(popcount|clz|ctz|bswap)[sd]i2|__(add|sub|mul|div|eq|ne|lt|le|gt|ge|unord)[sd]f[23]|__u?(div|mod|divmod)[sdt]i[34]|__(fix|fixuns|float|floatun)[a-z0-9]+|__(extendsfdf2|truncdfsf2)|__(ashl|ashr|lshr)di3' | grep -vxE "$further" || true)
if [ -n "$outside" ]; then
  echo "the archive needs what it must not:"
  echo "$outside"
  exit 1
fi
echo "$(wc -l <"$undefined") undefined symbols, all allowed"
