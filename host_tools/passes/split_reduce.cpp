// SplitReduce: a reduction of more than 65 536 elements a result becomes short ones that many invocations and threads can share, in the
// order that SPEC.md section 5 states: blocks of 4 096 elements with 32 partials each. Plain reducers have exact identities, which stand
// where a partial has no element; all others carry a flag that says whether there was one. Everything stays ordinary HLO.
#include <algorithm>
#include <cmath>
#include <limits>

#include "passes/emitter.h"
#include "passes/passes.h"
#include "passes/region.h"

namespace mote {
namespace {

constexpr int64_t kMostShort = 65536;  // elements a result that are reduced without blocks
constexpr int64_t kBlock = 4096;
constexpr int64_t kPartials = 32;
constexpr int64_t kRun = kBlock / kPartials;  // elements of a full block's partial
constexpr int kMostCloned = 32;               // element-wise producers computed again for the last block

// The value e with op(e, x) = x for every x, bit by bit, NaN apart. Nothing when the type has none.
std::optional<Literal> IdentityOf(Op op, ElementType type) {
  Literal identity(Shape::Scalar(type));
  if (IsPred(type)) {
    identity.SetInteger(0, op == Op::kAnd || op == Op::kMinimum || op == Op::kMultiply);
    return identity;
  }
  const bool extreme = op == Op::kMaximum || op == Op::kMinimum;
  if (!IsFloat(type)) {
    if (extreme) {
      const int64_t lowest = IsSigned(type) ? int64_t{-1} << (BitWidth(type) - 1) : 0;
      identity.SetInteger(0, op == Op::kMaximum ? lowest : ~lowest);
    } else {
      identity.SetInteger(0, op == Op::kAnd ? -1 : op == Op::kMultiply ? 1 : 0);
    }
    return identity;
  }
  if (extreme) {
    double lowest = -std::numeric_limits<double>::infinity();
    if (BitWidth(type) <= 8) {  // formats without infinity, or without a sign
      lowest = std::numeric_limits<double>::infinity();
      for (uint64_t code = 0; code < uint64_t{1} << BitWidth(type); ++code) {
        const double value = DecodeFloat(type, code);
        const double low = op == Op::kMaximum ? value : -value;
        if (low < lowest) lowest = low;
      }
    }
    identity.SetReal(0, op == Op::kMaximum ? lowest : -lowest);
    return identity;
  }
  if (op != Op::kAdd && op != Op::kMultiply) return std::nullopt;
  if (op == Op::kAdd && type == ElementType::kF8E8M0FNU) return std::nullopt;  // has no zero
  const bool negative_zero = type != ElementType::kF8E4M3B11FNUZ && type != ElementType::kF8E5M2FNUZ && type != ElementType::kF8E4M3FNUZ;
  identity.SetReal(0, op == Op::kMultiply ? 1.0 : negative_zero ? -0.0 : 0.0);  // +0 would turn -0 into +0
  return identity;
}

// The identities of a region of which each result is one addition, multiplication, maximum, minimum, and, or, xor of its own parameters.
std::optional<std::vector<Literal>> PlainIdentities(const Computation& region) {
  const size_t count = region.results.size();
  std::vector<Literal> identities;
  for (size_t k = 0; k < count; ++k) {
    const Instruction& result = region.at(region.results[k]);
    switch (result.op) {
      case Op::kAdd: case Op::kMultiply: case Op::kMaximum: case Op::kMinimum: case Op::kAnd: case Op::kOr: case Op::kXor: break;
      default: return std::nullopt;
    }
    IdVector<Value> own{{static_cast<int32_t>(k), 0}, {static_cast<int32_t>(count + k), 0}}, operands = result.operands;
    std::sort(operands.begin(), operands.end());
    if (operands != own) return std::nullopt;
    const auto identity = IdentityOf(result.op, result.shape().element_type);
    if (!identity) return std::nullopt;
    identities.push_back(*identity);
  }
  return identities;
}

class ReduceSplitter {
 public:
  ReduceSplitter(const Module& module, ModuleEmitter& e, const Instruction& reduce)
      : e_(e), i_(reduce), region_(module.computations[reduce.called[0]]), count_(reduce.shapes.size()) {}

