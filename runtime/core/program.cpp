// Access to the parts of a verified program, and the public questions about it. No checks beyond argument ranges: verify_*.cpp made them.
#include "core/program.h"

#include "core/kernel_code.h"
#include "core/linked.h"

namespace mote::runtime {

namespace {

struct FieldsTable {
  uint8_t of[kStepKinds];
};
constexpr FieldsTable MakeFields() {
  FieldsTable table{};
#define MOTE_STEP(id, code, name, fields, text) table.of[code] = fields;
#include "schema/steps.def"
#undef MOTE_STEP
  return table;
}
constexpr FieldsTable kFields = MakeFields();

uint32_t FieldsOf(uint32_t kind, bool device) {
  if (kind >= kStepKinds) return 0;
  const bool dispatch = device && kind == static_cast<uint32_t>(StepKind::kLaunch);
  return kFields.of[kind] + (dispatch ? uint32_t{kMoteDispatchFields} : 0);
}

}  // namespace

bool ReadStep(const mote_program& program, uint32_t at, uint32_t end, StepView* step) {
  const uint32_t left = end - at;
  if (left < 2) return false;
  const uint32_t* words = program.words + at;
  const uint32_t kind = words[0] & 0xff;
  step->words = words;
  step->kind = static_cast<StepKind>(kind);
  step->routine = kind - kMoteFirstRoutine < kRoutines ? mote_linked.routines[kind - kMoteFirstRoutine] : nullptr;
  step->flags = static_cast<uint8_t>(words[0] >> 8);
  step->length = static_cast<uint16_t>(words[0] >> 16);
  step->kernel = static_cast<uint16_t>(words[1]);
  step->operands = static_cast<uint16_t>(words[1] >> 16);
  const uint32_t fields = step->routine != nullptr ? step->routine->geometry->fields : FieldsOf(kind, program.device);
  const uint32_t fixed = 2 + (step->operands + 1u) / 2 + fields;
  if (step->length > left || step->length < fixed) return false;
  step->fields = words + 2 + (step->operands + 1u) / 2;
  step->params = words + fixed;
  step->param_count = step->length - fixed;
  return true;
}

ViewInfo ViewOf(const mote_program& program, uint32_t view) {
  const uint32_t* words = program.views + kMoteViewWords * view;
  const uint32_t place = words[kMoteViewPlace];
  return {static_cast<uint8_t>(place), static_cast<uint8_t>(place >> 8), static_cast<uint16_t>(place >> 16), words[kMoteViewBytes],
          static_cast<size_t>(words[kMoteViewOffset]) << program.unit_shift};
}

RegionRange RegionOf(const mote_program& program, uint32_t region) {
  const auto end = [&](uint32_t i) { return i < program.regions.count ? program.regions.words()[i] : program.arena_bytes; };
  return {region == 0 ? 0 : end(region - 1), end(region)};
}

uint32_t ShaderCount(const mote_program& program, uint32_t kernel) {
  FlatReader reader(program.flat, program.flat_bytes);
  return reader.Vector(reader.TableOf(program.kernels, kernel), kKernelShaders, 2).count;
}

ShaderInfo ShaderOf(const mote_program& program, uint32_t kernel, uint32_t number) {
  FlatReader reader(program.flat, program.flat_bytes);
  return ShaderIn(program, reader.TableOf(reader.Vector(reader.TableOf(program.kernels, kernel), kKernelShaders, 2), number));
}

ShaderInfo ShaderIn(const mote_program& program, const FlatTable& table) {
  FlatReader reader(program.flat, program.flat_bytes);
  const FlatVector constants = reader.Vector(table, kShaderConstants, 2);  // the first that is read: if it is broken, the rest is zeros
  const auto word = [&](ShaderField field) { return static_cast<uint32_t>(reader.Number(table, field, 4)); };
  return {reader.Number(table, kShaderPlace, 8), word(kShaderBytes), word(kShaderLocalSize), word(kShaderSharedBytes),
          word(kShaderFeatures), word(kShaderTiles), word(kShaderTexels),
          word(kShaderAlignment), constants};
}

uint64_t HashOf(const mote_program& program, uint32_t kernel) {
  FlatReader reader(program.flat, program.flat_bytes);
  return reader.Number(reader.TableOf(program.kernels, kernel), kKernelHash, 8);
}

FlatVector CodeOf(const mote_program& program, uint32_t kernel) {
  FlatReader reader(program.flat, program.flat_bytes);
  return reader.Vector(reader.TableOf(program.kernels, kernel), program.device ? kKernelReference : kKernelCode, 2);
}

KernelCode KernelCodeOf(const mote_program& program, uint32_t kernel) {
  // Positions modulo 2^32, as in FlatReader.
  const auto to = [&](uint32_t at) { return *reinterpret_cast<const uint32_t*>(program.flat + at); };
  uint32_t at = program.kernels.at + 4 * kernel;
  at += to(at);
  const uint32_t slot = at - to(at) + 4 + 2 * (program.device ? kKernelReference : kKernelCode);
  at += *reinterpret_cast<const uint16_t*>(program.flat + slot);
  return KernelCode(reinterpret_cast<const uint32_t*>(program.flat + (at + to(at) + 4)));
}

EntryInfo EntryOf(const mote_program& program, uint32_t entry) {
  FlatReader reader(program.flat, program.flat_bytes);
  EntryInfo info = {};
  info.table = reader.TableOf(program.entries, entry);
  info.block = static_cast<uint32_t>(reader.Number(info.table, kEntryBlock, 2));
  info.end = program.block_count;
  if (entry + 1 < program.entries.count) {
    info.end = static_cast<uint32_t>(reader.Number(reader.TableOf(program.entries, entry + 1), kEntryBlock, 2));
  }
  info.inputs = reader.Vector(info.table, kEntryInputs, 2).count;
  info.outputs = reader.Vector(info.table, kEntryOutputs, 2).count;
  info.step_budget = reader.Number(info.table, kEntryBudget, 8);
  return info;
}

uint32_t TensorView(const mote_program& program, const EntryInfo& entry, bool output, uint32_t number) {
  FlatReader reader(program.flat, program.flat_bytes);
  return reader.Vector(entry.table, output ? kEntryOutputViews : kEntryInputViews, 1).halves()[number];
}

bool TensorOf(const mote_program& program, const EntryInfo& entry, bool output, uint32_t number, mote_tensor* tensor) {
  FlatReader reader(program.flat, program.flat_bytes);
  const FlatTable table = reader.TableOf(reader.Vector(entry.table, output ? kEntryOutputs : kEntryInputs, 2), number);
  const FlatVector name = reader.Vector(table, kTensorName, 0), dims = reader.Vector(table, kTensorDims, 2);
  tensor->name = reinterpret_cast<const char*>(name.data);
  tensor->name_size = name.count;
  tensor->element_type = static_cast<uint32_t>(reader.Number(table, kTensorType, 1));
  tensor->rank = dims.count;
  tensor->dims = reinterpret_cast<const int32_t*>(dims.data);
  tensor->bytes = ElementOf(tensor->element_type).bytes;
  if (tensor->bytes == 0) return false;
  constexpr uint64_t kTooMany = UINT64_C(1) << 32;  // a view is shorter; nothing but a dimension of 0 makes it less
  for (uint32_t i = 0; i < dims.count; ++i) {
    if (tensor->dims[i] < 0) return false;
    tensor->bytes *= static_cast<uint32_t>(tensor->dims[i]);
    if (tensor->bytes > kTooMany) tensor->bytes = kTooMany;
  }
  return tensor->bytes < kTooMany && !reader.failed();
}

}  // namespace mote::runtime

