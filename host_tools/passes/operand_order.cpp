// The canonical order of a computation.
#include "passes/operand_order.h"

#include "passes/emitter.h"

namespace mote {
namespace {

class Sorter {
 public:
  explicit Sorter(const Computation& old) : old_(old), fresh_(EmptyLike(old)), place_(old.instructions.size(), -1) {}

  Computation Run() {
    for (int32_t i = 0; i < old_.instructions.count(); ++i) {
      if (!IsPure(old_.instructions[i])) Place(i);  // parameters among them, first
    }
    for (const Value& result : old_.results) {
      Place(result.instruction);
      fresh_.results.push_back(Moved(result));
    }
    return std::move(fresh_);
  }

 private:
  Value Moved(Value v) const { return {place_[v.instruction], v.result}; }

  // Appends what `root` needs, then `root`. A stack of its own: chains of operands are as long as programs.
  void Place(int32_t root) {
    std::vector<std::pair<int32_t, size_t>> open{{root, 0}};  // an instruction and its next operand
    while (!open.empty()) {
      auto& [i, next] = open.back();
      const Instruction& instruction = old_.instructions[i];
      if (place_[i] >= 0) {
        open.pop_back();
      } else if (next < instruction.operands.size()) {
        const int32_t operand = instruction.operands[next++].instruction;
        open.push_back({operand, 0});
      } else {
        Instruction copy = instruction;
        for (Value& operand : copy.operands) operand = Moved(operand);
        place_[i] = fresh_.instructions.count();
        fresh_.instructions.push_back(std::move(copy));
        open.pop_back();
      }
    }
  }

  const Computation& old_;
  Computation fresh_;
  IdVector<int32_t> place_;
};

}  // namespace

Computation InOperandOrder(const Computation& computation) { return Sorter(computation).Run(); }

}  // namespace mote
