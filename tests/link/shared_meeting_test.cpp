// Meetings of members that are threads here, each with a mapping of its own: the same end for all of them in every turn, and everyone's
// bytes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "exchange_stub.h"
#include "shared_memory/shared_meeting.h"

namespace {

constexpr uint32_t kBytes = 72;  // of a block: more than a line

// A member with an exchange of its own.
struct Member {
  mote_shared_meeting meeting = {};
  mote_exchange exchange;
  uint32_t count;
  std::vector<uint8_t> sent, result;

  Member(const std::string& path, uint32_t own, uint32_t members, bool swaps = false)
      : count(members), sent(kBytes * (swaps ? members : 1)), result(kBytes * members) {
    const mote_exchange_kind kind = swaps ? MOTE_EXCHANGE_SWAP : MOTE_EXCHANGE_GATHER;
    exchange.blocks = {kind, members, own, kBytes, sent.data(), result.data()};
    if (mote_shared_meeting_open(&meeting, path.c_str(), members) != 0) ADD_FAILURE() << "it cannot be opened";
  }
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;
  ~Member() { mote_shared_meeting_close(&meeting); }

  bool swaps() const { return exchange.blocks.kind == MOTE_EXCHANGE_SWAP; }
  static uint8_t Value(uint64_t turn, uint32_t from, uint32_t to) { return static_cast<uint8_t>(turn * 31 + from * 7 + to * 3 + 1); }

