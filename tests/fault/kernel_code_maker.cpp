#include "kernel_code_maker.h"

#include <algorithm>

#include "core/kernel_code.h"
#include "core/program.h"
#include "element_codes.h"
#include "format_today.h"

namespace mote::fault {
namespace {

constexpr uint32_t kNone = 0xffffffff;

struct Row {
  uint8_t code;
  char result;
  const char* operands;
  uint8_t arity;
};
constexpr Row kRows[] = {
#define MOTE_SCALAR(id, code, name, result, operands, arity) {code, result, operands, arity},
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
};

bool IsWide(char klass) { return klass == 'l' || klass == 'd'; }

enum class Place { kBody, kCombiner };

class KernelMaker {
 public:
  KernelMaker(Random& random, const KernelWish& wish) : random_(random), wish_(wish) {}

  MadeKernel Make() {
    k_.epilogue = wish_.epilogue;
    k_.answers = wish_.answers;
    Axes();
    Operands();
    Registers();
    flat_ = k_.epilogue || k_.answers;
    const uint32_t stages = flat_ ? 1 : wish_.limits && random_.OneIn(8) ? 63 : 1 + (random_.OneIn(2) ? 0 : random_.Below(3));
    for (uint32_t i = 0; i < stages; ++i) Stage(stages > 8);
    Finish();
    return std::move(k_);
  }

 private:
  // ---- tables ----
  uint16_t Param() {
    if (k_.param_words > 0 && random_.OneIn(12)) return static_cast<uint16_t>(random_.Below(k_.param_words));
    return k_.param_words++;
  }

  void Axes() {
    const auto count = [&](std::initializer_list<uint8_t> usual) {
      return wish_.limits && random_.OneIn(6) ? uint8_t{31} : random_.Pick<uint8_t>(usual);
    };
    k_.groups = k_.epilogue || k_.answers ? 0 : count({0, 0, 0, 1, 1, 2, 3});
    k_.loops = count({0, 0, 1, 1, 2, 3});
    k_.lanes = count({1, 1, 2, 2, 3, 4});
    for (uint32_t i = 0; i < uint32_t{k_.groups} + k_.loops + k_.lanes; ++i) k_.axes.push_back(Param());
  }

  void Operands() {
    const uint32_t count = wish_.limits && random_.OneIn(10) ? random_.Pick({127u, 256u, k_.answers ? 509u : 511u}) : 1 + random_.Below(4);
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t type = 0;
      do type = 1 + random_.Below(30);
      while (runtime::ElementOf(type).klass == 'c');
      if (random_.OneIn(2)) type = random_.Pick<uint32_t>({kTypeS32, kTypeU8, kTypeF32, kTypeU64, kTypeF64});
      if (wish_.bytes && random_.OneIn(2)) type = random_.Pick<uint32_t>({kTypePred, kTypeU8, kTypeF8E5M2});
      const uint32_t mode = i == 0 ? 0x80 : random_.Pick<uint32_t>({0, 0x40, 0x40, 0x40, 0x80, 0xc0});
      k_.operands.push_back(static_cast<uint8_t>(type | mode));
    }
    if (count > 1) std::swap(k_.operands[0], k_.operands[random_.Below(count)]);
    if (!k_.answers) return;
    const uint32_t pairs = random_.Pick<uint32_t>({kTypeS32, kTypeS32, kTypeU32, kTypeF32});
    const uint32_t answers = random_.Pick<uint32_t>({kTypePred, kTypePred, kTypeU8, kTypeS8});
    k_.operands.insert(k_.operands.begin(), static_cast<uint8_t>(pairs | (random_.OneIn(4) ? 0xc0 : 0x40)));
    k_.operands.push_back(static_cast<uint8_t>(answers | (random_.OneIn(8) ? 0x40 : 0x80)));
  }

  void Registers() {
    coordinates_ = uint32_t{k_.groups} + k_.loops;
    first_constant_ = (coordinates_ + 1) & ~1u;
    partials_ = k_.epilogue ? 1 : wish_.limits && random_.OneIn(4) ? 255 : random_.Below(5);
    constants_ = wish_.limits && random_.OneIn(6) ? 4000 : random_.Below(7);
    slots_ = wish_.limits ? random_.Pick<uint32_t>({127, 128, 129, 4095, 16383, 16384, 16384, 16385, 0x7ffe - partials_})
                          : random_.Pick<uint32_t>({0, 1, 2, 3, 4, 6, 9, 20});
    const uint32_t more = wish_.limits ? random_.Pick<uint32_t>({0, 100, 4096, 5000, 16384, 0x7fff})
                                       : random_.Pick<uint32_t>({0, 1, 2, 4, 8, 12});
    uniforms_ = std::min<uint32_t>(first_constant_ + constants_ + more, 0x7ffe);
    for (uint32_t i = 0; i < constants_; ++i) constant_words_.push_back(random_.Number());
    const uint32_t prologue = random_.Below(4);
    for (uint32_t i = 0; i < prologue; ++i) {
      const bool wide = random_.OneIn(2);
      const uint32_t d = WriteUniform(wide), param = Param();
      if (d == kNone || (wide && param + 1 >= k_.param_words)) continue;
      Word(wide ? kMoteOpParam64 : kMoteOpParam, d, param & 0xff, param >> 8, false);
    }
    prologue_.swap(code_);
  }

