#include "cpu/chunks/chunk_translator.h"

#include "core/program.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kMostLines = 384;
constexpr uint32_t kNothing = UINT32_MAX;
constexpr uint32_t kFoldLines = 8;  // instructions that a combiner is worth on strips, which read it once for 32 elements

// What carries an operation of scalar_ops.def out: `_R` with the operands the other way round, 0: nothing. The next number of a handler
// of two operands is its `_U`.
struct Handlers {
  uint16_t direct, reversed;
};
struct HandlerTable {
  Handlers of[kOperationCodes];
};
constexpr HandlerTable MakeHandlers() {
  HandlerTable table{};
#define MOTE_CHUNK_COMMUTES(id, ...) table.of[kOp##id - kMoteFirstScalarOp] = {kChunk##id, kChunk##id};
#define MOTE_CHUNK_ORDERED(id, ...) table.of[kOp##id - kMoteFirstScalarOp] = {kChunk##id, kChunk##id##_R};
#define MOTE_CHUNK_ONE(id, ...) table.of[kOp##id - kMoteFirstScalarOp] = {kChunk##id, 0};
#define MOTE_CHUNK_DIVIDES(id) table.of[kOp##id - kMoteFirstScalarOp] = {kChunk##id, kChunk##id##_R};
#include "cpu/chunks/chunk_operations.def"
  table.of[kOpRoundF16 - kMoteFirstScalarOp] = {kChunkRoundF16, 0};
  return table;
}
constexpr HandlerTable kHandlers = MakeHandlers();

// The steps of a function, to be found in a body.
enum FunctionOperand : uint8_t { kConstant, kStep, kArgument };
struct FunctionArgument {
  uint8_t kind;
  uint32_t value;  // bits, or the number of a step, from 1
};
struct FunctionStep {
  uint8_t op;
  FunctionArgument operands[3];
  // The operation's; what else the loop is told is not looked for.
  constexpr FunctionStep(uint8_t number, FunctionArgument a, FunctionArgument b = {}, FunctionArgument c = {}, FunctionArgument = {},
                         FunctionArgument = {}, FunctionArgument = {}, FunctionArgument = {})
      : op(number), operands{a, b, c} {}
};
struct Function {
  uint16_t handler;
  const FunctionStep* steps;
  uint32_t count;
};
#define X {kArgument, 0}
#define V(n) {kStep, n}
#define K(bits) {kConstant, bits}
#define NEAR {}
constexpr uint8_t kOpMulFExact = kOpMulF, kOpMulFPower = kOpMulF, kOpSelectFMore = kOpSelectF, kOpSelectFLess = kOpSelectF;
#define MOTE_STEP(n, op, ...) {kOp##op, __VA_ARGS__},
#define MOTE_STEPS(id) constexpr FunctionStep k##id##Steps[] = {MOTE_CHUNK_##id(MOTE_STEP)};
MOTE_CHUNK_FUNCTIONS(MOTE_STEPS)
#undef X
#undef V
#undef K
#undef NEAR
#define MOTE_FUNCTION(id) {kChunk##id, k##id##Steps, sizeof k##id##Steps / sizeof(FunctionStep)},
constexpr Function kFunctions[] = {MOTE_CHUNK_FUNCTIONS(MOTE_FUNCTION)};
#undef MOTE_STEP
#undef MOTE_STEPS
#undef MOTE_FUNCTION

constexpr bool Uniform(uint32_t number) { return (number & kMoteUniform) != 0; }

// An instruction of a body, and what is known of it.
struct Line {
  const uint32_t *at, *end;
  Instruction in;
  uint32_t third;       // third operand; of checked accesses their word
  uint64_t uses, live;  // slots: read here; read later
  bool uniform;         // its result is
};

class Translator {
 public:
  Translator(const KernelCode& code, const uint32_t* params, const uint32_t* uniforms, const AccessNote* notes, const ChunkLoop& loop,
             ChunkProgram* out)
      : code_(code), params_(params), uniforms_(uniforms), notes_(notes), halves_(loop.halves),
        units_(loop.elements * 4 / kRoomUnit), slots_(code.slots + (code.epilogue ? 1u : 0u)), out_(*out) {}

