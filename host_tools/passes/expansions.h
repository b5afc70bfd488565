// Expansions of whole operations, a file each: what expand.cpp chooses from. Nothing means: stays as it is, and whoever lowers it says why
// not.
#pragma once

#include <optional>
#include <vector>

#include "passes/emitter.h"

namespace mote {

using Results = std::optional<std::vector<Value>>;

Results ExpandBatchNormInference(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandBatchNormTraining(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandBatchNormGrad(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandCholesky(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandTriangularSolve(ModuleEmitter& emitter, const Instruction& instruction);
// lgamma, digamma, zeta, polygamma, erf_inv, bessel_i1e
Results ExpandSpecialFunction(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandRngBitGenerator(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandSort(const Module& module, ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandTopK(ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandScatter(const Module& module, ModuleEmitter& emitter, const Instruction& instruction);
Results ExpandSelectAndScatter(const Module& module, ModuleEmitter& emitter, const Instruction& instruction);
// A collective of a program for one device, replica_id and partition_id.
Results ExpandCollectiveOfOne(const Module& module, ModuleEmitter& emitter, const Instruction& instruction);

}  // namespace mote
