// GlslBody: signed bytes that processors read 128 above their values. What their compilers see to be no negative number they multiply by a
// signed byte with sums of halves of words: one instruction with the sum (vpdpwssd) or one before it (pmaddwd), for a whole product's two
// and the sum. A zero point that is taken from a byte is taken 128 larger then: of networks with rectifiers it is -128, and nothing is
// left. Where it is another one, or none, a loop adds up the other factor and takes so many times the sum from each of its results. Of a
// window, what lies in the padding is read as the zero point, so that its product is 0 and no sum has to be chosen.
#include <algorithm>

#include "print/print_glsl_body.h"

namespace mote {
namespace {

constexpr int32_t kRaise = 128;

// A load of bytes from words.
bool IsOfBytes(const Kernel& kernel, NodeId id) {
  const Node& node = kernel.nodes[id];
  if (node.op != Scalar::kLoad || node.type != Reg::kI32) return false;
  const KernelOperand& operand = kernel.operands[kernel.accesses[node.index].operand];
  return operand.type == ElementType::kS8 && !operand.written;
}

// Of a node of two operands the other one than `in`; kNone: it has another operation, or not that operand.
NodeId Partner(const Node& node, Scalar op, NodeId in) {
  if (node.op != op || (node.in[0] != in && node.in[1] != in)) return kNone;
  return node.in[node.in[0] == in ? 1 : 0];
}

}  // namespace

// Loads that nothing reads but differences with a zero point; and of them those of windows.
void GlslBody::FindRaised() {
  IdVector<int> lowered(kernel_.nodes.size(), 0), others(kernel_.nodes.size(), 0);
  for (const Stage& stage : kernel_.stages) {
    for (const NodeId value : stage.values) ++others[value];
  }
  for (const Node& node : kernel_.nodes) {
    if (node.op == Scalar::kCarried) ++others[kernel_.loops[node.index].next[node.bits]];
    for (size_t i = 0; i < node.in.size(); ++i) {
      if (node.in[i] == kNone) continue;
      const bool lowers = node.op == Scalar::kSubI && i == 0 && IsZeroPoint(node.in[1]);
      ++(lowers ? lowered : others)[node.in[i]];
    }
  }
  for (NodeId id = 0; id < kernel_.nodes.count(); ++id) {
    raised_[id] = lowered[id] != 0 && others[id] == 0 && IsOfBytes(kernel_, id);
    others[id] += lowered[id];
  }
  for (NodeId id = 0; id < kernel_.nodes.count(); ++id) FindPadding(id, others);
}

// A choice, where a place lies inside, of a sum and a product of what is there, else of the sum alone: the product is 0 then. Or of a loop
// over such sums that begins with it. `uses`: of nodes.
void GlslBody::FindPadding(NodeId choice, const IdVector<int>& uses) {
  const Node& node = kernel_.nodes[choice];
  if (node.op != Scalar::kSelectI) return;
  const Node& chosen = kernel_.nodes[node.in[1]];
  NodeId sum = node.in[1], before = node.in[2];
  if (chosen.op == Scalar::kCarried && chosen.in[0] == before) {
    before = node.in[1];
    sum = kernel_.loops[chosen.index].next[chosen.bits];
  }
  const NodeId product = Partner(kernel_.nodes[sum], Scalar::kAddI, before);
  if (product == kNone || uses[sum] != 1 || uses[product] != 1 || kernel_.nodes[product].op != Scalar::kMulI) return;
  for (const NodeId factor : {kernel_.nodes[product].in[0], kernel_.nodes[product].in[1]}) {
    const Node& lowered = kernel_.nodes[factor];
    if (!IsLowered(lowered) || uses[factor] != 1 || uses[lowered.in[0]] != 1) continue;
    if (kernel_.nodes[lowered.in[0]].in[1] != node.in[0] || !IsByteZero(lowered.in[1])) continue;
    padding_[lowered.in[0]] = lowered.in[1];
    settled_[choice] = true;
    return;
  }
}

// Of a zero point: a signed byte in all launches.
bool GlslBody::IsByteZero(NodeId id) const {
  const auto is_byte = [](int64_t value) { return value == static_cast<int8_t>(value); };
  const Node& node = kernel_.nodes[id];
  if (node.op == Scalar::kConstant) return is_byte(static_cast<int32_t>(node.bits));
  if (node.op != Scalar::kParam || params_.size() == 0) return false;
  const std::vector<ParamValue>& values = params_[node.index];
  return !values.empty() && std::all_of(values.begin(), values.end(), is_byte);
}

// Words of a load, whose padding is the zero point: what its condition leaves out is 0.
std::string GlslBody::WithPadding(NodeId load, const std::string& words) const {
  if (padding_[load] == kNone) return words;
  const std::string zeros = "uint(" + Value(padding_[load], 'i') + " & 0xff) * 0x1010101u";
  return "(" + words + " | (" + Value(kernel_.nodes[load].in[1], 'b') + " ? 0u : " + zeros + "))";
}

bool GlslBody::IsZeroPoint(NodeId id) const {
  return kernel_.nodes[id].op == Scalar::kConstant || kernel_.nodes[id].op == Scalar::kParam;
}

bool GlslBody::IsLowered(const Node& node) const { return node.op == Scalar::kSubI && raised_[node.in[0]]; }

std::string GlslBody::Lowered(const Node& node) const {
  const std::string value = Value(node.in[0], 'i');
  if (raising_ && node.in[0] == raising_->factors[0].load) return value;
  return value + " - (" + Value(node.in[1], 'i') + " + " + std::to_string(kRaise) + ")";
}

// Chooses the factor of a loop that goes point by point, and declares the sums of the other one. Not where these would be as many as
// products.
void GlslBody::RaiseFactor(NodeId begin) {
  raising_ = ByteProductOf(kernel_, form_, begin);
  if (!raising_) return;
  std::array<ByteProduct::Factor, 2>& factors = raising_->factors;
  const auto worse = [this](const ByteProduct::Factor& with, const ByteProduct::Factor& other) {
    return (with.zero == kNone && other.zero != kNone) || tiles_.MaskOf(other.load) == points_ || !IsOfBytes(kernel_, with.load) ||
           (sixteens_ && !sixteen_[other.load]);  // its words are fetched in the loop over points
  };
  if (worse(factors[0], factors[1])) std::swap(factors[0], factors[1]);
  if (worse(factors[0], factors[1])) return raising_.reset();
  raised_[factors[0].load] = true;
  const Node* const zero = factors[0].zero == kNone ? nullptr : &kernel_.nodes[factors[0].zero];
  sums_raised_ = zero == nullptr || zero->op != Scalar::kConstant || static_cast<int32_t>(zero->bits) != -kRaise;
  if (sums_raised_) DeclareSumsOf(factors[1]);
}

// Of the words that are fetched for four or sixteen turns of the loop.
void GlslBody::AddRaisedSums() {
  if (!raising_ || !sums_raised_) return;
  const NodeId other = raising_->factors[1].load;
  const std::string number = std::to_string(other) + "_", subscript = tiles_.Subscript(tiles_.MaskOf(other));
  if (sixteens_) Open("[[unroll]] for (int word_of = 0; word_of < 4; ++word_of) {");
  Open("[[unroll]] for (int step = 0; step < " + std::to_string(form_.steps) + "; ++step) {");
  OpenTiles(tiles_.MaskOf(other));
  const int lanes = tiles_.Wide(other) ? kAll : 1;
  std::string text;
  for (int lane = 0; lane < lanes; ++lane) {
    const std::string few = sixteens_ ? "sixteen" + number + std::to_string(lane) + subscript + "[word_of]"
                                      : "q" + number + std::to_string(lane) + subscript;
    GlslForm form = 'i';
    text += (lane == 0 ? "" : ", ") + Decoded(other, few + ", uint(step)", &form);
  }
  Line(ZeroSum(raising_->factors[1]) + " += " + (lanes == 1 ? text : "ivec4(" + text + ")") + ";");
  CloseTiles(tiles_.MaskOf(other));
  Close();
  if (sixteens_) Close();
}

// Behind the loop.
void GlslBody::EndRaisedSums() {
  if (raising_ && sums_raised_) {
    const NodeId zero = raising_->factors[0].zero;
    const std::string raise = zero == kNone ? std::to_string(kRaise) : "(" + Value(zero, 'i') + " + " + std::to_string(kRaise) + ")";
    OpenTiles(tiles_.MaskOf(raising_->sum));
    Line(names_[raising_->sum] + " -= " + ZeroSum(raising_->factors[1]) + " * " + raise + ";");
    CloseTiles(tiles_.MaskOf(raising_->sum));
  }
  raising_.reset();
}

}  // namespace mote
