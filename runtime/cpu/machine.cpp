// The strip machine's frame: scratch, notes of accesses, groups, stages and reductions. Instructions are in machine_code.cpp.
#include "cpu/machine.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kMostStripBytes = 16 << 10;  // of all slots together: they should stay in the first cache
constexpr uint32_t kLongestStrip = 1024;

uint32_t StripFor(const KernelCode& code, uint32_t bytes) {
  const uint32_t element = static_cast<uint32_t>(MoteMicrocodeElementBytes(code.words));
  if (bytes > kMostStripBytes) bytes = kMostStripBytes;
  if (element * kLongestStrip <= bytes) return kLongestStrip;
  uint32_t strip = bytes / element;
  if (strip > kLongestStrip) strip = kLongestStrip;
  strip &= ~31u;
  return strip < kMoteMinStrip ? static_cast<uint32_t>(kMoteMinStrip) : strip;
}

}  // namespace

Machine::Machine(const StepContext& context, const KernelCode& code, uint32_t first_operand, uint8_t* scratch, uint32_t scratch_bytes)
    : operations_(mote_linked.operations[context.instance->program->isa]),
      elements_(mote_linked.elements),
      code_(code),
      params_(context.step.params),
      slot_count_(code.slots),
      stage_(code.first_stage) {
  const uint32_t uniform_bytes = (code.uniforms * 4u + 7) & ~7u,
                 partial_bytes = code.epilogue ? 0 : code.partials * static_cast<uint32_t>(kMotePartialBytes);
  uniforms_ = reinterpret_cast<uint32_t*>(scratch);
  partials_ = scratch + uniform_bytes;
  notes_ = reinterpret_cast<AccessNote*>(partials_ + partial_bytes);
  slots_ = partials_ + partial_bytes + code.accesses * static_cast<size_t>(kMoteAccessBytes);
  strip_ = StripFor(code, scratch_bytes - static_cast<uint32_t>(slots_ - scratch));
  pitch_ = strip_ * 4;
  offsets_ = reinterpret_cast<uint32_t*>(slots_ + static_cast<size_t>(code.slots) * pitch_);
  for (uint32_t i = 0; i < code.first_constant(); ++i) uniforms_[i] = 0;
  __builtin_memcpy(uniforms_ + code.first_constant(), code.constant_words, code.constants * 4u);
  for (uint32_t i = 0; i < code.groups; ++i) groups_ *= code.extent(params_, i);
  MakeNotes(context, first_operand);
  Run(code.prologue, code.prologue + code.prologue_words, 1);
}

// Dimensions of the lanes as this access sees them, innermost first, neighbours merged where one stride spans both. Extents of 1 vanish.
uint32_t Machine::MergeLanes(const StageCode& stage, const AccessNote& note, Dimension* out, uint32_t most, uint32_t first) const {
  const AccessCode access{note.code};
  uint32_t count = 0;
  Dimension inner = {0, 0};
  for (uint32_t i = stage.lane_count; i-- > 0;) {
    const uint32_t axis = stage.lane_axes[i], extent = code_.extent(params_, axis);
    int32_t stride = 0;
    for (uint32_t t = note.first_lane; t < access.terms(); ++t) {
      if (access.axis(t) == axis) stride = static_cast<int32_t>(params_[access.stride(t)]);
    }
    if (extent == 1) continue;
    const bool merged = count > 0 && stride == static_cast<int64_t>(inner.stride) * inner.extent;
    if (merged) inner.extent *= extent;
    else inner = {extent, stride}, ++count;
    if (count - 1 - first < most) out[count - 1 - first] = inner;
  }
  return count;
}

uint32_t Machine::Far(const AccessNote& note, uint32_t point) const {
  uint32_t offset = 0;
  for (uint32_t first = kKeptDimensions;; ++first) {
    Dimension lane = {0, 0};
    if (MergeLanes(stage_, note, &lane, 1, first) <= first) return offset;
    offset += point % lane.extent * static_cast<uint32_t>(lane.stride);
    point /= lane.extent;
  }
}