  void Fill(uint64_t turn) {
    for (size_t i = 0; i < sent.size(); ++i) {
      sent[i] = Value(turn, exchange.blocks.own, swaps() ? static_cast<uint32_t>(i / kBytes) : 0);
    }
  }
  bool HasAll(uint64_t turn) const {
    for (uint32_t i = 0; i < result.size(); ++i) {
      const uint32_t from = i / kBytes, own = exchange.blocks.own;
      if (from != own && result[i] != Value(turn, from, swaps() ? own : 0)) return false;
    }
    return true;
  }
  // MOTE_REVOKED: the exchange is the group's.
  mote_code Begin(uint64_t turn) {
    Fill(turn);
    mote_code code = MOTE_FAILED;
    return mote_shared_meeting_begin(&meeting, &exchange, &code) != 0 ? code : MOTE_REVOKED;
  }
};

class SharedMeeting : public testing::Test {
 protected:
  void SetUp() override {
    char folder[] = "/tmp/mote_meeting_XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    path_ = folder_ + "/meeting";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_, path_;
};

TEST_F(SharedMeeting, TheLastOneToComeEndsIt) {
  for (const bool swaps : {false, true}) {
    const std::string path = path_ + (swaps ? "swap" : "gather");
    Member a(path, 0, 3, swaps), b(path, 1, 3, swaps), c(path, 2, 3, swaps);
    for (uint64_t turn = 1; turn < 6; ++turn) {
      ASSERT_EQ(a.Begin(turn), MOTE_WAIT);
      ASSERT_EQ(c.Begin(turn), MOTE_WAIT);
      ASSERT_EQ(mote_shared_meeting_look(&a.meeting), MOTE_WAIT);
      ASSERT_EQ(b.Begin(turn), MOTE_OK);
      ASSERT_EQ(mote_shared_meeting_look(&a.meeting), MOTE_OK);
      ASSERT_EQ(mote_shared_meeting_look(&c.meeting), MOTE_OK);
      for (const Member* member : {&a, &b, &c}) ASSERT_TRUE(member->HasAll(turn)) << turn;
    }
    EXPECT_EQ(a.meeting.bytes, 5u * kBytes * (swaps ? 3 : 1));
  }
}

TEST_F(SharedMeeting, WhoGivesUpGivesUpForAll) {
  Member a(path_, 0, 3), b(path_, 1, 3), c(path_, 2, 3);
  ASSERT_EQ(a.Begin(1), MOTE_WAIT);
  ASSERT_EQ(b.Begin(1), MOTE_WAIT);
  ASSERT_EQ(mote_shared_meeting_give_up(&b.meeting), MOTE_REVOKED);
  EXPECT_EQ(mote_shared_meeting_look(&a.meeting), MOTE_REVOKED);
  EXPECT_EQ(c.Begin(1), MOTE_REVOKED);
  for (const Member* member : {&a, &b, &c}) EXPECT_EQ(member->meeting.exchange, nullptr);
  // The next turn is a new one, of the other slots and then of the same.
  for (uint64_t turn = 2; turn < 4; ++turn) {
    ASSERT_EQ(c.Begin(turn), MOTE_WAIT);
    ASSERT_EQ(b.Begin(turn), MOTE_WAIT);
    ASSERT_EQ(a.Begin(turn), MOTE_OK);
    ASSERT_EQ(mote_shared_meeting_give_up(&b.meeting), MOTE_OK) << "all had come before it gave up";
    ASSERT_EQ(mote_shared_meeting_look(&c.meeting), MOTE_OK);
    for (const Member* member : {&a, &b, &c}) ASSERT_TRUE(member->HasAll(turn)) << turn;
  }
}

TEST_F(SharedMeeting, OthersAreTheGroups) {
  Member a(path_, 0, 3);
  const mote_blocks blocks = a.exchange.blocks;
  a.exchange.blocks.count = 2;  // of a part of the members
  EXPECT_EQ(a.Begin(1), MOTE_REVOKED);
  a.exchange.blocks = blocks;
  a.exchange.blocks.bytes = MOTE_MEETING_BYTES + 1;
  EXPECT_EQ(a.Begin(1), MOTE_REVOKED);
  a.exchange.blocks = blocks;
  a.exchange.blocks.kind = MOTE_EXCHANGE_PAIRS;
  a.exchange.blocks.count = 0;
  EXPECT_EQ(a.Begin(1), MOTE_REVOKED);
  EXPECT_EQ(a.meeting.turn, 0u) << "the others count none of these";
  mote_shared_meeting none = {};
  mote_code code = MOTE_OK;
  EXPECT_EQ(mote_shared_meeting_begin(&none, &a.exchange, &code), 0) << "nothing is open";
  EXPECT_NE(mote_shared_meeting_open(&none, (folder_ + "/no/such").c_str(), 2), 0);
}

// A process that writes what it likes into the words of others keeps nobody for ever.
TEST_F(SharedMeeting, WordsOfNobodyEnd) {
  Member a(path_, 0, 2);
  ASSERT_EQ(a.Begin(1), MOTE_WAIT);
  for (const uint64_t word : {UINT64_MAX, uint64_t{4}, uint64_t{1} << 63}) {
    std::memcpy(a.meeting.memory + 2048 + 1024, &word, sizeof word);  // of member 1, of odd turns
    ASSERT_EQ(mote_shared_meeting_look(&a.meeting), MOTE_WAIT);
  }
  EXPECT_EQ(mote_shared_meeting_give_up(&a.meeting), MOTE_REVOKED);
}

// Members that come late, and others that give up at any moment: in each turn all end alike. A turn that is given up is followed by what an
// exchange of the group is: a point that all come to.
TEST_F(SharedMeeting, AllEndAlike) {
  constexpr uint32_t kMembers = 3, kTurns = 20000;
  std::array<std::vector<uint8_t>, kMembers> ended;
  std::atomic<uint32_t> wrong = 0;
  std::barrier<> group(kMembers);
  const auto run = [&](uint32_t own) {
    Member member(path_, own, kMembers);
    member.meeting.crowded = 1;  // threads of one processor let each other go on
    std::minstd_rand random(own + 1);
    for (uint64_t turn = 1; turn <= kTurns; ++turn) {
      if (random() % 16 == 0) std::this_thread::yield();
      if (turn % 200 == 100 + own) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // longer than others look
      mote_code code = member.Begin(turn);
      for (uint32_t looks = random() % 4; code == MOTE_WAIT; --looks) {
        code = looks == 0 ? mote_shared_meeting_give_up(&member.meeting) : mote_shared_meeting_look(&member.meeting);
      }
      if (code == MOTE_OK ? !member.HasAll(turn) : code != MOTE_REVOKED) ++wrong;
      ended[own].push_back(code == MOTE_OK);
      if (code != MOTE_OK) group.arrive_and_wait();
    }
    group.arrive_and_drop();
  };
  std::vector<std::thread> threads;
  for (uint32_t own = 0; own < kMembers; ++own) threads.emplace_back(run, own);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(ended[0], ended[1]);
  EXPECT_EQ(ended[0], ended[2]);
  const auto held = std::count(ended[0].begin(), ended[0].end(), 1);
  EXPECT_GT(held, 0);
  EXPECT_LT(held, kTurns) << "nobody gave up, so nothing was tested";
}

}  // namespace
