// Views, kernels, steps, blocks and entries of a variant, with the rules that need no knowledge of memory.
#include "audit/read_program.h"

#include <algorithm>

#include "audit/effects.h"
#include "audit/exchange_step.h"
#include "schema/microcode_layout.h"
#include "schema/routine_scratch.h"
#include "schema/step_layout.h"
#include "schema/vulkan_layout.h"

namespace mote::audit {
namespace {

struct KindInfo {
  uint32_t code;
  const char* name;
  uint32_t fields;
};
constexpr KindInfo kKinds[] = {
#define MOTE_STEP(id, code, name, fields, text) {code, name, fields},
#include "schema/steps.def"
#undef MOTE_STEP
};
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
constexpr RoutineInfo kRoutines[] = {
#define MOTE_ROUTINE(id, code, name, geometry, lhs, rhs, sum, scratch, text) \
  {code, name, &kMote##geometry##Geometry, {kType##lhs, kType##rhs}, Mote##scratch##Scratch},
#include "schema/routines.def"
#undef MOTE_ROUTINE
};

template <typename Row, size_t n>
const Row* FindCode(const Row (&rows)[n], uint32_t code) {
  const Row* found = std::find_if(rows, rows + n, [&](const Row& row) { return row.code == code; });
  return found == rows + n ? nullptr : found;
}

class Reader {
 public:
  Reader(const fb::Variant& variant, uint64_t tables_end, uint64_t file_bytes, ReadVariantResult& out, std::vector<std::string>& problems)
      : in_(variant), tables_end_(tables_end), file_bytes_(file_bytes), out_(out), problems_(problems) {}

  bool Read() {
    out_.target = in_.target() == nullptr ? "?" : in_.target()->str();
    out_.vulkan = out_.target == "vulkan";
    out_.io_in_arena = in_.io_in_arena();
    out_.strip = in_.strip();
    const uint64_t arena = in_.arena_bytes(), scratch = in_.scratch_bytes();
    if (arena > kMost || scratch > arena || in_.scratch_offset() > arena - scratch) return Wrong("scratch leaves the arena");
    out_.arena_bytes = static_cast<int64_t>(arena);
    out_.scratch_bytes = static_cast<int64_t>(scratch);
    out_.scratch_offset = static_cast<int64_t>(in_.scratch_offset());
    if (out_.scratch_offset % 8 != 0) Wrong("scratch at " + std::to_string(out_.scratch_offset) + " is misaligned");
    if (out_.strip <= 0 || out_.strip % kMoteMinStrip != 0 || out_.strip > kMoteMaxStrip) {
      return Wrong("strips of " + std::to_string(out_.strip) + " elements");
    }
    if (in_.constants_offset() > file_bytes_ || in_.constants_bytes() > file_bytes_ - in_.constants_offset()) {
      return Wrong("the constants leave the file");
    }
    if (in_.constants_bytes() > 0 && in_.constants_offset() < tables_end_) return Wrong("the constants share bytes with the FlatBuffer");
    if (in_.constants_offset() % 8 != 0 && in_.constants_bytes() > 0) Wrong("the constants segment is misaligned");
    if (in_.entries() == nullptr || in_.entries()->size() == 0) return Wrong("no entry point");
    return ReadRegions() && ReadViews() && ReadKernels() && ReadBlocks() && ReadEntries();
  }

 private:
  static constexpr uint64_t kMost = uint64_t{1} << 62;

  bool Wrong(const std::string& text) {
    problems_.push_back("variant " + out_.target + ": " + text);
    return false;
  }

  // Ends of the arena's regions, each in a memory of its own: ascending to the arena's, where instances may align them; scratch in the
  // first.
  bool ReadRegions() {
    int64_t begin = 0;
    for (flatbuffers::uoffset_t r = 0; in_.regions() != nullptr && r < in_.regions()->size(); ++r) {
      const int64_t end = in_.regions()->Get(r);
      if (r >= kMoteMostRegions || out_.vulkan) return Wrong("regions where there cannot be as many");
      const bool placed = end >= begin && begin % (in_.unit_shift() < 4 ? 8 : 64) == 0;
      if (!placed) return Wrong("region " + std::to_string(r) + " begins where none may");
      if (r == 0 && out_.scratch_offset + out_.scratch_bytes > end) return Wrong("the scratch leaves the first region");
      begin = end;
      region_ends_.push_back(end);
    }
    if (!region_ends_.empty() && begin != out_.arena_bytes) return Wrong("the last region does not end with the arena");
    if (region_ends_.empty()) region_ends_.push_back(out_.arena_bytes);
    return true;
  }

  // A view of the arena lies in the region it names.
  bool InRegion(const PlacedView& v) const {
    if (v.number >= region_ends_.size()) return false;
    const int64_t begin = v.number == 0 ? 0 : region_ends_[v.number - 1];
    return v.offset >= begin && v.end() <= region_ends_[v.number];
  }

  // Bytes of the space a view may lie in when a step of this entry names it, -1 when there is no such space or its addresses are less
  // aligned than the view's elements.
  int64_t SpaceBytes(const PlacedView& v, int32_t owner) const {
    const auto tensor = [&](const flatbuffers::Vector<flatbuffers::Offset<fb::Tensor>>* list) -> int64_t {
      if (list == nullptr || v.number >= list->size()) return -1;
      const fb::Tensor& t = *list->Get(v.number);
      if (std::min<int64_t>(8, v.element) > std::min<int64_t>(8, ElementBytes(t.element_type()))) return -1;
      int64_t bytes = ElementBytes(t.element_type());
      for (flatbuffers::uoffset_t d = 0; t.dims() != nullptr && d < t.dims()->size(); ++d) {
        const int64_t size = t.dims()->Get(d);
        if (size < 0 || (size > 0 && bytes > static_cast<int64_t>(kMost) / size)) return -1;
        bytes *= size;
      }
      return bytes;
    };
    const fb::Entry* entry = owner < 0 ? nullptr : in_.entries()->Get(static_cast<flatbuffers::uoffset_t>(owner));
    switch (v.space) {
      case kMoteConstant: return static_cast<int64_t>(in_.constants_bytes());
      case kMoteArena: return out_.arena_bytes;
      case kMoteInput: return entry == nullptr || out_.io_in_arena ? -1 : tensor(entry->inputs());
      case kMoteOutput: return entry == nullptr || out_.io_in_arena ? -1 : tensor(entry->outputs());
      case kMoteState: return static_cast<int64_t>(in_.state_bytes());
      default: return -1;
    }
  }

  // Whether a view of a tensor lies in the tensor that this entry has by its number.
  bool InEntry(int32_t view, int32_t owner) const {
    const PlacedView& v = out_.views[view];
    return (v.space != kMoteInput && v.space != kMoteOutput) || v.end() <= SpaceBytes(v, owner);
  }

  bool ReadViews() {
    const auto* words = in_.views();
    const size_t count = words == nullptr ? 0 : words->size();
    if (count % kMoteViewWords != 0 || in_.unit_shift() > 16) return Wrong("a broken view table");
    bool fine = true;
    for (size_t i = 0; i < count; i += kMoteViewWords) {
      const auto at = static_cast<flatbuffers::uoffset_t>(i);
      const uint32_t place = words->Get(at + kMoteViewPlace);
      PlacedView v;
      v.space = place & 0xff;
      v.type = place >> 8 & 0xff;
      v.number = place >> 16;
      v.offset = static_cast<int64_t>(words->Get(at + kMoteViewOffset)) << in_.unit_shift();
      v.bytes = words->Get(at + kMoteViewBytes);
      v.element = ElementBytes(v.type);
      const std::string name = "view " + std::to_string(i / kMoteViewWords) + " ";
      if (v.element == 0) return Wrong(name + "has an unknown element type");
      const bool tensor = (v.space == kMoteInput || v.space == kMoteOutput) && !out_.io_in_arena;  // who names it decides: InEntry
      const int64_t space = tensor ? v.end() : SpaceBytes(v, -1);
      if (space < 0) return Wrong(name + "lies in a space that is not there");
      if (v.offset > space || v.bytes > space - v.offset) {
        fine = Wrong(name + "[" + std::to_string(v.offset) + ", " + std::to_string(v.end()) + ") leaves its space of " +
                     std::to_string(space) + " bytes");
      }
      if (v.space == kMoteArena && !InRegion(v)) fine = Wrong(name + "leaves region " + std::to_string(v.number) + " of the arena");
      if (v.offset % std::min<int64_t>(8, v.element) != 0 || v.bytes % v.element != 0) {
        Wrong(name + "at " + std::to_string(v.offset) + " is misaligned");
      }
      if (v.space == kMoteArena && v.bytes > 0 && v.offset < out_.scratch_offset + out_.scratch_bytes && v.end() > out_.scratch_offset) {
        Wrong(name + "lies in the scratch region");
      }
      out_.views.push_back(v);
    }
    return fine;
  }

  bool ReadKernels() {
    for (flatbuffers::uoffset_t k = 0; in_.kernels() != nullptr && k < in_.kernels()->size(); ++k) {
      const fb::Kernel& kernel = *in_.kernels()->Get(k);
      const auto* code = out_.vulkan ? kernel.reference() : kernel.code();
      const std::string name = "kernel " + std::to_string(k) + ": ";
      if (code == nullptr) return Wrong(name + "no microcode");
      const std::vector<uint32_t> words(code->begin(), code->end());
      Microcode decoded;
      const std::string wrong = DecodeMicrocode(words, decoded);
      if (!wrong.empty()) return Wrong(name + wrong);
      if (out_.vulkan && !ReadShaders(kernel, name, decoded)) return false;
      out_.kernels.push_back(std::move(decoded));
    }
    return true;
  }

  bool AllowsFeatures(const fb::Shader& shader) const { return (shader.features() & kMoteFloat16) == 0 || out_.float16; }

  bool ReadShaders(const fb::Kernel& kernel, const std::string& name, Microcode& code) {
    const flatbuffers::uoffset_t count = kernel.shaders() == nullptr ? 0 : kernel.shaders()->size();
    if (count > kMoteMostShaders) return Wrong(name + std::to_string(count) + " shaders");
    code.local_size = UINT32_MAX;
    if (count == 0) return true;  // the CPU runs it
    for (const fb::Shader* shader : *kernel.shaders()) {
      const bool inside = shader->place() <= file_bytes_ && shader->bytes() <= file_bytes_ - shader->place();
      if (!inside || shader->place() % 4 != 0 || shader->bytes() % 4 != 0) {
        return Wrong(name + "its SPIR-V leaves the file or is misaligned");
      }
      if (shader->bytes() == 0) return Wrong(name + "no SPIR-V");
      if (shader->local_size() == 0) return Wrong(name + "no invocations");
      if (!AllowsFeatures(*shader)) return Wrong(name + "products in f16, which the program does not allow");
      for (uint32_t tiles = shader->tiles(); tiles != 0; tiles >>= 16) {
        const bool flat = code.groups == 0 && code.stages.size() == 1 && code.stages[0].kind == kMoteStageMap;
        const bool there = flat && (tiles & 0xff) < code.stages[0].lane_axes.size();
        if ((tiles >> 8 & 0xff) != 0 && !there) return Wrong(name + "a tile along a dimension that is not there");
      }
      const auto apart = std::count_if(code.operands.begin(), code.operands.end(), [](const auto& operand) { return !operand.written; });
      const auto most = std::min<int64_t>(apart, kMoteTexelOperands);
      const uint32_t texels = (shader->texels() & ((1u << kMoteTexelOperands) - 1)) | shader->texels() >> kMoteTexelOperands;
      if (texels >> most != 0) return Wrong(name + "texels of an operand that is written or not there");
      for (uint32_t w = 0; shader->constants() != nullptr && w < 32 * shader->constants()->size(); ++w) {
        const bool set = (shader->constants()->Get(w / 32) >> (w % 32) & 1) != 0;
        if (set && w >= static_cast<uint32_t>(code.param_words)) return Wrong(name + "a specialization constant of no parameter word");
      }
      if (shader->alignment() != 4 && shader->alignment() != 16) return Wrong(name + "operands at multiples of neither 4 nor 16 bytes");
      const bool rows = (shader->features() & kMoteLoneRows) != 0;
      code.local_size = std::min(code.local_size, rows ? uint32_t{kMoteLoneRowPoints} : shader->local_size());
      code.alignment = std::max(code.alignment, shader->alignment());
    }
    return true;
  }

  bool ReadBlocks() {
    const auto* table = in_.blocks();
    const auto* words = in_.words();
    if (table == nullptr || table->size() % 2 != 0) return Wrong("a broken block table");
    const size_t word_count = words == nullptr ? 0 : words->size();
    for (flatbuffers::uoffset_t b = 1; b < table->size(); b += 2) {
      levels_.push_back(table->Get(b) >> kMoteLevelShift);
      if (levels_.back() > kMoteMaxLevel) return Wrong("block " + std::to_string(b / 2) + " has level " + std::to_string(levels_.back()));
    }
    for (flatbuffers::uoffset_t b = 0; b < table->size(); b += 2) {
      const uint32_t first = table->Get(b), count = table->Get(b + 1) & kMoteBlockWords;
      if (first > word_count || count > word_count - first) return Wrong("block " + std::to_string(b / 2) + " leaves the steps");
      std::vector<ReadStep> steps;
      for (uint32_t at = first; at < first + count;) {
        const uint32_t left = first + count - at;
        const uint32_t length = words->Get(at) >> 16;
        if (length < 2 || length > left) {
          return Wrong("block " + std::to_string(b / 2) + ": the step at word " + std::to_string(at) + " leaves its block");
        }
        std::vector<uint32_t> step_words;
        for (uint32_t w = 0; w < length; ++w) step_words.push_back(words->Get(at + w));
        ReadStep step;
        step.word = at;
        if (!ReadOneStep(step_words, b / 2, step)) return false;
        steps.push_back(std::move(step));
        at += length;
      }
      out_.blocks.push_back(std::move(steps));
    }
    return true;
  }

  // The entry whose block it is: blocks of an entry end where those of the next one begin. -1: nobody's.
  int32_t OwnerOf(size_t block) const {
    int32_t owner = -1;
    for (const fb::Entry* entry : *in_.entries()) owner += entry->block() <= block ? 1 : 0;
    return owner;
  }

  bool ReadOneStep(const std::vector<uint32_t>& w, size_t block, ReadStep& step) {
    step.kind = w[0] & 0xff;
    const KindInfo* kind = FindCode(kKinds, step.kind);
    step.routine = FindCode(kRoutines, step.kind);
    step.name = "step at word " + std::to_string(step.word);
    if (kind == nullptr && step.routine == nullptr) return Wrong(step.name + " has an unknown kind");
    const uint32_t fields = step.routine != nullptr ? step.routine->geometry->fields : kind->fields;
    step.name += std::string(" (") + (step.routine != nullptr ? step.routine->name : kind->name) + ")";
    step.barrier = (w[0] >> 8 & kMoteStepFlagBarrier) != 0;
    const uint32_t kernel = w[1] & 0xffff, operands = w[1] >> 16;
    size_t at = 2 + (operands + 1) / 2;
    if (at + fields > w.size()) return Wrong(step.name + " is too short");
    for (uint32_t o = 0; o < operands; ++o) {
      step.operands.push_back(static_cast<int32_t>(w[2 + o / 2] >> (o % 2 * 16) & 0xffff));
      if (step.operands.back() >= static_cast<int32_t>(out_.views.size())) return Wrong(step.name + " names a view that is not there");
      if (!InEntry(step.operands.back(), OwnerOf(block))) return Wrong(step.name + " names a view beyond its entry's tensors");
    }
    if (step.kind == kWhile || step.kind == kConditional) return ReadControl(w, at, block, step);
    for (uint32_t f = 0; f < fields; ++f) step.fields.push_back(static_cast<int32_t>(w[at++]));
    if (step.kind == kCall) {
      const int64_t calls = in_.calls() == nullptr ? 0 : in_.calls()->size();
      const int64_t number = step.fields[kMoteCallNumber], inputs = step.fields[kMoteCallInputs];
      const bool fits = number >= 0 && number < calls && inputs >= 0 && inputs <= operands && at == w.size();
      return fits ? true : Wrong(step.name + " calls what is not there");
    }
    if (step.kind == kExchange) {
      step.params.assign(w.begin() + static_cast<ptrdiff_t>(at), w.end());
      const std::string wrong = kernel == kMoteNoKernel ? WrongMembers(step.fields, step.params, out_.members) : "names a kernel";
      return wrong.empty() ? true : Wrong(step.name + " " + wrong);
    }
    if (step.kind == kFixed) return kernel == kMoteNoKernel && at == w.size() ? true : Wrong(step.name + " has the wrong length");
    if (step.kind == kPipeline) {
      step.params.assign(w.begin() + static_cast<ptrdiff_t>(at), w.end());
      return kernel == kMoteNoKernel ? true : Wrong(step.name + " names a kernel");
    }
    if (step.kind == kCopy) return operands == 2 && at == w.size() ? true : Wrong(step.name + " has the wrong length");
    if (kernel >= out_.kernels.size()) return Wrong(step.name + " names a kernel that is not there");
    step.kernel = static_cast<int32_t>(kernel);
    return ReadParams(w, at, step);
  }

  // The blocks that a While or Conditional names, from word `at` on.
  bool ReadControl(const std::vector<uint32_t>& w, size_t at, size_t block, ReadStep& step) {
    if (step.kind == kConditional) ++at;
    const size_t count = step.kind == kConditional ? w[at - 1] : 2, behind = step.kind == kConditional ? 0 : 1;
    if (count == 0 || count + behind != w.size() - at) return Wrong(step.name + " names another number of blocks than it has");
    for (; at + behind < w.size(); ++at) {
      if (w[at] >= levels_.size() || levels_[w[at]] <= levels_[block]) return Wrong(step.name + ": bad block nesting");
      if (OwnerOf(w[at]) != OwnerOf(block)) return Wrong(step.name + " names a block of another entry");
      step.blocks.push_back(static_cast<int32_t>(w[at]));
    }
    return step.operands.size() == 1 ? true : Wrong(step.name + " has the wrong length");
  }

  // The parameters from word `at` on, and all operands, against the kernel.
  bool ReadParams(const std::vector<uint32_t>& w, size_t at, ReadStep& step) {
    const Microcode& code = out_.kernels[step.kernel];
    const auto operands = static_cast<int64_t>(step.operands.size());
    if (out_.vulkan && step.kind == kLaunch) {
      if (w.size() - at < kMoteDispatchFields) return Wrong(step.name + " is too short");
      if (code.local_size != UINT32_MAX) step.trips = w[at + kMoteDispatchTrips];  // else the CPU runs it
      at += kMoteDispatchFields;
    }
    step.params.assign(w.begin() + static_cast<ptrdiff_t>(at), w.end());
    if (step.kind == kSort && (step.fields[kMoteSortArrays] < 1 || step.fields[kMoteSortArrays] > operands / 2)) {
      return Wrong(step.name + " has fewer operands than arrays");
    }
    step.own = step.routine != nullptr ? 2 : step.kind == kSort ? 2 * static_cast<size_t>(step.fields[kMoteSortArrays]) : 0;
    if (static_cast<int32_t>(step.params.size()) != code.param_words) {
      return Wrong(step.name + " has another number of parameters than its kernel");
    }
    if (step.operands.size() != code.operands.size() + step.own) {
      return Wrong(step.name + " has another number of operands than its kernel");
    }
    if (code.epilogue && step.routine == nullptr) return Wrong(step.name + " runs an epilogue without a routine");
    if (!code.epilogue && step.routine != nullptr) return Wrong(step.name + " is a routine whose kernel does not take its sums");
    for (size_t k = 0; k < code.operands.size(); ++k) {
      const PlacedView& v = out_.views[step.operands[step.own + k]];
      if (v.type != code.operands[k].type) {
        return Wrong(step.name + ": operand " + std::to_string(step.own + k) + " has another element type than its kernel says");
      }
    }
    return true;
  }

  bool ReadEntries() {
    for (flatbuffers::uoffset_t e = 0; e < in_.entries()->size(); ++e) {
      const fb::Entry& entry = *in_.entries()->Get(e);
      ReadVariantResult::Entry read;
      read.block = entry.block();
      if (read.block >= static_cast<int32_t>(out_.blocks.size())) return Wrong("an entry names a block that is not there");
      const auto collect = [&](const flatbuffers::Vector<uint16_t>* list, std::vector<int32_t>& views) {
        for (flatbuffers::uoffset_t i = 0; list != nullptr && i < list->size(); ++i) views.push_back(list->Get(i));
        return std::all_of(views.begin(), views.end(), [&](int32_t v) { return v < static_cast<int32_t>(out_.views.size()); });
      };
      if (!collect(entry.input_views(), read.inputs) || !collect(entry.output_views(), read.outputs)) {
        return Wrong("an entry names a view that is not there");
      }
      for (const std::vector<int32_t>* views : {&read.inputs, &read.outputs}) {
        if (!std::all_of(views->begin(), views->end(), [&](int32_t v) { return InEntry(v, static_cast<int32_t>(e)); })) {
          return Wrong("a tensor of an entry is not as long as its view");
        }
      }
      if (e > 0 && read.block <= out_.entries.back().block) return Wrong("entries are not in the order of their blocks");
      for (flatbuffers::uoffset_t l = 0; entry.loops() != nullptr && l < entry.loops()->size(); ++l) {
        if (!ReadLoop(*entry.loops()->Get(l), static_cast<int32_t>(e))) return false;
      }
      out_.entries.push_back(std::move(read));
    }
    return true;
  }

  // A While step, or a chain of launches and copies, as one workgroup runs it.
  bool ReadLoop(const fb::Loop& loop, int32_t entry) {
    const std::string name = "loop at word " + std::to_string(loop.word()) + ": ";
    const ReadStep* step = nullptr;
    std::span<const ReadStep> rest;  // of its block, from the step on
    for (size_t b = 0; b < out_.blocks.size(); ++b) {
      for (const ReadStep& s : out_.blocks[b]) {
        if (s.word != loop.word() || OwnerOf(b) != entry) continue;
        step = &s;
        rest = std::span(step, out_.blocks[b].data() + out_.blocks[b].size());
      }
    }
    const fb::Shader* shader = loop.shader();
    if (!out_.vulkan || step == nullptr || shader == nullptr) return Wrong(name + "no step of its entry with a shader");
    const bool inside = shader->place() <= file_bytes_ && shader->bytes() <= file_bytes_ - shader->place();
    const bool words = shader->place() % 4 == 0 && shader->bytes() % 4 == 0 && shader->bytes() != 0;
    if (!inside || !words || shader->local_size() == 0) return Wrong(name + "a shader that is not there");
    if (!AllowsFeatures(*shader)) return Wrong(name + "products in f16, which the program does not allow");
    if (shader->alignment() != 4 && shader->alignment() != 16) return Wrong(name + "operands at multiples of neither 4 nor 16 bytes");
    if (step->kind != kWhile) {
      const int64_t trips = loop.turns() < 2 || loop.turns() > rest.size() ? -1 : LoopTrips(rest.first(loop.turns()), *shader, name);
      if (trips >= 0 && trips <= loop.trips() && loop.trips() <= kMoteMaxTrips) return true;
      return Wrong(name + std::to_string(trips) + " iterations in a chain of " + std::to_string(loop.turns()) + " steps");
    }
    const int64_t asked = LoopTrips(out_.blocks[step->blocks[0]], *shader, name);
    const int64_t body = LoopTrips(out_.blocks[step->blocks[1]], *shader, name);
    const int64_t turns = loop.turns(), trips = (1 + asked) * (1 + turns) + body * turns;
    if (asked < 0 || body < 0) return false;
    if (turns < 1 || turns > kMoteMaxTrips || loop.trips() > kMoteMaxTrips || trips > loop.trips()) {
      return Wrong(name + std::to_string(trips) + " iterations in " + std::to_string(turns) + " turns, where it says " +
                   std::to_string(loop.trips()));
    }
    return true;
  }

  // Iterations of one invocation in steps, below 0 where there is one that no workgroup runs.
  int64_t LoopTrips(std::span<const ReadStep> steps, const fb::Shader& shader, const std::string& name) {
    int64_t trips = 0;
    for (const ReadStep& step : steps) {
      const auto share = [&](int64_t points) { return (points + shader.local_size() - 1) / shader.local_size(); };
      for (const int32_t view : step.operands) {
        if (out_.views[view].offset % shader.alignment() != 0) return Wrong(name + step.name + " has a misaligned operand"), -1;
      }
      if (step.kind == kCopy) {
        trips += share(out_.views[step.operands[1]].bytes / 4);
        continue;
      }
      if (step.kind != kLaunch || step.trips < 0) return Wrong(name + step.name + " is nothing that a shader does"), -1;
      const Microcode& code = out_.kernels[step.kernel];
      const bool flat = code.groups == 0 && code.stages.size() == 1 && code.stages[0].kind == kMoteStageMap;
      int64_t domain = 1;
      const auto take = [&](int32_t axis) { domain = std::min(kMost32, domain * ExtentOf(code, step.params, axis)); };
      if (flat) std::for_each(code.stages[0].lane_axes.begin(), code.stages[0].lane_axes.end(), take);
      for (int32_t group = 0; group < static_cast<int32_t>(code.groups); ++group) take(group);
      trips = std::min(kMost32, trips + (flat ? share(domain) : domain) * (1 + step.trips));
    }
    return trips;
  }
  static constexpr int64_t kMost32 = int64_t{1} << 32;

  const fb::Variant& in_;
  uint64_t tables_end_, file_bytes_;
  std::vector<uint32_t> levels_;  // of blocks
  std::vector<int64_t> region_ends_;  // in the arena; at least one
  ReadVariantResult& out_;
  std::vector<std::string>& problems_;
};

}  // namespace

int64_t ElementBytes(uint32_t type) {
  switch (type) {
#define MOTE_ELEMENT_TYPE(id, code, hlo, mlir, bits, bytes, klass) \
  case code: return bytes;
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
    default: return 0;
  }
}

bool ReadVariant(const fb::Variant& variant, uint64_t tables_end, uint64_t file_bytes, ReadVariantResult& out,
                 std::vector<std::string>& problems) {
  return Reader(variant, tables_end, file_bytes, out, problems).Read();
}

}  // namespace mote::audit
