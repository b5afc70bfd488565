// Reads, writes and scratch of every kind of step.
#include "audit/effects.h"

#include <algorithm>
#include <cstdlib>

#include "audit/fixed_step.h"
#include "audit/pipeline_step.h"
#include "audit/trips.h"
#include "schema/microcode_layout.h"
#include "schema/routine_scratch.h"
#include "schema/step_layout.h"

namespace mote::audit {
namespace {

enum StepCode : uint32_t {
#define MOTE_STEP(id, code, ...) k##id = code,
#include "schema/steps.def"
#undef MOTE_STEP
};

class Finder {
 public:
  Finder(const ReadVariantResult& variant, const ReadStep& step, std::vector<std::string>& problems)
      : variant_(variant), step_(step), problems_(problems) {}

  Effect Find() {
    for (int32_t v : step_.operands) effect_.touched.insert(v);
    switch (step_.kind) {
      case kCopy: FindCopy(); break;
      case kWhile:
      case kConditional: FindChoice(); break;
      case kSort: FindSort(); break;
      case kCall: FindCall(); break;
      case kFixed: FindFixed(); break;
      case kPipeline: FindPipeline(); break;
      case kExchange: FindExchange(); break;
      default: break;
    }
    if (step_.routine != nullptr) FindRoutine();
    if (step_.kernel >= 0) FindKernel(step_.own);
    FindScratch();
    return std::move(effect_);
  }

 private:
  const PlacedView& At(size_t operand) const { return variant_.views[step_.operands[operand]]; }
  std::string Name(size_t operand) const {
    const PlacedView& v = At(operand);
    return "view " + std::to_string(step_.operands[operand]) + " [" + std::to_string(v.offset) + ", " + std::to_string(v.end()) + ")";
  }
  void Wrong(const std::string& text) { problems_.push_back("variant " + variant_.target + ", " + step_.name + ": " + text); }

  void ReadBytes(size_t operand, int64_t from, int64_t to) { effect_.reads[step_.operands[operand]].Add(from, to); }
  void ReadAll(size_t operand) { ReadBytes(operand, At(operand).offset, At(operand).end()); }
  void MarkWritten(size_t operand) {
    const PlacedView& v = At(operand);
    if (v.space == kMoteConstant) Wrong("writes the constant " + Name(operand));
    if (v.space == kMoteInput) Wrong("writes the caller's input through " + Name(operand));
    effect_.written.insert(step_.operands[operand]);
  }

  void FindCopy() {
    const PlacedView &from = At(0), &to = At(1);
    if (from.bytes != to.bytes) Wrong("copies " + std::to_string(from.bytes) + " bytes to " + std::to_string(to.bytes));
    if (Overlap(from, to) && from.offset != to.offset) Wrong(Name(0) + " and " + Name(1) + " overlap");
    ReadAll(0);
    MarkWritten(1);
    effect_.writes[step_.operands[1]].Add(to.offset, to.end());
  }

  void FindCall() {
    for (size_t o = 0; o < step_.operands.size(); ++o) {
      if (static_cast<int64_t>(o) < step_.fields[kMoteCallInputs]) ReadAll(o);
      else WriteAlone(o, At(o).bytes);
    }
  }

  // The result is written wholly, by this member and by others; what is sent is read wholly, until all of it has gone. A done needs both as
  // its start left them.
  void FindExchange() {
    const int64_t kind = step_.fields[kMoteExchangeKind], blocks = step_.fields[kMoteExchangeBlocks];
    const bool asks = kind == kMoteExchangeReplicaId || kind == kMoteExchangePartitionId;
    if (step_.operands.size() != (asks ? 1 : 2)) return Wrong("has another number of operands than its kind");
    const size_t result = asks ? 0 : 1;
    if (asks && (At(0).bytes != 4 || At(0).element != 4)) Wrong("its number is no u32");
    if (!asks) {
      const int64_t bytes = kind == kMoteExchangeGather ? At(0).bytes * blocks : At(0).bytes;
      if (At(1).bytes != bytes) Wrong("makes " + std::to_string(bytes) + " bytes, but " + Name(1) + " is not that long");
      if (kind == kMoteExchangeSwap && bytes % blocks != 0) Wrong("its blocks are not equally long");
      ReadAll(0);
      if (step_.fields[kMoteExchangePart] == kMoteExchangeDone) ReadAll(1);
    }
    WriteAlone(result, At(result).bytes);
  }

