// See fft_stages.h.
#include "lower/fft_stages.h"

namespace mote {
namespace {

constexpr int64_t kInRegisters = 13;  // values that an invocation keeps, all sums of which stand in its text; of more they are loops

// A value by its parts, which it may lack.
struct Parts {
  NodeId re = kNone, im = kNone;
};

class StageKernel {
 public:
  explicit StageKernel(const FftStage& stage) : s_(stage), b_("fft_stage") {
    re_ = b_.AddOperand(ElementType::kF32, true, false);
    if (!s_.real) im_ = b_.AddOperand(ElementType::kF32, true, false);
    if (ReadsTable(s_)) table_ = b_.AddOperand(ElementType::kF32, true, false);
    to_re_ = b_.AddOperand(ElementType::kF32, false, true);
    to_im_ = b_.AddOperand(ElementType::kF32, false, true);
    outer_ = Lane(s_.outer), row_ = Lane(s_.rows), a_ = Lane(s_.left), column_ = Lane(s_.inner);
    one_ = Stride(1);
    const int64_t of_row = s_.left * s_.inner;
    const ParamId line = Stride(s_.rows * s_.radix * of_row), along = Stride(s_.inner);
    in_terms_ = {{outer_, line}, {row_, Stride(s_.radix * of_row)}, {a_, along}, {column_, one_}};
    out_terms_ = {{outer_, line}, {row_, Stride(of_row)}, {a_, along}, {column_, one_}};
  }

  // Every sum in the text.
  MadeKernel InRegisters() {
    b_.BeginStage(Stage::Kind::kMap, {outer_, row_, a_, column_});
    const int64_t r = s_.radix;
    std::vector<Parts> x;
    for (int64_t j = 0; j < r; ++j) {
      const ParamId offset = Offset(j * s_.left * s_.inner);
      const auto part = [&](int32_t operand) { return Load(b_.AddAccess({operand, offset, in_terms_})); };
      x.push_back({part(re_), s_.real ? kNone : part(im_)});
    }
    for (int64_t k = 0; k < r; ++k) {
      Parts cosines{b_.F32(0), s_.real ? kNone : b_.F32(0)}, sines = cosines;
      for (int64_t j = 0; j < r; ++j) {
        AddTo(cosines, s_.roots[static_cast<size_t>(k * j % r)], x[static_cast<size_t>(j)]);
        AddTo(sines, s_.roots[static_cast<size_t>(r + k * j % r)], x[static_cast<size_t>(j)]);
      }
      const Parts sum = r == 2 ? cosines : Sum(cosines, sines);
      const auto factor = [&](int64_t at) { return OfTable(Offset(at + k * s_.left), {{a_, one_}}); };
      const ParamId to = Offset(k * s_.rows * s_.left * s_.inner);
      Store(sum, factor, [&](int32_t operand) { return b_.AddAccess({operand, to, out_terms_}); });
    }
    return Take();
  }

  // An invocation a result, whose sums are a loop.
  MadeKernel InLoops() {
    const AxisId k = Lane(s_.radix), j = b_.AddAxis(Axis::Kind::kLoop, s_.radix);
    b_.BeginStage(Stage::Kind::kMap, {outer_, row_, k, a_, column_});
    const int32_t cos = OfTable(Offset(s_.roots_at), {}), sin = OfTable(Offset(s_.roots_at + s_.radix), {});
    const NodeId radix = b_.ParamNode(b_.AddParam(Parameter::Role::kExtent, Reg::kI32, s_.radix));
    const int32_t loop = b_.BeginLoop(j);
    const NodeId zero = b_.F32(0);
    Parts cosines, sines;
    cosines.re = b_.Carried(loop, zero), sines.re = b_.Carried(loop, zero);
    if (!s_.real) cosines.im = b_.Carried(loop, zero), sines.im = b_.Carried(loop, zero);
    const auto value = [&](int32_t operand) {
      IdVector<Access::Term> terms = in_terms_;
      terms.push_back({j, Stride(s_.left * s_.inner)});
      return Load(b_.AddAccess({operand, kNone, terms}));
    };
    const Parts x{value(re_), s_.real ? kNone : value(im_)};
    const NodeId root = b_.Op(Scalar::kRemUI, b_.Op(Scalar::kMulI, b_.AxisNode(k), b_.AxisNode(j)), radix);
    const auto add = [&](Parts& sums, NodeId factor) {
      sums.re = b_.Op(Scalar::kFmaF, factor, x.re, sums.re);
      if (!s_.real) sums.im = b_.Op(Scalar::kFmaF, factor, x.im, sums.im);
    };
    add(cosines, b_.Load(cos, Reg::kF32, root));
    add(sines, b_.Load(sin, Reg::kF32, root));
    std::vector<NodeId> next = {cosines.re, sines.re};
    if (!s_.real) next.insert(next.end(), {cosines.im, sines.im});
    b_.EndLoop(loop, next);
    const std::vector<NodeId> all = b_.CarriedOf(loop);
    const Parts sum = Sum({all[0], s_.real ? kNone : all[2]}, {all[1], s_.real ? kNone : all[3]});
    const ParamId left = Stride(s_.left);
    const auto factor = [&](int64_t at) { return OfTable(Offset(at), {{k, left}, {a_, one_}}); };
    Store(sum, factor, [&](int32_t operand) {
      IdVector<Access::Term> terms = out_terms_;
      terms.push_back({k, Stride(s_.rows * s_.left * s_.inner)});
      return b_.AddAccess({operand, kNone, terms});
    });
    return Take();
  }

