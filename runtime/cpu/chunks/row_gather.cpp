// Rows that are copied from where a computed offset says: the offsets of many rows by the strip machine, over the outer axes alone, then a
// copy a row. Elements outside the operand are zeros, as everywhere.
#include "core/program.h"
#include "cpu/chunks/moves.h"
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kRowGrain = 256;
constexpr uint32_t kLeastRow = 16;  // bytes
constexpr uint32_t kAhead = 8;      // rows whose first bytes are asked for early

struct RowGather {
  const StepContext* context;
  const KernelCode* code;
  const uint32_t *offsets, *offsets_end;  // the instructions that compute a row's offset
  uint32_t load, store;                   // accesses
  uint32_t computed;                      // register
  uint32_t columns, bytes;                // of a row; of an element
};

class RowMachine : public Machine {
 public:
  RowMachine(const RowGather& gather, const Part& part)
      : Machine(*gather.context, *gather.code, 0, part.scratch, part.scratch_bytes), gather_(gather) {
    BeginPoints();
    // From here on the domain is the rows.
    --stage_.lane_count;
    for (uint32_t i = 0; i < stage_.accesses; ++i) {
      AccessNote& note = notes_[i];
      Dimension lanes[kMoteMaxAxes];
      const uint32_t count = MergeLanes(stage_, note, lanes);
      note.run = count == 0 ? 1 : lanes[0].extent;
      note.stride = count == 0 ? 0 : lanes[0].stride;
      note.shape = count <= 1 ? kShapeLinear : count == 2 && lanes[1].stride == 0 ? kShapePeriodic : kShapeGeneral;
    }
  }

  void RunRows(uint32_t begin, uint32_t end) {
    const AccessNote &load = notes_[gather_.load], &store = notes_[gather_.store];
    for (position_ = begin; position_ < end;) {
      const uint32_t n = end - position_ < strip_ ? end - position_ : strip_;
      Run(gather_.offsets, gather_.offsets_end, n);
      const bool one = (gather_.computed & kMoteUniform) != 0;
      const uint32_t* computed = static_cast<const uint32_t*>(At(gather_.computed, false));
      // Where rows begin: computed offsets and the access' own.
      Walk(load, load.base, n, [&](uint32_t first, int32_t stride, uint32_t done, uint32_t count) {
        for (uint32_t i = 0; i < count; ++i) offsets_[done + i] = first + i * static_cast<uint32_t>(stride) + computed[one ? 0 : done + i];
      });
      Walk(store, store.base, n, [&](uint32_t first, int32_t stride, uint32_t done, uint32_t count) {
        for (uint32_t i = 0; i < count; ++i) {
          const uint32_t ahead = done + i + kAhead;
          if (ahead < n && offsets_[ahead] < load.elements) __builtin_prefetch(load.data + size_t{offsets_[ahead]} * gather_.bytes);
          const uint32_t to = first + i * static_cast<uint32_t>(stride);
          CopyRow(store.data + size_t{to} * gather_.bytes, load, offsets_[done + i]);
        }
      });
      position_ += n;
    }
  }

 private:
  void CopyRow(uint8_t* to, const AccessNote& load, uint32_t from) const {
    const uint32_t columns = gather_.columns, bytes = gather_.bytes;
    if (from < load.elements && columns <= load.elements - from) {
      __builtin_memmove(to, load.data + size_t{from} * bytes, size_t{columns} * bytes);
      return;
    }
    // Offsets count modulo 2^32.
    for (uint32_t i = 0; i < columns; ++i, to += bytes) {
      if (from + i < load.elements) __builtin_memcpy(to, load.data + size_t{from + i} * bytes, bytes);
      else __builtin_memset(to, 0, bytes);
    }
  }

  const RowGather& gather_;
};

void RunRowPart(const void* job, const Part& part) { RowMachine(*static_cast<const RowGather*>(job), part).RunRows(part.begin, part.end); }

// Whether loading and storing leaves all bits of an element as they are, in a register of its own class.
bool Stays(uint8_t type, uint32_t reg) {
  const ElementInfo& info = ElementOf(type);
  return (info.bytes == 4 || info.bytes == 8) && "ilfd"[reg] == info.klass;
}

// The stride of an access along an axis; 0: none.
int32_t Along(const AccessCode& access, const uint32_t* params, uint32_t axis) {
  for (uint32_t t = 0; t < access.terms(); ++t) {
    if (access.axis(t) == axis) return static_cast<int32_t>(params[access.stride(t)]);
  }
  return 0;
}

// Instructions that give the same in every column up to the last two, a checked load without a predicate and a plain store of it.
bool Matches(const KernelCode& code, const uint32_t* params, const StageCode& stage, RowGather* out) {
  const uint32_t inner = stage.lane_axes[stage.lane_count - 1];
  AccessCode access{stage.access_words};
  int32_t along[kMoteMaxAxes];
  uint8_t types[kMoteMaxAxes];
  if (stage.accesses > kMoteMaxAxes) return false;
  for (uint32_t i = 0; i < stage.accesses; ++i, access = AccessCode{access.next()}) {
    along[i] = Along(access, params, inner);
    types[i] = code.operand_types[access.operand()] & 0x3f;
  }
  const uint32_t *at = access.words, *end = at + stage.body_words;
  out->offsets = at;
  while (at < end) {
    const uint32_t* here = at;
    const Instruction in = ReadInstruction(at);
    const uint32_t extra = ExtraWords(in.op) != 0 ? *at++ : 0, number = in.immediate16() & 0x3fff, reg = in.immediate16() >> 14;
    if (in.op == kMoteOpLoadChecked && at < end) {
      const Instruction store = ReadInstruction(at);
      const uint32_t target = store.immediate16() & 0x3fff;
      if (store.op != kMoteOpStore || at != end || store.d != in.d || (in.d & kMoteUniform) != 0) return false;
      if (store.immediate16() >> 14 != reg) return false;
      if (extra >> 16 != kMoteAbsent || (extra & 0xffff) == kMoteAbsent || types[number] != types[target] || !Stays(types[number], reg)) {
        return false;
      }
      out->offsets_end = here;
      out->load = number;
      out->store = target;
      out->computed = extra & 0xffff;
      out->bytes = ElementOf(types[number]).bytes;
      return along[number] == 1 && along[target] == 1;
    }
    const bool moves = in.op == kMoteOpLoad || in.op == kMoteOpMove;
    if (in.op < kMoteFirstScalarOp && !moves) return false;
    if (in.op == kMoteOpLoad && along[number] != 0) return false;
  }
  return false;
}

}  // namespace

bool RunRowGather(StepContext& context, const KernelCode& code, mote_code* result) {
  if (!code.checked || code.groups != 0 || code.loops != 0 || code.stages != 1 || code.epilogue) return false;
  const StageCode stage(code.first_stage);
  if (stage.kind != kMoteStageMap || stage.lane_count < 2) return false;
  RowGather gather = {};
  gather.context = &context;
  gather.code = &code;
  const uint32_t* params = context.step.params;
  if (!Matches(code, params, stage, &gather)) return false;
  gather.columns = code.extent(params, stage.lane_axes[stage.lane_count - 1]);
  uint32_t rows = 1;
  for (uint32_t i = 0; i + 1 < stage.lane_count; ++i) rows *= code.extent(params, stage.lane_axes[i]);
  if (uint64_t{gather.columns} * gather.bytes < kLeastRow || rows == 0) return false;
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + 7;
  *result = RunParts(context, rows, kRowGrain, least, RunRowPart, &gather);
  return true;
}

}  // namespace mote::runtime
