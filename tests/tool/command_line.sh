#!/usr/bin/env bash
# Budgets that do not fit, standard output as the output file, the size of small programs, comparisons in words, misspelt options, help and version.
# usage: command_line.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
checks=0
is() { checks=$((checks + 1)); [ "$2" = "$3" ] || { printf 'FAILED: %s\n--- expected\n%s\n--- got\n%s\n' "$1" "$2" "$3"; cat err; exit 1; }; }
has() { checks=$((checks + 1)); case "$3" in *"$2"*) ;; *) printf 'FAILED: %s\n--- wanted in it\n%s\n--- got\n%s\n' "$1" "$2" "$3"; exit 1;; esac; }
code() { local code=0; "$@" >out 2>err </dev/null || code=$?; echo "$code"; }
digits=$source/demo/digits/model.mlir
touch err

# A budget holds for every target: none is left out for it. Vulkan has no loops of rows, so one byte less than it takes does not fit; Linux comes to
# less than it takes without them, but not to so little. The smallest files that fit are those that the tool prints itself.
# As for a budget: without the weights and the scratch of convolutions by tiles.
is "compile" 0 "$(code "$mote" compile "$digits" --reproducible -o all.mote)"
size=$(stat -c %s all.mote)
arena() { sed -n "s/^  $1 *arena \([0-9 ]*\) B.*/\1/p" out | tr -d ' '; }
linux=$(arena linux) vulkan=$(arena vulkan)
is "the linux arena needs more than the vulkan arena" 1 $((linux > vulkan))
is "an arena that fits" 0 "$(code "$mote" compile "$digits" --ram "$linux" -o a.mote)"
is "one byte less" 4 "$(code "$mote" compile "$digits" --target vulkan --ram $((vulkan - 1)) -o b.mote)"
is "what fits one target" 4 "$(code "$mote" compile "$digits" --ram "$vulkan" -o b.mote)"
has "says what is live at the peak" "more than the $vulkan of --ram; at the peak live: " "$(cat err)"
has "by name and size" "f32[1,8,8,32] (8192), %0 f32[1,8,8,16] (4096)" "$(cat err)"
has "and what fits" "--target vulkan compiles for what fits alone" "$(cat err)"
is "and writes nothing" no "$([ -e b.mote ] && echo yes || echo no)"
is "which then compiles" 0 "$(code "$mote" compile "$digits" --ram "$vulkan" --target vulkan -o b.mote)"
is "a file that fits" 0 "$(code "$mote" compile "$digits" --flash "$size" -o a.mote)"
is "one byte less" 4 "$(code "$mote" compile "$digits" --flash $((size - 1)) -o c.mote)"
has "counts the whole file" "the program file takes $size bytes (86184 of constants, " "$(cat err)"
is "a list of targets is a list of wishes that all count" 4 "$(code "$mote" compile "$digits" --ram "$vulkan" --target linux,vulkan -o c.mote)"

# The arena in two memories: less than --ram would take in either, the same results, and what is wrong with a region is said.
is "two regions" 0 "$(code "$mote" compile "$digits" --target linux --region near:$((linux - 4096)) --region far:1M -o regions.mote)"
has "what lies where" "of the arena in near" "$(cat out)"
is "the runtime and the audit take them" 0 "$(code "$mote" verify regions.mote)"
"$mote" run a.mote --backend cpu --quiet --samples --input "$source/demo/digits/test_images.npy" --output-dir one
"$mote" run regions.mote --backend cpu --quiet --samples --input "$source/demo/digits/test_images.npy" --output-dir two
cmp one/out0.npy two/out0.npy
is "regions that are too small" 4 "$(code "$mote" compile "$digits" --target linux --region near:1K --region far:1K -o c.mote)"
has "by name and size" "do not fit the regions near of 1024, far of 1024 bytes" "$(cat err)"
for region in x a: :4K a:0 a:-1 "a:1K --region a:2K"; do is "no region: $region" 2 "$(code "$mote" compile "$digits" --region $region -o c.mote)"; done

# -o -: the program on standard output, everything for people on standard error.
"$mote" compile "$digits" --target linux -o file.mote >file.txt
"$mote" compile "$digits" --target linux -o - >pipe.mote 2>pipe.txt
cmp file.mote pipe.mote
is "the same messages" "$(sed 's/^file.mote/<stdout>/' file.txt)" "$(cat pipe.txt)"
is "through a pipe" "$("$mote" run file.mote --backend cpu --samples --input "$source/demo/digits/test_images.npy" | grep output)" \
  "$("$mote" compile "$digits" --target linux -q -o - | "$mote" run - --backend cpu --samples --input "$source/demo/digits/test_images.npy" | grep output)"
is "a full device" 3 "$(code bash -c '"$0" compile "$1" -q -o - >/dev/full' "$mote" "$digits")"

