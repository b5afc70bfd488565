// Proves one kernel's microcode by itself: its tables fit its length, registers exist, uniform values come from uniform ones, loops nest,
// loads and stores fit their accesses. What depends on a step's parameters and views is proven in verify_steps.cpp.
#include "core/kernel_code.h"
#include "core/linked.h"
#include "core/verifier.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

class CodeVerifier {
 public:
  CodeVerifier(const uint32_t* code, uint32_t words, WorkAccount* work)
      : k_(code),
        end_(code + words),
        work_(work),
        slots_left_((0x80u - (k_.slots < 0x80 ? k_.slots : 0x80u)) * 0x01010100),
        uniforms_left_((slots_left_ >> 24) ^ (0x80u - (k_.uniforms < 0x80 ? k_.uniforms : 0x80u))) {}

  Site Run() {
    if (k_.head_words() > static_cast<uint32_t>(end_ - k_.words) || k_.words[kMoteCodeCounts] & 0x200) return Site::kCodeHeader;
    if (k_.first_constant() + k_.constants > k_.uniforms || k_.stages == 0) return Site::kCodeHeader;
    if (k_.slots + k_.partials >= kMoteAbsent || k_.uniforms >= kMoteAbsent || k_.lanes > kMoteMaxAxes || k_.words[kMoteCodeFlags] >> 10) {
      return Site::kCodeHeader;
    }
    if (!work_->Spend(static_cast<uint32_t>(end_ - k_.words))) return Site::kWork;
    for (uint32_t i = 0; i < k_.operands; ++i) {
      const uint32_t type = k_.operand_types[i] & 0x3f;
      const char klass = ElementOf(type).klass;
      if (klass == 0 || klass == 'c') return Site::kCodeOperand;
      if (!HasElementType(type)) return work_->At(Site::kCodeTypeMissing, type);
    }
    for (uint32_t i = 0; i < k_.axis_count(); ++i) {
      if (k_.axes[i] >= k_.param_words) return Site::kCodeAxis;
    }
    if (k_.checked && !HasCheckedAccess()) return work_->At(Site::kCodeOperationMissing, kMoteOpLoadChecked);
    place_ = Where::kPrologue;
    if (const Site site = Code(k_.prologue, k_.prologue_words); site != Site::kNone) return site;
    const uint32_t* at = k_.first_stage;
    uint32_t accesses = 0;
    for (uint32_t i = 0; i < k_.stages; ++i) {
      if (const Site site = Stage(at, &at); site != Site::kNone) return site;
      accesses += stage_accesses_;
    }
    return accesses == k_.accesses ? Site::kNone : Site::kCodeHeader;
  }

 private:
  enum class Where : uint8_t { kPrologue, kBody, kCombiner };

  uint32_t Left(const uint32_t* at) const { return static_cast<uint32_t>(end_ - at); }

  Site Stage(const uint32_t* at, const uint32_t** next) {
    if (Left(at) < 3) return Site::kCodeStage;
    const StageCode stage(at);
    const bool reduce = stage.kind == kMoteStageReduce;
    const uint32_t head = 2u + (reduce ? 1 : 0) + (stage.lane_count + 3u) / 4 + 2u * stage.results;
    if (stage.kind > kMoteStageScalar || head > Left(at)) return Site::kCodeStage;
    if (stage.lane_count > kMoteMaxAxes ||
        (reduce ? stage.lane_count != 1 || stage.results == 0 : stage.results != 0 || stage.combiner_words != 0)) {
      return Site::kCodeStage;
    }
    if (stage.kind == kMoteStageScalar && stage.lane_count != 0) return Site::kCodeStage;
    if (k_.epilogue && (stage.kind != kMoteStageMap || k_.stages != 1 || k_.groups != 0 || k_.partials != 1)) return Site::kCodeStage;
    if (reduce && (at[2] == 0 || at[2] > kMoteMaxLanes || (at[2] & (at[2] - 1)) != 0 || stage.results > k_.partials)) {
      return Site::kCodeStage;
    }
    lane_mask_ = 0;
    for (uint32_t i = 0; i < stage.lane_count; ++i) {
      const uint32_t lane = stage.lane_axes[i] - (k_.groups + k_.loops);
      if (lane >= k_.lanes || (lane_mask_ >> lane) & 1) return Site::kCodeAxis;
      lane_mask_ |= 1u << lane;
    }
    for (uint32_t i = 0; i < stage.results; ++i) {
      if (!Result(stage.result_words + 2 * i)) return Site::kCodeRegister;
    }
    const uint32_t* access = stage.access_words;
    for (uint32_t i = 0; i < stage.accesses; ++i) {
      if (Left(access) == 0) return Site::kCodeAccess;
      const AccessCode code{access};
      if (code.terms() >= Left(access) || code.operand() >= k_.operands || code.offset() > k_.param_words) return Site::kCodeAccess;
      for (uint32_t t = 0; t < code.terms(); ++t) {
        if (code.axis(t) >= k_.axis_count() || code.stride(t) >= k_.param_words) return Site::kCodeAxis;
        if (t > 0 && code.axis(t) <= code.axis(t - 1)) return Site::kCodeAxis;
      }
      access = code.next();
    }
    accesses_ = stage.access_words;
    stage_accesses_ = stage.accesses;
    if (static_cast<uint32_t>(stage.body_words) + stage.combiner_words > Left(access)) return Site::kCodeStage;
    place_ = Where::kBody;
    if (const Site site = Code(access, stage.body_words); site != Site::kNone) return site;
    place_ = Where::kCombiner;
    *next = access + stage.body_words + stage.combiner_words;
    return Code(access + stage.body_words, stage.combiner_words);
  }

