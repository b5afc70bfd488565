// The texts of the public API against the tables, and details against what the texts say of them.
#include <gtest/gtest.h>
#include <mote/mote.h>

#include <cstring>
#include <set>
#include <string>

#include "sample_programs.h"

namespace mote {
namespace {

struct Row {
  int number;
  const char* text;
};

TEST(Texts, EveryCodeAndSiteHasItsOwn) {
  const Row codes[] = {
#define MOTE_STATUS(id, code, text) {code, text},
#include "schema/status.def"
#undef MOTE_STATUS
  };
  const Row sites[] = {
#define MOTE_SITE(id, number, code, text) {number, text},
#include "schema/sites.def"
#undef MOTE_SITE
  };
  std::set<std::string> different;
  for (const Row& row : codes) EXPECT_STREQ(mote_status_text(static_cast<mote_code>(row.number)), row.text);
  for (const Row& row : sites) {
    EXPECT_STREQ(mote_site_text(static_cast<uint16_t>(row.number)), row.text);
    EXPECT_TRUE(different.insert(row.text).second) << "two sites say: " << row.text;
  }
  EXPECT_STREQ(mote_site_text(0), "");
  EXPECT_STREQ(mote_site_text(60000), "a place that this runtime does not know");
  EXPECT_STREQ(mote_status_text(static_cast<mote_code>(200)), "a code that this runtime does not know");
}

// What a status's text says that its detail is.
std::string Meaning(const mote_status& status) {
  const std::string text = mote_site_text(status.site);
  const size_t at = text.find("; detail: ");
  return at == std::string::npos ? "" : text.substr(at + 10);
}

void ExpectDetail(const mote_status& status, mote_code code, const char* meaning, uint64_t detail) {
  EXPECT_EQ(status.code, code);
  EXPECT_EQ(Meaning(status), meaning);
  EXPECT_EQ(status.detail, detail) << mote_site_text(status.site);
}

struct Memory {
  explicit Memory(size_t bytes) : words(bytes / 8 + 8) {}
  char* at() { return reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(words.data()) + 63) / 64 * 64); }
  std::vector<uint64_t> words;
};

TEST(Texts, DetailsAreTheSizesAndNumbersThatTheTextsSay) {
  size_t size = 0;
  const std::vector<uint64_t> file = RowsProgram(3, 40).Make(&size);
  Memory handle(mote_program_size());
  const mote_program* program = nullptr;
  const auto open = [&](size_t memory, const void* bytes, size_t length) {
    return mote_open(handle.at(), memory, bytes, length, nullptr, &program);
  };
  ExpectDetail(open(mote_program_size() - 1, file.data(), size), MOTE_OUT_OF_MEMORY, "bytes needed", mote_program_size());
  ExpectDetail(open(mote_program_size(), reinterpret_cast<const char*>(file.data()) + 4, size - 4), MOTE_INVALID_ARGUMENT,
               "the alignment needed", 8);
  ExpectDetail(open(mote_program_size(), file.data(), 23), MOTE_NOT_A_PROGRAM, "bytes needed", 24);
  ExpectDetail(open(mote_program_size(), file.data(), size - 1), MOTE_MALFORMED, "bytes needed", size);
  std::vector<uint64_t> other = file;
  reinterpret_cast<uint16_t*>(other.data())[2] = 9;  // version_major
  ExpectDetail(open(mote_program_size(), other.data(), size), MOTE_UNSUPPORTED_VERSION, "the version", 9);

  ASSERT_EQ(open(mote_program_size(), file.data(), size).code, MOTE_OK);
  mote_sizes sizes;
  ASSERT_EQ(mote_query_sizes(program, &sizes).code, MOTE_OK);
  mote_tensor tensor;
  ExpectDetail(mote_input(program, 0, 7, &tensor), MOTE_INVALID_ARGUMENT, "the number", 7);
  ExpectDetail(mote_input(program, 5, 0, &tensor), MOTE_INVALID_ARGUMENT, "the number", 5);
  Memory self(sizes.instance), arena(sizes.arena);
  mote_instance* instance = nullptr;
  const auto init = [&](size_t own, uint32_t entry, size_t given) {
    const mote_memory memory = {
        .instance = self.at(), .instance_size = own, .arena = arena.at(), .arena_size = given, .state = nullptr, .state_size = 0};
    return mote_instance_init(&memory, program, entry, &instance);
  };
  ExpectDetail(init(sizes.instance - 1, 0, sizes.arena), MOTE_OUT_OF_MEMORY, "bytes needed", sizes.instance);
  ExpectDetail(init(sizes.instance, 0, sizes.arena - 1), MOTE_OUT_OF_MEMORY, "bytes needed", sizes.arena);
  ExpectDetail(init(sizes.instance, 3, sizes.arena), MOTE_INVALID_ARGUMENT, "the number", 3);
  ASSERT_EQ(init(sizes.instance, 0, sizes.arena).code, MOTE_OK);
  float values[120];
  ExpectDetail(mote_run(instance, 0), MOTE_UNBOUND, "the number", 0);
  ExpectDetail(mote_bind_input(instance, 0, values, 479), MOTE_INVALID_ARGUMENT, "bytes needed", 480);
  ExpectDetail(mote_bind_input(instance, 2, values, 480), MOTE_INVALID_ARGUMENT, "the number", 2);
  ExpectDetail(mote_bind_input(instance, 0, reinterpret_cast<char*>(values) + 1, 480), MOTE_INVALID_ARGUMENT, "the alignment needed", 4);
}

TEST(Texts, StateAndLargeArenas) {
  TestProgram made = RowsProgram(3, 40);
  made.state_bytes = 96;
  size_t size = 0;
  std::vector<uint64_t> file = made.Make(&size);
  Memory handle(mote_program_size());
  const mote_program* program = nullptr;
  ASSERT_EQ(mote_open(handle.at(), mote_program_size(), file.data(), size, nullptr, &program).code, MOTE_OK);
  mote_sizes sizes;
  ASSERT_EQ(mote_query_sizes(program, &sizes).code, MOTE_OK);
  Memory self(sizes.instance), arena(sizes.arena);
  mote_instance* instance = nullptr;
  const auto init = [&](size_t given) {
    const mote_memory memory = {.instance = self.at(), .instance_size = sizes.instance, .arena = arena.at(), .arena_size = given,
                                .state = nullptr, .state_size = 0};
    return mote_instance_init(&memory, program, 0, &instance);
  };
  ExpectDetail(init(sizes.arena), MOTE_INVALID_ARGUMENT, "bytes needed", 96);

  made.arena_bytes = (uint64_t{1} << 32) + 64;  // more than a detail holds
  file = made.Make(&size);
  if (sizeof(void*) < 8) return;
  ASSERT_EQ(mote_open(handle.at(), mote_program_size(), file.data(), size, nullptr, &program).code, MOTE_OK);
  ExpectDetail(init(64), MOTE_OUT_OF_MEMORY, "bytes needed", UINT32_MAX);
}

}  // namespace
}  // namespace mote