  // ---- registers: a few numbers are used again and again, so that values flow ----
  uint32_t Near(uint32_t from, uint32_t count) {
    const uint32_t at = random_.OneIn(4)   ? random_.Below(count)
                        : random_.OneIn(2) ? random_.Below(std::min(count, 4u))
                                           : count - 1 - random_.Below(std::min(count, 3u));
    return from + at;
  }
  uint32_t Slot(bool wide) {
    const uint32_t count = slots_ > (wide ? 1u : 0u) ? slots_ - (wide ? 1 : 0) : 0;
    const bool partials = place_ == Place::kCombiner || (k_.epilogue && !wide);
    if (partials && partials_ > 0 && (count == 0 || random_.OneIn(3))) return slots_ + Near(0, partials_);
    return count == 0 ? kNone : Near(0, count);
  }
  uint32_t Uniform(uint32_t from, bool wide) {
    if (wide) from = (from + 1) & ~1u;
    if (uniforms_ < from + (wide ? 2 : 1)) return kNone;
    uint32_t number = Near(from, uniforms_ - from);
    if (wide) number &= ~1u;
    if (wide && number + 1 >= uniforms_) number -= 2;
    return number | kMoteUniform;
  }
  uint32_t WriteUniform(bool wide) { return Uniform(coordinates_, wide); }
  uint32_t ReadUniform(bool wide) { return Uniform(0, wide); }
  uint32_t Read(bool wide) {
    const uint32_t first = random_.OneIn(3) ? ReadUniform(wide) : Slot(wide);
    return first != kNone ? first : Slot(wide) != kNone ? Slot(wide) : ReadUniform(wide);
  }

  // ---- code ----
  // The word of an instruction, with a wide prefix where a number asks for one; at times where none does. In `b` stands a register number,
  // or an immediate of 8 bits; for operations with 16 bits of immediate `a` is its low byte. With `junk` the prefix also has bits for
  // fields that are no register.
  void Word(uint32_t op, uint32_t d, uint32_t a, uint32_t b, bool b_is_register, bool a_is_register = false, uint32_t junk = 0) {
    const auto low = [](uint32_t number) { return (number & 0x7f) | (number & kMoteUniform ? 0x80u : 0u); };
    const auto high = [](uint32_t number) { return (number >> 7) & 0xff; };
    uint32_t prefix = high(d) << 8;
    if (a_is_register) prefix |= high(a) << 16;
    if (b_is_register) prefix |= high(b) << 24;
    if (junk == 0 && random_.OneIn(40)) junk = random_.Pick<uint32_t>({0x01, 0xff});
    if (!b_is_register) prefix |= (junk & 0xff) << 24;
    if (!a_is_register) prefix |= (junk & 0xff) << 16;
    if (prefix != 0 || random_.OneIn(16)) code_.push_back(prefix | kMoteOpWide);
    code_.push_back(op | low(d) << 8 | (a_is_register ? low(a) : a & 0xff) << 16 | (b_is_register ? low(b) : b & 0xff) << 24);
    Cost();
  }

  void Cost() {
    if (stage_ == nullptr) return;
    if (stage_->costs.empty() || stage_->costs.back().loops != open_loops_) stage_->costs.push_back({open_loops_, 0});
    ++stage_->costs.back().instructions;
  }

