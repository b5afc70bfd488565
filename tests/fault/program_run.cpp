#include "program_run.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/failure.h"
#include "core/program.h"
#include "cpu/operations.h"
#include "format_today.h"
#include "mote/mote.h"

namespace mote::fault {
namespace {

constexpr uint64_t kMostMemory = kSixtyFour ? UINT64_C(1) << 36 : UINT64_C(48) << 20;  // of one object, in address space
constexpr uint64_t kMostLookedAt = 1 << 16;                                            // bytes of an object that are compared

struct Tensor {
  uint8_t* at = nullptr;
  uint64_t bytes = 0;
};

// One memory's copy of a running program.
struct World {
  GuardedMemory* memory = nullptr;
  const mote_program* program = nullptr;
  mote_instance* instance = nullptr;
  uint8_t *arena = nullptr, *state = nullptr, *regions[kMoteMostRegions - 1] = {};
  mote_sizes sizes = {};
  std::vector<Tensor> inputs, outputs;
  uint16_t code = 0;
};

uint8_t Pattern(uint64_t i) { return static_cast<uint8_t>(0x5a ^ (i * 7)); }

// Runs the first parts, the last and some between; all of them when they are few.
void RunSomeParts(void*, uint32_t count, mote_work work, void* context) {
  const uint32_t step = count <= 16 ? 1 : count - 1;
  for (uint32_t part = 0; part < count; part += step) work(context, part);
}

// Reads every byte of the inputs, and writes every byte of the outputs.
void SumOfInputs(const mote_call* call) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < mote_call_input_count(call); ++i) {
    const mote_operand input = mote_call_input(call, i);
    for (uint32_t b = 0; b < input.bytes; ++b) sum = sum * 31 + static_cast<const uint8_t*>(input.data)[b];
  }
  for (uint32_t i = 0; i < mote_call_output_count(call); ++i) {
    const mote_operand output = mote_call_output(call, i);
    for (uint32_t b = 0; b < output.bytes; ++b) static_cast<uint8_t*>(output.data)[b] = static_cast<uint8_t>(sum >> (b % 4 * 8));
  }
}

constexpr mote_custom_call kFunctions[] = {
    {"sum", [](void*, const mote_call* call) { return SumOfInputs(call), MOTE_OK; }, nullptr},
    {"later", [](void*, const mote_call* call) { return SumOfInputs(call), MOTE_WAIT; }, nullptr},
};

// Reads every byte that is sent, and writes every byte that is to be received.
mote_code Exchange(void* user, const mote_exchange* exchange) {
  uint32_t sum = mote_exchange_number(exchange);
  for (uint32_t i = 0; i < mote_exchange_send_count(exchange); ++i) {
    const mote_transfer sent = mote_exchange_send(exchange, i);
    for (uint32_t b = 0; b < sent.bytes; ++b) sum = sum * 31 + static_cast<const uint8_t*>(sent.data)[b];
  }
  for (uint32_t i = 0; i < mote_exchange_receive_count(exchange); ++i) {
    const mote_transfer received = mote_exchange_receive(exchange, i);
    for (uint32_t b = 0; b < received.bytes; ++b) static_cast<uint8_t*>(received.data)[b] = static_cast<uint8_t>(sum >> (b % 4 * 8));
  }
  for (uint32_t i = 0; i < mote_exchange_group_size(exchange); ++i) sum += mote_exchange_group_member(exchange, i);
  return *static_cast<bool*>(user) == (sum % 2 == 0) ? MOTE_WAIT : MOTE_OK;
}

class OneRun {
 public:
  OneRun(const AcceptedProgram& program, const std::vector<uint8_t>& file, double most_work)
      : p_(program), file_(file), most_work_(most_work) {}

