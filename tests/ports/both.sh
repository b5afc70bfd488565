#!/bin/sh
# The runner of `mote check --backend board` for files.sh: the program of FOLDER here and on the other machine, whose output bytes must be the same.
# With MOTE_VALUES_ONLY the bytes are not compared.
# usage: both.sh HERE THERE FOLDER, where HERE and THERE are commands that take what tests/target/runner.c takes
set -eu
$1 "$3/program.mote" "$3/here.bin" --inputs "$3/inputs.bin"
$2 "$3/program.mote" "$3/outputs.bin" --inputs "$3/inputs.bin"
[ -n "${MOTE_VALUES_ONLY:-}" ] || cmp "$3/here.bin" "$3/outputs.bin"
