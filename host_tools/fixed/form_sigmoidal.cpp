// FormSigmoidal: a function of one halfword that is the logistic one or tanh in 16-bit arithmetic, however the program spells it: its
// values for all halfwords are those of hlo/fixed_point.h.
#include "fixed/expression.h"
#include "hlo/fixed_point.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

constexpr int64_t kApart = 97;  // of the halfwords that show which function it may be

int64_t ValueOf(bool tanh, int bits, int64_t x) {
  const HostNumbers n{16};
  return tanh ? Tanh(n, x, bits) : Logistic(n, x, bits);
}

// Whether it is this function at every `apart`th halfword.
bool Agrees(const Literal& values, bool tanh, int bits, int64_t apart) {
  for (int64_t i = 0; i < values.size(); ++i) {
    if (values.IntegerAt(i) != ValueOf(tanh, bits, i * apart - 32768)) return false;
  }
  return true;
}

std::optional<Literal> ValuesOf(Expression& expression, int64_t apart) {
  Literal halfwords(Shape::Array(ElementType::kS16, {(65536 + apart - 1) / apart}));
  for (int64_t i = 0; i < halfwords.size(); ++i) halfwords.SetInteger(i, i * apart - 32768);
  return expression.ValuesAt({halfwords});
}

}  // namespace

std::optional<std::vector<Value>> FormSigmoidal(const FormContext& c, const Instruction& last) {
  Expression expression(c, last, ElementType::kS16);
  if (!expression.Collect() || expression.leaves.size() != 1 || expression.by_channel()) return std::nullopt;
  if (c.e.shape(expression.leaves[0]).element_type != ElementType::kS16) return std::nullopt;
  const auto some = ValuesOf(expression, kApart);
  for (int form = 0; some && form <= 2 * kMoteSigmoidalBits + 1; ++form) {
    const bool tanh = form % 2 != 0;
    if (!Agrees(*some, tanh, form / 2, kApart)) continue;
    const auto all = ValuesOf(expression, 1);
    if (!all || !Agrees(*all, tanh, form / 2, 1)) continue;
    const Dims lines = AsLines(last.shape().dims);
    std::vector<int64_t> fields = FixedFields(static_cast<int64_t>(FixedRoutine::kSigmoidal), lines, lines);
    fields[kMoteFixedShift] = form / 2, fields[kMoteFixedSigned] = tanh ? 1 : 0;
    return Fixed(c.e, last.shape(), expression.leaves, std::move(fields), {});
  }
  return std::nullopt;
}

}  // namespace mote