  bool Run() {
    if (code_.loops != 0 || slots_ > kMostChunkSlots || code_.uniforms > kMostChunkUniforms ||
        code_.stages > kMostChunkStages) {
      return false;
    }
    out_.room_units = (slots_ + (code_.checked ? 1u : 0u)) * units_;
    MarkWritten();
    out_.lasting_count = 0;
    out_.strips_place = false;
    const uint32_t* at = code_.first_stage;
    uint32_t notes = 0;
    for (uint32_t i = 0; i < code_.stages; ++i) {
      stage_ = &out_.stages[i];
      *stage_ = {at, nullptr, 1, static_cast<uint16_t>(notes), words_, places_, actions_, 0, 0, 0, 0, false};
      const StageCode stage(at);
      AccessCode access{stage.access_words};
      for (uint32_t j = 0; j < stage.accesses; ++j) access = AccessCode{access.next()};
      const uint32_t *body = access.words, *combiner = body + stage.body_words, *end = combiner + stage.combiner_words;
      stage_->body = body;
      if (stage.kind != kMoteStageScalar && !Stage(stage, body, combiner, end)) return false;
      stage_->action_count = static_cast<uint16_t>(actions_ - stage_->actions);
      stage_->place_count = static_cast<uint16_t>(places_ - stage_->places);
      notes += stage.accesses;
      at = end;
    }
    if (out_.room_units * kRoomUnit > kChunkRoomBytes) return false;
    if (strips_ == 0 && (code_.epilogue || walks_ == 0)) return true;  // an epilogue's a routine may carry out
    // What an instruction costs on strips, in quarters of a nanosecond for a chunk, against a word and a call of the strip machine.
    return 8 * lines_ > 3 * words_ + 24 * (strips_ + walks_);
  }

 private:
  // ---- what instructions read and write ----
  uint64_t Slots(uint32_t number, bool wide) const {
    if (Uniform(number) || number >= slots_) return 0;
    return (wide ? uint64_t{3} : uint64_t{1}) << number;
  }
  static bool IsMemory(uint32_t op) {
    return op == kMoteOpLoad || op == kMoteOpStore || op == kMoteOpLoadChecked || op == kMoteOpStoreChecked;
  }
  static bool IsStore(uint32_t op) { return op == kMoteOpStore || op == kMoteOpStoreChecked; }
  static bool IsWide(const Line& line) {  // its result, or what it stores
    const uint32_t op = line.in.op;
    if (op >= kMoteFirstScalarOp) return IsWideResult(ShapeOf(op));
    return IsMemory(op) ? (line.in.immediate16() >> 14) % 2 != 0 : op == kMoteOpMove64;
  }
  uint64_t Result(const Line& line) const { return IsStore(line.in.op) ? 0 : Slots(line.in.d, IsWide(line)); }

  // The operands of an instruction: calls each(number, wide).
  template <class Each>
  static void Operands(const Line& line, Each each) {
    const uint32_t op = line.in.op;
    if (op >= kMoteFirstScalarOp) {
      const uint32_t shape = ShapeOf(op), numbers[3] = {line.in.a, line.in.b, line.third};
      for (uint32_t i = 0; i < ArityOf(shape); ++i) each(numbers[i], IsWideOperand(shape, i));
    }
    if (op == kMoteOpMove || op == kMoteOpMove64) each(line.in.a, op == kMoteOpMove64);
    if (IsStore(op)) each(line.in.d, IsWide(line));
    if (op == kMoteOpLoadChecked || op == kMoteOpStoreChecked) {
      const uint32_t offset = line.third & 0xffff, predicate = line.third >> 16;
      if (offset != kMoteAbsent) each(offset, false);
      if (predicate != kMoteAbsent) each(predicate, false);
    }
  }

