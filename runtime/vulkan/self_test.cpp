// Tries each kernel's shader on small values against the CPU before a program first runs on a device. What gives wrong values is not used:
// the next shader of the kernel is tried, and in the end the CPU computes the step.
#include <float.h>
#include <string.h>

#include "core/kernel_code.h"
#include "core/step_work.h"
#include "vulkan/findings.h"
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

using namespace mote::runtime;

constexpr uint64_t kTrialWork = uint64_t{1} << 16;  // element operations of the CPU for a kernel; what it came to is compared

enum ElementCode : uint32_t {
#define MOTE_ELEMENT_TYPE(id, code, ...) kElement##id = code,
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
};

// Of all shaders, which the findings are about.
uint64_t HashShaders(const mote_program& program) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (uint32_t k = 0; k < program.kernels.count; ++k) {
    for (uint32_t s = 0; s < ShaderCount(program, k); ++s) {
      const ShaderInfo shader = ShaderOf(program, k, s);
      for (uint32_t i = 0; i < shader.bytes; ++i) hash = (hash ^ program.file[shader.place + i]) * UINT64_C(0x100000001b3);
    }
  }
  return hash;
}

// Whether indices that are data say where a kernel stores.
bool Scatters(const KernelCode& code) {
  const uint32_t* stage_words = code.first_stage;
  for (uint32_t s = 0; s < code.stages; ++s) {
    const StageCode stage(stage_words);
    const uint32_t* at = stage.access_words;
    for (uint32_t i = 0; i < stage.accesses; ++i) at = AccessCode{at}.next();
    for (const uint32_t* end = at + stage.body_words; at < end;) {
      const Instruction in = ReadInstruction(at);
      if (in.op == kMoteOpStoreChecked && (*at & 0xffff) != kMoteAbsent) return true;
      at += ExtraWords(in.op);
    }
    stage_words = at + stage.combiner_words;
  }
  return false;
}

// Numbers from 0.5 to 1.5, integers from 0 to 7, truth values: nothing overflows, vanishes or depends on the last bit. `apart`: integers of
// 32 and 64 bits far from each other, so that no two points store at one place, where who comes last would be left.
void Fill(uint32_t type, uint32_t bytes, bool apart, uint8_t* at) {
  const ElementInfo element = ElementOf(type);
  const uint32_t size = element.klass == 'c' ? element.bytes / 2u : element.bytes;
  if (size == 0) return;
  uint32_t random = 1;
  for (uint32_t i = 0; i + size <= bytes; i += size) {
    random = random * 1664525u + 1013904223u;
    const uint32_t k = random >> 25;  // below 128
    const uint32_t number_of = i / size, far = (number_of < 1u << 18 ? number_of : 1u << 18) << 12;
    uint64_t bits = type == kElementPred ? k & 1 : apart && size >= 4 ? far : k & 7;
    const float number = 0.5f + static_cast<float>(k) / 128;
    const double wide = static_cast<double>(number);
    uint32_t single = 0;
    memcpy(&single, &number, sizeof single);
    if (type == kElementF16) bits = 0x3800 + k * 8;
    else if (type == kElementBF16) bits = single >> 16;
    else if (element.klass == 'f' && size == 1) bits = 0x38 + (k & 3);
    else if (size == 8 && element.klass != 'l') memcpy(&bits, &wide, sizeof bits);
    else if (element.klass == 'f' || element.klass == 'c') bits = single;
    memcpy(at + i, &bits, size);
  }
}

// Devices may divide and take roots less exactly than IEEE asks.
template <typename Float>
bool Near(const uint8_t* a, const uint8_t* b) {
  Float x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  if (x == y || (x != x && y != y)) return true;
  const Float difference = x > y ? x - y : y - x, sum = (x < 0 ? -x : x) + (y < 0 ? -y : y);
  return difference <= sum * Float(1e-3) + Float(1e-4);
}

bool Near(uint32_t type, uint32_t size, const uint8_t* a, const uint8_t* b) {
  const ElementInfo element = ElementOf(type);
  if (memcmp(a, b, size) == 0) return true;
  if (element.klass == 'd' || (element.klass == 'c' && size == 8)) return Near<double>(a, b);
  if (element.klass != 'f' && element.klass != 'c') return false;
  if (size == 4) return Near<float>(a, b);
  const int32_t x = size == 2 ? a[0] | a[1] << 8 : a[0], y = size == 2 ? b[0] | b[1] << 8 : b[0];
  return (x > y ? x - y : y - x) <= (size == 2 ? 16 : 1);
}

