// Sort (OPS.md 2.4) and top_k. Sort is always stable: a merge sort that asks the comparator only "is the later element less", so that it
// ends for any comparator.
#include <bit>
#include <algorithm>
#include <cstring>
#include <numeric>

#include "evaluate/reducer.h"
#include "evaluate/scalar_body.h"
#include "evaluate/strided.h"

namespace mote::evaluation {
namespace {

// less(a, b) may fail; the sort then stops.
template <typename F>
Status MergeSort(std::vector<int64_t>& items, std::vector<int64_t>& spare, size_t begin, size_t end, F&& less) {
  if (end - begin < 2) return Ok();
  size_t middle = begin + (end - begin) / 2;
  MOTE_CHECK_OK(MergeSort(items, spare, begin, middle, less));
  MOTE_CHECK_OK(MergeSort(items, spare, middle, end, less));
  size_t left = begin, right = middle;
  for (size_t to = begin; to < end; ++to) {
    bool take_right = left == middle;
    if (!take_right && right < end) {
      MOTE_ASSIGN(take_right, less(items[right], items[left]));
    }
    spare[to] = take_right ? items[right++] : items[left++];
  }
  std::copy(spare.begin() + static_cast<int64_t>(begin), spare.begin() + static_cast<int64_t>(end),
            items.begin() + static_cast<int64_t>(begin));
  return Ok();
}

// The operands of a sort, the comparator, and its argument buffers.
class Comparator {
 public:
  Comparator(std::vector<WideArray> operands, ScalarBody body)
      : operands_(std::move(operands)), body_(std::move(body)), lanes_(operands_.size() * 2) {
    for (Complex& lane : lanes_) arguments_.push_back(&lane);
  }
  Result<bool> Less(int64_t a, int64_t b) {
    for (size_t i = 0; i < operands_.size(); ++i) {
      operands_[i].Fetch(a, &lanes_[2 * i], 0);
      operands_[i].Fetch(b, &lanes_[2 * i + 1], 0);
    }
    int64_t less = 0;
    MOTE_CHECK_OK(body_.Run(1, arguments_, {&less}));
    return less != 0;
  }

 private:
  std::vector<WideArray> operands_;
  ScalarBody body_;
  std::vector<Complex> lanes_;
  std::vector<const void*> arguments_;
};

Dims WithoutDim(Dims dims, size_t dim) {
  dims.erase(dims.begin() + static_cast<int64_t>(dim));
  return dims;
}

Result<Values> Sort(Call& call) {
  size_t count = call.instruction.declared_operands();
  const Dims dims = call.operand(0).shape().dims;
  if (dims.empty()) return PackResults(call, std::move(call.operands));
  int64_t listed = call.instruction.Int(Attr::kDimension, -1);
  size_t dim = listed < 0 ? listed + static_cast<int64_t>(dims.size()) : listed;
  MOTE_ASSIGN(ScalarBody body, ScalarBody::Make(call.context, call.instruction.called[0], call.Captures()));
  MOTE_CHECK_OK(call.context.Spend(static_cast<uint64_t>(call.operand(0).size()) *
                                   static_cast<uint64_t>(std::bit_width(static_cast<uint64_t>(dims[dim])))));
  std::vector<WideArray> wide;
  for (size_t i = 0; i < count; ++i) wide.emplace_back(call.operand(i));
  Comparator comparator(std::move(wide), std::move(body));
  Dims strides = RowMajorStrides(dims);
  std::vector<int64_t> lines = Offsets(WithoutDim(dims, dim), WithoutDim(strides, dim));
  IdVector<int64_t> source(call.operand(0).size());
  std::vector<int64_t> items(dims[dim]), spare = items;
  for (int64_t line : lines) {
    for (size_t i = 0; i < items.size(); ++i) items[i] = line + static_cast<int64_t>(i) * strides[dim];
    MOTE_CHECK_OK(MergeSort(items, spare, 0, items.size(), [&](int64_t a, int64_t b) { return comparator.Less(a, b); }));
    for (size_t i = 0; i < items.size(); ++i) source[line + static_cast<int64_t>(i) * strides[dim]] = items[i];
  }
  Values values;
  for (size_t i = 0; i < count; ++i) {
    Literal out(ResultLeaf(call, i));
    int bytes = StorageBytes(out.type());
    const uint8_t* from = call.operand(i).bytes().data();
    uint8_t* to = out.mutable_bytes().data();
    for (size_t e = 0; e < source.size(); ++e) {
      std::memcpy(to + e * static_cast<size_t>(bytes), from + source[e] * bytes, bytes);
    }
    values.push_back(ArrayValue(std::move(out)));
  }
  return PackResults(call, std::move(values));
}

// Keys in total order: +NaN is largest, -NaN smallest.
int64_t KeyOf(const WideArray& array, ElementType type, int64_t offset) {
  if (IsFloat(type)) {
    double value = 0;
    array.Fetch(offset, &value, 0);
    int64_t bits = std::bit_cast<int64_t>(value);
    return bits < 0 ? bits ^ INT64_MAX : bits;
  }
  int64_t value = 0;
  array.Fetch(offset, &value, 0);
  return type == ElementType::kU64 ? static_cast<int64_t>(static_cast<uint64_t>(value) ^ uint64_t{1} << 63) : value;
}

// Last dimension, k largest (or smallest), the lower index first among equals.
Result<Values> TopK(Call& call) {
  const Literal& operand = call.operand(0);
  int64_t k = call.instruction.Int(Attr::kK), size = operand.shape().dims.back();
  bool largest = call.instruction.Bool(Attr::kLargest, true);
  if (k > size) return call.Fail(Rule::kSize, "k is larger than the last dimension at run time");
  Literal values(ResultLeaf(call, 0)), indices(ResultLeaf(call, 1));
  WideArray wide(operand);
  int bytes = StorageBytes(operand.type());
  IdVector<int64_t> keys(size), order(size);
  for (int64_t row = 0; row < (size == 0 ? 0 : operand.size() / size); ++row) {
    for (int64_t i = 0; i < size; ++i) keys[i] = KeyOf(wide, operand.type(), row * size + i);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return largest ? keys[a] > keys[b] : keys[a] < keys[b]; });
    for (int64_t i = 0; i < k; ++i) {
      std::memcpy(values.mutable_bytes().data() + (row * k + i) * bytes, operand.bytes().data() + (row * size + order[i]) * bytes, bytes);
      indices.SetInteger(row * k + i, order[i]);
    }
  }
  Values results = One(ArrayValue(std::move(values)));
  results.push_back(ArrayValue(std::move(indices)));
  return PackResults(call, std::move(results));
}

}  // namespace

std::span<const OperationRow> SortOperations() {
  static const OperationRow rows[] = {
      {Op::kSort, nullptr, Sort, Quantized::kStorage},
      {Op::kTopK, nullptr, TopK, Quantized::kStorage},
  };
  return rows;
}

}  // namespace mote::evaluation
