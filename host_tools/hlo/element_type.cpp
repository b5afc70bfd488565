// Lookups of element types by name and by property; every fact comes from schema/element_types.def.
#include "hlo/element_type.h"

#include <array>

namespace mote {
namespace {

struct Row {
  ElementType type;
  const char* hlo;
  const char* mlir;
  int bits;
  int bytes;
  TypeClass type_class;
};

constexpr std::array kRows = {
#define MOTE_ELEMENT_TYPE(id, code, hlo, mlir, bits, bytes, klass) \
  Row{ElementType::k##id, hlo, mlir, bits, bytes, TypeClass::k##klass},
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
};

// Codes count from 1 without gaps, so a row is found by its code.
constexpr bool CodesAreDense() {
  for (size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<size_t>(kRows[i].type) != i + 1) return false;
  }
  return true;
}
static_assert(CodesAreDense());

const Row& RowOf(ElementType type) { return kRows[static_cast<size_t>(type) - 1]; }

}  // namespace

int BitWidth(ElementType type) { return RowOf(type).bits; }
int StorageBytes(ElementType type) { return RowOf(type).bytes; }
TypeClass ClassOf(ElementType type) { return RowOf(type).type_class; }
const char* HloName(ElementType type) { return RowOf(type).hlo; }
const char* MlirName(ElementType type) { return RowOf(type).mlir; }

std::optional<ElementType> ElementTypeFromHloName(std::string_view name) {
  for (const Row& row : kRows) {
    if (name == row.hlo) return row.type;
  }
  return std::nullopt;
}

std::optional<ElementType> ElementTypeFromMlirName(std::string_view name) {
  for (const Row& row : kRows) {
    if (name == row.mlir) return row.type;
  }
  return std::nullopt;
}

ElementType RealPart(ElementType complex) {
  if (complex == ElementType::kC64) return ElementType::kF32;
  if (complex == ElementType::kC128) return ElementType::kF64;
  return complex;
}

}  // namespace mote
