// Sealed mediums (mote/seal.h) in memory: what passes, what is refused, and that nothing of what is refused changes a session.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "plain_cipher.h"
#ifdef MOTE_TEST_MBEDTLS
#include "mbedtls/mote_mbedtls.h"
#endif

namespace mote::link_test {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes Hex(const std::string& text) {
  Bytes bytes;
  for (size_t i = 0; i < text.size(); i += 2) bytes.push_back(static_cast<uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return bytes;
}

uint64_t random_state = 1;

std::vector<mote_cipher> Ciphers() {
  std::vector<mote_cipher> ciphers = {PlainCipher(&random_state)};
#ifdef MOTE_TEST_MBEDTLS
  ciphers.push_back(mote_mbedtls_cipher());
#endif
  return ciphers;
}

// RFC 8439, section 2.8.2; of nothing, appendix A.5's structure is covered by `open`.
TEST(Cipher, AsTheRfcSays) {
  const std::string plain =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";
  const Bytes head = Hex("50515253c0c1c2c3c4c5c6c7"), nonce = Hex("070000004041424344454647");
  const Bytes key = Hex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
  const Bytes sealed = Hex(
      "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
      "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b6116");
  const Bytes tag = Hex("1ae10b594f09e26a7e902ecbd0600691");
  for (const mote_cipher& cipher : Ciphers()) {
    Bytes data(plain.begin(), plain.end()), own_tag(16);
    ASSERT_EQ(cipher.seal(cipher.user, key.data(), nonce.data(), head.data(), head.size(), data.data(), data.size(), own_tag.data()), 1);
    EXPECT_EQ(data, sealed);
    EXPECT_EQ(own_tag, tag);
    for (size_t bit = 0; bit < 128; bit += 9) {
      Bytes wrong = tag, copy = sealed;
      wrong[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
      EXPECT_EQ(cipher.open(cipher.user, key.data(), nonce.data(), head.data(), head.size(), copy.data(), copy.size(), wrong.data()), 0);
    }
    ASSERT_EQ(cipher.open(cipher.user, key.data(), nonce.data(), head.data(), head.size(), data.data(), data.size(), tag.data()), 1);
    EXPECT_EQ(std::string(data.begin(), data.end()), plain);
  }
}

// One end, and what it has written: pieces of a stream, or datagrams.
struct End {
  std::deque<Bytes> in, out;
  size_t room = 1 << 16;
  bool stream = false;
  mote_medium below = {}, sealed = {};
  std::vector<uint64_t> memory;
  uint8_t key[MOTE_SEAL_KEY];

  void Open(uint32_t member, bool of_stream, uint8_t key_byte = 7, uint32_t payload = 100) {
    stream = of_stream;
    std::memset(key, key_byte, sizeof key);
    below = {};
    below.user = this;
    below.payload = payload;
    below.stream = of_stream ? 1 : 0;
    below.room = [](void* end) { return static_cast<End*>(end)->room; };
    below.write = [](void* user, const void* data, size_t size) {
      End& end = *static_cast<End*>(user);
      const uint8_t* bytes = static_cast<const uint8_t*>(data);
      if (!end.stream || end.out.empty()) {
        end.out.emplace_back(bytes, bytes + size);
      } else {
        end.out.back().insert(end.out.back().end(), bytes, bytes + size);
      }
    };
    below.read = [](void* user, void* data, size_t size) -> size_t {
      End& end = *static_cast<End*>(user);
      if (end.in.empty()) return 0;
      Bytes& first = end.in.front();
      const size_t bytes = std::min(size, first.size());
      std::memcpy(data, first.data(), bytes);
      first.erase(first.begin(), first.begin() + static_cast<ptrdiff_t>(bytes));
      if (!end.stream || first.empty()) end.in.pop_front();
      return bytes;
    };
    const mote_cipher cipher = PlainCipher(&random_state);
    const mote_seal_options options = {&below, &cipher, key, member, 1 - member};
    memory.assign(mote_seal_size(&below) / 8, 0);
    ASSERT_EQ(mote_seal_init(&options, memory.data(), memory.size() * 8, &sealed), MOTE_OK);
  }

  // One frame as the link would say it, in a datagram or stream of its own.
  Bytes Say(const Bytes& frame) {
    out.clear();
    if (sealed.room(sealed.user) != 0) sealed.write(sealed.user, frame.data(), frame.size());
    (void)sealed.room(sealed.user);
    return Taken();
  }
  Bytes Taken() {
    Bytes all;
    for (const Bytes& piece : out) all.insert(all.end(), piece.begin(), piece.end());
    out.clear();
    return all;
  }
  // What it makes of what comes; what it answers stays in `out`.
  std::vector<Bytes> Hear(const Bytes& bytes) {
    in.push_back(bytes);
    std::vector<Bytes> frames;
    uint8_t frame[2000];
    for (size_t size; (size = sealed.read(sealed.user, frame, sizeof frame)) != 0;) frames.emplace_back(frame, frame + size);
    in.clear();
    return frames;
  }
  Bytes Answer() {
    (void)sealed.room(sealed.user);
    return Taken();
  }
  uint32_t refused() const { return mote_seal_refused(&sealed); }
};

const Bytes kFrame = {3, 1, 7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};

// Greetings to and fro until nothing more is said.
void Meet(End* a, End* b) {
  Bytes said = a->Say(kFrame);  // a link that wants something
  for (int i = 0; i < 6 && !said.empty(); ++i) {
    EXPECT_TRUE((i % 2 == 0 ? b : a)->Hear(said).empty());
    said = (i % 2 == 0 ? b : a)->Answer();
  }
}

bool Passes(End* from, End* to) {
  const std::vector<Bytes> got = to->Hear(from->Say(kFrame));
  return got.size() == 1 && got[0] == kFrame;
}

class Sealed : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    a.Open(0, GetParam());
    b.Open(1, GetParam());
  }
  End a, b;
};

TEST_P(Sealed, FramesPassBothWaysAndAreNotSeen) {
  Meet(&a, &b);
  EXPECT_TRUE(Passes(&a, &b));
  EXPECT_TRUE(Passes(&b, &a));
  const Bytes wire = a.Say(kFrame), again = a.Say(kFrame);
  EXPECT_NE(wire, again);
  EXPECT_EQ(std::search(wire.begin(), wire.end(), kFrame.begin() + 4, kFrame.begin() + 12), wire.end());
  EXPECT_EQ(a.refused() + b.refused(), 0u);
}

TEST_P(Sealed, NothingComesTwice) {
  Meet(&a, &b);
  std::vector<Bytes> wires;
  for (int i = 0; i < 70; ++i) wires.push_back(a.Say(kFrame));
  EXPECT_EQ(b.Hear(wires[65]).size(), 1u);
  EXPECT_EQ(b.Hear(wires[64]).size(), 1u);  // overtaken
  EXPECT_EQ(b.Hear(wires[2]).size(), 1u);   // 63 behind
  EXPECT_EQ(b.Hear(wires[1]).size(), 0u);   // so far behind that nobody knows
  for (const int i : {65, 64, 2}) EXPECT_EQ(b.Hear(wires[static_cast<size_t>(i)]).size(), 0u) << i;
  EXPECT_EQ(b.Hear(wires[69]).size(), 1u);
  EXPECT_EQ(b.refused(), 4u);
  EXPECT_TRUE(b.Answer().empty());
}

TEST_P(Sealed, AFlippedBitAnywhereIsRefused) {
  Meet(&a, &b);
  const Bytes wire = a.Say(kFrame);
  for (size_t bit = 0; bit < wire.size() * 8; ++bit) {
    Bytes wrong = wire;
    wrong[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    EXPECT_EQ(b.Hear(wrong).size(), 0u) << bit;
    if (GetParam()) (void)b.Hear({0});  // whatever was begun ends
  }
  (void)b.Answer();
  EXPECT_EQ(b.Hear(wire).size(), 1u);
  EXPECT_TRUE(Passes(&b, &a));
}

// Tags are the cipher's business on datagrams; on streams a stranger makes checksums too: another end with another key.
TEST_P(Sealed, AnotherKeyIsAStranger) {
  End stranger;
  stranger.Open(1, GetParam(), 8);
  Meet(&a, &stranger);
  EXPECT_FALSE(Passes(&stranger, &a));
  EXPECT_FALSE(Passes(&a, &stranger));
  EXPECT_GT(a.refused(), 0u);
  Meet(&a, &b);
  const uint32_t refused = a.refused();
  End other_a;
  other_a.Open(0, GetParam(), 8);
  Meet(&other_a, &stranger);
  EXPECT_FALSE(Passes(&stranger, &a));  // of a session of its own
  EXPECT_EQ(a.refused(), refused + 1);
  (void)a.Answer();
  EXPECT_TRUE(Passes(&a, &b));
  EXPECT_TRUE(Passes(&b, &a));
}

TEST_P(Sealed, WhatAStrangerSaysChangesNothing) {
  Meet(&a, &b);
  EXPECT_TRUE(Passes(&b, &a));
  std::vector<Bytes> strange;
  if (!GetParam()) {
    for (size_t size : {1u, 23u, 24u, 44u, 52u, 116u, 200u}) {
      for (const uint8_t number : {0, 9}) {
        Bytes frame(size, 0x5a);
        frame[0] = 5;
        if (size > 7) frame[1] = 2, frame[2] = number, frame[3] = frame[4] = frame[5] = frame[6] = frame[7] = 0;
        if (size > 11) frame[9] = 1, frame[10] = 0;
        strange.push_back(frame);
      }
    }
  }
  strange.push_back(a.Say(kFrame));  // its own, thrown back
  for (const Bytes& frame : strange) EXPECT_TRUE(a.Hear(frame).empty());
  (void)a.Answer();
  EXPECT_TRUE(Passes(&a, &b));
  EXPECT_TRUE(Passes(&b, &a));
  EXPECT_GE(a.refused(), strange.size());
}

// One end begins anew: the session follows; what was said in the former one is refused by both.
TEST_P(Sealed, FormerSessionsAreOver) {
  Bytes greeting = b.Say(kFrame);  // of b's first life
  Meet(&a, &b);
  const Bytes old_wire = b.Say(kFrame);
  EXPECT_EQ(a.Hear(old_wire).size(), 1u);
  const Bytes kept = b.Say(kFrame);  // never delivered
  b.Open(1, GetParam());
  EXPECT_FALSE(Passes(&a, &b));      // it does not know that session: says so by a greeting
  Bytes said = b.Answer();
  for (int i = 0; i < 6 && !said.empty(); ++i) {
    EXPECT_TRUE((i % 2 == 0 ? a : b).Hear(said).empty());
    said = (i % 2 == 0 ? a : b).Answer();
  }
  EXPECT_TRUE(Passes(&a, &b));
  EXPECT_TRUE(Passes(&b, &a));
  for (const Bytes& wire : {old_wire, kept, greeting}) EXPECT_TRUE(a.Hear(wire).empty());
  (void)a.Answer();
  EXPECT_TRUE(Passes(&a, &b));
  EXPECT_TRUE(Passes(&b, &a));
}

// Any one frame of a handshake is lost: later traffic mends it.
TEST_P(Sealed, AHandshakeMendsItself) {
  for (int lost = 0; lost < 4; ++lost) {
    for (const bool anew : {false, true}) {
      a.Open(0, GetParam());
      b.Open(1, GetParam());
      if (anew) {
        Meet(&a, &b);
        b.Open(1, GetParam());
      }
      int frame = 0;
      bool passed = false;
      for (int turn = 0; turn < 8; ++turn) {
        for (End* from : {&b, &a}) {
          End* to = from == &b ? &a : &b;
          passed = false;
          Bytes said = from->Say(kFrame);
          for (int i = 0; i < 6 && !said.empty(); ++i) {
            if (frame++ == lost) break;
            passed = !(i % 2 == 0 ? to : from)->Hear(said).empty();
            said = (i % 2 == 0 ? to : from)->Answer();
          }
        }
      }
      EXPECT_TRUE(passed && Passes(&a, &b) && Passes(&b, &a)) << lost << (anew ? " of an end that begins anew" : "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Mediums, Sealed, testing::Bool(), [](const auto& info) { return info.param ? "Stream" : "Datagrams"; });

TEST(Seal, RefusesWrongOptions) {
  End end;
  end.Open(0, false);
  mote_medium sealed;
  const mote_cipher cipher = PlainCipher(&random_state);
  mote_seal_options good = {&end.below, &cipher, end.key, 0, 1};
  std::vector<uint64_t> memory(mote_seal_size(&end.below) / 8);
  const auto result = [&](const mote_seal_options& options) {
    return mote_seal_init(&options, memory.data(), memory.size() * 8, &sealed);
  };
  EXPECT_EQ(result(good), MOTE_OK);
  EXPECT_EQ(mote_seal_init(&good, memory.data(), memory.size() * 8 - 1, &sealed), MOTE_OUT_OF_MEMORY);
  EXPECT_EQ(mote_seal_init(&good, nullptr, 1 << 20, &sealed), MOTE_INVALID_ARGUMENT);
  mote_seal_options wrong = good;
  wrong.peer = 0;
  EXPECT_EQ(result(wrong), MOTE_INVALID_ARGUMENT);
  wrong = good;
  wrong.key = nullptr;
  EXPECT_EQ(result(wrong), MOTE_INVALID_ARGUMENT);
  mote_cipher none = cipher;
  none.open = nullptr;
  wrong = good;
  wrong.cipher = &none;
  EXPECT_EQ(result(wrong), MOTE_INVALID_ARGUMENT);
  mote_medium small = end.below;
  small.payload = MOTE_SEAL_LEAST_PAYLOAD - 1;
  EXPECT_EQ(mote_seal_size(&small), 0u);
  none = cipher;
  none.random = [](void*, void*, size_t) { return 0; };
  wrong.cipher = &none;
  EXPECT_EQ(result(wrong), MOTE_FAILED);
}

}  // namespace
}  // namespace mote::link_test
