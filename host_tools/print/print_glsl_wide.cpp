// GlslBody: operations on four values side by side: as vectors where GLSL has the operation for them, else value by value.
#include "print/print_glsl_body.h"

namespace mote {

// While lanes_ is kAll. Empty: value by value.
std::string GlslBody::NativeWide(NodeId id, GlslForm* form) const {
  const Node& node = kernel_.nodes[id];
  const Scalar op = node.op;
  if (op == Scalar::kMove || settled_[id]) {
    *form = GlslBitsForm(node.type);
    return Value(node.in[settled_[id] ? 1 : 0], *form);
  }
  if (bool constant = false; IsLogic(node, &constant)) {
    *form = 'b';
    const std::string a = Value(node.in[0], 'b'), b = Value(node.in[1], 'b');
    if (op == Scalar::kAndI) return "mix(bvec4(false), " + b + ", " + a + ")";
    if (op == Scalar::kOrI) return "mix(" + b + ", bvec4(true), " + a + ")";
    return std::string(op == Scalar::kEqI ? "equal(" : "notEqual(") + a + ", " + b + ")";
  }
  const bool first = node.in[0] != kNone && IsPlainFloat(node.in[0]), second = node.in[1] != kNone && IsPlainFloat(node.in[1]);
  if ((op == Scalar::kMinF || op == Scalar::kMaxF) && (first || second)) {
    *form = 'u';
    const NodeId value = node.in[second ? 0 : 1], bound = node.in[second ? 1 : 0];
    return "mix(" + Value(value, 'u') + ", " + Value(bound, 'u') + ", " + (op == Scalar::kMinF ? "greaterThan(" : "lessThan(") +
           Value(value, 'f') + ", " + Value(bound, 'f') + "))";
  }
  if ((op == Scalar::kLtF || op == Scalar::kLeF || op == Scalar::kEqF) && (first || second)) {
    *form = 'b';
    const std::string call = op == Scalar::kLtF ? "lessThan(" : op == Scalar::kLeF ? "lessThanEqual(" : "equal(";
    return call + Value(node.in[0], 'f') + ", " + Value(node.in[1], 'f') + ")";
  }
  if (op == Scalar::kShlI || op == Scalar::kShrSI || op == Scalar::kShrUI) {
    const Node& amount = kernel_.nodes[node.in[1]];
    if (amount.op != Scalar::kConstant || amount.bits >= 32) return {};
    *form = 'i';
    const std::string a = Value(node.in[0], 'i'), n = std::to_string(amount.bits);
    if (op == Scalar::kShrUI) return "ivec4(uvec4(" + a + ") >> " + n + ")";
    return a + (op == Scalar::kShlI ? " << " : " >> ") + n;
  }
  if (IsLowered(node)) {
    *form = 'i';
    return Lowered(node);
  }
  if (SignedHighProduct(node)) return {};
  const GlslOpText* row = GlslTextOf(op);
  if (!row || !row->wide) return {};
  *form = row->result;
  return Filled(*row, row->wide, node);
}

std::string GlslBody::WideExpression(NodeId id, GlslForm* form) {
  lanes_ = kAll;
  std::string text = NativeWide(id, form);
  if (text.empty()) {
    for (lanes_ = 0; lanes_ < kAll; ++lanes_) text += (lanes_ == 0 ? "" : ", ") + Expression(id, form);
    text = std::string(GlslWideName(*form)) + "(" + text + ")";
  }
  lanes_ = kOne;
  return text;
}

}  // namespace mote
