// Views, steps and kernels of one variant as words.
#include "emit/emit_variant.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "emit/step_budget.h"
#include "emit/whole_loop.h"
#include "print/printers.h"
#include "schema/step_layout.h"
#include "schema/vulkan_layout.h"

namespace mote {
namespace {

constexpr size_t kFewChoices = 2;  // of parameters: more pipelines of a kernel take longer to make than they save
constexpr int64_t kMostNumbers = 0xffff;  // of views and kernels, whose indices are half-words

Diagnostic TooMany(const std::string& what, int64_t number, int64_t most) {
  return Error(Rule::kLimit,
               "the program has " + std::to_string(number) + " " + what + ", the format takes at most " + std::to_string(most));
}

class VariantWriter {
 public:
  VariantWriter(const Plan& plan, Blobs& spirv, std::vector<PrintedShader>* texts) : plan_(plan), spirv_(spirv), texts_(texts) {}

  Result<EmittedVariant> Write() {
    MOTE_CHECK_OK(WriteViews());
    if (Vulkan()) FindLaunches();
    out_.blocks.resize(plan_.graph.blocks.size() * 2);
    for (size_t b = 0; b < plan_.graph.blocks.size(); ++b) {
      const size_t first = out_.words.size();
      work_.emplace_back();
      step_words_.emplace_back();
      for (size_t s = 0; s < plan_.graph.blocks[b].steps.size(); ++s) {
        MOTE_CHECK_OK(WriteStep(plan_.graph.blocks[b].steps[s], plan_.barrier_before[b][s]));
      }
      out_.blocks[b * 2] = static_cast<uint32_t>(first);
      out_.blocks[b * 2 + 1] = static_cast<uint32_t>(out_.words.size() - first) | static_cast<uint32_t>(plan_.levels[b]) << kMoteLevelShift;
    }
    for (const auto& [step, word] : whiles_) MOTE_CHECK_OK(WriteLoop(*step, word));
    for (size_t b = 0; Vulkan() && b < plan_.graph.blocks.size(); ++b) MOTE_CHECK_OK(WriteChains(static_cast<int32_t>(b)));
    for (size_t e = 0; e < out_.entries.size(); ++e) out_.entries[e].step_budget = StepBudget(plan_, plan_.graph.entries[e].block, work_);
    if (static_cast<int64_t>(out_.kernels.size()) >= kMostNumbers) {
      return TooMany("kernels", static_cast<int64_t>(out_.kernels.size()), kMostNumbers - 1);
    }
    return std::move(out_);
  }

 private:
  bool Vulkan() const { return plan_.target.path == TargetFacts::Path::kVulkan; }

  Status WriteViews() {
    for (size_t b = 0; b < plan_.views.size(); ++b) MOTE_CHECK_OK(WriteView(b, plan_.views[b].type));
    for (const EntryPoint& entry : plan_.graph.entries) {
      EmittedVariant::Entry& emitted = out_.entries.emplace_back();
      MOTE_CHECK_OK(WriteTensorViews(entry.inputs, emitted.input_views));
      MOTE_CHECK_OK(WriteTensorViews(entry.outputs, emitted.output_views));
    }
    return Ok();
  }

  // Steps see the parts of a complex tensor, callers see it as complex: a view of its own at the same place.
  Status WriteTensorViews(const std::vector<BufferId>& buffers, std::vector<uint16_t>& numbers) {
    for (BufferId b : buffers) {
      const Buffer& buffer = plan_.graph.buffers[b];
      numbers.push_back(static_cast<uint16_t>(buffer.complex_pairs ? view_count_ : b));
      if (buffer.complex_pairs) MOTE_CHECK_OK(WriteView(b, buffer.TensorShape().element_type));
    }
    return Ok();
  }

