// Instructions and modules as text and as numbers.
#include "passes/instruction_key.h"

#include <bit>

namespace mote {
namespace {

uint64_t HashBytes(std::span<const uint8_t> bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3u;
  return hash;
}

struct AttributeText {
  std::string& text;
  void operator()(int64_t v) { text += std::to_string(v); }
  void operator()(double v) { text += std::to_string(std::bit_cast<uint64_t>(v)); }
  void operator()(bool v) { text += v ? "1" : "0"; }
  void operator()(const std::string& v) { text += std::to_string(v.size()) + ":" + v; }
  void operator()(const std::vector<int64_t>& v) {
    for (int64_t x : v) text += std::to_string(x) + ",";
  }
  void operator()(const IntMatrix& v) {
    for (const auto& row : v) (*this)(row), text += ";";
  }
  void operator()(const std::vector<std::string>& v) {
    for (const auto& x : v) (*this)(x);
  }
  void operator()(ElementType v) { text += HloName(v); }
  void operator()(const Literal& v) { text += ToString(v.shape()) + "#" + std::to_string(HashBytes(v.bytes())); }
};

uint64_t Add(uint64_t hash, const std::string& text) {
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  return hash;
}

}  // namespace

std::string KeyOf(const Instruction& instruction) {
  std::string key = std::to_string(static_cast<int>(instruction.op));
  for (const Shape& shape : instruction.shapes) key += "|" + ToString(shape);
  for (const Value& operand : instruction.operands) key += "%" + std::to_string(operand.instruction) + "." + std::to_string(operand.result);
  for (const auto& [attr, value] : instruction.attributes) {
    key += "@" + std::to_string(static_cast<int>(attr)) + "=";
    std::visit(AttributeText{key}, value);
  }
  return key;
}

uint64_t ModuleHash(const Module& module, uint64_t seed) {
  uint64_t hash = Add(seed ^ 0xcbf29ce484222325u, std::to_string(module.replicas) + "x" + std::to_string(module.partitions));
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      std::string key = KeyOf(i);
      for (const int32_t called : i.called) key += "!" + std::to_string(called);
      hash = Add(hash, key);
    }
    for (const Value& result : computation.results) {
      hash = Add(hash, "=" + std::to_string(result.instruction) + "." + std::to_string(result.result));
    }
  }
  return hash == 0 ? 1 : hash;
}

}  // namespace mote
