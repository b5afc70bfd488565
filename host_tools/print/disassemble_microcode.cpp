// Microcode words as text, and what they need of a runtime. Reads printed words: verifying strangers' words is the runtime's work, so this
// only takes care never to read past the end.
#include <cstdio>

#include "print/printers.h"
#include "schema/microcode_layout.h"

namespace mote {
namespace {

const char* StructuralName(uint32_t op) {
  switch (op) {
    case kMoteOpWide: return "wide";
    case kMoteOpParam64: return "param64";
    case kMoteOpParam: return "param";
    case kMoteOpAxis: return "axis";
    case kMoteOpLoad: return "load";
    case kMoteOpStore: return "store";
    case kMoteOpLoop: return "loop";
    case kMoteOpEnd: return "end";
    case kMoteOpMove: return "move";
    case kMoteOpLoadChecked: return "load?";
    case kMoteOpStoreChecked: return "store?";
    case kMoteOpMove64: return "move64";
    default: return nullptr;
  }
}

const ScalarInfo* FindScalar(uint32_t op) {
  switch (op) {
#define MOTE_SCALAR(id, code, ...) case code: return op < kMoteFirstScalarOp ? nullptr : &Info(Scalar::k##id);
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
    default: return nullptr;
  }
}

class Disassembler {
 public:
  explicit Disassembler(std::span<const uint32_t> words) : words_(words) {}

  std::string Run() {
    if (words_.size() < kMoteCodeHeaderWords) return "not microcode\n";
    const uint32_t counts = words_[kMoteCodeCounts];
    const uint32_t operands = counts & 0x1ff, stages = (counts >> 10) & 0x3f;
    const uint32_t axes = ((counts >> 16) & 31) + ((counts >> 21) & 31) + (counts >> 26);
    const uint32_t constants = words_[kMoteCodeExtras] & 0xffff, prologue = words_[kMoteCodeSizes] >> 16;
    Line("slots %u, uniforms %u, constants %u, groups %u, loops %u, lanes %u%s", words_[kMoteCodeRegisters] & 0xffff,
         words_[kMoteCodeRegisters] >> 16, constants, (counts >> 16) & 31, (counts >> 21) & 31, counts >> 26,
         (words_[kMoteCodeFlags] >> 8) & kMoteCodeEpilogue ? ", epilogue" : "");
    needs_.checked = ((words_[kMoteCodeFlags] >> 8) & kMoteCodeChecked) != 0;
    at_ = kMoteCodeHeaderWords;
    for (uint32_t i = 0; i < operands; ++i) {
      const uint32_t byte = (At(at_ + i / 4) >> (8 * (i % 4))) & 0xff;
      needs_.element_types.insert(static_cast<int>(byte & 0x3f));
    }
    at_ += (operands + 3) / 4 + (axes + 1) / 2;
    for (uint32_t i = 0; i < constants; ++i) Line("  constant %u: 0x%08x", i, At(at_ + i));
    at_ += constants;
    PrintCode(prologue);
    for (uint32_t i = 0; i < stages && at_ < words_.size(); ++i) PrintStage(i);
    return out_;
  }
  const MicrocodeNeeds& needs() const { return needs_; }

 private:
  uint32_t At(size_t index) const { return index < words_.size() ? words_[index] : 0; }

  template <typename... Args>
  void Line(const char* format, Args... args) {
    char text[256];
    std::snprintf(text, sizeof text, format, args...);
    out_ += text;
    out_ += '\n';
  }

  static std::string Number(uint32_t number) {
    if (number == kMoteAbsent) return "-";
    return (number & kMoteUniform ? "u" : "s") + std::to_string(number & 0x7fff);
  }

