#!/usr/bin/env bash
# Files that are no StableHLO or HLO text: what they are is said by their content, and, for programs in another form (exit 4), how to get the text.
# The first bytes are those that each format's description states. usage: file_kinds.sh MOTE SOURCE_DIR
set -uo pipefail
mote=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
checks=0 bad=0

# kind CODE WHAT HINT BYTES…: the bytes as printf writes them, given as a file of a name that says nothing.
kind() {
  local wanted=$1 what=$2 hint=$3
  shift 3
  printf "$@" >file
  refused "$wanted" "$what" "$hint" "$mote" compile file -o x.mote
}
refused() {
  local wanted=$1 what=$2 hint=$3 code=0
  shift 3
  "$@" >out 2>&1 </dev/null || code=$?
  checks=$((checks + 1))
  if [ "$code" != "$wanted" ] || ! grep -qF -- "$what" out || ! grep -qF -- "$hint" out; then
    echo "FAILED: exit $code (wanted $wanted), wanted '$what' and '$hint'; it printed:"
    cat out
    bad=$((bad + 1))
  fi
}

stablehlo='(stage="stablehlo")' jax='jax.jit(f).lower(x).as_text()'
kind 4 "a StableHLO portable artifact (MLIR bytecode of StableHLO_v1.15.0)" "exported.mlir_module()" 'ML\xefR\x0dStableHLO_v1.15.0\x00\x01\x19\x05'
kind 4 "MLIR bytecode of MLIR23.0.0git, not a StableHLO portable artifact" "exported.mlir_module()" 'ML\xefR\x0dMLIR23.0.0git\x00\x01\x1f\x07'
kind 4 "a jax.export file" "jax.export.deserialize" '<\x00\x00\x008\x00`\x00^\x00X\x00T\x00P\x00ML\xefR\x0dStableHLO_v1.15.0\x00'
kind 4 "an HloModuleProto" 'as_text(dialect="hlo")' '\x0a\x08jit_tanh\x12\x06main.1\x1a\xbc\x01'
kind 4 "a TensorFlow SavedModel" "$stablehlo" '\x08\x01\x12\x8b\x48\x0a\xf8\x0b\x12\xc8\x0b\x0a'
mkdir saved && : >saved/saved_model.pb
refused 4 "saved: error [R-UNSUP]: a TensorFlow SavedModel" "$stablehlo" "$mote" compile saved -o x.mote
kind 4 "an HDF5 file, such as a Keras model" "keras.models.load_model" '\x89HDF\r\n\x1a\n\x00'
kind 4 "a Keras model (.keras)" "keras.models.load_model" 'PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00@\x00\x00\x00@\x00\x00\x00\x0d\x00\x00\x00metadata.json{}PK\x03\x04config.json'
kind 4 "a PyTorch file" "exported_program_to_stablehlo" 'PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00@\x00\x00\x00@\x00\x00\x00\x10\x00\x00\x00archive/data.pkl'
kind 4 "a Python pickle" "exported_program_to_stablehlo" '\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.'
kind 4 "an ONNX model" "$stablehlo" '\x08\x07\x12\x07pytorch\x1a\x05'
kind 3 "the tables of the TFLite file are damaged" "" '\x1c\x00\x00\x00TFL3\x14\x00 \x00'
kind 4 "a jaxpr" "$jax" '{ lambda ; a:f32[2]. let b:f32[2] = tanh a in (b,) }\n'
kind 3 "an archive of tensors (.npz)" "--weights" 'PK\x03\x04-\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00@\x00\x00\x00@\x00\x00\x00\x09\x00\x14\x00arr_0.npy'
kind 3 "a tensor (.npy)" "--input" '\x93NUMPY\x01\x00v\x00'
kind 3 "a zip archive" "unpack" 'PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00@\x00\x00\x00@\x00\x00\x00\x05\x00\x00\x00a.txtx'
kind 3 "a gzip file" "gunzip" '\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03'
kind 3 "an ELF file" "" '\x7fELF\x02\x01\x01\x00'
kind 3 "a PNG image" "" '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'
kind 3 "a JPEG image" "" '\xff\xd8\xff\xe0\x00\x10JFIF'
kind 3 "UTF-16 text" "iconv" '\xff\xfem\x00o\x00d\x00u\x00l\x00e\x00'
kind 3 "UTF-16 text" "iconv" '#\x00l\x00o\x00c\x00 \x00=\x00'
kind 3 "a safetensors file" "$jax" '\x48\x00\x00\x00\x00\x00\x00\x00{"a":{"dtype":"F32"}}'
kind 3 "a pointer of Git LFS" "git lfs pull" 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n'
kind 3 "an HTML page" "" '<!DOCTYPE html>\n<html>'
kind 3 "Python source" "$jax" 'import jax\n'
kind 3 "a script" "" '#!/usr/bin/env python3\nimport jax\n'
kind 3 "binary data" "" '\x01\x02\x03\x04\x05\x06\x07\x08'
kind 3 "the file is empty" "" ''
kind 3 "the file holds no program" "" '// nothing but this\n'
kind 3 "neither StableHLO nor HLO text" "" 'hello\n'
refused 3 "a folder, where the StableHLO or HLO text of a program is expected" "" "$mote" compile "$work" -o x.mote

# Text where a compiled program is wanted, the reverse, and programs where arrays are.
model=$source/demo/digits/model.mlir
"$mote" compile "$model" -q -o digits.mote --target linux
refused 3 "the text of a program, where a compiled program (.mote) is expected" "mote compile" "$mote" verify "$model"
refused 2 "digits.mote is compiled already" "" "$mote" compile digits.mote -o x.mote
refused 1 "a compiled program (.mote), where the StableHLO or HLO text of a program is expected" "" "$mote" check digits.mote
refused 3 "not a .npy array, but the text of a program" "" "$mote" run digits.mote --backend cpu --input "$model"
refused 3 "not a .npy array, but a compiled program (.mote)" "" "$mote" run digits.mote --backend cpu --input digits.mote
refused 3 "not a .npy array, but an empty file" "" "$mote" run digits.mote --backend cpu --input <(:)
echo "file kinds: $checks checks, $bad failed"
[ $bad = 0 ]
