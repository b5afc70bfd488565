#!/usr/bin/env bash
# Parameters that become constants (--weights, --bind), inputs from archives and folders, and sizes by jax.export's names. The expected values are
# small integers, worked out by hand; archives come from Python's zipfile, which NumPy writes its own with. usage: weights.sh MOTE
set -euo pipefail
mote=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
checks=0
is() { checks=$((checks + 1)); [ "$2" = "$3" ] || { printf 'FAILED: %s\n--- expected\n%s\n--- got\n%s\n' "$1" "$2" "$3"; cat err; exit 1; }; }
has() { checks=$((checks + 1)); case "$3" in *"$2"*) ;; *) printf 'FAILED: %s\n--- wanted in it\n%s\n--- got\n%s\n' "$1" "$2" "$3"; exit 1;; esac; }
code() { local code=0; "$@" >out 2>err || code=$?; echo "$code"; }
touch err

# arrays.py KIND OUT NAME=TYPE[,DIMS]:VALUES…: .npy files in a folder, or a stored or deflated .npz.
cat >arrays.py <<'PY'
import os, struct, sys, zipfile

def npy(spec):
    head, values = spec.split(":")
    kind, *dims = head.split(",")
    values = [float(v) if kind[1] == "f" else int(v) for v in values.split()]
    shape = "(" + "".join(d + ", " for d in dims) + ")"
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (kind, shape)
    data = struct.pack("<%d%s" % (len(values), {"<f4": "f", "<f8": "d", "<i4": "i"}[kind]), *values)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + text.ljust(117).encode() + b"\n" + data

kind, out, *specs = sys.argv[1:]
arrays = [(s.split("=")[0], npy(s.split("=", 1)[1])) for s in specs]
if kind == "folder":
    for name, data in arrays:
        os.makedirs(os.path.dirname(os.path.join(out, name)), exist_ok=True)
        open(os.path.join(out, name + ".npy"), "wb").write(data)
else:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED if kind == "deflated" else zipfile.ZIP_STORED, allowZip64=True) as archive:
        for name, data in arrays:
            with archive.open(name + ".npy", "w", force_zip64=True) as member: member.write(data)
PY
arrays() { python3 arrays.py "$@"; }

