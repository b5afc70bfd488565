// What is wrong with an Exchange step's members and with the part that it is, in words; empty: nothing. By sets, not by the runtime's
// places.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "audit/effects.h"

namespace mote::audit {

std::string WrongMembers(const std::vector<int64_t>& fields, const std::vector<uint32_t>& params, int64_t members);

// Of a block: each start has its done, one exchange is under way at a time, nothing waits meanwhile, and nobody writes what is sent or
// touches the result. Problems are appended.
void AuditParts(const ReadVariantResult& variant, const std::vector<ReadStep>& steps, const std::vector<Effect>& effects,
                std::vector<std::string>& problems);

}  // namespace mote::audit
