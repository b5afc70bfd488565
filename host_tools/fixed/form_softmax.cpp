// FormSoftmax: the softmax of stored bytes (hlo/byte_softmax.h), found by comparing a value and all that it is made of with such a program.
#include <algorithm>
#include <functional>
#include <set>

#include "fixed/fixed_operation.h"
#include "hlo/byte_softmax.h"
#include "passes/pipeline.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

constexpr int kMostNodes = 64;  // looked at for the table

// The exponentials: the only table of 256 numbers of 32 bits that the value is made of.
const Literal* TableOf(const FormContext& c, const Instruction& last) {
  std::vector<Value> open(last.operands.begin(), last.operands.end());
  for (size_t at = 0; at < open.size() && at < kMostNodes; ++at) {
    const Instruction& i = c.e.at(open[at]);
    if (i.op == Op::kGather && c.e.at(i.operands[0]).op == Op::kConstant) {
      const Literal& table = c.e.at(i.operands[0]).LiteralValue();
      return table.type() == ElementType::kS32 && table.shape().dims == Dims{256} ? &table : nullptr;
    }
    for (const Value& v : i.operands) {
      if (std::find(open.begin(), open.end(), v) == open.end()) open.push_back(v);
    }
  }
  return nullptr;
}

bool Same(const Literal& a, const Literal& b) {
  return a.shape() == b.shape() && std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin(), b.bytes().end());
}
bool Same(const AttributeValue& a, const AttributeValue& b) {
  return a.index() == b.index() && std::visit([&](const auto& x) {
    const auto& y = std::get<std::decay_t<decltype(x)>>(b);
    if constexpr (std::is_same_v<decltype(x), const Literal&>) return Same(x, y);
    else return x == y;
  }, a);
}

// Two instructions but for their operands and called computations.
bool Same(const Instruction& a, const Instruction& b) {
  return a.op == b.op && a.shapes == b.shapes && a.operands.size() == b.operands.size() && a.called.size() == b.called.size() &&
         std::equal(a.attributes.begin(), a.attributes.end(), b.attributes.begin(), b.attributes.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first && Same(x.second, y.second); });
}

// Bodies of reductions.
bool Same(const Computation& a, const Computation& b) {
  return a.results == b.results && std::equal(a.instructions.begin(), a.instructions.end(), b.instructions.begin(), b.instructions.end(),
                                              [](const Instruction& x, const Instruction& y) {
                                                return Same(x, y) && x.operands == y.operands && x.called.empty() && y.called.empty();
                                              });
}

class Matcher {
 public:
  Matcher(const FormContext& c, const Module& pattern) : c_(c), pattern_(pattern) {}

  bool Matches(const Instruction& found, const Instruction& wanted) {
    if (!Same(found, wanted)) return false;
    for (size_t k = 0; k < wanted.called.size(); ++k) {
      if (!Same(c_.module.computations[found.called[k]], pattern_.computations[wanted.called[k]])) return false;
    }
    for (size_t k = 0; k < wanted.operands.size(); ++k) {
      if (!Matches(found.operands[k], wanted.operands[k])) return false;
    }
    return true;
  }

  std::optional<Value> input;  // what stands where the pattern has its parameter

 private:
  bool Matches(Value found, Value wanted) {
    if (!seen_.insert({found, wanted}).second) return true;
    const Instruction& i = pattern_.main().at(wanted);
    if (i.op != Op::kParameter) return Matches(c_.e.at(found), i);
    if (!input) input = found;
    return *input == found && c_.e.shape(found) == i.shape();
  }

  const FormContext& c_;
  const Module& pattern_;
  std::set<std::pair<Value, Value>> seen_;
};

}  // namespace

std::optional<std::vector<Value>> FormSoftmax(const FormContext& c, const Instruction& last) {
  if (last.op != Op::kConvert || last.shape().rank() < 1 || c.e.at(last.operands[0]).op != Op::kClamp) return std::nullopt;
  const Literal* table = TableOf(c, last);
  if (table == nullptr) return std::nullopt;
  std::vector<int64_t> powers;
  for (int64_t i = 0; i < table->size(); ++i) powers.push_back(table->IntegerAt(i));
  Builder b("softmax");
  const Operand x = b.Parameter(0, last.shape());
  const Result<Module> written = b.Build(ByteSoftmax(b, x, ElementType::kS8, -128, 127, powers));
  if (!written.ok()) return std::nullopt;
  const Result<Module> pattern = Canonicalise(*written);
  if (!pattern.ok()) return std::nullopt;
  Matcher matcher(c, *pattern);
  if (!matcher.Matches(last, pattern->main().at(pattern->main().results[0])) || !matcher.input) return std::nullopt;
  const Dims lines = AsLines(last.shape().dims);
  const auto end = std::adjacent_find(powers.begin(), powers.end() - 1, std::not_equal_to<>());
  powers.erase(powers.begin(), end);  // far from the largest channel all are one, 0
  std::vector<int64_t> fields = FixedFields(static_cast<int64_t>(FixedRoutine::kSoftmax), lines, lines);
  fields[kMoteFixedPadValue] = 129 - static_cast<int64_t>(powers.size());
  Stream stream;
  stream.Append(powers, 4);
  return Fixed(c.e, last.shape(), {*matcher.input}, std::move(fields), stream);
}

}  // namespace mote