  bool ReadLines(const uint32_t* at, const uint32_t* end) {
    count_ = 0;
    while (at < end) {
      if (count_ == kMostLines) return false;
      Line& line = code_lines_[count_++];
      line.at = at;
      line.in = ReadInstruction(at);
      line.third = ExtraWords(line.in.op) != 0 ? *at++ : 0;
      line.end = at;
      line.uniform = !IsStore(line.in.op) && Uniform(line.in.d);
    }
    return true;
  }

  void FindLives(uint64_t live) {
    for (uint32_t i = count_; i-- > 0;) {
      Line& line = code_lines_[i];
      line.live = live;
      line.uses = 0;
      Operands(line, [&](uint32_t number, bool wide) { line.uses |= Slots(number, wide); });
      live = (live & ~Result(line)) | line.uses;
    }
  }

  // ---- uniforms ----
  bool Bit(const uint32_t* set, uint32_t i) const { return (set[i / 32] >> (i % 32)) & 1; }
  void Set(uint32_t* set, uint32_t i) { set[i / 32] |= uint32_t{1} << (i % 32); }

  // Those that stages write; the others hold for the whole step.
  void Written(uint32_t uniform, bool rounded) {
    Set(written_, uniform);
    if (!rounded) Set(unrounded_, uniform);
  }
  void MarkWritten() {
    for (uint32_t i = 0; i < code_.groups; ++i) Written(i, false);
    const uint32_t* at = code_.first_stage;
    for (uint32_t i = 0; i < code_.stages; ++i) {
      const StageCode stage(at);
      for (uint32_t r = 0; r < stage.results; ++r) {
        const uint32_t result = stage.result_words[2 * r + 1];
        Written(result & 0x7fff, false);
        if (result >> 16 != 0) Written((result & 0x7fff) + 1, false);
      }
      AccessCode access{stage.access_words};
      for (uint32_t j = 0; j < stage.accesses; ++j) access = AccessCode{access.next()};
      const uint32_t *word = access.words, *end = word + stage.body_words + stage.combiner_words;
      while (word < end) {
        Line line;
        line.in = ReadInstruction(word);
        word += ExtraWords(line.in.op);
        if (IsStore(line.in.op) || !Uniform(line.in.d)) continue;
        Written(line.in.d & 0x7fff, line.in.op == kOpRoundF16);
        if (IsWide(line)) Written((line.in.d & 0x7fff) + 1, false);
      }
      at = end;
    }
  }

  bool Action(const ChunkAction& action) {
    if (actions_ == kMostChunkActions) return false;
    out_.actions[actions_++] = action;
    return true;
  }
  uint32_t Room(bool whole) {
    const uint32_t at = out_.room_units;
    out_.room_units += whole ? units_ : 1;
    return at;
  }

  // Where the room has this uniform, all over a chunk or once for a handler of one value; kNothing: the tables are full.
  uint32_t Spread(uint32_t uniform, bool whole) {
    const bool lasts = !Bit(written_, uniform) && !stage_->half;
    const ChunkAction* list = lasts ? out_.lasting : out_.actions;
    for (uint32_t i = lasts ? 0 : stage_->actions; i < (lasts ? out_.lasting_count : actions_); ++i) {
      if (list[i].to == nullptr && list[i].from == nullptr && list[i].uniform == uniform && (list[i].whole || !whole) &&
          (lasts || !Stale(i, uniform))) {
        return list[i].operand;
      }
    }
    const uint32_t at = Room(whole);
    const ChunkAction spread = {nullptr, nullptr, static_cast<uint16_t>(uniform), static_cast<uint16_t>(at), whole};
    if (!lasts) return Action(spread) ? at : kNothing;
    if (out_.lasting_count == kMostChunkActions) return kNothing;
    out_.lasting[out_.lasting_count++] = spread;
    return at;
  }
  // Whether an instruction writes the uniform after action i.
  bool Stale(uint32_t i, uint32_t uniform) const {
    for (; i < actions_; ++i) {
      const uint32_t* at = out_.actions[i].from;
      if (out_.actions[i].to == nullptr) continue;
      Line line;
      line.in = ReadInstruction(at);
      const uint32_t d = line.in.d & 0x7fff;
      if (d == uniform || (IsWide(line) && d + 1 == uniform)) return true;
    }
    return false;
  }

