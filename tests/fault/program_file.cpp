#include "program_file.h"

#include <cstring>

#include "format_today.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "schema/step_layout.h"

namespace mote::fault {
void ProgramFile::AppendStep(std::vector<uint32_t>& words, uint32_t kind, uint32_t kernel, const std::vector<uint16_t>& operands,
                             const std::vector<uint32_t>& fields, const std::vector<uint32_t>& params) {
  const size_t length = 2 + (operands.size() + 1) / 2 + fields.size() + params.size();
  words.push_back(kind | static_cast<uint32_t>(length) << 16);
  words.push_back(kernel | static_cast<uint32_t>(operands.size()) << 16);
  for (size_t i = 0; i < operands.size(); i += 2) {
    words.push_back(operands[i] | (i + 1 < operands.size() ? uint32_t{operands[i + 1]} << 16 : 0));
  }
  words.insert(words.end(), fields.begin(), fields.end());
  words.insert(words.end(), params.begin(), params.end());
}

namespace {

// Of a shader its microcode is the reference, and the SPIR-V stands where the header is: nobody runs it here.
flatbuffers::Offset<fb::Kernel> WriteKernel(flatbuffers::FlatBufferBuilder& b, const FileKernel& kernel, bool device) {
  const auto code = b.CreateVector(kernel.code);
  if (!device) return fb::CreateKernel(b, kernel.hash, code);
  std::vector<flatbuffers::Offset<fb::Shader>> shaders;
  for (const FileShader& s : kernel.shaders) {
    shaders.push_back(fb::CreateShader(b, 0, sizeof(MoteFileHeader), s.local_size, s.shared_bytes, s.features, s.tiles, s.texels,
                                       s.alignment, b.CreateVector(s.constants)));
  }
  return fb::CreateKernel(b, kernel.hash, 0, code, b.CreateVector(shaders));
}

}  // namespace

std::vector<uint8_t> ProgramFile::Write() const {
  flatbuffers::FlatBufferBuilder b;
  std::vector<flatbuffers::Offset<fb::Kernel>> kernel_tables;
  for (const FileKernel& kernel : kernels) kernel_tables.push_back(WriteKernel(b, kernel, device));
  std::vector<flatbuffers::Offset<fb::Entry>> entry_tables;
  for (const FileEntry& entry : entries) {
    std::vector<uint16_t> views_of[2];
    flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::Tensor>>> tensors_of[2];
    for (const bool output : {false, true}) {
      std::vector<flatbuffers::Offset<fb::Tensor>> tables;
      for (const FileTensor& tensor : output ? entry.outputs : entry.inputs) {
        tables.push_back(fb::CreateTensor(b, 0, tensor.type, b.CreateVector(tensor.dims)));
        views_of[output].push_back(tensor.view);
      }
      tensors_of[output] = b.CreateVector(tables);
    }
    const auto input_views = b.CreateVector(views_of[0]), output_views = b.CreateVector(views_of[1]);
    entry_tables.push_back(fb::CreateEntry(b, 0, entry.block, tensors_of[0], tensors_of[1], input_views, output_views, entry.step_budget));
  }
  std::vector<uint32_t> block_table;
  for (const FileBlock& block : blocks) AppendBlock(block_table, block.first, block.count, block.level);
  std::vector<flatbuffers::Offset<fb::Call>> call_tables;
  for (const std::string& name : calls) call_tables.push_back(fb::CreateCall(b, b.CreateString(name)));
  const auto call_list = b.CreateVector(call_tables);
  const auto entry_list = b.CreateVector(entry_tables);
  const auto kernel_list = b.CreateVector(kernel_tables);
  const auto view_list = b.CreateVector(views), word_list = b.CreateVector(words), block_list = b.CreateVector(block_table);
  const auto region_list = b.CreateVector(regions);
  const auto target = b.CreateString(device ? "vulkan" : "linux");
  fb::VariantBuilder variant(b);
  variant.add_target(target);
  variant.add_unit_shift(unit_shift);
  variant.add_io_in_arena(io_in_arena);
  variant.add_strip(strip);
  variant.add_arena_bytes(arena_bytes);
  variant.add_scratch_offset(scratch_offset);
  variant.add_scratch_bytes(scratch_bytes);
  variant.add_state_bytes(state_bytes);
  variant.add_constants_offset(~uint64_t{0});  // its place depends on the FlatBuffer's length: filled in below
  variant.add_constants_bytes(constants.size());
  variant.add_views(view_list);
  variant.add_words(word_list);
  variant.add_blocks(block_list);
  variant.add_kernels(kernel_list);
  variant.add_entries(entry_list);
  variant.add_calls(call_list);
  if (!regions.empty()) variant.add_regions(region_list);
  const auto variants = b.CreateVector(std::vector<flatbuffers::Offset<fb::Variant>>{variant.Finish()});
  b.Finish(fb::CreateProgram(b, 0, 0, variants, 0, 0, replicas, partitions), "MOTE");
  const uint64_t constants_at = (sizeof(MoteFileHeader) + b.GetSize() + 7) / 8 * 8;
  fb::GetMutableProgram(b.GetBufferPointer())->mutable_variants()->GetMutableObject(0)->mutate_constants_offset(constants_at);
  std::vector<uint8_t> file(constants_at + constants.size());
  const MoteFileHeader header = {MOTE_FILE_MAGIC, kMoteVersionMajor, kMoteVersionMinor, sizeof(MoteFileHeader), b.GetSize(), file.size()};
  std::memcpy(file.data(), &header, sizeof header);
  std::memcpy(file.data() + sizeof header, b.GetBufferPointer(), b.GetSize());
  if (!constants.empty()) std::memcpy(file.data() + constants_at, constants.data(), constants.size());
  return file;
}

}  // namespace mote::fault
