// Fields of the algorithm attribute and the table of known combinations (StableHLO dot_general, C22 to C24 and I8 to I10).
#include "hlo/dot_algorithm.h"

#include <cstdlib>

namespace mote {
namespace {

// The word behind `key =`; empty when the field is missing.
std::string Field(const std::string& text, const std::string& key) {
  const size_t at = text.find(key);
  if (at == std::string::npos) return "";
  const size_t begin = text.find_first_not_of(" =\n\t", at + key.size());
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_first_of(" ,>\n\t", begin) - begin);
}

struct Known {
  const char *lhs, *rhs, *accumulation;
  int64_t primitive_operations;
};

constexpr Known kKnown[] = {
    {"f16", "f16", "f16", 1},   {"f16", "f16", "f32", 1},   {"bf16", "bf16", "bf16", 1}, {"bf16", "bf16", "f32", 1},
    {"bf16", "bf16", "f32", 3}, {"bf16", "bf16", "f32", 6}, {"bf16", "bf16", "f32", 9},  {"tf32", "tf32", "f32", 1},
    {"tf32", "tf32", "f32", 3}, {"f32", "f32", "f32", 1},   {"f64", "f64", "f64", 1},
};

bool IsF8(const std::string& type) { return type.rfind("f8E", 0) == 0 && type != "f8E8M0FNU"; }

}  // namespace

Status CheckDotAlgorithm(const std::string& text) {
  const std::string lhs = Field(text, "lhs_precision_type"), rhs = Field(text, "rhs_precision_type"),
                    sum = Field(text, "accumulation_type");
  const std::string operations_text = Field(text, "num_primitive_operations");
  const bool imprecise = Field(text, "allow_imprecise_accumulation") == "true";
  for (const char* key : {"lhs_component_count", "rhs_component_count", "num_primitive_operations"}) {
    const std::string count = Field(text, key);
    if (count.empty()) return Error(Rule::kAttribute, std::string("the dot algorithm needs the field ") + key);
    if (std::strtoll(count.c_str(), nullptr, 10) < 1) {
      return Error(Rule::kAttribute, std::string(key) + " of the dot algorithm must be positive, but is " + count);
    }
  }
  const int64_t operations = std::strtoll(operations_text.c_str(), nullptr, 10);
  const bool single = Field(text, "lhs_component_count") == "1" && Field(text, "rhs_component_count") == "1";
  if (single && IsF8(lhs) && IsF8(rhs) && sum == "f32" && operations == 1) return Ok();
  for (const Known& known : kKnown) {
    if (single && !imprecise && lhs == known.lhs && rhs == known.rhs && sum == known.accumulation &&
        operations == known.primitive_operations) {
      return Ok();
    }
  }
  return Error(Rule::kAttribute, "no hardware is known to offer the dot algorithm " + lhs + " x " + rhs + " to " + sum + " in " +
                                     operations_text + " primitive operations" + (imprecise ? ", imprecise" : ""));
}

namespace {

struct HloWord {
  const char* word;
  Known known;
  bool imprecise;
};

// f8 in place of a type: any of the family.
constexpr HloWord kHloWords[] = {
    {"dot_any_f8_any_f8_f32", {"f8", "f8", "f32", 1}, false}, {"dot_any_f8_any_f8_f32_fast_accum", {"f8", "f8", "f32", 1}, true},
    {"dot_f16_f16_f16", {"f16", "f16", "f16", 1}, false},     {"dot_f16_f16_f32", {"f16", "f16", "f32", 1}, false},
    {"dot_bf16_bf16_bf16", {"bf16", "bf16", "bf16", 1}, false}, {"dot_bf16_bf16_f32", {"bf16", "bf16", "f32", 1}, false},
    {"dot_bf16_bf16_f32_x3", {"bf16", "bf16", "f32", 3}, false}, {"dot_bf16_bf16_f32_x6", {"bf16", "bf16", "f32", 6}, false},
    {"dot_bf16_bf16_f32_x9", {"bf16", "bf16", "f32", 9}, false}, {"dot_tf32_tf32_f32", {"tf32", "tf32", "f32", 1}, false},
    {"dot_tf32_tf32_f32_x3", {"tf32", "tf32", "f32", 3}, false}, {"dot_f32_f32_f32", {"f32", "f32", "f32", 1}, false},
    {"dot_f64_f64_f64", {"f64", "f64", "f64", 1}, false},
};

bool Fits(const char* type, const std::string& word) { return std::string(type) == "f8" ? IsF8(word) : word == type; }

}  // namespace

std::optional<std::string> DotAlgorithmFromHlo(const std::string& word, ElementType lhs, ElementType rhs) {
  for (const HloWord& entry : kHloWords) {
    if (word != entry.word) continue;
    const bool f8 = std::string(entry.known.lhs) == "f8";
    return "<lhs_precision_type = " + std::string(f8 ? MlirName(lhs) : entry.known.lhs) +
           ", rhs_precision_type = " + (f8 ? MlirName(rhs) : entry.known.rhs) + ", accumulation_type = " + entry.known.accumulation +
           ", lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = " +
           std::to_string(entry.known.primitive_operations) + ", allow_imprecise_accumulation = " + (entry.imprecise ? "true" : "false") +
           ">";
  }
  return std::nullopt;
}

std::optional<std::string> DotAlgorithmToHlo(const std::string& text) {
  for (const HloWord& entry : kHloWords) {
    const bool same = Fits(entry.known.lhs, Field(text, "lhs_precision_type")) &&
                      Fits(entry.known.rhs, Field(text, "rhs_precision_type")) &&
                      Field(text, "accumulation_type") == entry.known.accumulation &&
                      Field(text, "num_primitive_operations") == std::to_string(entry.known.primitive_operations) &&
                      Field(text, "lhs_component_count") == "1" && Field(text, "rhs_component_count") == "1" &&
                      (Field(text, "allow_imprecise_accumulation") == "true") == entry.imprecise;
    if (same) return entry.word;
  }
  return std::nullopt;
}

}  // namespace mote
