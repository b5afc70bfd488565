// Prints what demo.sh computed: a few digits with their predicted labels, then one row a target. Reads .npy and raw results, runs nothing.
// usage: digits_report DATA_DIR TARGETS_FILE
// TARGETS_FILE has one target a line, fields separated by tabs:
//   name, device, result file (.npy, or .bin: raw f32, or .s8: bytes q for (q + 128) / 256), program bytes, bytes of flash beside it, arena
//   bytes, peak bytes, live-set bound bytes, time per image as text
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "hlo/npy.h"

namespace {

using mote::Literal;

constexpr int kClasses = 10;
constexpr int kSide = 8;

struct Target {
  std::string name, device, file, program, flash, arena, peak, bound, time;
};

std::string Bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The file as one array; exits with a message when it is not there or not what it should be.
Literal Load(const std::string& path) {
  const std::string bytes = Bytes(path);
  if (path.size() > 4 && path.compare(path.size() - 4, 4, ".bin") == 0) {
    const auto count = static_cast<int64_t>(bytes.size() / sizeof(float));
    return Literal(mote::Shape::Array(mote::ElementType::kF32, {count}), std::vector<uint8_t>(bytes.begin(), bytes.begin() + count * 4));
  }
  if (path.ends_with(".s8")) {
    Literal values(mote::Shape::Array(mote::ElementType::kF32, {static_cast<int64_t>(bytes.size())}));
    for (size_t i = 0; i < bytes.size(); ++i) values.SetReal(static_cast<int64_t>(i), (static_cast<int8_t>(bytes[i]) + 128) / 256.0);
    return values;
  }
  auto literal = mote::ReadNpy(bytes);
  if (!literal) {
    fmt::print(stderr, "digits_report: {}: {}\n", path, literal.error().text);
    std::exit(1);
  }
  return *literal;
}

int Best(const float* probabilities) { return static_cast<int>(std::max_element(probabilities, probabilities + kClasses) - probabilities); }

// Two rows of pixels in one line of half blocks; without colour, characters of growing darkness.
std::string PixelPair(float top, float bottom, bool colour) {
  const auto level = [](float v) { return 232 + std::clamp(static_cast<int>(v * 23), 0, 23); };
  if (colour) return fmt::format("\033[38;5;{}m\033[48;5;{}m▀", level(top), level(bottom));
  static const char* const kShades[] = {" ", "░", "▒", "▓", "█"};
  return kShades[std::clamp(static_cast<int>((top + bottom) * 2.5f), 0, 4)];
}

void DrawDigits(const Literal& images, const Literal& labels, const Literal& predicted, bool colour) {
  constexpr int kShown = 8;
  const auto pixels = images.data<float>();
  for (int row = 0; row < kSide; row += 2) {
    std::string line = "  ";
    for (int digit = 0; digit < kShown; ++digit) {
      const float* image = pixels.data() + digit * kSide * kSide;
      for (int x = 0; x < kSide; ++x) line += PixelPair(image[row * kSide + x], image[(row + 1) * kSide + x], colour);
      line += colour ? "\033[0m   " : "   ";
    }
    fmt::print("{}\n", line);
  }
  std::string line = "  ";
  for (int digit = 0; digit < kShown; ++digit) {
    const int got = Best(predicted.data<float>().data() + digit * kClasses);
    const bool right = got == labels.data<int32_t>()[digit];
    const std::string mark = right ? "✓" : "✗";
    line += fmt::format("   {} {}     ", got, colour ? fmt::format("\033[{}m{}\033[0m", right ? "32" : "31", mark) : mark);
  }
  fmt::print("{}\n\n", line);
}

std::vector<Target> ReadTargets(const std::string& path) {
  std::ifstream file(path);
  std::vector<Target> targets;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    Target t;
    for (std::string* field : {&t.name, &t.device, &t.file, &t.program, &t.flash, &t.arena, &t.peak, &t.bound, &t.time}) {
      std::getline(fields, *field, '\t');
    }
    targets.push_back(t);
  }
  return targets;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: digits_report DATA_DIR TARGETS_FILE\n");
    return 2;
  }
  const std::string data = argv[1];
  const Literal images = Load(data + "/test_images.npy"), labels = Load(data + "/test_labels.npy");
  const Literal reference = Load(data + "/test_probabilities.npy");
  const std::vector<Target> targets = ReadTargets(argv[2]);
  if (targets.empty()) {
    fmt::print(stderr, "digits_report: {} names no target\n", argv[2]);
    return 1;
  }
  const char* no_colour = std::getenv("NO_COLOR");
  const bool colour = isatty(STDOUT_FILENO) && (no_colour == nullptr || *no_colour == 0);
  DrawDigits(images, labels, Load(targets.front().file), colour);

  const int64_t count = labels.size();
  fmt::print("  {:<15} {:<34} {:>8} {:>15} {:>9} {:>9} {:>9} {:>17} {:>22}\n", "target", "device", "accuracy", "same class as", "program",
             "flash", "arena", "peak / live-set", "time per image");
  fmt::print("  {:<15} {:<34} {:>8} {:>15} {:>9} {:>9} {:>9} {:>17} {:>22}\n", "", "", "", "the reference", "bytes", "beside it", "bytes",
             "bound, bytes", "");
  bool complete = true;
  for (const Target& target : targets) {
    const Literal result = Load(target.file);
    if (result.size() != count * kClasses) {
      fmt::print(stderr, "digits_report: {} holds {} values, not {}\n", target.file, result.size(), count * kClasses);
      complete = false;
      continue;
    }
    int64_t right = 0, same = 0;
    for (int64_t i = 0; i < count; ++i) {
      const int got = Best(result.data<float>().data() + i * kClasses);
      right += got == labels.data<int32_t>()[i];
      same += got == Best(reference.data<float>().data() + i * kClasses);
    }
    fmt::print("  {:<15} {:<34} {:>7.2f}% {:>9} / {} {:>9} {:>9} {:>9} {:>17} {:>22}\n", target.name, target.device.substr(0, 34),
               100.0 * static_cast<double>(right) / static_cast<double>(count), same, count, target.program, target.flash, target.arena,
               target.peak + " / " + target.bound, target.time);
    // Rounded to bytes a network may see a digit otherwise, but hardly.
    complete = complete && (target.file.ends_with(".s8") ? 100 * same >= 98 * count : same == count);
  }
  return complete ? 0 : 1;
}
