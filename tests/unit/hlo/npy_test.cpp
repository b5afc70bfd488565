// Arrays of .npy files. Expected bytes are what NumPy with ml_dtypes writes for the values beside them; what is refused is what NumPy
// refuses to read, or would read as something else than the file says.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "hlo/npy.h"

namespace mote {
namespace {

// An array of opaque one-byte elements, as types that NumPy does not have are stored.
std::string Opaque(const std::string& bytes) {
  std::string dict = "{'descr': '|V1', 'fortran_order': False, 'shape': (" + std::to_string(bytes.size()) + ",), }";
  dict.append(63 - (dict.size() + 10) % 64, ' ');
  dict += '\n';
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(dict.size()) + '\0' + dict + bytes;
}

// ml_dtypes writes -1 and -2 of int2 as 3 and 2, of int4 as 15 and 14; bits beyond the type say nothing.
TEST(Npy, TypesOfLessThanAByteTakeTheirOwnBits) {
  const Result<Literal> two = ReadNpy(Opaque("\3\2\1\xff"), ElementType::kS2), four = ReadNpy(Opaque("\17\16\1\xff"), ElementType::kS4);
  ASSERT_TRUE(two.ok() && four.ok());
  for (const Literal* signed_values : {&*two, &*four}) {
    EXPECT_EQ(signed_values->IntegerAt(0), -1);
    EXPECT_EQ(signed_values->IntegerAt(1), -2);
    EXPECT_EQ(signed_values->IntegerAt(2), 1);
    EXPECT_EQ(signed_values->IntegerAt(3), -1);
  }
  const Result<Literal> nibble = ReadNpy(Opaque("\x13"), ElementType::kU4), real = ReadNpy(Opaque("\xf2"), ElementType::kF4E2M1FN);
  ASSERT_TRUE(nibble.ok() && real.ok());
  EXPECT_EQ(nibble->IntegerAt(0), 3);
  EXPECT_EQ(real->RealAt(0), 1.0);
}

// A file with this header text, padded as NumPy pads it, and these bytes behind it.
std::string File(const std::string& header, const std::string& data, const std::string& version = std::string("\1\0", 2)) {
  const size_t prefix = version[0] == 1 ? 10 : 12;
  std::string text = header;
  text.append(63 - (text.size() + prefix) % 64, ' ');
  text += '\n';
  std::string file = "\x93NUMPY" + version + static_cast<char>(text.size() & 255) + static_cast<char>(text.size() >> 8);
  if (prefix == 12) file += std::string(2, '\0');
  return file + text + data;
}

const char* const kPlain = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }";
const std::string kSix("\1\0\2\0\3\0\4\0\5\0\6\0", 12);

std::vector<int64_t> Integers(const Result<Literal>& array) {
  std::vector<int64_t> values;
  for (int64_t i = 0; array.ok() && i < array->size(); ++i) values.push_back(array->IntegerAt(i));
  return values;
}

TEST(Npy, FormsThatNumPyReads) {
  const std::vector<int64_t> rows = {1, 2, 3, 4, 5, 6}, columns = {1, 3, 5, 2, 4, 6};
  EXPECT_EQ(Integers(ReadNpy(File(kPlain, kSix))), rows);
  EXPECT_EQ(Integers(ReadNpy(File(kPlain, kSix, std::string("\2\0", 2)))), rows);
  EXPECT_EQ(Integers(ReadNpy(File(kPlain, kSix, std::string("\3\0", 2)))), rows);
  EXPECT_EQ(Integers(ReadNpy(File("{\"shape\":(2,3),\"descr\":\"<i2\",\"fortran_order\":False}", kSix))), rows);
  EXPECT_EQ(Integers(ReadNpy(File("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }", kSix))), columns);
  EXPECT_EQ(Integers(ReadNpy(File("{'descr': '<i2', 'fortran_order': False, 'shape': (6,), }", kSix))), rows);
  const Result<Literal> scalar = ReadNpy(File("{'descr': '<i2', 'fortran_order': False, 'shape': (), }", kSix.substr(0, 2)));
  ASSERT_TRUE(scalar.ok());
  EXPECT_TRUE(scalar->shape().dims.empty());
  const Result<Literal> empty = ReadNpy(File("{'descr': '<i2', 'fortran_order': False, 'shape': (4, 0), }", ""));
  ASSERT_TRUE(empty.ok());
  EXPECT_EQ(empty->shape().dims, (Dims{4, 0}));
}

// Files, and what is said of each.
std::vector<std::pair<std::string, const char*>> MalformedFiles() {
  const std::string good = File(kPlain, kSix);
  const auto header = [](const char* descr, const char* order, const char* shape) {
    return File(std::string("{'descr': ") + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }", kSix);
  };
  std::string other_magic = good, long_header = good, long_header_2 = File(kPlain, kSix, std::string("\2\0", 2));
  other_magic[1] = 'M';
  long_header[9] = 'x';
  long_header_2[11] = '\xff';
  return {
      {"", "magic"},
      {other_magic, "magic"},
      {good.substr(0, 6), "cut off before its header"},
      {good.substr(0, 9), "cut off before its header"},
      {good.substr(0, 60), "its header of 118 bytes is cut off: 50 are there"},
      {long_header, "cut off"},
      {long_header_2, "cut off"},
      {File(kPlain, kSix, std::string("\4\0", 2)), "format version 4.0"},
      {File(kPlain, kSix, std::string("\1\1", 2)), "format version 1.1"},
      {File("", kSix), "not a Python dictionary"},
      {File("[1, 2]", kSix), "not a Python dictionary"},
      {File("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), ", kSix), "a key of its header is not a string"},
      {File("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3) 'a'}", kSix), "lacks a comma"},
      {File(std::string(kPlain) + " {}", kSix), "behind the dictionary"},
      {File("{'descr': '<i2', 'fortran_order': False}", kSix), "has no 'shape'"},
      {File("{'fortran_order': False, 'shape': (6,)}", kSix), "has no 'descr'"},
      {File("{'descr': '<i2', 'shape': (6,)}", kSix), "has no 'fortran_order'"},
      {File("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), 'shape': (6,), }", kSix), "'shape' stands twice"},
      {File("{'descr': '<i2', 'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }", kSix), "'descr' stands twice"},
      {File("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), 'order': 1}", kSix), "key 'order'"},
      {header("'<i2'", "None", "(2, 3)"), "neither True nor False"},
      {header("'<i2'", "0", "(2, 3)"), "neither True nor False"},
      {header("'<i2'", "False", "(2, -3)"), "negative"},
      {header("'<i2'", "False", "(-2, -3)"), "negative"},
      {header("'<i2'", "False", "(99999999999999999999,)"), "too large"},
      {header("'<i2'", "False", "(4294967296, 4294967296)"), "too large"},
      {header("'<f8'", "False", "(4611686018427387904,)"), "bytes are missing"},
      {header("'<i2'", "False", "6"), "not a tuple"},
      {header("'<i2'", "False", "(6)"), "not a tuple"},
      {header("'<i2'", "False", "(2, 3"), "something other than sizes"},
      {header("'<i2'", "False", "(2.0, 3)"), "something other than sizes"},
      {header("'<i2'", "False", "('2', 3)"), "something other than sizes"},
      {header("'<i2'", "False", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,6)"), "more than 32 dimensions"},
      {header("'<q9'", "False", "(2, 3)"), "'<q9' of a .npy array has no counterpart"},
      {header("'>i2'", "False", "(2, 3)"), "big-endian"},
      {header("'|O'", "False", "(2, 3)"), "'|O' of a .npy array has no counterpart"},
      {header("'|V2'", "False", "(2, 3)"), "unless the program's type is known"},
      {header("''", "False", "(2, 3)"), "has no counterpart"},
      {header("[('a', '<i2')]", "False", "(2, 3)"), "structures"},
      {header("7", "False", "(2, 3)"), "'descr' is not a string"},
      {good.substr(0, good.size() - 1), "bytes are missing: 11 follow its header, s16[2,3] has 6 elements of 2"},
      {File(kPlain, ""), "bytes are missing: 0 follow"},
      {good + "x", "bytes are left over: 13 follow"},
      {File(kPlain, kSix + kSix), "bytes are left over: 24 follow"},
  };
}

TEST(Npy, MalformedFilesAreRefusedByWhatIsWrong) {
  for (const auto& [file, part] : MalformedFiles()) {
    const Result<Literal> array = ReadNpy(file);
    ASSERT_FALSE(array.ok()) << "was read, although: " << part;
    EXPECT_EQ(array.error().rule, Rule::kIo);
    EXPECT_NE(array.error().text.find(part), std::string::npos) << array.error().text << "\n  should say: " << part;
  }
}

// Whatever is changed in a file, it is refused with a text, or the array holds exactly the bytes behind the header.
TEST(Npy, MutatedFilesAreRefusedOrReadAsTheyAre) {
  std::vector<std::string> files = {File(kPlain, kSix), File(kPlain, kSix, std::string("\2\0", 2)), Opaque("\1\2\3"),
                                    File("{'descr': '<f8', 'fortran_order': False, 'shape': (), }", std::string(8, '\x3f'))};
  const std::string words[] = {"'",     "(",    ")",       "-", ",", "0",   "9999999999",
                               "False", "True", "'shape'", "{", "}", "<f4", std::string("\0", 1)};
  std::mt19937 random(20260117);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  int taken = 0;
  for (int run = 0; run < 200000; ++run) {
    std::string file = files[below(files.size())];
    for (size_t change = 0; change < 1 + below(3); ++change) {
      const size_t at = below(file.size());
      switch (below(5)) {
        case 0: file[at] = static_cast<char>(random()); break;
        case 1: file.erase(at, 1 + below(4)); break;
        case 2: file.insert(at, words[below(std::size(words))]); break;
        case 3: file.resize(at); break;
        default: file.replace(at, 1 + below(3), words[below(std::size(words))]); break;
      }
      if (file.empty()) file = "x";
    }
    const std::optional<ElementType> expected = below(2) == 0 ? std::nullopt : std::optional(ElementType::kF8E5M2);
    const Result<Literal> array = ReadNpy(file, expected);
    if (!array.ok()) {
      ASSERT_GT(array.error().text.size(), 20u) << "seed 20260117, run " << run;
      continue;
    }
    ++taken;
    const auto bytes = array->bytes();
    ASSERT_EQ(static_cast<int64_t>(bytes.size()), array->shape().ByteSize()) << "seed 20260117, run " << run;
    ASSERT_LE(bytes.size(), file.size());
    const std::string_view tail = std::string_view(file).substr(file.size() - bytes.size());
    // Fortran order moves them
    const bool same =
        std::is_permutation(bytes.begin(), bytes.end(), tail.begin(), [](uint8_t a, char b) { return a == static_cast<uint8_t>(b); });
    ASSERT_TRUE(same || BitWidth(array->type()) < 8) << "seed 20260117, run " << run;
    const char last = file[file.size() - bytes.size() - 1];  // of the header
    ASSERT_NE(std::string(" \t\r\n}").find(last), std::string::npos) << "seed 20260117, run " << run << ": " << static_cast<int>(last);
  }
  EXPECT_GT(taken, 1000);  // of 200 000: changes of blanks and elements
}

}  // namespace
}  // namespace mote