  Status WriteView(size_t b, ElementType type) {
    if (view_count_ >= kMostNumbers) return TooMany("views", view_count_ + 1, kMostNumbers);
    ++view_count_;
    const View& view = plan_.views[b];
    const int64_t units = view.offset >> plan_.target.unit_shift;
    if (units > INT64_C(0xffffffff) || view.bytes > INT64_C(0xffffffff)) {
      return Error(Rule::kLimit, "buffer " + plan_.graph.buffers[b].name + " lies beyond what an offset of 32 bits reaches");
    }
    out_.views.push_back(static_cast<uint32_t>(view.space) | static_cast<uint32_t>(type) << 8 | static_cast<uint32_t>(view.number) << 16);
    out_.views.push_back(static_cast<uint32_t>(units));
    out_.views.push_back(static_cast<uint32_t>(view.bytes));
    return Ok();
  }

  // On a device the state lies behind the arena, in its buffer.
  static Space BufferSpace(Space space) { return space == Space::kState ? Space::kArena : space; }

  // What makes a kernel of the file: the plan's kernel, on a device with the spaces of its operands and its forms.
  using KernelKey = std::tuple<int32_t, std::vector<uint8_t>, std::vector<ShaderForm>>;
  KernelKey KeyOf(const Step& step) const {
    std::vector<uint8_t> spaces;
    if (Vulkan()) {
      for (BufferId b : step.operands) spaces.push_back(static_cast<uint8_t>(BufferSpace(plan_.views[b].space)));
    }
    return {step.kernel, spaces, step.forms};
  }

  // The parameters that each form of a kernel is launched with, whatever other forms a launch has beside it: of equal shaders the file has
  // one.
  void FindLaunches() {
    for (const Block& block : plan_.graph.blocks) {
      for (const Step& step : block.steps) {
        if (step.kernel < 0) continue;
        const auto [kernel, spaces, forms] = KeyOf(step);
        for (const ShaderForm& form : forms) launches_[{kernel, spaces, {form}}].insert(step.params);
      }
    }
  }

  ShaderParams ParamsOf(const KernelKey& key, const Kernel& kernel, const ShaderForm& form) const {
    const size_t count = kernel.params.size();
    const std::set<IdVector<ParamValue>>& launches = launches_.at({std::get<0>(key), std::get<1>(key), {form}});
    ShaderParams params;
    params.values.resize(count);
    for (size_t p = 0; p < count; ++p) {
      std::set<ParamValue> values;
      for (const IdVector<ParamValue>& launch : launches) values.insert(launch[p]);
      params.values[p].assign(values.begin(), values.end());
      // A zero that a pipeline shows is lost on the way (GlslBody::HiddenZero); that of all launches is hidden in their text.
      const Reg type = kernel.params[static_cast<ParamId>(p)].type;
      const bool shows_zero = (type == Reg::kF32 || type == Reg::kF64) && values.size() > 1 && values.count(0) != 0;
      params.constant.push_back(!shows_zero && (values.size() == 1 || launches.size() <= kFewChoices || kernel.specialised));
    }
    return params;
  }

  Result<int32_t> KernelNumber(const Step& step) {
    const Kernel& kernel = plan_.graph.kernels[step.kernel];
    const KernelKey key = KeyOf(step);
    const std::vector<uint8_t>& spaces = std::get<1>(key);
    const auto [at, fresh] = numbers_.try_emplace(key, static_cast<int32_t>(out_.kernels.size()));
    if (!fresh) return at->second;
    EmittedKernel emitted;
    emitted.hash = ContentHash(kernel);
    std::vector<uint32_t>& code = Vulkan() ? emitted.reference : emitted.code;
    code = PrintMicrocode(kernel);
    if (code.empty()) return At(Error(Rule::kLimit, "kernel " + kernel.name + " is larger than microcode can be"), step);
    for (size_t f = 0; Vulkan() && f < step.forms.size(); ++f) {
      const ShaderParams shader_params = ParamsOf(key, kernel, step.forms[f]);
      MOTE_CHECK_OK(AddShader(kernel, spaces, step.forms[f], shader_params, step, emitted));
    }
    out_.kernels.push_back(std::move(emitted));
    return at->second;
  }

