#include "accepted_program.h"

#include <algorithm>

#include "core/kernel_code.h"
#include "core/linked.h"
#include "core/program.h"
#include "element_codes.h"
#include "exchange_words.h"
#include "format_today.h"
#include "pipeline_values.h"
#include "schema/routine_scratch.h"
#include "schema/vulkan_layout.h"
#include "step_values.h"

namespace mote::fault {
namespace {

using runtime::ElementOf;
using runtime::StepKind;

uint32_t AlignmentOf(uint32_t type) { return std::min<uint32_t>(ElementOf(type).bytes, 8); }

struct ViewPlan {
  uint32_t space = 0, type = 0, number = 0;
  uint64_t offset = 0, bytes = 0;
  bool written = false;
};

struct TensorPlan {
  uint32_t type = 0;
  uint64_t bytes = 0;
};

struct BlockPlan {
  std::vector<uint32_t> words;
  std::vector<uint32_t> calls;
  double work = 0;
};

class ProgramMaker {
 public:
  explicit ProgramMaker(uint64_t seed) : random_(seed) { made_.seed = seed; }

  AcceptedProgram Make() {
    limits_ = random_.OneIn(6);
    made_.huge = random_.OneIn(150);
    large_ = !made_.huge && random_.OneIn(10);
    ProgramFile& file = made_.file;
    file.unit_shift = static_cast<uint8_t>(random_.Pick({0, 0, 0, 0, 1, 2, 3, 4, 4, 6, 16}));
    file.io_in_arena = random_.OneIn(5);
    file.device = !made_.huge && random_.OneIn(20);
    file.strip = limits_ || made_.huge ? random_.PickOf(kLongStrips) : random_.PickOf(kStrips);
    file.replicas = random_.Pick<uint32_t>({1, 1, 2, 3, 4, 8});
    file.partitions = random_.OneIn(20) ? random_.Below(100) + 1 : random_.Pick<uint32_t>({1, 1, 2, 3});
    made_.member = random_.Below(file.replicas * file.partitions);
    full_scratch_ = made_.huge || random_.OneIn(2);
    made_.threads = made_.huge ? 65535 : random_.Pick<uint32_t>({0, 0, 1, 2, 3, 16, 1000});
    Kernels();
    Blocks();
    Layout();
    Entries();
    Views();
    Native();
    return std::move(made_);
  }

 private:
  // ---- kernels and steps ----
  void Kernels() {
    const uint32_t count = made_.huge ? 2 : 2 + random_.Below(3);
    for (uint32_t i = 0; i < count; ++i) {
      const bool epilogue = !made_.file.device && (i == 0 || random_.OneIn(3));
      const bool answers = !epilogue && !made_.file.device && random_.OneIn(3);
      kernels_.push_back(MakeKernelCode(random_, {epilogue, limits_ && !made_.huge && random_.OneIn(2), answers, large_}));
      FileKernel kernel = {random_.Next(), kernels_.back().words, {}};
      while (made_.file.device && kernel.shaders.size() < kMoteMostShaders && random_.OneIn(kernel.shaders.empty() ? 1 : 3)) {
        if (kernel.shaders.empty() && random_.OneIn(4)) break;  // the CPU would run it
        FileShader shader = {1 + random_.Number() % 0xfffffffe, random_.Number(), random_.Number(), 0};
        if (random_.OneIn(2)) shader.tiles = random_.Below(4) | random_.Below(256) << 8 | random_.Below(4) << 16 | random_.Below(256) << 24;
        const auto read_only = [](uint8_t operand) { return (operand & 0x80) == 0; };
        const auto& operands = kernels_.back().operands;
        const auto texels = std::min<int64_t>(std::count_if(operands.begin(), operands.end(), read_only), kMoteTexelOperands);
        shader.texels = random_.Below(1u << texels) | random_.Below(1u << texels) << kMoteTexelOperands;
        const uint32_t params = random_.OneIn(2) ? kernels_.back().param_words : 0;
        for (uint32_t w = 0; w < params; w += 32) {
          shader.constants.push_back(random_.Number() & (params - w < 32 ? (1u << (params - w)) - 1 : ~0u));
        }
        kernel.shaders.push_back(shader);
      }
      made_.file.kernels.push_back(kernel);
    }
  }

  StepLimits Limits() {
    StepLimits limits;
    limits.points = made_.huge ? 0x7fffffff : random_.Pick<double>({1, 16, 64, 64, 256, 4096});
    limits.bytes = random_.Pick<uint64_t>({64, 1024, 4096, 4096, 65536});
    if (random_.OneIn(60)) limits.points = 65536;
    if (random_.OneIn(20)) limits.bytes = 1 << 20;
    if (large_) {  // every point may touch a page of its own
      limits.points = random_.Pick<double>({4, 16, 64, 256});
      limits.bytes = random_.Pick<uint64_t>(
          {UINT64_C(0x7fffffff), UINT64_C(0x80000000), UINT64_C(0x80001000), UINT64_C(0xffffffff), UINT64_C(0xffffffff)});
    }
    limits.bytes = std::min(limits.bytes, kMostViewBytes);
    return limits;
  }

