// RngBitGenerator as element-wise operations on the 32-bit words of a counter (OPS.md 2.5 and section 7): threefry2x32 with 20 rounds,
// Philox 4x32 with 10. Element i of the counter needs nothing of its neighbours, so every backend makes the words in parallel.
#include <array>

#include "passes/expansions.h"

namespace mote {
namespace {

using Pair = std::array<Value, 2>;
using Block = std::array<Value, 4>;

// Arithmetic of one shape: words are u32, counters u64.
class Words {
 public:
  Words(ModuleEmitter& e, Dims dims) : e_(e), dims_(std::move(dims)) {}

  Value Of(uint32_t constant) { return Spread(e_.Constant(Scalar(ElementType::kU32, constant))); }
  Value Spread(Value scalar) { return e_.Broadcast(scalar, Shape::Array(e_.shape(scalar).element_type, dims_), {}); }
  Value Add(Value a, Value b) { return e_.Binary(Op::kAdd, a, b); }
  Value Xor(Value a, Value b) { return e_.Binary(Op::kXor, a, b); }
  Value Rotate(Value x, uint32_t left) {
    return e_.Binary(Op::kOr, e_.Binary(Op::kShiftLeft, x, Of(left)), e_.Binary(Op::kShiftRightLogical, x, Of(32 - left)));
  }
  Pair Split(Value wide) {
    const Value shift = Spread(e_.Constant(Scalar(ElementType::kU64, 32)));
    return {e_.Convert(wide, ElementType::kU32), e_.Convert(e_.Binary(Op::kShiftRightLogical, wide, shift), ElementType::kU32)};
  }
  Value Join(Value low, Value high) {
    const Value shift = Spread(e_.Constant(Scalar(ElementType::kU64, 32)));
    return e_.Binary(Op::kOr, e_.Convert(low, ElementType::kU64), e_.Binary(Op::kShiftLeft, e_.Convert(high, ElementType::kU64), shift));
  }
  // The two words of constant · x.
  Pair Product(uint32_t constant, Value x) {
    return Split(e_.Binary(Op::kMultiply, Spread(e_.Constant(Scalar(ElementType::kU64, constant))), e_.Convert(x, ElementType::kU64)));
  }
  // start, start + 1, … in row-major order.
  Value Count(Value start) {
    int64_t count = 1;
    for (int64_t d : dims_) count *= d;
    const Value iota = e_.Make(Op::kIota, Shape::Array(ElementType::kU64, {count}), {}, {{Attr::kIotaDimension, int64_t{0}}});
    return e_.Binary(Op::kAdd, Spread(start), e_.Reshape(iota, dims_));
  }
  const Dims& dims() const { return dims_; }

  static Literal Scalar(ElementType type, uint64_t value) {
    Literal literal(Shape::Scalar(type));
    literal.SetInteger(0, static_cast<int64_t>(value));
    return literal;
  }

 private:
  ModuleEmitter& e_;
  Dims dims_;
};

Pair ThreeFry(Words& w, const Pair& key, Pair x) {
  constexpr uint32_t kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const Value keys[3] = {key[0], key[1], w.Xor(w.Xor(key[0], key[1]), w.Of(0x1BD11BDA))};
  x = {w.Add(x[0], keys[0]), w.Add(x[1], keys[1])};
  for (uint32_t group = 0; group < 5; ++group) {
    for (uint32_t rotation : kRotations[group % 2]) {
      x[0] = w.Add(x[0], x[1]);
      x[1] = w.Xor(w.Rotate(x[1], rotation), x[0]);
    }
    x[0] = w.Add(x[0], keys[(group + 1) % 3]);
    x[1] = w.Add(x[1], w.Add(keys[(group + 2) % 3], w.Of(group + 1)));
  }
  return x;
}

Block Philox(Words& w, Pair key, Block x) {
  for (int round = 0; round < 10; ++round) {
    const Pair a = w.Product(0xD2511F53, x[0]), b = w.Product(0xCD9E8D57, x[2]);
    x = {w.Xor(w.Xor(b[1], x[1]), key[0]), b[0], w.Xor(w.Xor(a[1], x[3]), key[1]), a[0]};
    key = {w.Add(key[0], w.Of(0x9E3779B9)), w.Add(key[1], w.Of(0xBB67AE85))};
  }
  return x;
}

class Generator {
 public:
  Generator(ModuleEmitter& e, const Instruction& i)
      : e_(e), out_(i.shapes[1]), state_shape_(e.shape(i.operands[0])), wide_(BitWidth(out_.element_type) > 32) {
    for (int64_t word = 0; word < state_shape_.dims[0]; ++word) {
      const Value one = e.Make(Op::kSlice, Shape::Array(state_shape_.element_type, {1}), {i.operands[0]},
                               {{Attr::kStartIndices, std::vector<int64_t>{word}}, {Attr::kLimitIndices, std::vector<int64_t>{word + 1}},
                                {Attr::kStrides, std::vector<int64_t>{1}}});
      state_.push_back(e.Reshape(one, {}));
    }
  }

  IdVector<Value> ThreeFryResults() {
    const Layout layout = wide_ ? Layout{.outer = out_.ElementCount()} : Halves();
    Words w(e_, {layout.outer, (layout.size + 1) / 2, layout.inner});
    const Pair x = ThreeFry(w, Key(w), w.Split(w.Count(state_[1])));
    const Value bits = wide_ ? w.Join(x[0], x[1]) : Interleave({x[0], x[1]}, {layout.outer, layout.size, layout.inner}, 1);
    return Finish(bits, {state_[0], Advanced(state_[1], w.dims()[0] * w.dims()[1] * w.dims()[2])});
  }

