// Small programs as text: reading them and running their checks.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "evaluate/check.h"
#include "frontend/frontend.h"

namespace mote::test {

inline Module ReadText(const std::string& text) {
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << FormatDiagnostic(module.error()) << text;
  return module.ok() ? *module : Module{};
}

// `body` is that of a function without arguments; its checks must all pass and there must be one.
inline void ExpectChecksPass(const std::string& body) {
  Module module = ReadText("func.func @main() {\n" + body + "\n  return\n}\n");
  Result<CheckOutcome> outcome = RunSelfChecking(module);
  ASSERT_TRUE(outcome.ok()) << outcome.error().text << "\n" << body;
  EXPECT_TRUE(outcome->ok) << outcome->message << "\n" << body;
  EXPECT_GT(outcome->checks, 0);
}

}  // namespace mote::test
