// Printed C against the interpreter, bit for bit: every kernel of the conformance files and of random programs, compiled with the host's
// compiler and run over the whole domain and in two parts.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "frontend/frontend.h"
#include "kernel/interpret.h"
#include "kernel_runner.h"
#include "random_program.h"
#include "small_modules.h"

namespace mote::testing {
namespace {

struct Case {
  std::string from;
  BoundKernel bound;
  std::vector<std::vector<uint8_t>> before;
};

using NativeKernel = void (*)(unsigned char* const*, uint32_t, uint32_t);

std::vector<int64_t> ElementsOf(const Case& c) {
  std::vector<int64_t> out;
  for (size_t i = 0; i < c.before.size(); ++i) {
    out.push_back(static_cast<int64_t>(c.before[i].size()) / StorageBytes(c.bound.kernel.operands[i].type));
  }
  return out;
}

// The shared object with one function a case, or null.
void* Compile(const std::vector<Case>& cases, const std::string& flags, const std::string& stem) {
  const std::filesystem::path source = std::filesystem::path(::testing::TempDir()) / (stem + ".c"),
                              object = std::filesystem::path(::testing::TempDir()) / (stem + ".so");
  std::ofstream out(source);
  out << CPreamble();
  for (size_t i = 0; i < cases.size(); ++i) {
    out << "\n/* " << cases[i].from << " */\n"
        << PrintC(cases[i].bound.kernel, cases[i].bound.values, ElementsOf(cases[i]), "kernel_" + std::to_string(i));
  }
  out.close();
  const std::string command = "cc -std=gnu99 -Wall -Werror -Wno-unused-function -shared -fPIC -ffp-contract=off -fno-fast-math " + flags +
                              " -o " + object.string() + " " + source.string() + " -lm";
  if (std::system(command.c_str()) != 0) {
    ADD_FAILURE() << "does not compile: " << command;
    return nullptr;
  }
  return dlopen(object.c_str(), RTLD_NOW);
}

// NaN's bits are the target's; everything else is compared exactly.
bool SameBits(ElementType type, const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  if (a == b) return true;
  if (!IsFloat(type)) return false;
  const size_t bytes = static_cast<size_t>(StorageBytes(type));
  for (size_t i = 0; i + bytes <= a.size(); i += bytes) {
    if (std::memcmp(&a[i], &b[i], bytes) == 0) continue;
    uint64_t x = 0, y = 0;
    std::memcpy(&x, &a[i], bytes);
    std::memcpy(&y, &b[i], bytes);
    const double dx = DecodeFloat(type, x), dy = DecodeFloat(type, y);
    if (dx == dx || dy == dy) return false;
  }
  return true;
}

void CompareAll(const std::vector<Case>& cases, const std::string& flags, const std::string& stem) {
  void* library = Compile(cases, flags, stem);
  if (library == nullptr) return;
  for (size_t i = 0; i < cases.size(); ++i) {
    const Case& c = cases[i];
    const auto function = reinterpret_cast<NativeKernel>(dlsym(library, ("kernel_" + std::to_string(i)).c_str()));
    ASSERT_NE(function, nullptr);
    std::vector<std::vector<uint8_t>> expected = c.before;
    ASSERT_TRUE(InterpretKernel(c.bound.kernel, c.bound.values, expected).ok()) << c.from;
    const uint32_t extent = static_cast<uint32_t>(COuterExtent(c.bound.kernel, c.bound.values)), middle = extent / 2 + (extent > 3 ? 1 : 0);
    for (const auto& parts : {std::vector<uint32_t>{0, extent}, std::vector<uint32_t>{0, middle, extent}}) {
      std::vector<std::vector<uint8_t>> got = c.before;
      std::vector<unsigned char*> pointers;
      for (auto& buffer : got) pointers.push_back(buffer.data());
      for (size_t p = 0; p + 1 < parts.size(); ++p) function(pointers.data(), parts[p], parts[p + 1]);
      for (size_t o = 0; o < got.size(); ++o) {
        EXPECT_TRUE(SameBits(c.bound.kernel.operands[o].type, got[o], expected[o]))
            << c.from << " operand " << o << " function kernel_" << i << "\n"
            << PrintKernel(c.bound.kernel, &c.bound.values);
      }
    }
    if (::testing::Test::HasFailure()) break;
  }
  dlclose(library);
}

// The kernels of a module with the values that the evaluator gave their inputs.
void AddCases(const std::string& from, const Module& module, const std::vector<Literal>& inputs, bool fuse, std::vector<Case>* cases) {
  RunOptions options;
  options.lower.fuse = fuse;
  Values values;
  options.values = &values;
  const RunReport report = RunByKernels(module, module.main(), inputs, options);
  for (size_t k = 0; k < report.bound.size(); ++k) {
    Case c{from, report.bound[k], {}};
    for (size_t i = 0; i < c.bound.operands.size(); ++i) {
      const bool read = c.bound.kernel.operands[i].read;
      const Value value = read || report.groups[k].kind != Group::Kind::kUpdate ? c.bound.operands[i] : report.groups[k].inputs[0];
      const auto bytes = values.at(value).bytes();
      c.before.emplace_back(bytes.begin(), bytes.end());
      if (!read && report.groups[k].kind != Group::Kind::kUpdate) std::fill(c.before.back().begin(), c.before.back().end(), uint8_t{0xA5});
    }
    cases->push_back(std::move(c));
  }
}

TEST(PrintC, ConformanceKernelsGiveTheInterpretersBits) {
  const char* given = std::getenv("MOTE_SHARED");
  const std::filesystem::path folder =
      (given != nullptr ? std::filesystem::path(given) : std::filesystem::path(MOTE_SOURCE_DIR) / ".." / "shared") /
      "conformance/testdata/static";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder shared/conformance beside the clone";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Case> cases;
  std::set<uint64_t> seen;
  for (const auto& path : files) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    Result<Module> module = ReadStablehlo(text.str(), path.filename().string());
    if (!module.ok()) continue;
    std::vector<Case> fresh;
    AddCases(path.filename().string(), *module, {}, true, &fresh);
    for (Case& c : fresh) {
      uint64_t key = ContentHash(c.bound.kernel);
      for (ParamValue value : c.bound.values) key = key * 1099511628211u + static_cast<uint64_t>(value);
      if (seen.insert(key).second) cases.push_back(std::move(c));
    }
  }
  std::printf("%zu distinct kernels\n", cases.size());
  CompareAll(cases, "-O1", "mote_conformance_kernels");
}

TEST(PrintC, CornersGiveTheInterpretersBits) {
  std::vector<Case> cases;
  for (const SmallModule& small : SmallModules()) {
    const Module module = Parse(small.text);
    if (module.entry < 0) continue;
    std::vector<Literal> inputs;
    for (const Shape& shape : module.main().parameters) inputs.push_back(RandomLiteral(shape, 7 + static_cast<uint32_t>(inputs.size())));
    AddCases(small.name, module, inputs, true, &cases);
  }
  CompareAll(cases, "-O2", "mote_corner_kernels");
}

TEST(PrintC, RandomProgramsGiveTheInterpretersBits) {
  for (const char* flags : {"-O2", "-O3 -march=native -fno-trapping-math -fno-math-errno"}) {
    std::vector<Case> cases;
    for (uint32_t seed = 1; seed <= 16; ++seed) {
      const Module module = Parse(RandomProgram(seed));
      if (module.entry < 0) break;
      std::vector<Literal> inputs;
      for (const Shape& shape : module.main().parameters) {
        inputs.push_back(RandomLiteral(shape, seed + static_cast<uint32_t>(inputs.size())));
      }
      AddCases("RandomProgram(" + std::to_string(seed) + ")", module, inputs, true, &cases);
    }
    CompareAll(cases, flags, "mote_random_kernels");
  }
}

}  // namespace
}  // namespace mote::testing
