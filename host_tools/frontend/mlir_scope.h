// Names of SSA values while a function or region is read, and how regions are closed: a value used from outside becomes a capture.
#pragma once

#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hlo/module.h"

namespace mote {

// What one operation's regions use from the scope around it, in order of first use. Shared by all regions of the operation,
// since each of them receives every capture.
struct CaptureList {
  IdVector<Value> values;  // of the scope around the operation
  IdVector<std::string> names;
  std::map<Value, int32_t> index;
};

// `count` values bound to one name.
struct Binding {
  Value first;
  int32_t count = 1;
  bool poisoned = false;  // defined by an operation that had an error: its uses are not reported again
};

// A computation being built. Until Close, captured value number k stands as instruction kFirstCapture - k.
class MlirScope {
 public:
  static constexpr int32_t kFirstCapture = -2;
  enum class Find { kFound, kMissing, kPoisoned, kNoSuchResult };

  MlirScope() = default;
  MlirScope(MlirScope* parent, CaptureList* captures, Location operation) : operation_(operation), parent_(parent), captures_(captures) {}

  Computation& computation() { return computation_; }
  Location operation() const { return operation_; }  // that the region belongs to
  // What it returns depends on an operation that had an error.
  void Poison() { poisoned_ = true; }
  bool poisoned() const { return poisoned_; }
  // False when the name is taken.
  bool Bind(std::string_view name, Binding binding) { return names_.emplace(name, binding).second; }
  Find Lookup(std::string_view name, int32_t result, Value* value);
  const Shape& ShapeOf(Value value) const;
  Value AddParameter(const Shape& shape, std::string_view name, Location location);
  // What users call the last parameter; nothing happens for an empty label.
  void NameParameter(const std::string& label) {
    if (!label.empty()) computation_.parameter_names.back() = label;
  }
  // A label that several parameters have ("XLA_Args" of TensorFlow) names none of them: they keep the names of the source.
  void DropSharedLabels();
  // Makes the captures trailing parameters and renumbers. To be called once, when all regions of the operation are read.
  Computation Close();
  // The nearest bound name within edit distance 2, visible from here; for "did you mean".
  std::string_view Nearest(std::string_view name) const;

 private:
  Find LookupBinding(std::string_view name, int32_t result, Value* value) const;

  Computation computation_;
  std::unordered_map<std::string_view, Binding> names_;
  Location operation_;
  bool poisoned_ = false;
  MlirScope* parent_ = nullptr;      // null for a function
  CaptureList* captures_ = nullptr;  // null for a function
};

}  // namespace mote