# As `jax.jit(model.apply).lower(variables, x).as_text(debug_info=True)` prints a flax model of two layers.
cat >mlp.mlir <<'MLIR'
#loc = loc(unknown)
#loc1 = loc("variables['params']['Dense_0']['bias']")
module @jit_apply {
  func.func public @main(%arg0: tensor<2xf32> loc("variables['params']['Dense_0']['bias']"), %arg1: tensor<3x2xf32> loc("variables['params']['Dense_0']['kernel']"), %arg2: tensor<2xf32> loc("variables['params']['Dense_1']['bias']"), %arg3: tensor<2x2xf32> loc("variables['params']['Dense_1']['kernel']"), %arg4: tensor<1x3xf32> loc("args[0]")) -> (tensor<1x2xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0] : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32> loc(#loc1)
    %1 = stablehlo.reshape %arg0 : (tensor<2xf32>) -> tensor<1x2xf32> loc(#loc)
    %2 = stablehlo.add %0, %1 : tensor<1x2xf32> loc(#loc)
    %cst = stablehlo.constant dense<0.0> : tensor<1x2xf32> loc(#loc)
    %3 = stablehlo.maximum %2, %cst : tensor<1x2xf32> loc(#loc)
    %4 = stablehlo.dot_general %3, %arg3, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32> loc(#loc)
    %5 = stablehlo.reshape %arg2 : (tensor<2xf32>) -> tensor<1x2xf32> loc(#loc)
    %6 = stablehlo.add %4, %5 : tensor<1x2xf32> loc(#loc)
    return %6 : tensor<1x2xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
MLIR
b0='<f4,2:1 -30' k0='<f4,3,2:1 2 3 4 5 6' b1='<f4,2:7 8' k1='<f4,2,2:1 -1 2 9' x='<f4,1,3:1 2 3'
# x·k0 = [22, 28], + b0 = [23, -2], relu = [23, 0], ·k1 = [23, -23], + b1 = [30, -15]
y='<f4,1,2:30 -15'
weights() { arrays "$1" "$2" "$3/Dense_0/kernel=$k0" "$3/Dense_0/bias=$b0" "$3/Dense_1/kernel=$k1" "$3/Dense_1/bias=$b1"; }
weights stored stored.npz params
weights deflated deflated.npz params
weights folder folder params
weights stored layers.npz my/model/params
arrays stored numbered.npz "arr_0=$b0" "arr_1=$k0" "arr_2=$b1" "arr_3=$k1"
arrays folder . "x=$x" "y=$y" "k0=$k0" "b0=$b0" "double=<f8,3,2:1 2 3 4 5 6" "turned=<f4,2,3:1 2 3 4 5 6"

for given in stored.npz deflated.npz folder numbered.npz layers.npz; do
  is "compile --weights $given" 0 "$(code "$mote" compile mlp.mlir --weights $given -o bound.mote)"
  has "says what was bound" "4 parameters bound: 56 B; 1 left" "$(cat out)"
  is "and runs" 0 "$(code "$mote" run bound.mote --backend cpu --input x.npy --expect y.npy --tolerance exact)"
  cmp bound.mote "$([ -f first.mote ] && echo first.mote || { cp bound.mote first.mote; echo first.mote; })" || { echo "FAILED: $given gives another program"; exit 1; }
done
for backend in evaluate cpu; do
  is "run --weights on $backend" 0 "$(code "$mote" run mlp.mlir --backend $backend --weights stored.npz --input x.npy --expect y.npy --tolerance exact)"
done
is "an input keeps its name" 0 "$(code "$mote" run bound.mote --backend cpu --input "args[0]=x.npy" --expect y.npy --tolerance exact)"
is "convert keeps names" 0 "$(code "$mote" convert mlp.mlir --bind "Dense_0/bias=b0.npy" -o text.mlir)"
has "in its text" "loc(\"variables['params']['Dense_1']['kernel']\")" "$(cat text.mlir)"
is "bind by number and by name" 0 "$(code "$mote" compile mlp.mlir --bind 1=k0.npy --bind "variables['params']['Dense_0']['bias']=b0.npy" --bind arg2=b0.npy -o two.mote)"
has "three are bound" "3 parameters bound: 40 B; 2 left" "$(cat out)"
is "firmware takes weights" 0 "$(code "$mote" firmware mlp.mlir --weights stored.npz -o fw)"
is "plan takes weights" 0 "$(code "$mote" plan mlp.mlir --weights stored.npz)"
is "bench takes weights" 0 "$(code "$mote" bench mlp.mlir --weights stored.npz --repeat 1 --input x.npy)"

# What is wrong is said with names and both shapes.
is "a shape that does not fit" 3 "$(code "$mote" compile mlp.mlir --bind 1=turned.npy -o a.mote)"
has "is named" "turned.npy: error [R-SHAPE]: parameter 1 (variables['params']['Dense_0']['kernel']) is f32[3,2], the file holds f32[2,3]" "$(cat err)"
is "a type that does not fit" 3 "$(code "$mote" compile mlp.mlir --bind 1=double.npy -o a.mote)"
has "is named too" "is f32[3,2], the file holds f64[3,2]" "$(cat err)"
has "with what to do" "numpy.float32" "$(cat err)"
is "a name that does not exist" 3 "$(code "$mote" compile mlp.mlir --bind Dense_2/kernel=k0.npy -o a.mote)"
has "lists the parameters" "no parameter named 'Dense_2/kernel'; it has variables['params']['Dense_0']['bias'], variables" "$(cat err)"
is "a name that fits two" 3 "$(code "$mote" compile mlp.mlir --bind kernel=k0.npy -o a.mote)"
has "says which" "'kernel' fits parameter 1 (variables['params']['Dense_0']['kernel']) and parameter 3" "$(cat err)"
is "a number that does not exist" 3 "$(code "$mote" compile mlp.mlir --bind 5=k0.npy -o a.mote)"
has "says how many there are" "there is no parameter 5, the program has 5" "$(cat err)"
is "a parameter bound twice" 3 "$(code "$mote" compile mlp.mlir --weights stored.npz --bind 1=k0.npy -o a.mote)"
has "says so" "parameter 1 (variables['params']['Dense_0']['kernel']) is given twice" "$(cat err)"
is "one array as weights" 3 "$(code "$mote" compile mlp.mlir --weights b0.npy -o a.mote)"
has "wants a name" "one array, which says not for which parameter" "$(cat err)"
arrays stored layers_by_number.npz "layer0=$b0" "layer1=$k0"
is "numbers that may mean something else" 3 "$(code "$mote" compile mlp.mlir --weights layers_by_number.npz -o a.mote)"
is "--bind without a name" 2 "$(code "$mote" compile mlp.mlir --bind k0.npy -o a.mote)"
is "weights for a compiled program" 3 "$(code "$mote" run bound.mote --weights stored.npz --input x.npy)"
head -c 200 stored.npz >cut.npz
is "a cut archive" 3 "$(code "$mote" compile mlp.mlir --weights cut.npz -o a.mote)"
has "is named" "cut.npz: error [IO]: not a .npz archive: the directory at its end is missing; is the file complete?" "$(cat err)"
mkdir empty
is "an empty folder" 3 "$(code "$mote" compile mlp.mlir --weights empty -o a.mote)"

# Several inputs: files behind one option, an archive by names, by order, a folder; the program may stand behind them.
cat >sub.mlir <<'MLIR'
func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.subtract %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}
MLIR
arrays folder in "a=<f4,2:5 7" "b=<f4,2:1 9"
arrays folder . "d=<f4,2:4 -2"
arrays deflated named.npz "b=<f4,2:1 9" "a=<f4,2:5 7"
arrays stored order.npz "arr_1=<f4,2:1 9" "arr_0=<f4,2:5 7"
for given in "in/a.npy in/b.npy" "b=in/b.npy in/a.npy" "1=in/b.npy a=in/a.npy" named.npz order.npz in; do
  is "run --input $given" 0 "$(code "$mote" run sub.mlir --backend cpu --input $given --expect d.npy --tolerance exact)"
  is "run --input $given, the program behind it" 0 "$(code "$mote" run --expect d.npy --tolerance exact --input $given sub.mlir --backend cpu)"
done
is "one --input each" 0 "$(code "$mote" run sub.mlir --backend cpu --input in/a.npy --input in/b.npy --expect d.npy --tolerance exact)"
is "outputs are written" 0 "$(code "$mote" run sub.mlir --backend cpu --input in --output-dir got)"
is "and taken as what is expected" 0 "$(code "$mote" run sub.mlir --backend cpu --input in --expect got --tolerance exact)"
is "bench takes several" 0 "$(code "$mote" bench sub.mlir --repeat 1 --input in/a.npy in/b.npy)"
is "no program" 2 "$(code "$mote" run --input in/a.npy in/b.npy)"
is "too many" 3 "$(code "$mote" run sub.mlir --input in/a.npy in/b.npy d.npy)"
has "says how many it takes" "takes 2 inputs, more were given" "$(cat err)"
is "an unknown name in an archive" 3 "$(code "$mote" run mlp.mlir --input stored.npz named.npz)"
has "is named with its file" "named.npz: error [R-COUNT]: the program has no input named 'b'" "$(cat err)"

# As jax.export prints f32[b, 2*b] and f32[b + 3]: the variable's name stands at the inner function, the other sizes follow from assertions.
cat >poly.mlir <<'MLIR'
module @jit_f attributes {jax.uses_shape_polymorphism = true} {
  func.func public @main(%arg0: tensor<?xf32> loc(unknown), %arg1: tensor<?xf32> loc(unknown)) -> tensor<?xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %c_1 = stablehlo.constant dense<3> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %2:2 = call @divmod(%0, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %3 = stablehlo.compare EQ, %2#1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %2#1) {api_version = 2 : i32, error_message = "Division had remainder {0} when computing the value of 'b'", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %4 = stablehlo.add %2#0, %c_1 : tensor<i32>
    %5 = stablehlo.compare EQ, %1, %4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%5, %1, %4) {api_version = 2 : i32, error_message = "Found inconsistency between dimension size args[1].shape[0] (= {0}) and the specification 'b + 3' (= {1})", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %6 = call @_wrapped_jax_export_main(%2#0, %arg0, %arg1) : (tensor<i32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    return %6 : tensor<?xf32>
  }
  func.func private @divmod(%arg0: tensor<i32>, %arg1: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<i32>
    %1 = stablehlo.remainder %arg0, %arg1 : tensor<i32>
    return %0, %1 : tensor<i32>, tensor<i32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"} loc(unknown), %arg1: tensor<?xf32> loc("x"), %arg2: tensor<?xf32> loc("y")) -> tensor<?xf32> {
    return %arg2 : tensor<?xf32>
  }
}
MLIR
is "a size by jax.export's name" 0 "$(code "$mote" convert poly.mlir --dim b=8 -o -)"
has "gives both sizes" '%arg0: tensor<16xf32> loc("x"), %arg1: tensor<11xf32> loc("y")) -> tensor<11xf32>' "$(cat out)"
is "a size by an argument's name" 0 "$(code "$mote" convert poly.mlir --dim x.0=4 --dim y.0=5 -o -)"
has "gives it" 'tensor<4xf32> loc("x"), %arg1: tensor<5xf32>' "$(cat out)"
is "sizes that contradict each other" 3 "$(code "$mote" convert poly.mlir --dim b=8 --dim y.0=5 -o -)"
has "are told in the program's words" "the specification 'b + 3'" "$(cat err)"
is "a size that none gives" 3 "$(code "$mote" convert poly.mlir --dim b=1500000000 -o -)"
has "says so" "no size of a parameter gives b = 1500000000" "$(cat err)"
is "an unknown size" 3 "$(code "$mote" convert poly.mlir --dim batch=8 -o -)"
has "lists the names" "sizes of this program: b, x.0, y.0" "$(cat err)"
echo "weights: $checks checks passed"
