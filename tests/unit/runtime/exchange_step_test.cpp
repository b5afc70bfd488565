// What the verifier asks of an Exchange step, one rule at a time; what a transport is told of one, and what happens without it.
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "audit/audit.h"
#include "core/failure.h"
#include "mote/loopback.h"
#include "program_maker.h"

namespace mote {
namespace {

using runtime::Site;

enum StepCode : uint32_t {
#define MOTE_STEP(id, code, ...) k##id = code,
#include "schema/steps.def"
#undef MOTE_STEP
};
constexpr uint32_t kFirst = kMoteExchangeFirst, kNobody = kMoteExchangeNobody;

// 3 x 2 members; in the arena 4 bytes that are sent at 0 (or what is given), the result at 64, number at 128.
struct Exchange {
  uint32_t kind = kMoteExchangeGather, blocks = 6, part = kMoteExchangeWhole, sent = 4, result = 24, result_at = 64, space = kMoteArena;
  std::vector<uint32_t> params;
  uint32_t replicas = 3, partitions = 2, sent_space = kMoteArena;
  std::vector<uint16_t> operands = {0, 1};

  TestProgram Program() const {
    TestProgram p;
    p.io_in_arena = true;
    p.arena_bytes = 256;
    p.constants.resize(64);
    p.replicas = replicas, p.partitions = partitions;
    p.AddView(sent_space, ElementType::kU8, 0, 0, sent);
    p.AddView(space, ElementType::kU8, 0, result_at, result);
    p.AddView(kMoteArena, ElementType::kU32, 0, 128, 4);
    p.AddStep(kExchange, -1, operands, {kind, blocks, part}, params);
    p.EndBlock();
    return p;
  }
  Site Refused() const { return static_cast<Site>(Running(Program()).status.site); }
};

TEST(ExchangeStep, EveryRuleIsProven) {
  Exchange good;
  EXPECT_EQ(good.Refused(), Site::kNone);
  const auto expect = [&](Site site, const std::function<void(Exchange&)>& change) {
    Exchange changed = good;
    change(changed);
    EXPECT_EQ(changed.Refused(), site);
  };
  expect(Site::kStepFields, [](Exchange& e) { e.kind = kMoteExchangeKinds; });
  expect(Site::kStepFields, [](Exchange& e) { e.blocks = 0; });
  expect(Site::kStepFields, [](Exchange& e) { e.blocks = 7; });              // 24 bytes are no 7 blocks
  expect(Site::kStepParams, [](Exchange& e) { e.blocks = 3, e.sent = 8; });  // six members have no room
  expect(Site::kStepOperandView, [](Exchange& e) { e.sent = 5; });
  expect(Site::kStepOperandView, [](Exchange& e) { e.result = 30; });
  expect(Site::kStepOperandView, [](Exchange& e) { e.result_at = 3; });  // over what is sent
  expect(Site::kStepOperandView, [](Exchange& e) { e.space = kMoteConstant, e.result_at = 0; });
  expect(Site::kStepOperands, [](Exchange& e) { e.operands = {0}; });
  expect(Site::kStepOperands, [](Exchange& e) { e.operands = {0, 1, 2}; });
  expect(Site::kStepFields, [](Exchange& e) { e.replicas = 1 << 16, e.partitions = 1 << 16; });
  expect(Site::kStepFields, [](Exchange& e) { e.replicas = 32768, e.partitions = 1; });
  expect(Site::kNone, [](Exchange& e) { e.kind = kMoteExchangeSwap, e.sent = 24; });
  expect(Site::kStepOperandView, [](Exchange& e) { e.kind = kMoteExchangeSwap; });
}

TEST(ExchangeStep, GroupsHoldEveryMemberOnce) {
  Exchange groups;
  groups.blocks = 4, groups.result = 16;
  const std::vector<uint32_t> good = {kFirst | 4, 1, 0, 5, kFirst | 3, 2, 2, 1, 5, 4, 0, 3};
  groups.params = good;
  EXPECT_EQ(groups.Refused(), Site::kNone);
  const auto with = [&](size_t at, uint32_t word) {
    groups.params = good;
    groups.params[at] = word;
    return groups.Refused();
  };
  EXPECT_EQ(with(0, 4), Site::kStepParams);            // no group begins
  EXPECT_EQ(with(1, 4), Site::kStepParams);            // twice
  EXPECT_EQ(with(1, 6), Site::kStepParams);            // no member
  EXPECT_EQ(with(4, 3), Site::kStepParams);            // a group of six
  EXPECT_EQ(with(6, 3), Site::kStepParams);            // another place
  EXPECT_EQ(with(11, 0xffffffff), Site::kStepParams);  // no place
  groups.params = good;
  groups.params.pop_back();
  EXPECT_EQ(groups.Refused(), Site::kStepParams);
}

TEST(ExchangeStep, PairsAndNumbers) {
  Exchange pairs;
  pairs.kind = kMoteExchangePairs, pairs.blocks = 0, pairs.result = 4;
  pairs.params = {5, kNobody, 0, 3, 0, 0};
  EXPECT_EQ(pairs.Refused(), Site::kNone);
  pairs.params[1] = 6;
  EXPECT_EQ(pairs.Refused(), Site::kStepParams);
  pairs.params[1] = 1, pairs.blocks = 1;
  EXPECT_EQ(pairs.Refused(), Site::kStepFields);
  Exchange number;
  number.kind = kMoteExchangePartitionId, number.blocks = 0, number.operands = {2};
  EXPECT_EQ(number.Refused(), Site::kNone);
  number.operands = {1};
  EXPECT_EQ(number.Refused(), Site::kStepOperandView);
  number.operands = {2}, number.params = {0};
  EXPECT_EQ(number.Refused(), Site::kStepOperands);
}

std::string Problems(const TestProgram& program) {
  size_t size = 0;
  const std::vector<uint64_t> file = program.Make(&size);
  std::string text;
  for (const std::string& problem : AuditProgram({reinterpret_cast<const uint8_t*>(file.data()), size}).problems) text += problem + "\n";
  return text;
}

TEST(ExchangeStep, TheAuditProvesTheSame) {
  Exchange e;
  e.sent_space = kMoteConstant;
  e.blocks = 4, e.result = 16;
  e.params = {kFirst | 4, 1, 0, 5, kFirst | 3, 2, 2, 1, 5, 4, 0, 3};
  EXPECT_EQ(Problems(e.Program()), "");
  const auto expect = [&](const char* text, const std::function<void(Exchange&)>& change) {
    Exchange changed = e;
    change(changed);
    EXPECT_NE(Problems(changed.Program()).find(text), std::string::npos) << Problems(changed.Program());
  };
  expect("lists member 4 twice", [](Exchange& x) { x.params[1] = 4; });
  expect("more members than blocks", [](Exchange& x) { x.blocks = 2, x.result = 8; });
  expect("does not find member 0", [](Exchange& x) { x.params[6] = 0; });
  expect("is not that long", [](Exchange& x) { x.result = 20; });
  expect("is no kind of exchange", [](Exchange& x) { x.kind = kMoteExchangeKinds; });
  expect("writes the constant", [](Exchange& x) { x.space = kMoteConstant, x.result_at = 32; });
  expect("has a sender that is no member",
         [](Exchange& x) { x.kind = kMoteExchangePairs, x.blocks = 0, x.result = 4, x.params = {0, 1, 2, 3, 4, 6}; });
}

// What a failing exchange leaves behind must be whole or untouched.
TEST(ExchangeStep, TheAuditWantsOutputsBehindExchanges) {
  const auto program = [](bool early, uint32_t result_space) {
    TestProgram p;
    p.arena_bytes = 64;
    p.constants.resize(64);
    p.replicas = 2;
    p.AddView(kMoteConstant, ElementType::kU8, 0, 0, 4);
    p.AddView(result_space, ElementType::kU8, 0, 0, 8);
    p.AddView(kMoteOutput, ElementType::kU8, 0, 0, 4);
    p.AddView(kMoteOutput, ElementType::kU8, 0, 0, 8);
    if (early) p.AddStep(kCopy, -1, {0, 2}, {}, {});
    p.AddStep(kExchange, -1, {0, 1}, {kMoteExchangeGather, 2, kMoteExchangeWhole}, {});
    if (!early) p.AddStep(kCopy, -1, {1, 3}, {}, {});
    p.EndBlock();
    p.outputs.push_back({"", ElementType::kU8, {8}, 3});
    return Problems(p);
  };
  constexpr char kText[] = "writes a state or an output before an exchange";
  EXPECT_EQ(program(false, kMoteArena), "");
  EXPECT_NE(program(true, kMoteArena).find(kText), std::string::npos);
  EXPECT_NE(program(true, kMoteOutput).find(kText), std::string::npos);
}

// What is asked of the transport, and what it answers.
struct Asked {
  mote_code answer = MOTE_OK;
  mote_exchange_kind kind{};
  std::vector<mote_transfer> sends, receives;
  std::vector<uint32_t> group;
  uint32_t number = 99;
  mote_instance* instance = nullptr;