# A small network: 8 inputs, 16 and 4 neurons, 1 KB of weights. Its scratch is sized by its extents, and small files are not padded to pages.
dense() { printf '"0x'; printf "%0$(($1 * 8))d" 0 | sed 's/00000000/0000803F/g'; printf '"'; }
cat >mlp.mlir <<MLIR
func.func @main(%x: tensor<1x8xf32>) -> tensor<1x4xf32> {
  %w0 = stablehlo.constant dense<$(dense 128)> : tensor<8x16xf32>
  %w1 = stablehlo.constant dense<$(dense 64)> : tensor<16x4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<1x16xf32>
  %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<1x8xf32>, tensor<8x16xf32>) -> tensor<1x16xf32>
  %1 = stablehlo.maximum %0, %z : tensor<1x16xf32>
  %2 = stablehlo.dot_general %1, %w1, contracting_dims = [1] x [0] : (tensor<1x16xf32>, tensor<16x4xf32>) -> tensor<1x4xf32>
  %3 = stablehlo.tanh %2 : tensor<1x4xf32>
  return %3 : tensor<1x4xf32>
}
MLIR
is "compile the small network" 0 "$(code "$mote" compile mlp.mlir --target linux -o mlp.mote)"
is "less than 4 KB of arena" 1 $(($(arena linux) < 4096))
is "and less than 6 KB of file" 1 $(($(stat -c %s mlp.mote) < 6144))
is "which the audit accepts" 0 "$(code "$mote" verify mlp.mote)"
is "plan" 0 "$(code "$mote" plan mlp.mlir)"
has "shows scratch apart" "bytes at 0, as much as " "$(grep '^  scratch ' out)"
has "from buffers" "bytes at the peak" "$(grep '^  buffers ' out)"

# Comparisons in words. tanh(16·8·x): all outputs are tanh of 128 times the input's mean, 1 at once.
npy() { printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (1, $1), }"; for _ in $(seq "$1"); do printf "$2"; done; }
npy 8 '\x00\x00\x80\x3f' >x.npy; npy 4 '\x00\x00\x80\x3f' >one.npy; npy 4 '\x00\x00\xc0\x3f' >more.npy
is "an output that matches" 0 "$(code "$mote" run mlp.mlir --backend cpu --input x.npy --expect one.npy)"
has "is said, with the largest error" "output 0 matches one.npy (largest error 0, relative 0)" "$(cat out)"
is "a difference within the tolerance" 0 "$(code "$mote" run mlp.mlir --backend cpu --input x.npy --expect more.npy --tolerance abs:1)"
has "has its sizes" "output 0 matches more.npy (largest error 0.5, relative 0.333)" "$(cat out)"
is "a quiet match" "" "$("$mote" run mlp.mlir -q --backend cpu --input x.npy --expect one.npy)"
is "an output that does not" 1 "$(code "$mote" run mlp.mlir --backend cpu --input x.npy --expect more.npy)"

# Misspelt words get the nearest one.
is "an option" 2 "$(code "$mote" run mlp.mlir --expct one.npy)"
has "did you mean" "\`mote run\` has no option '--expct'"$'\n'"hint: did you mean '--expect'?" "$(cat err)"
is "an option with its value" 2 "$(code "$mote" compile mlp.mlir --targt=linux -o a.mote)"
has "did you mean" "did you mean '--target'?" "$(cat err)"
is "mote's own option" 2 "$(code "$mote" --verson)"
has "did you mean" "did you mean '--version'?" "$(cat err)"
is "an option like no other" 2 "$(code "$mote" run mlp.mlir --frobnicate)"
has "points at the help" "\`mote run --help\` lists what it takes" "$(cat err)"
for verb in compile run check bench convert inspect plan verify firmware export uf2 device; do
  is "mote help $verb" "$("$mote" $verb --help)" "$("$mote" help $verb)"
done
is "mote help" "$("$mote" --help)" "$("$mote" help)"
is "help for no verb" 2 "$(code "$mote" help complie)"
has "did you mean" "did you mean 'compile'?" "$(cat err)"
is "version" "mote $(sed -n 's/^project(mote VERSION \([0-9.]*\) .*/\1/p' "$source/CMakeLists.txt")" "$("$mote" --version | sed -n 1p)"
format=$(sed -n 's/.*kMoteVersionMajor = \([0-9]*\), kMoteVersionMinor = \([0-9]*\),.*/\1.\2/p' "$source/schema/file_layout.h")
has "says which programs and targets" "program format $format, targets linux, vulkan, cortex-m0plus, cortex-m3, cortex-m4" "$("$mote" --version)"

# On a terminal: no binary, and colours unless NO_COLOR says otherwise.
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
  terminal() { script -qec "$*" /dev/null </dev/null | tr -d '\r'; }
  has "a terminal is no place for a program" "redirect it, or name a file" "$(terminal "$mote compile mlp.mlir -o -")"
  has "errors are red there" $'\033[1;31merror' "$(terminal "$mote compile nowhere.mlir -o a.mote")"
  has "and plain with NO_COLOR" "nowhere.mlir: error [IO]" "$(terminal "NO_COLOR=1 $mote compile nowhere.mlir -o a.mote")"
else
  echo "not checked: what a terminal shows, for this machine makes none"
fi

# A damaged file: the runtime's place and number in words.
head -c 100 file.mote >cut.mote
is "a cut program" 3 "$(code "$mote" run cut.mote --backend cpu --input x.npy)"
has "has its sentence" "the file is shorter than its header says (bytes needed: $(stat -c %s file.mote)) [MALFORMED, site 23]" "$(cat err)"
echo "command line: $checks checks passed"