  // A view with room for `bytes`: one that is there, or a new one.
  uint16_t ViewFor(uint32_t type, uint64_t bytes, bool written) {
    for (int tries = 0; tries < 3 && !views_.empty(); ++tries) {
      const uint32_t number = random_.Below(static_cast<uint32_t>(views_.size()));
      ViewPlan& view = views_[number];
      if (view.type != type || view.bytes < bytes || (written && (view.space == kMoteConstant || view.space == kMoteInput))) continue;
      view.written |= written;
      return static_cast<uint16_t>(number);
    }
    const uint32_t element = ElementOf(type).bytes;
    ViewPlan view;
    view.type = type;
    view.written = written;
    view.bytes = bytes;
    if (random_.OneIn(4)) {
      view.bytes = std::min<uint64_t>(bytes + uint64_t{element} * random_.Below(70), kMostViewBytes / element * element);
    }
    const bool external = !made_.file.io_in_arena && bytes < kMostExternalBytes;
    do view.space = random_.Pick<uint32_t>({kMoteArena, kMoteArena, kMoteState, kMoteInput, kMoteOutput, kMoteConstant});
    while ((written && (view.space == kMoteConstant || view.space == kMoteInput)) ||
           (!external && (view.space == kMoteInput || view.space == kMoteOutput)) || (view.space == kMoteConstant && view.bytes > 8192) ||
           (view.space == kMoteState && view.bytes > 65536));
    if (view.space == kMoteInput || view.space == kMoteOutput) OnTensor(view);
    views_.push_back(view);
    return static_cast<uint16_t>(views_.size() - 1);
  }

  uint64_t UnitAligned(uint64_t offset, uint32_t alignment) const {
    uint64_t unit = std::max<uint64_t>(UINT64_C(1) << made_.file.unit_shift, alignment);
    if (made_.file.device) unit = std::max<uint64_t>(unit, 4);
    return (offset + unit - 1) / unit * unit;
  }

  // Places a view somewhere in an input or output, often of another element type, whose elements are mostly as wide or wider.
  void OnTensor(ViewPlan& view) {
    std::vector<TensorPlan>& tensors = view.space == kMoteInput ? inputs_ : outputs_;
    const bool any = random_.Percent(kOtherElementPercent);
    const auto fits = [&](uint32_t type) { return any || AlignmentOf(type) >= AlignmentOf(view.type); };
    view.number = random_.Below(static_cast<uint32_t>(tensors.size()));
    if (tensors.empty() || (random_.OneIn(2) && tensors.size() < 6) || !fits(tensors[view.number].type)) {
      uint32_t type = view.type;
      if (any || random_.OneIn(2)) {
        do type = random_.Pick<uint32_t>({kTypePred, kTypeU8, kTypeS16, kTypeS32, kTypeF32, kTypeF64, kTypeC64, kTypeC128});
        while (!fits(type));
      }
      tensors.push_back({type, 0});
      view.number = static_cast<uint32_t>(tensors.size()) - 1;
    }
    TensorPlan& tensor = tensors[view.number];
    view.offset = random_.OneIn(2) ? 0 : UnitAligned(random_.Below(40), AlignmentOf(view.type));
    tensor.bytes = std::max(tensor.bytes, view.offset + view.bytes);
  }

  // `routine` null: a launch.
  void KernelStep(BlockPlan& block, const RoutineRow* routine) {
    uint32_t number = random_.Below(static_cast<uint32_t>(kernels_.size()));
    for (int tries = 0; kernels_[number].epilogue != (routine != nullptr) && tries < 6; ++tries) {
      number = random_.Below(static_cast<uint32_t>(kernels_.size()));
    }
    const MadeKernel& kernel = kernels_[number];
    if (kernel.epilogue != (routine != nullptr)) return;
    const StepLimits limits = Limits();
    const StepValues values = routine == nullptr ? ChooseLaunch(random_, kernel, limits) : ChooseRoutine(random_, *routine, kernel, limits);
    const size_t first = routine != nullptr ? 2 : 0;
    const uint32_t kind = routine != nullptr ? routine->code : static_cast<uint32_t>(StepKind::kLaunch);
    std::vector<uint16_t> operands;
    for (size_t i = 0; i < kernel.operands.size() + first; ++i) {
      const uint32_t type = i < first ? routine->types[i] : kernel.operands[i - first] & 0x3fu;
      const bool written = i >= first && (kernel.operands[i - first] & 0x80) != 0;
      const uint64_t most = kMostViewBytes / ElementOf(type).bytes;
      operands.push_back(ViewFor(type, std::min(values.elements[i], most) * ElementOf(type).bytes, written));
    }
    const size_t words = 2 + (operands.size() + 1) / 2 + values.fields.size() + values.params.size();
    if (words > 0xffff) return;
    std::vector<uint32_t> fields = values.fields;
    if (made_.file.device) fields = {kMoteMaxTrips};
    ProgramFile::AppendStep(block.words, kind, number, operands, fields, values.params);
    made_.kinds |= 1u << kind;
    Scratch(kernel, routine, values, block);
    if (routine == nullptr && (native_kernel_ < 0 || random_.OneIn(2))) {
      native_kernel_ = static_cast<int>(number);
      native_views_ = operands;
      made_.native.words = values.params;
    }
  }

