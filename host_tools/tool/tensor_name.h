// Names of arrays in files against names of a program's parameters, inputs and outputs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mote {

// The parts between / . [ ] and quotes: "params['Dense_0']['kernel']" and "params/Dense_0/kernel" both give params, Dense_0, kernel.
std::vector<std::string> NameParts(std::string_view name);

// How well a file's array fits a parameter of this name, 0: not. 4: the same text; 3: the same parts; 2: the same but for the parameter's
// first part, which is the name of a Python argument; 1: the array's parts end the parameter's, or the parameter's but the first end the
// array's.
int NameFit(std::string_view array, std::string_view parameter);

// 3 of "3".
std::optional<size_t> AsNumber(std::string_view text);

// "arr_" and 3 of "arr_3"; nothing without a number at the end.
struct NumberedName {
  std::string stem;
  size_t number = 0;
};
std::optional<NumberedName> AsNumberedName(std::string_view name);

}  // namespace mote
