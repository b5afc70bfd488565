#include "program_maker.h"

#include "core/program.h"
#include "cpu/operations.h"
#include "print/printers.h"

namespace mote {

uint16_t TestProgram::AddView(uint32_t space, ElementType type, uint32_t number, uint32_t offset, uint32_t bytes) {
  views.insert(views.end(), {space | static_cast<uint32_t>(type) << 8 | number << 16, offset, bytes});
  return static_cast<uint16_t>(views.size() / 3 - 1);
}

void TestProgram::AddStep(uint32_t kind, int kernel, const std::vector<uint16_t>& operands, const std::vector<uint32_t>& fields,
                          const std::vector<uint32_t>& params) {
  const size_t length = 2 + (operands.size() + 1) / 2 + fields.size() + params.size();
  words.push_back(kind | static_cast<uint32_t>(length) << 16);
  words.push_back((kernel < 0 ? uint32_t{kMoteNoKernel} : static_cast<uint32_t>(kernel)) | static_cast<uint32_t>(operands.size()) << 16);
  for (size_t i = 0; i < operands.size(); i += 2) {
    words.push_back(operands[i] | (i + 1 < operands.size() ? static_cast<uint32_t>(operands[i + 1]) << 16 : 0));
  }
  words.insert(words.end(), fields.begin(), fields.end());
  words.insert(words.end(), params.begin(), params.end());
}

void TestProgram::EndBlock(uint32_t level) {
  blocks.insert(blocks.end(), {block_start_, (static_cast<uint32_t>(words.size()) - block_start_) | level << kMoteLevelShift});
  block_start_ = static_cast<uint32_t>(words.size());
}

std::vector<uint64_t> TestProgram::Make(size_t* size) const {
  flatbuffers::FlatBufferBuilder b;
  std::vector<flatbuffers::Offset<fb::Kernel>> kernel_tables;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const auto table = fb::CreateKernel(b, i < hashes.size() ? hashes[i] : 0, b.CreateVector(kernels[i]));
    kernel_tables.insert(kernel_tables.end(), kernel_copies, table);
  }
  std::vector<uint16_t> input_views, output_views;
  const auto tensors = [&](const std::vector<TestTensor>& list, std::vector<uint16_t>& list_views) {
    std::vector<flatbuffers::Offset<fb::Tensor>> tables;
    for (const TestTensor& tensor : list) {
      tables.push_back(fb::CreateTensor(b, b.CreateString(tensor.name), static_cast<uint8_t>(tensor.type), b.CreateVector(tensor.dims)));
      list_views.push_back(tensor.view);
    }
    return b.CreateVector(tables);
  };
  const auto input_tables = tensors(inputs, input_views);
  const auto output_tables = tensors(outputs, output_views);
  const auto input_view_list = b.CreateVector(input_views);
  const auto output_view_list = b.CreateVector(output_views);
  const auto entry =
      fb::CreateEntry(b, b.CreateString("main"), 0, input_tables, output_tables, input_view_list, output_view_list, step_budget);
  const auto entries = b.CreateVector(std::vector<flatbuffers::Offset<fb::Entry>>(entry_copies, entry));
  const auto kernel_list = b.CreateVector(kernel_tables);
  const auto view_list = b.CreateVector(views);
  const auto word_list = b.CreateVector(words);
  const auto block_list = b.CreateVector(blocks);
  const auto target_name = b.CreateString(target);
  const auto region_list = b.CreateVector(regions);
  // The constants' place in the file depends on the FlatBuffer's length: filled in afterwards.
  fb::VariantBuilder variant(b);
  if (!regions.empty()) variant.add_regions(region_list);
  variant.add_target(target_name);
  variant.add_unit_shift(unit_shift);
  variant.add_io_in_arena(io_in_arena);
  variant.add_strip(strip);
  variant.add_arena_bytes(arena_bytes);
  variant.add_scratch_offset(scratch_offset);
  variant.add_scratch_bytes(scratch_bytes);
  variant.add_state_bytes(state_bytes);
  variant.add_constants_offset(~uint64_t{0});
  variant.add_constants_bytes(constants.size());
  variant.add_views(view_list);
  variant.add_words(word_list);
  variant.add_blocks(block_list);
  variant.add_kernels(kernel_list);
  variant.add_entries(entries);
  const auto variants = b.CreateVector(std::vector<flatbuffers::Offset<fb::Variant>>{variant.Finish()});
  const auto nothing = padding == 0 ? 0 : b.CreateString(std::string(padding, ' '));
  b.Finish(fb::CreateProgram(b, nothing, 0, variants, 0, 0, replicas, partitions, plan), "MOTE");
  const uint64_t constants_at = (sizeof(MoteFileHeader) + b.GetSize() + 15) / 16 * 16;
  fb::GetMutableProgram(b.GetBufferPointer())->mutable_variants()->GetMutableObject(0)->mutate_constants_offset(constants_at);
  *size = constants_at + constants.size();
  std::vector<uint64_t> file(*size / 8 + 1);
  uint8_t* bytes = reinterpret_cast<uint8_t*>(file.data());
  const MoteFileHeader header = {MOTE_FILE_MAGIC, kMoteVersionMajor, kMoteVersionMinor, sizeof(MoteFileHeader), b.GetSize(), *size};
  std::memcpy(bytes, &header, sizeof header);
  std::memcpy(bytes + sizeof header, b.GetBufferPointer(), b.GetSize());
  if (!constants.empty()) std::memcpy(bytes + constants_at, constants.data(), constants.size());
  return file;
}