// Of f32, f16 and bf16. Subnormals of f16 count as 0: they are small beside what is compared with them.
float ValueOf(uint32_t type, uint32_t size, const uint8_t* at) {
  uint32_t bits = 0;
  memcpy(&bits, at, size);
  if (type == kElementBF16) bits <<= 16;
  if (type == kElementF16) {
    const uint32_t field = bits & 0x7c00, finite = field == 0 ? 0 : ((bits & 0x7fff) << 13) + (112u << 23);
    bits = (bits & 0x8000) << 16 | (field == 0x7c00 ? 0x7f800000 | (bits & 0x3ff) : finite);
  }
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

void Say(const mote_vulkan_device& d, uint32_t kernel, int shader) {
  if (!d.options.message) return;
  char text[] = "self-test: kernel ##### gives wrong values with its shader ###, which is not used on this device";
  const auto put = [](char* end, uint32_t number, int digits) {
    for (; digits > 0; --digits, number /= 10) *--end = static_cast<char>('0' + number % 10);
  };
  put(strchr(text, '#') + 5, kernel, 5);
  put(strchr(text, '#') + 3, static_cast<uint32_t>(shader), 3);
  d.options.message(d.options.user, text);
}

// One launch on the device and on the CPU, from the same bytes.
class Trial {
 public:
  Trial(mote_vulkan_instance* in, const StepView& step) : in_(in), context_(in->host.context) {
    context_ = {};
    context_.instance = &in->host;
    context_.step = step;
    for (uint32_t i = 0; i < step.operands; ++i) bytes_ += context_.view(i).bytes;
    before_ = Allocate<uint8_t>(bytes_);
    device_ = Allocate<uint8_t>(bytes_);
  }
  ~Trial() {
    Release(before_);
    Release(device_);
  }

  // `halves`: the shader multiplies in f16.
  mote_status Run(uint32_t segment, bool halves, bool* same) {
    if (!before_ || !device_) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, Detail(bytes_));
    const KernelCode code = KernelCodeOf(*in_->host.program, context_.step.kernel);
    const bool apart = Scatters(code);
    ForEach([&](const ViewInfo& view, uint8_t* at, size_t) { Fill(view.type, view.bytes, apart, at); });
    ForEach([&](const ViewInfo& view, uint8_t* at, size_t offset) { memcpy(before_ + offset, at, view.bytes); });
    MOTE_TRY(RecordingRun(&in_->recording, &segment, 1));
    ForEach([&](const ViewInfo& view, uint8_t* at, size_t offset) { memcpy(device_ + offset, at, view.bytes); });
    ForEach([&](const ViewInfo& view, uint8_t* at, size_t offset) { memcpy(at, before_ + offset, view.bytes); });
    context_.progress = {0, kTrialWork, WorkOf(*in_->host.program, context_.step)};
    context_.scratch = in_->host.scratch;
    context_.scratch_bytes = in_->host.scratch_bytes;
    const mote_status status = RunOnCpu(in_->host, context_);
    if (status.code != MOTE_OK && status.code != MOTE_MORE) return status;
    *same = true;
    uint32_t number = 0;
    ForEach([&](const ViewInfo& view, uint8_t* at, size_t offset) {
      while (context_.view(number).space == kMoteConstant) ++number;
      if (code.operand_types[number++] & kOperandWritten) *same = *same && Same(view, at, offset, halves);
    });
    return Done();
  }

 private:
  // Operands that are no constants: their bytes in memory of the host, and where copies of them lie.
  template <typename Visit>
  void ForEach(Visit visit) const {
    size_t offset = 0;
    for (uint32_t i = 0; i < context_.step.operands; ++i) {
      const ViewInfo view = context_.view(i);
      if (view.space != kMoteConstant) visit(view, context_.place(i), offset);
      offset += view.bytes;
    }
  }

  // How far products in f16 may be off: 2^-7 of the largest finite value. No bound, which depends on what a kernel does with its sums: a
  // shader that is passed over for it has another behind it.
  float Slack(const ViewInfo& view, const uint8_t* at, size_t offset) const {
    const uint32_t size = ElementOf(view.type).bytes;
    float largest = 0;
    for (uint32_t i = 0; i + size <= view.bytes; i += size) {
      if (memcmp(at + i, before_ + offset + i, size) == 0) continue;
      const float value = ValueOf(view.type, size, at + i), magnitude = value < 0 ? -value : value;
      if (magnitude > largest && magnitude <= FLT_MAX) largest = magnitude;
    }
    return largest / 128;
  }

  // What the CPU did not come to is as it was.
  bool Same(const ViewInfo& view, const uint8_t* at, size_t offset, bool halves) const {
    const ElementInfo element = ElementOf(view.type);
    const uint32_t size = element.klass == 'c' ? element.bytes / 2u : element.bytes;
    const bool floats = halves && (view.type == kElementF32 || view.type == kElementF16 || view.type == kElementBF16);
    const float slack = floats ? Slack(view, at, offset) : 0;
    for (uint32_t i = 0; size && i + size <= view.bytes; i += size) {
      if (memcmp(at + i, before_ + offset + i, size) == 0) continue;
      const uint8_t* const device = device_ + offset + i;
      if (floats) {
        const float difference = ValueOf(view.type, size, at + i) - ValueOf(view.type, size, device);
        if (difference <= slack && -difference <= slack) continue;
      }
      if (!Near(view.type, size, at + i, device)) return false;
    }
    return true;
  }

  mote_vulkan_instance* in_;
  StepContext& context_;
  size_t bytes_ = 0;
  uint8_t *before_ = nullptr, *device_ = nullptr;
};

