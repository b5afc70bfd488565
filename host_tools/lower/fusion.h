// Fusion: the groups being formed and the rules by which a producer joins a consumer's group. Used by group.cpp; not a seam.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lower/lower.h"
#include "lower/lower_rows.h"

namespace mote {

// Where a member of a group is evaluated, relative to the group's domain (the shape of its root).
enum class Relation : uint8_t {
  kSame,    // every element once, at the domain's row-major position
  kRow,     // at the position of the row: the domain's leading dimensions
  kScalar,  // one element
  kOther,   // anywhere
};

struct Use {
  Relation relation = Relation::kOther;
  double evaluations = 0;  // of elements, over the whole kernel
};

struct FormingGroup {
  Group::Kind kind{};
  int32_t root = -1;
  int32_t anchor = -1;                  // the dot or convolution of kDot, kConvolution
  std::optional<RowShape> row;          // of kRow
  std::map<int32_t, Use> members;       // and how each is evaluated
  std::set<int32_t> extra_outputs;
  double repeated_cost = 0;             // of cheap work that is evaluated more often than once an element
  std::vector<std::string> notes;       // why something stayed outside
};

class Fusion {
 public:
  Fusion(const Module& module, const Computation& computation, const LowerOptions& options);
  void Run();

  const std::vector<FormingGroup>& groups() const { return groups_; }
  const std::vector<int32_t>& alias_instructions() const { return aliases_; }

 private:
  const Instruction& At(int32_t i) const { return c_.instructions[i]; }
  void Place(int32_t p);
  bool Join(int32_t p, size_t g);
  std::string Refusal(int32_t p, FormingGroup& group, const Use& use, std::optional<RowShape>* becomes_row) const;
  int64_t RowTrips(int32_t p, const FormingGroup& group, const RowShape& row) const;
  std::string RefusalOfReduce(int32_t p, const FormingGroup& group, const Use& use, std::optional<RowShape>* becomes_row) const;
  std::optional<RowShape> RowBehind(int32_t p, const FormingGroup& group) const;
  std::string RefusalByCost(int32_t p, const FormingGroup& group, const Use& use) const;
  std::string RefusalIntoAnchor(int32_t p, const FormingGroup& group) const;
  Use UseOf(int32_t p, const FormingGroup& group) const;
  Use UseBy(const Instruction& user, size_t operand, const Use& of_user, const FormingGroup& group) const;
  bool TryExtraOutput(int32_t p, const std::set<size_t>& consumers);
  bool ReachesOutside(int32_t p, size_t g) const;
  void NewGroup(int32_t p);
  void Add(int32_t p, size_t g, const Use& use);
  double Elements(int32_t p) const;
  double Cost(int32_t p) const;
  void FindNarrow();
  bool Converges(size_t from) const;
  void FindChains();

  const Module& module_;
  const Computation& c_;
  const LowerOptions& options_;
  IdVector<std::vector<std::pair<int32_t, size_t>>> users_;
  IdVector<bool> forced_;                  // its value must be in a buffer
  IdVector<std::vector<size_t>> groups_of_;
  // widens integers for a dot or convolution, or takes their zero point away
  IdVector<bool> narrow_;
  IdVector<int32_t> chain_;                // dot or convolution whose epilogue this element-wise instruction continues, or -1
  std::vector<FormingGroup> groups_;
  std::vector<int32_t> aliases_;
};

// What FormGroups asks about an instruction.
bool IsControl(const Instruction& instruction);   // a step of its own that is no kernel
// Whether the application is called, in regions too: it sees whether, and in which order.
bool CallsHost(const Module& module, const Instruction& instruction);
bool IsAliasOperation(const Instruction& instruction);
bool IsFree(const Instruction& instruction);      // nothing but the index or a parameter goes in: recomputed where used

}  // namespace mote