  // A uniform result is computed once before the chunks, in order with what is spread out.
  bool UniformLine(const Line& line) {
    const uint32_t d = line.in.d & 0x7fff;
    if (Bit(left_, d) || (IsWide(line) && Bit(left_, d + 1))) return false;  // the strip machine would read the later value
    return Action({line.at, line.end, 0, 0, false});
  }

  // ---- words ----
  bool Emit(uint32_t handler, uint32_t a = 0, uint32_t b = 0) {
    if (words_ == kMostChunkWords || a == kNothing || b == kNothing) return false;
    out_.words[words_++] = {static_cast<uint16_t>(handler), static_cast<uint16_t>(a), static_cast<uint16_t>(b)};
    return true;
  }
  uint32_t Operand(uint32_t number) { return Uniform(number) ? Spread(number & 0x7fff, true) : number * units_; }
  // A handler of two operands, and `number` for the one that is not the accumulator.
  bool EmitBinary(uint32_t handler, uint32_t number) {
    return Uniform(number) ? Emit(handler + 1, Spread(number & 0x7fff, false)) : Emit(handler, number * units_);
  }
  bool Holds(uint32_t number) const { return held_ != kNothing && number == held_; }

  // Puts the accumulator into its slot when it is not there and one of `slots`.
  bool Keep(uint64_t slots) {
    if (held_ == kNothing || !unkept_ || !((slots >> held_) & 1)) return true;
    unkept_ = false;
    return Emit(kChunkKeep, held_ * units_);
  }
  bool Hold(uint32_t slot) {
    held_ = slot;
    unkept_ = true;
    return true;
  }
  // Brings a value into the accumulator; what was there is needed in `slots`.
  bool Take(uint32_t number, uint64_t slots) {
    if (Holds(number)) return true;
    if (!Keep(slots) || !Emit(kChunkTake, Operand(number))) return false;
    held_ = Uniform(number) ? kNothing : number;
    unkept_ = false;
    return true;
  }
  // What must survive a line in its slot, but for what the line itself reads from the accumulator.
  uint64_t After(const Line& line) const { return line.live & ~Result(line); }

  bool Binary(const Line& line, Handlers handlers, uint32_t a, uint32_t b, uint32_t d, uint64_t after) {
    if (!Holds(a) && (Holds(b) || Uniform(a))) {
      return Take(b, after) && Keep(after) && EmitBinary(handlers.reversed, a) && Hold(d);
    }
    if (!Holds(a) && !Take(a, after | (Uniform(b) ? 0 : Slots(b, false)))) return false;
    // An operand that is the accumulator's own value is read from its slot.
    if (Holds(b)) after |= Slots(b, false);
    static_cast<void>(line);
    return Keep(after) && EmitBinary(handlers.direct, b) && Hold(d);
  }

  // Largest and smallest of a value and one that holds all over and is neither NaN nor a zero, whose sign would count.
  bool Extreme(const Line& line, bool most) {
    const bool first = IsLimit(line.in.a);
    const uint32_t value = first ? line.in.b : line.in.a, limit = first ? line.in.a : line.in.b;
    const Handlers handlers = most ? Handlers{kChunkRaise, kChunkRaise_R} : Handlers{kChunkLower_R, kChunkLower};
    return Binary(line, handlers, value, limit, line.in.d, After(line));
  }
  bool IsLimit(uint32_t number) const {
    if (!Uniform(number) || uniforms_ == nullptr || Bit(written_, number & 0x7fff)) return false;
    const uint32_t magnitude = uniforms_[number & 0x7fff] & 0x7fffffff;
    return magnitude != 0 && magnitude <= 0x7f800000;
  }

