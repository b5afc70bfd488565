// Rows that are combined, one after the other, with rows at computed offsets: a loop whose body computes an offset and perhaps a predicate,
// loads there, combines with what it loads elsewhere, and stores. Offsets of many rows are computed at once, rows by one operation each, in
// the order of the loop. Elements outside of the operand are left out, as everywhere.
#include "core/program.h"
#include "cpu/chunks/moves.h"
#include "cpu/operation_blocks.h"
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kBlock = 64;        // rows whose offsets are computed at once
constexpr uint32_t kMostLines = 24;    // instructions of a body
constexpr uint32_t kMostWide = 12;     // registers that the body computes for a row
constexpr uint32_t kAhead = 8;         // rows whose elements are asked for early
constexpr uint32_t kColumnGrain = 512;
constexpr uint32_t kNone = UINT32_MAX;

struct Line {
  Instruction in;
  uint32_t extra;  // word behind it, of those that have one
};

struct RowScatter {
  const StepContext* context;
  const KernelCode* code;
  Line lines[kMostLines];   // that compute offset and predicate
  uint32_t count;
  uint32_t rows, loop_axis;
  uint32_t target, update;  // accesses
  uint32_t op;              // of the present element and the update; 0: the update alone
  bool reversed;            // of the update and the present element
  uint32_t offset, predicate;  // registers; kMoteAbsent: none
  uint32_t bytes;           // of an element
};

bool Uniform(uint32_t number) { return (number & kMoteUniform) != 0; }

class ScatterMachine : public Machine {
 public:
  ScatterMachine(const RowScatter& scatter, const Part& part)
      : Machine(*scatter.context, *scatter.code, 0, part.scratch, part.scratch_bytes), scatter_(scatter) {
    BeginPoints();
  }

  // False: more registers than there is room for, or what only strips do; nothing is done.
  bool Prepare() {
    for (uint32_t i = 0; i < scatter_.count; ++i) {
      if (Wide(scatter_.lines[i].in.d, true) == nullptr) return false;
    }
    const AccessNote &target = notes_[scatter_.target], &update = notes_[scatter_.update];
    const auto fits = [&](const AccessNote& note) { return points_ == 1 || (note.shape == kShapeLinear && note.stride == 1); };
    return fits(target) && fits(update) && target.first_loop == target.first_lane && update.elements != 0;
  }

  void RunColumns(uint32_t begin, uint32_t end) {
    const AccessNote &target = notes_[scatter_.target], &update = notes_[scatter_.update];
    const uint8_t* from = update.data + (size_t{update.base} + begin) * scatter_.bytes;
    const ptrdiff_t step = static_cast<ptrdiff_t>(LoopStride(update)) * static_cast<ptrdiff_t>(scatter_.bytes);
    uint32_t all = 1;
    for (uint32_t row = 0; row < scatter_.rows; row += kBlock) {
      const uint32_t n = scatter_.rows - row < kBlock ? scatter_.rows - row : kBlock;
      for (uint32_t i = 0; i < scatter_.count; ++i) Compute(scatter_.lines[i], row, n);
      const uint32_t* const offsets = ValuesOf(scatter_.offset);
      const uint32_t* const inside = scatter_.predicate == kMoteAbsent ? &all : ValuesOf(scatter_.predicate);
      const bool many = Widened(scatter_.offset), asks = scatter_.predicate != kMoteAbsent && Widened(scatter_.predicate);
      for (uint32_t i = 0; i < n; ++i, from += step) {
        const uint32_t ahead = i + kAhead;
        if (ahead < n && many) Ask(target, target.base + begin + offsets[ahead], end - begin);
        if (inside[asks ? i : 0] != 0) Row(target, target.base + begin + offsets[many ? i : 0], from, end - begin);
      }
    }
  }

 private:
  // The block of a register that the body computes.
  uint32_t* Wide(uint32_t number, bool add) {
    for (uint32_t i = 0; i < wide_count_; ++i) {
      if (wide_numbers_[i] == number) return wide_[i];
    }
    if (!add || wide_count_ == kMostWide) return nullptr;
    wide_numbers_[wide_count_] = number;
    return wide_[wide_count_++];
  }
  bool Widened(uint32_t number) { return Wide(number, false) != nullptr; }
  const uint32_t* ValuesOf(uint32_t number) {
    const uint32_t* wide = Wide(number, false);
    return wide != nullptr ? wide : uniforms_ + (number & 0x7fff);
  }

  int32_t LoopStride(const AccessNote& note) const {
    int32_t stride = 0;
    const AccessCode access{note.code};
    for (uint32_t t = note.first_loop; t < note.first_lane; ++t) stride += static_cast<int32_t>(params_[access.stride(t)]);
    return stride;
  }