  bool Result(const uint32_t* words) const {
    const uint32_t value = words[0] & 0xffff, init = words[0] >> 16, result = words[1] & 0xffff;
    const bool wide = words[1] >> 16 == 1;
    return words[1] >> 17 == 0 && value < k_.slots && Readable(value, wide) && IsUniform(init) && Readable(init, wide) &&
           IsUniform(result) && Writable(result, wide);
  }

  static bool IsUniform(uint32_t number) { return (number & kMoteUniform) != 0; }

  bool Readable(uint32_t number, bool wide) const {
    const uint32_t index = number & 0x7fff, last = index + (wide ? 1 : 0);
    if (IsUniform(number)) return last < k_.uniforms && (!wide || index % 2 == 0);
    if (last < k_.slots) return true;
    if (index < k_.slots || index >= static_cast<uint32_t>(k_.slots) + k_.partials) return false;
    // An accumulator in a combiner, or the routine's sums (32 bits each) in an epilogue.
    return place_ == Where::kCombiner || (k_.epilogue && !wide);
  }
  // Of a group or loop axis: read only.
  bool IsCoordinate(uint32_t number) const { return number - kMoteUniform < static_cast<uint32_t>(k_.groups) + k_.loops; }
  bool Writable(uint32_t number, bool wide) const { return Readable(number, wide) && !IsCoordinate(number); }

  Site Code(const uint32_t* at, uint32_t words) {
    const uint32_t* end = at + words;
    depth_ = 0;
    open_loops_ = 0;
    while (at < end) {
      if (const uint32_t plain = place_ == Where::kPrologue ? 0 : Plain(at, end); plain != 0) {
        at += plain;
        continue;
      }
      if ((*at & 0xff) == kMoteOpWide && end - at < 2) return Site::kCodeOperation;
      const Instruction in = ReadInstruction(at);
      const Site site = in.op >= kMoteFirstScalarOp && place_ != Where::kPrologue ? Pure(in, &at, end) : Structural(in, &at, end);
      if (site != Site::kNone) return site;
    }
    return depth_ == 0 ? Site::kNone : Site::kCodeLoop;
  }

  // The words of an operation that is linked, on registers that exist; 0: Pure looks again. Nearly all words of code are such operations,
  // so the three registers of a word are looked at together, a byte each: bit 7 of a sum says that its number is beyond the last one.
  uint32_t Plain(const uint32_t* at, const uint32_t* end) const {
    uint32_t word = *at, third = 0x100, words = 1;
    const uint32_t op = (word & 0xff) - kMoteFirstScalarOp;
    if (op >= kOperationCodes || operations_[op] == nullptr) return 0;
    const uint32_t shape = kOperationShapes.of[op], arity = ArityOf(shape);
    if (arity == 1) {
      if ((shape & kShapeImmediate) != 0 || word >> 24 != 0) return 0;
      word |= (word << 8) & 0xff000000;  // the operand twice
    } else if (arity == 3) {
      if (end - at < 2 || at[1] > 0xffff || !Readable(at[1], IsWideOperand(shape, 2))) return 0;
      third = at[1] >> 7;
      words = 2;
    }
    // A bit for each register: whether it takes 64 bits, whether it is a uniform. The lowest byte is not looked at.
    const uint32_t wide = (shape & 7) * 0x00408100 & 0x01010101, uniform = (word >> 7) & 0x01010100;
    const uint32_t last = (word & 0x7f7f7f7f) + wide, sum = (last & 0x7f7f7f7f) + (slots_left_ ^ uniform * uniforms_left_);
    const bool beyond = ((last | sum) & 0x80808080) != 0 || (word & wide & uniform) != 0;
    const bool mixed = (((uniform >> 8 & uniform >> 16 & third) ^ uniform) & 0x100) != 0;  // the result and not the operands, or these
    const bool read_only = (uniform & 0x100) != 0 && IsCoordinate(((word >> 8) & 0x7f) | kMoteUniform);
    return beyond || mixed || read_only ? 0 : words;
  }