  bool Select(const Line& line) {
    const uint32_t from[3] = {line.in.a, line.in.b, line.third};
    constexpr uint16_t kSelects[3] = {kChunkSelectIf, kChunkSelectThen, kChunkSelectElse};
    uint32_t held = 3, times = 0;
    for (uint32_t i = 3; i-- > 0;) {
      if (Holds(from[i])) held = i, ++times;
    }
    uint64_t after = After(line);
    if (held == 3) {
      if (!Take(from[0], after | line.uses)) return false;
      held = 0;
      for (uint32_t i = 1; i < 3; ++i) times += Holds(from[i]);
    } else {
      --times;
    }
    if (times != 0) after |= line.uses;
    const uint32_t first = Operand(from[held == 0 ? 1 : 0]), second = Operand(from[held == 2 ? 1 : 2]);
    return Keep(after) && Emit(kSelects[held], first, second) && Hold(line.in.d);
  }

  // A comparison whose only reader is the select behind it, between its own operands.
  bool Clamps(uint32_t i) const {
    if (code_lines_[i].in.op != kOpLtF || i + 1 == count_ || code_lines_[i + 1].in.op != kOpSelectF) return false;
    const Line &compare = code_lines_[i], &select = code_lines_[i + 1];
    const uint32_t a = compare.in.a, b = compare.in.b, c = compare.in.d;
    if (select.uniform || select.in.a != c || a == b || a == c || b == c || (After(select) & Slots(c, false)) != 0) return false;
    return (select.in.b == a && select.third == b) || (select.in.b == b && select.third == a);
  }
  bool Clamp(uint32_t i) {
    const Line &compare = code_lines_[i], &select = code_lines_[i + 1];
    const bool raise = select.in.b == compare.in.b;
    const Handlers handlers = raise ? Handlers{kChunkRaise, kChunkRaise_R} : Handlers{kChunkLower, kChunkLower_R};
    return Binary(select, handlers, compare.in.a, compare.in.b, select.in.d, After(select));
  }

  // ---- functions ----
  // Whether a function's steps stand at line i and on, and nothing but its result is read later. Gives the argument's slot.
  bool IsFunction(const Function& function, uint32_t i, uint32_t* argument) const {
    // Most lines are none's first: asked before anything is made ready.
    if (function.count > count_ - i || code_lines_[i].in.op != function.steps[0].op) return false;
    if (code_lines_[i + function.count - 1].in.op != function.steps[function.count - 1].op) return false;
    uint32_t step_in[kMostChunkSlots] = {};  // by slot: the step whose result it has; 0: none of them
    uint32_t from = kNothing;                // the argument's slot, as long as it has it
    for (uint32_t k = 0; k < function.count; ++k) {
      const FunctionStep& step = function.steps[k];
      const Line& line = code_lines_[i + k];
      if (line.in.op != step.op || line.uniform) return false;
      const uint32_t numbers[3] = {line.in.a, line.in.b, line.third};
      for (uint32_t j = 0; j < ArityOf(ShapeOf(step.op)); ++j) {
        const FunctionArgument& operand = step.operands[j];
        const uint32_t number = numbers[j];
        if (operand.kind == kConstant) {
          const uint32_t at = (number & 0x7fff) - code_.first_constant();
          if (!Uniform(number) || at >= code_.constants || code_.constant_words[at] != operand.value) return false;
          if (Bit(written_, number & 0x7fff)) return false;
          continue;
        }
        if (Uniform(number) || number >= slots_) return false;
        if (operand.kind == kArgument && from == kNothing && k == 0) from = *argument = number;
        if (operand.kind == kArgument ? number != from : step_in[number] != operand.value) return false;
      }
      if (line.in.d == from) from = kNothing;
      step_in[line.in.d] = k + 1;
    }
    const Line& last = code_lines_[i + function.count - 1];
    for (uint32_t slot = 0; slot < slots_; ++slot) {
      if (slot != last.in.d && step_in[slot] != 0 && ((last.live >> slot) & 1) != 0) return false;
    }
    return true;
  }
  // Lines from i on that a function took; 0: none has them. `fine` turns false when a table is full.
  uint32_t TakeFunction(uint32_t i, bool* fine) {
    for (const Function& function : kFunctions) {
      uint32_t argument = kNothing;
      if (!IsFunction(function, i, &argument)) continue;
      const Line& last = code_lines_[i + function.count - 1];
      const uint64_t after = After(last);
      *fine = Take(argument, after) && Keep(after) && Emit(function.handler) && Hold(last.in.d);
      return function.count;
    }
    return 0;
  }