  // One instruction for n rows from `row` on.
  void Compute(const Line& line, uint32_t row, uint32_t n) {
    const Instruction& in = line.in;
    uint32_t* const to = Wide(in.d, false);
    if (in.op == kMoteOpLoad) {
      const AccessNote& note = notes_[in.immediate16() & 0x3fff];
      const ElementAccess& element = *elements_[note.type];
      const int32_t stride = LoopStride(note);
      const uint32_t first = note.base + row * static_cast<uint32_t>(stride);
      if (note.elements == 0) return static_cast<void>(__builtin_memset(to, 0, n * 4));
      const auto load = element.load_narrow != nullptr ? element.load_narrow : element.load;
      return load(to, note.data + static_cast<size_t>(first) * element.bytes, stride, n);
    }
    const uint32_t arity = ArityOf(ShapeOf(in.op));
    uint32_t form = Widened(in.a) ? 0 : 1;
    if (arity == 1) form |= (in.raw >> 24) << 8;
    else if (!Widened(in.b)) form |= 2;
    RunOperation(operations_[in.op - kMoteFirstScalarOp], ShapeOf(in.op),
                 {to, {ValuesOf(in.a), arity == 1 ? nullptr : ValuesOf(in.b), nullptr}, n, form});
  }

  void Ask(const AccessNote& target, uint32_t at, uint32_t columns) const {
    if (at >= target.elements || columns > target.elements - at) return;
    const uint8_t* place = target.data + size_t{at} * scatter_.bytes;
    const size_t bytes = size_t{columns} * scatter_.bytes < 512 ? size_t{columns} * scatter_.bytes : 512;
    for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch(place + i, 1);
  }

  void Row(const AccessNote& target, uint32_t at, const uint8_t* from, uint32_t columns) const {
    if (at < target.elements && columns <= target.elements - at) return Elements(target, at, from, columns);
    // Offsets count modulo 2^32.
    for (uint32_t i = 0; i < columns; ++i, from += scatter_.bytes) {
      if (at + i < target.elements) Elements(target, at + i, from, 1);
    }
  }
  void Elements(const AccessNote& target, uint32_t at, const uint8_t* from, uint32_t n) const {
    uint8_t* const to = target.data + size_t{at} * scatter_.bytes;
    if (scatter_.op == 0) return static_cast<void>(__builtin_memmove(to, from, size_t{n} * scatter_.bytes));
    const uint8_t *a = scatter_.reversed ? from : to, *b = scatter_.reversed ? to : from;
    RunOperation(operations_[scatter_.op - kMoteFirstScalarOp], ShapeOf(scatter_.op), {to, {a, b, nullptr}, n, 0});
  }

  const RowScatter& scatter_;
  uint32_t wide_count_ = 0;
  uint32_t wide_numbers_[kMostWide];
  alignas(64) uint32_t wide_[kMostWide][kBlock];
};

void RunScatterPart(const void* job, const Part& part) {
  ScatterMachine machine(*static_cast<const RowScatter*>(job), part);
  if (machine.Prepare()) return machine.RunColumns(part.begin, part.end);
  machine.RunPoints(part.begin, part.end);
}

// Whether an operation takes and gives registers of one size.
bool HasOneSize(uint32_t op, bool wide) {
  const uint32_t shape = ShapeOf(op);
  for (uint32_t i = 0; i < ArityOf(shape); ++i) {
    if (IsWideOperand(shape, i) != wide) return false;
  }
  return IsWideResult(shape) == wide && ArityOf(shape) <= 2;
}

// Instructions of the loop; false where there is anything but one loop, or more than the table holds.
bool ReadLoop(const StageCode& stage, const uint32_t* at, RowScatter* out) {
  const uint32_t* const end = at + stage.body_words;
  if (at == end) return false;
  const Instruction loop = ReadInstruction(at);
  if (loop.op != kMoteOpLoop) return false;
  ++at;  // its length
  out->loop_axis = (loop.raw >> 16) & 0xff;
  out->count = 0;
  while (at < end) {
    const Instruction in = ReadInstruction(at);
    if (in.op == kMoteOpEnd) return at == end;
    if (out->count == kMostLines) return false;
    Line& line = out->lines[out->count++];
    line.in = in;
    line.extra = ExtraWords(in.op) != 0 ? *at++ : 0;
  }
  return false;
}

uint32_t AccessOf(const Line& line) { return line.in.immediate16() & 0x3fff; }
uint32_t RegOf(const Line& line) { return line.in.immediate16() >> 14; }

class Matcher {
 public:
  Matcher(RowScatter* out, const uint8_t* types, uint32_t accesses) : out_(*out), types_(types), accesses_(accesses) {}

