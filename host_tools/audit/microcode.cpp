// Walks microcode words by schema/microcode_layout.h and schema/scalar_ops.def.
#include "audit/microcode.h"

#include <algorithm>
#include <array>

#include "schema/microcode_layout.h"

namespace mote::audit {
namespace {

// Words that follow an instruction of this operation, -1 for an unknown one.
int ExtraWords(uint32_t op) {
  static const std::array<int8_t, 256> kTable = [] {
    std::array<int8_t, 256> table;
    table.fill(-1);
#define MOTE_SCALAR(id, code, name, result, operands, arity) \
  if (code >= kMoteFirstScalarOp) table[code] = arity == 3 ? 1 : 0;
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
    for (int plain :
         {kMoteOpWide, kMoteOpParam64, kMoteOpParam, kMoteOpAxis, kMoteOpLoad, kMoteOpStore, kMoteOpEnd, kMoteOpMove, kMoteOpMove64}) {
      table[plain] = 0;
    }
    for (int more : {kMoteOpLoop, kMoteOpLoadChecked, kMoteOpStoreChecked}) table[more] = 1;
    return table;
  }();
  return kTable[op];
}

class Decoder {
 public:
  Decoder(std::span<const uint32_t> words, Microcode& code) : words_(words), code_(code) {}

  std::string Decode() {
    if (words_.size() < kMoteCodeHeaderWords) return "shorter than its header";
    code_.header.assign(words_.begin(), words_.begin() + kMoteCodeHeaderWords);
    const uint32_t counts = words_[kMoteCodeCounts];
    const uint32_t operands = counts & 0x1ff, stages = counts >> 10 & 0x3f;
    code_.groups = static_cast<int32_t>(counts >> 16 & 0x1f);
    code_.loops = static_cast<int32_t>(counts >> 21 & 0x1f);
    code_.lanes = static_cast<int32_t>(counts >> 26 & 0x3f);
    code_.param_words = static_cast<int32_t>(words_[kMoteCodeSizes] & 0xffff);
    code_.epilogue = (words_[kMoteCodeFlags] >> 8 & kMoteCodeEpilogue) != 0;
    at_ = kMoteCodeHeaderWords;
    const auto axes = static_cast<uint32_t>(code_.groups + code_.loops + code_.lanes);
    const size_t operand_words = (operands + 3) / 4, axis_words = (axes + 1) / 2;
    if (!Fits(operand_words + axis_words)) return "operands or axes reach past its end";
    for (uint32_t i = 0; i < operands; ++i) {
      const uint32_t byte = words_[at_ + i / 4] >> (i % 4 * 8) & 0xff;
      code_.operands.push_back({static_cast<uint8_t>(byte & 0x3f), (byte & 0x40) != 0, (byte & 0x80) != 0});
    }
    at_ += operand_words;
    for (uint32_t i = 0; i < axes; ++i) {
      code_.extent_words.push_back(static_cast<int32_t>(words_[at_ + i / 2] >> (i % 2 * 16) & 0xffff));
      if (code_.extent_words.back() >= code_.param_words) return "an axis has no parameter";
    }
    at_ += axis_words;
    const size_t skipped = (words_[kMoteCodeExtras] & 0xffff) + (words_[kMoteCodeSizes] >> 16);
    if (!Fits(skipped)) return "constants or prologue reach past its end";
    at_ += skipped;
    for (uint32_t s = 0; s < stages; ++s) {
      const std::string wrong = DecodeStage(static_cast<int32_t>(s));
      if (!wrong.empty()) return wrong;
    }
    return at_ == words_.size() ? "" : "words behind its last stage";
  }

 private:
  bool Fits(size_t count) const { return count <= words_.size() - at_; }

