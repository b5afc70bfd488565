// Proves the loops and chains of an entry: their shaders lie in the file, their blocks and steps hold nothing but launches and copies, and
// no invocation makes more iterations than a launch may.
#include "vulkan/loops.h"

#include "core/kernel_code.h"
#include "core/step_work.h"
#include "schema/vulkan_layout.h"
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

using namespace mote::runtime;

constexpr uint64_t kTooMany = uint64_t{kMoteMaxTrips} + 1;  // where counting stops
constexpr uint32_t kNoBlock = UINT32_MAX;
constexpr uint32_t kMostTexels = kMoteTexelOperands;
constexpr uint32_t kMostLaunches = 4096;                    // of a counted loop; longer ones are launched turn by turn

uint64_t Capped(uint64_t trips) { return trips < kTooMany ? trips : kTooMany; }

class LoopProver {
 public:
  LoopProver(const mote_vulkan_device& device, const mote_program& program, const EntryInfo& entry, const bool* usable)
      : device_(device), program_(program), entry_(entry), usable_(usable) {}

  // Kept is whether the device runs it whole.
  mote_status Prove(const FlatTable& table, FlatReader* reader, WholeLoop* loop, bool* kept) {
    const uint32_t word = static_cast<uint32_t>(reader->Number(table, kLoopWord, 4));
    const uint32_t turns = static_cast<uint32_t>(reader->Number(table, kLoopTurns, 4));
    const uint32_t trips = static_cast<uint32_t>(reader->Number(table, kLoopTrips, 4));
    const ShaderInfo shader = ShaderIn(program_, reader->Table(table, kLoopShader));
    if (reader->failed() || !FindStep(word)) return Failure(MOTE_MALFORMED, Site::kStepFields, word);
    const bool inside = shader.place <= program_.file_bytes && shader.bytes <= program_.file_bytes - shader.place;
    if (!inside || shader.place % 4 != 0 || shader.bytes % 4 != 0 || shader.bytes == 0 || shader.local_size == 0 ||
        (shader.alignment != 4 && shader.alignment != 16)) {
      return Failure(MOTE_MALFORMED, Site::kShaderPlace, word);
    }
    if ((shader.features & kMoteFloat16) != 0 && !AllowsFloat16(program_)) return Failure(MOTE_MALFORMED, Site::kShaderPlace, word);
    const bool chain = step_.kind != StepKind::kWhile;
    *loop = {word, chain ? turns : 0, kNoBlock, kNoBlock, 0, 1, 0, false, 0, 0, {}};
    *kept = Fits(device_, shader);
    local_size_ = shader.local_size;
    alignment_ = shader.alignment;
    read_ = 0;
    uint64_t most = 0;  // trips
    MOTE_TRY(chain ? ProveChain(loop, &most, kept) : ProveTurns(turns, loop, &most, kept));
    if (trips > kMoteMaxTrips || most > trips) return Failure(MOTE_MALFORMED, Site::kStepFields, word);
    const uint32_t texels = ((1u << (read_ < kMostTexels ? read_ : kMostTexels)) - 1) * (1u << kMoteTexelOperands | 1u);
    if ((shader.texels & ~texels) != 0) return Failure(MOTE_MALFORMED, Site::kShaderPlace, word);
    const auto* words = reinterpret_cast<const uint32_t*>(program_.file + shader.place);
    loop->shader = {words, shader.bytes, shader.local_size, 1, 0, shader.texels, 0, nullptr, 0};
    return Done();
  }

 private:
  mote_status ProveTurns(uint32_t turns, WholeLoop* loop, uint64_t* trips, bool* kept) {
    loop->condition = step_.fields[kMoteWhileCondition], loop->body = step_.fields[kMoteWhileBody];
    loop->operands = 1;
    loop->turns = turns;
    uint64_t asked = 1, body = 0;
    const bool steps = AddSteps(BlockOf(program_, loop->condition), loop, &asked, kept) &&
                       AddSteps(BlockOf(program_, loop->body), loop, &body, kept);
    if (!steps || turns == 0 || turns > kMoteMaxTrips) return Failure(MOTE_MALFORMED, Site::kStepFields, loop->word);
    *trips = asked + turns * (asked + body);
    loop->most = step_.fields[kMoteWhileMost];
    loop->counted = (step_.flags & kMoteStepFlagCounted) != 0;
    loop->rest = loop->most != 0 ? (loop->most - 1) % turns : 0;
    *kept = *kept && loop->most / turns <= kMostLaunches && HasOneCaller(program_, entry_, loop->condition) &&
            HasOneCaller(program_, entry_, loop->body);
    return Done();
  }

  mote_status ProveChain(WholeLoop* loop, uint64_t* trips, bool* kept) {
    const BlockRange rest = {loop->word, block_end_ - loop->word, 0};
    const bool steps = loop->steps > 1 && AddSteps(rest, loop, trips, kept);
    // Apart they can be cut, and have times of their own.
    *kept = *kept && loop->turn_work <= device_.submission_work && device_.options.times == 0;
    return steps ? Done() : Failure(MOTE_MALFORMED, Site::kStepFields, loop->word);
  }

