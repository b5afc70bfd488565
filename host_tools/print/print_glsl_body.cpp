// GlslBody: runs of nodes over a tile, the choice of each value's form, and pure operations.
#include "print/print_glsl_body.h"

#include <bit>
#include <cmath>

namespace mote {

GlslBody::GlslBody(const Kernel& kernel, std::span<const uint8_t> spaces, const ShaderForm& form, const ShaderParams& params)
    : kernel_(kernel), spaces_(spaces), in_loop_(params.loop_invocations > 0), names_(kernel.nodes.size()),
      forms_(kernel.nodes.size(), 0), float_wishes_(kernel.nodes.size()), bit_wishes_(kernel.nodes.size()),
      form_(form), tier_(form.tier), uses_(kernel.operands.size(), 0),
      raised_(kernel.nodes.size(), false), padding_(kernel.nodes.size(), kNone), settled_(kernel.nodes.size(), false),
      left_out_(kernel.nodes.size(), false), early_(kernel.nodes.size(), false), based_(kernel.nodes.size(), false),
      texels_(params.loop_invocations > 0 ? params.texels : TexelNumbers(kernel)), params_(params.values), tiles_(kernel, form, params) {
  FindWishes();
  if (tier_ & kMoteProcessor) FindRaised();
  FindLeftOut();
}

// What nothing is computed from but high products of signed numbers, which go without it.
void GlslBody::FindLeftOut() {
  IdVector<int> uses(kernel_.nodes.size(), 0);
  const auto use = [&uses](const auto& list) {
    for (const NodeId id : list) {
      if (id != kNone) ++uses[id];
    }
  };
  for (const Stage& stage : kernel_.stages) use(stage.values), use(stage.inits), use(stage.combined);
  for (const Loop& loop : kernel_.loops) use(loop.next);
  for (NodeId id = kernel_.nodes.count(); id-- > 0;) {
    const Node& node = kernel_.nodes[id];
    left_out_[id] = GlslTextOf(node.op) != nullptr && uses[id] == 0;
    if (left_out_[id]) continue;
    if (const auto factors = SignedHighProduct(node)) {
      use(*factors);
    } else {
      use(node.in);
    }
  }
}

// A loaded or selected f32 that only arithmetic reads is declared as a float.
void GlslBody::FindWishes() {
  for (const Node& node : kernel_.nodes) {
    const GlslOpText* row = GlslTextOf(node.op);
    for (size_t i = 0; i < node.in.size(); ++i) {
      if (node.in[i] == kNone) continue;
      const bool wants_float = row && (row->operands[i] == 'f' || row->operands[i] == 'd');
      ++(wants_float ? float_wishes_ : bit_wishes_)[node.in[i]];
    }
  }
}

void GlslBody::Line(const std::string& text) {
  if (!text.empty()) text_.append(static_cast<size_t>(indent_) * 2, ' ');
  text_ += text + "\n";
}

std::string GlslBody::TakeText() {
  std::string text = std::move(text_);
  text_.clear();
  return text;
}

void GlslBody::Bind(NodeId node, std::string name, GlslForm form) {
  names_[node] = std::move(name);
  forms_[node] = form;
}

std::string GlslBody::AxisName(AxisId axis) const {
  const char* prefix = kernel_.axes[axis].kind == Axis::Kind::kGroup ? "g" : kernel_.axes[axis].kind == Axis::Kind::kLane ? "i" : "k";
  return prefix + std::to_string(axis);
}

std::string GlslBody::Coordinate(AxisId axis) const {
  const std::string name = AxisName(axis);
  if (axis == at_first_) return "first_" + name;
  const std::string point = name + tiles_.Subscript(tiles_.MaskOfAxis(axis));
  return form_.IsVector(axis) && lanes_ > 0 && lanes_ < kAll ? "(" + point + " + " + std::to_string(lanes_) + ")" : point;
}

std::string GlslBody::ParamName(ParamId param) const {
  static constexpr const char* kPrefix[] = {"extent", "stride", "offset", "value"};
  return kPrefix[static_cast<int>(kernel_.params[param].role)] + std::to_string(param);
}

std::string GlslBody::Value(NodeId id, GlslForm form) const {
  if (lanes_ != kAll) return ScalarValue(id, form);
  if (!tiles_.Wide(id)) return std::string(GlslWideName(form)) + "(" + ScalarValue(id, form) + ")";
  if (kernel_.nodes[id].op != Scalar::kAxis) return GlslWideConverted(names_[id], forms_[id], form);
  return GlslWideConverted("(" + Coordinate(kernel_.nodes[id].index) + " + ivec4(0, 1, 2, 3))", 'i', form);
}

std::string GlslBody::ScalarValue(NodeId id, GlslForm form) const {
  const Node& node = kernel_.nodes[id];
  switch (node.op) {
    case Scalar::kConstant: return GlslConstant(node, form);
    case Scalar::kAxis: return GlslConverted(Coordinate(node.index), 'i', form);
    case Scalar::kParam: {
      const std::string name = ParamName(node.index);
      const GlslForm native = GlslBitsForm(kernel_.params[node.index].type);
      return GlslConverted(native == 'p' ? "uvec2(" + name + "_low, " + name + "_high)" : name, native, form);
    }
    default: break;
  }
  const bool lane = tiles_.Wide(id) && lanes_ >= 0;
  return GlslConverted(lane ? names_[id] + "." + "xyzw"[lanes_] : names_[id], forms_[id], form);
}

std::string GlslBody::FourValues(NodeId id, GlslForm form) {
  lanes_ = kAll;
  const std::string text = Value(id, form);
  lanes_ = kOne;
  return text;
}

std::string GlslBody::ValueLike(NodeId like, NodeId id, GlslForm form) {
  return tiles_.Wide(like) ? FourValues(id, form) : Value(id, form);
}

// The form a node that is still to come will have: for carried values, which are declared before their next value is printed.
GlslForm GlslBody::ResultForm(NodeId id) const {
  const Node& node = kernel_.nodes[id];
  const GlslOpText* row = GlslTextOf(node.op);
  if (row && (row->result == 'f' || row->result == 'd')) return row->result;
  return GlslBitsForm(node.type);
}

void GlslBody::Print(NodeRange range) {
  for (NodeId id = range.first; id < range.last;) {
    const NodeId quads = QuadsFrom(id, range.last);
    if (quads > id) PrintQuads({id, quads});
    id = quads > id ? quads : PrintNext(id, range.last);
  }
}

// A run of nodes over the tile, or one node. Returns the next one.
NodeId GlslBody::PrintNext(NodeId id, NodeId last) {
  const GlslTiles::Run run = tiles_.RunFrom(id, last);
  if (run.mask != 0) {
    PrintRun(run);
    return run.last;
  }
  NodeId next = id + 1;
  PrintNode(id, &next);
  return next;
}

// One unrolled loop over the tile for a run of nodes; the arrays of what is read after it stand in front.
void GlslBody::PrintRun(const GlslTiles::Run& run) {
  const std::string before = TakeText();
  const GlslTiles::Mask mask = run.mask & static_cast<GlslTiles::Mask>(~opened_.mask);
  OpenTiles(mask);
  run_ = run;
  for (NodeId id = run.first; id < run.last; ++id) {
    NodeId next = id + 1;
    PrintNode(id, &next);
  }
  run_ = {};
  CloseTiles(mask);
  PutBehind(before, &arrays_);
}

// The text behind such declarations, which stand behind the text before.
void GlslBody::PutBehind(const std::string& before, std::vector<std::string>* declarations) {
  const std::string text = TakeText();
  text_ = before;
  for (const std::string& line : *declarations) Line(line);
  declarations->clear();
  text_ += text;
}

void GlslBody::OpenTiles(GlslTiles::Mask mask) {
  for (const std::string& head : tiles_.LoopHeads(mask)) Open(head);
}

void GlslBody::CloseTiles(GlslTiles::Mask mask) {
  for (size_t n = tiles_.LoopHeads(mask).size(); n-- > 0;) Close();
}

// A line for each point of the tile.
std::string GlslBody::InTiles(GlslTiles::Mask mask, std::string line) const {
  for (const std::string& head : tiles_.LoopHeads(mask)) line = head + " " + line + " }";
  return line;
}

// Declares and sets the value of a node: an array element where the value outlives its loop over the tile.
void GlslBody::Declare(NodeId node, GlslForm form, const std::string& name, const std::string& value) {
  const GlslOpText* row = GlslTextOf(kernel_.nodes[node].op);
  const std::string type = std::string(row && (form == 'f' || form == 'd') ? "precise " : "") + TypeOf(node, form);
  if (!tiles_.OutlivesRun(node, run_)) {
    Line(type + " " + name + " = " + value + ";");
    return Bind(node, name, form);
  }
  const bool beyond = opened_.mask != 0 && tiles_.OutlivesRun(node, opened_);
  const GlslTiles::Mask mask = tiles_.MaskOf(node) & static_cast<GlslTiles::Mask>(beyond ? ~0 : ~opened_.mask);
  (beyond ? quad_arrays_ : arrays_).push_back(type + " " + name + tiles_.Dimensions(mask) + ";");
  Line(name + tiles_.Subscript(mask) + " = " + value + ";");
  Bind(node, name + tiles_.Subscript(mask), form);
}

void GlslBody::PrintNode(NodeId id, NodeId* skip_to) {
  const Node& node = kernel_.nodes[id];
  switch (node.op) {
    case Scalar::kConstant:
    case Scalar::kParam:
    case Scalar::kAxis:
    case Scalar::kReduced:
    case Scalar::kCombinerInput: return;  // bound or printed where they are used
    case Scalar::kLoad: return early_[id] ? void() : PrintLoad(id);
    case Scalar::kStore: return PrintStore(id);
    case Scalar::kLoopBegin: return PrintLoop(id, skip_to);
    case Scalar::kLoopEnd: return EndLoop(kernel_.loops[node.index]);
    case Scalar::kCarried: return;  // printed with its loop
    default: return left_out_[id] ? void() : PrintPure(id);
  }
}

void GlslBody::PrintPure(NodeId id) {
  if (half_ && id == half_->next) return PrintHalfProduct();
  GlslForm form = 0;
  const std::string expression = tiles_.Wide(id) ? WideExpression(id, &form) : Expression(id, &form);
  Declare(id, form, "v" + std::to_string(id), expression);
}

// Drivers take 0 for a product with a 0 that they see, whatever the other factor is, and x for the sum of x and it.
std::string GlslBody::HiddenZero(GlslForm form) const {
  const std::string zero = form == 'd' ? "double(hidden_zero())" : "hidden_zero()";
  return lanes_ == kAll ? std::string(GlslWideName(form)) + "(" + zero + ")" : zero;
}

std::string GlslBody::Filled(const GlslOpText& row, const char* pattern, const Node& node) const {
  std::string text;
  for (const char* c = pattern; *c; ++c) {
    if (*c != '$') {
      text += *c;
    } else if (*++c == '#') {
      text += std::to_string(node.bits);
    } else {
      const int operand = *c - '0';
      const GlslForm form = row.operands[operand];
      text += form == row.result && (form == 'f' || form == 'd') && IsZero(node.in[operand]) ? HiddenZero(form)
                                                                                          : Value(node.in[operand], form);
    }
  }
  return text;
}

std::string GlslBody::Expression(NodeId id, GlslForm* form) const {
  const Node& node = kernel_.nodes[id];
  if (node.op == Scalar::kMove || settled_[id]) {
    *form = GlslBitsForm(node.type);
    return Value(node.in[settled_[id] ? 1 : 0], *form);
  }
  if (node.op == Scalar::kRoundSmall) {
    *form = 'u';
    return GlslSmallFloatCall(static_cast<ElementType>(node.bits), "round_small", Value(node.in[0], 'u'));
  }
  if (std::string text = Logic(node, form); !text.empty()) return text;
  if (std::string text = FloatCompare(node, form); !text.empty()) return text;
  if (std::string text = Shift(node); !text.empty()) {
    *form = 'i';
    return text;
  }
  if (IsLowered(node)) {
    *form = 'i';
    return Lowered(node);
  }
  if (const auto factors = SignedHighProduct(node)) {
    *form = 'i';
    return "mul_high_s(" + Value((*factors)[0], 'i') + ", " + Value((*factors)[1], 'i') + ")";
  }
  const GlslOpText* row = GlslTextOf(node.op);
  if (!row) {
    *form = GlslBitsForm(node.type);
    return "0";
  }
  *form = row->result;
  return Filled(*row, row->text, node);
}

// Predicates as bool: and, or, not. False when an operand is no predicate.
bool GlslBody::IsLogic(const Node& node, bool* constant) const {
  const bool logic = node.op == Scalar::kAndI || node.op == Scalar::kOrI || node.op == Scalar::kXorI;
  if (!logic && node.op != Scalar::kEqI && node.op != Scalar::kNeI) return false;
  const auto is_bool = [this](NodeId id) { return forms_[id] == 'b'; };
  const Node& second = kernel_.nodes[node.in[1]];
  *constant = second.op == Scalar::kConstant && second.bits <= 1;
  return is_bool(node.in[0]) && (is_bool(node.in[1]) || *constant);
}

std::string GlslBody::Logic(const Node& node, GlslForm* form) const {
  bool constant = false;
  if (!IsLogic(node, &constant)) return {};
  *form = 'b';
  const char* sign = node.op == Scalar::kAndI ? " && " : node.op == Scalar::kOrI ? " || " : node.op == Scalar::kEqI ? " == " : " != ";
  const std::string a = Value(node.in[0], 'b');
  if (constant && !(node.op == Scalar::kAndI || node.op == Scalar::kOrI)) {
    const bool flips = (kernel_.nodes[node.in[1]].bits == 1) == (node.op == Scalar::kXorI || node.op == Scalar::kNeI);
    return flips ? "!" + a : a;
  }
  return a + sign + Value(node.in[1], 'b');
}

// A constant that is a normal number.
bool GlslBody::IsPlainFloat(NodeId id) const {
  const Node& node = kernel_.nodes[id];
  return node.op == Scalar::kConstant && std::isnormal(std::bit_cast<float>(static_cast<uint32_t>(node.bits)));
}

// With a constant other than 0 and NaN one float compare is exact even where subnormals are flushed: DESIGN section 3.
std::string GlslBody::FloatCompare(const Node& node, GlslForm* form) const {
  const Scalar op = node.op;
  const bool compare = op == Scalar::kLtF || op == Scalar::kLeF || op == Scalar::kEqF;
  if (!compare && op != Scalar::kMinF && op != Scalar::kMaxF) return {};
  if (compare) {
    if (!IsPlainFloat(node.in[0]) && !IsPlainFloat(node.in[1])) return {};
    *form = 'b';
    return Value(node.in[0], 'f') + (op == Scalar::kLtF ? " < " : op == Scalar::kLeF ? " <= " : " == ") + Value(node.in[1], 'f');
  }
  // The constant is no NaN and no zero of the other sign, so it does not matter which of the two it is.
  *form = 'u';
  for (const auto& [value, bound] : {std::pair{node.in[0], node.in[1]}, std::pair{node.in[1], node.in[0]}}) {
    if (op == Scalar::kMaxF && IsZero(bound)) return "max_zero(" + Value(value, 'u') + ")";
    if (!IsPlainFloat(bound)) continue;
    const char* sign = op == Scalar::kMinF ? " > " : " < ";
    return Value(value, 'f') + sign + Value(bound, 'f') + " ? " + Value(bound, 'u') + " : " + Value(value, 'u');
  }
  return {};
}

bool GlslBody::IsZero(NodeId id) const { return kernel_.nodes[id].op == Scalar::kConstant && kernel_.nodes[id].bits == 0; }

// The factors of x and y in u - (x >> 31 & y) - (y >> 31 & x), where u is the high half of their product as numbers without a sign: what
// MultiplyHigh (expand/expand_integer.cpp) makes of signed ones, which devices have an instruction for.
std::optional<std::array<NodeId, 2>> GlslBody::SignedHighProduct(const Node& node) const {
  const auto at = [this](NodeId id) -> const Node& { return kernel_.nodes[id]; };
  // x of x >> 31 & y, given y; kNone: it is none.
  const auto negative = [&at](NodeId id, NodeId y) {
    const Node& both = at(id);
    if (both.op != Scalar::kAndI) return NodeId{kNone};
    for (size_t i = 0; i < 2; ++i) {
      const Node& sign = at(both.in[i]);
      if (both.in[1 - i] != y || sign.op != Scalar::kShrSI) continue;
      if (at(sign.in[1]).op == Scalar::kConstant && at(sign.in[1]).bits == 31) return sign.in[0];
    }
    return NodeId{kNone};
  };
  if (node.op != Scalar::kSubI || at(node.in[0]).op != Scalar::kSubI) return {};
  const Node& inner = at(node.in[0]);
  const Node& high = at(inner.in[0]);
  if (high.op != Scalar::kMulHiUI) return {};
  const NodeId x = high.in[0], y = high.in[1];
  const bool either = (negative(inner.in[1], y) == x && negative(node.in[1], x) == y) ||
                      (negative(inner.in[1], x) == y && negative(node.in[1], y) == x);
  if (!either) return {};
  return std::array<NodeId, 2>{x, y};
}

std::string GlslBody::Shift(const Node& node) const {
  if (node.op != Scalar::kShlI && node.op != Scalar::kShrSI && node.op != Scalar::kShrUI) return {};
  const Node& amount = kernel_.nodes[node.in[1]];
  if (amount.op != Scalar::kConstant || amount.bits >= 32) return {};
  const std::string a = Value(node.in[0], 'i'), n = std::to_string(amount.bits);
  if (node.op == Scalar::kShrUI) return "int(uint(" + a + ") >> " + n + ")";
  return a + (node.op == Scalar::kShlI ? " << " : " >> ") + n;
}

}  // namespace mote