  // ---- loads and stores ----
  bool Memory(const Line& line) {
    const uint32_t access = line.in.immediate16() & 0x3fff;
    const AccessNote& note = notes_[stage_->notes + access];
    const ChunkElement element = ChunkElementOf(note.type);
    const bool load = line.in.op == kMoteOpLoad, plain = load || line.in.op == kMoteOpStore;
    if (!plain || note.elements == 0 || (line.in.immediate16() >> 14) % 2 != 0) return Strip(line);
    if (element == kChunkNone) return load ? Fill(line, access) : Strip(line);
    if (note.shape == kShapePeriodic && load && note.stride == 1 && !NarrowRows(note, element)) {
      if (note.run > kMostChunkPeriod && !code_.epilogue) return Fill(line, access);
      const uint32_t elements = (note.run < kMostChunkPeriod ? note.run : kMostChunkPeriod), at = out_.room_units;
      out_.room_units += units_ + (elements * 4 + kRoomUnit - 1) / kRoomUnit;
      return Keep(After(line)) && Place(kChunkLoadPeriod, access, at) && Hold(line.in.d);
    }
    if (note.shape != kShapeLinear && !(load && NarrowRows(note, element))) return load ? Fill(line, access) : Strip(line);
    if (load && note.stride == 0 && stage_->points != 1) {
      const uint32_t at = Room(true);
      const AccessCode code{note.code};
      return Action({code.words, nullptr, static_cast<uint16_t>(access), static_cast<uint16_t>(at), true}) && Keep(After(line)) &&
             Emit(kChunkTake, at) && Hold(line.in.d);
    }
    if (note.stride != 1 && stage_->points != 1) return load ? Fill(line, access) : Strip(line);
    return SideBySide(line, load, access, element);
  }
  // Into its slot and the accumulator at once.
  bool Fill(const Line& line, uint32_t access) {
    if (places_ == kMostChunkPlaces) return false;
    const AccessNote& note = notes_[stage_->notes + access];
    if (note.shape == kShapeGeneral && note.run < units_ * kRoomUnit / 4) ++walks_;
    out_.places[places_] = {static_cast<uint16_t>(access), 0};
    return FillFrom(line, places_++);
  }
  bool FillFrom(const Line& line, uint32_t place) {
    out_.strips_place = true;
    if (!Keep(After(line)) || !Emit(kChunkFill, place, line.in.d * units_)) return false;
    held_ = line.in.d;
    unkept_ = false;
    return true;
  }
  // Elements of fewer bits that an epilogue's rows find again and again where they lie, since the room cannot hold them all.
  bool NarrowRows(const AccessNote& note, ChunkElement element) const {
    return element != kChunkWord && code_.epilogue && note.shape == kShapePeriodic && note.stride == 1 && note.run > kMostChunkPeriod;
  }
  bool SideBySide(const Line& line, bool load, uint32_t access, ChunkElement element) {
    const uint32_t narrow = element * 2u + (code_.epilogue ? 1 : 0);
    const bool word = element == kChunkWord;
    if (load) {
      const uint32_t handler = !word ? kChunkLoadNarrow : code_.epilogue ? kChunkLoadRows : kChunkLoad;
      return Keep(After(line)) && Place(handler, access, 0, word ? 0 : narrow) && Hold(line.in.d);
    }
    const uint32_t handler = !word ? kChunkStoreNarrow : code_.epilogue ? kChunkStoreRows : kChunkStore;
    return Take(line.in.d, line.live) && Place(handler, access, 0, word ? 0 : narrow);
  }

  bool Place(uint32_t handler, uint32_t access, uint32_t period, uint32_t b = 0) {
    if (places_ == kMostChunkPlaces) return false;
    out_.places[places_] = {static_cast<uint16_t>(access), static_cast<uint16_t>(period)};
    return Emit(handler, places_++ - stage_->places, b);
  }

