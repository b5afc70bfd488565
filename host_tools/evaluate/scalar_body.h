// The computation of a region on scalars: reducers, comparators, combiners, map. Flattened once into lane functions over registers; what
// cannot be flattened (nested control flow, captured arrays) is run as a computation, lane by lane.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "evaluate/lanes.h"
#include "evaluate/operation.h"

namespace mote::evaluation {

class ScalarBody {
 public:
  static constexpr int64_t kLanes = 128;

  // Trailing parameters of the computation take `captures`.
  static Result<ScalarBody> Make(Context& context, int32_t computation, Values captures);

  // n <= kLanes lanes of every argument, in compute form; results are written after all of them are computed and may alias arguments.
  Status Run(int64_t n, const std::vector<const void*>& arguments, const std::vector<void*>& results);

  // The operation, when the body is one binary operation on its two parameters, in their type.
  std::optional<Op> SingleOperation() const { return single_; }
  // True when the body returns its second parameter: an overwriting scatter.
  bool ReturnsSecond() const { return returns_second_; }

 private:
  struct Step {
    LaneKernel kernel;
    const Instruction* instruction;
    int in[3];
    int out;
    ElementType operand, result;
  };
  struct Slot {
    int reg = -1;
    std::vector<int> tuple;
  };
  using Slots = std::vector<std::vector<Slot>>;

  bool Flatten(const Module& module, const Computation& computation, const std::vector<Slot>& arguments, int depth,
               std::vector<Slot>* results);
  bool FlattenInstruction(const Module& module, const Instruction& instruction, Slots& slots, size_t index, int depth);
  int NewRegister(ElementType type);
  int ConstantRegister(const Literal& scalar);
  void FindShortcuts();
  Status RunAsComputation(int64_t n, const std::vector<const void*>& arguments, const std::vector<void*>& results);

  Context* context_ = nullptr;
  int32_t computation_ = -1;
  Values captures_;
  bool flat_ = false;
  size_t own_parameters_ = 0;
  std::vector<Step> steps_;
  IdVector<std::vector<Complex>> registers_;
  IdVector<ElementType> register_types_;
  IdVector<const void*> sources_;   // where each register is read: its own memory, or an argument
  std::vector<int> result_registers_;
  IdVector<Shape> result_shapes_;
  std::vector<ElementType> result_types_;
  std::optional<Op> single_;
  bool returns_second_ = false;
};

}  // namespace mote::evaluation