  // True when the program is ready to be run; else the result says why not.
  bool Open(World& world, RunResult* result) {
    Random random(p_.seed + 77);
    GuardedMemory& m = *world.memory;
    const auto at_end = [&] { return !random.OneIn(3); };
    uint8_t* file = m.Take("program", file_.size(), 8, at_end());
    uint8_t* handle = m.Take("handle", mote_program_size(), 8, at_end());
    if (file == nullptr || handle == nullptr) return TooLong(result);
    std::memcpy(file, file_.data(), file_.size());
    m.MakeReadOnly(file);
    mote_open_options options = {};
    if (p_.file.device) options.target = "vulkan";
    if (p_.has_native) options.natives = LinkNative(p_.native);
    options.trusted = random.Below(2);
    options.custom_calls = kFunctions;
    options.custom_call_count = std::size(kFunctions);
    const bool none = !p_.has_native && !p_.file.device && p_.file.calls.empty() && random.OneIn(2);
    const mote_status opened = mote_open(handle, mote_program_size(), file, file_.size(), none ? nullptr : &options, &world.program);
    if (opened.code != MOTE_OK) return Refused(result, opened);
    if (random.OneIn(24) && !LimitsHold(world, handle, file, options)) return Problem(result, "limits of the open options do not hold");
    // Every instruction set of this machine; some have none of those between the least and their best.
    auto* inside = reinterpret_cast<mote_program*>(handle);
    const uint32_t best = inside->isa;
    do inside->isa = static_cast<uint8_t>(random.Below(best + 1u));
    while ((runtime::DetectIsas() >> inside->isa & 1) == 0);
    if (mote_query_sizes(world.program, &world.sizes).code != MOTE_OK || world.sizes.arena > kMostMemory ||
        world.sizes.state > kMostMemory) {
      return TooLong(result);
    }
    if (p_.work > most_work_ && !p_.file.device) return TooLong(result);
    uint8_t* instance = m.Take("instance", world.sizes.instance, 8, at_end());
    world.arena = m.Take("arena", world.sizes.arena, world.sizes.alignment, at_end());
    world.state = m.Take("state", world.sizes.state, world.sizes.alignment, at_end());
    if (instance == nullptr || world.arena == nullptr || world.state == nullptr) return TooLong(result);
    mote_region regions[kMoteMostRegions - 1] = {};
    for (size_t r = 0; r < std::size(world.regions); ++r) {
      const uint64_t bytes = world.sizes.regions[r];
      if (bytes > kMostMemory) return TooLong(result);
      world.regions[r] = m.Take("region", bytes, world.sizes.alignment, at_end());
      if (world.regions[r] == nullptr) return TooLong(result);
      for (uint64_t i = 0; i < std::min(bytes, kMostLookedAt); ++i) world.regions[r][i] = Pattern(i);
      regions[r] = {bytes == 0 ? nullptr : world.regions[r], static_cast<size_t>(bytes)};
    }
    for (uint64_t i = 0; i < std::min(world.sizes.arena, kMostLookedAt); ++i) world.arena[i] = Pattern(i);
    const mote_memory memory = {.instance = instance, .instance_size = world.sizes.instance,
                                .arena = world.sizes.arena == 0 ? nullptr : world.arena,
                                .arena_size = static_cast<size_t>(world.sizes.arena),
                                .state = world.sizes.state == 0 ? nullptr : world.state,
                                .state_size = static_cast<size_t>(world.sizes.state)};
    const mote_status made = p_.file.regions.empty()
                                 ? mote_instance_init(&memory, world.program, p_.entry, &world.instance)
                                 : mote_instance_init_regions(&memory, regions, std::size(world.regions), world.program,
                                                              p_.entry, &world.instance);
    if (p_.file.device) {
      result->outcome = RunOutcome::kVerified;
      return made.site == static_cast<uint16_t>(runtime::Site::kDeviceProgram) ? false
                                                                               : Problem(result, "a program for a device runs on the CPU");
    }
    if (made.code != MOTE_OK) return Refused(result, made);
    if (!Bind(world, random)) return TooLong(result);
    if (!p_.file.io_in_arena && random.OneIn(8) && !RefusesOverlap(world, random)) return Problem(result, "bound memory may overlap");
    return true;
  }