  void FindFixed() {
    const FixedExtents x = ExtentsOfFixed(step_.fields);
    if (!x.wrong.empty()) return Wrong(x.wrong);
    const size_t inputs = static_cast<size_t>(x.inputs), output = inputs + (x.stream > 0 ? 1 : 0);
    const bool own = step_.operands.size() == output + 2;
    if (step_.operands.size() != output + 1 && !own) return Wrong("has another number of operands than its routine");
    for (size_t k = 0; k <= output; ++k) {
      const PlacedView& v = At(k);
      const int64_t bytes = k < inputs ? x.input : k < output ? x.stream : x.output;
      const bool stream = k == inputs && k < output;
      if (v.bytes < bytes || v.element != (stream ? 1 : x.element)) Wrong("needs " + std::to_string(bytes) + " bytes of " + Name(k));
      if (k < output) ReadBytes(k, v.offset, v.offset + bytes);
      const bool placed = v.offset % 4 == 0 && v.space == kMoteConstant;
      if (stream && !placed) Wrong("its stream " + Name(k) + " is no constant at a word");
    }
    const PlacedView& v = At(output);
    MarkWritten(output);
    effect_.writes[step_.operands[output]].Add(v.offset, v.offset + x.output);
    for (size_t k = 0; k < output; ++k) {
      const int64_t ahead = At(k).offset - v.offset;
      const bool same = x.in_place && k < inputs && ahead == 0;
      const bool apart = k == 0 && ((x.below >= 0 && ahead > 0 && ahead >= x.below) || (x.above >= 0 && ahead < 0 && -ahead >= x.above));
      if (Overlap(v, At(k)) && !same && !apart) Wrong("writes " + Name(output) + " over " + Name(k));
    }
    if (!own) {
      fixed_scratch_ = x.scratch;
      return;
    }
    const PlacedView& scratch = At(output + 1);
    const bool placed = scratch.bytes >= x.scratch && scratch.offset % 8 == 0 && scratch.space == kMoteArena;
    if (!placed) Wrong("its scratch is not " + std::to_string(x.scratch) + " bytes of the arena");
    for (size_t k = 0; k <= output; ++k) {
      if (Overlap(scratch, At(k))) Wrong("its scratch lies over " + Name(k));
    }
    MarkWritten(output + 1);
    effect_.writes[step_.operands[output + 1]].Add(scratch.offset, scratch.offset + x.scratch);
  }

  void FindPipeline() {
    if (step_.operands.size() < 2) return Wrong("has no workspace and no output");
    const size_t space = step_.operands.size() - 2, output = space + 1;
    const PipelineExtents x = ExtentsOfPipeline(step_.fields, step_.params, step_.operands.size(), At(space).bytes);
    if (!x.wrong.empty()) return Wrong(x.wrong);
    for (size_t k = 0; k < space; ++k) {
      const PlacedView& v = At(k);
      if (v.bytes < x.read[k] || v.element != 1) Wrong("needs " + std::to_string(x.read[k]) + " bytes of " + Name(k));
      ReadBytes(k, v.offset, v.offset + x.read[k]);
      if (x.stream[k] && (v.offset % 4 != 0 || v.space != kMoteConstant)) Wrong("its stream " + Name(k) + " is no constant at a word");
      const int64_t ahead = v.offset - At(output).offset;
      if (Overlap(v, At(output)) && (x.below[k] < 0 || ahead < x.below[k])) Wrong("writes " + Name(output) + " over " + Name(k));
      if (Overlap(v, At(space))) Wrong("its workspace lies over " + Name(k));
    }
    const bool placed = At(space).space == kMoteArena && At(space).offset % 8 == 0;
    if (!placed) Wrong("its workspace " + Name(space) + " is not in the arena at 8 bytes");
    if (Overlap(At(space), At(output))) Wrong("its workspace lies over " + Name(output));
    if (At(output).bytes < x.output) Wrong("needs " + std::to_string(x.output) + " bytes of " + Name(output));
    MarkWritten(space), MarkWritten(output);
    effect_.writes[step_.operands[space]].Add(At(space).offset, At(space).end());
    effect_.writes[step_.operands[output]].Add(At(output).offset, At(output).offset + x.output);
  }