  Site Pure(const Instruction& in, const uint32_t** at, const uint32_t* end) {
    const uint32_t shape = ShapeOf(in.op), arity = ArityOf(shape);
    if (shape == 0) return work_->At(Site::kCodeOperation, in.op);
    if (operations_[in.op - kMoteFirstScalarOp] == nullptr) return work_->At(Site::kCodeOperationMissing, in.op);
    uint32_t operands[3] = {in.a, in.b, 0};
    if (arity == 3) {
      if (*at == end) return Site::kCodeOperation;
      operands[2] = *(*at)++;
      if (operands[2] > 0xffff) return Site::kCodeOperation;
    }
    uint32_t uniform = kMoteUniform;
    for (uint32_t i = 0; i < arity; ++i) {
      if (!Readable(operands[i], IsWideOperand(shape, i))) return Site::kCodeRegister;
      uniform &= operands[i];
    }
    if (arity == 1) {
      const uint32_t immediate = in.immediate8();
      // Operations that take one take none of 0.
      if ((shape & kShapeImmediate) != 0 ? !Immediate(in.op, immediate) : immediate != 0) return Site::kCodeOperation;
    }
    return Writable(in.d, IsWideResult(shape)) && uniform == (in.d & kMoteUniform) ? Site::kNone : Site::kCodeRegister;
  }

  static bool Immediate(uint32_t op, uint32_t immediate) {
    if (op == kOpRoundSmall && (immediate < kMoteFirstSmallFloat || ElementOf(immediate).klass != 'f')) return false;
    return immediate != 0 && immediate <= ImmediateLimit(op);
  }

  Site Structural(const Instruction& in, const uint32_t** at, const uint32_t* end) {
    switch (in.op) {
      case kMoteOpParam:
      case kMoteOpParam64: {
        const bool wide = in.op == kMoteOpParam64;
        if (place_ != Where::kPrologue || in.immediate16() + (wide ? 1u : 0u) >= k_.param_words) return Site::kCodeOperation;
        return IsUniform(in.d) && Writable(in.d, wide) ? Site::kNone : Site::kCodeRegister;
      }
      case kMoteOpMove:
      case kMoteOpMove64: {
        const bool wide = in.op == kMoteOpMove64, fits = !IsUniform(in.d) || IsUniform(in.a);
        if (place_ == Where::kPrologue) return Site::kCodeOperation;
        return fits && Writable(in.d, wide) && Readable(in.a, wide) ? Site::kNone : Site::kCodeRegister;
      }
      default: break;
    }
    if (place_ != Where::kBody) return Site::kCodeOperation;
    switch (in.op) {
      case kMoteOpAxis: {
        const uint32_t lane = in.immediate8() == 0 ? ((in.raw >> 16) & 0xff) - (k_.groups + k_.loops) : UINT32_MAX;
        if (lane >= k_.lanes || !((lane_mask_ >> lane) & 1)) return Site::kCodeAxis;
        return !IsUniform(in.d) && Writable(in.d, false) ? Site::kNone : Site::kCodeRegister;
      }
      case kMoteOpLoad:
      case kMoteOpStore:
      case kMoteOpLoadChecked:
      case kMoteOpStoreChecked:
        return Memory(in, at, end);
      case kMoteOpLoop:
        return Loop(in, at, end);
      case kMoteOpEnd:
        if (depth_ == 0 || loop_left_[depth_ - 1] != end - *at) return Site::kCodeLoop;
        --depth_;
        open_loops_ &= ~(1u << loop_axis_[depth_]);
        return Site::kNone;
      default:
        return Site::kCodeOperation;
    }
  }

  Site Loop(const Instruction& in, const uint32_t** at, const uint32_t* end) {
    const uint32_t axis = ((in.raw >> 16) & 0xff) - k_.groups;
    if (depth_ == kMoteMaxLoopDepth || *at == end || axis >= k_.loops || (open_loops_ >> axis) & 1) return Site::kCodeLoop;
    const uint32_t length = *(*at)++;
    if (length == 0 || length > static_cast<uint32_t>(end - *at)) return Site::kCodeLoop;
    loop_left_[depth_] = static_cast<uint16_t>(static_cast<uint32_t>(end - *at) - length);
    loop_axis_[depth_++] = static_cast<uint8_t>(axis);
    open_loops_ |= 1u << axis;
    return Site::kNone;
  }

