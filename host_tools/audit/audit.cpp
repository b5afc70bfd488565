// AuditProgram: defined bytes forward, live views backward and hazards since the last barrier, over the effects of every step.
#include "audit/audit.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "audit/effects.h"
#include "audit/exchange_step.h"
#include "schema/file_layout.h"
#include "schema/step_layout.h"

namespace mote {
namespace audit {
namespace {

enum StepCode : uint32_t {
#define MOTE_STEP(id, code, ...) k##id = code,
#include "schema/steps.def"
#undef MOTE_STEP
};

enum TypeCode : uint32_t {
#define MOTE_ELEMENT_TYPE(id, code, ...) kType##id = code,
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
};

class VariantAuditor {
 public:
  VariantAuditor(const ReadVariantResult& variant, std::vector<std::string>& problems) : v_(variant), problems_(problems) {}

  AuditReport::VariantFacts Audit() {
    facts_.target = v_.target;
    facts_.arena_bytes = v_.arena_bytes;
    facts_.scratch_bytes = v_.scratch_bytes;
    facts_.views = static_cast<int64_t>(v_.views.size());
    for (const std::vector<ReadStep>& block : v_.blocks) {
      effects_.emplace_back();
      for (const ReadStep& step : block) effects_.back().push_back(FindEffect(v_, step, problems_));
      facts_.steps += static_cast<int64_t>(block.size());
      AuditParts(v_, block, effects_.back(), problems_);
    }
    for (const ReadVariantResult::Entry& entry : v_.entries) AuditEntry(entry);
    for (const ReadVariantResult::Entry& entry : v_.entries) (void)AuditExchanges(entry.block, false);
    if (v_.vulkan) {
      for (size_t b = 0; b < v_.blocks.size(); ++b) AuditBarriers(b);
    }
    Intervals used;
    for (size_t view = 0; view < v_.views.size(); ++view) {
      if (used_.count(static_cast<int32_t>(view)) != 0 && v_.views[view].space == kMoteArena) {
        used.Add(v_.views[view].offset, v_.views[view].end());
      }
    }
    facts_.peak_bytes = used.Measure();
    return facts_;
  }

 private:
  using State = std::vector<Intervals>;  // of every view: bytes that hold its value

  const PlacedView& View(int32_t view) const { return v_.views[view]; }

  bool Exchanges(size_t block) const {
    return std::any_of(v_.blocks[block].begin(), v_.blocks[block].end(), [&](const ReadStep& step) {
      return (step.kind == kExchange && step.operands.size() == 2) ||
             std::any_of(step.blocks.begin(), step.blocks.end(), [&](int32_t inner) { return Exchanges(static_cast<size_t>(inner)); });
    });
  }

  // From the end of a block: nothing that outlives a failing run is written where an exchange may still come, or by one. Gives whether one
  // comes in or behind the block.
  bool AuditExchanges(int32_t block, bool later) {
    const auto b = static_cast<size_t>(block);
    for (size_t s = v_.blocks[b].size(); s-- > 0;) {
      const ReadStep& step = v_.blocks[b][s];
      const bool here = step.kind == kExchange && step.operands.size() == 2;
      const bool turns = step.kind == kWhile && std::any_of(step.blocks.begin(), step.blocks.end(),
                                                            [&](int32_t inner) { return Exchanges(static_cast<size_t>(inner)); });
      bool inside = later || here || turns;
      for (const int32_t view : effects_[b][s].written) {
        const uint32_t space = View(view).space;
        if (inside && (space == kMoteState || space == kMoteOutput)) Wrong(step.name + " writes a state or an output before an exchange");
      }
      bool any = inside;
      for (const int32_t inner : step.blocks) any = AuditExchanges(inner, inside) || any;
      later = any;
    }
    return later;
  }

  void Wrong(const std::string& text) {
    if (reporting_) problems_.push_back("variant " + v_.target + ": " + text);
  }

