// Convolutions by tiles on a device: three launches, where products are what takes the time.
#include "lower/tiled_convolution.h"
#include "schema/routine_geometry.h"
#include "select/selector.h"

namespace mote {
namespace {

constexpr int64_t kLeastProducts = 2 << 20;    // of the direct way: with fewer, two launches more take what tiles save
constexpr int64_t kMostBytes = 32 << 20;       // of inputs and products of all tiles

// Of a convolution that tiles could take.
bool Pays(const TiledShape& shape) {
  const IdVector<int64_t>& f = shape.fields;
  const int64_t products = 9 * shape.batch * f[kMoteConvOutH] * f[kMoteConvOutW] * shape.in * shape.out;
  const int64_t bytes = 4 * kMoteTiledPositions * kMoteTiledPositions * (shape.InputStep() + shape.ProductStep());
  return products >= kLeastProducts && bytes <= kMostBytes && shape.HasWholePanels() && shape.in % 4 == 0 && shape.out % 4 == 0;
}

}  // namespace

// False, and `against` says why, where the direct way is taken.
Result<bool> Selector::AddTiled(Scope& scope, const Group& group, const std::string& why, std::string* against) {
  const Computation& c = *scope.computation;
  std::optional<BoundRoutine> form = AsRoutine(module_, c, group, RoutineSet::All(), against);
  if (!form || !Pays(TiledShape(form->fields))) return false;
  const Value rhs = Resolve(scope, form->rhs);
  const std::optional<Literal> weights = ByTiles(scope, &*form);
  if (!weights) return false;
  const TiledShape shape(form->fields);
  std::optional<BoundKernel> outputs = TiledOutputs(module_, c, group, shape, against);
  if (!outputs) return false;
  MOTE_ASSIGN(const BufferId lhs, BufferOf(scope, form->lhs));
  const auto positions = [&](int64_t step, const char* name) {
    return NewBuffer(Shape::Array(ElementType::kF32, {kMoteTiledPositions * kMoteTiledPositions, step}), name);
  };
  const BufferId inputs = positions(shape.InputStep(), "inputs of tiles"), products = positions(shape.ProductStep(), "products of tiles");
  Step like;
  like.why = "a convolution by tiles; " + why;
  like.location = c.instructions[group.instructions.back()].location;
  AddMadeKernel(scope, TiledInputs(shape), {lhs, inputs}, like);
  AddMadeKernel(scope, TiledProducts(shape), {inputs, ConstantBuffer(*weights, c.at(rhs).name), products}, like);
  Step last;
  last.operands.push_back(products);
  outputs->operands.erase(outputs->operands.begin());
  IdVector<KernelOperand> kernel_operands = outputs->kernel.operands;
  outputs->kernel.operands.erase(outputs->kernel.operands.begin());
  MOTE_CHECK_OK(BindOperands(scope, *outputs, &last));
  outputs->kernel.operands = std::move(kernel_operands);
  outputs->kernel.name = "tiled_outputs_" + outputs->kernel.name;
  like.in_place = outputs->in_place;
  AddMadeKernel(scope, {std::move(outputs->kernel), std::move(outputs->values)}, std::move(last.operands), like);
  return true;
}

}  // namespace mote