  static mote_code Begin(void* user, const mote_exchange* exchange) {
    Asked& a = *static_cast<Asked*>(user);
    a.kind = mote_exchange_kind_of(exchange);
    a.sends.clear(), a.receives.clear(), a.group.clear();
    for (uint32_t i = 0; i < mote_exchange_send_count(exchange); ++i) a.sends.push_back(mote_exchange_send(exchange, i));
    for (uint32_t i = 0; i < mote_exchange_receive_count(exchange); ++i) a.receives.push_back(mote_exchange_receive(exchange, i));
    for (uint32_t i = 0; i < mote_exchange_group_size(exchange); ++i) a.group.push_back(mote_exchange_group_member(exchange, i));
    a.number = mote_exchange_number(exchange);
    a.instance = mote_exchange_instance(exchange);
    return a.answer;
  }
};

TEST(ExchangeStep, ATransportIsToldWhoAndWhere) {
  Exchange e;
  e.kind = kMoteExchangeSwap, e.blocks = 4, e.sent = e.result = 16;
  e.params = {kFirst | 4, 1, 0, kFirst | 5, kFirst | 3, 2, 2, 1, 5, 4, 0, 3};
  Running run(e.Program());
  ASSERT_EQ(run.status.code, MOTE_OK);
  for (uint8_t i = 0; i < 200; ++i) run.arena()[i] = i;
  EXPECT_EQ(mote_run(run.instance, 0).code, MOTE_UNBOUND);
  EXPECT_EQ(static_cast<Site>(mote_run(run.instance, 0).site), Site::kTransportMissing);
  Asked asked;
  mote_transport transport = {0, 2, &asked, Asked::Begin};
  EXPECT_EQ(static_cast<Site>(mote_set_transport(run.instance, &transport).site), Site::kNoSuchMember);
  transport.partition = 1;  // member 1: the second of {4, 1, 0}
  ASSERT_EQ(mote_set_transport(run.instance, &transport).code, MOTE_OK);
  asked.answer = MOTE_WAIT;
  EXPECT_EQ(mote_run(run.instance, 0).code, MOTE_WAIT);
  EXPECT_EQ(asked.kind, MOTE_EXCHANGE_SWAP);
  EXPECT_EQ(asked.group, (std::vector<uint32_t>{4, 1, 0}));
  EXPECT_EQ(asked.number, 0u);
  EXPECT_EQ(asked.instance, run.instance);
  ASSERT_EQ(asked.sends.size(), 2u);
  ASSERT_EQ(asked.receives.size(), 2u);
  for (const size_t i : {0, 1}) {
    const uint32_t member = i == 0 ? 4 : 0, block = i == 0 ? 0 : 2;
    EXPECT_EQ(asked.sends[i].member, member);
    EXPECT_EQ(asked.receives[i].member, member);
    EXPECT_EQ(asked.sends[i].bytes, 4u);
    EXPECT_EQ(asked.sends[i].data, run.arena() + 4 * block);
    EXPECT_EQ(asked.receives[i].data, run.arena() + 64 + 4 * block);
  }
  EXPECT_EQ(mote_run(run.instance, 0).code, MOTE_WAIT);
  EXPECT_EQ(mote_complete(run.instance, MOTE_OK).code, MOTE_OK);
  EXPECT_EQ(mote_run(run.instance, 0).code, MOTE_OK);
  const std::array<uint8_t, 8> own = {4, 5, 6, 7, 72, 73, 74, 75}, none = {0, 0, 0, 0, 80, 81, 82, 83};
  EXPECT_EQ(std::memcmp(run.arena() + 68, own.data(), 8), 0);   // its own block; the next is for the transport to fill
  EXPECT_EQ(std::memcmp(run.arena() + 76, none.data(), 8), 0);  // the group has three members
  for (const mote_code code : {MOTE_TIMEOUT, MOTE_PEER_LOST, MOTE_REVOKED, MOTE_EPOCH_CHANGED}) {
    asked.answer = code;
    EXPECT_EQ(mote_run(run.instance, 0).code, code);
  }
  transport.replica = 2;  // member 5 is alone: nothing to be asked
  ASSERT_EQ(mote_set_transport(run.instance, &transport).code, MOTE_OK);
  EXPECT_EQ(mote_run(run.instance, 0).code, MOTE_OK);
}

TEST(ExchangeStep, OneMemberNeedsNoTransport) {
  Exchange e;
  e.replicas = e.partitions = 0;
  e.blocks = 1, e.result = 4;
  Running run(e.Program());
  ASSERT_EQ(run.status.code, MOTE_OK);
  run.arena()[2] = 7;
  EXPECT_EQ(mote_run(run.instance, 0).code, MOTE_OK);
  EXPECT_EQ(run.arena()[66], 7);
  mote_grid grid;
  uint64_t plan = 1;
  EXPECT_EQ(mote_query_grid(run.program, &grid, &plan).code, MOTE_OK);
  EXPECT_EQ(grid.replicas * grid.partitions, 1u);
  EXPECT_EQ(plan, 0u);
}

// Members of two programs that do not fit together end, both of them.
TEST(ExchangeStep, ALoopbackEndsWhatDoesNotFit) {
  Exchange a, b;
  a.replicas = b.replicas = 2, a.partitions = b.partitions = 1;
  a.blocks = b.blocks = 2, a.result = 8;
  b.sent = 8, b.result = 16;
  Running first(a.Program()), second(b.Program());
  ASSERT_EQ(first.status.code, MOTE_OK);
  ASSERT_EQ(second.status.code, MOTE_OK);
  mote_loopback_member members[2] = {};
  mote_loopback loopback = {members, 2};
  const mote_transport transports[2] = {mote_loopback_transport(&loopback, 0, 0), mote_loopback_transport(&loopback, 1, 0)};
  ASSERT_EQ(mote_set_transport(first.instance, &transports[0]).code, MOTE_OK);
  ASSERT_EQ(mote_set_transport(second.instance, &transports[1]).code, MOTE_OK);
  EXPECT_EQ(mote_run(first.instance, 0).code, MOTE_WAIT);
  EXPECT_EQ(mote_run(second.instance, 0).code, MOTE_FAILED);
  EXPECT_EQ(members[0].failed, MOTE_FAILED);
}

}  // namespace
}  // namespace mote
