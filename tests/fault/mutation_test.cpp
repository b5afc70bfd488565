// Every truncation and 100 000 seeded mutations of three small programs: each is refused, or runs without touching a byte that is not its
// own (the sanitizers watch). A failure prints program and seed; MOTE_FAULT_SEED=n runs that one mutation alone.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <random>

#include "sample_programs.h"

namespace mote {
namespace {

struct File {
  const char* name;
  std::vector<uint8_t> bytes;
};
std::vector<File> Files() {
  std::vector<File> files;
  for (const auto& [name, program] :
       {std::pair<const char*, TestProgram>{"rows", RowsProgram(3, 40)}, {"routines", RoutineProgram()}, {"loop", LoopProgram()}}) {
    size_t size = 0;
    const std::vector<uint64_t> made = program.Make(&size);
    const uint8_t* bytes = reinterpret_cast<const uint8_t*>(made.data());
    files.push_back({name, {bytes, bytes + size}});
  }
  return files;
}

// Memory of exactly `size` bytes, aligned to 64, so that the sanitizer sees the first byte behind it.
class Exact {
 public:
  explicit Exact(size_t size)
      : data_(static_cast<uint8_t*>(std::aligned_alloc(64, (size + 63) / 64 * 64))),
        at_(data_ + (size + 63) / 64 * 64 - (size + 7) / 8 * 8) {
    std::memset(data_, 0, (size + 63) / 64 * 64);
  }
  ~Exact() { std::free(data_); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  uint8_t* at() { return at_; }       // aligned to 8
  uint8_t* base() { return data_; }   // aligned to 64

 private:
  uint8_t* data_;
  uint8_t* at_;
};

enum class Outcome { kRefused, kRan, kTooLong };
constexpr uint64_t kMostWork = 1 << 20;  // element operations

Outcome Try(const uint8_t* bytes, size_t size) {
  Exact file(size);
  std::memcpy(file.at(), bytes, size);
  alignas(8) uint8_t memory[256];
  const mote_program* program = nullptr;
  if (mote_program_size() > sizeof memory) std::abort();
  if (mote_open(memory, sizeof memory, file.at(), size, nullptr, &program).code != MOTE_OK) return Outcome::kRefused;
  mote_sizes sizes;
  if (mote_query_sizes(program, &sizes).code != MOTE_OK || sizes.arena > 1 << 20 || sizes.state > 1 << 20) return Outcome::kTooLong;
  if (sizes.work > kMostWork) return Outcome::kTooLong;
  Exact arena(sizes.arena), state(sizes.state), made(sizes.instance);
  mote_instance* instance = nullptr;
  const mote_memory given = {.instance = made.at(), .instance_size = sizes.instance, .arena = arena.base(), .arena_size = sizes.arena,
                             .state = state.base(), .state_size = sizes.state};
  if (mote_instance_init(&given, program, 0, &instance).code != MOTE_OK) return Outcome::kRefused;
  std::vector<std::unique_ptr<Exact>> tensors;
  for (const bool output : {false, true}) {
    for (uint32_t i = 0; i < (output ? mote_output_count(program, 0) : mote_input_count(program, 0)); ++i) {
      mote_tensor tensor;
      if ((output ? mote_output(program, 0, i, &tensor) : mote_input(program, 0, i, &tensor)).code != MOTE_OK || tensor.bytes > 1 << 20) {
        return Outcome::kTooLong;
      }
      tensors.push_back(std::make_unique<Exact>(tensor.bytes));
      if (!output && tensor.bytes > 0) tensors.back()->at()[0] = 5;
      const mote_status bound = output ? mote_bind_output(instance, i, tensors.back()->at(), tensor.bytes)
                                       : mote_bind_input(instance, i, tensors.back()->at(), tensor.bytes);
      static_cast<void>(bound);
    }
  }
  const mote_status status = mote_run(instance, kMostWork);
  static_cast<void>(status);
  return Outcome::kRan;
}

TEST(Fault, EveryTruncation) {
  for (const File& file : Files()) {
    ASSERT_LT(file.bytes.size(), 8192u);
    for (size_t size = 0; size < file.bytes.size(); ++size) {
      EXPECT_EQ(Try(file.bytes.data(), size), Outcome::kRefused) << file.name << " cut to " << size;
    }
    EXPECT_EQ(Try(file.bytes.data(), file.bytes.size()), Outcome::kRan) << file.name;
  }
}

void Mutate(std::vector<uint8_t>& bytes, std::mt19937& random) {
  for (uint32_t count = random() % 3 + 1; count > 0; --count) {
    const size_t at = random() % bytes.size();
    switch (random() % 4) {
      case 0: bytes[at] ^= static_cast<uint8_t>(1u << random() % 8); break;
      case 1: bytes[at] = static_cast<uint8_t>(random()); break;
      case 2: bytes[at] = static_cast<uint8_t>(bytes[at] + (random() % 2 ? 1 : -1)); break;
      default: {  // a whole word: small, huge, or another word of the file
        const size_t word = at / 4 * 4;
        if (word + 4 > bytes.size()) break;
        const uint32_t values[] = {
            0, 1, 0xffffffff, 0x7fffffff, 0x80000000, static_cast<uint32_t>(random() % 64), static_cast<uint32_t>(random())};
        uint32_t value = values[random() % 7];
        if (random() % 4 == 0) std::memcpy(&value, bytes.data() + random() % (bytes.size() / 4) * 4, 4);
        std::memcpy(bytes.data() + word, &value, 4);
        break;
      }
    }
  }
}

TEST(Fault, SeededMutations) {
  const std::vector<File> files = Files();
  const char* only = std::getenv("MOTE_FAULT_SEED");
  const uint32_t first = only != nullptr ? static_cast<uint32_t>(std::atoi(only)) : 0, last = only != nullptr ? first + 1 : 100000;
  int outcomes[3] = {};
  for (uint32_t seed = first; seed < last; ++seed) {
    SCOPED_TRACE("MOTE_FAULT_SEED=" + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<uint8_t> bytes = files[seed % files.size()].bytes;
    Mutate(bytes, random);
    ++outcomes[static_cast<int>(Try(bytes.data(), bytes.size()))];
  }
  std::printf("refused %d, ran %d, opened but too long to run %d\n", outcomes[0], outcomes[1], outcomes[2]);
  if (only == nullptr) {
    EXPECT_GT(outcomes[1], 1000);
  }
}

}  // namespace
}  // namespace mote