  // Nothing where GLSL cannot say the kernel: the CPU runs it. What glslang does not take is our mistake, and an error.
  Status AddShader(const Kernel& kernel, const std::vector<uint8_t>& spaces, const ShaderForm& form, const ShaderParams& params,
                   const Step& step, EmittedKernel& emitted) {
    const Result<GlslShader> glsl = PrintGlsl(kernel, spaces, form, params);
    if (!glsl.ok() && IsUnsupported(glsl.error().rule)) return Ok();
    MOTE_ASSIGN(EmittedShader shader, Place(glsl, step));
    if (texts_ != nullptr) texts_->push_back({out_.kernels.size(), emitted.shaders.size(), glsl->text});
    emitted.shaders.push_back(std::move(shader));
    return Ok();
  }

  Result<EmittedShader> Place(const Result<GlslShader>& glsl, const Step& step) {
    if (!glsl.ok()) return At(glsl.error(), step);
    auto words = CompileGlsl(glsl->text);
    if (!words.ok()) return At(words.error(), step);
    const std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t*>(words->data()), words->size() * 4);
    return EmittedShader{spirv_.Place(bytes), static_cast<uint32_t>(bytes.size()), glsl->shape};
  }

  // Once all kernels are known: a loop goes whole where all its launches have shaders.
  Status WriteLoop(const Step& step, uint32_t word) {
    const std::optional<WholeLoop> whole = FormWholeLoop(plan_, step);
    if (!whole) return Ok();
    for (const int32_t block : step.blocks) {
      for (const Step& inner : plan_.graph.blocks[block].steps) {
        if (!HasShader(inner)) return Ok();
      }
    }
    const Result<GlslShader> glsl = PrintGlslLoop(whole->parts, whole->invocations);
    if (!glsl.ok() && IsUnsupported(glsl.error().rule)) return Ok();
    MOTE_ASSIGN(EmittedShader shader, Place(glsl, step));
    in_loops_.insert(step.blocks.begin(), step.blocks.end());
    AddLoop(step.blocks[0], {word, static_cast<uint32_t>(whole->turns), static_cast<uint32_t>(whole->trips), std::move(shader)});
    return Ok();
  }

  // Of a block that is no loop's: steps that a processor runs in one workgroup.
  Status WriteChains(int32_t number) {
    const Block& block = plan_.graph.blocks[number];
    if (in_loops_.count(number) != 0) return Ok();
    for (size_t first = 0; first < block.steps.size();) {
      std::optional<Chain> chain = FormChain(plan_, block, first);
      const size_t count = chain ? chain->parts.size() : 1;
      const auto begin = block.steps.begin() + static_cast<ptrdiff_t>(first);
      const bool shaders = std::all_of(begin, begin + static_cast<ptrdiff_t>(count), [this](const Step& step) { return HasShader(step); });
      const Step& step = block.steps[first];
      const uint32_t word = step_words_[static_cast<size_t>(number)][first];
      first += count;
      if (!chain || !shaders) continue;
      const Result<GlslShader> glsl = PrintGlslChain(chain->parts, chain->invocations, chain->quick_storage);
      if (!glsl.ok() && IsUnsupported(glsl.error().rule)) continue;
      MOTE_ASSIGN(EmittedShader shader, Place(glsl, step));
      AddLoop(number, {word, static_cast<uint32_t>(count), static_cast<uint32_t>(chain->trips), std::move(shader)});
    }
    return Ok();
  }

  bool HasShader(const Step& step) const { return step.kernel < 0 || !out_.kernels[numbers_.at(KeyOf(step))].shaders.empty(); }

  void AddLoop(int32_t block, EmittedLoop loop) {
    size_t entry = 0;
    while (entry + 1 < out_.entries.size() && plan_.graph.entries[entry + 1].block <= block) ++entry;
    out_.entries[entry].loops.push_back(std::move(loop));
  }

