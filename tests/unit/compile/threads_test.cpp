// mote/compiler.h: calls in several threads at once give what one call gives.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "mote/compiler.h"

namespace {

// A program of its own for every `n`: other shapes, another function, a shader each.
std::string Text(int n) {
  const std::string type = "tensor<" + std::to_string(64 + n) + "xf32>", function = n % 2 ? "exponential" : "tanh";
  return "func.func @main(%x: " + type + ") -> " + type + " {\n  %0 = stablehlo." + function + " %x : " + type +
         "\n  %1 = stablehlo.add %0, %x : " + type + "\n  return %1 : " + type + "\n}\n";
}

std::string Bytes(int n) {
  const std::string text = Text(n);
  mote_compiled* compiled = mote_compile(text.data(), text.size(), nullptr);
  std::string bytes;
  if (compiled != nullptr && compiled->code == MOTE_COMPILE_OK && compiled->target_count == 2) {
    bytes.assign(reinterpret_cast<const char*>(compiled->bytes), compiled->size);
  }
  mote_compiled_destroy(compiled);
  return bytes;
}

TEST(Compiler, CallsAtTheSameTime) {
  constexpr int kPrograms = 4, kThreads = 4;
  std::vector<std::string> alone;
  for (int n = 0; n < kPrograms; ++n) alone.push_back(Bytes(n));
  for (int n = 0; n < kPrograms; ++n) EXPECT_NE(alone[n], "") << n;
  EXPECT_NE(alone[0], alone[1]);
  std::vector<std::vector<std::string>> got(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&got, t] {
      for (int n = 0; n < kPrograms; ++n) got[t].push_back(Bytes((n + t) % kPrograms));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < kThreads; ++t) {
    for (int n = 0; n < kPrograms; ++n) EXPECT_EQ(got[t][n], alone[(n + t) % kPrograms]) << t << " " << n;
  }
}

}  // namespace