  Site Memory(const Instruction& in, const uint32_t** at, const uint32_t* end) {
    const bool checked = in.op == kMoteOpLoadChecked || in.op == kMoteOpStoreChecked;
    const bool load = in.op == kMoteOpLoad || in.op == kMoteOpLoadChecked;
    const uint32_t number = in.immediate16() & 0x3fff, reg = in.immediate16() >> 14;
    if (number >= stage_accesses_) return Site::kCodeAccess;
    // Accesses have no fixed length: the last one found is remembered, since code asks for them mostly in order.
    if (number < last_number_ || last_access_ == nullptr || last_table_ != accesses_) {
      last_number_ = 0, last_access_ = accesses_, last_table_ = accesses_;
    }
    const uint32_t walked = number - last_number_;
    while (last_number_ < number) last_access_ = AccessCode{last_access_}.next(), ++last_number_;
    const AccessCode access{last_access_};
    if (!work_->Spend(4 + walked + access.terms())) return Site::kWork;
    if (access.checked() != checked) return Site::kCodeAccess;
    const uint32_t operand = k_.operand_types[access.operand()];
    const char natural = ElementOf(operand & 0x3f).klass, klass = "ilfd"[reg];
    const bool wide = (reg & 1) != 0;
    if (klass != natural && !(load && klass == 'i' && natural == 'l')) return Site::kCodeAccess;
    if (!load && !(operand & 0x80)) return Site::kCodeAccess;
    bool lanes = false;
    for (uint32_t t = 0; t < access.terms(); ++t) {
      const uint32_t axis = access.axis(t), first_lane = static_cast<uint32_t>(k_.groups) + k_.loops;
      if (axis >= first_lane) {
        lanes = true;
        if (!((lane_mask_ >> (axis - first_lane)) & 1)) return Site::kCodeAccess;
      } else if (axis >= k_.groups && !((open_loops_ >> (axis - k_.groups)) & 1)) {
        return Site::kCodeAccess;
      }
    }
    if (!(load ? Writable(in.d, wide) : Readable(in.d, wide))) return Site::kCodeRegister;
    const bool uniform = load && IsUniform(in.d);
    if (uniform && lanes) return Site::kCodeRegister;
    if (!checked) return Site::kNone;
    if (*at == end || !k_.checked) return Site::kCodeOperation;
    const uint32_t word = *(*at)++;
    const auto fits = [&](uint32_t index) { return index == kMoteAbsent || (Readable(index, false) && (!uniform || IsUniform(index))); };
    return fits(word & 0xffff) && fits(word >> 16) ? Site::kNone : Site::kCodeRegister;
  }

  const KernelCode k_;
  const OperationFunction* const operations_ = mote_linked.operations[0];
  const uint32_t* end_;
  WorkAccount* work_;
  // What is added to the seven bits of a slot's number to set bit 7 where there is no such slot, a byte each; its bits that differ
  // for uniforms.
  const uint32_t slots_left_, uniforms_left_;
  Where place_ = Where::kPrologue;
  uint32_t lane_mask_ = 0, open_loops_ = 0, depth_ = 0;
  const uint32_t* accesses_ = nullptr;
  uint32_t stage_accesses_ = 0, last_number_ = 0;
  const uint32_t* last_access_ = nullptr;
  const uint32_t* last_table_ = nullptr;
  // Of the open loops, outermost first: words behind the loop's end, below 65536 like all words of a body.
  uint16_t loop_left_[kMoteMaxLoopDepth];
  uint8_t loop_axis_[kMoteMaxLoopDepth];
};

}  // namespace

Site VerifyCode(const uint32_t* code, uint32_t words, uint32_t scratch, WorkAccount* work) {
  if (code == nullptr || words < kMoteCodeHeaderWords) return Site::kCodeHeader;
  if (const Site site = CodeVerifier(code, words, work).Run(); site != Site::kNone) return site;
  // Strips of the shortest length take a few megabytes at most.
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code, kMoteMinStrip));
  const bool epilogue = (code[kMoteCodeFlags] & (kMoteCodeEpilogue << 8)) != 0;
  return least + (epilogue ? kMoteRoutineMinimum : 0) > scratch ? Site::kStepScratch : Site::kNone;
}

}  // namespace mote::runtime