  // A complex tensor of an entry has a view for callers; steps see its parts through another one at the same place, which then counts.
  // Where tensors lie in the arena several may have that place: an input is the first of them, an output the one that holds a value at the
  // end.
  int32_t SeenBySteps(int32_t tensor, const State* at_end) const {
    const PlacedView& given = View(tensor);
    if (given.type != kTypeC64 && given.type != kTypeC128) return tensor;
    int32_t seen = tensor;
    for (size_t view = v_.views.size(); view-- > 0;) {
      const PlacedView& p = v_.views[view];
      const bool same_place = p.space == given.space && p.number == given.number && p.offset == given.offset && p.bytes == given.bytes;
      if (!same_place || p.element * 2 != given.element) continue;
      if (at_end == nullptr || seen == tensor || (*at_end)[view].Contains(p.offset, p.end())) seen = static_cast<int32_t>(view);
    }
    return seen;
  }

  void AuditEntry(ReadVariantResult::Entry entry) {
    for (int32_t& view : entry.inputs) view = SeenBySteps(view, nullptr);
    State state(v_.views.size());
    for (size_t view = 0; view < v_.views.size(); ++view) {
      const PlacedView& p = v_.views[view];
      const bool given = p.space == kMoteConstant || p.space == kMoteInput || p.space == kMoteState;
      if (given) state[view].Add(p.offset, p.end());
    }
    for (size_t i = 0; i < entry.inputs.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (Overlap(View(entry.inputs[i]), View(entry.inputs[j]))) {
          Wrong("inputs " + std::to_string(j) + " and " + std::to_string(i) + " overlap");
        }
      }
      state[entry.inputs[i]].Add(View(entry.inputs[i]).offset, View(entry.inputs[i]).end());
    }
    state = Forward(entry.block, std::move(state));
    for (int32_t& view : entry.outputs) view = SeenBySteps(view, &state);
    std::vector<bool> live(v_.views.size());
    for (size_t o = 0; o < entry.outputs.size(); ++o) {
      const PlacedView& p = View(entry.outputs[o]);
      if (!state[entry.outputs[o]].Contains(p.offset, p.end())) {
        Wrong("output " + std::to_string(o) + " is not wholly written at the end" + Blame(entry.outputs[o]));
      }
      live[entry.outputs[o]] = true;
    }
    Record(live, std::set<int32_t>(entry.outputs.begin(), entry.outputs.end()));
    live = Backward(entry.block, std::move(live));
    Record(live, std::set<int32_t>(entry.inputs.begin(), entry.inputs.end()));
  }

  // ---- forward: every read has been written ----
  State Forward(int32_t block, State state) {
    for (size_t s = 0; s < v_.blocks[block].size(); ++s) {
      const ReadStep& step = v_.blocks[block][s];
      const Effect& effect = effects_[block][s];
      if (step.kind == kWhile) {
        state = ForwardLoop(step, effect, std::move(state));
      } else {
        Apply(step, effect, state);
        if (step.kind == kConditional) state = ForwardBranches(step, state);
      }
    }
    return state;
  }

  static State Common(const State& a, const State& b) {
    State common;
    for (size_t i = 0; i < a.size(); ++i) common.push_back(Intervals::Common(a[i], b[i]));
    return common;
  }

  // What holds before every test of the predicate: before the first, and after every body.
  State ForwardLoop(const ReadStep& step, const Effect& effect, State head) {
    const bool reporting = reporting_;
    reporting_ = false;
    while (true) {
      State tested = Forward(step.blocks[0], head);
      Apply(step, effect, tested);
      State next = Common(head, Forward(step.blocks[1], tested));
      if (next == head) break;
      head = std::move(next);
    }
    reporting_ = reporting;
    State tested = Forward(step.blocks[0], head);
    Apply(step, effect, tested);
    Forward(step.blocks[1], tested);
    return tested;
  }

  State ForwardBranches(const ReadStep& step, const State& before) {
    State after = Forward(step.blocks[0], before);
    for (size_t b = 1; b < step.blocks.size(); ++b) after = Common(after, Forward(step.blocks[b], before));
    return after;
  }

