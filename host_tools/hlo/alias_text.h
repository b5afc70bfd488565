// Which operand a custom call's result may share its memory with, in the spellings of the two text dialects:
// HLO {{0}: (1, {})}, StableHLO [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices =
// []>].
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mote {

// Nothing when the text is not of the form.
std::optional<std::string> AliasesFromHlo(std::string_view text);
std::optional<std::string> AliasesToHlo(std::string_view text);

}  // namespace mote
