// Arenas of several regions: steps reach each one's own memory, and what breaks a rule of theirs is refused.
#include <gtest/gtest.h>

#include "program_maker.h"
#include "runtime/core/failure.h"

namespace mote {
namespace {

using runtime::Site;

constexpr uint32_t kCopyStep = 2;

// Input → region 0 → region 1 → region 2 → output, 16 bytes each by copies; scratch in front.
TestProgram Chain() {
  TestProgram p;
  p.scratch_bytes = 64;
  p.arena_bytes = 64 + 16 + 32 + 16;
  p.regions = {64 + 16, 64 + 16 + 32, 64 + 16 + 32 + 16};
  p.unit_shift = 0;
  const uint16_t in = p.AddView(kMoteInput, ElementType::kU8, 0, 0, 16), a = p.AddView(kMoteArena, ElementType::kU8, 0, 64, 16),
                 b = p.AddView(kMoteArena, ElementType::kU8, 1, 88, 16), c = p.AddView(kMoteArena, ElementType::kU8, 2, 112, 16),
                 out = p.AddView(kMoteOutput, ElementType::kU8, 0, 0, 16);
  p.inputs = {{"x", ElementType::kU8, {16}, in}};
  p.outputs = {{"y", ElementType::kU8, {16}, out}};
  for (const auto& [from, to] : {std::pair{in, a}, {a, b}, {b, c}, {c, out}}) p.AddStep(kCopyStep, -1, {from, to}, {}, {});
  p.EndBlock();
  return p;
}

struct Opened {
  std::vector<uint64_t> file, memory = std::vector<uint64_t>(mote_program_size() / 8 + 1), instance_memory = std::vector<uint64_t>(1024);
  const mote_program* program = nullptr;
  mote_sizes sizes = {};
  mote_status status = {};

