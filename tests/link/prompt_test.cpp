// Short exchanges of two members: one message each way, after which the sender's memory is its own again, and what holds when one is lost.
#include "stepped_groups.h"

namespace mote::link_test {
namespace {

using namespace mote::runtime;
constexpr uint32_t kHeartbeat = SteppedGroups::kHeartbeat, kStep = SteppedGroups::kStep;
using Bytes = SteppedGroups::Bytes;

bool Ended(const SteppedGroups& net, uint32_t member) { return !net.instance(member).waiting; }

TEST(Prompt, OneMessageEachWay) {
  SteppedGroups net(2);
  ASSERT_TRUE(net.RunUntilOpen(5 * kHeartbeat));
  uint32_t data = 0, acks = 0;
  net.passes = [&](uint32_t, uint32_t, const Bytes& frame) {
    data += frame[0] == kData ? 1 : 0;
    acks += frame[0] == kAck ? 1 : 0;
    return true;
  };
  for (uint8_t i = 0; i < 100; ++i) {
    net.sent(0) = i;
    net.sent(1) = static_cast<uint8_t>(i + 100);
    net.Exchange(0);
    net.Exchange(1);
    ASSERT_TRUE(net.Run([&] { return Ended(net, 0) && Ended(net, 1); }, 2 * kStep));
    ASSERT_EQ(net.instance(0).result, MOTE_OK);
    ASSERT_EQ(net.instance(1).result, MOTE_OK);
    ASSERT_EQ(net.received(0, 1), i + 100);
    ASSERT_EQ(net.received(1, 0), i);
  }
  EXPECT_EQ(data, 200u);
  EXPECT_EQ(acks, 0u);
}

TEST(Prompt, OfThreeMembersNoneEndsBeforeAllHaveAll) {
  SteppedGroups net(3);
  ASSERT_TRUE(net.RunUntilOpen(5 * kHeartbeat));
  net.passes = [](uint32_t from, uint32_t to, const Bytes& frame) { return frame[0] != kData || from != 2 || to != 1; };
  for (uint32_t member = 0; member < 3; ++member) net.Exchange(member);
  net.Run([] { return false; }, kHeartbeat);
  EXPECT_FALSE(Ended(net, 0) || Ended(net, 1) || Ended(net, 2));
}

// Member 0 has ended the exchange; the first of its messages to 1 are lost.
class Lost : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(net.RunUntilOpen(5 * kHeartbeat));
    net.passes = [this](uint32_t from, uint32_t, const Bytes& frame) {
      if (from != 0 || frame[0] != kData || lose == 0) return true;
      --lose;
      return false;
    };
    net.Exchange(0);
    net.Exchange(1);
    ASSERT_TRUE(net.Run([&] { return Ended(net, 0); }, 2 * kStep));
    ASSERT_EQ(net.instance(0).result, MOTE_OK);
    net.sent(0) = 200;  // its memory is its own
    ASSERT_FALSE(Ended(net, 1));
  }
  void ExpectWhole() {
    EXPECT_EQ(net.instance(1).result, MOTE_OK);
    EXPECT_EQ(net.received(1, 0), 7);
  }
  SteppedGroups net{2};
  uint32_t lose = 1;
};

TEST_F(Lost, IsAskedFor) {
  ASSERT_TRUE(net.Run([&] { return Ended(net, 1); }, 2 * kHeartbeat));
  ExpectWhole();
}

TEST_F(Lost, IsAskedForByWhatComesNext) {
  net.Exchange(0);
  ASSERT_TRUE(net.Run([&] { return Ended(net, 1); }, 4 * kStep));
  ExpectWhole();
  net.Exchange(1);
  ASSERT_TRUE(net.Run([&] { return Ended(net, 0) && Ended(net, 1); }, 6 * kStep));
  EXPECT_EQ(net.instance(0).result, MOTE_OK);
  EXPECT_EQ(net.received(1, 0), 200);
}

TEST_F(Lost, ComesBehindTheEndOfTheEpochToo) {
  mote_group_revoke(net.group(0));
  ASSERT_TRUE(net.Run([&] { return Ended(net, 1); }, kHeartbeat));
  ExpectWhole();
  EXPECT_TRUE(net.Run([&] { return net.code(0) == MOTE_REVOKED && net.code(1) == MOTE_REVOKED; }, kHeartbeat));
}

TEST_F(Lost, ComesFromOneThatFormsTheNextEpoch) {
  ASSERT_EQ(mote_group_join(net.group(0)), MOTE_OK);
  ASSERT_TRUE(net.Run([&] { return Ended(net, 1); }, kHeartbeat));
  ExpectWhole();
}

TEST_F(Lost, ComesFromOneThatLeaves) {
  net.Run([] { return false; }, kStep);
  mote_group_leave(net.group(0));
  ASSERT_TRUE(net.Run([&] { return Ended(net, 1); }, kHeartbeat));
  ExpectWhole();
}

// It is alive, but what it sent never comes: the other one is no survivor of its epoch.
class NeverComes : public Lost {
 protected:
  NeverComes() { lose = UINT32_MAX; }
};

TEST_F(NeverComes, TheOtherOneGoesOnAlone) {
  mote_group_revoke(net.group(0));
  ASSERT_TRUE(net.Run([&] { return Ended(net, 1); }, 4 * kHeartbeat));
  const mote_code code = net.instance(1).result;
  EXPECT_TRUE(code == MOTE_EPOCH_CHANGED || (code == MOTE_PEER_LOST && mote_group_lost(net.group(1)) == 1)) << code;
}

}  // namespace
}  // namespace mote::link_test
