// The `algorithm` attribute of dot_general: which combinations exist at all. Not which of them a target offers.
#pragma once

#include <optional>
#include <string>

#include "hlo/diagnostic.h"
#include "hlo/element_type.h"

namespace mote {

// `text` is #stablehlo.dot_algorithm<…> or its pretty form <…>. kAttribute when a field is malformed or the combination is unknown.
Status CheckDotAlgorithm(const std::string& text);

// HLO text has one word for a combination: dot_bf16_bf16_f32_x3. "any_f8" stands for the operands' types. Nothing for an unknown word.
std::optional<std::string> DotAlgorithmFromHlo(const std::string& word, ElementType lhs, ElementType rhs);
// The word of HLO text for `text`; nothing when it has none.
std::optional<std::string> DotAlgorithmToHlo(const std::string& text);

}  // namespace mote
