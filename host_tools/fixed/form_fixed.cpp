// Every instruction that gives bytes or halfwords, in order: the first form that takes it.
#include "fixed/form_fixed.h"

#include "fixed/fixed_operation.h"

namespace mote {
namespace {

// Scalars are left: most of them stand in the regions of reductions, sorts and scatters, which are no steps.
bool MayBeFormed(const Instruction& i) {
  return i.shapes.size() == 1 && i.shape().IsArray() && i.shape().IsStatic() && !i.shape().quantization &&
         i.shape().ElementCount() != 0 && !i.shape().IsScalar();
}

std::optional<std::vector<Value>> Form(const FormContext& c, const Instruction& i) {
  if (i.shape().element_type == ElementType::kS16) return IsElementwise(i.op) ? FormSigmoidal(c, i) : std::nullopt;
  if (i.shape().element_type != ElementType::kS8) return std::nullopt;
  if (i.op == Op::kReduceWindow || i.op == Op::kReduce) return FormMaxPool(c, i);
  // A gather may be a table's.
  if (i.op != Op::kRequantize) return IsElementwise(i.op) || i.op == Op::kGather ? FormElementwise(c, i) : std::nullopt;
  if (auto product = FormProduct(c, i)) return product;
  return FormElementwise(c, i);
}

std::optional<std::vector<Value>> SoftmaxOfBytes(const FormContext& c, const Instruction& i) {
  return i.shape().element_type == ElementType::kS8 ? FormSoftmax(c, i) : std::nullopt;
}

// Every instruction for which `form` has one.
template <typename Former>
Module Formed(const Module& module, const Former& form) {
  return RewriteModule(module, [&](ModuleEmitter& e, const Instruction& i) -> std::optional<IdVector<Value>> {
    if (!MayBeFormed(i)) return std::nullopt;
    return form({module, e}, i);
  });
}

}  // namespace

// A softmax first: its own maximum of each row is a pool of bytes.
Module FormFixed(const Module& canonical) { return Formed(Formed(canonical, SoftmaxOfBytes), Form); }

}  // namespace mote