  void Run(World& world) {
    Random random(p_.seed + 99);
    const mote_threads threads = {p_.threads, nullptr, RunSomeParts, 0};
    mote_set_threads(world.instance, p_.threads == 0 ? nullptr : &threads);
    bool waits = random.OneIn(2);
    const uint32_t partitions = p_.file.partitions;
    const mote_transport transport = {p_.member / partitions, p_.member % partitions, &waits, Exchange};
    if (!random.OneIn(30) && mote_set_transport(world.instance, &transport).code != MOTE_OK) return;
    for (uint32_t turn = 0; turn < kMostTurns; ++turn) {
      mote_status status = mote_run(world.instance, !p_.loops && random.OneIn(3) ? 0 : random.PickOf(kRunBudgets));
      if (status.code == MOTE_MORE && random.OneIn(3)) (void)mote_complete(world.instance, MOTE_OK).code;  // beside which it ran
      if (status.code == MOTE_WAIT && mote_complete(world.instance, random.OneIn(16) ? MOTE_FAILED : MOTE_OK).code == MOTE_OK) continue;
      world.code = static_cast<uint16_t>(status.code);
      // A run that is done may be followed by another.
      if (status.code != MOTE_MORE && !random.OneIn(4)) break;
    }
  }

  // Bytes that no view says are written must be as they were.
  std::string Untouched(const World& world) const {
    const std::string text = WrittenElsewhere(world);
    return text.empty() || !p_.has_native ? text : "with a native kernel, " + text;
  }

  // Outputs and state may not depend on where things lie.
  std::string Same(const World& a, const World& b) const {
    if (a.code != b.code) return Leak("the status", 0, nullptr, nullptr);
    for (uint32_t i = 0; i < a.outputs.size(); ++i) {
      if (a.outputs[i].at == nullptr) continue;
      const size_t bytes = static_cast<size_t>(std::min(a.outputs[i].bytes, kMostLookedAt));
      if (const std::string text = Differ("output " + std::to_string(i), a.outputs[i].at, b.outputs[i].at, bytes); !text.empty()) {
        return text;
      }
    }
    return Differ("the state", a.state, b.state, static_cast<size_t>(std::min(a.sizes.state, kMostLookedAt)));
  }

 private:
  // The largest step is what the program says, and whoever asks for budgets gets them. Opens it anew at the end.
  bool LimitsHold(World& world, uint8_t* handle, const uint8_t* file, const mote_open_options& options) const {
    const auto opens = [&](const mote_open_options& with) {
      return mote_open(handle, mote_program_size(), file, file_.size(), &with, &world.program).code;
    };
    mote_sizes sizes;
    if (mote_query_sizes(world.program, &sizes).code != MOTE_OK) return false;
    mote_open_options limited = options;
    limited.step_limit = sizes.largest_step;
    if (opens(limited) != MOTE_OK) return false;
    limited.step_limit = sizes.largest_step - 1;
    if (sizes.largest_step > 1 && opens(limited) != MOTE_NOT_ALLOWED) return false;
    limited.step_limit = 0;
    limited.require_budget = 1;
    bool stated = true;
    for (const FileEntry& entry : p_.file.entries) stated = stated && entry.step_budget != 0;
    if (opens(limited) != (stated ? MOTE_OK : MOTE_NOT_ALLOWED)) return false;
    return opens(options) == MOTE_OK;
  }

  // Binds a tensor where it shares bytes with the arena, the state or another tensor: true when the run is refused, or no tensor can be
  // bound so.
  bool RefusesOverlap(World& world, Random& random) const {
    const uint32_t inputs = static_cast<uint32_t>(world.inputs.size()), count = inputs + static_cast<uint32_t>(world.outputs.size());
    if (count == 0) return true;
    const auto tensor = [&](uint32_t i) -> const Tensor& { return i < inputs ? world.inputs[i] : world.outputs[i - inputs]; };
    const uint32_t moved = random.Below(count), other = random.Below(count);
    const bool output = moved >= inputs, others_output = other >= inputs;
    Tensor onto = tensor(other);
    if (random.OneIn(3)) onto = {world.arena, world.sizes.arena};
    else if (random.OneIn(3)) onto = {world.state, p_.file.state_bytes};
    else if (other == moved || (!output && !others_output)) return true;  // inputs may share bytes
    const FileTensor& told =
        (output ? p_.file.entries[p_.entry].outputs : p_.file.entries[p_.entry].inputs)[output ? moved - inputs : moved];
    const uint32_t element = runtime::ElementOf(told.type).bytes, alignment = element > 8 ? 8 : element;
    if (onto.at == nullptr || onto.bytes == 0 || tensor(moved).bytes == 0) return true;
    uint8_t* at = onto.at + random.Below(static_cast<uint32_t>(std::min<uint64_t>(onto.bytes, 4096)));
    at -= reinterpret_cast<uintptr_t>(at) % alignment;
    if (!BindOne(world, output, output ? moved - inputs : moved, {at, tensor(moved).bytes})) return false;
    const mote_status status = mote_run(world.instance, 1);
    const bool refused = status.site == static_cast<uint16_t>(runtime::Site::kOutputOverlaps) ||
                         status.site == static_cast<uint16_t>(runtime::Site::kInputOverlaps);
    return BindOne(world, output, output ? moved - inputs : moved, tensor(moved)) && refused;
  }

