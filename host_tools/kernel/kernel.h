// Kernel: what one step computes, as structure with symbolic parameters. The one object behind the GLSL, microcode and C printers and the
// interpreter. Parameter values live in the step, so that two steps that differ only in sizes, strides or scalar constants share a kernel.
//
//   kernel  = group axes (parallel, outermost)  ×  stages, run in order with an implied barrier between them
//   stage   = map:     for every point of its own axes (lane-parallel, flattened in strips): body
//             reduce:  for every point of its one axis: body gives values; they are combined over the axis into group-uniform results
//             scalar:  body once per group (uniform values: what follows a reduction)
//   body    = SSA nodes over i32/i64/f32/f64, with loads and stores at affine offsets (+ a computed offset, + a predicate) and sequential
//             loops with carried values
//
// A kernel without group axes and with one map stage is an ordinary element-wise loop; a column reduction, a window or a dot is that with a
// sequential loop in its body; softmax is group axes = rows and the stages reduce, reduce, map.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/element_type.h"
#include "hlo/id_vector.h"

namespace mote {

enum class Reg : uint8_t { kI32, kI64, kF32, kF64 };

enum class Scalar : uint8_t {
#define MOTE_SCALAR(id, code, ...) k##id = code,
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
};

struct ScalarInfo {
  Scalar op;
  const char* id;        // "AddF"
  const char* name;      // "add.f"
  char result;           // i l f d, '*' any class, '-' none
  const char* operands;  // one character each, as `result`
  int arity;
};
const ScalarInfo& Info(Scalar op);

// Register class of an element type: narrow integers and pred i32, 64-bit integers i64, floats up to 32 bits f32, f64. Not for complex.
Reg RegisterOf(ElementType type);

using NodeId = int32_t;
using AxisId = int32_t;
using ParamId = int32_t;  // index into Kernel::params
inline constexpr int32_t kNone = -1;

// One SSA value or effect. `in` are earlier nodes; kNone where absent.
//   Constant     bits                        Param       index = ParamId
//   Axis         index = AxisId: the coordinate as i32
//   Load         index = access, in[0] = computed offset in elements (i32) or kNone, in[1] = predicate or kNone (false gives 0).
//                The value is widened to `type`; a 64-bit integer loaded into kI32 saturates (u64 as unsigned, to 2^31-1): index narrowing.
//   Store        index = access, in[0] = value, in[1] = computed offset or kNone, in[2] = predicate or kNone. Narrows: integers keep the
//                low bits, pred stores 0 or 1 (value is 0 or 1), floats round to nearest even.
//   LoopBegin    index = loop; LoopEnd index = loop. Nodes between them run for every value of the loop's axis in ascending order.
//   Carried      in[0] = initial value, index = loop, bits = position in Loop::next. Stands right after LoopBegin. Inside the loop it is
//   the
//                current value, after LoopEnd the final one. The next values take effect together at LoopEnd.
//   Reduced      index = stage, bits = position: a result of an earlier reduce stage, uniform in the group
//   CombinerInput  bits = position: in a combiner, first the accumulators then the values
//   Accumulator  the sum a routine hands to an epilogue (dot, convolution), of 32 bits: f32 or i32
//   SextI…RoundSmall  bits = the immediate
struct Node {
  Scalar op{};
  Reg type{};
  std::array<NodeId, 3> in{kNone, kNone, kNone};
  int32_t index = kNone;
  uint64_t bits = 0;
};

// A coordinate with its extent. Axis values run 0 … extent-1.
struct Axis {
  enum class Kind : uint8_t { kGroup, kLane, kLoop };
  Kind kind{};
  ParamId extent = kNone;
};

// Where a Load or Store goes: operand element offset = offset + Σ stride(axis)·axis, in elements of the operand's type.
// Accesses without computed offset and predicate must lie inside the operand for all axis values: the verifier proves it from the
// parameters. All others are checked element by element by every backend: a load outside gives 0, a store outside does nothing. There the
// sum, computed offset included, is taken modulo 2^32 and compared unsigned with the operand's element count.
struct Access {
  int32_t operand = kNone;
  ParamId offset = kNone;  // kNone: 0
  struct Term {
    AxisId axis;
    ParamId stride;
  };
  IdVector<Term> terms;  // ascending axis; every axis at most once
};

struct KernelOperand {
  ElementType type{};
  // `read`: what stood there before the kernel matters. An operand that is only `written` may still be loaded from, by a later stage of the
  // group that stored the element (softmax keeps its exponentials in its output between two stages).
  bool read = false, written = false;
};

struct Parameter {
  Reg type = Reg::kI32;
  enum class Role : uint8_t { kExtent, kStride, kOffset, kValue } role{};  // what it means; extents are > 0 unless the step is empty
};

struct Loop {
  AxisId axis = kNone;
  IdVector<NodeId> next;  // next value of each Carried of this loop
};

// A node uses earlier nodes of its own body that are not inside a closed loop (carried values apart), and nodes of earlier scalar stages,
// which are uniform in the group. A combiner's nodes use those of the combiner and of earlier scalar stages.
struct NodeRange {
  NodeId first = 0, last = 0;  // [first, last) in Kernel::nodes
};

struct Stage {
  enum class Kind : uint8_t { kMap, kReduce, kScalar };
  Kind kind{};
  IdVector<AxisId> axes;  // kLane axes, outermost first; a reduce stage has exactly one; a scalar stage none
  NodeRange body;  // may store, in every kind of stage
  // kReduce only. Order of evaluation, for all printers: element i goes to partial i mod lanes; partials start at their first element;
  // partials without an element take no part; then for h = lanes/2 … 1: p[i] = combine(p[i], p[i+h]); at last result = combine(init, p[0]),
  // or init when the extent is 0.
  int32_t lanes = 1;             // a power of two, ReductionLanes(extent)
  IdVector<NodeId> values;    // nodes of the body
  IdVector<NodeId> inits;     // nodes of earlier scalar stages, or Constant or Param nodes of the body
  NodeRange combiner;            // nodes over CombinerInput (positions 0…n-1 accumulators, n…2n-1 values)
  IdVector<NodeId> combined;  // its results
};

struct Kernel {
  MOTE_DECLARE_COPIES(Kernel);
  std::string name;  // for people: "dot_add_maximum"; not part of the identity
  IdVector<Parameter> params;
  IdVector<KernelOperand> operands;
  IdVector<Axis> axes;
  IdVector<AxisId> group_axes;  // outermost first
  IdVector<Access> accesses;
  IdVector<Loop> loops;
  IdVector<Stage> stages;
  IdVector<Node> nodes;  // each belongs to exactly one stage body or combiner
  bool specialised = false;  // few of its shape and with many parameters: a pipeline for each; not part of the identity
};

// One map stage over points of its own, without groups: an ordinary loop.
inline bool IsFlat(const Kernel& kernel) {
  return kernel.group_axes.empty() && kernel.stages.size() == 1 && kernel.stages[0].kind == Stage::Kind::kMap;
}

// A parameter's value: integers sign-extended, f32 as its bits in the low half, f64 as its bits.
using ParamValue = int64_t;

// How many partials a floating-point reduction over `extent` elements uses: part of the result's definition, the same on every target.
inline int32_t ReductionLanes(int64_t extent) { return extent < 32 ? 1 : 32; }

// First broken rule of the comments above, in words, or empty.
std::string CheckKernel(const Kernel& kernel);
// Two kernels with equal keys compute the same for the same parameter values. 64-bit content hash of everything but the name.
uint64_t ContentHash(const Kernel& kernel);
// Human-readable listing with parameter values filled in when given.
std::string PrintKernel(const Kernel& kernel, const std::vector<ParamValue>* values = nullptr);

}  // namespace mote