  std::optional<IdVector<Value>> Run() {
    if (!Applies()) return std::nullopt;
    if (const auto identities = PlainIdentities(region_); identities && i_.captures == 0) {
      for (const Literal& identity : *identities) fill_.push_back(e_.Constant(identity));
      plain_ = true;
    } else {
      for (size_t k = 0; k < count_; ++k) fill_.push_back(e_.Constant(Literal(Shape::Scalar(TypeOf(k)))));
      fill_.push_back(e_.Constant(Literal(Shape::Scalar(ElementType::kPred))));
    }
    IdVector<Value> values = i_.operands;
    values.resize(count_);
    for (size_t k = 0; k < count_; ++k) values[k] = Together(e_.Convert(values[k], TypeOf(k)));
    while (size_ > kMostShort) values = Blocks(values);
    values = plain_ ? LastPartials(values) : LastRuns(values);
    return Finished(values);
  }

 private:
  ElementType TypeOf(size_t k) const { return region_.parameters[k].element_type; }

  // Finds how operands are walked: `outer_` × `size_` × `inner_`.
  bool Applies() {
    const Shape& operand = e_.shape(i_.operands[0]);
    if (!operand.IsArray() || !operand.IsStatic() || !IsScalarRegion(region_) || region_.results.size() != count_) return false;
    for (size_t k = 0; k < count_; ++k) {
      const ElementType type = TypeOf(k), element = region_.parameters[count_ + k].element_type;
      if (IsComplex(type) || element != type || region_.shape(region_.results[k]).element_type != type) return false;
    }
    reduced_ = i_.Ints(Attr::kDimensions);
    std::sort(reduced_.begin(), reduced_.end());
    for (size_t d = 0; d < operand.dims.size(); ++d) {
      const bool is_reduced = std::binary_search(reduced_.begin(), reduced_.end(), static_cast<int64_t>(d));
      if (is_reduced) size_ *= operand.dims[d];
      else (size_ == 1 ? outer_ : inner_) *= operand.dims[d];
    }
    if (size_ <= kMostShort || outer_ * inner_ == 0) return false;
    FindOrder(operand.dims);
    return true;
  }

  // Reduced dimensions with others between them are brought together, behind all others.
  void FindOrder(const Dims& dims) {
    bool ended = false, begun = false, apart = false;
    for (size_t d = 0; d < dims.size(); ++d) {
      const bool is_reduced = std::binary_search(reduced_.begin(), reduced_.end(), static_cast<int64_t>(d));
      if (dims[d] == 1) continue;
      apart = apart || (is_reduced && ended);
      begun = begun || is_reduced;
      ended = begun && !is_reduced ? true : ended;
    }
    if (!apart) return;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (!std::binary_search(reduced_.begin(), reduced_.end(), static_cast<int64_t>(d))) order_.push_back(static_cast<int64_t>(d));
    }
    order_.insert(order_.end(), reduced_.begin(), reduced_.end());
    outer_ *= inner_;
    inner_ = 1;
  }

  // ---- data movement ----

  // The reduced dimensions next to each other, in memory: blocks end anywhere in them, and finding each element by divisions costs far more
  // than one pass over the data.
  Value Together(Value v) {
    if (order_.empty()) return v;
    const Instruction& producer = e_.at(v);
    const bool is_data = producer.op != Op::kIota && !(producer.op == Op::kBroadcastInDim && e_.shape(producer.operands[0]).IsScalar());
    v = e_.Transpose(v, order_);
    return is_data ? e_.InMemory(v) : v;
  }

  Value Flat(Value v) { return e_.Reshape(v, {outer_, size_, inner_}); }

  Value Slice(Value v, size_t dim, int64_t from, int64_t to) { return e_.Slice(v, dim, from, to - from); }

  // The elements from `from` on. Element-wise producers are computed again, so that they need no buffer for the sake of the last block.
  Value Rest(Value v, int64_t from) {
    const auto known = rests_.find(v);
    if (known != rests_.end()) return known->second;
    const Instruction producer = e_.at(v);
    const Dims dims = e_.shape(v).dims;
    const bool repeat = IsElementwise(producer.op) && producer.shapes.size() == 1 && rests_.size() < kMostCloned &&
                        std::all_of(producer.operands.begin(), producer.operands.end(), [&](Value o) { return e_.shape(o).dims == dims; });
    Value rest;
    if (repeat) {
      Instruction copy = producer;
      for (Value& operand : copy.operands) operand = Rest(operand, from);
      copy.shapes = {Shape::Array(producer.shape().element_type, {outer_, size_ - from, inner_})};
      rest = e_.Add(std::move(copy));
    } else {
      rest = Slice(Flat(v), 1, from, size_);
    }
    return rests_[v] = rest;
  }