  static bool BindOne(const World& world, bool output, uint32_t number, const Tensor& tensor) {
    const auto bytes = static_cast<size_t>(tensor.bytes);
    const mote_status bound = output ? mote_bind_output(world.instance, number, tensor.at, bytes)
                                     : mote_bind_input(world.instance, number, tensor.at, bytes);
    return bound.code == MOTE_OK;
  }

  std::string WrittenElsewhere(const World& world) const {
    if (const char* name = world.memory->WrittenSlack()) return std::string("bytes beside an object were written: ") + name;
    if (world.sizes.arena <= kMostLookedAt) {
      std::vector<uint8_t> may(world.sizes.arena, 0);
      Mark(may, p_.file.scratch_offset, p_.file.scratch_bytes);
      MarkWritten(may, kMoteArena, 0);
      for (uint64_t i = 0; i < may.size(); ++i) {
        if (!may[i] && world.arena[i] != Pattern(i)) {
          return "a byte of the arena outside all written views was written: " + std::to_string(i);
        }
      }
    }
    for (size_t r = 0; r + 1 < p_.file.regions.size(); ++r) {
      const uint64_t begin = p_.file.regions[r], bytes = world.sizes.regions[r];
      std::vector<uint8_t> may(begin + bytes <= kMostLookedAt ? begin + bytes : 0, 0);
      MarkWritten(may, kMoteArena, 0);
      for (uint64_t i = begin; i < may.size(); ++i) {
        if (!may[i] && world.regions[r][i - begin] != Pattern(i - begin)) return "a byte of a region outside all written views was written";
      }
    }
    if (world.sizes.state <= kMostLookedAt && !Clean(world.state, world.sizes.state, kMoteState, 0, false)) {
      return "a byte of the state outside all written views was written";
    }
    for (uint32_t i = 0; i < world.outputs.size(); ++i) {
      const Tensor& output = world.outputs[i];
      if (output.at == nullptr || output.bytes > kMostLookedAt || p_.file.io_in_arena) continue;
      if (!Clean(output.at, output.bytes, kMoteOutput, i, true)) {
        return "a byte of an output outside all written views was written: output " + std::to_string(i);
      }
    }
    return "";
  }

  static bool Problem(RunResult* result, const char* text) {
    result->outcome = RunOutcome::kRan;
    result->problem = text;
    return false;
  }
  static bool TooLong(RunResult* result) {
    result->outcome = RunOutcome::kTooLong;
    return false;
  }
  static bool Refused(RunResult* result, const mote_status& status) {
    result->outcome = RunOutcome::kRefused;
    result->site = status.site;
    return false;
  }

  bool Bind(World& world, Random& random) {
    for (const bool output : {false, true}) {
      const uint32_t count = output ? mote_output_count(world.program, p_.entry) : mote_input_count(world.program, p_.entry);
      for (uint32_t i = 0; i < count; ++i) {
        mote_tensor tensor;
        const mote_status asked = output ? mote_output(world.program, p_.entry, i, &tensor)
                                         : mote_input(world.program, p_.entry, i, &tensor);
        if (asked.code != MOTE_OK || tensor.bytes > kMostMemory) return false;
        Tensor made = {nullptr, tensor.bytes};
        if (p_.file.io_in_arena) {
          made.at = output ? const_cast<uint8_t*>(static_cast<const uint8_t*>(mote_output_data(world.instance, i)))
                           : static_cast<uint8_t*>(mote_input_data(world.instance, i));
        } else if (tensor.bytes != 0 || random.OneIn(2)) {
          // As little aligned as mote_bind_input allows.
          const uint32_t element = runtime::ElementOf(tensor.element_type).bytes, alignment = element > 8 ? 8 : element;
          made.at = world.memory->Take(output ? "output" : "input", static_cast<size_t>(tensor.bytes), alignment, !random.OneIn(3));
          if (made.at == nullptr) return false;
          Fill(made, output, random);
          if (!output) world.memory->MakeReadOnly(made.at);
          if (!BindOne(world, output, i, made)) return false;
        }
        (output ? world.outputs : world.inputs).push_back(made);
      }
    }
    return true;
  }

