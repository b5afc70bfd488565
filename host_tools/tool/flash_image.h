// What a microcontroller's flash is to hold, read from Intel HEX and written as UF2. Not a linker: the image comes from objcopy.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"

namespace mote {

inline constexpr uint32_t kFlashPage = 256;  // bytes, of a block of UF2
// By address, a multiple of kFlashPage; bytes that the image leaves are 0xff, as erased flash is.
using FlashImage = std::map<uint32_t, std::array<uint8_t, kFlashPage>>;

// Records of data, of segment and linear addresses, of starts (which are passed over) and the end; sums and lengths must be right.
Result<FlashImage> ReadIntelHex(std::string_view text);
// Blocks of 512 bytes in the order of their addresses, for boards with this family id.
std::vector<uint8_t> WriteUf2(const FlashImage& image, uint32_t family);

}  // namespace mote
