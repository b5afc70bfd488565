// SignalValues: the reals of a program, those of loops and branches too, in groups that one format must serve; and how large they become.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "hlo/module.h"

namespace mote {

// A value of some computation.
struct PlacedValue {
  int32_t computation = -1;
  Value value;
  bool operator==(const PlacedValue&) const = default;
  auto operator<=>(const PlacedValue&) const = default;
};

// Each operand of a loop or branch, with the parameters that it becomes; each result, with what gives it. `operand` -1: of results alone.
struct Passage {
  int32_t called = -1;             // of which computation
  std::optional<Value> operand;    // of the instruction
  std::optional<int32_t> parameter;  // of `called`
  std::optional<int32_t> result;   // of `called`
  std::optional<int32_t> gives;    // result of the instruction
};
std::vector<Passage> PassagesOf(const Module& module, const Instruction& control);

inline bool IsControl(const Instruction& i) { return i.op == Op::kWhile || i.op == Op::kIf || i.op == Op::kCase; }
inline bool IsRealArray(const Shape& shape) { return shape.IsArray() && IsFloat(shape.element_type); }

class SignalValues {
 public:
  explicit SignalValues(const Module& module);

  bool Has(PlacedValue v) const { return group_.count(v) != 0; }
  size_t At(PlacedValue v) const { return group_.at(v); }
  size_t count() const { return members_.size(); }
  const std::vector<PlacedValue>& members(size_t group) const { return members_[group]; }
  // A constant, or one moved: takes the format of whoever uses it, or that of its own group.
  bool IsConstant(PlacedValue v) const { return constants_.count(v) != 0; }
  bool Constant(size_t group) const { return IsConstant(members_[group][0]); }
  int64_t Elements(size_t group) const;  // of all members

  // The entry, and what loops and branches of it call.
  const std::vector<int32_t>& computations() const { return computations_; }

 private:
  void Visit(int32_t computation);
  void VisitControl(int32_t computation, const Instruction& i, int32_t at);
  void Join(PlacedValue a, PlacedValue b);
  PlacedValue Root(PlacedValue v);

  const Module& m_;
  std::vector<int32_t> computations_;
  std::set<PlacedValue> constants_;
  std::map<PlacedValue, PlacedValue> parent_;
  std::map<PlacedValue, size_t> group_;
  std::vector<std::vector<PlacedValue>> members_;
};

}  // namespace mote