  void Operation() {
    const Row& row = kRows[random_.Below(sizeof kRows / sizeof kRows[0])];
    if (row.code < kMoteFirstScalarOp) return Move();
    const bool wide = IsWide(row.result), uniform = random_.OneIn(4);
    uint32_t sources[3] = {0, 0, 0};
    const uint32_t d = uniform ? WriteUniform(wide) : Slot(wide), forced = random_.Below(row.arity);
    for (uint32_t i = 0; i < row.arity; ++i) {
      const bool source_wide = IsWide(row.operands[i]);
      sources[i] = uniform ? ReadUniform(source_wide) : i == forced ? Slot(source_wide) : Read(source_wide);
      if (sources[i] == kNone) return;
    }
    if (d == kNone) return;
    if (row.arity > 1) {
      Word(row.code, d, sources[0], sources[1], true, true);
      if (row.arity == 3) code_.push_back(sources[2]);
      return;
    }
    const bool extends = row.code == runtime::kOpSextI || row.code == runtime::kOpZextI;
    const bool extends_wide = row.code == runtime::kOpSextL || row.code == runtime::kOpZextL;
    const uint32_t limit = extends ? 31 : extends_wide ? 63 : 0;
    uint32_t immediate = 0, junk = random_.OneIn(20) ? 0xff : 0;
    if (limit != 0) immediate = random_.Pick<uint32_t>({1, 2, 7, 8, 15, 16, limit - 1, limit});
    if (row.code == runtime::kOpRoundSmall) immediate = runtime::kMoteFirstSmallFloat + random_.Below(11);
    if (limit != 0 && random_.Percent(kZeroImmediatePercent)) immediate = 0, junk = random_.Pick<uint32_t>({1, 0xff});
    Word(row.code, d, sources[0], immediate, false, true, junk);
  }

  void Move() {
    const bool wide = random_.OneIn(2), uniform = random_.OneIn(4);
    const uint32_t d = uniform ? WriteUniform(wide) : Slot(wide), a = uniform ? ReadUniform(wide) : Read(wide);
    if (d != kNone && a != kNone) Word(wide ? kMoteOpMove64 : kMoteOpMove, d, a, 0, false, true);
  }

  void Axis() {
    const uint32_t d = Slot(false);
    if (d == kNone || stage_->lanes.empty()) return;
    if (d > 0x7f || random_.OneIn(8)) code_.push_back(((d >> 7) & 0xff) << 8 | kMoteOpWide);
    code_.push_back(kMoteOpAxis | (d & 0x7f) << 8 | uint32_t{random_.PickOf(stage_->lanes)} << 16);
    Cost();
  }

  bool Open(uint8_t axis) const { return std::find(open_loops_.begin(), open_loops_.end(), axis) != open_loops_.end(); }
  bool Lane(uint8_t axis) const { return std::find(stage_->lanes.begin(), stage_->lanes.end(), axis) != stage_->lanes.end(); }

  // An access that may be used here; `lanes`: it may depend on them.
  uint32_t AccessFor(uint16_t operand, bool checked, bool lanes) {
    for (uint32_t tries = 0; tries < 3 && !stage_->accesses.empty(); ++tries) {
      const uint32_t number = random_.Below(static_cast<uint32_t>(stage_->accesses.size()));
      const MadeAccess& access = stage_->accesses[number];
      bool fits = access.operand == operand && access.checked == checked && number < 0x4000;
      for (const MadeTerm& term : access.terms) fits = fits && (term.axis < k_.groups || Open(term.axis) || (lanes && Lane(term.axis)));
      if (fits) return number;
    }
    MadeAccess access;
    access.operand = operand;
    access.checked = checked;
    for (uint8_t axis = 0; axis < k_.axes.size(); ++axis) {
      const bool allowed = axis < k_.groups || Open(axis) || (lanes && Lane(axis));
      if (allowed && access.terms.size() < 63 && !random_.OneIn(4)) access.terms.push_back({axis, Param()});
    }
    if (random_.OneIn(2)) access.offset = Param() + 1u;
    stage_->accesses.push_back(access);
    return static_cast<uint32_t>(stage_->accesses.size()) - 1;
  }

  void Memory() {
    const bool load = random_.OneIn(2), checked = random_.OneIn(3);
    uint32_t operand = random_.Below(static_cast<uint32_t>(k_.operands.size()));
    for (uint32_t tries = 0; !load && !(k_.operands[operand] & 0x80); ++tries) {
      operand = random_.Below(static_cast<uint32_t>(k_.operands.size()));
      if (tries > 8) return;
    }
    const char natural = runtime::ElementOf(k_.operands[operand] & 0x3f).klass;
    const char klass = load && natural == 'l' && random_.OneIn(2) ? 'i' : natural;
    const bool wide = IsWide(klass), uniform = random_.OneIn(5) || slots_ < 2;
    const uint32_t d = uniform ? (load ? WriteUniform(wide) : ReadUniform(wide)) : Slot(wide);
    if (d == kNone || stage_->accesses.size() >= 0x4000) return;
    const uint32_t access = AccessFor(static_cast<uint16_t>(operand), checked, !(uniform && load));
    if (access >= 0x4000) return;
    const uint32_t immediate = access | static_cast<uint32_t>(klass == 'i' ? 0 : klass == 'l' ? 1 : klass == 'f' ? 2 : 3) << 14;
    Word(checked ? (load ? kMoteOpLoadChecked : kMoteOpStoreChecked) : (load ? kMoteOpLoad : kMoteOpStore), d, immediate & 0xff,
         immediate >> 8, false);
    if (!checked) return;
    uses_checked_ = true;
    const auto index = [&]() -> uint32_t {
      if (random_.OneIn(3)) return kMoteAbsent;
      const uint32_t number = uniform && load ? ReadUniform(false) : Read(false);
      return number == kNone ? uint32_t{kMoteAbsent} : number;
    };
    const uint32_t offset = index(), predicate = index();
    code_.push_back(offset | predicate << 16);
  }

