// Fuzz target: bytes as a stranger between two sealed ends who hears everything: what it delivers, changes, makes up and brings again, and
// when ends begin anew. What comes out was said by the other end, and comes once; left alone, the two find each other again.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "plain_cipher.h"
#include "simulator.h"

namespace mote::link_test {
namespace {

using Bytes = std::vector<uint8_t>;

constexpr uint32_t kMostActions = 200;  // of one input

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "seal: %s\n", what);
  std::abort();
}

struct Input {
  const uint8_t* data;
  size_t size;
  uint8_t Next() { return size == 0 ? 0 : (--size, *data++); }
};

struct End {
  bool stream = false;
  std::deque<Bytes> in;
  Bytes writing;
  std::vector<Bytes> wire;  // all that it ever put there
  std::vector<uint64_t> memory;
  mote_medium sealed = {};
  uint64_t random = 0;
  std::set<uint32_t> said, heard;  // numbers of frames

  static size_t Room(void*) { return 1 << 16; }
  static void Write(void* user, const void* data, size_t size) {
    End& end = *static_cast<End*>(user);
    const auto* bytes = static_cast<const uint8_t*>(data);
    if (!end.stream) {
      end.wire.emplace_back(bytes, bytes + size);
      return;
    }
    for (size_t i = 0; i < size; ++i) {
      end.writing.push_back(bytes[i]);
      if (bytes[i] != 0 || end.writing.size() == 1) continue;
      end.wire.push_back(std::move(end.writing));
      end.writing.clear();
    }
  }
  static size_t Read(void* user, void* data, size_t size) {
    End& end = *static_cast<End*>(user);
    if (end.in.empty()) return 0;
    Bytes& first = end.in.front();
    const size_t bytes = std::min(size, first.size());
    if (bytes != 0) std::memcpy(data, first.data(), bytes);
    first.erase(first.begin(), first.begin() + static_cast<ptrdiff_t>(bytes));
    if (!end.stream || first.empty()) end.in.pop_front();
    return bytes;
  }

  void Begin(uint32_t member, bool of_stream, uint32_t payload) {
    static constexpr uint8_t kKey[MOTE_SEAL_KEY] = {9, 8, 7};
    stream = of_stream;
    writing.clear();
    mote_medium below = {};
    below.user = this;
    below.payload = payload;
    below.stream = of_stream ? 1 : 0;
    below.room = Room;
    below.write = Write;
    below.read = Read;
    random += 1000003 + member;
    const mote_cipher cipher = PlainCipher(&random);
    const mote_seal_options options = {&below, &cipher, kKey, member, 1 - member};
    memory.assign(mote_seal_size(&below) / 8, 0);
    Require(mote_seal_init(&options, memory.data(), memory.size() * 8, &sealed) == MOTE_OK, "mote_seal_init");
  }
};

class Pair {
 public:
  explicit Pair(Input* input) : input_(input), stream_((input->Next() & 1) != 0), payload_(48 + input->Next()) {
    for (uint32_t m = 0; m < 2; ++m) ends_[m].Begin(m, stream_, payload_);
  }

  void Run() {
    for (uint32_t i = 0; i < kMostActions && input_->size != 0; ++i) Act();
    for (int turn = 0; turn < 6; ++turn) {
      for (uint32_t m = 0; m < 2; ++m) {
        const size_t from = ends_[m].wire.size();
        Say(m);
        Exchange(m, from);
      }
    }
    for (uint32_t m = 0; m < 2; ++m) {
      const size_t from = ends_[m].wire.size(), heard = ends_[1 - m].heard.size();
      Say(m);
      Exchange(m, from);
      Require(ends_[1 - m].heard.size() == heard + 1, "left alone, frames pass");
    }
  }

 private:
  void Say(uint32_t m) {
    End& end = ends_[m];
    Bytes frame(20, static_cast<uint8_t>(m));
    const uint32_t number = ++numbers_;
    std::memcpy(frame.data(), &number, sizeof number);
    end.said.insert(number);
    if (end.sealed.room(end.sealed.user) != 0) end.sealed.write(end.sealed.user, frame.data(), frame.size());
    (void)end.sealed.room(end.sealed.user);
  }

  // What end `m` makes of these bytes.
  void Deliver(uint32_t m, const Bytes& bytes) {
    End& end = ends_[m];
    if (stream_) end.in.push_back({0});  // what was begun ends
    end.in.push_back(bytes);
    for (int i = 0; i < 40 && !end.in.empty(); ++i) {
      uint8_t frame[64];
      const size_t size = end.sealed.read(end.sealed.user, frame, sizeof frame);
      if (size == 0) continue;
      uint32_t number;
      std::memcpy(&number, frame, sizeof number);
      Require(size == 20 && frame[4] == 1 - m && ends_[1 - m].said.count(number) == 1, "what comes was said by the other one");
      Require(end.heard.insert(number).second, "nothing comes twice");
    }
    end.in.clear();
    (void)end.sealed.room(end.sealed.user);
  }

  // All that `m` put on the wire since, and what is answered, until nobody answers.
  void Exchange(uint32_t m, size_t from) {
    size_t next[2] = {ends_[0].wire.size(), ends_[1].wire.size()};
    next[m] = from;
    for (int i = 0; i < 10; ++i) {
      for (uint32_t e = 0; e < 2; ++e) {
        for (; next[e] < ends_[e].wire.size(); ++next[e]) Deliver(1 - e, Bytes(ends_[e].wire[next[e]]));
      }
    }
  }

  void Act() {
    const uint8_t action = input_->Next();
    const uint32_t m = action >> 3 & 1;
    End& end = ends_[m];
    const auto choose = [&]() { return end.wire.empty() ? Bytes() : end.wire[end.wire.size() - 1 - input_->Next() % end.wire.size()]; };
    switch (action & 7) {
      case 0: Say(m); break;
      case 1: Deliver(1 - m, choose()); break;
      case 2: Deliver(m, choose()); break;  // thrown back
      case 3: {
        Bytes frame = stream_ ? DecodeFrame(choose()) : choose();
        if (frame.empty()) break;
        frame[input_->Next() % frame.size()] ^= static_cast<uint8_t>(1 + input_->Next() % 255);
        const Bytes wire = stream_ ? EncodeFrame(frame) : frame;
        Deliver(1 - m, wire);
        break;
      }
      case 4: {
        Bytes frame = {5, 2};
        for (uint32_t size = input_->Next(); frame.size() < size;) frame.push_back(input_->Next());
        Deliver(1 - m, stream_ ? EncodeFrame(frame) : frame);
        break;
      }
      case 5: end.Begin(m, stream_, payload_); break;
      default: {
        const size_t from = end.wire.size();
        Say(m);
        Exchange(m, from);
      }
    }
  }

  Input* input_;
  bool stream_;
  uint32_t payload_, numbers_ = 0;
  End ends_[2];
};

}  // namespace
}  // namespace mote::link_test

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  mote::link_test::Input input = {data, size};
  mote::link_test::Pair(&input).Run();
  return 0;
}
