// Builder: programs made in C++, one method per operation of XLA's operation page under its name (OPS.md section 2), with XLA's implicit
// broadcasting (OPS.md section 4). Errors are values: the first one stays, later methods do nothing, and Build returns it.
//
//   Builder b("saxpy");
//   Operand a = b.Parameter(0, Shape::Scalar(ElementType::kF32)), x = b.Parameter(1, Shape::Array(ElementType::kF32, {8}));
//   Result<Module> program = b.Build(b.Add(b.Mul(a, x), x));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hlo/module.h"

namespace mote {

// A value of the builder that returned it. Invalid after an error.
struct Operand {
  Value value;
  bool valid() const { return value.instruction >= 0; }
};
using Operands = std::vector<Operand>;
using Ints = std::vector<int64_t>;

enum class Padding : uint8_t { kSame, kValid };
enum class FftKind : uint8_t { kFft, kIfft, kRfft, kIrfft };
enum class Transposed : uint8_t { kNo, kTranspose, kAdjoint };
enum class RandomAlgorithm : uint8_t { kDefault, kThreeFry, kPhilox };

struct GatherDimensions {
  Ints offset_dims, collapsed_slice_dims, start_index_map;
  int64_t index_vector_dim = 0;
  Ints operand_batching_dims, start_indices_batching_dims;
};
struct ScatterDimensions {
  Ints update_window_dims, inserted_window_dims, scatter_dims_to_operand_dims;
  int64_t index_vector_dim = 0;
  Ints input_batching_dims, scatter_indices_batching_dims;
};
struct DotDimensionNumbers {
  Ints lhs_batch, rhs_batch, lhs_contracting, rhs_contracting;
};
struct ConvolutionDimensions {
  int64_t input_batch = 0, input_feature = 1;
  Ints input_spatial;
  int64_t kernel_output_feature = 0, kernel_input_feature = 1;
  Ints kernel_spatial;
  int64_t output_batch = 0, output_feature = 1;
  Ints output_spatial;
};
// Batch, feature, spatial for input and output; output feature, input feature, spatial for the kernel.
ConvolutionDimensions DefaultConvolutionDimensions(size_t spatial);
// Low and high padding of one dimension so that the output has ceil(size / stride) elements (OPS.md section 0, E21).
std::vector<int64_t> SamePadding(int64_t size, int64_t window, int64_t stride);

class Builder {
 public:
  explicit Builder(std::string name);
  // A program whose entry combines two scalars of the type: for Reduce, AllReduce and the like.
  static Module Scalar(Op op, ElementType type);

  const Shape& shape(Operand x) const;                      // x must be valid
  const std::optional<Diagnostic>& error() const { return error_; }
  // The program with these results. The builder is spent afterwards.
  Result<Module> Build(Operand root) { return Build(Operands{root}); }
  Result<Module> Build(const Operands& roots);

  // values
  Operand Parameter(int64_t number, const Shape& shape, const std::string& name = "");  // in order of the numbers
  Operand ConstantLiteral(const Literal& literal);
  Operand ConstantR0(ElementType type, double value);
  Operand ConstantR1(ElementType type, const std::vector<double>& values);
  Operand Tuple(const Operands& elements);
  Operand GetTupleElement(Operand tuple, int64_t index);

  // tokens, control flow, calls. Computations are programs of their own; their entry is used.
  Operand AfterAll(const Operands& tokens);
  Operands Call(const Module& computation, const Operands& arguments);
  Operand Conditional(Operand predicate, Operand true_operand, const Module& true_computation, Operand false_operand, const Module& false_computation);
  Operand Conditional(Operand branch_index, const std::vector<const Module*>& branches, const Operands& operands);
  Operand While(const Module& condition, const Module& body, Operand init);
  Operand Map(const Operands& operands, const Module& computation, const Ints& dimensions);
  Operands OptimizationBarrier(const Operands& operands);
  Operands CustomCall(const std::string& target, const Operands& operands, const std::vector<Shape>& results);
  Operands Infeed(Operand token, const std::vector<Shape>& shapes);              // the arrays, then a token
  Operand Outfeed(const Operands& values, Operand token);                        // a token
  Operand Send(Operand operand, Operand token, int64_t channel);                 // the token that SendDone takes
  Operand SendDone(Operand sent) { return sent; }                                // the IR's send holds both halves
  Operands Recv(const Shape& shape, Operand token, int64_t channel);             // what RecvDone takes: the array and a token
  Operand RecvDone(const Operands& received) { return received.empty() ? Operand() : received[0]; }