  void Apply(const ReadStep& step, const Effect& effect, State& state) {
    for (const auto& [view, bytes] : effect.reads) {
      if (state[view].Contains(bytes)) continue;
      Wrong(step.name + " reads view " + std::to_string(view) + " [" + std::to_string(View(view).offset) + ", " +
            std::to_string(View(view).end()) + ") where it is not written" + Blame(view));
    }
    if (effect.scratch > 0) {
      const PlacedView region{kMoteArena, 0, 0, v_.scratch_offset, effect.scratch, 1};
      Overwrite(region, -1, step.name + "'s scratch", state);
    }
    for (int32_t view : effect.written) {
      Overwrite(View(view), view, step.name, state);
    }
    for (const auto& [view, bytes] : effect.writes) {
      std::vector<std::pair<int64_t, int64_t>> all = bytes.ranges();
      Intervals& held = state[view];
      all.insert(all.end(), held.ranges().begin(), held.ranges().end());
      held = Intervals::Of(std::move(all));
    }
  }

  void Overwrite(const PlacedView& place, int32_t writer, const std::string& by, State& state) {
    for (size_t other = 0; other < state.size(); ++other) {
      if (static_cast<int32_t>(other) == writer || state[other].empty() || !Overlap(place, v_.views[other])) continue;
      state[other].Remove(place.offset, place.end());
      overwritten_by_[static_cast<int32_t>(other)] = by + (writer < 0 ? "" : " through view " + std::to_string(writer));
    }
  }

  std::string Blame(int32_t view) const {
    const auto found = overwritten_by_.find(view);
    return found == overwritten_by_.end() ? "" : "; last overwritten by " + found->second;
  }

  // ---- backward: the live-set bound ----
  std::vector<bool> Backward(int32_t block, std::vector<bool> live) {
    for (size_t s = v_.blocks[block].size(); s-- > 0;) {
      const ReadStep& step = v_.blocks[block][s];
      const Effect& effect = effects_[block][s];
      if (step.kind == kWhile) {
        live = BackwardLoop(step, effect, live);
      } else {
        if (step.kind == kConditional) {
          const std::vector<bool> after = live;
          std::fill(live.begin(), live.end(), false);
          for (int32_t branch : step.blocks) Unite(live, Backward(branch, after));
        }
        Unapply(effect, live);
      }
    }
    return live;
  }

  static void Unite(std::vector<bool>& into, const std::vector<bool>& from) {
    for (size_t i = 0; i < into.size(); ++i) into[i] = into[i] || from[i];
  }

  std::vector<bool> BackwardLoop(const ReadStep& step, const Effect& effect, const std::vector<bool>& after) {
    std::vector<bool> head(after.size());
    while (true) {
      std::vector<bool> tested = after;
      Unite(tested, Backward(step.blocks[1], head));
      Unapply(effect, tested);
      std::vector<bool> next = Backward(step.blocks[0], std::move(tested));
      if (next == head) return head;
      head = std::move(next);
    }
  }

  void Unapply(const Effect& effect, std::vector<bool>& live) {
    Record(live, effect.touched);
    for (int32_t view : effect.written) {
      const auto bytes = effect.writes.find(view);
      const bool whole = bytes != effect.writes.end() && bytes->second.Contains(View(view).offset, View(view).end());
      live[view] = !whole;  // what a partial write leaves alone must have been there
    }
    for (const auto& [view, bytes] : effect.reads) live[view] = true;
  }

  void Record(const std::vector<bool>& live, const std::set<int32_t>& touched) {
    used_.insert(touched.begin(), touched.end());
    std::vector<std::pair<int64_t, int64_t>> ranges;
    for (size_t view = 0; view < live.size(); ++view) {
      const bool here = live[view] || touched.count(static_cast<int32_t>(view)) != 0;
      if (here && v_.views[view].space == kMoteArena) ranges.push_back({v_.views[view].offset, v_.views[view].end()});
    }
    facts_.live_bound_bytes = std::max(facts_.live_bound_bytes, Intervals::Of(std::move(ranges)).Measure());
  }

