// What einsum_config says: a label per dimension of every operand and of the result. Not the sizes: those are the type rule's.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"

namespace mote {

struct EinsumLabels {
  std::vector<std::string> operands;
  std::string result;
};

// Of "ij,jk->ik" or "...ij,...jk->...ik" for operands of these ranks. The dimensions of an ellipsis have the labels 1, 2, … counted from
// the right, so that they align there; a size of 1 among them stretches (IsEllipsisLabel). Errors: kAttribute, kCount.
Result<EinsumLabels> ReadEinsum(const std::string& config, std::span<const int> ranks);
inline bool IsEllipsisLabel(char label) { return label > 0 && label < ' '; }

}  // namespace mote
