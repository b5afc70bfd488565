// A medium whose payloads lie in heaps: one end is the medium, the other one this file, which writes into the ring whatever it likes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "shared_memory/shared_memory.h"

extern "C" {
#include "loopback/ring.h"
}

namespace {

constexpr uint32_t kRing = 1 << 16, kLent = UINT32_C(1) << 31, kBytes = 6000;

class SharedHeap : public testing::Test {
 protected:
  void SetUp() override {
    char folder[] = "/tmp/mote_heap_XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    ring_ = folder_ + "/ring";
    path_ = folder_ + "/heap";
    ASSERT_EQ(mote_shared_heap_make(&heap_, path_.c_str()), 0);
    data_ = static_cast<uint8_t*>(mote_shared_heap_take(&heap_, kBytes, 64));
    ASSERT_NE(data_, nullptr);
    for (uint32_t i = 0; i < kBytes; ++i) data_[i] = static_cast<uint8_t>(i * 7 + 1);
    ASSERT_EQ(mote_shared_memory_open(&sender_, ring_.c_str(), kRing, 1), 0);
    ASSERT_EQ(mote_shared_memory_open(&receiver_, ring_.c_str(), kRing, 0), 0);
    mote_shared_memory_lend(&sender_, &heap_, nullptr);
    mote_shared_memory_lend(&receiver_, nullptr, path_.c_str());
    out_ = mote_shared_memory_medium(&sender_);
    in_ = mote_shared_memory_medium(&receiver_);
  }
  void TearDown() override {
    mote_shared_memory_close(&sender_);
    mote_shared_memory_close(&receiver_);
    mote_shared_heap_close(&heap_);
    std::filesystem::remove_all(folder_);
  }

  void Send() { out_.write_parts(out_.user, head_, sizeof head_, data_, kBytes); }
  // As the other process may: a piece of its own making.
  void Forge(const mote_shared_piece& piece) { mote_ring_write(&sender_.end, kLent, head_, sizeof head_, &piece, sizeof piece); }
  mote_shared_piece Piece() const { return mote_shared_heap_piece(&heap_, data_, kBytes); }

  // What the next datagram brings into `got_`; -1: there is none.
  int64_t Receive() {
    uint8_t head[MOTE_LINK_LEAST_DATAGRAM] = {};
    const size_t length = in_.look(in_.user, head, sizeof head);
    if (length == 0) return -1;
    EXPECT_EQ(std::memcmp(head, head_, sizeof head_), 0);
    got_.assign(kBytes + 64, 0xee);
    const size_t wanted = std::min<size_t>(length - MOTE_LINK_HEADER, kBytes);
    const size_t taken = in_.take(in_.user, got_.data(), wanted);
    for (size_t i = wanted; i < got_.size(); ++i) EXPECT_EQ(got_[i], 0xee);
    return static_cast<int64_t>(taken);
  }
  bool IsTheData() const { return std::memcmp(got_.data(), data_, kBytes) == 0; }