 private:
  MadeKernel Take() {
    MadeKernel made = b_.EndAndTake();
    made.kernel.specialised = true;
    return made;
  }

  AxisId Lane(int64_t extent) { return b_.AddAxis(Axis::Kind::kLane, extent); }
  ParamId Stride(int64_t value) { return b_.AddParam(Parameter::Role::kStride, Reg::kI32, value); }
  ParamId Offset(int64_t value) { return value == 0 ? kNone : b_.AddParam(Parameter::Role::kOffset, Reg::kI32, value); }
  NodeId Load(int32_t access) { return b_.Load(access, Reg::kF32); }

  int32_t OfTable(ParamId offset, IdVector<Access::Term> terms) { return b_.AddAccess({table_, offset, std::move(terms)}); }

  void AddTo(Parts& sums, float root, const Parts& x) {
    const auto sum = [&](NodeId so_far, NodeId value) {
      if (root == 1) return b_.Op(Scalar::kAddF, so_far, value);  // the same, in shorter text
      if (root == -1) return b_.Op(Scalar::kSubF, so_far, value);
      return b_.Op(Scalar::kFmaF, b_.F32(root), value, so_far);
    };
    sums.re = sum(sums.re, x.re);
    if (!s_.real) sums.im = sum(sums.im, x.im);
  }

  // (cosines + i·sines of reals) + i·(those of imaginary parts).
  Parts Sum(const Parts& cosines, const Parts& sines) {
    if (s_.real) return {cosines.re, sines.re};
    return {b_.Op(Scalar::kSubF, cosines.re, sines.im), b_.Op(Scalar::kAddF, cosines.im, sines.re)};
  }

  // The sum times its factor; accesses of factors that begin at an element of the table, and of a result.
  template <class Factor, class To>
  void Store(const Parts& sum, const Factor& factor, const To& to) {
    Parts y = sum;
    if (s_.left != 1) {
      const auto times = [&](NodeId a, NodeId b) { return b_.Op(Scalar::kMulF, a, b); };
      const NodeId c = Load(factor(s_.factors_at)), s = Load(factor(s_.factors_at + s_.radix * s_.left));
      y = {times(c, sum.re), times(s, sum.re)};
      if (sum.im != kNone) y = {b_.Op(Scalar::kSubF, y.re, times(s, sum.im)), b_.Op(Scalar::kAddF, times(c, sum.im), y.im)};
    }
    b_.Store(to(to_re_), y.re);
    b_.Store(to(to_im_), y.im);
  }

  const FftStage& s_;
  KernelBuilder b_;
  int32_t re_ = kNone, im_ = kNone, table_ = kNone, to_re_ = kNone, to_im_ = kNone;
  AxisId outer_ = kNone, row_ = kNone, a_ = kNone, column_ = kNone;
  ParamId one_ = kNone;
  IdVector<Access::Term> in_terms_, out_terms_;
};

}  // namespace

bool ReadsTable(const FftStage& stage) { return stage.left != 1 || stage.radix > kInRegisters; }

std::vector<FftStage> StagesOf(const FftCall& call, bool real, const Literal& table) {
  std::vector<FftStage> stages;
  int64_t rows = 1, left = call.n, at = 0;
  for (const int64_t radix : call.radices) {
    left /= radix;
    FftStage stage{call.outer, rows, radix, left, call.inner, real && rows == 1, {}, at, at + 2 * radix};
    for (int64_t i = 0; i < 2 * radix; ++i) stage.roots.push_back(static_cast<float>(table.RealAt(at + i)));
    at += 2 * radix * (left > 1 ? left + 1 : 1);
    rows *= radix;
    stages.push_back(std::move(stage));
  }
  return stages;
}

MadeKernel TransformStage(const FftStage& stage) {
  StageKernel kernel(stage);
  return stage.radix <= kInRegisters ? kernel.InRegisters() : kernel.InLoops();
}

}  // namespace mote
