// Builder: programs made in C++, one method per operation of XLA's operation page under its name (OPS.md section 2) and per further
// operation that a user would build (section 3), with XLA's implicit broadcasting (section 4). Errors are values: the first one stays,
// later methods do nothing, and Build returns it with its rule code. Every method refuses values of another builder (R-ARITY); tuples and
// tokens where an array is needed are R-ARRAY, element types that the operation does not take R-ETYPE, operand types that must agree and do
// not R-EMIX.
//
//   Builder b("saxpy");
//   Operand a = b.Parameter(0, Shape::Scalar(ElementType::kF32)), x = b.Parameter(1, Shape::Array(ElementType::kF32, {8}));
//   Result<Module> program = b.Build(b.Add(b.Mul(a, x), x));
#pragma once

#include "hlo/builder_types.h"

namespace mote {

struct Requantization;  // hlo/requantize.h

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

  // ---- values
  // Numbers in order from 0, before any operation (R-ORDER).
  Operand Parameter(int64_t number, const Shape& shape, const std::string& name = "");
  Operand ConstantLiteral(const Literal& literal);
  Operand ConstantR0(ElementType type, double value);
  Operand ConstantR1(ElementType type, const std::vector<double>& values);
  Operand ConstantR1(ElementType type, int64_t length, double value);                     // `length` times the value; R-SIZE below 0
  Operand ConstantR2(ElementType type, const std::vector<std::vector<double>>& rows);     // R-SIZE: rows of different lengths
  Operand Tuple(const Operands& elements);                                                // any values, none is legal
  Operand GetTupleElement(Operand tuple, int64_t index);                                  // R-ARRAY: not a tuple; R-DIM: index

  // ---- tokens, control flow, calls. Computations are programs of their own; their entry is used. R-SIG: it has the wrong types.
  Operand CreateToken() { return AfterAll({}); }
  Operand AfterAll(const Operands& tokens);                                               // a token; R-ETYPE: not tokens
  Operands Call(const Module& computation, const Operands& arguments);                    // R-ARITY: number of arguments
  // A call that may be replaced by the computation. R-ATTR: the name is not like "dialect.name". attributes: a dictionary {…} or empty.
  Operands CompositeCall(const Module& computation, const Operands& arguments, const std::string& name, const std::string& attributes = "",
                         int64_t version = 0);
  // predicate: pred[] (R-ETYPE, R-RANK). Each branch takes its own one operand (R-ARITY, R-SIG); all return the same type.
  Operand Conditional(Operand predicate, Operand true_operand, const Module& true_computation, Operand false_operand,
                      const Module& false_computation);
  // branch_index: s32[], outside [0, N) the last branch; or pred[] with two branches. R-COUNT: no branch, or as many operands as branches
  // are not there.
  Operand Conditional(Operand branch_index, const std::vector<const Module*>& branches, const Operands& operands);
  Operand While(const Module& condition, const Module& body, Operand init);               // condition: T → pred[], body: T → T, init: T
  // one shape each; R-ORDER: dimensions not 0 … rank-1
  Operand Map(const Operands& operands, const Module& computation, const Ints& dimensions);
  Operands OptimizationBarrier(const Operands& operands);                                 // the operands
  // R-ATTR: api_version, or a backend_config that does not fit it. An unknown target is refused where the program is run or compiled
  // (R-UNSUP).
  Operands CustomCall(const std::string& target, const Operands& operands, const IdVector<Shape>& results,
                      const CustomCallOptions& options = {});

