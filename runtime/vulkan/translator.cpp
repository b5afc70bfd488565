// A program's Vulkan variant as a Recording: views become places in the four buffers, steps become launches and copies, runs of them
// between decisions and steps of the host become segments.
#include "core/step_work.h"
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

using namespace mote::runtime;

constexpr uint64_t kTensorUnit = 256;

class Translator {
 public:
  Translator(mote_vulkan_instance* instance, const uint8_t* first, bool trial)
      : device_(instance->origin.device), program_(*instance->origin.program), instance_(instance), first_(first), trial_(trial) {}
  ~Translator() {
    Release(shaders_);
    Release(tried_);
    Release(usable_);
    Release(places_);
    Release(loop_types_);
    Release(counts_);
  }

  mote_status Translate(uint32_t entry_number) {
    const EntryInfo entry = EntryOf(program_, entry_number);
    MOTE_TRY(PlaceTensors(entry));
    MOTE_TRY(ChooseShaders());
    if (!trial_) MOTE_TRY(FindLoops(*device_, program_, entry, usable_, &instance_->loops));
    if (!trial_ && !IsTimed()) {
      MOTE_TRY(FindGatedLoops(*device_, program_, entry, shaders_, instance_->loops, &instance_->gated));
    }
    MOTE_TRY(AddLoopShaders());
    MOTE_TRY(FindRoom(entry));
    MOTE_TRY(FindCounted(entry));
    MOTE_TRY(CreateRecording());
    MOTE_TRY(BindHost(entry));
    MOTE_TRY(WantLaunches(entry));
    MOTE_TRY(MakePipelines(&instance_->recording));
    open_ = true;  // segment 0
    for (uint32_t block = entry.block; block < entry.end; ++block) {
      if (instance_->loops.HasBlock(block) || instance_->gated.HasBlock(block)) continue;
      MOTE_TRY(trial_ ? RecordTrials(block) : RecordBlock(block));
      open_ = false;
    }
    if (program_.state_bytes && !trial_) {
      MOTE_TRY(RecordingSplit(&instance_->recording));
      RecordClear(&instance_->recording, instance_->state_offset);
      instance_->clear_segment = instance_->recording.segment;
    }
    MOTE_TRY(RecordingFinish(&instance_->recording));
    MOTE_TRY(RecordEnds(&instance_->recording, TensorsOf(*instance_)));
    return RecordingUpload(&instance_->recording, program_.constants, program_.constants_bytes);
  }

 private:
  // Segments whose times are taken may not run twice in a submission.
  bool IsTimed() const { return device_->options.times && device_->facts.timestamps; }

  // The state stands behind the arena, in one buffer, and behind it the gates' table.
  mote_status CreateRecording() {
    Recording* recording = &instance_->recording;
    instance_->state_offset = (program_.arena_bytes + kTensorUnit - 1) / kTensorUnit * kTensorUnit;
    const uint64_t arena = program_.state_bytes ? instance_->state_offset + program_.state_bytes : program_.arena_bytes;
    gate_ = {kArena, (arena + kTensorUnit - 1) / kTensorUnit * kTensorUnit, kGateTableBytes};
    const mote_vulkan_instance* shared = instance_->origin.state_of;
    const Buffer* const theirs = shared && !trial_ ? &shared->recording.buffers[kArena] : nullptr;
    if (theirs && theirs->size < gate_.offset + gate_.bytes) instance_->gated.count = 0;
    RecordingShape shape = {};
    shape.sizes[kConstants] = program_.constants_bytes;
    shape.sizes[kArena] = instance_->gated.count != 0 ? gate_.offset + gate_.bytes : arena;
    shape.sizes[kInputs] = input_bytes_;
    shape.sizes[kOutputs] = output_bytes_;
    shape.blocks_bytes = blocks_bytes_;
    shape.shaders = shaders_;
    shape.kernel_count = program_.kernels.count + instance_->loops.count + (instance_->gated.all != nullptr);
    shape.segment_room = segment_room_;
    shape.mirror = trial_ || instance_->host_steps + instance_->exchange_steps != 0;
    shape.constants = program_.constants;
    shape.arena = theirs;
    if (IsTimed()) shape.timed_room = instance_->device_steps + instance_->host_steps;
    shape.repeats = (counted_ || instance_->loops.count + instance_->gated.count != 0) && shape.timed_room == 0;
    return RecordingCreate(device_, shape, recording);
  }

