// .npz archives, put together here byte by byte from the zip format's description and packed by zlib: what is read back, and that no
// damaged archive does more than be refused. MOTE_FAULT_SEED=n runs that one mutation alone.
#include "tool/npz.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <random>

namespace mote {
namespace {

struct Part {
  std::string name, content;
  bool deflate = false;
};

void Number(std::string& out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

std::string Deflated(const std::string& content) {
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(content.size() + 64, 0);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// With the zip64 field in local headers that NumPy writes.
std::string Archive(const std::vector<Part>& parts, const std::string& comment = "") {
  std::string out, directory;
  for (const Part& part : parts) {
    const std::string packed = part.deflate ? Deflated(part.content) : part.content;
    const uint64_t checksum = crc32(0, reinterpret_cast<const Bytef*>(part.content.data()), static_cast<uInt>(part.content.size()));
    const uint64_t method = part.deflate ? 8 : 0, local = out.size();
    Number(out, 0x04034b50, 4), Number(out, 45, 2), Number(out, 0, 2), Number(out, method, 2), Number(out, 0, 4), Number(out, checksum, 4);
    Number(out, 0xffffffff, 4), Number(out, 0xffffffff, 4), Number(out, part.name.size(), 2), Number(out, 20, 2);
    out += part.name;
    Number(out, 1, 2), Number(out, 16, 2), Number(out, part.content.size(), 8), Number(out, packed.size(), 8);
    out += packed;
    Number(directory, 0x02014b50, 4), Number(directory, 0x32d, 2), Number(directory, 45, 2), Number(directory, 0, 2),
        Number(directory, method, 2), Number(directory, 0, 4);
    Number(directory, checksum, 4), Number(directory, packed.size(), 4), Number(directory, part.content.size(), 4),
        Number(directory, part.name.size(), 2);
    Number(directory, 0, 8), Number(directory, 0, 4), Number(directory, local, 4);
    directory += part.name;
  }
  const size_t start = out.size();
  out += directory;
  Number(out, 0x06054b50, 4), Number(out, 0, 4), Number(out, parts.size(), 2), Number(out, parts.size(), 2),
      Number(out, directory.size(), 4), Number(out, start, 4);
  Number(out, comment.size(), 2);
  return out + comment;
}

std::string Noise(size_t size) {
  std::mt19937 random(7);
  std::string text;
  while (text.size() < size) text += static_cast<char>(random() % 7 * 31);
  return text;
}

TEST(Npz, StoredAndDeflatedArraysComeBack) {
  const std::string a = Noise(1000), b = Noise(70000);
  for (const std::string& comment : {std::string(), std::string(65535, 'x')}) {
    const auto entries =
        ReadNpz(Archive({{"a.npy", a, false}, {"layers/", "", false}, {"layers/0/b.npy", b, true}, {"empty.npy", "", true}}, comment));
    ASSERT_TRUE(entries.ok()) << entries.error().text;
    ASSERT_EQ(entries->size(), 3u);
    EXPECT_EQ((*entries)[0].name, "a");
    EXPECT_EQ((*entries)[0].bytes, a);
    EXPECT_EQ((*entries)[1].name, "layers/0/b");
    EXPECT_EQ((*entries)[1].bytes, b);
    EXPECT_EQ((*entries)[2].bytes, "");
  }
  const auto none = ReadNpz(Archive({}));
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->empty());
}

// A change at `at`, counted from the first occurrence of `signature`.
std::string Changed(std::string archive, const std::string& signature, size_t at, const std::string& bytes) {
  return archive.replace(archive.find(signature) + at, bytes.size(), bytes);
}

TEST(Npz, SaysWhatIsWrong) {
  const std::string central("PK\1\2", 4), end("PK\5\6", 4);
  const std::string good = Archive({{"a.npy", Noise(100), true}});
  const std::pair<std::string, const char*> cases[] = {
      {"", "too short"},
      {good.substr(0, good.size() - 1), "directory at its end is missing"},
      {Archive({{"a.txt", "x", false}}), "'a.txt' in it is no .npy array"},
      {Archive({{"a.npy", "x", false}, {"a.npy", "x", false}}), "twice"},
      {Changed(good, central, 8, std::string("\1\0", 2)), "encrypted"},
      {Changed(good, central, 10, std::string("\14\0", 2)), "method 12"},
      {Changed(good, central, 16, "abcd"), "another checksum"},
      {Changed(good, central, 24, std::string("\x63\0\0\0", 4)), "does not unpack"},
      {Changed(good, central, 24, std::string("\0\0\0\x70", 4)), "longer than its bytes can stand for"},
      {Changed(good, central, 24, "\xff\xff\xff\xff"), "zip64"},
      {Changed(good, central, 42, std::string("\1\0\0\0", 4)), "not where the directory says"},
      {Changed(good, central, 20, std::string("\0\0\1\0", 4)), "overlap"},
      {Changed(good, end, 16, std::string("\0\0\1\0", 4)), "leaves the file"},
      {Changed(good, end, 10, std::string("\2\0", 2)), "cut off"},
  };
  for (const auto& [bytes, text] : cases) {
    const auto entries = ReadNpz(bytes);
    ASSERT_FALSE(entries.ok()) << text;
    EXPECT_NE(entries.error().text.find(text), std::string::npos) << "wanted '" << text << "', got: " << entries.error().text;
  }
}

// Every truncation and 30 000 mutations of one archive: refused or read, and never more bytes than deflated ones can stand for.
TEST(Npz, DamagedArchives) {
  const std::string good = Archive({{"a.npy", Noise(300), false}, {"b/c.npy", Noise(900), true}});
  for (size_t size = 0; size < good.size(); ++size) EXPECT_FALSE(ReadNpz(std::string_view(good).substr(0, size)).ok()) << size;
  const char* one = std::getenv("MOTE_FAULT_SEED");
  const uint32_t first = one == nullptr ? 0 : static_cast<uint32_t>(std::strtoul(one, nullptr, 10)),
                 last = one == nullptr ? 30000 : first + 1;
  int read = 0;
  for (uint32_t seed = first; seed < last; ++seed) {
    std::mt19937 random(seed);
    std::string bytes = good;
    for (uint32_t changes = 1 + random() % 4; changes > 0; --changes) {
      // Half of them in the directory, where the numbers stand.
      const size_t at = random() % 2 == 0 ? random() % bytes.size() : bytes.size() - 1 - random() % 130;
      bytes[at] = static_cast<char>(random() % 3 == 0 ? 0xff : random());
    }
    const auto entries = ReadNpz(bytes);
    if (!entries.ok()) continue;
    ++read;
    size_t total = 0;
    for (const NpzEntry& entry : *entries) total += entry.bytes.size();
    EXPECT_LE(total, 1032 * (bytes.size() + 1)) << "MOTE_FAULT_SEED=" << seed;
  }
  if (one == nullptr) {
    EXPECT_GT(read, 100);    // some bytes mean nothing to us: dates, versions
    EXPECT_LT(read, 29000);
  }
}

}  // namespace
}  // namespace mote