  // Arrays of any types sorted by a kernel that answers anything, or by keys.
  void SortStep(BlockPlan& block) {
    const uint32_t number = random_.Below(static_cast<uint32_t>(kernels_.size()));
    const MadeKernel& kernel = kernels_[number];
    if (!kernel.answers || made_.file.device) return;
    StepValues values = ChooseLaunch(random_, kernel, Limits());
    const double lanes = values.outer;
    if (lanes < 1 || lanes > (1 << 20)) return;
    const uint32_t arrays = random_.OneIn(30) ? 100 : 1 + random_.Below(3);
    const uint32_t order = random_.OneIn(2) ? 0 : random_.Below(kMoteSortOrders + 1);
    const uint32_t n = random_.Pick<uint32_t>({0, 1, 2, 3, 5, 16, 17, 100, 1000}), key = random_.Below(arrays);
    uint32_t rows = random_.Pick<uint32_t>({0, 1, 1, 2, 7}), inner = random_.Pick<uint32_t>({0, 1, 1, 1, 3});
    if (n * rows * inner == 0 && random_.OneIn(2)) (rows == 0 ? inner : rows) = random_.Number() & 0x7fffffff;
    if (uint64_t{rows} * inner * std::max(n, 1u) > INT32_MAX) return;
    const uint64_t elements = uint64_t{rows} * n * inner;
    std::vector<uint16_t> operands(2 * arrays);
    for (uint32_t k = 0; k < arrays; ++k) {
      uint32_t type = 0;
      do type = 1 + random_.Below(30);
      while (ElementOf(type).bytes > (k == key && order != 0 ? 4 : 8));
      operands[k] = ViewFor(type, elements * ElementOf(type).bytes, false);
      operands[arrays + k] = ViewFor(type, elements * ElementOf(type).bytes, true);
    }
    for (size_t i = 0; i < kernel.operands.size(); ++i) {
      const uint32_t type = kernel.operands[i] & 0x3fu;
      const uint64_t own = i == 0 ? 8 : i + 1 == kernel.operands.size() ? 1 : 0, asked = values.elements[i] * ElementOf(type).bytes;
      const uint64_t bytes = std::max<uint64_t>(own * static_cast<uint64_t>(lanes), std::min(asked, kMostViewBytes));
      operands.push_back(ViewFor(type, bytes, i == 0 || (kernel.operands[i] & 0x80) != 0));
    }
    const std::vector<uint32_t> fields = {rows, n, inner, arrays, static_cast<uint32_t>(lanes), order, key};
    if (2 + (operands.size() + 1) / 2 + fields.size() + values.params.size() > 0xffff) return;
    const auto kind = static_cast<uint32_t>(StepKind::kSort);
    ProgramFile::AppendStep(block.words, kind, number, operands, fields, values.params);
    made_.kinds |= 1u << kind;
    const int64_t own = MoteSortScratch(n, static_cast<int64_t>(lanes), order);
    least_scratch_ = std::max(least_scratch_, own + MoteMicrocodeScratch(kernel.words.data(), kMoteMinStrip));
    planned_scratch_ = std::max(planned_scratch_, own + MoteMicrocodeScratch(kernel.words.data(), made_.file.strip));
    double levels = 0;
    while (n > uint64_t{1} << static_cast<int>(levels)) ++levels;
    block.work += rows * double{1} * inner * (levels * (n / lanes + 8) * 2 * values.work + n * double{1} * (arrays + 4));
  }

  // What the step asks of the scratch region, and the work of the parts that are run of it.
  void Scratch(const MadeKernel& kernel, const RoutineRow* routine, const StepValues& values, BlockPlan& block) {
    const uint32_t* code = kernel.words.data();
    const int strip = made_.file.strip;
    int64_t least = MoteMicrocodeScratch(code, kMoteMinStrip), planned = MoteMicrocodeScratch(code, strip);
    if (routine != nullptr) {
      planned += RoutineScratch(*routine, strip, values);
      least += kMoteRoutineMinimum;
    }
    least_scratch_ = std::max(least_scratch_, least);
    planned_scratch_ = std::max(planned_scratch_, planned);
    const int64_t bytes = full_scratch_ ? std::min(planned, kMostScratch) : least;  // at least
    double parts =
        std::min({static_cast<double>(made_.threads), static_cast<double>(bytes) / static_cast<double>(least + 24), values.outer});
    if (routine == nullptr && kernel.groups == 0) parts = std::min(parts, values.outer / 4096);
    block.work += parts > 16 ? values.work / parts * 2 : values.work;
  }

  void CopyStep(BlockPlan& block) {
    uint64_t bytes = random_.Pick<uint64_t>({0, 1, 4, 8, 64, 1000, 4096});
    if (large_ && random_.OneIn(4)) bytes = random_.Pick<uint64_t>({1 << 20, 1 << 24});
    if (!views_.empty() && random_.OneIn(2)) bytes = random_.PickOf(views_).bytes;
    if (bytes > UINT64_C(1) << 24) bytes = 64;
    const auto exact = [&](bool written) -> uint16_t {
      for (int tries = 0; tries < 4 && !views_.empty(); ++tries) {
        const uint32_t number = random_.Below(static_cast<uint32_t>(views_.size()));
        ViewPlan& view = views_[number];
        if (view.bytes != bytes || (written && (view.space == kMoteConstant || view.space == kMoteInput))) continue;
        view.written |= written;
        return static_cast<uint16_t>(number);
      }
      const uint16_t number = ViewFor(random_.Pick<uint32_t>({kTypePred, kTypeU8}), bytes, written);
      if (views_[number].bytes != bytes && views_[number].space == kMoteArena) {
        views_.push_back(views_[number]);
        views_.back().bytes = bytes;
        return static_cast<uint16_t>(views_.size() - 1);
      }
      return number;
    };
    const uint16_t source = exact(false), destination = exact(true);
    ProgramFile::AppendStep(block.words, static_cast<uint32_t>(StepKind::kCopy), kMoteNoKernel, {source, destination}, {}, {});
    made_.kinds |= 1u << static_cast<uint32_t>(StepKind::kCopy);
    block.work += static_cast<double>(bytes) / 16;
  }

