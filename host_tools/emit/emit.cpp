// The program file: header, FlatBuffer, SPIR-V segment, constants segment.
#include "emit/emit.h"

#include <algorithm>
#include <cstring>

#include "emit/emit_variant.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "schema/vulkan_layout.h"

namespace mote {
namespace {

constexpr int64_t kSpirvAlignment = 16;
constexpr int64_t kPageAlignedFrom = 64 << 10;  // bytes of constants

int64_t AlignTo(int64_t value, int64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

// Where the segments lie in the file and what identifies the content: known only after the FlatBuffer's size is.
struct Places {
  uint64_t spirv = ~uint64_t{0}, constants = ~uint64_t{0}, hash = 1;
};

class FlatWriter {
 public:
  FlatWriter(const std::vector<Plan>& plans, const std::vector<EmittedVariant>& variants, uint64_t constants_bytes,
             const EmitOptions& options, const Places& places)
      : plans_(plans), variants_(variants), constants_bytes_(constants_bytes), options_(options), places_(places) {}

  std::vector<uint8_t> Write() {
    std::vector<flatbuffers::Offset<fb::Variant>> variants;
    for (size_t v = 0; v < plans_.size(); ++v) variants.push_back(WriteVariant(plans_[v], variants_[v]));
    const auto variants_at = b_.CreateVector(variants);
    flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::StepNote>>> notes_at;
    flatbuffers::Offset<flatbuffers::String> producer, source;
    if (!options_.strip) {
      std::vector<flatbuffers::Offset<fb::StepNote>> notes;
      for (size_t v = 0; v < variants_.size(); ++v) {
        for (const EmittedNote& n : variants_[v].notes) {
          notes.push_back(fb::CreateStepNote(b_, static_cast<uint16_t>(v), n.word, b_.CreateSharedString(n.name), n.line));
        }
      }
      notes_at = b_.CreateVector(notes);
      producer = b_.CreateString("mote");
      source = b_.CreateString(options_.source_name);
    }
    b_.Finish(fb::CreateProgram(b_, producer, places_.hash, variants_at, notes_at, source, Members(options_.replicas),
                                   Members(options_.partitions), options_.plan, HasFloat16()),
              fb::ProgramIdentifier());
    return {b_.GetBufferPointer(), b_.GetBufferPointer() + b_.GetSize()};
  }

 private:
  bool HasFloat16() const {
    for (const EmittedVariant& variant : variants_) {
      for (const EmittedKernel& kernel : variant.kernels) {
        for (const EmittedShader& s : kernel.shaders) {
          if (s.shape.features & kMoteFloat16) return true;
        }
      }
    }
    return false;
  }

  static uint32_t Members(int64_t count) { return count == 1 ? 0 : static_cast<uint32_t>(count); }

  flatbuffers::Offset<fb::Tensor> WriteTensor(const Buffer& buffer, const std::string& name, const std::optional<Split>& split) {
    const Shape shape = buffer.TensorShape();
    std::vector<int32_t> dims;
    for (int64_t d : shape.dims) dims.push_back(static_cast<int32_t>(d));
    const auto name_at = name.empty() ? 0 : b_.CreateString(name);
    const auto dims_at = b_.CreateVector(dims);
    if (!split) return fb::CreateTensor(b_, name_at, static_cast<uint8_t>(shape.element_type), dims_at);
    const auto tiles = b_.CreateVector(std::vector<uint32_t>(split->tiles.begin(), split->tiles.end()));
    const auto members = b_.CreateVector(std::vector<uint32_t>(split->members.begin(), split->members.end()));
    return fb::CreateTensor(b_, name_at, static_cast<uint8_t>(shape.element_type), dims_at, tiles, members);
  }

  flatbuffers::Offset<fb::Entry> WriteEntry(const StepGraph& graph, const EntryPoint& entry, const EmittedVariant::Entry& emitted) {
    std::vector<flatbuffers::Offset<fb::Tensor>> inputs, outputs;
    for (size_t i = 0; i < entry.inputs.size(); ++i) {
      inputs.push_back(WriteTensor(graph.buffers[entry.inputs[i]], NameAt(entry.input_names, i), SplitAt(entry.input_splits, i)));
    }
    for (size_t i = 0; i < entry.outputs.size(); ++i) {
      outputs.push_back(WriteTensor(graph.buffers[entry.outputs[i]], NameAt(entry.output_names, i), SplitAt(entry.output_splits, i)));
    }
    const auto name = b_.CreateString(entry.name);
    const auto inputs_at = b_.CreateVector(inputs), outputs_at = b_.CreateVector(outputs);
    const auto input_views = b_.CreateVector(emitted.input_views), output_views = b_.CreateVector(emitted.output_views);
    return fb::CreateEntry(b_, name, static_cast<uint16_t>(entry.block), inputs_at, outputs_at, input_views, output_views,
                           emitted.step_budget, WriteLoops(emitted.loops));
  }

  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::Call>>> WriteCalls(const StepGraph& graph) {
    std::vector<flatbuffers::Offset<fb::Call>> calls;
    for (const CallTarget& call : graph.calls) {
      const auto name = b_.CreateString(call.name);
      const auto* config = reinterpret_cast<const uint8_t*>(call.config.data());
      calls.push_back(fb::CreateCall(b_, name, call.config.empty() ? 0 : b_.CreateVector(config, call.config.size())));
    }
    return calls.empty() ? 0 : b_.CreateVector(calls);
  }

  static std::optional<Split> SplitAt(const std::vector<std::optional<Split>>& splits, size_t i) {
    return i < splits.size() ? splits[i] : std::nullopt;
  }
  static std::string NameAt(const std::vector<std::string>& names, size_t i) { return i < names.size() ? names[i] : ""; }

  // All code first, then the tables: each has an 8-byte field, and between vectors of words every second one would cost padding.
  std::vector<flatbuffers::Offset<fb::Kernel>> WriteKernels(const EmittedVariant& variant) {
    std::vector<flatbuffers::Offset<flatbuffers::Vector<uint32_t>>> code, reference;
    for (const EmittedKernel& k : variant.kernels) {
      code.push_back(k.code.empty() ? 0 : b_.CreateVector(k.code));
      reference.push_back(k.reference.empty() ? 0 : b_.CreateVector(k.reference));
    }
    std::vector<flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::Shader>>>> shaders;
    for (const EmittedKernel& k : variant.kernels) shaders.push_back(WriteShaders(k));
    std::vector<flatbuffers::Offset<fb::Kernel>> kernels;
    for (size_t i = 0; i < variant.kernels.size(); ++i) {
      const EmittedKernel& k = variant.kernels[i];
      kernels.push_back(fb::CreateKernel(b_, k.hash, code[i], reference[i], shaders[i]));
    }
    return kernels;
  }

  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::Shader>>> WriteShaders(const EmittedKernel& kernel) {
    std::vector<flatbuffers::Offset<fb::Shader>> shaders;
    for (const EmittedShader& s : kernel.shaders) shaders.push_back(WriteShader(s));
    return shaders.empty() ? 0 : b_.CreateVector(shaders);
  }

  flatbuffers::Offset<fb::Shader> WriteShader(const EmittedShader& s) {
    const auto constants = s.shape.constants.empty() ? 0 : b_.CreateVector(s.shape.constants);
    return fb::CreateShader(b_, places_.spirv + static_cast<uint64_t>(s.place), s.bytes, s.shape.local_size, s.shape.shared_bytes,
                            s.shape.features, s.shape.tiles, s.shape.texels, s.shape.alignment, constants);
  }

  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::Loop>>> WriteLoops(const std::vector<EmittedLoop>& emitted) {
    std::vector<flatbuffers::Offset<fb::Loop>> loops;
    for (const EmittedLoop& loop : emitted) {
      loops.push_back(fb::CreateLoop(b_, loop.word, loop.turns, loop.trips, WriteShader(loop.shader)));
    }
    return loops.empty() ? 0 : b_.CreateVector(loops);
  }

  flatbuffers::Offset<fb::Variant> WriteVariant(const Plan& plan, const EmittedVariant& variant) {
    const std::vector<flatbuffers::Offset<fb::Kernel>> kernels = WriteKernels(variant);
    std::vector<flatbuffers::Offset<fb::Entry>> entries;
    for (size_t e = 0; e < variant.entries.size(); ++e) {
      entries.push_back(WriteEntry(plan.graph, plan.graph.entries[e], variant.entries[e]));
    }
    const auto calls = WriteCalls(plan.graph);
    const auto target = b_.CreateString(plan.target.name);
    const auto views = b_.CreateVector(variant.views), words = b_.CreateVector(variant.words), blocks = b_.CreateVector(variant.blocks);
    const auto kernels_at = b_.CreateVector(kernels);
    const auto entries_at = b_.CreateVector(entries);
    std::vector<uint32_t> ends;
    for (const Region& region : plan.regions) ends.push_back((ends.empty() ? 0 : ends.back()) + static_cast<uint32_t>(region.bytes));
    const auto regions = ends.empty() ? 0 : b_.CreateVector(ends);
    return fb::CreateVariant(b_, target, static_cast<uint8_t>(plan.target.unit_shift), plan.target.io_in_arena,
                             static_cast<uint16_t>(plan.target.strip), static_cast<uint64_t>(plan.arena_bytes),
                             static_cast<uint64_t>(plan.scratch_offset), static_cast<uint64_t>(plan.scratch_bytes),
                             static_cast<uint64_t>(plan.state_bytes), places_.constants, constants_bytes_, views, words, blocks,
                             kernels_at, entries_at, calls, regions);
  }

  const std::vector<Plan>& plans_;
  const std::vector<EmittedVariant>& variants_;
  uint64_t constants_bytes_;
  const EmitOptions& options_;
  const Places& places_;
  flatbuffers::FlatBufferBuilder b_;
};

// FNV-1a, 64 bits.
uint64_t Hash(uint64_t hash, const std::vector<uint8_t>& bytes) {
  for (uint8_t byte : bytes) hash = (hash ^ byte) * UINT64_C(0x100000001b3);
  return hash;
}

}  // namespace

Result<std::vector<uint8_t>> EmitProgram(const ProgramPlan& program, const EmitOptions& options) {
  const std::vector<Plan>& plans = program.plans;
  const std::vector<uint8_t>& constants = program.constants;
  int64_t buffer_alignment = 1, segment_alignment = 1;
  for (const Plan& plan : plans) {
    buffer_alignment = std::max<int64_t>(buffer_alignment, plan.target.buffer_alignment);
    segment_alignment = std::max<int64_t>(segment_alignment, plan.target.segment_alignment);
  }
  Blobs spirv(kSpirvAlignment);
  std::vector<EmittedVariant> variants;
  for (const Plan& plan : plans) {
    MOTE_ASSIGN(EmittedVariant variant, EmitVariant(plan, spirv, options.shaders));
    variants.push_back(std::move(variant));
  }
  Places places;
  const auto write = [&] { return FlatWriter(plans, variants, constants.size(), options, places).Write(); };
  // Every field keeps its size whatever its value, so that the first writing tells where the segments go.
  const auto flat_bytes = static_cast<int64_t>(write().size());
  if (flat_bytes >= kMoteMaxFlatBytes) {
    return Error(Rule::kLimit, "the program's tables take " + std::to_string(flat_bytes) + " bytes, the format takes less than " +
                                   std::to_string(kMoteMaxFlatBytes));
  }
  const int64_t spirv_at = AlignTo(static_cast<int64_t>(sizeof(MoteFileHeader)) + flat_bytes, kSpirvAlignment);
  const int64_t spirv_end = spirv.bytes().empty() ? static_cast<int64_t>(sizeof(MoteFileHeader)) + flat_bytes
                                                  : spirv_at + static_cast<int64_t>(spirv.bytes().size());
  places.spirv = static_cast<uint64_t>(spirv_at);
  // Pages of their own pay for large constants only: small ones would be padding for the most part.
  const auto constants_bytes = static_cast<int64_t>(constants.size());
  if (constants_bytes <= kPageAlignedFrom) segment_alignment = std::min(segment_alignment, std::max(kSpirvAlignment, buffer_alignment));
  places.constants = static_cast<uint64_t>(AlignTo(spirv_end, constants_bytes == 0 ? 8 : segment_alignment));
  const uint64_t hash = Hash(Hash(Hash(UINT64_C(0xcbf29ce484222325), write()), spirv.bytes()), constants);
  places.hash = hash == 0 ? 1 : hash;
  const std::vector<uint8_t> flat = write();

  MoteFileHeader header{};
  header.magic = MOTE_FILE_MAGIC;
  header.version_major = kMoteVersionMajor;
  header.version_minor = kMoteVersionMinor;
  header.flat_offset = sizeof header;
  header.flat_bytes = static_cast<uint32_t>(flat.size());
  header.file_bytes = places.constants + constants.size();
  std::vector<uint8_t> file(header.file_bytes);
  std::memcpy(file.data(), &header, sizeof header);
  std::copy(flat.begin(), flat.end(), file.begin() + header.flat_offset);
  std::copy(spirv.bytes().begin(), spirv.bytes().end(), file.begin() + static_cast<ptrdiff_t>(spirv.bytes().empty() ? 0 : places.spirv));
  std::copy(constants.begin(), constants.end(), file.begin() + static_cast<ptrdiff_t>(places.constants));
  return file;
}

}  // namespace mote