  // The predicate of a while, the index of a conditional.
  void FindChoice() {
    const bool predicate = At(0).element == 1;
    if (!predicate && (step_.kind == kWhile || At(0).element != 4)) Wrong("its operand is neither a predicate nor an s32");
    if (At(0).bytes < At(0).element) return Wrong("its operand has no element");
    ReadBytes(0, At(0).offset, At(0).offset + At(0).element);
  }

  // A routine's operand, all of the box.
  void ReadBox(size_t operand, const Box& box) {
    for (const Progression& t : box.terms) {
      if (t.extent < 0) return Wrong("a negative extent");
      if (t.extent == 0) return;
    }
    const PlacedView& v = At(operand);
    if (v.type != step_.routine->types[operand]) return Wrong(Name(operand) + " has another element type than its routine takes");
    if (box.Lowest() < 0 || box.Highest() >= v.bytes / v.element) {
      return Wrong("reads elements " + std::to_string(box.Lowest()) + " to " + std::to_string(box.Highest()) + " of " + Name(operand) +
                   ", past its end");
    }
    Intervals bytes;
    if (ListBytes(box, v.offset, v.element, bytes)) {
      for (const auto& [from, to] : bytes.ranges()) ReadBytes(operand, from, to);
    } else {
      ReadAll(operand);
    }
  }

  void FindRoutine() {
    const MoteRoutineGeometry& geometry = *step_.routine->geometry;
    for (const MoteRoutineWindow* w = geometry.windows; w->in != kMoteNoField; ++w) {
      if (!CheckWindow(*w)) return;
    }
    if (&geometry == &kMoteWinogradGeometry && !MoteIsByTiles(step_.fields)) return Wrong("its window is not one of tiles");
    if (&geometry == &kMotePanelDotGeometry && !MoteIsInPanels(step_.fields)) return Wrong("its columns are not all in panels");
    for (size_t operand = 0; operand < 2; ++operand) {
      Box box;
      box.base = step_.fields[geometry.offsets[operand]];
      for (const MoteRoutineTerm* t = geometry.operands[operand]; t->extent != kMoteNoField; ++t) {
        const int64_t times = t->times == kMoteNoField ? 1 : step_.fields[t->times];
        box.terms.push_back({step_.fields[t->extent] * times, step_.fields[t->stride]});
      }
      ReadBox(operand, box);
    }
    std::vector<int64_t> extents;
    for (const uint8_t* field = geometry.domain; *field != kMoteNoField; ++field) {
      const int64_t extent = step_.fields[*field];
      if (extents.size() < geometry.axes) extents.push_back(extent);
      else if (__builtin_mul_overflow(extents.back(), extent, &extents.back())) return Wrong("its outputs are too many");
    }
    CheckEpilogue(extents);
  }

  // Positions are computed in 32 bits, whatever is read there.
  bool CheckWindow(const MoteRoutineWindow& w) {
    const auto f = [&](uint8_t field) { return step_.fields[field]; };
    constexpr int64_t kMostPosition = int64_t{1} << 29;
    for (const int64_t position : {f(w.stride), f(w.dilation), f(w.pad), f(w.in), f(w.out) * f(w.stride), f(w.kernel) * f(w.dilation)}) {
      if (std::abs(position) <= kMostPosition) continue;
      Wrong("a position of its window beyond 2^29: " + std::to_string(position));
      return false;
    }
    if (f(w.stride) < 1 || f(w.dilation) < 1) Wrong("a stride or dilation below 1");
    return f(w.stride) >= 1 && f(w.dilation) >= 1;
  }

