// Fusion: what it knows before it forms groups, of dots and convolutions: which converts they read through, and which element-wise
// instructions are their epilogues.
#include <algorithm>
#include <set>

#include "lower/emitter.h"
#include "lower/fusion.h"
#include "lower/routine.h"

namespace mote {

constexpr size_t kMostMade = 128;  // values that are looked through

// Converts from narrow integers, and subtractions of a zero point behind them, that lead to dots or convolutions: these read the narrow
// ones, so that nothing is stored wider than it is.
void Fusion::FindNarrow() {
  for (size_t i = 0; i < c_.instructions.size(); ++i) {
    const Instruction& instruction = c_.instructions[i];
    if (instruction.shapes.size() != 1 || instruction.shapes[0].element_type != ElementType::kS32) continue;
    if (instruction.op == Op::kConvert) narrow_[i] = WidensExactly(c_.shape(instruction.operands[0]).element_type, ElementType::kS32);
    if (!InFamily(instruction.op, Family::kMove) && !ZeroPointOf(c_, instruction)) continue;
    narrow_[i] = narrow_[instruction.operands[0].instruction];
  }
  for (size_t i = c_.instructions.size(); i-- > 0;) {
    const bool used = std::any_of(users_[i].begin(), users_[i].end(), [&](const auto& use) {
      return InFamily(At(use.first).op, Family::kProduct) || narrow_[use.first];
    });
    narrow_[i] = narrow_[i] && used;
  }
}

// Whether element-wise instructions of its own shape alone use a value, and of all that they and their like make one leaves them: a
// requantization takes its sum apart and puts it together again.
bool Fusion::Converges(size_t from) const {
  const Dims& dims = c_.instructions[from].shape().dims;
  std::vector<size_t> made{from};
  std::set<size_t> exits;
  for (size_t at = 0; at < made.size() && made.size() <= kMostMade; ++at) {
    if (forced_[made[at]]) exits.insert(made[at]);
    for (const auto& [user, operand] : users_[made[at]]) {
      const auto next = static_cast<size_t>(user);
      const bool continues = IsPerElement(At(user), c_) && !narrow_[next] && At(user).shape().dims == dims;
      if (!continues) exits.insert(made[at]);
      else if (std::find(made.begin(), made.end(), next) == made.end()) made.push_back(next);
    }
  }
  return made.size() <= kMostMade && exits.size() == 1 && *exits.begin() != from;
}

// An element-wise instruction that alone uses a dot or convolution, or such a chain, continues its epilogue.
void Fusion::FindChains() {
  for (size_t i = 0; i < c_.instructions.size(); ++i) {
    const Instruction& instruction = c_.instructions[i];
    if (InFamily(instruction.op, Family::kProduct)) chain_[i] = static_cast<int32_t>(i);
    if (!IsPerElement(instruction, c_) || narrow_[i]) continue;
    for (const Value& operand : instruction.operands) {
      const size_t from = operand.instruction;
      if (chain_[from] < 0 || forced_[from] || c_.shape(operand).dims != instruction.shape().dims) continue;
      const bool alone =
          std::all_of(users_[from].begin(), users_[from].end(), [&](const auto& use) { return use.first == static_cast<int32_t>(i); });
      if (alone || Converges(from)) chain_[i] = std::max(chain_[i], chain_[from]);
    }
  }
}

}  // namespace mote
