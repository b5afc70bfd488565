// A member that boots again, and whose last word of the handshake is lost: both ends come to one session all the same, whichever frame of
// the handshake it is. And what the next forming begins with.
#include "stepped_groups.h"

namespace mote::link_test {
namespace {

constexpr uint32_t kHeartbeat = SteppedGroups::kHeartbeat;
using Bytes = SteppedGroups::Bytes;

// An epoch of both, where 0 does what its caller must: who is told of a loss, or asked to let somebody in, joins.
bool OpenAgain(SteppedGroups* net, uint64_t most) {
  for (const uint64_t end = net->now() + most; net->now() < end;) {
    if (net->RunUntilOpen(SteppedGroups::kStep)) return true;
    const bool asked = mote_group_waiting(net->group(0)) != 0 || net->code(0) == MOTE_PEER_LOST;
    if (asked && mote_group_join(net->group(0)) != MOTE_OK) return false;
  }
  return false;
}

// Member 1 boots again; its Hello of this flag, or the other one's, is lost once.
void LoseAHello(uint32_t sender, uint8_t flag) {
  SteppedGroups net(2);
  ASSERT_TRUE(net.RunUntilOpen(5 * kHeartbeat));
  bool lost = false;
  net.passes = [&](uint32_t from, uint32_t, const Bytes& frame) {
    if (lost || from != sender || frame[0] != runtime::kHello || frame[2] != flag) return true;
    lost = true;
    return false;
  };
  net.Start(1, 99);
  ASSERT_TRUE(OpenAgain(&net, 2 * kHeartbeat));
  EXPECT_TRUE(lost);
  EXPECT_EQ(runtime::LinkTo(net.group(0), 1)->session, runtime::LinkTo(net.group(1), 0)->session);
}

TEST(Handshake, CallIsLost) { LoseAHello(1, 0); }
TEST(Handshake, ChallengeIsLost) { LoseAHello(0, 2); }
TEST(Handshake, AnswerIsLost) { LoseAHello(1, 1); }

// What a former life said comes late: it is answered, and nobody's session changes.
TEST(Handshake, FramesOfTheFormerSessionChangeNothing) {
  SteppedGroups net(2);
  Bytes old;
  net.passes = [&](uint32_t from, uint32_t, const Bytes& frame) {
    if (from == 1 && frame[0] == runtime::kState) old = frame;
    return true;
  };
  ASSERT_TRUE(net.RunUntilOpen(5 * kHeartbeat));
  const Bytes former = old;
  net.Start(1, 99);
  ASSERT_TRUE(OpenAgain(&net, 2 * kHeartbeat));
  const uint32_t session = runtime::LinkTo(net.group(0), 1)->session;
  uint32_t hellos = 0;
  net.passes = [&](uint32_t, uint32_t, const Bytes& frame) {
    hellos += frame[0] == runtime::kHello ? 1 : 0;
    return true;
  };
  net.Bring(1, 0, former);
  ASSERT_FALSE(net.Run([&] { return mote_group_members(net.group(0)) != 3; }, 4 * kHeartbeat));
  EXPECT_EQ(hellos, 1u);
  EXPECT_EQ(runtime::LinkTo(net.group(0), 1)->session, session);
  EXPECT_EQ(runtime::LinkTo(net.group(1), 0)->session, session);
}

// Who lies may bring a member's proposals as far ahead of its epoch as it likes, a step at a time: it never says one of before again.
TEST(Forming, ProposalsGoOnFromTheLastOne) {
  SteppedGroups net(2);
  net.passes = [](uint32_t, uint32_t, const Bytes&) { return false; };
  uint32_t& proposal = net.group(0)->context.state.proposal;
  const uint32_t far = (1u << 28) + 2;
  proposal = far;
  ASSERT_TRUE(net.Run([&] { return net.code(0) == MOTE_TIMEOUT; }, 60 * kHeartbeat));
  ASSERT_EQ(mote_group_join(net.group(0)), MOTE_OK);
  EXPECT_EQ(proposal, far + 1);
}

}  // namespace
}  // namespace mote::link_test