  bool RunsOver(const Microcode& code, const std::vector<int64_t>& extents) const {
    std::vector<int64_t> own;
    for (int32_t axis : code.stages[0].lane_axes) own.push_back(ExtentOf(code, step_.params, axis));
    return own == extents;
  }

  void WriteAlone(size_t operand, int64_t bytes) {
    const PlacedView& v = At(operand);
    MarkWritten(operand);
    effect_.writes[step_.operands[operand]].Add(v.offset, v.offset + bytes);
    for (size_t other = 0; other < step_.operands.size(); ++other) {
      if (other != operand && Overlap(v, At(other))) Wrong("writes " + Name(operand) + " over " + Name(other));
    }
  }

  // The kernel of a sort answers one question a lane, and has room for them.
  bool Answers(int64_t lanes) {
    const Microcode& code = variant_.kernels[step_.kernel];
    if (code.groups != 0 || code.stages.size() != 1 || code.stages[0].kind != kMoteStageMap || !RunsOver(code, {lanes}) || lanes < 1) {
      Wrong("its kernel does not answer " + std::to_string(lanes) + " questions");
      return false;
    }
    const PlacedView &pairs = At(step_.own), &answers = At(step_.operands.size() - 1);
    const bool room = code.operands.size() >= 2 && pairs.element == 4 && pairs.bytes >= 8 * lanes && answers.element == 1 &&
                      answers.bytes >= lanes;
    if (!room) Wrong("has no room for pairs and answers");
    return room;
  }

  // Arrays are read and their sorted ones written, element by element; pairs are the step's own while it runs.
  void FindSort() {
    const std::vector<int64_t>& f = step_.fields;
    const size_t arrays = step_.own / 2;
    const int64_t key = f[kMoteSortKey], order = f[kMoteSortOrder];
    if (f[kMoteSortRows] < 0 || f[kMoteSortInner] < 0 || f[kMoteSortN] < 0 || f[kMoteSortN] > kMoteMostSorted) {
      return Wrong("lines of " + std::to_string(f[kMoteSortN]) + " elements");
    }
    if (!Answers(f[kMoteSortLanes])) return;
    const bool has_key = key >= 0 && key < static_cast<int64_t>(arrays) && order >= 0 && order <= kMoteSortOrders;
    if (!has_key || (order != 0 && At(key).element > 4)) return Wrong("its key is none");
    const int64_t elements = Product(Product(f[kMoteSortRows], f[kMoteSortInner]), f[kMoteSortN]);
    for (size_t k = 0; k < arrays; ++k) {
      const PlacedView &from = At(k), &to = At(arrays + k);
      if (from.element != to.element || from.element > 8) Wrong(Name(k) + " and " + Name(arrays + k) + " have other elements");
      if (std::min(from.bytes, to.bytes) / from.element < elements) return Wrong("sorts more than " + Name(k) + " holds");
      ReadBytes(k, from.offset, from.offset + elements * from.element);
      WriteAlone(arrays + k, elements * to.element);
    }
    WriteAlone(step_.own, 8 * f[kMoteSortLanes]);
  }

  void CheckEpilogue(std::vector<int64_t> extents) {
    const Microcode& code = variant_.kernels[step_.kernel];
    if (code.groups != 0 || code.stages.size() != 1 || code.stages[0].kind != kMoteStageMap) return Wrong("its epilogue is not one map");
    if (!RunsOver(code, extents)) Wrong("its epilogue runs over another domain than the routine");
  }

  bool Executed(const Microcode& code, const MemoryEvent& event) const {
    const std::vector<int32_t> axes = AxesOf(code, event);
    return std::all_of(axes.begin(), axes.end(), [&](int32_t axis) { return ExtentOf(code, step_.params, axis) > 0; });
  }