  void Loop(uint32_t budget) {
    std::vector<uint8_t> free;
    for (uint32_t i = 0; i < k_.loops; ++i) {
      if (!Open(static_cast<uint8_t>(k_.groups + i))) free.push_back(static_cast<uint8_t>(k_.groups + i));
    }
    if (free.empty() || open_loops_.size() >= kMoteMaxLoopDepth) return;
    const uint8_t axis = random_.PickOf(free);
    Word(kMoteOpLoop, 0, axis, 0, false);
    const size_t length = code_.size();
    code_.push_back(0);
    open_loops_.push_back(axis);
    Body(budget);
    Word(kMoteOpEnd, 0, 0, 0, false);
    open_loops_.pop_back();
    code_[length] = static_cast<uint32_t>(code_.size() - length - 1);
  }

  void Body(uint32_t budget) {
    const uint32_t count = random_.Below(budget + 1);
    for (uint32_t i = 0; i < count; ++i) {
      switch (random_.Below(10)) {
        case 0: Axis(); break;
        case 1: Move(); break;
        case 2:
        case 3: Loop(wish_.limits && random_.OneIn(3) ? budget : budget / 2); break;
        case 4:
        case 5:
        case 6: Memory(); break;
        default: Operation(); break;
      }
    }
  }

  // ---- stages ----
  void Stage(bool tiny) {
    MadeStage stage;
    stage_ = &stage;
    const bool reduce = !flat_ && k_.lanes > 0 && slots_ > 0 && partials_ > 0 && uniforms_ > coordinates_ && random_.OneIn(3);
    stage.kind = reduce ? kMoteStageReduce : !flat_ && random_.OneIn(6) ? kMoteStageScalar : kMoteStageMap;
    std::vector<uint8_t> all;
    for (uint32_t i = 0; i < k_.lanes; ++i) all.push_back(static_cast<uint8_t>(k_.groups + k_.loops + i));
    if (reduce) {
      stage.lanes.push_back(random_.PickOf(all));
    } else if (stage.kind == kMoteStageMap) {
      for (const uint8_t axis : all) {
        if (k_.epilogue || !random_.OneIn(4)) stage.lanes.push_back(axis);
      }
      if (random_.OneIn(8) && stage.lanes.size() > 1) std::swap(stage.lanes.front(), stage.lanes.back());
    }
    place_ = Place::kBody;
    Body(tiny ? 2 : 10);
    if (random_.OneIn(3) || k_.epilogue) StoreSomething();
    std::vector<uint32_t> body;
    body.swap(code_);
    std::vector<uint32_t> results;
    if (reduce) Combiner(results);
    // Notes of accesses that no code uses still fill the scratch.
    if (wish_.limits && random_.OneIn(8)) {
      const uint32_t unused = random_.Pick<uint32_t>({100, 1700, 0x4001});
      for (uint32_t i = 0; i < unused && accesses_ + stage.accesses.size() < 0xffff; ++i) {
        stage.accesses.push_back(MadeAccess{0, random_.OneIn(2), {}, 0});
      }
    }
    accesses_ += static_cast<uint32_t>(stage.accesses.size());
    Words(stage, body, results, code_);
    code_.clear();
    k_.stages.push_back(std::move(stage));
    stage_ = nullptr;
  }

  // Stores any register, written or not, into the first operand that takes it.
  void StoreSomething() {
    for (uint16_t operand = 0; operand < k_.operands.size(); ++operand) {
      if (!(k_.operands[operand] & 0x80)) continue;
      const char klass = runtime::ElementOf(k_.operands[operand] & 0x3f).klass;
      const uint32_t d = Read(IsWide(klass));
      if (d == kNone) return;
      const uint32_t access = AccessFor(operand, false, true);
      if (access >= 0x4000) return;
      const uint32_t immediate = access | static_cast<uint32_t>(klass == 'i' ? 0 : klass == 'l' ? 1 : klass == 'f' ? 2 : 3) << 14;
      return Word(kMoteOpStore, d, immediate & 0xff, immediate >> 8, false);
    }
  }

