// What mote_open costs a byte of the FlatBuffer, processor time on one core, for files that make as much work as they can by sharing bytes,
// and for the programs named as arguments. Prints a row each; exits 1 when one costs more than the limit. By hand, on a quiet machine,
// release build.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>

#include "core/kernel_code.h"
#include "kernel/kernel_builder.h"
#include "print/printers.h"
#include "sample_programs.h"

namespace mote {
namespace {

constexpr double kLimit = 20;  // ns a byte

double ProcessorSeconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// The least of several rounds; files that are refused count like others.
bool Row(const char* name, const uint64_t* file, size_t size, const char* target = nullptr) {
  std::vector<uint64_t> memory(mote_program_size() / 8 + 1);
  mote_open_options options = {};
  options.target = target;
  MoteFileHeader header;
  std::memcpy(&header, file, sizeof header);
  const mote_program* program = nullptr;
  mote_status status = {};
  double least = 1e9;
  for (int round = 0; round < 7; ++round) {
    const int times = std::max(1, static_cast<int>(2000000 / (header.flat_bytes + 1)));
    const double start = ProcessorSeconds();
    for (int i = 0; i < times; ++i) status = mote_open(memory.data(), memory.size() * 8, file, size, &options, &program);
    least = std::min(least, (ProcessorSeconds() - start) / times);
  }
  const double cost = least * 1e9 / header.flat_bytes;
  std::printf("%-34s %9u bytes  %7.2f ns a byte  %s", name, header.flat_bytes, cost, status.code == MOTE_OK ? "accepted" : "refused");
  std::printf(status.code == MOTE_OK ? "\n" : " at site %u\n", status.site);
  return cost <= kLimit;
}

bool Row(const char* name, const TestProgram& program) {
  size_t size = 0;
  const std::vector<uint64_t> file = program.Make(&size);
  return Row(name, file.data(), size);
}

struct Axes {
  int groups, lanes;
  int accesses, terms;
};

// A kernel of many axes of extent 1 and many accesses with many terms, and a step that runs it.
TestProgram Wide(const Axes& axes) {
  KernelBuilder b("wide");
  const int32_t in = b.AddOperand(ElementType::kU8, true, false), out = b.AddOperand(ElementType::kU8, false, true);
  std::vector<AxisId> all, lanes;
  const ParamId one = b.AddParam(Parameter::Role::kExtent, Reg::kI32, 1);
  static_cast<void>(one);
  for (int i = 0; i < axes.groups; ++i) all.push_back(b.AddAxis(Axis::Kind::kGroup, 1));
  for (int i = 0; i < axes.lanes; ++i) lanes.push_back(b.AddAxis(Axis::Kind::kLane, 1));
  all.insert(all.end(), lanes.begin(), lanes.end());
  const ParamId stride = b.AddParam(Parameter::Role::kStride, Reg::kI32, 0);
  const auto access = [&](int32_t operand) {
    Access made;
    made.operand = operand;
    for (int t = 0; t < axes.terms; ++t) made.terms.push_back({all[static_cast<size_t>(t)], stride});
    return b.AddAccess(made);
  };
  b.BeginStage(Stage::Kind::kMap, lanes);
  for (int i = 0; i < axes.accesses; ++i) {
    const int32_t from = access(in), to = access(out);
    b.Store(to, b.Load(from, Reg::kI32));
  }
  b.EndStage();
  const std::vector<ParamValue> values = b.TakeValues();
  const Kernel kernel = b.Take();
  TestProgram program;
  program.strip = 64;
  program.kernels = {PrintMicrocode(kernel)};
  program.scratch_bytes = program.arena_bytes = static_cast<uint64_t>(MicrocodeScratchBytes(kernel, 64) + 7) / 8 * 8;
  const uint16_t x = program.AddView(kMoteInput, ElementType::kU8, 0, 0, 16), y = program.AddView(kMoteOutput, ElementType::kU8, 0, 0, 16);
  program.inputs = {{"x", ElementType::kU8, {16}, x}};
  program.outputs = {{"y", ElementType::kU8, {16}, y}};
  program.AddStep(1, 0, {x, y}, {}, ParamWords(kernel, values));
  program.EndBlock();
  return program;
}

// As many copies as the account of a file allows whose length is mostly bytes that cost nothing, found by halving.
template <typename Make>
bool Fullest(const char* name, Make make) {
  const auto padded = [&](size_t copies) {
    TestProgram program = make(copies);
    program.padding = 200000;
    return program;
  };
  size_t low = 1, high = 60000;
  while (high - low > low / 50 + 1) {
    const size_t middle = (low + high) / 2;
    (Running(padded(middle)).status.code == MOTE_OK ? low : high) = middle;
  }
  const bool full = Row(name, padded(low)), beyond = Row((std::string(name) + ", too many").c_str(), padded(high * 2));
  return full && beyond;
}

TestProgram WithBlocks(TestProgram program, size_t copies) {
  for (size_t i = 0; i < copies; ++i) program.blocks.insert(program.blocks.end(), {program.blocks[0], program.blocks[1]});
  return program;
}

TestProgram WithKernels(TestProgram program, size_t copies) {
  program.kernel_copies = copies;
  return program;
}

// The kernel's first load again and again.
TestProgram WithLoads(TestProgram program, size_t loads) {
  std::vector<uint32_t>& code = program.kernels[0];
  const runtime::KernelCode kernel(code.data());
  const runtime::StageCode stage(kernel.first_stage);
  runtime::AccessCode access{stage.access_words};
  for (uint32_t i = 0; i < stage.accesses; ++i) access = runtime::AccessCode{access.next()};
  const auto body = access.words - code.data(), sizes = kernel.first_stage - code.data() + 1;
  code[static_cast<size_t>(sizes)] += static_cast<uint32_t>(loads);
  code.insert(code.begin() + body, loads, code[static_cast<size_t>(body)]);
  return program;
}

TestProgram WithEntries(TestProgram program, size_t copies, int views) {
  for (int i = 0; i < views; ++i) program.AddView(kMoteInput, ElementType::kU8, 0, 0, 16);
  program.entry_copies = copies;
  return program;
}

TestProgram WithTensors(TestProgram program, size_t copies, size_t tensors) {
  for (size_t i = 1; i < tensors; ++i) {
    TestTensor tensor = program.inputs[0];
    tensor.view = program.AddView(kMoteInput, ElementType::kU8, static_cast<uint32_t>(i), 0, 16);
    program.inputs.push_back(tensor);
  }
  program.entry_copies = copies;
  return program;
}

bool All(int argc, char** argv) {
  bool fine = true;
  for (const Axes& axes : {Axes{31, 31, 1, 0}, {0, 31, 1, 31}, {31, 31, 100, 62}, {1, 1, 1, 1}, {1, 1, 200, 1}}) {
    char name[64];
    std::snprintf(name, sizeof name, "blocks: %d+%d axes, %d×%d terms", axes.groups, axes.lanes, 2 * axes.accesses, axes.terms);
    const TestProgram program = Wide(axes);
    fine &= Fullest(name, [&](size_t copies) { return WithBlocks(program, copies); });
    std::snprintf(name, sizeof name, "kernels: %d+%d axes, %d×%d terms", axes.groups, axes.lanes, 2 * axes.accesses, axes.terms);
    fine &= Fullest(name, [&](size_t copies) { return WithKernels(program, copies); });
  }
  for (const int terms : {0, 62}) {
    const TestProgram program = WithLoads(Wide({31, 31, 1, terms}), 20000);
    fine &= Fullest(("blocks: 20000 loads, " + std::to_string(terms) + " terms").c_str(),
                    [&](size_t copies) { return WithBlocks(program, copies); });
    fine &= Fullest(("kernels: 20000 loads, " + std::to_string(terms) + " terms").c_str(),
                    [&](size_t copies) { return WithKernels(program, copies); });
  }
  fine &= Fullest("blocks: loops", [](size_t copies) { return WithBlocks(LoopProgram(), copies); });
  fine &= Fullest("blocks: routines", [](size_t copies) { return WithBlocks(RoutineProgram(), copies); });
  fine &= Fullest("kernels: rows", [](size_t copies) { return WithKernels(RowsProgram(2, 3), copies); });
  fine &= Fullest("entries: 1 view", [](size_t copies) { return WithEntries(Wide({1, 1, 1, 1}), copies, 1); });
  fine &= Fullest("entries: 1000 views", [](size_t copies) { return WithEntries(Wide({1, 1, 1, 1}), copies, 1000); });
  fine &= Fullest("entries: 200 tensors", [](size_t copies) { return WithTensors(Wide({1, 1, 1, 1}), copies, 200); });
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    std::vector<uint64_t> aligned(bytes.size() / 8 + 1);
    std::memcpy(aligned.data(), bytes.data(), bytes.size());
    for (const char* target : {"linux", "vulkan"}) {
      fine &= Row((std::string(argv[i]) + " " + target).c_str(), aligned.data(), bytes.size(), target);
    }
  }
  return fine;
}

}  // namespace
}  // namespace mote

int main(int argc, char** argv) { return mote::All(argc, argv) ? 0 : 1; }