  void FindKernel(size_t first) {
    const Microcode& code = variant_.kernels[step_.kernel];
    for (size_t axis = 0; axis < code.extent_words.size(); ++axis) {
      if (ExtentOf(code, step_.params, static_cast<int32_t>(axis)) < 0) return Wrong("a negative extent");
    }
    if (step_.trips >= 0) CheckTrips(code);
    std::vector<const MemoryEvent*> executed;
    for (const MemoryEvent& event : code.events) {
      const auto operand = first + static_cast<size_t>(event.operand);
      if (!Executed(code, event) || At(operand).bytes == 0) continue;
      executed.push_back(&event);
      event.store ? FindStore(code, event, operand) : FindLoad(code, event, operand);
    }
    FindOverlaps(code, first, executed);
  }

  void CheckTrips(const Microcode& code) {
    const int64_t trips = TripsOf(code, step_.params);
    if (trips > step_.trips) {
      Wrong("loops " + std::to_string(trips) + " times in an invocation, its trips word says " + std::to_string(step_.trips));
    }
    if (step_.trips > kMoteMaxTrips) {
      Wrong("its trips word says " + std::to_string(step_.trips) + ", a launch takes " + std::to_string(kMoteMaxTrips));
    }
  }

  bool Inside(const Box& box, size_t operand, const char* does) {
    const int64_t elements = At(operand).bytes / At(operand).element;
    if (box.Lowest() >= 0 && box.Highest() < elements) return true;
    Wrong(std::string(does) + " elements " + std::to_string(box.Lowest()) + " to " + std::to_string(box.Highest()) + " of " +
          Name(operand) + ", past its end");
    return false;
  }

  void FindLoad(const Microcode& code, const MemoryEvent& event, size_t operand) {
    const PlacedView& v = At(operand);
    Intervals needed;
    if (event.checked) {
      needed.Add(v.offset, v.end());
    } else {
      const Box box = BoxOf(code, step_.params, event);
      if (!Inside(box, operand, "reads")) return;
      if (!ListBytes(box, v.offset, v.element, needed)) needed.Add(v.offset, v.end());
    }
    if (step_.kind == kSort && event.operand == 0) return;  // pairs: written before it runs
    // A kernel may read back what its own earlier stages stored.
    const auto own = effect_.writes.find(step_.operands[operand]);
    if (code.operands[event.operand].written && own != effect_.writes.end() && own->second.Contains(needed)) return;
    std::vector<std::pair<int64_t, int64_t>> all = needed.ranges();
    Intervals& reads = effect_.reads[step_.operands[operand]];
    all.insert(all.end(), reads.ranges().begin(), reads.ranges().end());
    reads = Intervals::Of(std::move(all));
  }

  void FindStore(const Microcode& code, const MemoryEvent& event, size_t operand) {
    if (!code.operands[event.operand].written) {
      Wrong("stores to operand " + std::to_string(operand) + ", which its kernel does not declare");
    }
    MarkWritten(operand);
    if (event.checked) return;
    const Box box = BoxOf(code, step_.params, event);
    if (!Inside(box, operand, "writes")) return;
    Intervals bytes;
    if (!ListBytes(box, At(operand).offset, At(operand).element, bytes)) return;
    std::vector<std::pair<int64_t, int64_t>> all = bytes.ranges();
    Intervals& writes = effect_.writes[step_.operands[operand]];
    all.insert(all.end(), writes.ranges().begin(), writes.ranges().end());
    writes = Intervals::Of(std::move(all));
  }