  // ---- barriers ----
  void AuditBarriers(size_t block) {
    std::vector<std::pair<int32_t, bool>> pending;  // view, written: since the last barrier
    bool open = false;                              // work of nested blocks may be under way
    for (const ReadVariantResult::Entry& e : v_.entries) open |= e.block == static_cast<int32_t>(block);
    open = !open;
    for (size_t s = 0; s < v_.blocks[block].size(); ++s) {
      const ReadStep& step = v_.blocks[block][s];
      const Effect& effect = effects_[block][s];
      if (step.barrier) {
        pending.clear();
        open = false;
      }
      if (open) Wrong(step.name + " needs a barrier after nested blocks");
      for (int32_t view : effect.touched) {
        const bool writes = effect.written.count(view) != 0;
        for (const auto& [earlier, wrote] : pending) {
          if ((writes || wrote) && Overlap(View(view), View(earlier))) {
            Wrong(step.name + " touches view " + std::to_string(view) + " without a barrier after work on view " + std::to_string(earlier));
          }
        }
      }
      for (int32_t view : effect.touched) pending.push_back({view, effect.written.count(view) != 0});
      open = !step.blocks.empty();
    }
  }

  const ReadVariantResult& v_;
  std::vector<std::string>& problems_;
  AuditReport::VariantFacts facts_;
  std::vector<std::vector<Effect>> effects_;
  std::map<int32_t, std::string> overwritten_by_;
  std::set<int32_t> used_;
  bool reporting_ = true;
};

}  // namespace
}  // namespace audit

static bool FieldsAreKnown(std::span<const uint8_t> program, size_t end) {
  for (size_t at = sizeof(MoteFileHeader); at < end;) {
    MoteFileField field;
    std::memcpy(&field, program.data() + at, sizeof field);
    const size_t value = (size_t{field.bytes} + 7) / 8 * 8;
    if (value > end - at - sizeof field || (field.tag & MOTE_FIELD_CRITICAL) != 0) return false;
    at += sizeof field + value;
  }
  return true;
}

AuditReport AuditProgram(std::span<const uint8_t> program) {
  AuditReport report;
  const auto wrong = [&](const char* text) {
    report.problems.push_back(text);
    return report;
  };
  MoteFileHeader header;
  if (program.size() < sizeof header) return wrong("shorter than the header");
  std::memcpy(&header, program.data(), sizeof header);
  if (header.magic != MOTE_FILE_MAGIC || header.version_major != kMoteVersionMajor) return wrong("not a program of this version");
  if (header.file_bytes > program.size() || header.flat_offset > header.file_bytes ||
      header.flat_bytes > header.file_bytes - header.flat_offset || header.flat_bytes >= kMoteMaxFlatBytes ||
      header.flat_offset % kMoteFileAlignment != 0 || header.flat_offset < sizeof header) {
    return wrong("the header's sizes do not fit the file");
  }
  if (!FieldsAreKnown(program, header.flat_offset)) return wrong("a field of the header that this version does not know");
  // The generated reader wants its alignment in memory too.
  std::vector<uint64_t> aligned((header.flat_bytes + 7) / 8);
  std::memcpy(aligned.data(), program.data() + header.flat_offset, header.flat_bytes);
  const auto* flat = reinterpret_cast<const uint8_t*>(aligned.data());
  flatbuffers::Verifier verifier(flat, header.flat_bytes);
  if (!fb::VerifyProgramBuffer(verifier)) return wrong("a broken FlatBuffer");
  const fb::Program& root = *fb::GetProgram(flat);
  if (root.variants() == nullptr || root.variants()->size() == 0) return wrong("no variant");
  constexpr uint32_t kMostOfAxis = 1 << 20;  // more than a grid may have
  for (const fb::Variant* variant : *root.variants()) {
    audit::ReadVariantResult read;
    read.members = int64_t{std::clamp(root.replicas(), 1U, kMostOfAxis)} * std::clamp(root.partitions(), 1U, kMostOfAxis);
    read.float16 = root.float16();
    if (!audit::ReadVariant(*variant, header.flat_offset + header.flat_bytes, header.file_bytes, read, report.problems)) continue;
    report.variants.push_back(audit::VariantAuditor(read, report.problems).Audit());
  }
  return report;
}

}  // namespace mote
