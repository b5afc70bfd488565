// schema/link_fields.def against the structs of runtime/link/wire.h: places and lengths as the compiler has them, without gaps.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "link/wire.h"

namespace mote::runtime {

namespace {

struct Row {
  const char* frame;
  uint32_t offset, bytes, place, size, whole;
};

TEST(LinkFields, AreThoseOfTheStructs) {
  std::vector<Row> rows;
#define MOTE_LINK_FIELD(Frame, member, name, offset, bytes, kind, text)                                                          \
  {                                                                                                                              \
    const Frame frame = {};                                                                                                      \
    const auto* at = reinterpret_cast<const uint8_t*>(&frame.member);                                                            \
    const auto place = static_cast<uint32_t>(at - reinterpret_cast<const uint8_t*>(&frame));                                     \
    rows.push_back({#Frame, offset, bytes, place, static_cast<uint32_t>(sizeof frame.member), static_cast<uint32_t>(sizeof frame)}); \
  }
#include "schema/link_fields.def"
  ASSERT_GT(rows.size(), 50u);
  for (size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    EXPECT_EQ(row.offset, row.place) << row.frame << " " << i;
    EXPECT_EQ(row.bytes, row.size) << row.frame << " at " << row.offset;
    const bool first = i == 0 || std::string(rows[i - 1].frame) != row.frame;
    EXPECT_EQ(row.offset, first ? 0 : rows[i - 1].offset + rows[i - 1].bytes) << row.frame;
    const bool last = i + 1 == rows.size() || std::string(rows[i + 1].frame) != row.frame;
    if (last) {
      EXPECT_EQ(row.offset + row.bytes, row.whole) << row.frame;
    }
  }
}

TEST(LinkFields, HaveTheTypesOfTheirFrames) {
#define MOTE_LINK_FRAME(Frame, name, type, version, text)                                   \
  EXPECT_TRUE(version == kLinkVersion ? FrameBytes(type) == sizeof(Frame) : type == kData); \
  EXPECT_TRUE(version == kLinkVersion || version == kSealVersion);
#include "schema/link_fields.def"
}

}  // namespace
}  // namespace mote::runtime