  // ---- hosts and channels. Infeeds without a token follow the one before, so do outfeeds; transfers without one take a fresh token.
  // `channel` pairs a Send with its Recv.
  // the arrays, then a token; R-ARRAY: nested tuples
  Operands Infeed(Operand token, const IdVector<Shape>& shapes, const std::string& config = "");
  Operands Infeed(const Shape& shape, const std::string& config = "");                    // an array or a flat tuple of arrays: as above
  Operand Outfeed(const Operands& values, Operand token, const std::string& config = ""); // a token
  Operand Outfeed(const Operands& values, const std::string& config = "");
  // Between devices: along source_target_pairs of device numbers. Send gives the token that SendDone takes.
  Operand Send(Operand x, Operand token, int64_t channel, const IntMatrix& source_target_pairs = {});
  Operand Send(Operand x, int64_t channel, const IntMatrix& source_target_pairs = {}) {
    return Send(x, AfterAll({}), channel, source_target_pairs);
  }
  Operand SendToHost(Operand x, Operand token, int64_t channel);
  Operand SendDone(Operand sent);                                                         // R-SIG: not the result of a Send
  // what RecvDone takes: array and token
  Operands Recv(const Shape& shape, Operand token, int64_t channel, const IntMatrix& source_target_pairs = {});
  Operands Recv(const Shape& shape, int64_t channel, const IntMatrix& source_target_pairs = {}) {
    return Recv(shape, AfterAll({}), channel, source_target_pairs);
  }
  Operands RecvFromHost(const Shape& shape, Operand token, int64_t channel);
  Operand RecvDone(const Operands& received);                                             // the array; R-SIG: not the results of a Recv