Running::Running(const TestProgram& made, const mote_open_options* options) : program_memory_(mote_program_size() / 8 + 1) {
  size_t size = 0;
  file_ = made.Make(&size);
  status = mote_open(program_memory_.data(), program_memory_.size() * 8, file_.data(), size, options, &program);
  if (status.code != MOTE_OK) return;
  mote_sizes sizes;
  status = mote_query_sizes(program, &sizes);
  instance_memory_.resize(sizes.instance / 8 + 1);
  arena_.resize(sizes.arena / 8 + 1);
  state_.resize(sizes.state / 8 + 1);
  const mote_memory memory = {.instance = instance_memory_.data(), .instance_size = instance_memory_.size() * 8, .arena = arena_.data(),
                              .arena_size = static_cast<size_t>(sizes.arena), .state = state_.data(),
                              .state_size = static_cast<size_t>(sizes.state)};
  status = mote_instance_init(&memory, program, 0, &instance);
}

std::vector<int> InstructionSets() {
  std::vector<int> all;
  for (int isa = 0; isa < 32; ++isa) {
    if ((runtime::DetectIsas() >> isa & 1) != 0) all.push_back(isa);
  }
  return all;
}

mote_status RunKernel(const Kernel& kernel, const std::vector<ParamValue>& values, std::vector<std::vector<uint8_t>>& operands, int strip,
                      const mote_threads* threads, int isa) {
  TestProgram program;
  program.kernels.push_back(PrintMicrocode(kernel));
  program.strip = static_cast<uint16_t>(strip);
  const uint64_t each = static_cast<uint64_t>(MicrocodeScratchBytes(kernel, strip) + 7) / 8 * 8;
  program.scratch_bytes = program.arena_bytes = each * (threads == nullptr ? 1 : threads->count);
  std::vector<uint16_t> views;
  for (size_t i = 0; i < operands.size(); ++i) {
    const bool written = kernel.operands[i].written;
    std::vector<TestTensor>& list = written ? program.outputs : program.inputs;
    const ElementType type = kernel.operands[i].type;
    TestTensor tensor{"", type, {static_cast<int32_t>(operands[i].size() / static_cast<size_t>(StorageBytes(type)))}, 0};
    tensor.view = program.AddView(written ? kMoteOutput : kMoteInput, type, static_cast<uint32_t>(list.size()), 0,
                                  static_cast<uint32_t>(operands[i].size()));
    list.push_back(tensor);
    views.push_back(tensor.view);
  }
  program.AddStep(1, 0, views, {}, ParamWords(kernel, values));
  program.EndBlock();
  Running running(program);
  if (running.status.code != MOTE_OK) return running.status;
  if (threads != nullptr) mote_set_threads(running.instance, threads);
  if (isa >= 0) const_cast<mote_program*>(running.program)->isa = static_cast<uint8_t>(isa);
  uint32_t inputs = 0, outputs = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    const mote_status bound = kernel.operands[i].written
                                  ? mote_bind_output(running.instance, outputs++, operands[i].data(), operands[i].size())
                                  : mote_bind_input(running.instance, inputs++, operands[i].data(), operands[i].size());
    if (bound.code != MOTE_OK) return bound;
  }
  return mote_run(running.instance, 0);
}

}  // namespace mote