  void FindOverlaps(const Microcode& code, size_t first, const std::vector<const MemoryEvent*>& executed) {
    for (size_t out = 0; out < step_.operands.size(); ++out) {
      if (out < first || !code.operands[out - first].written) continue;
      for (size_t other = 0; other < step_.operands.size(); ++other) {
        if (other == out || !Overlap(At(out), At(other))) continue;
        const bool both = other >= first && code.operands[other - first].written;
        if (both) {
          if (other > out) Wrong("two results overlap: " + Name(out) + " and " + Name(other));
        } else if (other < first || !SafeInPlace(code, first, other, out, executed)) {
          Wrong("writes " + Name(out) + " over operand " + std::to_string(other) + ", " + Name(other) + ", which it may still read");
        }
      }
    }
  }

  bool SafeInPlace(const Microcode& code, size_t first, size_t in, size_t out, const std::vector<const MemoryEvent*>& executed) const {
    if (At(in).offset != At(out).offset || At(in).element != At(out).element) return false;
    for (const MemoryEvent* load : executed) {
      if (load->store || first + static_cast<size_t>(load->operand) != in) continue;
      for (const MemoryEvent* store : executed) {
        if (!store->store || first + static_cast<size_t>(store->operand) != out) continue;
        if (!LoadsComeFirst(code, step_.params, *load, *store)) return false;
      }
    }
    return true;
  }

  // Products up to 2^31: no program that is accepted has larger ones.
  static int64_t Product(int64_t a, int64_t b) {
    int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) || product > INT32_MAX ? INT32_MAX : std::max<int64_t>(product, 0);
  }
  // Of the largest stage, in all groups.
  int64_t PointsOf(const Microcode& code) const {
    int64_t groups = 1, most = 1;
    for (int32_t axis = 0; axis < code.groups; ++axis) groups = Product(groups, ExtentOf(code, step_.params, axis));
    for (const CodeStage& stage : code.stages) {
      int64_t points = 1;
      for (const int32_t axis : stage.lane_axes) points = Product(points, ExtentOf(code, step_.params, axis));
      most = std::max(most, points);
    }
    return Product(most, groups);
  }

  int64_t KernelScratch() const {
    const Microcode& code = variant_.kernels[step_.kernel];
    int64_t need = MoteMicrocodeScratch(code.header.data(), MotePlannedStrip(variant_.strip, PointsOf(code)));
    if (step_.kind == kSort) need += MoteSortScratch(step_.fields[kMoteSortN], step_.fields[kMoteSortLanes], step_.fields[kMoteSortOrder]);
    if (step_.routine != nullptr) need += step_.routine->scratch(variant_.strip, step_.fields.data());
    return need;
  }

  void FindScratch() {
    if (variant_.vulkan) return CheckWords();
    if (step_.kernel < 0 && fixed_scratch_ == 0) return;
    const int64_t need = step_.kernel < 0 ? fixed_scratch_ : KernelScratch();
    if (need > variant_.scratch_bytes) {
      Wrong("needs " + std::to_string(need) + " bytes of scratch, the variant has " + std::to_string(variant_.scratch_bytes));
    }
    effect_.scratch = variant_.scratch_bytes;  // the region is a step's own as a whole
    const PlacedView region{kMoteArena, 0, 0, variant_.scratch_offset, effect_.scratch, 1};
    for (size_t o = 0; o < step_.operands.size(); ++o) {
      if (Overlap(region, At(o))) Wrong("its scratch overlaps " + Name(o));
    }
  }

  // Shaders address words, or four at once.
  void CheckWords() {
    for (size_t o = 0; step_.kind == kLaunch && o < step_.operands.size(); ++o) {
      const uint32_t alignment = variant_.kernels[step_.kernel].alignment;
      if (At(o).offset % alignment != 0) Wrong(Name(o) + " does not start at a multiple of " + std::to_string(alignment) + " bytes");
    }
  }

  const ReadVariantResult& variant_;
  const ReadStep& step_;
  std::vector<std::string>& problems_;
  Effect effect_;
  int64_t fixed_scratch_ = 0;  // bytes
};

}  // namespace

Effect FindEffect(const ReadVariantResult& variant, const ReadStep& step, std::vector<std::string>& problems) {
  return Finder(variant, step, problems).Find();
}

}  // namespace mote::audit