void Machine::MakeNotes(const StepContext& context, uint32_t first_operand) {
  const uint32_t* at = code_.first_stage;
  AccessNote* note = notes_;
  for (uint32_t i = 0; i < code_.stages; ++i) {
    const StageCode stage(at);
    if (i == 0) {
      points_ = 1;
      for (uint32_t j = 0; j < stage.lane_count; ++j) points_ *= code_.extent(params_, stage.lane_axes[j]);
    }
    AccessCode access{stage.access_words};
    for (uint32_t j = 0; j < stage.accesses; ++j, ++note) {
      const ViewInfo view = context.view(first_operand + access.operand());
      note->data = PlaceOf(*context.instance, view);
      note->code = access.words;
      note->type = view.type;
      note->elements = view.bytes >> __builtin_ctz(ElementOf(view.type).bytes);
      note->base = access.offset() == 0 ? 0 : params_[access.offset() - 1];
      uint8_t term = 0;
      while (term < access.terms() && access.axis(term) < code_.groups) ++term;
      note->first_loop = term;
      while (term < access.terms() && access.axis(term) < static_cast<uint32_t>(code_.groups) + code_.loops) ++term;
      note->first_lane = term;
      note->shape = kShapeLinear;
#if !defined(MOTE_FIRMWARE)
      if (stage.lane_count == 1) {  // of small kernels, where this function is most of the time
        note->run = code_.extent(params_, stage.lane_axes[0]);
        note->stride = term == access.terms() || note->run == 1 ? 0 : static_cast<int32_t>(params_[access.stride(access.terms() - 1)]);
        access = AccessCode{access.next()};
        continue;
      }
#endif
      Dimension lanes[2];
      const uint32_t count = MergeLanes(stage, *note, lanes, 2);
      note->run = count == 0 ? 1 : lanes[0].extent;
      note->stride = count == 0 ? 0 : lanes[0].stride;
      if (count > 1) note->shape = count == 2 && lanes[1].stride == 0 ? kShapePeriodic : kShapeGeneral;
      access = AccessCode{access.next()};
    }
    at = access.words + stage.body_words + stage.combiner_words;
  }
}

// Coordinates of the group axes, and what they add to every access.
void Machine::EnterGroup(uint32_t group) {
  for (uint32_t i = code_.groups; i-- > 0;) {
    const uint32_t extent = code_.extent(params_, i);
    uniforms_[i] = group % extent;
    group /= extent;
  }
  for (uint32_t i = 0; i < code_.accesses; ++i) {
    AccessNote& note = notes_[i];
    const AccessCode access{note.code};
    uint32_t base = access.offset() == 0 ? 0 : params_[access.offset() - 1];
    for (uint32_t t = 0; t < note.first_loop; ++t) base += params_[access.stride(t)] * uniforms_[access.axis(t)];
    note.base = base;
  }
}

void Machine::EnterStage(const uint32_t* at) {
  stage_ = StageCode(at);
  const uint32_t* access = stage_.access_words;
  for (uint32_t i = 0; i < stage_.accesses; ++i) access = AccessCode{access}.next();
  body_ = access;
  combiner_ = access + stage_.body_words;
  next_stage_ = combiner_ + stage_.combiner_words;
}

uint32_t Machine::StagePoints() const {
  uint32_t points = 1;
  for (uint32_t i = 0; i < stage_.lane_count; ++i) points *= code_.extent(params_, stage_.lane_axes[i]);
  return points;
}

void Machine::RunGroups(uint32_t begin, uint32_t end) {
  for (uint32_t group = begin; group < end; ++group) {
    if (code_.groups != 0) EnterGroup(group);
    stage_notes_ = notes_;
    const uint32_t* at = code_.first_stage;
    for (uint32_t i = 0; i < code_.stages; ++i) {
      EnterStage(at);
      if (stage_.kind == kMoteStageReduce) RunReduce();
      else RunStage();
      stage_notes_ += stage_.accesses;
      at = next_stage_;
    }
  }
}