  // ---- element-wise with two operands: equal shapes, a scalar and any shape, sizes of 1 and others (same rank, d empty or 0, 1, …), or
  // different ranks with d mapping the smaller one's dimensions (OPS.md section 4). R-RANK: ranks differ, no d; R-SHAPE: sizes; R-COUNT,
  // R-DIM, R-ORDER: d.
  Operand Add(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kAdd, l, r, d); }
  Operand Sub(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kSubtract, l, r, d); }
  Operand Mul(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kMultiply, l, r, d); }
  // the upper half of the product of integers
  Operand Mulhi(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kMulhi, l, r, d); }
  Operand Div(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kDivide, l, r, d); }
  Operand Rem(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kRemainder, l, r, d); }
  Operand Max(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kMaximum, l, r, d); }
  Operand Min(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kMinimum, l, r, d); }
  Operand Pow(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kPower, l, r, d); }
  Operand Atan2(Operand y, Operand x, const Ints& d = {}) { return Binary(Op::kAtan2, y, x, d); }
  Operand NextAfter(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kNextAfter, l, r, d); }
  Operand Polygamma(Operand n, Operand x, const Ints& d = {}) { return Binary(Op::kPolygamma, n, x, d); }
  Operand Zeta(Operand x, Operand q, const Ints& d = {}) { return Binary(Op::kZeta, x, q, d); }
  Operand LogicalAnd(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kAnd, l, r, d); }  // of integers: bit by bit
  Operand And(Operand l, Operand r, const Ints& d = {}) { return LogicalAnd(l, r, d); }
  Operand LogicalOr(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kOr, l, r, d); }
  Operand Or(Operand l, Operand r, const Ints& d = {}) { return LogicalOr(l, r, d); }
  Operand Xor(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kXor, l, r, d); }
  Operand ShiftLeft(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kShiftLeft, l, r, d); }
  Operand ShiftRightArithmetic(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kShiftRightArithmetic, l, r, d); }
  Operand ShiftRightLogical(Operand l, Operand r, const Ints& d = {}) { return Binary(Op::kShiftRightLogical, l, r, d); }
  Operand Complex(Operand re, Operand im, const Ints& d = {}) { return Binary(Op::kComplex, re, im, d); }  // f32 → c64, f64 → c128
  // pred of the broadcast shape. R-ATTR: total order of anything but floats.
  Operand Compare(Operand l, Operand r, const Ints& d, Direction direction, Comparison comparison = Comparison::kByType);
  Operand Compare(Operand l, Operand r, Direction direction) { return Compare(l, r, {}, direction); }
  Operand Eq(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kEq); }
  Operand Ne(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kNe); }
  Operand Ge(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kGe); }
  Operand Gt(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kGt); }
  Operand Le(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kLe); }
  Operand Lt(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kLt); }
  Operand EqTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kEq, Comparison::kTotalOrder); }
  Operand NeTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kNe, Comparison::kTotalOrder); }
  Operand GeTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kGe, Comparison::kTotalOrder); }
  Operand GtTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kGt, Comparison::kTotalOrder); }
  Operand LeTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kLe, Comparison::kTotalOrder); }
  Operand LtTotalOrder(Operand l, Operand r, const Ints& d = {}) { return Compare(l, r, d, Direction::kLt, Comparison::kTotalOrder); }

  // ---- element-wise with one operand, shape kept. R-ETYPE: a type that the function is not defined on (OPS.md 2.2).
  Operand Abs(Operand x) { return Plain(Op::kAbs, {x}); }  // complex → its real type
  Operand Neg(Operand x) { return Plain(Op::kNegate, {x}); }
  Operand Sign(Operand x) { return Plain(Op::kSign, {x}); }
  Operand Square(Operand x) { return Plain(Op::kSquare, {x}); }
  Operand Conj(Operand x) { return Plain(Op::kConj, {x}); }
  Operand Ceil(Operand x) { return Plain(Op::kCeil, {x}); }
  Operand Floor(Operand x) { return Plain(Op::kFloor, {x}); }
  Operand Round(Operand x) { return Plain(Op::kRoundNearestAfz, {x}); }  // ties away from zero
  Operand RoundNearestEven(Operand x) { return Plain(Op::kRoundNearestEven, {x}); }
  Operand Exp(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kExponential, x, a); }
  Operand Expm1(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kExponentialMinusOne, x, a); }
  Operand Log(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kLog, x, a); }
  Operand Log1p(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kLogPlusOne, x, a); }
  Operand Sin(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kSine, x, a); }
  Operand Cos(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kCosine, x, a); }
  Operand Tan(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kTan, x, a); }
  Operand Tanh(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kTanh, x, a); }
  Operand Logistic(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kLogistic, x, a); }
  Operand Sqrt(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kSqrt, x, a); }
  Operand Rsqrt(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kRsqrt, x, a); }
  Operand Cbrt(Operand x, const ResultAccuracy& a = {}) { return Function(Op::kCbrt, x, a); }
  Operand Acos(Operand x) { return Plain(Op::kAcos, {x}); }
  Operand Acosh(Operand x) { return Plain(Op::kAcosh, {x}); }
  Operand Asin(Operand x) { return Plain(Op::kAsin, {x}); }
  Operand Asinh(Operand x) { return Plain(Op::kAsinh, {x}); }
  Operand Atan(Operand x) { return Plain(Op::kAtan, {x}); }
  Operand Atanh(Operand x) { return Plain(Op::kAtanh, {x}); }
  Operand Cosh(Operand x) { return Plain(Op::kCosh, {x}); }
  Operand Sinh(Operand x) { return Plain(Op::kSinh, {x}); }
  Operand Erf(Operand x) { return Plain(Op::kErf, {x}); }
  Operand Erfc(Operand x) { return Plain(Op::kErfc, {x}); }
  Operand ErfInv(Operand x) { return Plain(Op::kErfInv, {x}); }
  Operand Lgamma(Operand x) { return Plain(Op::kLgamma, {x}); }
  Operand Digamma(Operand x) { return Plain(Op::kDigamma, {x}); }
  Operand BesselI1e(Operand x) { return Plain(Op::kBesselI1e, {x}); }
  Operand IsFinite(Operand x) { return Plain(Op::kIsFinite, {x}); }  // these four: floats → pred
  Operand IsInf(Operand x) { return Plain(Op::kIsInf, {x}); }
  Operand IsPosInf(Operand x) { return Plain(Op::kIsPosInf, {x}); }
  Operand IsNegInf(Operand x) { return Plain(Op::kIsNegInf, {x}); }
  Operand LogicalNot(Operand x) { return Plain(Op::kNot, {x}); }  // of integers: bit by bit
  Operand Not(Operand x) { return LogicalNot(x); }
  Operand PopulationCount(Operand x) { return Plain(Op::kPopcnt, {x}); }
  Operand Clz(Operand x) { return Plain(Op::kCountLeadingZeros, {x}); }
  Operand Real(Operand x) { return Plain(Op::kReal, {x}); }  // these two: complex → its real type
  Operand Imag(Operand x) { return Plain(Op::kImag, {x}); }
  Operand ConvertElementType(Operand x, ElementType type);
  // Narrower: a new last dimension; wider: the last dimension, which must be the ratio of the widths, goes. R-DIV, R-SHAPE, R-RANK.
  Operand BitcastConvertType(Operand x, ElementType type);
  Operand StochasticConvertType(Operand x, Operand random, ElementType type);             // random: unsigned, x's width and shape
  Operand ReducePrecision(Operand x, int64_t exponent_bits, int64_t mantissa_bits);       // R-ATTR: exponent < 1, mantissa < 0
  // bounds: scalars or of x's shape (R-SHAPE)
  Operand Clamp(Operand min, Operand x, Operand max) { return Plain(Op::kClamp, {min, x, max}); }
  // A scalar stands for an array of the others' shape (R-SHAPE: two shapes). Tuples are selected leaf by leaf, by a scalar predicate.
  Operand Select(Operand predicate, Operand on_true, Operand on_false);

  // ---- quantization
  // x's shape with the quantized type; from floats or requantizing
  Operand UniformQuantize(Operand x, const Shape& quantized);
  // s32 as s8, u8 or s16 (R-ETYPE). R-COUNT, R-ATTR: multipliers, shifts, zero point, range.
  Operand Requantize(Operand x, ElementType result, const Requantization& requantization);
  Operand UniformDequantize(Operand x);                                                   // the expressed type; R-ETYPE: x is not quantized

  // ---- shape and data movement
  Operand Broadcast(Operand x, const Ints& sizes);                                        // sizes ++ x's; R-SIZE: negative
  // x's dimension i becomes out_dims[broadcast_dimensions[i]], stretched from 1. R-COUNT, R-RANK, R-DIM, R-ORDER (increasing), R-SHAPE.
  Operand BroadcastInDim(Operand x, const Ints& out_dims, const Ints& broadcast_dimensions);
  // into their product; R-ORDER: not consecutive; R-DIM
  Operand Collapse(Operand x, const Ints& dimensions);
  Operand Reshape(Operand x, const Ints& new_sizes);                                      // row-major; R-SIZE: element counts differ
  // collapses in the given order first; R-ORDER: no permutation
  Operand Reshape(Operand x, const Ints& dimensions, const Ints& new_sizes);
  // result dim i = x's permutation[i]; R-COUNT, R-ORDER
  Operand Transpose(Operand x, const Ints& permutation);
  Operand Rev(Operand x, const Ints& dimensions);                                         // R-DUP, R-DIM
  Operand ConcatInDim(const Operands& operands, int64_t dimension);                       // R-ARITY: none; R-DIM, R-RANK, R-SHAPE
  // start <= limit <= size each, result ceil((limit - start) / stride). R-COUNT; R-SIZE: out of order or range; R-ATTR: stride < 1.
  Operand Slice(Operand x, const Ints& start, const Ints& limit, const Ints& strides = {});
  Operand SliceInDim(Operand x, int64_t start, int64_t limit, int64_t stride, int64_t dimension);  // R-DIM; the other dimensions whole
  // one integer scalar per dimension, clamped; R-COUNT, R-RANK, R-SIZE
  Operand DynamicSlice(Operand x, const Operands& starts, const Ints& sizes);
  Operand DynamicUpdateSlice(Operand x, Operand update, const Operands& starts);          // x's shape; R-RANK, R-SIZE: update larger
  // R-RANK: value not a scalar; R-COUNT; R-ATTR: interior < 0; R-SIZE: the result would be. Low and high may be negative. {}: no interior
  // padding.
  Operand Pad(Operand x, Operand value, const Ints& low, const Ints& high, const Ints& interior = {});
  Operand PadInDim(Operand x, Operand value, int64_t dimension, int64_t low, int64_t high);  // R-DIM
  Operand Iota(const Shape& shape, int64_t dimension);                                    // R-RANK: scalar; R-DIM; R-ETYPE: pred
  Operand Iota(ElementType type, int64_t size) { return Iota(Shape::Array(type, {size}), 0); }
  // Every reject of OPS.md 2.3 Gather and Scatter: R-DIM, R-ORDER, R-DUP, R-COUNT, R-RANK, R-SIZE, R-SHAPE; R-ETYPE: indices not integers.
  Operand Gather(Operand x, Operand start_indices, const GatherDimensions& dimensions, const Ints& slice_sizes,
                 bool indices_are_sorted = false);
  Operand Scatter(Operand x, Operand indices, Operand updates, const Module& computation, const ScatterDimensions& dimensions,
                  bool indices_are_sorted = false, bool unique_indices = false);
  Operands Scatter(const Operands& operands, Operand indices, const Operands& updates, const Module& computation,
                   const ScatterDimensions& dimensions,
                   // computation: N current values, N updates → N values
                   bool indices_are_sorted = false, bool unique_indices = false);
  Operand TorchIndexSelect(Operand x, Operand index, int64_t dimension, int64_t batch_dimensions = 0);  // R-DIM
  Operand GetDimensionSize(Operand x, int64_t dimension);                                 // s32[]; R-DIM; R-SIZE: above 2^31 - 1
  // x with a run-time size up to its bound; size: s32[]
  Operand SetDimensionSize(Operand x, Operand size, int64_t dimension);
  Operand RemoveDynamicDimension(Operand x, int64_t dimension);                           // the whole bound again; R-DIM

  // ---- sizes that values give (OPS.md section 3). `result` states what is known of the result's type; `sizes` and the like are integer
  // vectors.
  Operand DynamicBroadcastInDim(Operand x, Operand sizes, const Ints& broadcast_dimensions, const Shape& result);
  Operand DynamicReshape(Operand x, Operand sizes, const Shape& result);
  Operand DynamicIota(Operand sizes, int64_t dimension, const Shape& result);
  Operand DynamicPad(Operand x, Operand value, Operand low, Operand high, Operand interior, const Shape& result);
  Operand DynamicGather(Operand x, Operand start_indices, Operand slice_sizes, const GatherDimensions& dimensions, const Shape& result,
                        bool indices_are_sorted = false);
  Operand DynamicConv(Operand lhs, Operand rhs, Operand padding, const Ints& strides, const Ints& lhs_dilation, const Ints& rhs_dilation,
                      const ConvolutionDimensions& dimensions, const Shape& result, int64_t feature_group_count = 1,
                      int64_t batch_group_count = 1, const PrecisionConfig& precision = {});  // padding: integers [spatial, 2]
  Operand RealDynamicSlice(Operand x, Operand start, Operand limit, Operand strides, const Shape& result);

  // ---- reductions and windows. computation: N running values, N elements → N values, all scalars (R-SIG). R-ARITY: as many inits as
  // operands are not there.
  Operand Reduce(Operand x, Operand init, const Module& computation, const Ints& dimensions);  // R-DIM, R-DUP
  Operands Reduce(const Operands& operands, const Operands& inits, const Module& computation, const Ints& dimensions);
  Operand ReduceAll(Operand x, Operand init, const Module& computation);                  // a scalar
  // window and strides: one entry per dimension (R-COUNT), at least 1 (R-ATTR); dilations may be {} for 1s, padding {} for none.
  Operand ReduceWindow(Operand x, Operand init, const Module& computation, const Ints& window, const Ints& strides, Padding padding);
  Operands ReduceWindow(const Operands& operands, const Operands& inits, const Module& computation, const Ints& window, const Ints& strides,
                        Padding padding);
  Operand ReduceWindowWithGeneralPadding(Operand x, Operand init, const Module& computation, const Ints& window, const Ints& strides,
                                         const Ints& base_dilations, const Ints& window_dilations, const IntMatrix& padding);
  Operands ReduceWindowWithGeneralPadding(const Operands& operands, const Operands& inits, const Module& computation, const Ints& window,
                                          const Ints& strides, const Ints& base_dilations, const Ints& window_dilations,
                                          const IntMatrix& padding);
  // x's shape. select: T, T → pred[]; scatter: T, T → T; source: one element per window (R-SHAPE).
  Operand SelectAndScatter(Operand x, const Module& select, const Ints& window, const Ints& strides, Padding padding, Operand source,
                           Operand init, const Module& scatter);
  Operand SelectAndScatter(Operand x, const Module& select, const Ints& window, const Ints& strides, const IntMatrix& padding,
                           Operand source, Operand init, const Module& scatter) {
    return SelectAndScatterWithGeneralPadding(x, select, window, strides, padding, source, init, scatter);
  }
  Operand SelectAndScatterWithGeneralPadding(Operand x, const Module& select, const Ints& window, const Ints& strides,
                                             const IntMatrix& padding, Operand source, Operand init, const Module& scatter);
  // Inputs lose `dimension` in the computation, carries keep their type; it returns one slice of each output, then the carries.
  Operands Scan(const Operands& inputs, const Operands& carries, const Module& computation, int64_t dimension, bool is_reverse = false);
  // comparator: two scalars of each operand in turn → pred[] (R-SIG); dimension from the end when negative (R-DIM); operands of one shape
  // (R-SHAPE).
  Operands Sort(const Operands& operands, const Module& comparator, int64_t dimension = -1, bool is_stable = false);
  // values and s32 indices, last dimension k; R-SIZE: k
  Operands TopK(Operand x, int64_t k, bool largest = true);

  // ---- linear algebra
  // Vectors and matrices of one type: lhs's last dimension with rhs's first. R-RANK: a scalar or rank 3; R-SHAPE. `preferred`: the result's
  // element type, for integers not narrower (R-ETYPE); without it the general products of two types give the more precise one.
  Operand Dot(Operand lhs, Operand rhs, const PrecisionConfig& precision = {}, std::optional<ElementType> preferred = std::nullopt);
  // batch, lhs's free, rhs's free dimensions. R-DIM, R-DUP; R-COUNT: lists of different lengths; R-SHAPE: sizes; R-ATTR: algorithm.
  Operand DotGeneral(Operand lhs, Operand rhs, const DotDimensionNumbers& dimensions, std::optional<ElementType> preferred = std::nullopt,
                     const PrecisionConfig& precision = {});
  Operand RaggedDot(Operand lhs, Operand rhs, Operand group_sizes, const RaggedDotDimensionNumbers& dimensions,
                    const PrecisionConfig& precision = {}, std::optional<ElementType> preferred = std::nullopt);
  Operand ScaledDot(Operand lhs, Operand rhs, Operand lhs_scale, Operand rhs_scale, const DotDimensionNumbers& dimensions,
                    // a scale: a scalar, or sizes that divide its operand's (R-DIV)
                    std::optional<ElementType> preferred = std::nullopt);
  Operand Einsum(Operand lhs, Operand rhs, const std::string& config);                    // "ab,bc->ac"; R-SHAPE, R-ATTR
  Operand UnaryEinsum(Operand x, const std::string& config);
  // Convolutions: operands of rank spatial + 2 (R-RANK); feature counts (R-SHAPE, R-DIV); dimension numbers (R-DIM, R-DUP, R-COUNT); both
  // group counts above 1, one below 1, a stride or dilation below 1 (R-ATTR). Without dimensions: batch, feature, spatial and output,
  // input, spatial.
  Operand Conv(Operand lhs, Operand rhs, const Ints& strides, Padding padding, int64_t feature_group_count = 1,
               int64_t batch_group_count = 1, const PrecisionConfig& precision = {}, std::optional<ElementType> preferred = std::nullopt);
  Operand ConvWithGeneralPadding(Operand lhs, Operand rhs, const Ints& strides, const IntMatrix& padding, const Ints& lhs_dilation = {},
                                 const Ints& rhs_dilation = {}, int64_t feature_group_count = 1, int64_t batch_group_count = 1,
                                 std::optional<ConvolutionDimensions> dimensions = std::nullopt,
                                 std::optional<ElementType> preferred = std::nullopt, const PrecisionConfig& precision = {});
  Operand ConvWithGeneralDimensions(Operand lhs, Operand rhs, const Ints& strides, Padding padding, const ConvolutionDimensions& dimensions,
                                    int64_t feature_group_count = 1, int64_t batch_group_count = 1, const PrecisionConfig& precision = {},
                                    std::optional<ElementType> preferred = std::nullopt);
  Operand ConvGeneral(Operand lhs, Operand rhs, const Ints& strides, const IntMatrix& padding, const ConvolutionDimensions& dimensions,
                      int64_t feature_group_count = 1, int64_t batch_group_count = 1, const PrecisionConfig& precision = {},
                      std::optional<ElementType> preferred = std::nullopt);
  Operand ConvGeneralDilated(Operand lhs, Operand rhs, const Ints& strides, const IntMatrix& padding, const Ints& lhs_dilation,
                             const Ints& rhs_dilation, const ConvolutionDimensions& dimensions, int64_t feature_group_count = 1,
                             int64_t batch_group_count = 1, const PrecisionConfig& precision = {},
                             std::optional<ElementType> preferred = std::nullopt,
                             const std::vector<bool>& window_reversal = {});              // true: that kernel dimension is flipped
  Operand Cholesky(Operand a, bool lower);                                                // square matrices (R-SHAPE) of rank >= 2 (R-RANK)
  // b's shape; R-RANK, R-SHAPE
  Operand TriangularSolve(Operand a, Operand b, bool left_side, bool lower, bool unit_diagonal, Transposed transpose_a);
  Operand Fft(Operand x, FftKind kind, const Ints& length);                               // R-ATTR: not 1 to 3 lengths; R-RANK, R-SHAPE
  // x: any rank; scale, offset, mean, variance: one element per feature (R-RANK, R-SHAPE); feature_index: a dimension of x (R-DIM).
  Operands BatchNormTraining(Operand x, Operand scale, Operand offset, double epsilon, int64_t feature_index);  // y, mean, variance
  Operand BatchNormInference(Operand x, Operand scale, Operand offset, Operand mean, Operand variance, double epsilon,
                             int64_t feature_index);
  // of x, scale, offset
  Operands BatchNormGrad(Operand x, Operand scale, Operand mean, Operand variance, Operand grad, double epsilon, int64_t feature_index);

  // ---- collectives. Empty groups mean all devices; R-GROUP: an id twice, missing or negative, groups of different sizes where they must
  // agree. Without a channel ids are replicas; global ids (replica * partitions + partition) need groups (R-GROUP) and a channel (R-CHAN).
  Operand AllGather(Operand x, int64_t dimension, int64_t shard_count, const IntMatrix& groups = {},
                    std::optional<int64_t> channel = std::nullopt,
                    // `dimension` times shard_count, a tuple leaf by leaf; R-DIM; R-SIZE
                    bool use_global_device_ids = false);
  Operands AllGatherTuple(const Operands& operands, int64_t dimension, int64_t shard_count, const IntMatrix& groups = {},
                          std::optional<int64_t> channel = std::nullopt, bool use_global_device_ids = false);
  Operand AllReduce(Operand x, const Module& computation, const IntMatrix& groups = {}, std::optional<int64_t> channel = std::nullopt,
                    bool use_global_device_ids = false);                                  // x's shape, a tuple leaf by leaf; R-SIG
  Operands AllReduceTuple(const Operands& operands, const Module& computation, const IntMatrix& groups = {},
                          std::optional<int64_t> channel = std::nullopt, bool use_global_device_ids = false);
  Operand CrossReplicaSum(Operand x, const IntMatrix& groups = {});                       // AllReduce with add; of pred: or
  Operand AllToAll(Operand x, int64_t split_dimension, int64_t concat_dimension, int64_t split_count, const IntMatrix& groups = {},
                   std::optional<int64_t> channel = std::nullopt);                        // R-DIM; R-DIV: split; R-SIZE: split_count
  // R-DUP, R-COUNT
  Operand CollectivePermute(Operand x, const IntMatrix& source_target_pairs, std::optional<int64_t> channel = std::nullopt);
  Operand CollectiveBroadcast(Operand x, const IntMatrix& groups, std::optional<int64_t> channel = std::nullopt);
  Operand ReduceScatter(Operand x, const Module& computation, int64_t dimension, int64_t shard_count, const IntMatrix& groups = {},
                        std::optional<int64_t> channel = std::nullopt, bool use_global_device_ids = false);  // R-DIV, R-DIM, R-SIZE, R-SIG
  Operands CollectiveReduce(const Operands& operands, const Module& computation, const IntMatrix& groups,
                            std::optional<int64_t> channel = std::nullopt);
  Operand ReplicaId() { return Plain(Op::kReplicaId, {}); }                               // u32[]
  Operand PartitionId() { return Plain(Op::kPartitionId, {}); }

  // ---- random numbers
  // R-SIZE: sizes of the shape that are bounds or not known.
  // scalars (R-RANK) of the shape's float type
  Operand RngNormal(Operand mu, Operand sigma, const Shape& shape) { return Rng("NORMAL", mu, sigma, shape); }
  Operand RngUniform(Operand a, Operand b, const Shape& shape) { return Rng("UNIFORM", a, b, shape); }          // [a, b); R-ETYPE: complex
  // the new state and the bits; R-SHAPE: state
  Operands RngBitGenerator(RandomAlgorithm algorithm, Operand initial_state, const Shape& shape);

 private:
  using Attributes = std::map<Attr, AttributeValue>;
  struct Region {
    const Module* computation;
    bool splits_tuple = false;  // a tuple that its entry returns becomes several results
  };
  struct Extent {  // where the run-time size of a dimension is found
    Operand x;
    int64_t dimension;
  };

  Operands Emit(Op op, const Operands& operands, Attributes attributes = {}, const IdVector<Shape>& declared = {},
                const std::vector<Region>& regions = {});
  Operand EmitOne(Op op, const Operands& operands, Attributes attributes = {}, const IdVector<Shape>& declared = {},
                  const std::vector<Region>& regions = {});
  Operand Plain(Op op, const Operands& operands) { return EmitOne(op, operands); }
  Operand Function(Op op, Operand x, const ResultAccuracy& accuracy);
  Operand Binary(Op op, Operand l, Operand r, const Ints& dims, Attributes attributes = {});
  Operand Product(Op op, const Operands& operands, Attributes attributes, const PrecisionConfig& precision,
                  std::optional<ElementType> preferred);
  static Attributes GatherAttributes(const GatherDimensions& dimensions, bool indices_are_sorted);
  Operand Rng(const char* distribution, Operand a, Operand b, const Shape& shape);
  bool ImplicitBroadcast(Op op, Operand* l, Operand* r, const Ints& dims);
  bool MapSmaller(const std::string& both, Operand* small, Operand larger, const Ints& dims);
  Operand Stretch(Operand x, Operand other);
  Operand BroadcastLike(Operand x, const Ints& mapping, const Shape& target, const std::vector<Extent>& extents);
  Operand RunTimeSizes(const std::vector<Extent>& extents);
  int32_t Import(const Module& program, bool splits_tuple);
  Operand Branches(Op op, Operand selector, const std::vector<const Module*>& branches, const Operands& operands);
  bool Usable(const Operands& operands);
  bool IsArray(Operand x);
  bool Pairs(const char* what, size_t operands, size_t inits);
  bool WindowPads(const char* what, Operand x, const Ints& window, const Ints& strides, Padding padding, IntMatrix* pads);
  Operands Transfer(Op op, const Operands& operands, const IdVector<Shape>& results, int64_t channel, int64_t host_type,
                    const IntMatrix& pairs);
  Operand Fail(Rule rule, const std::string& text);

  Module module_;
  Computation computation_;
  std::optional<Diagnostic> error_;
  Operand infeed_token_, outfeed_token_;  // of the last one without a token of its own; invalid before
};

}  // namespace mote