  // One window that is the input.
  static void Whole(std::vector<uint32_t>& f) {
    for (const uint32_t axis : {0u, 1u}) {
      f[kMoteFixedKernelH + axis] = f[kMoteFixedInH + axis];
      f[kMoteFixedOutH + axis] = f[kMoteFixedDilationY + axis] = 1, f[kMoteFixedPadY + axis] = 0;
    }
  }

  // Windows near and far from their input, constants of any value. Lengths as SPEC.md has them.
  void FixedStep(BlockPlan& block) {
    if (made_.file.device) return;
    uint32_t number = 0;
    do number = random_.Below(runtime::kFixedRoutines);
    while (mote_linked.fixed_routines[number] == nullptr || mote_linked.fixed_routines[number]->run == nullptr);
    std::vector<uint32_t> f(kMoteFixedFields);
    for (uint32_t& field : f) field = 1 + random_.Below(5);
    f[kMoteFixedRoutine] = number;
    const bool convolves = number == runtime::kFixedNumberConvolution || number == runtime::kFixedNumberConvolutionHost;
    const bool two = number == runtime::kFixedNumberAdd || number == runtime::kFixedNumberAddHost;
    if (random_.OneIn(3)) f[kMoteFixedInC] = 1 + random_.Below(70);  // blocks of channels
    if (convolves && random_.OneIn(3)) f[kMoteFixedOutC] = 1 + random_.Below(40);
    const bool halfwords = number == runtime::kFixedNumberSigmoidal;
    const bool same = two || halfwords || number == runtime::kFixedNumberTable || number == runtime::kFixedNumberSoftmax;
    if (!convolves) f[kMoteFixedOutC] = f[kMoteFixedInC];
    const uint32_t far = UINT32_C(1) << 29;
    for (const uint32_t axis : {0u, 1u}) {
      if (same) f[kMoteFixedOutH + axis] = f[kMoteFixedInH + axis];
      if (random_.OneIn(4)) f[kMoteFixedStrideY + axis] = far / f[kMoteFixedOutH + axis];
      if (random_.OneIn(4)) f[kMoteFixedDilationY + axis] = far / f[kMoteFixedKernelH + axis];
      if (random_.OneIn(2)) f[kMoteFixedPadY + axis] = random_.Pick<uint32_t>({0, far, 0u - far, 0u - 3, 100});
    }
    if (number == runtime::kFixedNumberAveragePoolRows) Whole(f);
    f[kMoteFixedPadValue] = random_.Pick<uint32_t>({0, 127, number == runtime::kFixedNumberSoftmax ? 0u - 127 : 0u - 128, 5});
    f[kMoteFixedShift] = random_.Below(halfwords ? kMoteSigmoidalBits + 1 : 32), f[kMoteFixedLow] = 0u - random_.Below(129);
    f[kMoteFixedSigned] = random_.Below(number <= kMoteFixedLastProduct ? 3 : 2), f[kMoteFixedHigh] = random_.Below(128);
    if (random_.OneIn(12)) random_.PickOf(f) = random_.Number();
    const uint64_t in = uint64_t{f[kMoteFixedBatch]} * f[kMoteFixedInH] * f[kMoteFixedInW] * f[kMoteFixedInC];
    const uint64_t out = uint64_t{f[kMoteFixedBatch]} * f[kMoteFixedOutH] * f[kMoteFixedOutW] * f[kMoteFixedOutC];
    const uint64_t taps = uint64_t{f[kMoteFixedKernelH]} * f[kMoteFixedKernelW] * f[kMoteFixedInC], channels = f[kMoteFixedOutC];
    if (std::max({in, out, taps * channels}) > 1 << 20 || double{1} * static_cast<double>(out) * static_cast<double>(taps) > 1e7) return;
    MoteFixedNeeds needs{};
    mote_linked.fixed_routines[number]->needs(reinterpret_cast<const int32_t*>(f.data()), &needs);
    const auto stream = static_cast<uint64_t>(needs.stream);
    const uint32_t type = halfwords ? kTypeS16 : kTypeS8;
    const uint64_t element = halfwords ? 2 : 1;
    std::vector<uint16_t> operands = {ViewFor(type, element * in, false)};
    if (two) operands.push_back(ViewFor(kTypeS8, in, false));
    if (stream != 0) {
      views_.push_back({kMoteConstant, kTypeU8, 0, 0, std::min<uint64_t>(stream, 8192), false});
      operands.push_back(static_cast<uint16_t>(views_.size() - 1));
    }
    operands.push_back(ViewFor(type, element * out, true));
    if (random_.OneIn(3)) operands.push_back(ViewFor(kTypeU8, static_cast<uint64_t>(needs.scratch), true));  // scratch of its own
    const auto kind = static_cast<uint32_t>(StepKind::kFixed);
    ProgramFile::AppendStep(block.words, kind, kMoteNoKernel, operands, f, {});
    made_.kinds |= 1u << kind;
    const int64_t scratch = needs.scratch;
    least_scratch_ = std::max(least_scratch_, scratch), planned_scratch_ = std::max(planned_scratch_, scratch);
    block.work += static_cast<double>(out) * static_cast<double>(taps) / 16;
  }

