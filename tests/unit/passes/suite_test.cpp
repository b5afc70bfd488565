// The whole pipeline over self-checking files: the optimised module must still pass its own checks on the evaluator.
#include <gtest/gtest.h>

#include <cstdio>

#include "evaluate/check.h"
#include "frontend/frontend.h"
#include "hlo/verify.h"
#include "pass_testing.h"

namespace mote {
namespace {

void RunFolder(const std::string& folder) {
  const auto files = SharedFiles(folder, ".mlir");
  if (files.empty()) GTEST_SKIP() << "no files in shared/" << folder;
  int64_t passed = 0, skipped = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    const auto module = ReadProgram(ReadFile(files[i]), files[i]);
    if (!module.ok()) continue;
    const auto before = RunSelfChecking(*module);
    if (!before.ok() || !before->ok || before->checks == 0) {
      ++skipped;
      continue;
    }
    const auto optimised = OptimiseForKernels(*module);
    ASSERT_TRUE(optimised.ok()) << files[i] << ": " << FormatDiagnostic(optimised.error());
    for (const Diagnostic& diagnostic : Verify(*optimised, 1)) ADD_FAILURE() << files[i] << ": " << FormatDiagnostic(diagnostic);
    const auto after = RunSelfChecking(*optimised);
    ASSERT_TRUE(after.ok()) << files[i] << ": " << FormatDiagnostic(after.error());
    EXPECT_TRUE(after->ok) << files[i] << ": " << after->message;
    EXPECT_EQ(after->checks, before->checks) << files[i];
    ++passed;
  }
  std::printf("%s: %lld files hold after the passes, %lld not run before them\n", folder.c_str(), static_cast<long long>(passed),
              static_cast<long long>(skipped));
}

TEST(PassesOnFiles, Fuzz) { RunFolder("golden/fuzz"); }
TEST(PassesOnFiles, ControlFlow) { RunFolder("golden/control_flow"); }
TEST(PassesOnFiles, Chlo) { RunFolder("golden/chlo"); }
TEST(PassesOnFiles, Convolution) { RunFolder("golden/convolution"); }
TEST(PassesOnFiles, DotGeneral) { RunFolder("golden/dot_general"); }
TEST(PassesOnFiles, DynamicSlice) { RunFolder("golden/dynamic_slice"); }
TEST(PassesOnFiles, Gather) { RunFolder("golden/gather"); }
TEST(PassesOnFiles, Misc) { RunFolder("golden/misc"); }
TEST(PassesOnFiles, Map) { RunFolder("golden/map"); }
TEST(PassesOnFiles, Static) { RunFolder("conformance/testdata/static"); }

}  // namespace
}  // namespace mote