using namespace mote::runtime;

extern "C" {

size_t mote_program_size(void) { return sizeof(mote_program); }

uint32_t mote_entry_count(const mote_program* program) { return program == nullptr ? 0 : program->entries.count; }

uint32_t mote_input_count(const mote_program* program, uint32_t entry) {
  return entry < mote_entry_count(program) ? EntryOf(*program, entry).inputs : 0;
}

uint32_t mote_output_count(const mote_program* program, uint32_t entry) {
  return entry < mote_entry_count(program) ? EntryOf(*program, entry).outputs : 0;
}

static mote_status Tensor(const mote_program* program, uint32_t entry, bool output, uint32_t number, mote_tensor* tensor) {
  if (program == nullptr || tensor == nullptr) return Fail(Site::kNullArgument);
  if (entry >= program->entries.count) return Fail(Site::kNoSuchEntry, entry);
  const EntryInfo info = EntryOf(*program, entry);
  if (number >= (output ? info.outputs : info.inputs)) return Fail(Site::kNoSuchTensor, number);
  return TensorOf(*program, info, output, number, tensor) ? Done() : Fail(Site::kTensorShape, number);
}

mote_status mote_input(const mote_program* program, uint32_t entry, uint32_t number, mote_tensor* tensor) {
  return Tensor(program, entry, false, number, tensor);
}

mote_status mote_output(const mote_program* program, uint32_t entry, uint32_t number, mote_tensor* tensor) {
  return Tensor(program, entry, true, number, tensor);
}

}  // extern "C"
