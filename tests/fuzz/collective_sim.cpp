// Fuzz target: bytes as the members, medium and faults of a simulated group (tests/link/simulator.h), which checks what must hold.
#include <cstdio>
#include <cstdlib>

#include "simulator.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace mote::link_test;
  const auto next = [&data, &size]() -> uint32_t { return size == 0 ? 0 : (--size, *data++); };
  Scenario scenario;
  scenario.seed = 1 + next();
  scenario.members = 2 + next() % 3;
  const uint32_t kind = next();
  scenario.stream = kind % 2 != 0;
  scenario.sealed = kind >= 128;
  scenario.payload = (scenario.sealed ? 24 : 16) + next() % 60;
  scenario.window = 1 + next() % (scenario.stream ? 16 : 32);
  scenario.exchanges = 2 + next() % 5;
  scenario.largest = 1 + next() * 3;
  const uint32_t frames = scenario.members * (scenario.members - 1) * (4 + 4 * scenario.exchanges);
  for (uint32_t i = 0; i < 12 && size != 0; ++i) {  // kind, frame
    const Fault fault = static_cast<Fault>(next() % kFaults);
    const uint32_t high = next();
    scenario.faults.push_back({fault, (high << 8 | next()) % frames});
  }
  Simulation simulation(scenario);
  simulation.Run();
  if (simulation.wrong.empty()) return 0;
  std::fprintf(stderr, "collective_sim: %s\n", simulation.wrong.c_str());
  for (const PlannedFault& fault : scenario.faults) std::fprintf(stderr, "  %s at frame %u\n", NameOf(fault.fault), fault.frame);
  std::abort();
}
