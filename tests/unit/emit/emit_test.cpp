// EmitProgram: the file's layout, read back by flatc's code; sharing, alignment, determinism, sizes.
#include "emit/emit.h"

#include <gtest/gtest.h>

#include <cstring>

#include "../plan/graph_maker.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "schema/step_layout.h"

namespace mote {
namespace {

StepGraph TwoLayers() {
  GraphMaker g;
  const BufferId in = g.Input(100, "pixels"), w = g.Constant(100, 2), same = g.Constant(100, 2), other = g.Constant(50, 3),
                 a = g.Temporary(100), out = g.Output(100, "scores");
  g.Sum({in, w}, a).scratch_bytes = 4096;
  g.Sum({a, same, other}, out).scratch_bytes = 4096;
  return g.graph;
}

Plan Planned(const StepGraph& graph, const char* target) {
  auto plan = MakePlan(graph, *FindTarget(target));
  EXPECT_TRUE(plan.ok());
  return std::move(*plan);
}

std::vector<uint8_t> Emitted(const std::vector<Plan>& plans, const EmitOptions& options = {}) {
  auto bytes = EmitProgram(PlaceConstants(plans), options);
  EXPECT_TRUE(bytes.ok()) << (bytes.ok() ? "" : bytes.error().text);
  return bytes.ok() ? *bytes : std::vector<uint8_t>{};
}

MoteFileHeader HeaderOf(const std::vector<uint8_t>& bytes) {
  MoteFileHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

const fb::Program& Root(const std::vector<uint8_t>& bytes) { return *fb::GetProgram(bytes.data() + HeaderOf(bytes).flat_offset); }

TEST(EmitProgram, HeaderAndFlatBufferAreWellFormed) {
  const std::vector<uint8_t> bytes = Emitted({Planned(TwoLayers(), "linux")});
  const MoteFileHeader header = HeaderOf(bytes);
  EXPECT_EQ(header.magic, MOTE_FILE_MAGIC);
  EXPECT_EQ(header.file_bytes, bytes.size());
  EXPECT_EQ(header.flat_offset, sizeof header);
  flatbuffers::Verifier verifier(bytes.data() + header.flat_offset, header.flat_bytes);
  EXPECT_TRUE(fb::VerifyProgramBuffer(verifier));
  const fb::Program& root = Root(bytes);
  EXPECT_EQ(root.producer()->str(), "mote");
  const fb::Entry& entry = *root.variants()->Get(0)->entries()->Get(0);
  EXPECT_EQ(entry.name()->str(), "main");
  EXPECT_EQ(entry.inputs()->Get(0)->name()->str(), "pixels");
  EXPECT_EQ(entry.outputs()->Get(0)->dims()->Get(0), 100);
}

TEST(EmitProgram, ConstantsLieOnceAndAligned) {
  const std::vector<uint8_t> bytes = Emitted({Planned(TwoLayers(), "linux"), Planned(TwoLayers(), "cortex-m4")});
  const fb::Program& root = Root(bytes);
  ASSERT_EQ(root.variants()->size(), 2u);
  EXPECT_EQ(root.variants()->Get(0)->constants_offset() % 64, 0u);
  EXPECT_EQ(root.variants()->Get(0)->constants_offset(), root.variants()->Get(1)->constants_offset());
  EXPECT_EQ(root.variants()->Get(0)->constants_bytes(), 448u + 200u);  // 400, padding to 64, 200
  float first = 0, second = 0;
  std::memcpy(&first, bytes.data() + root.variants()->Get(0)->constants_offset(), 4);
  std::memcpy(&second, bytes.data() + root.variants()->Get(0)->constants_offset() + 448, 4);
  EXPECT_EQ(first, 2);
  EXPECT_EQ(second, 3);
}

// Up to 64 KiB of constants follow at the next 64 bytes, more start a page of 16 KiB.
TEST(EmitProgram, OnlyLargeConstantsArePaddedToPages) {
  for (const int64_t count : {0, 1, 16384, 16385}) {
    GraphMaker g;
    const BufferId in = g.Input(1), weights = g.Constant(std::max<int64_t>(count, 1), 2), out = g.Output(1);
    if (count > 0) g.Sum({in, weights}, out);
    else g.Sum({in}, out);
    const std::vector<uint8_t> bytes = Emitted({Planned(g.graph, "linux")});
    const fb::Variant& variant = *Root(bytes).variants()->Get(0);
    const uint64_t tables_end = HeaderOf(bytes).flat_offset + HeaderOf(bytes).flat_bytes;
    if (count > 16384) {
      EXPECT_EQ(variant.constants_offset() % 16384, 0u);
    } else {
      EXPECT_LT(variant.constants_offset(), tables_end + 64);
    }
    EXPECT_EQ(variant.constants_offset() % (count > 0 ? 64 : 8), 0u);
  }
}

TEST(EmitProgram, EqualInputsGiveEqualBytes) {
  EXPECT_EQ(Emitted({Planned(TwoLayers(), "linux")}), Emitted({Planned(TwoLayers(), "linux")}));
}

TEST(EmitProgram, ContentHashTellsConstantsApart) {
  StepGraph changed = TwoLayers();
  for (Buffer& b : changed.buffers) {
    if (b.kind == Buffer::Kind::kConstant) b.constant.mutable_data<float>()[0] += 1;
  }
  EXPECT_NE(Root(Emitted({Planned(TwoLayers(), "linux")})).content_hash(), Root(Emitted({Planned(changed, "linux")})).content_hash());
}

TEST(EmitProgram, StripLeavesEntryNamesOnly) {
  EmitOptions options;
  options.strip = true;
  options.source_name = "secret.mlir";
  const std::vector<uint8_t> bytes = Emitted({Planned(TwoLayers(), "cortex-m4")}, options);
  const fb::Program& root = Root(bytes);
  EXPECT_EQ(root.producer(), nullptr);
  EXPECT_EQ(root.notes(), nullptr);
  EXPECT_EQ(root.source_name(), nullptr);
  EXPECT_EQ(root.variants()->Get(0)->entries()->Get(0)->inputs()->Get(0)->name()->str(), "pixels");
  EXPECT_LE(bytes.size(), 400u + 200u + 2048u);
}

TEST(EmitProgram, StepsFillTheirBlocks) {
  const std::vector<uint8_t> bytes = Emitted({Planned(TwoLayers(), "linux")});
  const fb::Variant& v = *Root(bytes).variants()->Get(0);
  ASSERT_EQ(v.blocks()->size(), 2u);
  uint32_t at = v.blocks()->Get(0), steps = 0;
  const uint32_t end = at + v.blocks()->Get(1);
  for (; at < end; at += v.words()->Get(at) >> 16) {
    EXPECT_EQ(v.words()->Get(at) & 0xff, static_cast<uint32_t>(StepKind::kLaunch));
    ++steps;
  }
  EXPECT_EQ(at, end);
  EXPECT_EQ(steps, 2u);
  const fb::StepNote& note = *Root(bytes).notes()->Get(1);
  EXPECT_EQ(note.name()->str(), "sum3");
}

TEST(EmitProgram, VulkanKernelsCarryShadersAndReference) {
  const std::vector<uint8_t> bytes = Emitted({Planned(TwoLayers(), "vulkan")});
  const fb::Variant& v = *Root(bytes).variants()->Get(0);
  ASSERT_GE(v.kernels()->size(), 2u);
  for (const fb::Kernel* k : *v.kernels()) {
    ASSERT_EQ(k->shaders()->size(), 1u);
    uint32_t magic = 0;
    std::memcpy(&magic, bytes.data() + k->shaders()->Get(0)->place(), 4);
    EXPECT_EQ(magic, 0x07230203u);
    EXPECT_NE(k->reference(), nullptr);
    EXPECT_EQ(k->code(), nullptr);
  }
  EXPECT_EQ(v.words()->Get(v.blocks()->Get(0) + 4), 0u);  // two words, three operands, then the trips
}

}  // namespace
}  // namespace mote