  // element-wise with two operands; broadcast_dimensions as in OPS.md section 4
  Operand Add(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kAdd, l, r, d); }
  Operand Sub(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kSubtract, l, r, d); }
  Operand Mul(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kMultiply, l, r, d); }
  Operand Div(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kDivide, l, r, d); }
  Operand Rem(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kRemainder, l, r, d); }
  Operand Max(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kMaximum, l, r, d); }
  Operand Min(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kMinimum, l, r, d); }
  Operand Pow(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kPower, l, r, d); }
  Operand Atan2(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kAtan2, l, r, d); }
  Operand LogicalAnd(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kAnd, l, r, d); }
  Operand LogicalOr(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kOr, l, r, d); }
  Operand Xor(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kXor, l, r, d); }
  Operand ShiftLeft(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kShiftLeft, l, r, d); }
  Operand ShiftRightArithmetic(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kShiftRightArithmetic, l, r, d); }
  Operand ShiftRightLogical(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kShiftRightLogical, l, r, d); }
  Operand Complex(Operand re, Operand im, const Ints& d = {}) { return Binary(Op::kComplex, re, im, d); }
  Operand Eq(Operand l, Operand r, const Ints& d = {}) { return Compare("EQ", false, l, r, d); }
  Operand Ne(Operand l, Operand r, const Ints& d = {}) { return Compare("NE", false, l, r, d); }
  Operand Ge(Operand l, Operand r, const Ints& d = {}) { return Compare("GE", false, l, r, d); }
  Operand Gt(Operand l, Operand r, const Ints& d = {}) { return Compare("GT", false, l, r, d); }
  Operand Le(Operand l, Operand r, const Ints& d = {}) { return Compare("LE", false, l, r, d); }
  Operand Lt(Operand l, Operand r, const Ints& d = {}) { return Compare("LT", false, l, r, d); }
  Operand EqTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare("EQ", true, l, r, d); }
  Operand NeTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare("NE", true, l, r, d); }
  Operand GeTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare("GE", true, l, r, d); }
  Operand GtTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare("GT", true, l, r, d); }
  Operand LeTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare("LE", true, l, r, d); }
  Operand LtTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare("LT", true, l, r, d); }

  // element-wise with one operand
  Operand Abs(Operand x) { return Plain(Op::kAbs, {x}); }
  Operand Neg(Operand x) { return Plain(Op::kNegate, {x}); }
  Operand Sign(Operand x) { return Plain(Op::kSign, {x}); }
  Operand Ceil(Operand x) { return Plain(Op::kCeil, {x}); }
  Operand Floor(Operand x) { return Plain(Op::kFloor, {x}); }
  Operand Round(Operand x) { return Plain(Op::kRoundNearestAfz, {x}); }
  Operand RoundNearestEven(Operand x) { return Plain(Op::kRoundNearestEven, {x}); }
  Operand Exp(Operand x) { return Plain(Op::kExponential, {x}); }
  Operand Expm1(Operand x) { return Plain(Op::kExponentialMinusOne, {x}); }
  Operand Log(Operand x) { return Plain(Op::kLog, {x}); }
  Operand Log1p(Operand x) { return Plain(Op::kLogPlusOne, {x}); }
  Operand Sin(Operand x) { return Plain(Op::kSine, {x}); }
  Operand Cos(Operand x) { return Plain(Op::kCosine, {x}); }
  Operand Tan(Operand x) { return Plain(Op::kTan, {x}); }
  Operand Tanh(Operand x) { return Plain(Op::kTanh, {x}); }
  Operand Logistic(Operand x) { return Plain(Op::kLogistic, {x}); }
  Operand Sqrt(Operand x) { return Plain(Op::kSqrt, {x}); }
  Operand Rsqrt(Operand x) { return Plain(Op::kRsqrt, {x}); }
  Operand Cbrt(Operand x) { return Plain(Op::kCbrt, {x}); }
  Operand IsFinite(Operand x) { return Plain(Op::kIsFinite, {x}); }
  Operand LogicalNot(Operand x) { return Plain(Op::kNot, {x}); }
  Operand PopulationCount(Operand x) { return Plain(Op::kPopcnt, {x}); }
  Operand Clz(Operand x) { return Plain(Op::kCountLeadingZeros, {x}); }
  Operand Real(Operand x) { return Plain(Op::kReal, {x}); }
  Operand Imag(Operand x) { return Plain(Op::kImag, {x}); }
  Operand ConvertElementType(Operand x, ElementType type);
  Operand BitcastConvertType(Operand x, ElementType type);
  Operand ReducePrecision(Operand x, int64_t exponent_bits, int64_t mantissa_bits);
  Operand Clamp(Operand min, Operand x, Operand max) { return Plain(Op::kClamp, {min, x, max}); }
  Operand Select(Operand predicate, Operand on_true, Operand on_false) { return Plain(Op::kSelect, {predicate, on_true, on_false}); }

  // shape and data movement
  Operand Broadcast(Operand x, const Ints& sizes);
  Operand BroadcastInDim(Operand x, const Ints& out_dims, const Ints& broadcast_dimensions);
  Operand Collapse(Operand x, const Ints& dimensions);
  Operand Reshape(Operand x, const Ints& new_sizes);
  Operand Reshape(Operand x, const Ints& dimensions, const Ints& new_sizes);  // collapses in the given order first
  Operand Transpose(Operand x, const Ints& permutation);
  Operand Rev(Operand x, const Ints& dimensions);
  Operand ConcatInDim(const Operands& operands, int64_t dimension);
  Operand Slice(Operand x, const Ints& start, const Ints& limit, const Ints& strides = {});
  Operand DynamicSlice(Operand x, const Operands& starts, const Ints& sizes);
  Operand DynamicUpdateSlice(Operand x, Operand update, const Operands& starts);
  Operand Pad(Operand x, Operand value, const Ints& low, const Ints& high, const Ints& interior);
  Operand Iota(const Shape& shape, int64_t dimension);
  Operand Gather(Operand x, Operand start_indices, const GatherDimensions& dimensions, const Ints& slice_sizes, bool indices_are_sorted = false);
  Operands Scatter(const Operands& operands, Operand indices, const Operands& updates, const Module& computation, const ScatterDimensions& dimensions,
                   bool indices_are_sorted = false, bool unique_indices = false);
  Operand GetDimensionSize(Operand x, int64_t dimension);
  Operand SetDimensionSize(Operand x, Operand size, int64_t dimension);

  // reductions and windows
  Operand Reduce(Operand x, Operand init, const Module& computation, const Ints& dimensions);
  Operands Reduce(const Operands& operands, const Operands& inits, const Module& computation, const Ints& dimensions);
  Operand ReduceWindow(Operand x, Operand init, const Module& computation, const Ints& window, const Ints& strides, Padding padding);
  Operands ReduceWindowWithGeneralPadding(const Operands& operands, const Operands& inits, const Module& computation, const Ints& window, const Ints& strides,
                                          const Ints& base_dilations, const Ints& window_dilations, const IntMatrix& padding);
  Operand SelectAndScatter(Operand x, const Module& select, const Ints& window, const Ints& strides, const IntMatrix& padding, Operand source, Operand init,
                           const Module& scatter);
  Operands Sort(const Operands& operands, const Module& comparator, int64_t dimension = -1, bool is_stable = false);
  Operands TopK(Operand x, int64_t k);

  // linear algebra
  Operand Dot(Operand lhs, Operand rhs);
  Operand DotGeneral(Operand lhs, Operand rhs, const DotDimensionNumbers& dimensions, std::optional<ElementType> preferred = std::nullopt);
  Operand Conv(Operand lhs, Operand rhs, const Ints& strides, Padding padding);
  Operand ConvWithGeneralPadding(Operand lhs, Operand rhs, const Ints& strides, const IntMatrix& padding, const Ints& lhs_dilation = {},
                                 const Ints& rhs_dilation = {}, int64_t feature_group_count = 1, int64_t batch_group_count = 1,
                                 std::optional<ConvolutionDimensions> dimensions = std::nullopt, std::optional<ElementType> preferred = std::nullopt);
  Operand Cholesky(Operand a, bool lower);
  Operand TriangularSolve(Operand a, Operand b, bool left_side, bool lower, bool unit_diagonal, Transposed transpose_a);
  Operand Fft(Operand x, FftKind kind, const Ints& length);
  Operands BatchNormTraining(Operand x, Operand scale, Operand offset, double epsilon, int64_t feature_index);
  Operand BatchNormInference(Operand x, Operand scale, Operand offset, Operand mean, Operand variance, double epsilon, int64_t feature_index);
  Operands BatchNormGrad(Operand x, Operand scale, Operand mean, Operand variance, Operand grad, double epsilon, int64_t feature_index);

  // collectives and random numbers. Empty groups mean all devices.
  Operand AllGather(Operand x, int64_t dimension, int64_t shard_count, const IntMatrix& groups = {}, std::optional<int64_t> channel = std::nullopt);
  Operand AllReduce(Operand x, const Module& computation, const IntMatrix& groups = {}, std::optional<int64_t> channel = std::nullopt);
  Operand CrossReplicaSum(Operand x, const IntMatrix& groups = {});
  Operand AllToAll(Operand x, int64_t split_dimension, int64_t concat_dimension, int64_t split_count, const IntMatrix& groups = {});
  Operand CollectivePermute(Operand x, const IntMatrix& source_target_pairs);
  Operand CollectiveBroadcast(Operand x, const IntMatrix& groups);
  Operand ReduceScatter(Operand x, const Module& computation, int64_t dimension, int64_t shard_count, const IntMatrix& groups = {},
                        std::optional<int64_t> channel = std::nullopt);
  Operand ReplicaId() { return Plain(Op::kReplicaId, {}); }
  Operand PartitionId() { return Plain(Op::kPartitionId, {}); }
  Operand RngNormal(Operand mu, Operand sigma, const Shape& shape) { return Rng("NORMAL", mu, sigma, shape); }
  Operand RngUniform(Operand a, Operand b, const Shape& shape) { return Rng("UNIFORM", a, b, shape); }
  Operands RngBitGenerator(RandomAlgorithm algorithm, Operand initial_state, const Shape& shape);  // the new state and the bits

 private:
  using Attributes = std::map<Attr, AttributeValue>;
  struct Region {
    const Module* computation;
    bool splits_tuple = false;  // a tuple that its entry returns becomes several results
  };

  Operands Emit(Op op, const Operands& operands, Attributes attributes = {}, const std::vector<Shape>& declared = {}, const std::vector<Region>& regions = {});
  Operand EmitOne(Op op, const Operands& operands, Attributes attributes = {}, const std::vector<Shape>& declared = {}, const std::vector<Region>& regions = {});
  Operand Plain(Op op, const Operands& operands) { return EmitOne(op, operands); }
  Operand Binary(Op op, Operand l, Operand r, const Ints& dims, Attributes attributes = {});
  Operand Compare(const char* direction, bool total_order, Operand l, Operand r, const Ints& dims);
  Operand Rng(const char* distribution, Operand a, Operand b, const Shape& shape);
  bool ImplicitBroadcast(Op op, Operand* l, Operand* r, const Ints& dims);
  Operand Stretch(Operand x, const Dims& dims);
  int32_t Import(const Module& program, bool splits_tuple);
  Operand Branches(Op op, Operand selector, const std::vector<const Module*>& branches, const Operands& operands);
  bool Usable(const Operands& operands);
  bool IsArray(Operand x);
  Operand Fail(Rule rule, const std::string& text);

  Module module_;
  Computation computation_;
  std::optional<Diagnostic> error_;
};

}  // namespace mote
