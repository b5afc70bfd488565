// The serial protocol of ports/benchmarks/mlperf_tiny with a device of its own; numbers are held against printf's.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <random>
#include <string>

extern "C" {
#include "ports/benchmarks/mlperf_tiny/protocol.h"
}

namespace {

std::string written;
uint8_t input[4];
int inferences;
bool works = true;

std::string Take() { return std::exchange(written, {}); }
std::string Ask(const std::string& command) {
  written.clear();
  for (const char c : command + '%') protocol_take(c);
  return Take();
}

}  // namespace

extern "C" const struct benchmark benchmark = {"kws01",
                                        input,
                                        sizeof input,
                                        [] { return ++inferences, works ? 1 : 0; },
                                        [] { protocol_write("m-results-[]\r\n"); },
                                        [](char c) { written += c; },
                                        [] { return static_cast<uint32_t>(inferences * 7); }};

TEST(MlperfTinyProtocol, NamesItself) {
  protocol_begin();
  EXPECT_EQ(Take(), "m-timestamp-mode-performance\r\nm-lap-us-0\r\nm-init-done\r\nm-ready\r\n");
  EXPECT_EQ(Ask("name"), "m-name-dut-[mote]\r\nm-ready\r\n");
  EXPECT_EQ(Ask("profile"), "m-profile-[ULPMark for tinyML Firmware V0.0.1]\r\nm-model-[kws01]\r\nm-ready\r\n");
}

TEST(MlperfTinyProtocol, LoadsAndInfers) {
  EXPECT_EQ(Ask("db load 4"), "m-[Expecting 4 bytes]\r\nm-ready\r\n");
  EXPECT_EQ(Ask("db 01fF"), "m-ready\r\n");
  EXPECT_EQ(Ask("infer 1 0"), "e-[infer before the input was loaded]\r\nm-ready\r\n");
  EXPECT_EQ(Ask("db 8000aaaa"), "m-load-done\r\nm-ready\r\n");
  EXPECT_EQ(std::memcmp(input, "\x01\xff\x80\x00", 4), 0);
  EXPECT_EQ(Ask("db print"), "m-buffer-01-ff-80-00\r\nm-ready\r\n");
  inferences = 0;
  EXPECT_EQ(Ask("infer 3 2"),
            "m-warmup-start-2\r\nm-warmup-done\r\nm-infer-start-3\r\nm-lap-us-14\r\nm-lap-us-35\r\nm-infer-done\r\n"
            "m-results-[]\r\nm-ready\r\n");
  inferences = 0;
  EXPECT_NE(Ask("infer").find("m-warmup-start-10"), std::string::npos);
  EXPECT_EQ(inferences, 11);
  works = false;
  EXPECT_NE(Ask("infer 1 0").find("e-[The inference failed]\r\nm-ready\r\n"), std::string::npos);
  works = true;
}

TEST(MlperfTinyProtocol, RefusesWhatItDoesNotKnow) {
  const auto refuses = [](const std::string& command, const std::string& text) {
    EXPECT_EQ(Ask(command), "e-[" + text + "]\r\nm-ready\r\n") << command;
  };
  refuses("", "Unknown command: ");
  refuses("nam", "Unknown command: nam");
  refuses("db", "db takes load, print or bytes");
  refuses("db load", "db load takes a number of bytes above 0");
  refuses("db load 0", "db load takes a number of bytes above 0");
  refuses("db load -4", "db load takes a number of bytes above 0");
  refuses("db load 99999999999999999999", "db load takes a number of bytes above 0");
  refuses("db load 5", "The input of this model has 4 bytes");
  refuses("db 00", "db before db load");
  Ask("db load 4");
  refuses("db 0g", "db takes pairs of hexadecimal digits");
  refuses("db 012", "db takes pairs of hexadecimal digits");
  refuses("infer 0", "infer takes a number of inferences above 0, and one to warm up");
  refuses("infer 1 x", "infer takes a number of inferences above 0, and one to warm up");
  refuses(std::string(81, 'a'), "A command has at most 80 characters");
  refuses(std::string(100000, 'a'), "A command has at most 80 characters");
  EXPECT_EQ(Ask(std::string(80, 'a')).size(), strlen("e-[Unknown command: ]\r\nm-ready\r\n") + 80);
}

TEST(MlperfTinyProtocol, RoundsAsPrintf) {
  std::mt19937 random(1);
  const auto holds = [](float value) {
    char expected[64];
    std::snprintf(expected, sizeof expected, "%0.3f", static_cast<double>(value));
    protocol_write_thousandths(value);
    ASSERT_EQ(Take(), expected) << value;
  };
  for (int i = 0; i <= 256; ++i) holds(static_cast<float>(i) / 256);  // scores: ties among them
  for (const float value : {0.0f, 1e-45f, 1e-38f, 0.0005f, 0.00049999997f, 0.9995f, 0.99949999f, 2147483520.0f, 8388607.5f}) holds(value);
  for (int i = 0; i < 200000; ++i) {
    uint32_t bits = random() % 0x4f000000u;  // below 2^31
    float value;
    std::memcpy(&value, &bits, sizeof value);
    holds(value);
  }
}