  // Takes the store, the operation and the two loads out of the lines; what is left computes the offset.
  bool Run() {
    if (out_.count < 2) return false;
    const Line store = out_.lines[--out_.count];
    if (store.in.op != kMoteOpStoreChecked || AccessOf(store) >= accesses_) return false;
    out_.target = AccessOf(store);
    out_.offset = store.extra & 0xffff;
    out_.predicate = store.extra >> 16;
    const uint8_t type = types_[out_.target];
    const ElementInfo& info = ElementOf(type);
    out_.bytes = info.bytes;
    if ((info.bytes != 4 && info.bytes != 8) || "ilfd"[RegOf(store)] != info.klass || out_.offset == kMoteAbsent) return false;
    uint32_t value = store.in.d;
    out_.op = 0;
    const uint32_t made = Find(value);
    if (made == kNone) return false;
    if (out_.lines[made].in.op >= kMoteFirstScalarOp) {
      const Instruction op = Take(made).in;
      if (!HasOneSize(op.op, info.bytes == 8) || ArityOf(ShapeOf(op.op)) != 2 || op.a == op.b) return false;
      const uint32_t present = FindPresent(store);
      if (present == kNone) return false;
      const uint32_t number = Take(present).in.d;
      if (number != op.a && number != op.b) return false;
      out_.op = op.op;
      out_.reversed = number == op.b;
      value = out_.reversed ? op.a : op.b;
    }
    const uint32_t update = Find(value);
    if (update == kNone || out_.lines[update].in.op != kMoteOpLoad) return false;
    const Line load = Take(update);
    out_.update = AccessOf(load);
    return out_.update < accesses_ && types_[out_.update] == type && RegOf(load) == RegOf(store) && alone_ && Rest();
  }

 private:
  // The last line with this result.
  uint32_t Find(uint32_t number) const {
    for (uint32_t i = out_.count; i-- > 0;) {
      if (out_.lines[i].in.d == number) return i;
    }
    return kNone;
  }
  // The load of what is stored over.
  uint32_t FindPresent(const Line& store) const {
    for (uint32_t i = 0; i < out_.count; ++i) {
      const Line& line = out_.lines[i];
      if (line.in.op == kMoteOpLoadChecked && AccessOf(line) == out_.target && line.extra == store.extra && RegOf(line) == RegOf(store)) {
        return i;
      }
    }
    return kNone;
  }
  // Takes a line out, whose result nothing else may read.
  Line Take(uint32_t at) {
    const Line line = out_.lines[at];
    for (uint32_t i = at; i + 1 < out_.count; ++i) out_.lines[i] = out_.lines[i + 1];
    --out_.count;
    const uint32_t number = line.in.d;
    for (uint32_t i = at; i < out_.count; ++i) {
      const Instruction& in = out_.lines[i].in;
      const bool reads = in.op >= kMoteFirstScalarOp && (in.a == number || (ArityOf(ShapeOf(in.op)) > 1 && in.b == number));
      alone_ = alone_ && !reads;
      if (in.d == number) return line;
    }
    alone_ = alone_ && out_.offset != number && out_.predicate != number;
    return line;
  }
  // Values of a row, of 32 bits each, that depend on no other row, and nothing else.
  bool Rest() const {
    for (uint32_t i = 0; i < out_.count; ++i) {
      const Line& line = out_.lines[i];
      if (!Uniform(line.in.d)) return false;
      if (line.in.op == kMoteOpLoad) {
        if (RegOf(line) != 0 || AccessOf(line) >= accesses_) return false;
        continue;
      }
      if (line.in.op < kMoteFirstScalarOp || !HasOneSize(line.in.op, false)) return false;
      if (!IsOfRow(line.in.a, i) || (ArityOf(ShapeOf(line.in.op)) == 2 && !IsOfRow(line.in.b, i))) return false;
    }
    return IsOfRow(out_.offset, out_.count) && (out_.predicate == kMoteAbsent || IsOfRow(out_.predicate, out_.count));
  }
  // Whether line `at` reads what the same row computed, or what holds for all of them.
  bool IsOfRow(uint32_t number, uint32_t at) const {
    if (!Uniform(number) || number == (kMoteUniform | out_.loop_axis)) return false;
    bool later = false;
    for (uint32_t i = 0; i < out_.count; ++i) {
      if (out_.lines[i].in.d != number) continue;
      if (i < at) return true;
      later = true;
    }
    return !later;
  }

  RowScatter& out_;
  const uint8_t* types_;
  uint32_t accesses_;
  bool alone_ = true;
};

}  // namespace

bool RunRowScatter(StepContext& context, const KernelCode& code, mote_code* result) {
  if (!code.checked || code.groups != 0 || code.loops != 1 || code.stages != 1 || code.epilogue) return false;
  const StageCode stage(code.first_stage);
  if (stage.kind != kMoteStageMap || stage.accesses > kMoteMaxAxes) return false;
  AccessCode access{stage.access_words};
  uint8_t types[kMoteMaxAxes];
  for (uint32_t i = 0; i < stage.accesses; ++i, access = AccessCode{access.next()}) types[i] = code.operand_types[access.operand()] & 0x3f;
  RowScatter scatter;
  scatter.context = &context;
  scatter.code = &code;
  if (!ReadLoop(stage, access.words, &scatter) || !Matcher(&scatter, types, stage.accesses).Run()) return false;
  const uint32_t* params = context.step.params;
  scatter.rows = code.extent(params, scatter.loop_axis);
  uint32_t points = 1;
  for (uint32_t i = 0; i < stage.lane_count; ++i) points *= code.extent(params, stage.lane_axes[i]);
  if (points == 0 || scatter.rows == 0) return false;
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + 7;
  *result = RunParts(context, points, kColumnGrain, least, RunScatterPart, &scatter);
  return true;
}

}  // namespace mote::runtime