  // The instance that the executor walks, over the host's side of the buffers.
  mote_status BindHost(const EntryInfo& entry) {
    mote_instance& host = instance_->host;
    host.program = &program_;
    host.driver = &kVulkanDriver;
    host.entry = entry;
    host.arena[0] = RecordingHost(&instance_->recording, kArena);
    host.kept = host.arena[0] ? host.arena[0] + instance_->state_offset : nullptr;
    host.tensors = Allocate<uint8_t*>(size_t{entry.inputs} + entry.outputs);
    host.scratch = Allocate<uint8_t>(host_scratch_);
    host.scratch_bytes = host_scratch_;
    if (!host.tensors || !host.scratch) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, host_scratch_);
    for (uint32_t i = 0; i < entry.inputs + entry.outputs; ++i) {
      host.tensors[i] = RecordingHost(&instance_->recording, i < entry.inputs ? kInputs : kOutputs) + instance_->tensor_offsets[i];
    }
    return Done();
  }

  mote_status PlaceTensors(const EntryInfo& entry) {
    mote_vulkan_instance* in = instance_;
    in->inputs = entry.inputs;
    in->outputs = entry.outputs;
    in->tensor_offsets = Allocate<uint64_t>(size_t{entry.inputs} + entry.outputs);
    in->tensor_bytes = Allocate<uint64_t>(size_t{entry.inputs} + entry.outputs);
    if (!in->tensor_offsets || !in->tensor_bytes) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, entry.inputs + entry.outputs);
    for (uint32_t i = 0; i < entry.inputs + entry.outputs; ++i) {
      const bool output = i >= entry.inputs;
      mote_tensor tensor = {};
      if (!TensorOf(program_, entry, output, output ? i - entry.inputs : i, &tensor)) {
        return Failure(MOTE_MALFORMED, Site::kVulkanTensorSize, i);
      }
      uint64_t& end = output ? output_bytes_ : input_bytes_;
      in->tensor_offsets[i] = end;
      in->tensor_bytes[i] = tensor.bytes;
      end += (tensor.bytes + kTensorUnit - 1) / kTensorUnit * kTensorUnit;
    }
    return Done();
  }

  // The most operands of a step, what parameter blocks and the host's kernels need, and how many segments there are.
  mote_status FindRoom(const EntryInfo& entry) {
    uint32_t most = 2;  // a gate's
    segment_room_ = 3;
    for (uint32_t i = 0; i < instance_->loops.count; ++i) {
      const WholeLoop& loop = instance_->loops.all[i];
      most = loop.operands > most ? loop.operands : most;
      ++segment_room_;
      blocks_bytes_ += 3 * BlockBytes(LaunchOf(loop, &loop.turns));
    }
    for (uint32_t block = entry.block; block < entry.end; ++block) {
      MOTE_TRY(ForEachStep(BlockOf(program_, block), [&](const StepView& step) {
        most = step.operands > most ? step.operands : most;
        if (step.kind == StepKind::kExchange) {
          segment_room_ += 3;
          ++instance_->exchange_steps;
        } else if (IsControl(step)) {
          segment_room_ += 3;
          ++instance_->device_steps;
        } else if (OnHost(step)) {
          segment_room_ += 3;
          ++instance_->host_steps;
          if (step.kernel == kMoteNoKernel) return Done();
          NeedScratch(step);
        } else {
          ++instance_->device_steps;
          if (trial_ && step.kind == StepKind::kLaunch) NeedScratch(step);
          if (step.kind == StepKind::kLaunch && device_->submission_work != UINT64_MAX) {
            segment_room_ += LaunchPieces(*device_, WorkOf(program_, step));
          }
          segment_room_ += trial_;
        }
        return Done();
      }));
      ++segment_room_;
    }
    places_ = Allocate<Place>(most);
    loop_types_ = Allocate<uint8_t>(most);
    counts_ = Allocate<uint32_t>(most);
    instance_->submissions = Allocate<Submission>(program_.word_count + size_t{1});
    instance_->shaders = Allocate<int8_t>(program_.word_count + size_t{1});
    instance_->pending_room = segment_room_ + 2 + kLoopRoom;
    instance_->pending = Allocate<uint32_t>(instance_->pending_room);
    instance_->ends = Allocate<uint32_t>(size_t{segment_room_} + 2);
    const bool own = places_ && loop_types_ && counts_, all = instance_->submissions && instance_->shaders && instance_->pending;
    if (!own || !all || !instance_->ends) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, program_.word_count);
    for (uint32_t block = entry.block; block < entry.end; ++block) {
      MOTE_TRY(ForEachStep(BlockOf(program_, block), [&](const StepView& step) {
        if (step.kind == StepKind::kLaunch && !OnHost(step)) blocks_bytes_ += BlockBytes(LaunchOf(step));
        return Done();
      }));
    }
    return Done();
  }

  void NeedScratch(const StepView& step) {
    const int64_t bytes = MoteMicrocodeScratch(KernelCodeOf(program_, step.kernel).words, program_.strip);
    if (bytes > host_scratch_) host_scratch_ = static_cast<uint32_t>(bytes);
  }

  static bool IsControl(const StepView& step) { return step.kind == StepKind::kWhile || step.kind == StepKind::kConditional; }

  // Loops that say how often they turn, whose conditions do nothing but compute.
  mote_status FindCounted(const EntryInfo& entry) {
    for (uint32_t block = entry.block; block < entry.end; ++block) {
      MOTE_TRY(ForEachStep(BlockOf(program_, block), [&](const StepView& step) {
        if (step.kind != StepKind::kWhile || (step.flags & kMoteStepFlagCounted) == 0 || step.fields[kMoteWhileMost] == 0) return Done();
        if (instance_->loops.At(WordOf(step))) return Done();
        bool counted = true;
        MOTE_TRY(ForEachStep(BlockOf(program_, step.fields[kMoteWhileCondition]), [&](const StepView& asked) {
          counted &= !OnHost(asked);
          return Done();
        }));
        instance_->submissions[WordOf(step)].counted = counted;
        counted_ |= counted;
        return Done();
      }));
    }
    return Done();
  }

  // Calls, and launches of kernels that have no shader for this device.
  bool OnHost(const StepView& step) const {
    return step.kind == StepKind::kLaunch ? shaders_[step.kernel].words == nullptr : step.kind != StepKind::kCopy;
  }

  mote_status ChooseShaders() {
    const uint32_t count = program_.kernels.count;
    shaders_ = Allocate<Shader>(count);
    tried_ = Allocate<bool>(count);
    usable_ = Allocate<bool>(count);
    if (!shaders_ || !tried_ || !usable_) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, count);
    for (uint32_t k = 0; k < count; ++k) {
      usable_[k] = ChooseShader(*device_, program_, k, first_ ? first_[k] : 0, &shaders_[k]) && (!first_ || first_[k] == 0);
    }
    return Done();
  }

  // Behind those of the kernels, and last the gate's.
  mote_status AddLoopShaders() {
    const uint32_t kernels = program_.kernels.count, loops = instance_->loops.count;
    if (loops == 0 && !instance_->gated.all) return Done();
    Shader* all = Allocate<Shader>(size_t{kernels} + loops + 1);
    if (!all) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, loops);
    all[kernels + loops] = GateShader();
    for (uint32_t i = 0; i < kernels + loops; ++i) all[i] = i < kernels ? shaders_[i] : instance_->loops.all[i - kernels].shader;
    Release(shaders_);
    shaders_ = all;
    return Done();
  }

  // Those that are recorded below: of trials each kernel's first, of loops and chains that run whole one.
  mote_status WantLaunches(const EntryInfo& entry) {
    Recording* recording = &instance_->recording;
    for (uint32_t block = entry.block; block < entry.end; ++block) {
      if (instance_->loops.HasBlock(block)) continue;
      uint32_t chained = 0;
      MOTE_TRY(ForEachStep(BlockOf(program_, block), [&](const StepView& step) {
        if (chained != 0) return --chained, Done();
        if (const WholeLoop* whole = instance_->loops.At(WordOf(step))) {
          chained = whole->steps != 0 ? whole->steps - 1 : 0;
          return WantLaunch(recording, LaunchOf(*whole, &whole->turns));
        }
        if (step.kind != StepKind::kLaunch || OnHost(step) || (trial_ && recording->pipelines[step.kernel])) return Done();
        return WantLaunch(recording, LaunchOf(step));
      }));
    }
    return Done();
  }

  void Begin(const StepView& step, bool on_host, bool counted = false) {
    instance_->submissions[step.words - program_.words] = {instance_->recording.segment + 1, on_host, counted, 0, 0};
  }

  mote_status RecordBlock(uint32_t block) {
    uint32_t chained = 0;  // steps that a chain has run
    bool behind_chain = false;
    return ForEachStep(BlockOf(program_, block), [&](const StepView& step) {
      if (chained != 0) return --chained, Done();
      if (IsControl(step)) return RecordDecision(step);
      if (OnHost(step)) return RecordHostStep(step);
      if (!open_) {
        MOTE_TRY(RecordingSplit(&instance_->recording));
        Begin(step, false);
        open_ = true;
      }
      // What stands in front of a barrier inside of a chain stands in front of none behind it.
      const bool barrier = (step.flags & kMoteStepFlagBarrier) != 0 || behind_chain;
      const WholeLoop* chain = instance_->loops.At(WordOf(step));
      behind_chain = chain != nullptr;
      Recording* recording = &instance_->recording;
      RecordBegin(recording, WordOf(step));
      if (chain) {
        chained = chain->steps - 1;
        MOTE_TRY(RecordLaunch(recording, LaunchOf(*chain, &chain->turns)));
      } else if (step.kind == StepKind::kCopy) {
        MOTE_TRY(RecordCopy(recording, PlaceOf(step.operand(0)), PlaceOf(step.operand(1)), barrier));
      } else {
        Launch launch = LaunchOf(step);
        launch.barrier = barrier;
        MOTE_TRY(RecordLaunch(recording, launch));
      }
      RecordEnd(recording);
      return Done();
    });
  }

  uint32_t WordOf(const StepView& step) const { return static_cast<uint32_t>(step.words - program_.words); }

  // Each kernel's first launch by itself: its operands come from the host, and go back.
  mote_status RecordTrials(uint32_t block) {
    Recording* recording = &instance_->recording;
    return ForEachStep(BlockOf(program_, block), [&](const StepView& step) {
      if (step.kind != StepKind::kLaunch || OnHost(step) || tried_[step.kernel]) return Done();
      tried_[step.kernel] = true;
      MOTE_TRY(RecordingSplit(recording));
      Begin(step, false);
      const Launch launch = LaunchOf(step);
      RecordTransfers(recording, launch.operands, launch.operand_count, false);
      MOTE_TRY(RecordLaunch(recording, launch));
      uint32_t written = 0;
      for (uint32_t i = 0; i < launch.operand_count; ++i) {
        if (launch.operand_types[i] & kOperandWritten) places_[written++] = places_[i];
      }
      RecordTransfers(recording, places_, written, true);
      return Done();
    });
  }

  // The host looks at what this segment leaves once it has run.
  void SetEnd(const StepView& step, LoopEnd end) {
    instance_->ends[instance_->recording.segment] = (WordOf(step) + 1) << 1 | static_cast<uint32_t>(end);
  }

  // A launch of so many turns that the limits allow. For a loop of known turns another of those that are left in front of the last one, and
  // one of that: behind each of the two it is asked.
  mote_status RecordLoop(const StepView& step, const WholeLoop& loop) {
    const uint32_t known[] = {loop.turns, loop.rest, kOneTurn};
    Recording* recording = &instance_->recording;
    for (uint32_t i = 0; i < (loop.most != 0 ? 3u : 1u); ++i) {
      MOTE_TRY(RecordingSplit(recording));
      if (i == 0) instance_->submissions[WordOf(step)] = {recording->segment + 1, 0, 0, 1, 0};
      RecordBegin(recording, WordOf(step));
      MOTE_TRY(RecordLaunch(recording, LaunchOf(loop, &known[i])));
      RecordEnd(recording);
      if (i == 0 && loop.most != 0) continue;
      MOTE_TRY(RecordFlag(recording, PlaceOf(step.operand(0))));
      const LoopEnd end = i == 1 ? LoopEnd::kBeforeLast : LoopEnd::kLast;
      if (i == 2 || (i == 1 && loop.counted)) SetEnd(step, end);
    }
    open_ = false;
    return Done();
  }

  // One dispatch of a gated turn, whose workgroups are noted in the table.
  mote_status RecordGatedLaunch(Launch launch, uint32_t* words) {
    launch.indirect = gate_.offset + *words * sizeof *table_;
    if (device_->options.validation) RecordIndirectBarrier(&instance_->recording);  // to it a buffer is one place, as in Order
    table_[(*words)++] = static_cast<uint32_t>(GroupsOf(instance_->recording.shaders[launch.kernel], launch));
    table_[(*words)++] = 1;
    table_[(*words)++] = 1;
    return RecordLaunch(&instance_->recording, launch);
  }

  Launch GatedCopy(const StepView& step, Place* places, uint32_t* params) const {
    places[0] = PlaceOf(step.operand(0)), places[1] = PlaceOf(step.operand(1));
    Launch launch = GateLaunch(instance_->recording.kernel_count - 1, places, 0, params);
    launch.barrier = (step.flags & kMoteStepFlagBarrier) != 0;
    return launch;
  }

  mote_status RecordGatedBlock(uint32_t block, uint32_t* words) {
    return ForEachStep(BlockOf(program_, block), [&](const StepView& step) {
      Place places[2];
      uint32_t params[kGateParams];
      return RecordGatedLaunch(step.kind == StepKind::kCopy ? GatedCopy(step, places, params) : LaunchOf(step), words);
    });
  }

  // Three segments: a turn; the table that it is dispatched by, as it is before the first one; how many the gate let through.
  mote_status RecordGatedLoop(const StepView& step, const GatedLoop& loop) {
    Recording* recording = &instance_->recording;
    MOTE_TRY(RecordingSplit(recording));
    instance_->submissions[WordOf(step)] = {recording->segment + 1, 0, 0, 0, 1};
    RecordIndirectBarrier(recording);
    uint32_t words = kGateHeadWords, params[kGateParams];
    MOTE_TRY(RecordGatedBlock(loop.condition, &words));
    const Place places[] = {PlaceOf(step.operand(0)), gate_};
    Launch gate = GateLaunch(recording->kernel_count - 1, places, loop.dispatches * kGateEntryWords, params);
    gate.barrier = true;
    MOTE_TRY(RecordGatedLaunch(gate, &words));
    RecordIndirectBarrier(recording);
    MOTE_TRY(RecordGatedBlock(loop.body, &words));
    MOTE_TRY(RecordingSplit(recording));
    RecordTable(recording, gate_.offset, table_, words);
    MOTE_TRY(RecordingSplit(recording));
    open_ = false;
    return RecordFlag(recording, {gate_.binding, gate_.offset, 4});
  }

  // What decides is read in a segment of its own; of a loop that is counted before its last turn and behind it.
  mote_status RecordDecision(const StepView& step) {
    if (const WholeLoop* loop = instance_->loops.At(WordOf(step))) return RecordLoop(step, *loop);
    if (const GatedLoop* loop = instance_->gated.At(WordOf(step))) return RecordGatedLoop(step, *loop);
    const bool counted = instance_->submissions[WordOf(step)].counted;
    for (uint32_t times = 0; times <= counted; ++times) {
      MOTE_TRY(RecordingSplit(&instance_->recording));
      MOTE_TRY(RecordFlag(&instance_->recording, PlaceOf(step.operand(0))));
      if (times == 0) Begin(step, false, counted);
      if (counted) SetEnd(step, times == 0 ? LoopEnd::kBeforeLast : LoopEnd::kLast);
    }
    open_ = false;
    return Done();
  }

  // Two segments: the operands come to the host, and go back. What the step does not write keeps its value.
  mote_status RecordHostStep(const StepView& step) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < step.operands; ++i) {
      const Place place = PlaceOf(step.operand(i));
      if (place.binding == kArena || place.binding == kOutputs) places_[count++] = place;
    }
    Recording* recording = &instance_->recording;
    MOTE_TRY(RecordingSplit(recording));
    Begin(step, true);
    if (step.kind != StepKind::kExchange) RecordBegin(recording, WordOf(step));
    RecordTransfers(recording, places_, count, true);
    MOTE_TRY(RecordingSplit(recording));
    RecordTransfers(recording, places_, count, false);
    if (step.kind != StepKind::kExchange) RecordEnd(recording);
    open_ = false;
    return Done();
  }

  template <typename Visit>
  mote_status ForEachStep(BlockRange block, Visit visit) {
    const uint32_t end = block.first + block.count;
    StepView step;
    for (uint32_t at = block.first; at < end; at += step.length) {
      if (!ReadStep(program_, at, end, &step)) return Failure(MOTE_MALFORMED, Site::kStepLength, at);
      MOTE_TRY(visit(step));
    }
    return Done();
  }

  Place PlaceOf(uint32_t number) const {
    const ViewInfo view = ViewOf(program_, number);
    uint64_t base = 0;
    if (view.space == kMoteInput) base = instance_->tensor_offsets[view.number];
    if (view.space == kMoteOutput) base = instance_->tensor_offsets[instance_->inputs + view.number];
    if (view.space == kMoteState) base = instance_->state_offset;
    return {view.space == kMoteState ? uint32_t{kArena} : view.space, base + view.offset, view.bytes};
  }

  Launch LaunchOf(const StepView& step) {
    Launch launch = {};
    launch.kernel = step.kernel;
    launch.operand_count = step.operands;
    for (uint32_t i = 0; i < step.operands; ++i) {
      const ViewInfo view = ViewOf(program_, step.operand(i));
      places_[i] = PlaceOf(step.operand(i));
      const uint32_t bytes = ElementOf(view.type).bytes;
      counts_[i] = bytes ? view.bytes / bytes : 0;
    }
    launch.operands = places_;
    const runtime::KernelCode code = KernelCodeOf(program_, step.kernel);
    launch.operand_types = code.operand_types;
    launch.counts = code.checked ? counts_ : nullptr;
    launch.domain = DomainOf(code, step.params, shaders_[step.kernel].tiles);
    launch.params = step.params;
    launch.param_count = step.param_count;
    launch.constants = shaders_[step.kernel].constants;
    launch.constant_words = shaders_[step.kernel].constant_words;
    launch.work = WorkOf(program_, step);
    instance_->shaders[WordOf(step)] = static_cast<int8_t>(shaders_[step.kernel].number + 1);
    launch.barrier = (step.flags & kMoteStepFlagBarrier) != 0;
    return launch;
  }

  // The operands of all steps, then of a loop the predicate; the parameter is the number of turns.
  Launch LaunchOf(const WholeLoop& loop, const uint32_t* turns) {
    Launch launch = {};
    launch.kernel = program_.kernels.count + static_cast<uint32_t>(&loop - instance_->loops.all);
    launch.operand_count = loop.operands;
    launch.domain = 1;
    launch.params = turns;
    launch.param_count = 1;
    launch.work = MultiplyAdd(loop.turn_work, *turns, 1);
    launch.barrier = true;
    if (!places_) return launch;  // nobody asks yet where they are
    launch.operands = places_;
    launch.operand_types = loop_types_;
    uint32_t count = 0;
    const auto add = [&](const StepView& step) {
      for (uint32_t i = 0; i < step.operands; ++i, ++count) {
        places_[count] = PlaceOf(step.operand(i));
        loop_types_[count] = LoopOperandType(places_[count]);
      }
      return Done();
    };
    StepView step;
    uint32_t at = loop.word;
    for (uint32_t i = 0; i < loop.steps && ReadStep(program_, at, program_.word_count, &step); ++i, at += step.length) (void)add(step);
    if (loop.steps != 0) return launch;
    (void)ForEachStep(BlockOf(program_, loop.condition), add);
    (void)ForEachStep(BlockOf(program_, loop.body), add);
    if (ReadStep(program_, loop.word, program_.word_count, &step)) (void)add(step);
    return launch;
  }

  mote_vulkan_device* device_;
  const mote_program& program_;
  mote_vulkan_instance* instance_;
  const uint8_t* first_;  // shader of each kernel that may be used; null: all may
  const bool trial_;
  bool* tried_ = nullptr;  // by kernel
  bool* usable_ = nullptr;  // by kernel: as FindLoops wants it
  bool counted_ = false;  // some loop is
  uint64_t input_bytes_ = 0, output_bytes_ = 0, blocks_bytes_ = 0;
  Shader* shaders_ = nullptr;  // of kernels
  uint32_t segment_room_ = 0, host_scratch_ = 8;
  bool open_ = false;  // a segment takes the next step
  Place* places_ = nullptr;
  uint8_t* loop_types_ = nullptr;
  uint32_t* counts_ = nullptr;
  Place gate_ = {};
  uint32_t table_[kGateTableBytes / 4] = {};
};

}  // namespace

mote_status Translate(mote_vulkan_instance* instance, const uint8_t* first, bool trial) {
  return Translator(instance, first, trial).Translate(instance->origin.entry);
}

}  // namespace mote::vulkan
