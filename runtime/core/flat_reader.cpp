// The checks behind flat_reader.h. Everything that is read is first shown to lie inside the buffer and to be aligned.
#include "core/flat_reader.h"

namespace mote::runtime {

// The table that the offset at `from` points to. The buffer is below 16 MiB, so a sum that wraps around lands outside it.
FlatTable FlatReader::TableAt(uint32_t from) {
  if (failed()) return {};
  FlatTable table;
  table.at = from + Word(from);
  if (table.at % 4 != 0 || table.at > size_ - 4 || table.at < from) return Fail(Site::kFlatTable, from), FlatTable{};
  table.vtable = table.at - Word(table.at);
  if (table.vtable % 2 != 0 || table.vtable > size_ - 4) return Fail(Site::kFlatTable, table.at), FlatTable{};
  table.vtable_bytes = Half(table.vtable);
  table.table_bytes = Half(table.vtable + 2);
  if (table.vtable_bytes < 4 || table.vtable_bytes > size_ - table.vtable || table.table_bytes < 4 ||
      table.table_bytes > size_ - table.at) {
    return Fail(Site::kFlatTable, table.at), FlatTable{};
  }
  return table;
}

FlatTable FlatReader::Root() {
  // A root offset and the file identifier "MOTE".
  if (size_ < 8 || Word(4) != UINT32_C(0x45544f4d)) return Fail(Site::kFlatRoot, 0), FlatTable{};
  return TableAt(0);
}

uint32_t FlatReader::Field(const FlatTable& table, uint32_t field, uint32_t bytes) {
  const uint32_t slot = 4 + 2 * field;
  if (slot + 2 > table.vtable_bytes) return 0;
  const uint32_t offset = Half(table.vtable + slot);
  if (offset == 0) return 0;
  if (offset < 4 || bytes > table.table_bytes || offset > table.table_bytes - bytes || (table.at + offset) % bytes != 0) {
    Fail(Site::kFlatField, field);
    return 0;
  }
  return table.at + offset;
}

uint64_t FlatReader::Number(const FlatTable& table, uint32_t field, uint32_t bytes) {
  const uint32_t at = Field(table, field, bytes);
  if (at == 0) return 0;
  if (bytes == 1) return data_[at];
  if (bytes == 2) return Half(at);
  if (bytes == 4) return Word(at);
  return Word(at) | static_cast<uint64_t>(Word(at + 4)) << 32;
}

FlatTable FlatReader::Table(const FlatTable& parent, uint32_t field) {
  const uint32_t at = Field(parent, field, 4);
  if (at == 0) return Fail(Site::kFlatMissing, field), FlatTable{};
  return TableAt(at);
}

FlatTable FlatReader::TableOf(const FlatVector& vector, uint32_t index) {
  if (failed() || index >= vector.count) return Fail(Site::kFlatTable, index), FlatTable{};
  const uint32_t at = vector.at + 4 * index;
  return TableAt(at);
}

FlatVector FlatReader::Vector(const FlatTable& table, uint32_t field, uint32_t shift) {
  const uint32_t at = Field(table, field, 4);
  if (at == 0) return {};
  const uint32_t place = at + Word(at);
  if (place % 4 != 0 || place > size_ - 4 || place < at) return Fail(Site::kFlatVector, at), FlatVector{};
  FlatVector vector;
  vector.at = place + 4;
  vector.count = Word(place);
  if (vector.count > (size_ - vector.at) >> shift) return Fail(Site::kFlatVector, at), FlatVector{};
  vector.data = data_ + vector.at;
  return vector;
}

bool SameText(const FlatVector& text, const char* other) {
  for (uint32_t i = 0; i < text.count; ++i) {
    if (static_cast<char>(text.data[i]) != other[i] || other[i] == 0) return false;
  }
  return other[text.count] == 0;
}

}  // namespace mote::runtime