  // The counter is 128 bits: state[1] low, state[2] high, or the key again where the state has two words.
  IdVector<Value> PhiloxResults() {
    const int64_t count = out_.ElementCount(), blocks = ((wide_ ? 2 * count : count) + 3) / 4;
    Words w(e_, {blocks});
    const Value at = w.Count(state_[1]), next = Advanced(state_[1], blocks), high = state_.back(),
                one = e_.Constant(Words::Scalar(ElementType::kU64, 1));
    const Value high_key = state_.size() > 2 ? high : state_[0];
    const auto carried = [&](Value sum, Value from, Value to, Value by) {
      return e_.Make(Op::kSelect, e_.shape(to), {e_.Compare("LT", sum, from), e_.Binary(Op::kAdd, to, by), to});
    };
    const Pair low = w.Split(at), top = w.Split(carried(at, w.Spread(state_[1]), w.Spread(high_key), w.Spread(one)));
    const Block x = Philox(w, Key(w), {low[0], low[1], top[0], top[1]});
    const IdVector<Value> parts = wide_ ? std::vector{w.Join(x[0], x[1]), w.Join(x[2], x[3])} : std::vector{x[0], x[1], x[2], x[3]};
    IdVector<Value> state = {state_[0], next};
    if (state_.size() > 2) state.push_back(carried(next, state_[1], high, one));
    return Finish(Interleave(parts, {count}, 0), state);
  }

 private:
  // The halves of THREE_FRY outputs of at most 32 bits lie along the first even dimension, else along the largest: a pair of elements is
  // one counter's.
  struct Layout {
    int64_t outer = 1, size = 1, inner = 1;
  };
  Layout Halves() const {
    Layout layout;
    const Dims& dims = out_.dims;
    if (dims.empty()) return layout;
    size_t split = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (dims[d] % 2 == 0 || dims[d] > dims[split]) split = d;
      if (dims[d] % 2 == 0) break;
    }
    layout.size = dims[split];
    for (size_t d = 0; d < dims.size(); ++d) (d < split ? layout.outer : layout.inner) *= d == split ? 1 : dims[d];
    return layout;
  }

  Pair Key(Words& w) {
    const Pair key = Words(e_, {}).Split(state_[0]);
    return {w.Spread(key[0]), w.Spread(key[1])};
  }

  Value Advanced(Value word, int64_t by) {
    return e_.Binary(Op::kAdd, word, e_.Constant(Words::Scalar(ElementType::kU64, static_cast<uint64_t>(by))));
  }

  // Arrays of one shape, element by element in turn along `dimension`; `dims` is what is kept of the result.
  Value Interleave(const IdVector<Value>& parts, const Dims& dims, size_t dimension) {
    Dims stacked = e_.shape(parts[0]).dims, merged = stacked;
    stacked.insert(stacked.begin() + static_cast<std::ptrdiff_t>(dimension) + 1, 1);
    const ElementType type = e_.shape(parts[0]).element_type;
    IdVector<Value> spread;
    for (Value part : parts) spread.push_back(e_.Reshape(part, stacked));
    stacked[dimension + 1] = static_cast<int64_t>(parts.size());
    merged[dimension] *= static_cast<int64_t>(parts.size());
    const Value all = e_.Reshape(
        e_.Make(Op::kConcatenate, Shape::Array(type, stacked), spread, {{Attr::kDimension, static_cast<int64_t>(dimension) + 1}}), merged);
    if (merged == dims) return all;
    return e_.Make(Op::kSlice, Shape::Array(type, dims), {all},
                   {{Attr::kStartIndices, std::vector<int64_t>(dims.size(), 0)},
                    {Attr::kLimitIndices, dims},
                    {Attr::kStrides, std::vector<int64_t>(dims.size(), 1)}});
  }

  // u32 or u64 bits as the result's type, of which they are the low bits.
  IdVector<Value> Finish(Value bits, const IdVector<Value>& words) {
    bits = e_.Reshape(bits, out_.dims);
    if (IsInteger(out_.element_type)) {
      bits = e_.Convert(bits, out_.element_type);
    } else {
      bits = e_.Convert(bits, BitWidth(out_.element_type) == 8    ? ElementType::kU8
                              : BitWidth(out_.element_type) == 16 ? ElementType::kU16
                                                                  : e_.shape(bits).element_type);
      bits = e_.Make(Op::kBitcastConvert, out_, {bits});
    }
    IdVector<Value> parts;
    for (Value word : words) parts.push_back(e_.Reshape(word, {1}));
    return {e_.Make(Op::kConcatenate, state_shape_, parts, {{Attr::kDimension, int64_t{0}}}), bits};
  }

  ModuleEmitter& e_;
  const Shape out_, state_shape_;
  const bool wide_;
  IdVector<Value> state_;
};

}  // namespace

Results ExpandRngBitGenerator(ModuleEmitter& e, const Instruction& i) {
  const Shape& state = e.shape(i.operands[0]);
  if (i.shapes.size() != 2 || state.element_type != ElementType::kU64 || state.dims[0] < 2 || state.dims[0] > 3) return std::nullopt;
  const ElementType type = i.shapes[1].element_type;
  const int width = BitWidth(type);
  const bool whole_words = width == 8 || width == 16 || width == 32 || width == 64;
  if (!IsInteger(type) && (IsComplex(type) || !whole_words)) return std::nullopt;
  Generator generator(e, i);
  return i.Text(Attr::kRngAlgorithm) == "THREE_FRY" ? generator.ThreeFryResults() : generator.PhiloxResults();
}

}  // namespace mote
