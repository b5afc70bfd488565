// Expansions of whole operations, a file each: what expand.cpp chooses from. Nothing means: stays as it is, and whoever lowers it says why
// not.
#pragma once

#include <optional>
#include <vector>

#include "passes/emitter.h"

namespace mote {

using Results = std::optional<IdVector<Value>>;

Results ExpandBatchNormInference(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandBatchNormTraining(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandBatchNormGrad(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandCholesky(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandTriangularSolve(ModuleEmitter& emitter, const Instruction& instruction);
// Custom calls of hlo/linear_algebra_call.h; `routines`: but those that hosts have one for.
Results ExpandLinearAlgebra(ModuleEmitter& emitter, const Instruction& instruction, bool routines);
// lgamma, digamma, zeta, polygamma, erf_inv, bessel_i1e
Results ExpandSpecialFunction(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandRngBitGenerator(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandSort(const Module& module, ModuleEmitter& emitter, const Instruction& instruction);
// By a sort where the target has that as one step.
Results ExpandTopK(ModuleEmitter& emitter, const Instruction& instruction, bool by_sort);
// Whether nothing is left to do: lines of one element or none.
bool IsSorted(const ModuleEmitter& emitter, const Instruction& sort);
Results ExpandEinsum(ModuleEmitter& emitter, const Instruction& instruction);  // of one operand and of two
Results ExpandTorchIndexSelect(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandScaledDot(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandRaggedDot(ModuleEmitter& emitter, const Instruction& instruction);
// Puts a computation's instructions in line, expanded themselves.
using InlineBody = std::function<IdVector<Value>(ModuleEmitter&, int32_t computation, const IdVector<Value>& arguments)>;
Results ExpandScan(const InlineBody& inlined, ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandStochasticConvert(ModuleEmitter& emitter, const Instruction& instruction);
// `rows`: into a scatter that has a kernel, where there is one (hlo/row_scatter.h).
Results ExpandScatter(const Module& module, ModuleEmitter& emitter, const Instruction& instruction, bool rows);
Results ExpandSelectAndScatter(const Module& module, ModuleEmitter& emitter, const Instruction& instruction);

}  // namespace mote
