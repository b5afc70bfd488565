// Exchanges of two steps: what the verifier and the audit ask of starts and dones, what runs between them, how the run ends where the
// exchange does not.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "audit/audit.h"
#include "core/failure.h"
#include "mote/exchange.h"
#include "program_maker.h"

namespace mote {
namespace {

using runtime::Site;

enum StepCode : uint32_t {
#define MOTE_STEP(id, code, ...) k##id = code,
#include "schema/steps.def"
#undef MOTE_STEP
};
constexpr uint32_t kStart = kMoteExchangeStart, kDone = kMoteExchangeDone;

// Two members. In the arena: what is sent at 0 (4 bytes), the result at 64 (8), a number at 80, bytes that a copy reads at 96 and writes at
// 160 (64 each), and the last step's result at 240 (8).
struct Maker {
  enum View : uint16_t { kSent, kResult, kNumber, kFrom, kTo, kLast, kOther };

  Maker() {
    p.io_in_arena = true;
    p.arena_bytes = 512;
    p.constants.resize(64);
    p.replicas = 2;
    const std::pair<uint32_t, uint32_t> places[] = {{0, 4}, {64, 8}, {80, 4}, {96, 64}, {160, 64}, {240, 8}, {256, 4}};
    for (const auto& [at, bytes] : places) p.AddView(kMoteArena, bytes == 4 ? ElementType::kU32 : ElementType::kU8, 0, at, bytes);
    p.AddView(kMoteConstant, ElementType::kU8, 0, 0, 64);
  }
  Maker& Exchange(uint32_t part, uint16_t sent = kSent, uint32_t blocks = 2, uint32_t kind = kMoteExchangeGather) {
    p.AddStep(kExchange, -1, {sent, kResult}, {kind, blocks, part}, {});
    return *this;
  }
  Maker& Id(uint32_t part = kMoteExchangeWhole) {
    p.AddStep(kExchange, -1, {kNumber}, {kMoteExchangeReplicaId, 0, part}, {});
    return *this;
  }
  Maker& Copy(uint16_t from = kFrom, uint16_t to = kTo) {
    p.AddStep(kCopy, -1, {from, to}, {}, {});
    return *this;
  }
  Maker& Step(uint32_t kind, const std::vector<uint32_t>& fields, const std::vector<uint32_t>& params = {}) {
    p.AddStep(kind, -1, {kNumber}, fields, params);
    return *this;
  }
  Site Refused() {
    p.EndBlock();
    return static_cast<Site>(Running(p).status.site);
  }
  std::string Problems() {
    p.EndBlock();
    size_t size = 0;
    const std::vector<uint64_t> file = p.Make(&size);
    std::string text;
    for (const std::string& problem : AuditProgram({reinterpret_cast<const uint8_t*>(file.data()), size}).problems) text += problem + "\n";
    return text;
  }
  // With a copy beside the exchange, and one of its result.
  static TestProgram Beside() {
    Maker m;
    m.Exchange(kStart).Copy().Exchange(kDone).Copy(kResult, kLast);
    m.p.EndBlock();
    return m.p;
  }

