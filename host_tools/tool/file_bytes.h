// Whole files in and out, and tensors among them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/literal.h"

namespace mote {

Result<std::string> ReadFile(const std::string& path);
Status WriteFile(const std::string& path, std::span<const uint8_t> bytes);
inline Status WriteFile(const std::string& path, std::string_view text) {
  return WriteFile(path, std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}
// A .npy file's array, errors under its name; `expected` as for ReadNpy.
Result<Literal> ReadArray(const std::string& path, ElementType expected);
// A .npy file as a value of `shape`: same element type and dimensions, or an error with both.
Result<Literal> ReadTensor(const std::string& path, const Shape& shape, const std::string& role);

}  // namespace mote
