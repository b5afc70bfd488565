// Convolutions over pixels of two or three channels on a device: their input is copied first, four elements a pixel, so that one fetch
// finds a pixel.
#include <algorithm>

#include "schema/routine_geometry.h"
#include "select/selector.h"

namespace mote {
namespace {

constexpr int64_t kFour = 4;
constexpr int64_t kLeastProducts = 1 << 18;  // of the convolution: with fewer, a launch more takes what it saves

// Whether the input is f32, its channels side by side and pixel behind pixel.
bool IsOfPixels(const BoundRoutine& form, ElementType type) {
  const IdVector<int64_t>& f = form.fields;
  const int64_t channels = f[kMoteConvInPerGroup];
  if (type != ElementType::kF32 || channels < 2 || channels >= kFour || f[kMoteConvGroups] != 1) return false;
  const int64_t taps = f[kMoteConvKernelH] * f[kMoteConvKernelW];
  const int64_t outputs = f[kMoteConvBatch] * f[kMoteConvOutH] * f[kMoteConvOutW] * f[kMoteConvOutPerGroup];
  return f[kMoteConvLhsC] == 1 && f[kMoteConvLhsX] == channels && taps > 4 && outputs * taps * channels >= kLeastProducts;
}

// The kernel's accesses to the operand when its pixels are kFour elements apart. False where they are not by pixels.
bool Spread(const Kernel& kernel, int32_t operand, int64_t channels, IdVector<ParamValue>* values) {
  IdVector<int> uses(values->size(), 0);
  for (const Access& access : kernel.accesses) {
    if (access.offset != kNone) ++uses[access.offset];
    for (const Access::Term& term : access.terms) ++uses[term.stride];
  }
  const auto spread = [&](ParamId param, bool in_pixel) {
    ParamValue& value = (*values)[param];
    if (in_pixel && value == 1) return true;
    if (uses[param] != 1 || value % channels != 0) return false;
    value = value / channels * kFour;
    return true;
  };
  for (const Node& node : kernel.nodes) {
    if (node.op == Scalar::kLoad && kernel.accesses[node.index].operand == operand && node.in[0] != kNone) return false;
  }
  for (const Access& access : kernel.accesses) {
    if (access.operand != operand) continue;
    if (access.offset != kNone && !spread(access.offset, false)) return false;
    for (const Access::Term& term : access.terms) {
      if (!spread(term.stride, true)) return false;
    }
  }
  return true;
}

// Operands: pixels of so many channels, the same kFour elements apart.
MadeKernel SpreadPixels(int64_t pixels, int64_t channels) {
  KernelBuilder b("spread_pixels");
  const int32_t from = b.AddOperand(ElementType::kF32, true, false), to = b.AddOperand(ElementType::kF32, false, true);
  const AxisId pixel = b.AddAxis(Axis::Kind::kLane, pixels), channel = b.AddAxis(Axis::Kind::kLane, kFour);
  const auto stride = [&](int64_t value) { return b.AddParam(Parameter::Role::kStride, Reg::kI32, value); };
  b.BeginStage(Stage::Kind::kMap, {pixel, channel});
  const NodeId count = b.ParamNode(b.AddParam(Parameter::Role::kExtent, Reg::kI32, channels));
  const NodeId there = b.Op(Scalar::kLtUI, b.AxisNode(channel), count);
  const NodeId value = b.Load(b.AddAccess({from, kNone, {{pixel, stride(channels)}, {channel, stride(1)}}}), Reg::kF32, kNone, there);
  b.Store(b.AddAccess({to, kNone, {{pixel, stride(kFour)}, {channel, stride(1)}}}), value);
  return b.EndAndTake();
}

}  // namespace

Result<std::optional<Selector::Padded>> Selector::PadChannels(Scope& scope, const Group& group, BoundKernel* bound) {
  const Computation& c = *scope.computation;
  std::string against;
  const std::optional<BoundRoutine> form = AsRoutine(module_, c, group, RoutineSet::All(), &against);
  if (!form || !IsOfPixels(*form, c.shape(form->lhs).element_type)) return std::optional<Padded>();
  const auto at = std::find(bound->operands.begin(), bound->operands.end(), form->lhs);
  if (at == bound->operands.end()) return std::optional<Padded>();
  const auto operand = static_cast<int32_t>(at - bound->operands.begin());
  const int64_t channels = form->fields[kMoteConvInPerGroup], pixels = c.shape(form->lhs).ElementCount() / channels;
  IdVector<ParamValue> values = bound->values;
  if (!Spread(bound->kernel, operand, channels, &values)) return std::optional<Padded>();
  bound->values = std::move(values);
  std::erase_if(bound->in_place, [operand](const std::pair<int32_t, int32_t>& pair) { return pair.first == operand; });
  MOTE_ASSIGN(const BufferId whole, BufferOf(scope, form->lhs));
  const BufferId padded = NewBuffer(Shape::Array(ElementType::kF32, {pixels, kFour}), "pixels of four elements");
  Step like;
  like.why = "a pixel's channels lie in one fetch of the convolution behind it";
  like.location = c.instructions[group.instructions.back()].location;
  AddMadeKernel(scope, SpreadPixels(pixels, channels), {whole, padded}, like);
  return std::optional<Padded>({Resolve(scope, form->lhs), whole, padded});
}

}  // namespace mote