  // Left to the strip machine: with lines that stand side by side in the microcode, in one call.
  bool Strip(const Line& line) {
    Operands(line, [&](uint32_t number, bool wide) {
      if (!Uniform(number)) return;
      Set(left_, number & 0x7fff);
      if (wide) Set(left_, (number & 0x7fff) + 1);
    });
    ++strips_;
    if (IsMemory(line.in.op)) out_.strips_place = true;
    if (words_ > stage_->words && out_.words[words_ - 1].handler == kChunkStrip && out_.ranges[ranges_ - 1].to == line.at) {
      out_.ranges[ranges_ - 1].to = line.end;
      return true;
    }
    if (ranges_ == kMostChunkRanges || !Keep(line.uses | line.live)) return false;
    out_.ranges[ranges_] = {line.at, line.end};
    held_ = kNothing;
    return Emit(kChunkStrip, ranges_++);
  }

  // ---- lines ----
  bool Move(const Line& line) { return Take(line.in.a, After(line)) && Keep(After(line)) && Hold(line.in.d); }
  bool PureLine(const Line& line) {
    const uint32_t op = line.in.op;
    const Handlers handlers = kHandlers.of[op - kMoteFirstScalarOp];
    if (op == kOpSelectF || op == kOpSelectI) return Select(line);
    if (op == kOpBitsFI || op == kOpBitsIF || (op == kOpRoundF16 && stage_->half)) return Move(line);
    if (op == kOpSextI || op == kOpZextI) {
      const uint32_t handler = op == kOpSextI ? kChunkSext : kChunkZext;
      return Take(line.in.a, After(line)) && Keep(After(line)) && Emit(handler, 0, line.in.immediate8()) && Hold(line.in.d);
    }
    if (handlers.direct == 0) return Strip(line);
    if ((op == kOpMaxF || op == kOpMinF) && IsLimit(line.in.a) != IsLimit(line.in.b)) return Extreme(line, op == kOpMaxF);
    if (op == kOpMulF && line.in.a == line.in.b) {
      return Take(line.in.a, After(line)) && Keep(After(line)) && Emit(kChunkSquare) && Hold(line.in.d);
    }
    if (ArityOf(ShapeOf(op)) == 2) return Binary(line, handlers, line.in.a, line.in.b, line.in.d, After(line));
    return Take(line.in.a, After(line)) && Keep(After(line)) && Emit(handlers.direct) && Hold(line.in.d);
  }
  // A rounding whose only reader is the store behind it, which rounds as well.
  bool StoreRounds(uint32_t i) const {
    const Line& line = code_lines_[i];
    if ((line.in.op != kOpRoundF16 && line.in.op != kOpRoundBF16) || i + 1 == count_ || line.uniform) return false;
    const Line& store = code_lines_[i + 1];
    if (store.in.op != kMoteOpStore || store.in.d != line.in.d || (store.live & Slots(line.in.d, false)) != 0) return false;
    const uint32_t type = notes_[stage_->notes + (store.in.immediate16() & 0x3fff)].type;
    return type == (line.in.op == kOpRoundF16 ? kElementF16 : kElementBF16);
  }
  bool OneLine(const Line& line) {
    if (line.uniform) return UniformLine(line);
    if (line.in.op >= kMoteFirstScalarOp) return PureLine(line);
    if (line.in.op == kMoteOpMove) return Move(line);
    if (IsMemory(line.in.op)) return Memory(line);
    if (line.in.op == kMoteOpAxis) return FillFrom(line, kChunkAxis | ((line.in.raw >> 16) & 0xff));
    return Strip(line);
  }

