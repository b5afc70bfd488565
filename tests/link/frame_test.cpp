// Frames of streams: the product's code against plain code (plain_frame.cpp), whatever the pieces; damage is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "link/stream_frame.h"
#include "simulator.h"

namespace mote::link_test {
namespace {

using namespace mote::runtime;
using Bytes = std::vector<uint8_t>;

Bytes Body(fault::Random* random, size_t payload, uint32_t zeros) {
  Bytes body(sizeof(DataFrame) + payload);
  for (uint8_t& byte : body) byte = random->Percent(zeros) ? 0 : static_cast<uint8_t>(random->Next());
  body[0] = kData;
  return body;
}

Bytes Encode(const Bytes& body, fault::Random* random) {
  StreamEncoder encoder;
  std::memcpy(encoder.head, body.data(), sizeof(DataFrame));
  BeginStreamFrame(&encoder, sizeof(DataFrame), body.data() + sizeof(DataFrame), static_cast<uint32_t>(body.size() - sizeof(DataFrame)));
  Bytes wire;
  while (!StreamFrameIsOut(encoder)) {
    uint8_t piece[64];
    const size_t put = EncodeStream(&encoder, piece, 1 + random->Below(sizeof piece));
    wire.insert(wire.end(), piece, piece + put);
  }
  return wire;
}

struct Received {
  std::vector<Bytes> frames;
  uint8_t payload[700];
};

// Frames in `wire`, handed over in random pieces.
std::vector<Bytes> Decode(const Bytes& wire, fault::Random* random) {
  Received received;
  StreamDecoder decoder = {};
  ResetStreamDecoder(&decoder);
  const PlacePayload place = [](void* owner, StreamDecoder* d) {
    d->place = static_cast<Received*>(owner)->payload;
    d->limit = sizeof static_cast<Received*>(owner)->payload;
  };
  for (size_t at = 0; at < wire.size();) {
    const size_t piece = std::min<size_t>(wire.size() - at, 1 + random->Below(90));
    const uint8_t* data = wire.data() + at;
    size_t size = piece;
    while (DecodeStream(&decoder, &data, &size, place, &received)) {
      const size_t head = FrameBytes(decoder.head[0]);
      Bytes body(decoder.head, decoder.head + head);
      body.insert(body.end(), received.payload, received.payload + decoder.bytes - head);
      received.frames.push_back(body);
    }
    at += piece;
  }
  return received.frames;
}

TEST(StreamFrame, Crc32cOfTheCheckString) {
  EXPECT_EQ(~Crc32c(UINT32_MAX, reinterpret_cast<const uint8_t*>("123456789"), 9), 0xe3069283u);
  uint8_t copy[9];
  EXPECT_EQ(~CopyCrc32c(UINT32_MAX, copy, reinterpret_cast<const uint8_t*>("123456789"), 9), 0xe3069283u);
  EXPECT_EQ(std::memcmp(copy, "123456789", 9), 0);
}

TEST(StreamFrame, AsPlainCodeHasIt) {
  fault::Random random(1);
  for (int round = 0; round < 3000; ++round) {
    const size_t payload = random.OneIn(3) ? random.Pick<size_t>({0, 1, 237, 238, 239, 240, 492, 493, 494, 511, 512}) : random.Below(513);
    const Bytes body = Body(&random, payload, random.Pick<uint32_t>({0, 0, 1, 20, 95, 100}));
    const Bytes wire = Encode(body, &random);
    ASSERT_EQ(wire, EncodeFrame(body)) << round;
    ASSERT_EQ(std::count(wire.begin(), wire.end(), 0), 2);
    ASSERT_EQ(DecodeFrame(wire), body);
    const std::vector<Bytes> frames = Decode(wire, &random);
    ASSERT_EQ(frames.size(), 1u) << round;
    ASSERT_EQ(frames[0], body);
  }
}

// What LINK.md promises where no byte becomes a zero and no zero another byte.
TEST(StreamFrame, UpToFiveBitsAndBurstsAreFound) {
  fault::Random random(2);
  const Bytes wire = Encode(Body(&random, 512, 2), &random);
  int tried = 0;
  for (int round = 0; round < 30000; ++round) {
    Bytes damaged = wire;
    if (round % 2 == 0) {
      for (uint32_t n = 1 + random.Below(5); n != 0; --n) {
        const uint32_t bit = 8 + random.Below(static_cast<uint32_t>(wire.size() - 2) * 8);
        damaged[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
      }
    } else {
      const uint32_t first = 8 + random.Below(static_cast<uint32_t>(wire.size() - 2) * 8 - 32);
      const uint64_t pattern = random.Next() | 1;
      for (uint32_t i = 0; i < 32; ++i) damaged[(first + i) / 8] ^= static_cast<uint8_t>((pattern >> i & 1) << (first + i) % 8);
    }
    if (damaged == wire || std::count(damaged.begin(), damaged.end(), 0) != 2) continue;
    ++tried;
    ASSERT_TRUE(Decode(damaged, &random).empty()) << round;
  }
  EXPECT_GT(tried, 20000);
}

TEST(StreamFrame, EveryBitByItself) {
  fault::Random random(3);
  const Bytes wire = Encode(Body(&random, 100, 10), &random);
  for (size_t bit = 0; bit < wire.size() * 8; ++bit) {
    Bytes damaged = wire;
    damaged[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    const std::vector<Bytes> frames = Decode(damaged, &random);
    const bool first_zero = bit < 8;  // noise in front of a frame, which then begins late
    ASSERT_TRUE(frames.empty() || (first_zero && frames.size() == 1)) << bit;
  }
}

TEST(StreamFrame, ACutFrameIsNone) {
  fault::Random random(4);
  const Bytes body = Body(&random, 300, 5);
  for (size_t taken = 0; taken < 320; ++taken) {
    StreamEncoder encoder;
    std::memcpy(encoder.head, body.data(), sizeof(DataFrame));
    BeginStreamFrame(&encoder, sizeof(DataFrame), body.data() + sizeof(DataFrame), 300);
    Bytes wire(400);
    size_t put = taken == 0 ? 0 : EncodeStream(&encoder, wire.data(), taken);
    const bool was_out = StreamFrameIsOut(encoder);
    CutStreamFrame(&encoder);
    put += EncodeStream(&encoder, wire.data() + put, 2);
    wire.resize(put);
    ASSERT_TRUE(StreamFrameIsOut(encoder));
    if (!was_out) {
      ASSERT_TRUE(Decode(wire, &random).empty()) << taken;
    }
    const Bytes next = Encode(body, &random);
    wire.insert(wire.end(), next.begin(), next.end());
    ASSERT_GE(Decode(wire, &random).size(), 1u) << taken;  // and the next one is whole
  }
}

}  // namespace
}  // namespace mote::link_test