  // A chain of them, a few rows at a time.
  void PipelineStep(BlockPlan& block) {
    if (made_.file.device) return;
    const PipelineValues values = ChoosePipeline(random_);
    if (values.workspace > 1 << 20 || values.work > 1e6) return;
    std::vector<uint16_t> operands;
    for (const uint64_t input : values.inputs) operands.push_back(ViewFor(kTypeS8, input, false));
    for (const uint64_t stream : values.streams) {
      views_.push_back({kMoteConstant, kTypeU8, 0, 0, std::min<uint64_t>(stream, 8192), false});
      operands.push_back(static_cast<uint16_t>(views_.size() - 1));
    }
    views_.push_back({kMoteArena, kTypeU8, 0, 0, values.workspace, true});
    operands.push_back(static_cast<uint16_t>(views_.size() - 1));
    operands.push_back(ViewFor(kTypeS8, values.output, true));
    const auto kind = static_cast<uint32_t>(StepKind::kPipeline);
    ProgramFile::AppendStep(block.words, kind, kMoteNoKernel, operands, values.fields, values.members);
    made_.kinds |= 1u << kind;
    block.work += values.work;
  }

  // A function of the application, over whole views: it reads and writes all that it is given (program_run.cpp).
  void FunctionStep(BlockPlan& block) {
    std::vector<uint16_t> operands;
    const uint32_t inputs = random_.Below(3), outputs = random_.Below(3);
    for (uint32_t i = 0; i < inputs + outputs; ++i) {
      const uint32_t type = random_.Pick<uint32_t>({kTypePred, kTypeU8, kTypeS16, kTypeS32, kTypeF32, kTypeF64, kTypeC128});
      operands.push_back(ViewFor(type, ElementOf(type).bytes * uint64_t{random_.Below(40)}, i >= inputs));
    }
    if (made_.file.calls.empty() || random_.OneIn(3)) made_.file.calls.push_back(random_.Pick<std::string>({"sum", "later"}));
    const uint32_t number = random_.Below(static_cast<uint32_t>(made_.file.calls.size()));
    ProgramFile::AppendStep(block.words, static_cast<uint32_t>(StepKind::kCall), kMoteNoKernel, operands, {number, inputs}, {});
    made_.kinds |= 1u << static_cast<uint32_t>(StepKind::kCall);
    for (const uint16_t operand : operands) block.work += static_cast<double>(views_[operand].bytes);
  }

  // Over whole views; the transport sends all that it is given and fills all that it is to receive (program_run.cpp).
  void ExchangeStep(BlockPlan& block) {
    const ExchangeWords words = MakeExchangeWords(random_, made_.file.replicas * made_.file.partitions, made_.file.device);
    const bool gathers = words.kind == kMoteExchangeGather, asks = words.kind >= kMoteExchangeReplicaId;
    const uint32_t type = asks ? random_.Pick<uint32_t>({kTypeS32, kTypeF32})
                               : random_.Pick<uint32_t>({kTypePred, kTypeU8, kTypeS32, kTypeF64});
    const uint64_t one = ElementOf(type).bytes * (asks ? uint64_t{1} : random_.Below(40)), blocks = std::max(1u, words.blocks);
    const auto exact = [&](uint64_t bytes, bool written) {
      const uint16_t number = ViewFor(type, bytes, written);
      if (views_[number].bytes == bytes) return number;
      ViewPlan view = views_[number];
      view.bytes = bytes;
      if (view.space == kMoteInput || view.space == kMoteOutput) OnTensor(view);
      views_.push_back(view);
      return static_cast<uint16_t>(views_.size() - 1);
    };
    std::vector<uint16_t> operands;
    if (!asks) operands.push_back(exact(gathers ? one : one * blocks, false));
    operands.push_back(exact(asks ? one : one * blocks, true));
    constexpr auto kKind = static_cast<uint32_t>(StepKind::kExchange);
    for (const uint32_t part : words.parts) {
      ProgramFile::AppendStep(block.words, kKind, kMoteNoKernel, operands, {words.kind, words.blocks, part}, words.params);
      if (part == kMoteExchangeStart) random_.OneIn(2) ? KernelStep(block, nullptr) : CopyStep(block);
    }
    made_.kinds |= 1u << kKind;
    block.work += static_cast<double>(one * blocks + words.params.size() * words.params.size());
  }

  // ---- blocks ----
  uint32_t Callee(uint32_t block, bool deep) {
    const auto count = static_cast<uint32_t>(blocks_.size());
    const bool next = deep && block + 1 < kDeepest;
    if (count < (deep ? kDeepest : 8u) && (next || count == block + 1 || random_.OneIn(2))) {
      blocks_.emplace_back();
      blocks_[block].calls.push_back(count);
      return count;
    }
    if (count == block + 1) return block;  // none comes later
    const uint32_t callee = block + 1 + random_.Below(count - block - 1);
    blocks_[block].calls.push_back(callee);
    return callee;
  }

