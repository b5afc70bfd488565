// Formats of all values that are stored as integers: values that one format must serve are one group.
#pragma once

#include <map>
#include <set>

#include "quantize/ranges.h"
#include "quantize/steps.h"

namespace mote {

class FormatGroups {
 public:
  FormatGroups(const Module& prepared, const IntegerSteps& steps);

  bool Has(Value v) const { return group_.count(v) != 0; }
  size_t At(Value v) const { return group_.at(v); }
  size_t count() const { return members_.size(); }
  const std::vector<Value>& members(size_t group) const { return members_[group]; }
  // Constants that are stored beside a group's values.
  const RealRange& constants(size_t group) const { return constants_[group]; }
  // Results of softmaxes and nothing else: their format is given.
  bool Fixed(size_t group) const { return fixed_.count(group) != 0; }
  // Values whose range is to be observed: moved ones have that of what they were.
  const std::vector<Value>& observed() const { return observed_; }

 private:
  std::map<Value, size_t> group_;
  std::vector<std::vector<Value>> members_;
  std::vector<RealRange> constants_;
  std::set<size_t> fixed_;
  std::vector<Value> observed_;
};

// What a softmax gives: 1/256 or 1/65536 from the type's lowest value.
IntegerFormat FormatOfSoftmax(ElementType type);

struct FormatChoice {
  RangeRule rule = RangeRule::kMse;
  ElementType activations = ElementType::kS8;
  std::set<size_t> wide;  // groups that have 16 bits
  std::map<size_t, RealRange> ranges;  // of groups whose range is known to serve better than the rule's
};
// One format a group. `observed`: in the order of FormatGroups::observed.
Result<std::vector<IntegerFormat>> ChooseFormats(const Module& prepared, const IntegerSteps& steps, const FormatGroups& groups,
                                          const std::vector<Histogram>& observed, const FormatChoice& choice);

}  // namespace mote
