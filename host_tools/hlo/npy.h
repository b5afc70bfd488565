// .npy files (format versions 1 to 3, C or Fortran order, little-endian): the form of tensors outside a program. Not .npz archives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/literal.h"

namespace mote {

// Reads one array. NumPy knows no bf16, f8 or sub-byte types: such arrays come as opaque bytes (|V2, |V1) or as int8/uint8 and take the
// type `expected`; without it they are refused. A plain array whose type differs from `expected` is returned as it is.
Result<Literal> ReadNpy(std::string_view bytes, std::optional<ElementType> expected = std::nullopt);

// The elements as a .npy file has them, row-major; bytes.size() == shape.ByteSize().
Literal OfElements(const Shape& shape, std::vector<uint8_t> bytes);

// Version 1.0, C order. Types that NumPy lacks are written as opaque bytes of their storage size.
std::vector<uint8_t> WriteNpy(const Literal& literal);

}  // namespace mote
