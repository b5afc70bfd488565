// Reads each file, verifier included, and prints: processor seconds (the best of three), bytes of its constants, name.
// Usage: read_speed_runner FILE...
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

#include "frontend/frontend.h"

namespace {

int64_t ConstantBytes(const mote::Module& module) {
  int64_t bytes = 0;
  for (const mote::Computation& computation : module.computations) {
    for (const mote::Instruction& instruction : computation.instructions) {
      if (instruction.op == mote::Op::kConstant) bytes += static_cast<int64_t>(instruction.LiteralValue().bytes().size());
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    std::ifstream in(name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    double best = 1e9;
    int64_t bytes = 0;
    for (int round = 0; round < 3; ++round) {
      const std::clock_t start = std::clock();
      const mote::Result<mote::Module> module = name.ends_with(".hlo") ? mote::ReadHloText(text, name) : mote::ReadStablehlo(text, name);
      best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
      if (!module.ok()) {
        std::printf("%s\n", mote::FormatDiagnostic(module.error()).c_str());
        return 1;
      }
      bytes = ConstantBytes(*module);
    }
    std::printf("%.3f %lld %s\n", best, static_cast<long long>(bytes), name.c_str());
  }
  return 0;
}
