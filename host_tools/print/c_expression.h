// The C text of single operations and literals, for the C printer.
#pragma once

#include <array>
#include <string>

#include "kernel/kernel.h"

namespace mote {

const char* CTypeOf(Reg reg);
std::string CLiteral(Reg reg, uint64_t bits);

// An operand: its text, and its bits when it is a literal.
struct COperand {
  std::string text;
  bool literal = false;
  uint64_t bits = 0;
};
// The value of a pure operation.
std::string CExpression(const Node& node, const std::array<COperand, 3>& in);

// The type of a buffer's elements, and an element as register value and back.
const char* CElementType(ElementType type);
std::string CWiden(ElementType type, Reg reg, const std::string& element);
std::string CNarrow(ElementType type, const std::string& value);

}  // namespace mote
