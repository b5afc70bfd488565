// What the StableHLO printer's files share: constants and attributes as MLIR text. Internal to hlo/.
#pragma once

#include <map>
#include <string>

#include "hlo/module.h"

namespace mote {

std::string Quoted(const std::string& text);               // "a\22b": MLIR's escapes
std::string SymbolText(const std::string& name);           // @name or @"a name"
std::string BracketText(const std::vector<int64_t>& ints);  // [1, 2]
std::string OneLine(const std::string& text);              // runs of blanks and line ends become one blank

// dense<…> without the type. `max_elements` < 0: everything.
std::string DenseText(const Literal& literal, int64_t max_elements);
// A float as MLIR writes it in dense<…>: six decimals when exact, else the shortest of its default form, else the bit pattern.
std::string FloatText(ElementType type, double value, uint64_t bits);

// The attributes of an instruction in the generic spelling, by StableHLO key; struct-like ones put together.
std::map<std::string, std::string> AttributeTexts(const Module& module, const Instruction& instruction, int64_t max_elements);
// [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]
std::string ConvolutionDimensionsText(const Instruction& instruction);

}  // namespace mote