  std::string DecodeStage(int32_t number) {
    if (!Fits(2)) return "a stage reaches past its end";
    const uint32_t first = words_[at_], sizes = words_[at_ + 1];
    CodeStage stage;
    stage.kind = first & 3;
    const uint32_t axes = first >> 2 & 0x3f, results = first >> 8 & 0xff, accesses = first >> 16;
    at_ += stage.kind == kMoteStageReduce ? 3 : 2;
    if (stage.kind == kMoteStageReduce && at_ <= words_.size()) stage.lanes = static_cast<int32_t>(words_[at_ - 1] & 0xffff);
    const size_t axis_words = (axes + 3) / 4;
    if (at_ > words_.size() || !Fits(axis_words + results * 2)) return "a stage reaches past its end";
    const int32_t lane_first = code_.groups + code_.loops;
    for (uint32_t i = 0; i < axes; ++i) {
      const auto axis = static_cast<int32_t>(words_[at_ + i / 4] >> (i % 4 * 8) & 0xff);
      if (axis < lane_first || axis >= lane_first + code_.lanes) return "a stage runs over an axis that is no lane axis";
      stage.lane_axes.push_back(axis);
    }
    at_ += axis_words + results * 2;
    accesses_.clear();
    for (uint32_t i = 0; i < accesses; ++i) {
      const std::string wrong = DecodeAccess();
      if (!wrong.empty()) return wrong;
    }
    const size_t body = sizes & 0xffff, combiner = sizes >> 16;
    if (!Fits(body + combiner)) return "code reaches past its end";
    code_.stages.push_back(std::move(stage));
    for (const size_t length : {body, combiner}) {
      const std::string wrong = DecodeCode(number, at_ + length);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  std::string DecodeAccess() {
    if (!Fits(1)) return "an access reaches past its end";
    const uint32_t word = words_[at_++];
    MemoryEvent access;
    access.operand = static_cast<int32_t>(word & 0x1ff);
    access.offset_word = static_cast<int32_t>(word >> 16) - 1;
    const uint32_t terms = word >> 10 & 0x3f;
    if (access.operand >= static_cast<int32_t>(code_.operands.size()) || access.offset_word >= code_.param_words) {
      return "an access names what is not there";
    }
    if (!Fits(terms)) return "an access reaches past its end";
    for (uint32_t t = 0; t < terms; ++t) {
      const uint32_t term = words_[at_++];
      access.terms.push_back({static_cast<int32_t>(term & 0xff), static_cast<int32_t>(term >> 16)});
      if (access.terms.back().axis >= static_cast<int32_t>(code_.extent_words.size()) ||
          access.terms.back().stride_word >= code_.param_words) {
        return "an access names an axis or stride that is not there";
      }
    }
    accesses_.push_back(std::move(access));
    return "";
  }

  std::string DecodeCode(int32_t stage, size_t end) {
    std::vector<MemoryEvent::OpenLoop> open;
    std::vector<int32_t> open_loops;  // numbers in code_loops
    while (at_ < end) {
      if ((words_[at_] & 0xff) == kMoteOpWide && ++at_ == end) return "code ends inside an instruction";
      const uint32_t word = words_[at_], op = word & 0xff;
      const int extra = ExtraWords(op);
      if (extra < 0) return "unknown operation " + std::to_string(op);
      if (static_cast<size_t>(extra) >= end - at_) return "code ends inside an instruction";
      const auto position = static_cast<int32_t>(at_);
      if (op == kMoteOpLoop) {
        const auto axis = static_cast<int32_t>(word >> 16 & 0xff);
        if (axis < code_.groups || axis >= code_.groups + code_.loops) return "a loop over an axis that is no loop axis";
        open.push_back({axis, position});
        code_.code_loops.push_back({stage, axis, open_loops.empty() ? -1 : open_loops.back()});
        open_loops.push_back(static_cast<int32_t>(code_.code_loops.size()) - 1);
      } else if (op == kMoteOpEnd) {
        if (open.empty()) return "a loop ends that never began";
        open.pop_back();
        open_loops.pop_back();
      } else if (op == kMoteOpLoad || op == kMoteOpStore || op == kMoteOpLoadChecked || op == kMoteOpStoreChecked) {
        const uint32_t number = word >> 16 & 0x3fff;
        if (number >= accesses_.size()) return "an instruction names an access that is not there";
        MemoryEvent event = accesses_[number];
        event.stage = stage;
        event.position = position;
        event.store = op == kMoteOpStore || op == kMoteOpStoreChecked;
        event.checked = op == kMoteOpLoadChecked || op == kMoteOpStoreChecked;
        event.loops = open;
        if (!TermsAreRunning(event)) return "an access moves over an axis that does not run there";
        code_.events.push_back(std::move(event));
      }
      at_ += 1 + static_cast<size_t>(extra);
    }
    return open.empty() ? "" : "a loop never ends";
  }

  bool TermsAreRunning(const MemoryEvent& event) const {
    const std::vector<int32_t>& lanes = code_.stages[event.stage].lane_axes;
    return std::all_of(event.terms.begin(), event.terms.end(), [&](const MemoryEvent::Term& t) {
      return t.axis < code_.groups || std::find(lanes.begin(), lanes.end(), t.axis) != lanes.end() ||
             std::any_of(event.loops.begin(), event.loops.end(), [&](const MemoryEvent::OpenLoop& l) { return l.axis == t.axis; });
    });
  }

  std::span<const uint32_t> words_;
  Microcode& code_;
  size_t at_ = 0;
  std::vector<MemoryEvent> accesses_;
};

}  // namespace

std::string DecodeMicrocode(std::span<const uint32_t> words, Microcode& code) { return Decoder(words, code).Decode(); }

}  // namespace mote::audit