// Tries all kernels that are not settled; `again`: one of them failed.
mote_status TryAll(mote_vulkan_instance* trial, Findings* found, bool* settled, bool* again) {
  const mote_program& program = *trial->origin.program;
  const EntryInfo entry = EntryOf(program, trial->origin.entry);
  for (uint32_t block = entry.block; block < entry.end; ++block) {
    const BlockRange range = BlockOf(program, block);
    StepView step;
    for (uint32_t at = range.first; at < range.first + range.count; at += step.length) {
      if (!ReadStep(program, at, range.first + range.count, &step)) return Failure(MOTE_MALFORMED, Site::kStepLength, at);
      const uint32_t segment = trial->submissions[at].segment;
      if (segment == 0 || settled[step.kernel]) continue;
      bool same = false;
      const uint32_t features = ShaderOf(program, step.kernel, static_cast<uint32_t>(trial->shaders[at] - 1)).features;
      MOTE_TRY(Trial(trial, step).Run(segment - 1, (features & kMoteFloat16) != 0, &same));
      settled[step.kernel] = same;
      if (same) continue;
      *again = true;
      Say(*trial->origin.device, step.kernel, trial->shaders[at] - 1);
      found->first[step.kernel] = static_cast<uint8_t>(trial->shaders[at]);
    }
  }
  return Done();
}

mote_status Round(const mote_vulkan_instance& of, Findings* found, bool* settled, bool* again) {
  mote_vulkan_instance* trial = Allocate<mote_vulkan_instance>(1);
  if (!trial) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 1);
  trial->origin = of.origin;
  trial->origin.state_of = nullptr;
  mote_status status = Translate(trial, found->first, true);
  if (status.code == MOTE_OK) status = TryAll(trial, found, settled, again);
  TearDown(trial);
  Release(trial);
  return status;
}

mote_status Find(const mote_vulkan_instance& of, Findings* found) {
  bool* settled = Allocate<bool>(found->kernels);
  mote_status status = settled ? Done() : Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, found->kernels);
  for (bool again = true; again && status.code == MOTE_OK;) {
    again = false;
    status = Round(of, found, settled, &again);
  }
  for (uint32_t k = 0; status.code == MOTE_OK && k < found->kernels; ++k) {
    Shader any;
    const bool runs = ChooseShader(*of.origin.device, *of.origin.program, k, found->first[k], &any);
    found->counts.tested += settled[k] || found->first[k];
    found->counts.demoted += found->first[k] && runs;
    found->counts.on_cpu += found->first[k] && !runs;
  }
  Release(settled);
  return status;
}

}  // namespace

Findings* NewFindings(uint64_t hash, uint32_t kernels) {
  Findings* made = static_cast<Findings*>(AllocateZeroed(1, sizeof(Findings) + kernels));
  if (!made) return nullptr;
  made->hash = hash;
  made->kernels = kernels;
  return made;
}

void ForgetFindings(mote_vulkan_device* d) {
  for (Findings *at = d->findings, *next; at; at = next) {
    next = at->next;
    Release(at);
  }
  d->findings = nullptr;
}

mote_status FindingsOf(mote_vulkan_instance* in, const uint8_t** first) {
  mote_vulkan_device* d = in->origin.device;
  const mote_vulkan_self_test asked = d->options.self_test;
  if (asked == MOTE_VULKAN_TEST_NEVER || (asked == MOTE_VULKAN_TEST_GPUS && d->facts.software)) return Done();
  (void)PipelineCacheOf(d);  // with what was found before
  const uint64_t hash = HashShaders(*in->origin.program) + in->origin.entry;
  const uint32_t kernels = in->origin.program->kernels.count;
  Findings* found = d->findings;
  while (found && !(found->hash == hash && found->kernels == kernels)) found = found->next;
  if (!found) {
    found = NewFindings(hash, kernels);
    if (!found) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, kernels);
    const mote_status status = Find(*in, found);
    if (status.code != MOTE_OK) {
      Release(found);
      return status;
    }
    found->next = d->findings;
    d->findings = found;
  }
  in->findings = found->counts;
  *first = found->first;
  return Done();
}

}  // namespace mote::vulkan