  bool Stage(const StageCode& stage, const uint32_t* body, const uint32_t* combiner, const uint32_t* end) {
    uint64_t result = 0;
    if (stage.kind == kMoteStageReduce) {
      if (!Folds(stage, combiner, end)) return false;
      result = Slots(stage.result_words[0] & 0xffff, false);
    }
    for (uint32_t i = 0; i < stage.lane_count; ++i) stage_->points *= code_.extent(params_, stage.lane_axes[i]);
    if (!ReadLines(body, combiner)) return false;
    FindLives(result);
    stage_->half = halves_ != nullptr && stage.kind == kMoteStageMap && !code_.epilogue && stage_->points != 1 &&
                   halves_->takes({body, combiner, notes_ + stage_->notes, uniforms_, written_, unrounded_});
    held_ = kNothing;
    __builtin_memset(left_, 0, sizeof left_);
    if (code_.epilogue && (!Place(kChunkLoad, kChunkSums, 0) || !Hold(code_.slots))) return false;
    for (uint32_t i = 0; i < count_;) {
      bool fine = true;
      uint32_t taken = TakeFunction(i, &fine);
      if (taken == 0 && Clamps(i)) fine = Clamp(i), taken = 2;
      if (taken == 0 && StoreRounds(i)) fine = Move(code_lines_[i]), taken = 1;
      if (taken == 0) fine = OneLine(code_lines_[i]), taken = 1;
      if (!fine) return false;
      lines_ += taken;
      i += taken;
    }
    if (stage_->fold_word != 0) {
      lines_ += kFoldLines;
      if (!Take(stage.result_words[0] & 0xffff, 0) || !Emit(stage_->fold_word)) return false;
    }
    return Emit(kChunkEnd);
  }

  // One result of 32 bits in 32 lanes, whose combiner is one operation of the partial and the value.
  bool Folds(const StageCode& stage, const uint32_t* combiner, const uint32_t* end) {
    if (stage.results != 1 || stage.lanes != kFoldLanes || stage.result_words[1] >> 16 != 0 || combiner == end) return false;
    const Instruction in = ReadInstruction(combiner);
    stage_->fold_word = FoldOf(in.op);
    stage_->fold = in.op;
    return combiner == end && stage_->fold_word != 0 && in.d == code_.slots && in.a == code_.slots &&
           in.b == (stage.result_words[0] & 0xffff);
  }

  const KernelCode& code_;
  const uint32_t *params_, *uniforms_;
  const AccessNote* notes_;
  const ChunkHalves* halves_;
  const uint32_t units_;  // of a slot
  const uint32_t slots_;  // with one for a routine's sums, which have the number behind the others'
  ChunkProgram& out_;
  ChunkStage* stage_ = nullptr;
  uint16_t words_ = 0, actions_ = 0, ranges_ = 0, places_ = 0;
  uint32_t lines_ = 0, strips_ = 0, walks_ = 0, count_ = 0;  // walks: fills by rows shorter than a chunk
  uint32_t held_ = kNothing;  // the slot whose value the accumulator has
  bool unkept_ = false;       // only the accumulator has it
  uint32_t written_[kMostChunkUniforms / 32] = {}, unrounded_[kMostChunkUniforms / 32] = {};
  uint32_t left_[kMostChunkUniforms / 32] = {};  // that the strip machine reads in this stage
  Line code_lines_[kMostLines];
};

}  // namespace

ChunkElement ChunkElementOf(uint32_t type) {
  switch (type) {
    case kElementPred: return kChunkPred;
    case kElementS8: return kChunkS8;
    case kElementU8: return kChunkU8;
    case kElementS16: return kChunkS16;
    case kElementU16: return kChunkU16;
    case kElementF16: return kChunkF16;
    case kElementBF16: return kChunkBF16;
    default: return ElementOf(type).bytes == 4 ? kChunkWord : kChunkNone;
  }
}

uint16_t FoldOf(uint32_t op) {
#define MOTE_CHUNK_FOLD(id) \
  if (op == kOp##id) return kChunkFold##id;
  MOTE_CHUNK_FOLDS(MOTE_CHUNK_FOLD)
#undef MOTE_CHUNK_FOLD
  return 0;
}

// Not inline: what it has on the stack goes before the chunks run.
__attribute__((noinline)) bool TranslateToChunks(const KernelCode& code, const uint32_t* params, const uint32_t* uniforms,
                                                 const AccessNote* notes, const ChunkLoop& loop, ChunkProgram* out) {
  return Translator(code, params, uniforms, notes, loop, out).Run();
}

}  // namespace mote::runtime
