// An exchange that is under way when its epoch ends, and a member of it that boots again behind its verdict: the two others, one of which
// hears the new life first, say the same of the exchange; or a third one lies. Schedules step by step; simulator_test.cpp has random ones.
#include <utility>

#include "stepped_groups.h"

namespace mote::link_test {
namespace {

constexpr uint32_t kHeartbeat = SteppedGroups::kHeartbeat, kMembers = 3;
using Bytes = SteppedGroups::Bytes;

// Member 0 has committed the exchange, or not, has found the verdict and told it, and boots again; 2 meets its new life before it can
// close, 1 never does.
void BootBehindTheVerdict(bool committed) {
  SteppedGroups net(kMembers);
  ASSERT_TRUE(net.RunUntilOpen(5 * kHeartbeat));
  net.passes = [=](uint32_t, uint32_t to, const Bytes& frame) { return frame[0] != mote::runtime::kAck || (committed && to == 0); };
  for (uint32_t member = 0; member < kMembers; ++member) net.Exchange(member);
  net.Run([] { return false; }, kHeartbeat / 4);
  ASSERT_EQ(net.instance(0).waiting, !committed);
  for (const uint32_t member : {1u, 2u}) ASSERT_TRUE(net.instance(member).waiting && net.group(member)->receiving == 0);

  net.passes = [](uint32_t from, uint32_t to, const Bytes&) { return from == 0 || to == 0; };
  mote_group_revoke(net.group(0));
  ASSERT_TRUE(net.Run([&] { return net.group(1)->adopted && net.group(2)->adopted; }, kHeartbeat));

  net.passes = [](uint32_t from, uint32_t to, const Bytes&) { return from + to == 2; };
  net.Start(0, 99);
  ASSERT_TRUE(net.Run([&] { return mote::runtime::LinkTo(net.group(2), 0)->joint == 0; }, kHeartbeat));
  ASSERT_TRUE(net.instance(1).waiting && net.instance(2).waiting);

  // Each of the two hears that the other one agrees; what 1 says behind its verdict never comes to 2.
  net.passes = [](uint32_t from, uint32_t to, const Bytes&) { return from == 1 && to == 2; };
  const mote::runtime::StateBody& said = mote::runtime::LinkTo(net.group(2), 1)->peer_state;
  ASSERT_TRUE(net.Run([&] { return said.phase == mote::runtime::kAgreeing; }, kHeartbeat));
  net.passes = [](uint32_t from, uint32_t to, const Bytes&) { return from == 2 && to == 1; };
  ASSERT_TRUE(net.Run([&] { return !net.instance(1).waiting; }, kHeartbeat));
  net.passes = [](uint32_t from, uint32_t to, const Bytes&) { return from != 1 || to != 2; };
  ASSERT_TRUE(net.Run([&] { return !net.instance(2).waiting; }, 4 * kHeartbeat));
  EXPECT_EQ(net.instance(1).result, committed ? MOTE_OK : MOTE_REVOKED);
  EXPECT_EQ(net.instance(2).result, net.instance(1).result);
}

TEST(Settle, WhatAMemberSaidCountsWhenItBootsAgain) { BootBehindTheVerdict(true); }
TEST(Settle, WhatItSaysInItsNewLifeDoesNot) { BootBehindTheVerdict(false); }

// 1 grants 0 nothing, so the second chunk to it never goes, and boots again; 2 lies that all have all.
TEST(Settle, WhatWasNeverSentDoesNotCountWhenItsReceiverBootsAgain) {
  SteppedGroups net(kMembers);
  ASSERT_TRUE(net.RunUntilOpen(5 * kHeartbeat));
  net.passes = [](uint32_t from, uint32_t to, const Bytes& frame) { return frame[0] != mote::runtime::kAck || from != 1 || to != 0; };
  for (uint32_t member = 0; member < kMembers; ++member) net.Exchange(member, SteppedGroups::kLongest);
  ASSERT_TRUE(net.Run([&] { return net.group(0)->receiving == 0; }, kHeartbeat));
  ASSERT_TRUE(mote::runtime::HasUnsent(*mote::runtime::LinkTo(net.group(0), 1)));

  mote::runtime::LinkTo(net.group(2), 0)->committed = 1;
  ASSERT_TRUE(net.Run([&] { return net.group(0)->committed != 0; }, kHeartbeat));
  net.Start(1, 99);
  ASSERT_TRUE(net.Run([&] { return !net.instance(0).waiting; }, 4 * kHeartbeat));
  EXPECT_EQ(net.instance(0).result, MOTE_PEER_LOST);
}

// Of what 0 sends to 1 the line takes a part and no more; 2 lies that all have all, and the epoch ends.
TEST(Settle, WhatWasSentInPartDoesNotCount) {
  constexpr uint32_t kPart = 40;  // bytes, behind which the message would go on
  SteppedGroups net(kMembers, true);
  ASSERT_TRUE(net.RunUntilOpen(5 * kHeartbeat));
  uint32_t left = kPart;
  net.room = [&](uint32_t from, uint32_t to) { return from == 0 && to == 1 ? std::exchange(left, 0) : size_t{80}; };
  for (uint32_t member = 0; member < kMembers; ++member) net.Exchange(member, SteppedGroups::kPayload);
  ASSERT_TRUE(net.Run([&] { return net.group(0)->receiving == 0; }, kHeartbeat));
  ASSERT_EQ(mote::runtime::LinkTo(net.group(0), 1)->high, 1);

  mote::runtime::LinkTo(net.group(2), 0)->committed = 1;
  mote_group_revoke(net.group(2));
  ASSERT_TRUE(net.Run([&] { return !net.instance(0).waiting; }, 4 * kHeartbeat));
  EXPECT_EQ(net.instance(0).result, MOTE_REVOKED);
}

}  // namespace
}  // namespace mote::link_test
