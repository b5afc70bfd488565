// Groups under faults, in virtual time. MOTE_LINK_RUNS=n random schedules (default 20 000), from seed MOTE_LINK_SEED; one seed alone:
// MOTE_LINK_RUNS=1 MOTE_LINK_SEED=n, with MOTE_LINK_TRACE=1 its course. With MOTE_LINK_BUG a defect must be found. MOTE_LINK_SEALED: the
// links are encrypted. MOTE_LINK_FAULT=kind: a dozen of that kind in each.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "simulator.h"

namespace mote::link_test {
namespace {

uint64_t Number(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::string Describe(const Scenario& scenario) {
  const char* medium = scenario.stream ? "stream" : scenario.looks ? "datagrams that are looked at" : "datagrams";
  std::string text = Format("seed %llu, %u members, %s, payload %u, window %u", static_cast<unsigned long long>(scenario.seed),
                            scenario.members, medium, scenario.payload, scenario.window);
  for (const PlannedFault& fault : scenario.faults) text += Format(", %s at frame %u", NameOf(fault.fault), fault.frame);
  return text;
}

struct Totals {
  uint64_t runs = 0, frames = 0, finished = 0, members = 0, wrong = 0, epochs = 0;
};

bool RunOne(const Scenario& scenario, Totals* totals, bool trace = false) {
  Simulation simulation(scenario);
  simulation.trace = trace;
  simulation.Run();
  ++totals->runs;
  totals->frames += simulation.frames;
  totals->finished += simulation.finished;
  totals->members += scenario.members;
  totals->epochs += simulation.epochs;
  if (simulation.wrong.empty()) return true;
  ++totals->wrong;
  if (totals->wrong <= 5) std::printf("WRONG: %s\n  %s\n", simulation.wrong.c_str(), Describe(scenario).c_str());
  return false;
}

void SealIfWanted(Scenario* scenario) {
  scenario->sealed = std::getenv("MOTE_LINK_SEALED") != nullptr;
  if (scenario->sealed) scenario->payload = std::max(scenario->payload, 24u);
}

Scenario SmallScenario(uint32_t members, bool stream) {
  Scenario scenario;
  scenario.members = members;
  scenario.stream = stream;
  scenario.looks = members == 3;
  scenario.exchanges = 3;
  scenario.largest = 80;
  SealIfWanted(&scenario);
  return scenario;
}

// Every kind of fault at every frame of exchanges of each kind.
Totals Exhaustive(uint32_t members, bool stream, uint64_t stride) {
  Scenario scenario = SmallScenario(members, stream);
  Totals totals;
  Simulation quiet(scenario);
  quiet.Run();
  if (!quiet.wrong.empty() || quiet.finished != members || quiet.epochs != 1) {
    std::printf("WRONG: without a fault: %s\n", quiet.wrong.c_str());
    ++totals.wrong;
  }
  for (int fault = 0; fault < kFaults; ++fault) {
    for (uint32_t frame = 0; frame < quiet.frames; frame += static_cast<uint32_t>(stride)) {
      scenario.faults = {{static_cast<Fault>(fault), frame}};
      RunOne(scenario, &totals);
    }
  }
  return totals;
}

Scenario RandomScenario(uint64_t seed) {
  fault::Random random(fault::Random(seed).Next());  // of neighbouring seeds the first choices would be neighbours too
  Scenario scenario;
  scenario.seed = seed;
  scenario.members = 2 + random.Below(3);
  scenario.stream = random.OneIn(2);
  scenario.payload = 16 + random.Below(60);
  scenario.window = random.OneIn(4) ? 1 : random.OneIn(3) ? (scenario.stream ? 16 : 32) : 2 + random.Below(8);
  scenario.exchanges = 2 + random.Below(5);
  scenario.largest = random.OneIn(4) ? 900 : 150;
  const uint32_t frames = scenario.members * (scenario.members - 1) * (4 + 4 * scenario.exchanges);
  for (uint32_t n = 1 + random.Below(random.OneIn(4) ? 12 : 3); n != 0; --n) {
    scenario.faults.push_back({static_cast<Fault>(random.Below(kFaults)), random.Below(frames)});
  }
  scenario.looks = random.OneIn(2);
  if (const char* kind = std::getenv("MOTE_LINK_FAULT")) {
    scenario.faults.clear();
    for (int fault = 0; fault < kFaults; ++fault) {
      if (std::string(kind) != NameOf(static_cast<Fault>(fault))) continue;
      for (int n = 0; n < 12; ++n) scenario.faults.push_back({static_cast<Fault>(fault), random.Below(2 * frames)});
    }
  }
  SealIfWanted(&scenario);
  return scenario;
}

int Main() {
  const uint64_t runs = Number("MOTE_LINK_RUNS", 20000), seed = Number("MOTE_LINK_SEED", 1), trace = Number("MOTE_LINK_TRACE", 0);
  const bool bug = std::getenv("MOTE_LINK_BUG") != nullptr;
  Totals all;
  if (const char* one = std::getenv("MOTE_LINK_ONE")) {  // MEMBERS,STREAM,FAULT,FRAME of the exhaustive part
    int fault = 0;
    unsigned members = 0, stream = 0, frame = 0;
    if (std::sscanf(one, "%u,%u,%d,%u", &members, &stream, &fault, &frame) != 4 || fault >= kFaults) return 2;
    Scenario scenario = SmallScenario(members, stream != 0);
    scenario.faults = {{static_cast<Fault>(fault), frame}};
    return RunOne(scenario, &all, true) ? 0 : 1;
  }
  if (runs != 1 && !bug) {
    for (uint32_t members = 2; members <= 4; ++members) {
      for (const bool stream : {true, false}) {
        const Totals totals = Exhaustive(members, stream, Number("MOTE_LINK_STRIDE", 1));
        std::printf("%u members, %s: %llu runs, each of %d faults at every frame, %llu of %llu members finished\n", members,
                    stream ? "stream" : "datagrams", static_cast<unsigned long long>(totals.runs), kFaults,
                    static_cast<unsigned long long>(totals.finished), static_cast<unsigned long long>(totals.members));
        all.wrong += totals.wrong;
      }
    }
  }
  Totals totals;
  for (uint64_t i = 0; i < runs; ++i) {
    if (!RunOne(RandomScenario(seed + i), &totals, trace != 0) && bug) {
      std::printf("found after %llu runs\n", static_cast<unsigned long long>(i + 1));
      return 0;
    }
  }
  if (bug) {
    std::printf("FAILED: the defect was not found in %llu runs\n", static_cast<unsigned long long>(runs));
    return 1;
  }
  std::printf("random: %llu schedules from seed %llu, %llu frames, %.2f epochs each, %llu of %llu members finished, %llu wrong\n",
              static_cast<unsigned long long>(runs), static_cast<unsigned long long>(seed), static_cast<unsigned long long>(totals.frames),
              static_cast<double>(totals.epochs) / static_cast<double>(runs), static_cast<unsigned long long>(totals.finished),
              static_cast<unsigned long long>(totals.members), static_cast<unsigned long long>(totals.wrong));
  if (totals.wrong != 0) std::printf("replay one: MOTE_LINK_RUNS=1 MOTE_LINK_TRACE=1 MOTE_LINK_SEED=… link_simulator\n");
  return all.wrong + totals.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace mote::link_test

int main() { return mote::link_test::Main(); }
