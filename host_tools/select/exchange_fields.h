// The words of an Exchange step, from the exchange in HLO (passes/lower_collectives.cpp makes those).
#pragma once

#include <optional>

#include "hlo/module.h"

namespace mote {

// Fields and parameters behind each other, as schema/step_layout.h has them; nothing for an instruction that is no exchange.
std::optional<IdVector<int64_t>> ExchangeFields(const Instruction& instruction, int64_t members);

}  // namespace mote