  bool FindStep(uint32_t word) {
    for (uint32_t block = entry_.block; block < entry_.end; ++block) {
      const BlockRange range = BlockOf(program_, block);
      const uint32_t end = range.first + range.count;
      if (word < range.first || word >= end) continue;
      for (uint32_t at = range.first; at <= word; at += step_.length) {
        if (!ReadStep(program_, at, end, &step_)) return false;
        block_end_ = end;
        if (at == word) return true;
      }
    }
    return false;
  }

  // Trips of all steps, of a chain as many as it has, one behind the other. False where there is one that no workgroup does, or too few.
  bool AddSteps(BlockRange range, WholeLoop* loop, uint64_t* trips, bool* kept) {
    const uint32_t end = range.first + range.count;
    StepView step;
    uint32_t left = loop->steps;
    for (uint32_t at = range.first; at < end && (loop->steps == 0 || left != 0); at += step.length, --left) {
      if (!ReadStep(program_, at, end, &step)) return false;
      if (step.kind != StepKind::kLaunch && step.kind != StepKind::kCopy) return false;
      if (step.kind == StepKind::kLaunch) *kept = *kept && usable_[step.kernel];
      loop->operands += step.operands;
      for (uint32_t i = 0; i < step.operands; ++i) {
        const ViewInfo view = ViewOf(program_, step.operand(i));
        if (view.offset % alignment_ != 0) return false;
        read_ += view.space == kMoteConstant || view.space == kMoteInput;
      }
      loop->turn_work = AddWork(loop->turn_work, WorkOf(program_, step));
      *trips = Capped(*trips + TripsOf(step));
    }
    return loop->steps == 0 || left == 0;
  }

  // A copy goes word by word, a flat kernel point by point, any other group by group.
  uint64_t TripsOf(const StepView& step) const {
    if (step.kind == StepKind::kCopy) return ShareOf(ViewOf(program_, step.operand(1)).bytes / 4);
    const KernelCode code = KernelCodeOf(program_, step.kernel);
    const uint64_t each = uint64_t{1} + step.fields[kMoteDispatchTrips], domain = DomainOf(code, step.params, 0);
    return Capped((IsFlat(code) ? ShareOf(domain) : domain) * each);
  }
  uint64_t ShareOf(uint64_t points) const { return (points + local_size_ - 1) / local_size_; }

  const mote_vulkan_device& device_;
  const mote_program& program_;
  const EntryInfo& entry_;
  const bool* usable_;
  StepView step_ = {};
  uint32_t block_end_ = 0;  // of its block
  uint64_t local_size_ = 1;
  uint32_t alignment_ = 4;
  uint32_t read_ = 0;  // operands that no step may write
};

}  // namespace

bool HasOneCaller(const mote_program& program, const EntryInfo& entry, uint32_t block) {
  uint32_t callers = 0;
  for (uint32_t from = entry.block; from < entry.end; ++from) {
    const BlockRange range = BlockOf(program, from);
    const uint32_t end = range.first + range.count;
    StepView step;
    for (uint32_t at = range.first; at < end && ReadStep(program, at, end, &step); at += step.length) {
      if (step.kind == StepKind::kWhile) {
        callers += (step.fields[kMoteWhileCondition] == block) + (step.fields[kMoteWhileBody] == block);
      }
      for (uint32_t i = 0; step.kind == StepKind::kConditional && i < step.param_count; ++i) callers += step.params[i] == block;
    }
  }
  return callers == 1;
}

bool IsSeenWhole(const mote_vulkan_device& device, const mote_program& program, const EntryInfo& entry) {
  uint64_t largest = program.constants_bytes + (uint64_t{1} << 24);  // and parameter blocks
  const uint64_t arena = program.arena_bytes + uint64_t{program.state_bytes} + 8192;
  largest = arena > largest ? arena : largest;
  uint64_t tensors = 0;
  for (uint32_t i = 0; i < entry.inputs + entry.outputs; ++i) {
    mote_tensor tensor = {};
    const bool output = i >= entry.inputs;
    if (TensorOf(program, entry, output, output ? i - entry.inputs : i, &tensor)) tensors += tensor.bytes + 256;
  }
  largest = tensors > largest ? tensors : largest;
  return largest <= device.properties.limits.maxStorageBufferRange;
}

mote_status FindLoops(const mote_vulkan_device& device, const mote_program& program, const EntryInfo& entry, const bool* usable,
                      WholeLoops* loops) {
  FlatReader reader(program.flat, program.flat_bytes);
  const FlatVector tables = reader.Vector(entry.table, kEntryLoops, 2);
  if (reader.failed() || tables.count > program.word_count) return Failure(MOTE_MALFORMED, Site::kStepFields, tables.count);
  if (tables.count == 0) return Done();
  loops->all = Allocate<WholeLoop>(tables.count);
  if (!loops->all) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, tables.count);
  const bool seen = IsSeenWhole(device, program, entry);
  LoopProver prover(device, program, entry, usable);
  for (uint32_t i = 0; i < tables.count; ++i) {
    WholeLoop loop = {};
    bool kept = false;
    MOTE_TRY(prover.Prove(reader.TableOf(tables, i), &reader, &loop, &kept));
    if (kept && seen && !loops->At(loop.word)) loops->all[loops->count++] = loop;
  }
  return Done();
}

}  // namespace mote::vulkan