  void CallStep(uint32_t number, bool loop, bool deep) {
    if (number + 1 == blocks_.size() && blocks_.size() >= (deep ? kDeepest : 8u)) return;
    // A predicate is one byte, an index four, or one.
    const bool odd = random_.Percent(kIndexOfBytesPercent);
    const uint32_t type = loop  ? random_.Pick<uint32_t>({kTypePred, kTypeU8, kTypeS8})
                          : odd ? random_.Pick<uint32_t>({kTypeU8, kTypeU16, kTypePred})
                                : random_.Pick<uint32_t>({kTypePred, kTypeS32, kTypeS32, kTypeF32});
    const uint16_t view = ViewFor(type, 0, false);
    const uint32_t element = ElementOf(views_[view].type).bytes;
    const uint64_t bytes = loop || (element == 1 && !odd) ? 1 : 4;
    uint16_t index = view;
    if (views_[view].bytes != bytes) {
      ViewPlan exact = views_[view];
      if (exact.space == kMoteConstant || exact.space == kMoteState) exact.space = kMoteArena;
      exact.bytes = bytes;
      if (exact.space == kMoteInput || exact.space == kMoteOutput) OnTensor(exact);
      views_.push_back(exact);
      index = static_cast<uint16_t>(views_.size() - 1);
    }
    std::vector<uint32_t> fields, params;
    if (loop) {
      fields = {Callee(number, false), Callee(number, deep), random_.Pick<uint32_t>({0, 0, 1, 2, 100, 0xffffffff})};
      made_.loops = true;
    } else {
      const uint32_t branches = random_.OneIn(10) ? 300 : 1 + random_.Below(4);
      fields = {branches};
      for (uint32_t i = 0; i < branches; ++i) params.push_back(Callee(number, deep));
    }
    const StepKind kind = loop ? StepKind::kWhile : StepKind::kConditional;
    ProgramFile::AppendStep(blocks_[number].words, static_cast<uint32_t>(kind), kMoteNoKernel, {index}, fields, params);
    made_.kinds |= 1u << static_cast<uint32_t>(kind);
  }

  void OneBlock(uint32_t number, bool deep) {
    if (deep) {
      CallStep(number, random_.OneIn(3), true);
      if (number > 0 && random_.OneIn(2)) return;
    }
    const uint32_t steps = made_.huge ? 1 : (number == 0 ? 1 : 0) + random_.Below(3);
    for (uint32_t i = 0; i < steps; ++i) {
      switch (random_.Below(made_.huge ? 9 : 19)) {
        case 6:
        case 7:
        case 8: KernelStep(blocks_[number], nullptr); break;
        case 9:
        case 10: FixedStep(blocks_[number]); break;
        case 11: random_.OneIn(3) ? FunctionStep(blocks_[number]) : CopyStep(blocks_[number]); break;
        case 14:
        case 15: SortStep(blocks_[number]); break;
        case 16:
        case 17: PipelineStep(blocks_[number]); break;
        case 18: ExchangeStep(blocks_[number]); break;
        case 12: CallStep(number, true, deep); break;
        case 13: CallStep(number, false, deep); break;
        default: KernelStep(blocks_[number], made_.file.device ? nullptr : &random_.PickOf(Routines())); break;
      }
    }
  }

  // As low as the calls allow, or as high. Callees have higher numbers.
  std::vector<uint32_t> Levels() {
    const bool high = random_.OneIn(3);
    std::vector<uint32_t> levels(blocks_.size(), high ? kMoteMaxLevel : 0);
    for (uint32_t i = 0; i < blocks_.size() && !high; ++i) {
      for (const uint32_t callee : blocks_[i].calls) levels[callee] = std::max(levels[callee], levels[i] + 1);
    }
    for (uint32_t i = static_cast<uint32_t>(blocks_.size()); high && i-- > 0;) {
      for (const uint32_t callee : blocks_[i].calls) levels[i] = std::min(levels[i], levels[callee] - 1);
    }
    return levels;
  }

  void Blocks() {
    const bool deep = random_.OneIn(40) && !made_.huge;
    blocks_.emplace_back();
    for (uint32_t i = 0; i < blocks_.size(); ++i) OneBlock(i, deep);
    // A block's work counts once for every call that leads to it; loops turn until the budget of a call of mote_run is used up.
    std::vector<double> times(blocks_.size(), 0);
    times[0] = 1;
    const std::vector<uint32_t> levels = Levels();
    double worst = 0;
    for (uint32_t i = 0; i < blocks_.size(); ++i) {
      const BlockPlan& block = blocks_[i];
      made_.work += block.work * std::max(1.0, times[i]);
      worst = std::max(worst, block.work);
      for (const uint32_t callee : block.calls) times[callee] += 1;
      made_.file.blocks.push_back({static_cast<uint32_t>(made_.file.words.size()), static_cast<uint32_t>(block.words.size()), levels[i]});
      made_.file.words.insert(made_.file.words.end(), block.words.begin(), block.words.end());
    }
    if (made_.loops) made_.work = std::max(made_.work, kMostTurns * (worst + static_cast<double>(kRunBudgets[std::size(kRunBudgets) - 1])));
    // Blocks may share words: one that calls nothing may stand in for another.
    FileBlock& other = random_.PickOf(made_.file.blocks);
    const uint32_t shared = random_.Below(static_cast<uint32_t>(blocks_.size()));
    if (random_.OneIn(16) && blocks_[shared].calls.empty()) {
      other.first = made_.file.blocks[shared].first, other.count = made_.file.blocks[shared].count;
    }
  }