  std::string folder_, ring_, path_;
  mote_shared_heap heap_ = {};
  mote_shared_memory sender_ = {}, receiver_ = {};
  mote_medium out_ = {}, in_ = {};
  uint8_t* data_ = nullptr;
  uint8_t head_[MOTE_LINK_HEADER] = {5, 1, 2, 3, 4};
  std::vector<uint8_t> got_;
};

TEST_F(SharedHeap, IsCopiedFromWhereItLies) {
  Send();
  EXPECT_LT(sender_.end.out->head, 100u);  // the ring has the place alone
  data_[17] = 99;                          // as who looks late sees it
  ASSERT_EQ(Receive(), kBytes);
  EXPECT_TRUE(IsTheData());
  EXPECT_EQ(Receive(), -1);
}

TEST_F(SharedHeap, OtherMemoryTakesTheRing) {
  const std::vector<uint8_t> elsewhere(data_, data_ + kBytes);
  out_.write_parts(out_.user, head_, sizeof head_, elsewhere.data(), kBytes);
  EXPECT_GT(sender_.end.out->head, kBytes);
  ASSERT_EQ(Receive(), kBytes);
  EXPECT_TRUE(IsTheData());
}

TEST_F(SharedHeap, IsReadByWhoHasNoPlaceForIt) {
  Send();
  std::vector<uint8_t> whole(MOTE_LINK_HEADER + kBytes);
  ASSERT_EQ(in_.read(in_.user, whole.data(), whole.size()), whole.size());
  EXPECT_EQ(std::memcmp(whole.data() + MOTE_LINK_HEADER, data_, kBytes), 0);
  Send();
  EXPECT_EQ(in_.read(in_.user, whole.data(), 8), 8u);  // what is longer is cut
  EXPECT_EQ(Receive(), -1);
}

TEST_F(SharedHeap, WhatWasForgottenIsNotTaken) {
  Send();
  mote_shared_heap_forget(&heap_);
  std::memset(data_, 0, kBytes);
  EXPECT_EQ(Receive(), 0);
  Send();
  ASSERT_EQ(Receive(), kBytes);
  EXPECT_TRUE(IsTheData());
}

TEST_F(SharedHeap, AHeapMadeAnewIsAnotherOne) {
  Send();
  ASSERT_EQ(Receive(), kBytes);
  Send();
  mote_shared_heap again = {};
  ASSERT_EQ(mote_shared_heap_make(&again, path_.c_str()), 0);
  EXPECT_EQ(Receive(), kBytes) << "of the old one, which is still mapped";
  auto* const data = static_cast<uint8_t*>(mote_shared_heap_take(&again, kBytes, 64));
  ASSERT_NE(data, nullptr);
  std::memset(data, 3, kBytes);
  Forge(mote_shared_heap_piece(&again, data, kBytes));
  ASSERT_EQ(Receive(), kBytes);
  EXPECT_EQ(got_[kBytes - 1], 3);
  Send();
  EXPECT_EQ(Receive(), 0) << "the old one is gone";
  mote_shared_heap_close(&again);
}

TEST_F(SharedHeap, GrowsUnderWhoHasItMapped) {
  Send();
  ASSERT_EQ(Receive(), kBytes);
  auto* const more = static_cast<uint8_t*>(mote_shared_heap_take(&heap_, 3 << 20, 2 << 20));
  ASSERT_NE(more, nullptr);
  std::memset(more, 8, 3 << 20);
  Forge(mote_shared_heap_piece(&heap_, more + (2 << 20), kBytes));
  ASSERT_EQ(Receive(), kBytes);
  EXPECT_EQ(got_[0], 8);
}

TEST_F(SharedHeap, NothingOutsideOfTheFileIsRead) {
  const mote_shared_piece good = Piece();
  std::vector<mote_shared_piece> bad(8, good);
  bad[0].offset = heap_.size - kBytes + 1;
  bad[1].offset = heap_.size;
  bad[2].offset = UINT64_MAX;
  bad[3].offset = UINT64_MAX - kBytes + 1;  // the sum wraps to 0
  bad[4].offset = UINT64_C(1) << 35;
  bad[5].name ^= 1;
  bad[6].generation += 1;
  bad[7].name = 0;
  for (const mote_shared_piece& piece : bad) {
    Forge(piece);
    EXPECT_EQ(Receive(), 0);
  }
  Forge(good);
  EXPECT_EQ(Receive(), kBytes);
}

TEST_F(SharedHeap, ADatagramMayChangeAfterItWasLookedAt) {
  mote_shared_piece piece = Piece();
  piece.size = UINT32_MAX;
  Forge(piece);
  uint8_t head[MOTE_LINK_LEAST_DATAGRAM];
  ASSERT_EQ(in_.look(in_.user, head, sizeof head), MOTE_LINK_HEADER + size_t{UINT32_MAX});
  *mote_ring_length(receiver_.end.in, kRing, receiver_.end.in->tail) = 48;  // and is not lent any more
  std::vector<uint8_t> large(kRing * 2);
  EXPECT_EQ(in_.take(in_.user, large.data(), large.size()), 0u);
}

TEST_F(SharedHeap, RefusesWhatTheMachineHasNotGot) {
  EXPECT_EQ(mote_shared_heap_take(&heap_, SIZE_MAX / 2, 64), nullptr);
  EXPECT_NE(mote_shared_heap_take(&heap_, 100, 2 << 20), nullptr);
  mote_shared_heap none = {};
  EXPECT_NE(mote_shared_heap_make(&none, (folder_ + "/missing/heap").c_str()), 0);
  EXPECT_EQ(mote_shared_heap_take(&none, 100, 64), nullptr);
}

}  // namespace
