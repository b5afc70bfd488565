// Fuzz target: bytes as what comes on a stream, in pieces. Frames must be those that plain code finds (tests/link/plain_frame.cpp), lie
// within the room that was given, and encode to what they were.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "link/stream_frame.h"
#include "simulator.h"

namespace mote::link_test {
namespace {

using namespace mote::runtime;
using Bytes = std::vector<uint8_t>;

constexpr size_t kRoom = 600, kGuard = 16;
constexpr uint8_t kGuardByte = 0xa5;

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "frame_decode: %s\n", what);
  std::abort();
}

// The input: pieces' lengths, then parts of the stream. A part is a byte (what to do, and 0x40 and 0x80: more bytes), a length, and bytes.
// Checksums are made here, since no fuzzer guesses them.
Bytes MakeStream(const uint8_t* data, size_t size) {
  Bytes wire;
  while (size >= 2) {
    const size_t length = std::min<size_t>(size - 2, data[1] + (data[0] >> 6) * size_t{256});
    const Bytes part(data + 2, data + 2 + length);
    switch (data[0] & 3) {
      case 0: wire.insert(wire.end(), part.begin(), part.end()); break;
      case 1: {  // a body
        const Bytes frame = EncodeFrame(part);
        wire.insert(wire.end(), frame.begin(), frame.end());
        break;
      }
      case 2: {  // a code that may be none, with its checksum
        wire.push_back(0);
        uint32_t crc = UINT32_MAX;
        for (const uint8_t byte : part) {
          if (byte == 0) continue;
          wire.push_back(byte);
          crc = Crc32c(crc, &byte, 1);
        }
        for (uint32_t i = 0; i < 5; ++i) wire.push_back(static_cast<uint8_t>(0x80 | (~crc >> 7 * i & 0x7f)));
        wire.push_back(0);
        break;
      }
      default:  // bits of what is there are wrong
        for (size_t i = 0; i + 1 < part.size() && !wire.empty(); i += 2) wire[wire.size() - 1 - part[i] % wire.size()] ^= part[i + 1];
    }
    data += 2 + length;
    size -= 2 + length;
  }
  return wire;
}

// What a receiver has room for follows from the tag, so that the plain reading knows it too.
uint32_t LimitOf(const uint8_t* head) { return (head[13] & 2) != 0 ? 512 : head[12]; }
bool IsKept(const uint8_t* head) { return (head[13] & 1) == 0; }

std::vector<Bytes> PlainFrames(const Bytes& wire) {
  std::vector<Bytes> frames;
  Bytes segment;
  for (const uint8_t byte : wire) {
    if (byte != 0) {
      segment.push_back(byte);
      continue;
    }
    const Bytes body = DecodeFrame(segment);
    segment.clear();
    const size_t head = body.empty() ? 0 : FrameBytes(body[0]);
    if (head == 0 || body.size() < head) continue;
    if (body.size() > head && (body[0] != kData || body.size() - head > LimitOf(body.data()))) continue;
    frames.push_back(body);
  }
  return frames;
}

struct Place {
  uint8_t memory[kRoom + 2 * kGuard];
  uint32_t limit = 0;
  uint8_t* at() { return memory + kGuard + (kRoom - limit); }  // its end is the end of the room
};

void ChoosePlace(void* owner, StreamDecoder* decoder) {
  Place& place = *static_cast<Place*>(owner);
  place.limit = decoder->limit = LimitOf(decoder->head);
  decoder->place = IsKept(decoder->head) ? place.at() : nullptr;
}

Bytes Encode(const Bytes& body, size_t piece) {
  StreamEncoder encoder;
  const size_t head = FrameBytes(body[0]);
  std::memcpy(encoder.head, body.data(), head);
  BeginStreamFrame(&encoder, head, body.data() + head, static_cast<uint32_t>(body.size() - head));
  Bytes wire;
  while (!StreamFrameIsOut(encoder)) {
    Bytes out(piece);
    const size_t put = EncodeStream(&encoder, out.data(), out.size());
    Require(put != 0 && put <= piece, "an encoder with room puts something, and no more");
    wire.insert(wire.end(), out.begin(), out.begin() + static_cast<ptrdiff_t>(put));
  }
  return wire;
}

void OnFrame(const StreamDecoder& decoder, Place* place, const Bytes& expected, size_t piece) {
  const size_t head = FrameBytes(decoder.head[0]);
  Require(head != 0 && decoder.bytes == expected.size(), "a frame has the length that plain code finds");
  Require(std::equal(decoder.head, decoder.head + head, expected.begin()), "a head is what plain code finds");
  if (decoder.bytes > head && IsKept(decoder.head)) {
    Require(std::equal(expected.begin() + static_cast<ptrdiff_t>(head), expected.end(), place->at()), "a payload is what plain code finds");
  }
  const Bytes again = Encode(expected, piece);
  Require(again == EncodeFrame(expected), "a frame is encoded as plain code does it");
  Require(DecodeFrame(again) == expected, "and means the same");
}

}  // namespace
}  // namespace mote::link_test

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace mote::link_test;
  if (size < 2) return 0;
  const size_t pieces[2] = {1u + data[0], 1u + data[1] % 16};
  const Bytes wire = MakeStream(data + 2, size - 2);
  const std::vector<Bytes> expected = PlainFrames(wire);
  Place place;
  std::memset(place.memory, kGuardByte, sizeof place.memory);
  StreamDecoder decoder = {};
  ResetStreamDecoder(&decoder);
  size_t found = 0;
  for (size_t at = 0, turn = 0; at < wire.size(); ++turn) {
    const Bytes piece(wire.begin() + static_cast<ptrdiff_t>(at),
                      wire.begin() + static_cast<ptrdiff_t>(std::min(wire.size(), at + pieces[turn % 2])));  // none is read behind its end
    const uint8_t* from = piece.data();
    size_t left = piece.size();
    while (DecodeStream(&decoder, &from, &left, ChoosePlace, &place)) {
      Require(found < expected.size(), "no frame that plain code does not find");
      OnFrame(decoder, &place, expected[found], pieces[1]);
      ++found;
    }
    Require(left == 0 && from == piece.data() + piece.size(), "all of a piece is read");
    at += piece.size();
  }
  Require(found == expected.size(), "every frame that plain code finds");
  for (size_t i = 0; i < kGuard; ++i) {
    Require(place.memory[i] == kGuardByte && place.memory[kGuard + kRoom + i] == kGuardByte, "nothing is written beside the room");
  }
  for (size_t i = 0; i < kRoom - 512; ++i) Require(place.memory[kGuard + i] == kGuardByte, "nothing is written in front of the room");
  return 0;
}
