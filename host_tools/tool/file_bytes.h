// Whole files in and out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"

namespace mote {

// "-" is standard input, or standard output.
Result<std::string> ReadFile(const std::string& path);
Status WriteFile(const std::string& path, std::span<const uint8_t> bytes);
inline Status WriteFile(const std::string& path, std::string_view text) {
  return WriteFile(path, std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

}  // namespace mote