  TestProgram p;
};

TEST(StartedExchange, StartsAndDonesArePairs) {
  EXPECT_EQ(Maker().Exchange(kStart).Exchange(kDone).Refused(), Site::kNone);
  EXPECT_EQ(Maker().Exchange(kStart).Copy().Id().Exchange(kDone).Exchange(kStart).Exchange(kDone).Refused(), Site::kNone);
  EXPECT_EQ(Maker().Exchange(kDone).Refused(), Site::kExchangeOpen);  // of the first word, which is no done's place
  EXPECT_EQ(Maker().Copy().Exchange(kDone).Refused(), Site::kExchangeOpen);
  EXPECT_EQ(Maker().Exchange(kStart).Refused(), Site::kExchangeOpen);
  EXPECT_EQ(Maker().Exchange(kStart).Copy().Refused(), Site::kExchangeOpen);
  EXPECT_EQ(Maker().Exchange(kStart).Exchange(kStart).Exchange(kDone).Exchange(kDone).Refused(), Site::kExchangeOpen);
  EXPECT_EQ(Maker().Exchange(kStart).Exchange(kDone).Exchange(kDone).Refused(), Site::kExchangeOpen);
  EXPECT_EQ(Maker().Exchange(kStart).Exchange(kMoteExchangeWhole).Exchange(kDone).Refused(), Site::kExchangeOpen);
  EXPECT_EQ(Maker().Exchange(kMoteExchangeParts).Refused(), Site::kStepFields);
  EXPECT_EQ(Maker().Id(kStart).Refused(), Site::kStepFields);
  EXPECT_EQ(Maker().Id(kDone).Refused(), Site::kStepFields);
}

TEST(StartedExchange, ADoneIsAsItsStart) {
  EXPECT_EQ(Maker().Exchange(kStart).Exchange(kDone, Maker::kOther).Refused(), Site::kExchangeOpen);
  EXPECT_EQ(Maker().Exchange(kStart).Exchange(kDone, Maker::kSent, 1).Refused(), Site::kExchangeOpen);
  EXPECT_EQ(Maker().Exchange(kStart).Exchange(kDone, Maker::kSent, 2, kMoteExchangeSwap).Refused(), Site::kExchangeOpen);
  Maker m;
  m.Exchange(kStart);
  m.p.AddStep(kExchange, -1, {Maker::kSent, Maker::kResult}, {kMoteExchangeGather, 2, kDone}, {kMoteExchangeFirst, 1, 0, 1});
  EXPECT_EQ(m.Refused(), Site::kExchangeOpen);
  Maker three;
  three.Exchange(kStart);
  three.p.AddStep(kExchange, -1, {Maker::kSent, Maker::kResult, Maker::kFrom}, {kMoteExchangeGather, 2, kDone}, {});
  EXPECT_EQ(three.Refused(), Site::kExchangeOpen);
}

TEST(StartedExchange, NothingWaitsInBetween) {
  EXPECT_EQ(Maker().Exchange(kStart).Step(kCall, {0, 0}).Exchange(kDone).Refused(), Site::kExchangeOpen);
  EXPECT_EQ(Maker().Exchange(kStart).Step(kWhile, {1, 2, 0}).Exchange(kDone).Refused(), Site::kExchangeOpen);
  EXPECT_EQ(Maker().Exchange(kStart).Step(kConditional, {1}, {1}).Exchange(kDone).Refused(), Site::kExchangeOpen);
}

TEST(StartedExchange, ABlockEndsWhatItStarts) {
  for (const bool ended : {true, false}) {
    Maker m;
    m.Step(kConditional, {1}, {1});
    if (!ended) m.Exchange(kDone);
    m.p.EndBlock(0);
    m.Exchange(kStart);
    if (ended) m.Exchange(kDone);
    m.p.EndBlock(1);
    EXPECT_EQ(static_cast<Site>(Running(m.p).status.site), ended ? Site::kNone : Site::kExchangeOpen);
  }
  // Ranges of blocks may overlap: one that begins at another one's done.
  Maker m;
  m.Step(kConditional, {1}, {1}).Exchange(kStart);
  const auto done = static_cast<uint32_t>(m.p.words.size());
  m.Exchange(kDone);
  m.p.EndBlock(0);
  m.p.EndBlock(1);
  m.p.blocks[2] = done;
  m.p.blocks[3] |= static_cast<uint32_t>(m.p.words.size()) - done;
  EXPECT_EQ(static_cast<Site>(Running(m.p).status.site), Site::kExchangeOpen);
}

TEST(StartedExchange, TheAuditProvesPairsAndWhatIsLeftAlone) {
  const auto expect = [](const char* text, Maker& m) {
    const std::string problems = m.Problems();
    EXPECT_NE(problems.find(text), std::string::npos) << text << " in\n" << problems;
  };
  const auto source = [](Maker& m) -> Maker& { return m.Copy(Maker::kOther + 1, Maker::kFrom).Id(); };
  constexpr uint16_t kSource = Maker::kNumber;
  Maker good;
  EXPECT_EQ(source(good).Exchange(kStart, kSource).Copy().Exchange(kDone, kSource).Copy(Maker::kResult, Maker::kLast).Problems(), "");
  Maker alone, open, twice, other, reads, writes;
  expect("ends an exchange that was not started", source(alone).Exchange(kDone, kSource));
  expect("starts an exchange that its block does not end", source(open).Exchange(kStart, kSource));
  expect("exchanges data", source(twice).Exchange(kStart, kSource).Exchange(kMoteExchangeWhole, kSource).Exchange(kDone, kSource));
  expect("ends an exchange that was not started", source(other).Exchange(kStart, kSource).Exchange(kDone, Maker::kOther));
  expect("touches its result", source(reads).Exchange(kStart, kSource).Copy(Maker::kResult, Maker::kLast).Exchange(kDone, kSource));
  expect("writes what it sends", source(writes).Exchange(kStart, kSource).Id().Exchange(kDone, kSource));
}

// A transport that begins what it is told to, and says so.
struct Begun {
  mote_code answer = MOTE_WAIT;
  int times = 0;
  uint32_t number = 99;
  const mote_exchange* exchange = nullptr;