  static Diagnostic At(Diagnostic diagnostic, const Step& step) {
    if (!diagnostic.location.known()) diagnostic.location = step.location;
    return diagnostic;
  }

  Status WriteStep(const Step& step, bool barrier) {
    uint32_t kernel = kMoteNoKernel;
    if (step.kernel >= 0) {
      MOTE_ASSIGN(const int32_t number, KernelNumber(step));
      kernel = static_cast<uint32_t>(number);
    }
    const size_t first = out_.words.size();
    step_words_.back().push_back(static_cast<uint32_t>(first));
    out_.notes.push_back({static_cast<uint32_t>(first), step.location.line, step.name});
    out_.words.push_back(0);
    out_.words.push_back(kernel | static_cast<uint32_t>(step.operands.size()) << 16);
    for (size_t o = 0; o < step.operands.size(); o += 2) {
      const auto low = static_cast<uint32_t>(step.operands[o]);
      const auto high = o + 1 < step.operands.size() ? static_cast<uint32_t>(step.operands[o + 1]) : 0;
      out_.words.push_back(low | high << 16);
    }
    if (step.kind == StepKind::kConditional) out_.words.push_back(static_cast<uint32_t>(step.blocks.size()));
    for (int32_t block : step.blocks) out_.words.push_back(static_cast<uint32_t>(block));
    if (step.kind == StepKind::kWhile) out_.words.push_back(static_cast<uint32_t>(std::clamp<int64_t>(step.turns, 0, UINT32_MAX)));
    for (int64_t field : step.fields) out_.words.push_back(static_cast<uint32_t>(field));
    std::vector<uint32_t> code, params;
    if (step.kernel >= 0) {
      const Kernel& k = plan_.graph.kernels[step.kernel];
      if (Vulkan()) out_.words.push_back(static_cast<uint32_t>(step.trips));
      params = ParamWords(k, step.params);
      out_.words.insert(out_.words.end(), params.begin(), params.end());
      const EmittedKernel& emitted = out_.kernels[kernel];
      code = Vulkan() ? emitted.reference : emitted.code;
    }
    work_.back().push_back(StepWork(plan_, step, code, params));
    const size_t length = out_.words.size() - first;
    if (length > 0xffff) return At(TooMany("words in one step", static_cast<int64_t>(length), 0xffff), step);
    if (Vulkan() && step.kind == StepKind::kWhile) whiles_.emplace_back(&step, static_cast<uint32_t>(first));
    const bool counted = Vulkan() && step.kind == StepKind::kWhile && step.turns > 0 && step.turns < UINT32_MAX;
    const uint32_t flags = (barrier ? kMoteStepFlagBarrier : 0) | (counted ? kMoteStepFlagCounted : 0);
    const uint32_t kind = step.kind == StepKind::kRoutine ? static_cast<uint32_t>(step.routine) : static_cast<uint32_t>(step.kind);
    out_.words[first] = kind | flags << 8 | static_cast<uint32_t>(length) << 16;
    return Ok();
  }

  const Plan& plan_;
  Blobs& spirv_;
  std::vector<PrintedShader>* texts_;
  EmittedVariant out_;
  int64_t view_count_ = 0;
  IdVector<std::vector<uint64_t>> work_;  // of every step of the blocks written so far
  std::vector<std::vector<uint32_t>> step_words_;  // where every step of the blocks stands
  std::set<int32_t> in_loops_;  // blocks of loops that go whole
  std::map<KernelKey, int32_t> numbers_;
  std::vector<std::pair<const Step*, uint32_t>> whiles_;  // of a device: where they stand
  std::map<KernelKey, std::set<IdVector<ParamValue>>> launches_;  // of a device, by kernel, spaces and one form: different parameters
};

}  // namespace

Result<EmittedVariant> EmitVariant(const Plan& plan, Blobs& spirv, std::vector<PrintedShader>* texts) {
  return VariantWriter(plan, spirv, texts).Write();
}

}  // namespace mote
