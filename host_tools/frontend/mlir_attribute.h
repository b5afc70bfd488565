// An attribute of MLIR text as a tree, before it is attached to an operation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hlo/literal.h"

namespace mote {

struct MlirNamedAttribute;

struct MlirAttribute {
  MOTE_DECLARE_COPIES(MlirAttribute);
  enum class Kind : uint8_t {
    kUnit,        // a key without value
    kBool,
    kInt,         // integer
    kReal,        // real
    kString,      // string, escapes resolved
    kSymbol,      // string: the name without @
    kWord,        // string: an enumeration's word, bare or as #stablehlo<precision HIGHEST>
    kArray,       // items
    kDictionary,  // fields
    kLiteral,     // literal: dense<…> : type
    kInts,        // ints: array<i64: …>, booleans as 0 and 1
    kType,        // shape
    kStruct,      // fields, string: the name (stablehlo.gather): #stablehlo.gather<key = value, …>
    kText,        // anything else: only `text`
  };
  Kind kind = Kind::kUnit;
  std::string_view text;  // the source it was written as, a type suffix included
  std::string string;
  int64_t integer = 0;
  double real = 0;
  std::vector<MlirAttribute> items;
  std::vector<MlirNamedAttribute> fields;
  std::vector<int64_t> ints;
  Literal literal;
  Shape shape;
  Location location;
};

struct MlirNamedAttribute {
  std::string name;
  MlirAttribute value;
  Location location;
};
using MlirAttributes = std::vector<MlirNamedAttribute>;

}  // namespace mote