  static void Fill(const Tensor& tensor, bool output, Random& random) {
    const uint64_t bytes = std::min(tensor.bytes, kMostLookedAt);
    const uint32_t kind = output ? 4 : random.Below(4);
    for (uint64_t i = 0; i < bytes; ++i) {
      switch (kind) {
        case 0: tensor.at[i] = static_cast<uint8_t>(random.Next()); break;
        case 1: tensor.at[i] = static_cast<uint8_t>(i % 4 == 0 ? random.Below(20) : 0); break;
        case 2: tensor.at[i] = random.Pick<uint8_t>({0, 0x7f, 0x80, 0xff, 1}); break;
        case 3: tensor.at[i] = 0; break;
        default: tensor.at[i] = Pattern(i); break;
      }
    }
  }

  static void Mark(std::vector<uint8_t>& may, uint64_t offset, uint64_t bytes) {
    for (uint64_t i = offset; i < offset + bytes && i < may.size(); ++i) may[i] = 1;
  }
  void MarkWritten(std::vector<uint8_t>& may, uint32_t space, uint32_t number) const {
    for (const WrittenRange& range : p_.written) {
      if (range.space == space && (space != kMoteOutput || range.number == number)) Mark(may, range.offset, range.bytes);
    }
  }
  bool Clean(const uint8_t* at, uint64_t bytes, uint32_t space, uint32_t number, bool pattern) const {
    std::vector<uint8_t> may(bytes, 0);
    MarkWritten(may, space, number);
    for (uint64_t i = 0; i < bytes; ++i) {
      if (!may[i] && at[i] != (pattern ? Pattern(i) : 0)) return false;
    }
    return true;
  }

  std::string Differ(const std::string& what, const uint8_t* a, const uint8_t* b, size_t bytes) const {
    if (bytes == 0 || std::memcmp(a, b, bytes) == 0) return "";
    size_t i = 0;
    while (a[i] == b[i]) ++i;
    i = i / 8 * 8;
    if (i + 8 > bytes) i = bytes < 8 ? 0 : bytes - 8;
    return Leak(what, i, a + i, bytes < 8 ? nullptr : b + i);
  }
  std::string Leak(const std::string& what, size_t at, const uint8_t* a, const uint8_t* b) const {
    char text[200] = "";
    uint64_t x = 0, y = 0;
    if (a != nullptr && b != nullptr) {
      std::memcpy(&x, a, 8);
      std::memcpy(&y, b, 8);
      std::snprintf(text, sizeof text, ", at byte %zu 0x%llx and 0x%llx", at, static_cast<unsigned long long>(x),
                    static_cast<unsigned long long>(y));
    }
    return std::string("addresses leak") + (p_.has_native ? " (with a native kernel): " : ": ") + what +
           " differs between two runs at different addresses" + text;
  }

  const AcceptedProgram& p_;
  const std::vector<uint8_t>& file_;
  const double most_work_;
};

}  // namespace

RunResult ProgramRunner::Run(const AcceptedProgram& program) {
  here_.Clear();
  there_.Clear();
  RunResult result;
  const std::vector<uint8_t> file = program.file.Write();
  OneRun run(program, file, most_work_);
  World a, b;
  a.memory = &here_;
  b.memory = &there_;
  if (!run.Open(a, &result)) return result;
  run.Run(a);
  result.outcome = RunOutcome::kRan;
  result.code = a.code;
  result.problem = run.Untouched(a);
  if (!result.problem.empty()) return result;
  RunResult second;
  if (!run.Open(b, &second)) return result;
  run.Run(b);
  result.problem = run.Same(a, b);
  return result;
}

}  // namespace mote::fault
