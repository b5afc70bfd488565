// The element types of the IR: names, widths and classes, all read from schema/element_types.def.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mote {

enum class ElementType : uint8_t {
#define MOTE_ELEMENT_TYPE(id, code, hlo, mlir, bits, bytes, klass) k##id = code,
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
};

enum class TypeClass : uint8_t { kPred, kSigned, kUnsigned, kFloat, kComplex };

int BitWidth(ElementType type);          // of the value: 1 for pred, 4 for s4
int StorageBytes(ElementType type);      // of one element in a Literal or a buffer: 1 for pred and s4
TypeClass ClassOf(ElementType type);
const char* HloName(ElementType type);   // "pred", "f32", "c64"
const char* MlirName(ElementType type);  // "i1", "f32", "complex<f32>"
std::optional<ElementType> ElementTypeFromHloName(std::string_view name);
std::optional<ElementType> ElementTypeFromMlirName(std::string_view name);

inline bool IsPred(ElementType t) { return t == ElementType::kPred; }
inline bool IsInteger(ElementType t) { return ClassOf(t) == TypeClass::kSigned || ClassOf(t) == TypeClass::kUnsigned; }
inline bool IsSigned(ElementType t) { return ClassOf(t) == TypeClass::kSigned; }
inline bool IsUnsigned(ElementType t) { return ClassOf(t) == TypeClass::kUnsigned; }
inline bool IsFloat(ElementType t) { return ClassOf(t) == TypeClass::kFloat; }
inline bool IsComplex(ElementType t) { return ClassOf(t) == TypeClass::kComplex; }
ElementType RealPart(ElementType complex);  // c64 → f32; other types unchanged

}  // namespace mote
