// Reads a FlatBuffer that may hold anything: every table, field and vector is checked against the buffer's length when it is reached.
// Positions are offsets from the buffer's start. Not a general FlatBuffers library: scalars, vectors of scalars, strings and tables.
#ifndef MOTE_CORE_FLAT_READER_H_
#define MOTE_CORE_FLAT_READER_H_

#include <stdint.h>

#include "core/failure.h"

namespace mote::runtime {

struct FlatTable {
  uint32_t at = 0, vtable = 0;
  uint16_t vtable_bytes = 0, table_bytes = 0;
};

struct FlatVector {
  const uint8_t* data = nullptr;  // null when the field is absent
  uint32_t at = 0;                // of the first element
  uint32_t count = 0;
  const uint32_t* words() const { return reinterpret_cast<const uint32_t*>(data); }
  const uint16_t* halves() const { return reinterpret_cast<const uint16_t*>(data); }
};

// After the first failure every further read gives zeros and keeps the first failure.
class FlatReader {
 public:
  FlatReader(const uint8_t* data, uint32_t size) : data_(data), size_(size) {}
  Site site() const { return site_; }
  uint32_t detail() const { return detail_; }
  bool failed() const { return site_ != Site::kNone; }

  FlatTable Root();
  FlatTable Table(const FlatTable& parent, uint32_t field);
  FlatTable TableOf(const FlatVector& vector, uint32_t index);
  // Elements of 2^shift bytes, 0 to 2 (vectors of tables: 2).
  FlatVector Vector(const FlatTable& table, uint32_t field, uint32_t shift);
  // Scalar fields of 1, 2, 4 or 8 bytes; 0 when absent.
  uint64_t Number(const FlatTable& table, uint32_t field, uint32_t bytes);

 private:
  void Fail(Site site, uint32_t detail) {
    if (!failed()) site_ = site, detail_ = detail;
  }
  uint32_t Field(const FlatTable& table, uint32_t field, uint32_t bytes);  // its position, 0 when absent
  FlatTable TableAt(uint32_t from);
  uint16_t Half(uint32_t at) const { return *reinterpret_cast<const uint16_t*>(data_ + at); }
  uint32_t Word(uint32_t at) const { return *reinterpret_cast<const uint32_t*>(data_ + at); }

  const uint8_t* data_;
  uint32_t size_;
  uint32_t detail_ = 0;
  Site site_ = Site::kNone;
};

// Whether a string field's bytes are those of a 0-terminated text.
bool SameText(const FlatVector& text, const char* other);

}  // namespace mote::runtime

#endif
