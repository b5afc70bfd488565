// Printers of the IR as text. Printing what a frontend read, reading it again and printing it gives the same text.
#pragma once

#include <string>

#include "hlo/module.h"

namespace mote {

struct PrintOptions {
  bool generic = false;             // StableHLO: only the generic spelling
  int64_t max_literal_elements = -1;  // -1: everything; otherwise longer constants are elided (text for people, not for reading back)
};
// What HLO text has and StableHLO lacks is written as "hlo.NAME", for people only: CheckStablehlo tells.
std::string PrintStablehlo(const Module& module, const PrintOptions& options = {});
// kUnsupported, naming the first operation that has no StableHLO form.
Status CheckStablehlo(const Module& module);
// HLO text. Fails with kUnsupported, naming the operation, when a construct has no HLO form.
Result<std::string> PrintHlo(const Module& module, const PrintOptions& options = {});
// one line, for messages
std::string PrintInstruction(const Module& module, const Computation& computation, const Instruction& instruction);

}  // namespace mote