  explicit Opened(const TestProgram& p) {
    size_t size = 0;
    file = p.Make(&size);
    status = mote_open(memory.data(), memory.size() * 8, file.data(), size, nullptr, &program);
    if (status.code == MOTE_OK) status = mote_query_sizes(program, &sizes);
  }
  mote_status Init(std::vector<uint8_t>& arena, const std::vector<mote_region>& regions, mote_instance** instance) {
    mote_memory given = {};
    given.instance = instance_memory.data(), given.instance_size = instance_memory.size() * 8;
    given.arena = arena.data(), given.arena_size = arena.size();
    return mote_instance_init_regions(&given, regions.data(), static_cast<uint32_t>(regions.size()), program, 0, instance);
  }
};

TEST(Regions, StepsReachEachMemory) {
  Opened opened(Chain());
  ASSERT_EQ(opened.status.code, MOTE_OK) << opened.status.site;
  EXPECT_EQ(opened.sizes.arena, 80u);
  EXPECT_EQ(opened.sizes.regions[0], 32u);
  EXPECT_EQ(opened.sizes.regions[1], 16u);
  EXPECT_EQ(opened.sizes.regions[2], 0u);
  std::vector<uint8_t> arena(80, 0xaa), near(32, 0xbb), far(16, 0xcc), x(16), y(16);
  for (uint8_t i = 0; i < 16; ++i) x[i] = static_cast<uint8_t>(i * 3 + 1);
  mote_instance* instance = nullptr;
  ASSERT_EQ(opened.Init(arena, {{near.data(), 32}, {far.data(), 16}}, &instance).code, MOTE_OK);
  ASSERT_EQ(mote_bind_input(instance, 0, x.data(), 16).code, MOTE_OK);
  ASSERT_EQ(mote_bind_output(instance, 0, y.data(), 16).code, MOTE_OK);
  ASSERT_EQ(mote_run(instance, 0).code, MOTE_OK);
  EXPECT_EQ(y, x);
  EXPECT_TRUE(std::equal(x.begin(), x.end(), arena.begin() + 64));
  EXPECT_TRUE(std::equal(x.begin(), x.end(), near.begin() + 8));
  EXPECT_TRUE(std::equal(x.begin(), x.end(), far.begin()));
  EXPECT_TRUE(std::all_of(near.begin(), near.begin() + 8, [](uint8_t byte) { return byte == 0xbb; }));
  EXPECT_TRUE(std::all_of(near.begin() + 24, near.end(), [](uint8_t byte) { return byte == 0xbb; }));
  // Tensors may not share bytes with any region.
  ASSERT_EQ(mote_bind_output(instance, 0, near.data() + 16, 16).code, MOTE_OK);
  EXPECT_EQ(mote_run(instance, 0).site, static_cast<uint16_t>(Site::kOutputOverlaps));
}

TEST(Regions, MemoryThatIsMissing) {
  Opened opened(Chain());
  ASSERT_EQ(opened.status.code, MOTE_OK);
  std::vector<uint8_t> arena(80), near(32), far(24);
  mote_instance* instance = nullptr;
  const auto site = [&](const std::vector<mote_region>& regions) {
    const mote_status status = opened.Init(arena, regions, &instance);
    EXPECT_EQ(instance, nullptr);
    return std::pair(static_cast<Site>(status.site), status.detail);
  };
  EXPECT_EQ(site({}), std::pair(Site::kSmallRegion, 1u));
  EXPECT_EQ(site({{near.data(), 32}}), std::pair(Site::kSmallRegion, 2u));
  EXPECT_EQ(site({{near.data(), 31}, {far.data(), 16}}), std::pair(Site::kSmallRegion, 1u));
  EXPECT_EQ(site({{near.data(), 32}, {nullptr, 16}}).first, Site::kNullArgument);
  EXPECT_EQ(site({{near.data(), 32}, {far.data() + 1, 16}}), std::pair(Site::kMisaligned, 8u));
  arena.resize(79);
  EXPECT_EQ(site({{near.data(), 32}, {far.data(), 16}}), std::pair(Site::kSmallMemory, 80u));
  arena.resize(80);
  mote_memory given = {};
  given.instance = opened.instance_memory.data(), given.instance_size = opened.instance_memory.size() * 8;
  given.arena = arena.data(), given.arena_size = 80;
  EXPECT_EQ(mote_instance_init(&given, opened.program, 0, &instance).site, static_cast<uint16_t>(Site::kSmallRegion));
}

TEST(Regions, RulesOfTheFormat) {
  const auto site = [](const std::function<void(TestProgram&)>& damage) {
    TestProgram p = Chain();
    damage(p);
    return static_cast<Site>(Opened(p).status.site);
  };
  EXPECT_EQ(site([](TestProgram&) {}), Site::kNone);
  EXPECT_EQ(site([](TestProgram& p) { p.regions.pop_back(); }), Site::kVariantSizes);                   // not up to the end
  EXPECT_EQ(site([](TestProgram& p) { p.regions[2] += 8; }), Site::kVariantSizes);
  EXPECT_EQ(site([](TestProgram& p) { std::swap(p.regions[0], p.regions[1]); }), Site::kVariantSizes);  // descending
  EXPECT_EQ(site([](TestProgram& p) { p.regions[0] += 4; }), Site::kVariantSizes);                      // misaligned
  EXPECT_EQ(site([](TestProgram& p) { p.regions[0] = 56; }), Site::kVariantSizes);                      // scratch in two
  EXPECT_EQ(site([](TestProgram& p) { p.regions = {80, 88, 96, 112, 128}; }), Site::kVariantSizes);     // five
  const auto number = [](uint32_t view, uint32_t region) {
    return [=](TestProgram& p) {
      uint32_t& place = p.views[kMoteViewWords * view + kMoteViewPlace];
      place = (place & 0xffff) | region << 16;
    };
  };
  for (const uint32_t region : {1u, 2u, 3u, 4u, 0xffffu}) EXPECT_EQ(site(number(1, region)), Site::kViewRange) << region;
  EXPECT_EQ(site(number(2, 0)), Site::kViewRange);
  EXPECT_EQ(site([](TestProgram& p) { p.views[kMoteViewWords * 2 + kMoteViewOffset] = 104; }), Site::kViewRange);  // across two
  // Without regions no view names one.
  EXPECT_EQ(site([&](TestProgram& p) { p.regions.clear(); }), Site::kViewRange);
}

}  // namespace
}  // namespace mote