  // ---- memory ----
  static bool Apart(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes) { return a + a_bytes <= b || b + b_bytes <= a; }

  // Views of a space one behind the other in any order, some over each other; the scratch region somewhere between them.
  uint64_t Place(uint32_t space, bool scratch) {
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < views_.size(); ++i) {
      if (views_[i].space == space) order.push_back(i);
    }
    for (size_t i = order.size(); i > 0; --i) std::swap(order[i - 1], order[random_.Below(static_cast<uint32_t>(i))]);
    const size_t scratch_at = scratch ? random_.Below(static_cast<uint32_t>(order.size()) + 1) : order.size() + 1;
    uint64_t end = 0;
    for (size_t i = 0; i <= order.size(); ++i) {
      if (i == scratch_at) {
        made_.file.scratch_offset = (end + 7) / 8 * 8;
        end = made_.file.scratch_offset + made_.file.scratch_bytes;
      }
      if (i == order.size()) break;
      ViewPlan& view = views_[order[i]];
      const uint32_t alignment = AlignmentOf(view.type);
      const uint64_t gap = !random_.OneIn(5) ? 0 : large_ && space == kMoteArena && random_.OneIn(4) ? kMostViewBytes : random_.Below(100);
      view.offset = UnitAligned(end + gap, alignment);
      const bool in_scratch = scratch && random_.Percent(kViewInScratchPercent);
      if (i > 0 && (in_scratch || random_.OneIn(4))) {
        const uint64_t base = in_scratch
                                  ? made_.file.scratch_offset +
                                        random_.Below(static_cast<uint32_t>(std::min<uint64_t>(made_.file.scratch_bytes, 1 << 20) + 1))
                                  : views_[order[random_.Below(static_cast<uint32_t>(i))]].offset + random_.Below(30);
        const uint64_t offset = UnitAligned(base, alignment);
        const bool free = !scratch || i < scratch_at || Apart(offset, view.bytes, made_.file.scratch_offset, made_.file.scratch_bytes);
        if (in_scratch || free) view.offset = offset;
      }
      end = std::max(end, view.offset + view.bytes);
    }
    return end;
  }

  // Cuts the arena where no view of it lies across and the scratch is in front.
  void Regions() {
    ProgramFile& file = made_.file;
    Random random(made_.seed + 55);
    if (file.device || !random.OneIn(4) || file.arena_bytes > UINT32_MAX) return;
    const uint64_t alignment = file.unit_shift < 4 ? 8 : 64;
    std::vector<uint64_t> ends;
    for (const ViewPlan& view : views_) {
      if (view.space == kMoteArena) ends.push_back((view.offset + view.bytes + alignment - 1) / alignment * alignment);
    }
    const auto cuts = [&](uint64_t at) {
      const auto across = [&](const ViewPlan& v) { return v.space == kMoteArena && v.offset < at && v.offset + v.bytes > at; };
      const bool inside = at >= file.scratch_offset + file.scratch_bytes && at <= file.arena_bytes;
      return inside && std::none_of(views_.begin(), views_.end(), across);
    };
    ends.erase(std::remove_if(ends.begin(), ends.end(), [&](uint64_t at) { return !cuts(at); }), ends.end());
    std::sort(ends.begin(), ends.end());
    while (!ends.empty() && (ends.size() >= kMoteMostRegions || random.OneIn(3))) {
      ends.erase(ends.begin() + random.Below(static_cast<uint32_t>(ends.size())));
    }
    if (ends.empty() && !random.OneIn(4)) return;
    for (const uint64_t end : ends) file.regions.push_back(static_cast<uint32_t>(end));
    file.regions.push_back(static_cast<uint32_t>(file.arena_bytes));
    for (ViewPlan& view : views_) {
      while (view.space == kMoteArena && view.offset + view.bytes > file.regions[view.number]) ++view.number;
      if (view.space == kMoteArena && random.Percent(kOtherRegionPercent)) view.number = random.Below(6);
    }
    if (random.Percent(kOtherRegionPercent)) random.PickOf(file.regions) += random.Pick<uint32_t>({1, 8, 64, 0xffffff00});
  }

  void Layout() {
    ProgramFile& file = made_.file;
    int64_t bytes = full_scratch_ ? planned_scratch_
                                  : least_scratch_ + (random_.OneIn(2) ? 0 : random_.Pick({1, 8, 4096, 65536}));
    if (random_.OneIn(60)) bytes = kMostScratch;
    bytes = std::min(bytes, std::max(least_scratch_, kMostScratch));
    file.scratch_bytes = static_cast<uint64_t>(bytes);
    file.arena_bytes = Place(kMoteArena, true) + (random_.OneIn(4) ? random_.Below(64) : 0);
    Regions();
    file.state_bytes = Place(kMoteState, false);
    file.constants.resize(Place(kMoteConstant, false));
    const uint32_t kind = random_.Below(3);
    for (uint8_t& byte : file.constants) byte = static_cast<uint8_t>(kind == 0 ? 0 : kind == 1 ? random_.Next() : random_.Below(3));
  }

