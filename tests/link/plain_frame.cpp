// Frames by plain code, bit by bit and all at once: a witness of stream_frame.cpp, and what a hostile member makes its frames with.
#include "simulator.h"

namespace mote::link_test {
namespace {

uint32_t PlainCrc(const std::vector<uint8_t>& bytes, size_t size) {
  uint32_t crc = UINT32_MAX;
  for (size_t i = 0; i < size; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? crc >> 1 ^ UINT32_C(0x82f63b78) : crc >> 1;
  }
  return ~crc;
}

}  // namespace

std::vector<uint8_t> EncodeFrame(const std::vector<uint8_t>& body) {
  std::vector<uint8_t> out = {0};
  size_t code = out.size();
  out.push_back(1);
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] == 0) {
      code = out.size();
      out.push_back(1);
      continue;
    }
    out.push_back(body[i]);
    if (++out[code] == 255 && i + 1 < body.size()) {
      code = out.size();
      out.push_back(1);
    }
  }
  const std::vector<uint8_t> encoded(out.begin() + 1, out.end());
  const uint32_t crc = PlainCrc(encoded, encoded.size());
  for (int i = 0; i < 5; ++i) out.push_back(static_cast<uint8_t>(0x80 | (static_cast<uint64_t>(crc) >> (7 * i) & 0x7f)));
  out.push_back(0);
  return out;
}

std::vector<uint8_t> DecodeFrame(const std::vector<uint8_t>& wire) {
  std::vector<uint8_t> code;
  for (const uint8_t byte : wire) {
    if (byte != 0) code.push_back(byte);
  }
  if (code.size() < 7) return {};
  const size_t size = code.size() - 5;
  uint64_t crc = 0;
  for (int i = 0; i < 5; ++i) {
    if (code[size + i] < 0x80) return {};
    crc |= static_cast<uint64_t>(code[size + i] & 0x7f) << (7 * i);
  }
  if (crc != PlainCrc(code, size)) return {};
  std::vector<uint8_t> body;
  for (size_t at = 0; at < size;) {
    const size_t run = code[at];
    if (at + run > size) return {};
    body.insert(body.end(), code.begin() + at + 1, code.begin() + at + run);
    at += run;
    if (run < 255 && at < size) body.push_back(0);
  }
  return body;
}

}  // namespace mote::link_test