void Machine::RunStage() {
  const uint32_t points = StagePoints();
  for (position_ = 0; position_ < points; position_ += strip_) {
    const uint32_t left = points - position_;
    Run(body_, combiner_, left < strip_ ? left : strip_);
  }
}

void Machine::BeginPoints() {
  stage_notes_ = notes_;
  EnterStage(code_.first_stage);
}

void Machine::RunPoints(uint32_t begin, uint32_t end) {
  BeginPoints();
  for (position_ = begin; position_ < end;) {
    const uint32_t left = end - position_, n = left < strip_ ? left : strip_;
    Run(body_, combiner_, n);
    position_ += n;
  }
}

void Machine::RunSums(uint32_t begin, uint32_t count, const uint32_t* sums) {
  for (uint32_t done = 0; done < count;) {
    const uint32_t left = count - done, n = left < strip_ ? left : strip_;
    position_ = begin + done;
    partials_ = reinterpret_cast<uint8_t*>(const_cast<uint32_t*>(sums + done));  // an epilogue may keep values there
    Run(body_, combiner_, n);
    done += n;
  }
}

// Values of the strip's elements j … j + n - 1 into the partials.
void Machine::Combine(uint32_t n) { Run(combiner_, next_stage_, n); }

void Machine::RunReduce() {
  const uint32_t extent = StagePoints(), lanes = stage_.lanes;
  for (position_ = 0; position_ < extent; position_ += strip_) {
    const uint32_t left = extent - position_, n = left < strip_ ? left : strip_;
    Run(body_, combiner_, n);
    for (uint32_t j = 0; j < n; j += lanes) {
      const uint32_t count = n - j < lanes ? n - j : lanes;
      shift_ = j;
      if (position_ + j != 0) {
        Combine(count);
        continue;
      }
      for (uint32_t r = 0; r < stage_.results; ++r) {
        const uint32_t* result = stage_.result_words + 2 * r;
        const bool wide = result[1] >> 16;
        __builtin_memcpy(partials_ + r * kMotePartialBytes, At(result[0] & 0xffff, wide), count * (wide ? 8 : 4));
      }
    }
    shift_ = 0;
  }
  FoldPartials(extent);
}

void Machine::FoldPartials(uint32_t extent) {
  // Combines into partials 0 … count - 1 the values that `from` of each result names.
  const auto fold = [&](uint32_t first, uint32_t count) {
    for (uint32_t r = 0; r < stage_.results; ++r) {
      const uint32_t* result = stage_.result_words + 2 * r;
      const bool wide = result[1] >> 16;
      const uint32_t bytes = wide ? 8 : 4;
      __builtin_memcpy(At(result[0] & 0xffff, wide), partials_ + r * kMotePartialBytes + first * bytes, count * bytes);
    }
  };
  const uint32_t valid = extent < stage_.lanes ? extent : stage_.lanes;
  for (uint32_t h = stage_.lanes / 2; h > 0; h /= 2) {
    const uint32_t count = valid <= h ? 0 : valid - h < h ? valid - h : h;
    if (count == 0) continue;
    fold(h, count);
    Combine(count);
  }
  if (extent != 0) fold(0, 1);
  for (uint32_t r = 0; r < stage_.results; ++r) {
    const uint32_t* result = stage_.result_words + 2 * r;
    const bool wide = result[1] >> 16;
    __builtin_memcpy(partials_ + r * kMotePartialBytes, At(result[0] >> 16, wide), wide ? 8 : 4);
  }
  if (extent != 0) Combine(1);
  for (uint32_t r = 0; r < stage_.results; ++r) {
    const uint32_t* result = stage_.result_words + 2 * r;
    const bool wide = result[1] >> 16;
    __builtin_memcpy(At(result[1] & 0xffff, wide), partials_ + r * kMotePartialBytes, wide ? 8 : 4);
  }
}

}  // namespace mote::runtime