  void PrintStage(uint32_t index) {
    const uint32_t word = At(at_), sizes = At(at_ + 1);
    const uint32_t kind = word & 3, axes = (word >> 2) & 63, results = (word >> 8) & 0xff, accesses = word >> 16;
    static constexpr const char* kKinds[] = {"map", "reduce", "scalar", "?"};
    Line("stage %u: %s", index, kKinds[kind]);
    at_ += 2;
    if (kind == kMoteStageReduce) Line("  lanes %u", At(at_++));
    for (uint32_t i = 0; i < axes; ++i) Line("  axis %u", (At(at_ + i / 4) >> (8 * (i % 4))) & 0xff);
    at_ += (axes + 3) / 4;
    for (uint32_t i = 0; i < results; ++i, at_ += 2) {
      Line("  result u%u%s: values %s from %s", At(at_ + 1) & 0x7fff, At(at_ + 1) >> 16 ? " (64 bits)" : "",
           Number(At(at_) & 0xffff).c_str(), Number(At(at_) >> 16).c_str());
    }
    for (uint32_t i = 0; i < accesses && at_ < words_.size(); ++i) {
      const uint32_t access = At(at_++), terms = (access >> 10) & 63;
      std::string text =
          "  access " + std::to_string(i) + ": operand " + std::to_string(access & 0x1ff) + (access & 0x200 ? " checked" : "");
      if (access >> 16) text += " offset p" + std::to_string((access >> 16) - 1);
      for (uint32_t t = 0; t < terms; ++t, ++at_) text += " + a" + std::to_string(At(at_) & 0xff) + "*p" + std::to_string(At(at_) >> 16);
      out_ += text + "\n";
    }
    PrintCode(sizes & 0xffff);
    if (sizes >> 16) out_ += "  combine\n";
    PrintCode(sizes >> 16);
  }

  void PrintCode(size_t length) {
    const size_t end = at_ + length;
    uint32_t high = 0;
    while (at_ < end && at_ < words_.size()) {
      const uint32_t word = At(at_++), op = word & 0xff;
      if (op == kMoteOpWide) {
        high = word;
        continue;
      }
      uint32_t number[3];
      for (int j = 0; j < 3; ++j) {
        const uint32_t byte = (word >> (8 + 8 * j)) & 0xff;
        number[j] = (byte & 0x7f) | ((high >> (8 + 8 * j)) & 0xff) << 7 | (byte & 0x80 ? static_cast<uint32_t>(kMoteUniform) : 0u);
      }
      high = 0;
      PrintInstruction(op, word, number);
    }
  }

  void PrintInstruction(uint32_t op, uint32_t word, const uint32_t (&number)[3]) {
    const ScalarInfo* info = FindScalar(op);
    const char* structural = StructuralName(op);
    std::string text = "    ";
    if (info != nullptr) {
      needs_.operations.insert(static_cast<int>(op));
      text += std::string(info->name) + " " + Number(number[0]) + ", " + Number(number[1]);
      if (info->arity > 1) text += ", " + Number(number[2]);
      if (info->arity == 1 && (word >> 24)) text += ", #" + std::to_string(word >> 24);
      if (info->arity > 2) text += ", " + Number(At(at_++) & 0xffff);
    } else {
      text += structural != nullptr ? structural : "?";
      if (op != kMoteOpEnd && op != kMoteOpLoop) text += " " + Number(number[0]) + ",";
      if (op == kMoteOpMove || op == kMoteOpMove64) text += " " + Number(number[1]);
      if (op == kMoteOpParam || op == kMoteOpParam64) text += " p" + std::to_string(word >> 16);
      if (op == kMoteOpAxis || op == kMoteOpLoop) text += " a" + std::to_string((word >> 16) & 0xff);
      if (op == kMoteOpLoop) ++at_;
      const bool checked = op == kMoteOpLoadChecked || op == kMoteOpStoreChecked;
      if (op == kMoteOpLoad || op == kMoteOpStore || checked) text += " access " + std::to_string((word >> 16) & 0x3fff);
      if (checked) {
        text += " offset " + Number(At(at_) & 0xffff) + " if " + Number(At(at_) >> 16);
        ++at_;
      }
    }
    out_ += text + "\n";
  }

  std::span<const uint32_t> words_;
  size_t at_ = 0;
  std::string out_;
  MicrocodeNeeds needs_;
};

}  // namespace

std::string DisassembleMicrocode(std::span<const uint32_t> words) { return Disassembler(words).Run(); }

MicrocodeNeeds NeedsOfMicrocode(std::span<const uint32_t> words) {
  Disassembler disassembler(words);
  disassembler.Run();
  return disassembler.needs();
}

}  // namespace mote
