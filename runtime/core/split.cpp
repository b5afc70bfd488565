// How tensors are cut among members. A file of its own: nobody but callers who cut and join asks, firmware does not, and so it is proven
// here and not by the verifier.
#include "core/program.h"

namespace mote::runtime {
namespace {

mote_status SplitOf(const mote_program* program, uint32_t entry, bool output, uint32_t number, mote_split* split) {
  mote_tensor tensor;
  if (split == nullptr) return Fail(Site::kNullArgument);
  const mote_status status = output ? mote_output(program, entry, number, &tensor) : mote_input(program, entry, number, &tensor);
  if (status.code != MOTE_OK) return status;
  *split = {};
  FlatReader reader(program->flat, program->flat_bytes);
  const EntryInfo info = EntryOf(*program, entry);
  const FlatTable table = reader.TableOf(reader.Vector(info.table, output ? kEntryOutputs : kEntryInputs, 2), number);
  const FlatVector tiles = reader.Vector(table, kTensorTiles, 2), parts = reader.Vector(table, kTensorMembers, 2);
  if (reader.failed()) return Fail(reader.site(), reader.detail());
  if (parts.count == 0) return Done();
  const uint64_t partitions = reader.Number(reader.Root(), kProgramPartitions, 4);
  if (tiles.count != tensor.rank || parts.count != (partitions == 0 ? 1 : partitions)) return Fail(Site::kTensorShape, number);
  uint64_t count = 1;
  for (uint32_t d = 0; d < tiles.count; ++d) {
    count *= tiles.words()[d];
    if (count == 0 || count > parts.count) return Fail(Site::kTensorShape, number);
  }
  for (uint32_t m = 0; m < parts.count; ++m) {
    if (parts.words()[m] >= count) return Fail(Site::kTensorShape, number);
  }
  *split = {tiles.count, parts.count, tiles.words(), parts.words()};
  return Done();
}

}  // namespace
}  // namespace mote::runtime

extern "C" {

mote_status mote_input_split(const mote_program* program, uint32_t entry, uint32_t number, mote_split* split) {
  return mote::runtime::SplitOf(program, entry, false, number, split);
}

mote_status mote_output_split(const mote_program* program, uint32_t entry, uint32_t number, mote_split* split) {
  return mote::runtime::SplitOf(program, entry, true, number, split);
}

}  // extern "C"