  static mote_code Begin(void* user, const mote_exchange* exchange) {
    Begun& b = *static_cast<Begun*>(user);
    ++b.times;
    b.number = mote_exchange_number(exchange);
    b.exchange = exchange;
    return b.answer;
  }
};

class Member {
 public:
  explicit Member(const TestProgram& program) : run_(program) {
    const mote_transport transport = {0, 0, &begun, Begun::Begin};
    EXPECT_EQ(run_.status.code, MOTE_OK);
    EXPECT_EQ(mote_set_transport(run_.instance, &transport).code, MOTE_OK);
    for (int i = 0; i < 256; ++i) run_.arena()[i] = static_cast<uint8_t>(i);
  }
  mote_code Run(uint64_t budget = 0) { return mote_run(run_.instance, budget).code; }
  mote_code Complete(mote_code result) { return mote_complete(run_.instance, result).code; }
  bool Copied() { return run_.arena()[160] == 96; }   // what runs beside
  bool Finished() { return run_.arena()[240] == 0; }  // what needs the result: what this member sends
  mote_instance* instance() { return run_.instance; }

  Begun begun;

 private:
  Running run_;
};

TEST(StartedExchange, StepsRunWhileItIsUnderWay) {
  Member m(Maker::Beside());
  EXPECT_EQ(m.Run(), MOTE_MORE);
  EXPECT_EQ(m.begun.times, 1);
  EXPECT_FALSE(m.Copied());
  EXPECT_EQ(m.Run(), MOTE_WAIT);
  EXPECT_TRUE(m.Copied());
  // Who asks of it meanwhile is told of the start.
  EXPECT_EQ(mote_exchange_send_count(m.begun.exchange), 1u);
  EXPECT_EQ(mote_exchange_receive(m.begun.exchange, 0).bytes, 4u);
  EXPECT_EQ(mote_exchange_number(m.begun.exchange), 0u);
  EXPECT_EQ(m.Run(), MOTE_WAIT);
  EXPECT_FALSE(m.Finished());
  EXPECT_EQ(m.Complete(MOTE_OK), MOTE_OK);
  EXPECT_EQ(m.Complete(MOTE_OK), MOTE_INVALID_ARGUMENT);
  EXPECT_EQ(m.Run(), MOTE_OK);
  EXPECT_TRUE(m.Finished());
}

TEST(StartedExchange, OneThatEndsEarlyIsNotWaitedFor) {
  Member m(Maker::Beside());
  EXPECT_EQ(m.Run(), MOTE_MORE);
  EXPECT_EQ(m.Run(10), MOTE_MORE);  // within the copy
  EXPECT_EQ(m.Complete(MOTE_OK), MOTE_OK);
  EXPECT_EQ(m.Run(), MOTE_OK);
  EXPECT_TRUE(m.Finished());
  m.begun.answer = MOTE_OK;  // complete at once: nothing to poll for
  EXPECT_EQ(m.Run(), MOTE_OK);
  EXPECT_EQ(m.begun.times, 2);
  EXPECT_EQ(m.begun.number, 0u);
}

TEST(StartedExchange, AFailureEndsTheRunAtTheDone) {
  for (const bool waits : {false, true}) {
    for (const mote_code code : {MOTE_PEER_LOST, MOTE_TIMEOUT, MOTE_FAILED}) {
      Member m(Maker::Beside());
      EXPECT_EQ(m.Run(), MOTE_MORE);
      EXPECT_EQ(waits ? m.Run() : MOTE_WAIT, MOTE_WAIT);
      EXPECT_EQ(m.Complete(code), MOTE_OK);
      EXPECT_EQ(m.Run(), code);
      EXPECT_TRUE(m.Copied());
      EXPECT_FALSE(m.Finished());
      EXPECT_EQ(m.Run(), MOTE_MORE);  // from the beginning
      EXPECT_EQ(m.begun.times, 2);
      EXPECT_EQ(m.Complete(MOTE_WAIT), MOTE_OK);  // no way for it to end
      EXPECT_EQ(m.Run(), MOTE_FAILED);
    }
  }
  Member m(Maker::Beside());
  m.begun.answer = MOTE_REVOKED;
  EXPECT_EQ(m.Run(), MOTE_REVOKED);
  EXPECT_FALSE(m.Copied());
}

// The transport has the operands until it has ended the exchange: no run begins before.
TEST(StartedExchange, ARunThatFailsMeanwhileLeavesItUnderWay) {
  TestProgram program = Maker::Beside();
  program.step_budget = 20;  // 9 of the start, 65 of the copy
  Member m(program);
  EXPECT_EQ(m.Run(), MOTE_MORE);
  EXPECT_EQ(m.Run(), MOTE_BUDGET);
  EXPECT_EQ(m.Run(), MOTE_WAIT);
  EXPECT_EQ(m.Run(), MOTE_WAIT);
  EXPECT_EQ(m.begun.times, 1);
  EXPECT_EQ(m.Complete(MOTE_PEER_LOST), MOTE_OK);
  EXPECT_EQ(m.Run(), MOTE_MORE);
  EXPECT_EQ(m.begun.times, 2);
}

TEST(StartedExchange, WaitingIsNotCounted) {
  TestProgram program = Maker::Beside();
  program.step_budget = 9 + 65 + 9 + 9;
  Member m(program);
  EXPECT_EQ(m.Run(1), MOTE_MORE);
  for (int i = 0; i < 1000 && m.Run(100) != MOTE_WAIT; ++i) {
  }
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(m.Run(100), MOTE_WAIT);
  EXPECT_EQ(m.Complete(MOTE_OK), MOTE_OK);
  EXPECT_EQ(m.Run(100), MOTE_OK);
}

TEST(StartedExchange, AnotherThreadMayEndIt) {
  for (int turn = 0; turn < 50; ++turn) {
    Member m(Maker::Beside());
    ASSERT_EQ(m.Run(), MOTE_MORE);
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(turn * 4));
      EXPECT_EQ(m.Complete(MOTE_OK), MOTE_OK);
    });
    mote_code code = MOTE_MORE;
    while (code == MOTE_MORE || code == MOTE_WAIT) code = m.Run(10);
    other.join();
    EXPECT_EQ(code, MOTE_OK);
    EXPECT_TRUE(m.Finished());
  }
}

TEST(StartedExchange, AHookSeesWhatRunsBeside) {
  Member m(Maker::Beside());
  std::vector<uint32_t> steps;
  const mote_hook hook = {&steps, [](void* user, uint32_t step) { static_cast<std::vector<uint32_t>*>(user)->push_back(step); }, nullptr};
  mote_set_hook(m.instance(), &hook);
  EXPECT_EQ(m.Run(), MOTE_MORE);
  EXPECT_EQ(steps, (std::vector<uint32_t>{0}));
  EXPECT_EQ(m.Run(), MOTE_WAIT);
  EXPECT_EQ(steps, (std::vector<uint32_t>{0, 6, 9}));  // start, copy, done
}

}  // namespace
}  // namespace mote
