// PackFixed: which row of fixed_routines.def a target takes for a Fixed operation, and the bytes of its stream.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "target/fixed_table.h"
#include "target/target_facts.h"

namespace mote {

struct PackedFixed {
  std::vector<int64_t> fields;  // MoteFixedField, of the row taken
  std::vector<uint8_t> stream;  // empty: the routine has none
  std::string why;              // what --explain adds to the step: empty, or why a packing was not taken
};

// How large the weights of a product may be: a byte each; two where that is faster; or sixteen of two bytes for nine, transformed.
enum class WeightForm : uint8_t { kBytes, kHalfwords, kTransformed };

struct PackChoice {
  WeightForm form = WeightForm::kBytes;
  bool planes = false;  // more scratch where that is faster, and all rows in one call
};

// `fields` and `stream` are those of a plain row with starts; a shape that the target's packing does not take stays plain.
PackedFixed PackFixed(const std::vector<int64_t>& fields, std::span<const uint8_t> stream, FixedPacking packing,
                      const PackChoice& choice = {});

// One packer for each packing but the plain one; nothing, with `why`, for what it leaves plain.
std::optional<PackedFixed> PackDsp(const std::vector<int64_t>& fields, std::span<const uint8_t> stream, const PackChoice& choice,
                                   std::string* why);
std::optional<PackedFixed> PackHost(const std::vector<int64_t>& fields, std::span<const uint8_t> stream);
std::optional<PackedFixed> PackHelium(const std::vector<int64_t>& fields, std::span<const uint8_t> stream, std::string* why);

// A 3 by 3 convolution for the Winograd rows; nothing where they do not take its fields, or no finish shifts its sums as they must be.
std::optional<PackedFixed> PackWinograd(std::vector<int64_t> fields, std::span<const uint8_t> stream);

// A depthwise convolution whose planes are large enough to pay; nothing likewise.
std::optional<PackedFixed> PackPlanes(std::vector<int64_t> fields, std::span<const uint8_t> stream);

// Another row of the plain stream; nothing where it does not take the fields.
std::optional<PackedFixed> SameStream(std::vector<int64_t> fields, std::span<const uint8_t> stream, FixedRoutine row);

}  // namespace mote