  Value Padded(Value v, size_t dim, int64_t size, Value fill) {
    const Dims& dims = e_.shape(v).dims;
    const std::vector<int64_t> none(dims.size(), 0);
    std::vector<int64_t> high = none;
    high[dim] = size - dims[dim];
    return high[dim] == 0 ? v : e_.Pad(v, fill, none, high);
  }

  Value Joined(Value a, Value b) {
    Shape shape = e_.shape(a);
    shape.dims[1] += e_.shape(b).dims[1];
    return e_.Make(Op::kConcatenate, shape, {a, b}, {{Attr::kDimension, int64_t{1}}});
  }

  // ---- reductions ----

  // Each of `operands` (the flag last, for reducers that are not plain) reduced over `dim`, from the fill values.
  IdVector<Value> Reduce(IdVector<Value> operands, size_t dim) {
    Instruction reduce;
    reduce.op = Op::kReduce;
    reduce.attributes[Attr::kDimensions] = std::vector<int64_t>{static_cast<int64_t>(dim)};
    for (Value v : operands) {
      reduce.shapes.push_back(e_.shape(v));
      reduce.shapes.back().dims.erase(reduce.shapes.back().dims.begin() + static_cast<ptrdiff_t>(dim));
    }
    reduce.operands = std::move(operands);
    reduce.operands.insert(reduce.operands.end(), fill_.begin(), fill_.end());
    reduce.captures = i_.captures;
    reduce.operands.insert(reduce.operands.end(), i_.operands.end() - i_.captures, i_.operands.end());
    reduce.called = {plain_ ? PlainRegion() : FlaggedRegion()};
    const int32_t at = e_.Add(std::move(reduce)).instruction;
    IdVector<Value> results;
    for (size_t k = 0; k < fill_.size(); ++k) results.push_back({at, static_cast<int32_t>(k)});
    return results;
  }

  int32_t PlainRegion() {
    return e_.Region(region_.parameters, [&](ModuleEmitter& e, const IdVector<Value>& p) { return InlineRegion(e, region_, p); });
  }

  // The reducer on (values, there is one): the other side alone where one has none.
  int32_t FlaggedRegion() {
    const Shape flag = Shape::Scalar(ElementType::kPred);
    IdVector<Shape> parameters = region_.parameters;
    parameters.insert(parameters.begin() + static_cast<ptrdiff_t>(2 * count_), flag);
    parameters.insert(parameters.begin() + static_cast<ptrdiff_t>(count_), flag);
    return e_.Region(parameters, [&](ModuleEmitter& e, const IdVector<Value>& p) {
      const Value left = p[count_], right = p[2 * count_ + 1];
      IdVector<Value> arguments = p;
      arguments.erase(arguments.begin() + static_cast<ptrdiff_t>(2 * count_ + 1));
      arguments.erase(arguments.begin() + static_cast<ptrdiff_t>(count_));
      IdVector<Value> results = InlineRegion(e, region_, arguments);
      for (size_t k = 0; k < count_; ++k) {
        const Shape shape = e.shape(p[k]);
        const Value first = e.Make(Op::kSelect, shape, {left, results[k], p[count_ + 1 + k]});
        results[k] = e.Make(Op::kSelect, shape, {right, first, p[k]});
      }
      results.push_back(e.Binary(Op::kOr, left, right));
      return results;
    });
  }

  // One value a block.
  IdVector<Value> Blocks(const IdVector<Value>& values) {
    const int64_t full = size_ / kBlock, rest = size_ % kBlock;
    IdVector<Value> main, last;
    for (Value v : values) main.push_back(Slice(Flat(v), 1, 0, full * kBlock));
    IdVector<Value> results = PartialsOf(std::move(main), full, kRun);
    if (rest != 0) {
      rests_.clear();
      for (Value v : values) last.push_back(Rest(v, full * kBlock));
      const IdVector<Value> partials = PartialsOf(std::move(last), 1, plain_ ? (rest + kPartials - 1) / kPartials : kRun);
      for (size_t k = 0; k < results.size(); ++k) results[k] = Joined(results[k], partials[k]);
    }
    size_ = full + (rest != 0);
    results = plain_ ? Folded(std::move(results)) : Reduce(std::move(results), 2);
    results.resize(count_);
    // In memory, before anybody combines them: they are to be made by many, once each.
    for (Value& v : results) v = e_.InMemory(v);
    return results;
  }

