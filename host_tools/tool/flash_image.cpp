// Intel HEX in, UF2 out.
#include "tool/flash_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace mote {

namespace {

enum class Record : uint8_t { kData = 0, kEnd = 1, kSegment = 2, kSegmentStart = 3, kLinear = 4, kLinearStart = 5 };

std::optional<uint8_t> Nibble(char c) {
  if (c >= '0' && c <= '9') return static_cast<uint8_t>(c - '0');
  if (c >= 'A' && c <= 'F') return static_cast<uint8_t>(c - 'A' + 10);
  if (c >= 'a' && c <= 'f') return static_cast<uint8_t>(c - 'a' + 10);
  return std::nullopt;
}

// The bytes of ":10…", its sum with them; nothing where the line is none, or its length or sum is wrong.
std::optional<std::vector<uint8_t>> BytesOf(std::string_view line) {
  if (line.size() < 11 || line[0] != ':' || line.size() % 2 == 0) return std::nullopt;
  std::vector<uint8_t> bytes;
  uint8_t sum = 0;
  for (size_t at = 1; at < line.size(); at += 2) {
    const std::optional<uint8_t> high = Nibble(line[at]), low = Nibble(line[at + 1]);
    if (!high || !low) return std::nullopt;
    bytes.push_back(static_cast<uint8_t>(*high << 4 | *low));
    sum = static_cast<uint8_t>(sum + bytes.back());
  }
  if (sum != 0 || bytes.size() != size_t{bytes[0]} + 5) return std::nullopt;
  return bytes;
}

void Put(FlashImage& image, uint32_t address, uint8_t byte) {
  auto [page, is_new] = image.try_emplace(address - address % kFlashPage);
  if (is_new) page->second.fill(0xff);
  page->second[address % kFlashPage] = byte;
}

}  // namespace

Result<FlashImage> ReadIntelHex(std::string_view text) {
  FlashImage image;
  uint32_t base = 0, number = 0;
  for (bool ended = false; !ended;) {
    if (text.empty()) return Error(Rule::kSyntax, "an Intel HEX file ends with the record :00000001FF");
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::optional<std::vector<uint8_t>> record = BytesOf(line);
    if (!record) return Error(Rule::kSyntax, "no record of Intel HEX, or its length or sum is wrong", {number, 1, 0});
    const std::vector<uint8_t>& bytes = *record;
    const uint32_t offset = uint32_t{bytes[1]} << 8 | bytes[2], value = bytes[0] == 2 ? uint32_t{bytes[4]} << 8 | bytes[5] : 0;
    switch (static_cast<Record>(bytes[3])) {
      case Record::kData:
        for (uint32_t i = 0; i < bytes[0]; ++i) Put(image, base + offset + i, bytes[4 + i]);
        break;
      case Record::kEnd: ended = true; break;
      case Record::kSegment: base = value << 4; break;
      case Record::kLinear: base = value << 16; break;
      case Record::kSegmentStart:
      case Record::kLinearStart: break;
      default: return Error(Rule::kSyntax, fmt::format("a record of kind {}, which Intel HEX has not", bytes[3]), {number, 1, 0});
    }
  }
  return image;
}

std::vector<uint8_t> WriteUf2(const FlashImage& image, uint32_t family) {
  constexpr size_t kBlock = 512, kEndMark = kBlock - 4;
  constexpr uint32_t kFamilyIsGiven = 0x2000;
  std::vector<uint8_t> file;
  uint32_t number = 0;
  for (const auto& [address, page] : image) {
    std::vector<uint8_t> block;
    const auto word = [&](uint32_t w) {
      for (int shift = 0; shift < 32; shift += 8) block.push_back(static_cast<uint8_t>(w >> shift));
    };
    const auto blocks = static_cast<uint32_t>(image.size());
    for (const uint32_t w : {0x0A324655u, 0x9E5D5157u, kFamilyIsGiven, address, kFlashPage, number++, blocks, family}) word(w);
    block.insert(block.end(), page.begin(), page.end());
    block.resize(kEndMark);
    word(0x0AB16F30u);
    file.insert(file.end(), block.begin(), block.end());
  }
  return file;
}

}  // namespace mote