  // ---- entries ----
  uint16_t WholeTensor(uint32_t space, uint32_t number, const TensorPlan& tensor) {
    views_.push_back({space, tensor.type, number, 0, tensor.bytes, false});
    return static_cast<uint16_t>(views_.size() - 1);
  }

  std::vector<int32_t> Dims(const TensorPlan& tensor) {
    uint64_t elements = tensor.bytes / ElementOf(tensor.type).bytes;
    std::vector<int32_t> dims;
    if (elements == 1 && random_.OneIn(2)) return dims;
    while (elements > 0x7fffffff || (elements % 2 == 0 && elements > 0 && random_.OneIn(3))) {
      const int32_t factor = elements > 0x7fffffff ? 4096 : 2;
      dims.push_back(factor);
      elements /= static_cast<uint64_t>(factor);
    }
    dims.push_back(static_cast<int32_t>(elements));
    if (random_.OneIn(6)) dims.push_back(1);
    return dims;
  }

  void Entries() {
    ProgramFile& file = made_.file;
    FileEntry entry;
    entry.step_budget = random_.PickOf(kStepBudgets);
    if (file.io_in_arena) {
      for (uint16_t i = 0; i < views_.size() && entry.inputs.size() + entry.outputs.size() < 4; ++i) {
        const ViewPlan& view = views_[i];
        if (view.space != kMoteArena || random_.OneIn(2)) continue;
        (random_.OneIn(3) ? entry.inputs : entry.outputs).push_back({static_cast<uint8_t>(view.type), Dims({view.type, view.bytes}), i});
      }
    } else {
      for (const bool output : {false, true}) {
        std::vector<TensorPlan>& tensors = output ? outputs_ : inputs_;
        if (tensors.empty() && random_.OneIn(2)) tensors.push_back({kTypePred, 0});
        for (uint32_t i = 0; i < tensors.size(); ++i) {
          const uint64_t round = tensors[i].bytes > 0x7fffffff ? UINT64_C(4096) * 16 : ElementOf(tensors[i].type).bytes;
          tensors[i].bytes = std::min((tensors[i].bytes + round - 1) / round * round, UINT64_C(0xffff0000));
          (output ? entry.outputs : entry.inputs)
              .push_back(
                  {static_cast<uint8_t>(tensors[i].type), Dims(tensors[i]), WholeTensor(output ? kMoteOutput : kMoteInput, i, tensors[i])});
        }
      }
    }
    file.entries.push_back(entry);
    // Others run a block that calls nothing once more, as their own.
    while (random_.OneIn(8)) {
      const uint32_t same = random_.Below(static_cast<uint32_t>(blocks_.size()));
      if (!blocks_[same].calls.empty()) continue;
      file.entries.push_back(entry);
      file.entries.back().block = static_cast<uint16_t>(file.blocks.size());
      file.blocks.push_back({file.blocks[same].first, file.blocks[same].count, random_.Below(kMoteMaxLevel + 1)});
    }
    made_.entry = random_.Below(static_cast<uint32_t>(file.entries.size()));
  }

  void Views() {
    for (const ViewPlan& view : views_) {
      made_.file.views.insert(made_.file.views.end(),
                              {view.space | view.type << 8 | view.number << 16, static_cast<uint32_t>(view.offset >> made_.file.unit_shift),
                               static_cast<uint32_t>(view.bytes)});
      if (view.written) made_.written.push_back({view.space, view.number, view.offset, view.bytes});
    }
  }

  void Native() {
    if (native_kernel_ < 0 || !random_.OneIn(12)) return;
    made_.has_native = true;
    made_.native.hash = made_.file.kernels[static_cast<size_t>(native_kernel_)].hash;
    made_.native.extent = random_.Extent(100000);
    for (size_t i = 0; i < native_views_.size(); ++i) {
      const ViewPlan& view = views_[native_views_[i]];
      const uint32_t type = kernels_[static_cast<size_t>(native_kernel_)].operands[i];
      NativeOperand operand = {static_cast<uint32_t>(std::min<uint64_t>(view.bytes, 256)), static_cast<uint8_t>(type)};
      if (random_.Percent(kOtherNativePercent)) operand.bytes = static_cast<uint32_t>(std::min<uint64_t>(view.bytes + 8, 0xffffffff));
      if (random_.Percent(kOtherNativePercent)) operand.type = static_cast<uint8_t>((type & 0x3f) | random_.Below(4) << 6);
      if (random_.Percent(kOtherNativePercent)) operand.type = static_cast<uint8_t>((type & 0xc0) | (1 + random_.Below(30)));
      made_.native.operands.push_back(operand);
    }
  }

  Random random_;
  AcceptedProgram made_;
  bool limits_ = false, large_ = false, full_scratch_ = false;
  std::vector<MadeKernel> kernels_;
  std::vector<ViewPlan> views_;
  std::vector<TensorPlan> inputs_, outputs_;
  std::vector<BlockPlan> blocks_;
  int64_t least_scratch_ = 0, planned_scratch_ = 0;
  int native_kernel_ = -1;
  std::vector<uint16_t> native_views_;
};

}  // namespace

AcceptedProgram MakeAcceptedProgram(uint64_t seed) { return ProgramMaker(seed).Make(); }

}  // namespace mote::fault