  // The 32 partials of each of `blocks` blocks as [outer, blocks, 32, inner]. Plain reducers take every 32nd element, which lie in rows;
  // others runs of neighbours, since their elements may not change places.
  IdVector<Value> PartialsOf(IdVector<Value> values, int64_t blocks, int64_t run) {
    const Dims rows{outer_, blocks, run, kPartials, inner_}, runs{outer_, blocks, kPartials, run, inner_};
    if (!plain_) {
      Shape flags = e_.shape(values[0]);
      flags.element_type = ElementType::kPred;
      values.push_back(e_.Splat(flags, 1));
    }
    for (size_t k = 0; k < values.size(); ++k) {
      values[k] = e_.Reshape(Padded(values[k], 1, blocks * run * kPartials, fill_[k]), plain_ ? rows : runs);
    }
    if (run > 1) return Reduce(std::move(values), plain_ ? 2 : 3);
    for (Value& v : values) v = e_.Reshape(v, {outer_, blocks, kPartials, inner_});
    return values;
  }

  // [outer, blocks, 32, inner] to [outer, blocks, inner]: p[i] = reducer(p[i], p[i + h]) for h = 16 … 1.
  IdVector<Value> Folded(IdVector<Value> partials) {
    for (int64_t half = kPartials / 2; half > 0; half /= 2) {
      IdVector<Value> arguments;
      for (Value v : partials) arguments.push_back(Slice(v, 2, 0, half));
      for (Value v : partials) arguments.push_back(Slice(v, 2, half, 2 * half));
      const Dims dims = e_.shape(arguments[0]).dims;
      partials = *ApplyRegion(e_, region_, arguments, dims);
    }
    for (Value& v : partials) {
      const Dims dims = e_.shape(v).dims;
      v = e_.Reshape(v, {dims[0], dims[1], dims[3]});
    }
    return partials;
  }

  // What is short enough, as one block of any length.
  IdVector<Value> LastPartials(const IdVector<Value>& values) {
    return Folded(PartialsOf(values, 1, (size_ + kPartials - 1) / kPartials));
  }

  // What is short enough, in at most 32 runs of neighbours that all have elements.
  IdVector<Value> LastRuns(const IdVector<Value>& values) {
    const int64_t run = (size_ + kPartials - 1) / kPartials;
    if (run == 1) return values;
    IdVector<Value> partials = PartialsOf(values, 1, run);
    partials.resize(count_);  // no flags: all are there
    size_ = (size_ + run - 1) / run;
    for (Value& v : partials) v = Slice(e_.Reshape(v, {outer_, kPartials, inner_}), 1, 0, size_);
    return partials;
  }

  // The original over what is left of its elements, from its own inits.
  IdVector<Value> Finished(const IdVector<Value>& values) {
    Instruction last = i_;
    last.attributes[Attr::kDimensions] = std::vector<int64_t>{1};
    std::copy(values.begin(), values.end(), last.operands.begin());
    for (Shape& shape : last.shapes) shape.dims = {outer_, inner_};
    const int32_t at = e_.Add(std::move(last)).instruction;
    IdVector<Value> results;
    for (size_t k = 0; k < count_; ++k) results.push_back(e_.Reshape({at, static_cast<int32_t>(k)}, i_.shapes[k].dims));
    return results;
  }

  ModuleEmitter& e_;
  const Instruction& i_;
  const Computation& region_;
  const size_t count_;
  bool plain_ = false;
  IdVector<Value> fill_;  // scalars
  std::vector<int64_t> reduced_, order_;  // dimensions; `order_` is empty when nothing has to be moved
  int64_t outer_ = 1, size_ = 1, inner_ = 1;
  std::map<Value, Value> rests_;
};

}  // namespace

Result<Module> SplitReduce(const Module& module) {
  return RewriteModule(module, [&](ModuleEmitter& e, const Instruction& i) -> std::optional<IdVector<Value>> {
    if (i.op != Op::kReduce) return std::nullopt;
    return ReduceSplitter(module, e, i).Run();
  });
}

}  // namespace mote