  void Combiner(std::vector<uint32_t>& results) {
    place_ = Place::kCombiner;
    const uint32_t count = 1 + random_.Below(random_.OneIn(3) ? partials_ : 1);
    for (uint32_t i = 0; i < count; ++i) {
      const bool wide = slots_ > 1 && random_.OneIn(3);
      const uint32_t init = ReadUniform(wide), result = WriteUniform(wide);
      if (init == kNone || result == kNone) {
        if (i == 0) results.insert(results.end(), {Near(0, slots_) | ReadUniform(false) << 16, WriteUniform(false)});
        break;
      }
      results.insert(results.end(), {Near(0, slots_ - (wide ? 1 : 0)) | init << 16, result | (wide ? 0x10000u : 0u)});
    }
    const uint32_t instructions = random_.Below(6);
    for (uint32_t i = 0; i < instructions; ++i) random_.OneIn(4) ? Move() : Operation();
  }

  static void Bytes(std::vector<uint32_t>& words, const std::vector<uint8_t>& bytes) {
    for (size_t i = 0; i < bytes.size(); ++i) {
      if (i % 4 == 0) words.push_back(0);
      words.back() |= uint32_t{bytes[i]} << (8 * (i % 4));
    }
  }

  void Words(const MadeStage& stage, const std::vector<uint32_t>& body, const std::vector<uint32_t>& results,
             const std::vector<uint32_t>& combiner) {
    std::vector<uint32_t>& out = stage_words_;
    out.push_back(stage.kind | static_cast<uint32_t>(stage.lanes.size()) << 2 | static_cast<uint32_t>(results.size() / 2) << 8 |
                  static_cast<uint32_t>(stage.accesses.size()) << 16);
    out.push_back(static_cast<uint32_t>(body.size()) | static_cast<uint32_t>(combiner.size()) << 16);
    if (stage.kind == kMoteStageReduce) out.push_back(1u << random_.Below(6));
    Bytes(out, stage.lanes);
    out.insert(out.end(), results.begin(), results.end());
    for (const MadeAccess& access : stage.accesses) {
      out.push_back(access.operand | (access.checked ? 0x200u : 0) | static_cast<uint32_t>(access.terms.size()) << 10 |
                    access.offset << 16);
      for (const MadeTerm& term : access.terms) out.push_back(term.axis | uint32_t{term.stride} << 16);
    }
    out.insert(out.end(), body.begin(), body.end());
    out.insert(out.end(), combiner.begin(), combiner.end());
  }

  void Finish() {
    std::vector<uint32_t>& out = k_.words;
    const uint32_t flags = (k_.epilogue ? kMoteCodeEpilogue : 0) | (uses_checked_ || random_.OneIn(8) ? kMoteCodeChecked : 0);
    out = {static_cast<uint32_t>(k_.operands.size()) | static_cast<uint32_t>(k_.stages.size()) << 10 | uint32_t{k_.groups} << 16 |
               uint32_t{k_.loops} << 21 | uint32_t{k_.lanes} << 26,
           slots_ | uniforms_ << 16, constants_ | accesses_ << 16, k_.param_words | static_cast<uint32_t>(prologue_.size()) << 16,
           partials_ | flags << 8};
    Bytes(out, k_.operands);
    for (size_t i = 0; i < k_.axes.size(); i += 2) {
      out.push_back(k_.axes[i] | (i + 1 < k_.axes.size() ? uint32_t{k_.axes[i + 1]} << 16 : 0));
    }
    out.insert(out.end(), constant_words_.begin(), constant_words_.end());
    out.insert(out.end(), prologue_.begin(), prologue_.end());
    out.insert(out.end(), stage_words_.begin(), stage_words_.end());
  }

  Random& random_;
  const KernelWish wish_;
  bool flat_ = false;  // one map stage
  MadeKernel k_;
  uint32_t slots_ = 0, uniforms_ = 0, constants_ = 0, partials_ = 0, coordinates_ = 0, first_constant_ = 0, accesses_ = 0;
  bool uses_checked_ = false;
  Place place_ = Place::kBody;
  MadeStage* stage_ = nullptr;
  std::vector<uint8_t> open_loops_;
  std::vector<uint32_t> code_, prologue_, stage_words_, constant_words_;
};

}  // namespace

MadeKernel MakeKernelCode(Random& random, const KernelWish& wish) { return KernelMaker(random, wish).Make(); }

}  // namespace mote::fault
