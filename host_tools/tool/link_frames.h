// The frames of links as data (schema/link_fields.def): what `mote link trace` prints of them, and the dissector that it writes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mote {

enum class LinkFieldKind { k_decimal, k_hex, k_members, k_bytes, k_types, k_flags, k_reasons, k_phases, k_verdicts, k_asks };

struct LinkField {
  const char* name;
  uint32_t offset, bytes;
  LinkFieldKind kind;
  const char* text;
};

struct LinkFrame {
  const char* name;
  uint8_t type, version;
  const char* text;
  std::vector<LinkField> fields;

  uint32_t Bytes() const { return fields.back().offset + fields.back().bytes; }
};

const std::vector<LinkFrame>& LinkFrames();
// The frame that these bytes are; null: none, or cut.
const LinkFrame* LinkFrameOf(std::span<const uint8_t> body);
// Of kinds that are lists: numbers and what they are called.
std::vector<std::pair<uint32_t, std::string>> LinkNames(LinkFieldKind kind);
// "hello  flag calls, nonce 0x12345678, …, 12 bytes"; `size` is that of the whole frame, of which `body` may be the beginning.
std::string DescribeLinkFrame(std::span<const uint8_t> body, size_t size);

// A dissector of traces for Wireshark and tshark, in Lua.
std::string LinkDissector();

}  // namespace mote
