// Units of 1024.
#include "tool/byte_size.h"

#include <charconv>

namespace mote {

bool ParseByteSize(const std::string& text, int64_t& bytes) {
  bytes = 0;
  if (text.empty()) return true;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), bytes);
  if (parsed.ec != std::errc() || bytes < 0) return false;
  const std::string unit(parsed.ptr, text.data() + text.size());
  const int shift = unit.empty() || unit == "B"    ? 0
                    : unit == "K" || unit == "KiB" ? 10
                    : unit == "M" || unit == "MiB" ? 20
                    : unit == "G" || unit == "GiB" ? 30
                                                   : -1;
  return shift >= 0 && !__builtin_mul_overflow(bytes, int64_t{1} << shift, &bytes);
}

std::string FormatBytes(int64_t bytes) {
  std::string digits = std::to_string(bytes);
  for (int at = static_cast<int>(digits.size()) - 3; at > (bytes < 0 ? 1 : 0); at -= 3) digits.insert(at, " ");
  return digits + " B";
}

}  // namespace mote
