// GlslBody: pure operations by one table, loops with carried values, and the choice of each value's form.
#include "print/print_glsl_body.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace mote {
namespace {

struct OpText {
  Scalar op;
  GlslForm result;
  const char* operands;  // forms
  const char* text;      // $0 $1 $2 operands, $# the immediate
};

constexpr OpText kOpTexts[] = {
    {Scalar::kAddI, 'i', "ii", "$0 + $1"},
    {Scalar::kSubI, 'i', "ii", "$0 - $1"},
    {Scalar::kMulI, 'i', "ii", "$0 * $1"},
    {Scalar::kDivSI, 'i', "ii", "div_s($0, $1)"},
    {Scalar::kDivUI, 'i', "ii", "div_u($0, $1)"},
    {Scalar::kRemSI, 'i', "ii", "rem_s($0, $1)"},
    {Scalar::kRemUI, 'i', "ii", "rem_u($0, $1)"},
    {Scalar::kAndI, 'i', "ii", "$0 & $1"},
    {Scalar::kOrI, 'i', "ii", "$0 | $1"},
    {Scalar::kXorI, 'i', "ii", "$0 ^ $1"},
    {Scalar::kShlI, 'i', "ii", "shl($0, $1)"},
    {Scalar::kShrSI, 'i', "ii", "shr_s($0, $1)"},
    {Scalar::kShrUI, 'i', "ii", "shr_u($0, $1)"},
    {Scalar::kMinSI, 'i', "ii", "min($0, $1)"},
    {Scalar::kMaxSI, 'i', "ii", "max($0, $1)"},
    {Scalar::kMinUI, 'i', "ii", "int(min(uint($0), uint($1)))"},
    {Scalar::kMaxUI, 'i', "ii", "int(max(uint($0), uint($1)))"},
    {Scalar::kEqI, 'b', "ii", "$0 == $1"},
    {Scalar::kNeI, 'b', "ii", "$0 != $1"},
    {Scalar::kLtSI, 'b', "ii", "$0 < $1"},
    {Scalar::kLeSI, 'b', "ii", "$0 <= $1"},
    {Scalar::kLtUI, 'b', "ii", "uint($0) < uint($1)"},
    {Scalar::kLeUI, 'b', "ii", "uint($0) <= uint($1)"},
    {Scalar::kMulHiUI, 'i', "ii", "mul_high_u($0, $1)"},
    {Scalar::kPopcntI, 'i', "i", "bitCount($0)"},
    {Scalar::kClzI, 'i', "i", "clz($0)"},
    {Scalar::kSextI, 'i', "i", "bitfieldExtract($0, 0, $#)"},
    {Scalar::kZextI, 'i', "i", "int(bitfieldExtract(uint($0), 0, $#))"},
    {Scalar::kSelectI, 'i', "bii", "$0 ? $1 : $2"},
    {Scalar::kAddL, 'p', "pp", "add_l($0, $1)"},
    {Scalar::kSubL, 'p', "pp", "sub_l($0, $1)"},
    {Scalar::kMulL, 'p', "pp", "mul_l($0, $1)"},
    {Scalar::kDivSL, 'p', "pp", "div_s_l($0, $1)"},
    {Scalar::kDivUL, 'p', "pp", "div_u_l($0, $1)"},
    {Scalar::kRemSL, 'p', "pp", "rem_s_l($0, $1)"},
    {Scalar::kRemUL, 'p', "pp", "rem_u_l($0, $1)"},
    {Scalar::kAndL, 'p', "pp", "$0 & $1"},
    {Scalar::kOrL, 'p', "pp", "$0 | $1"},
    {Scalar::kXorL, 'p', "pp", "$0 ^ $1"},
    {Scalar::kShlL, 'p', "pp", "shl_l($0, $1)"},
    {Scalar::kShrSL, 'p', "pp", "shr_s_l($0, $1)"},
    {Scalar::kShrUL, 'p', "pp", "shr_u_l($0, $1)"},
    {Scalar::kMinSL, 'p', "pp", "min_s_l($0, $1)"},
    {Scalar::kMaxSL, 'p', "pp", "max_s_l($0, $1)"},
    {Scalar::kMinUL, 'p', "pp", "min_u_l($0, $1)"},
    {Scalar::kMaxUL, 'p', "pp", "max_u_l($0, $1)"},
    {Scalar::kEqL, 'b', "pp", "$0 == $1"},
    {Scalar::kNeL, 'b', "pp", "$0 != $1"},
    {Scalar::kLtSL, 'b', "pp", "lt_s_l($0, $1)"},
    {Scalar::kLeSL, 'b', "pp", "le_s_l($0, $1)"},
    {Scalar::kLtUL, 'b', "pp", "lt_u_l($0, $1)"},
    {Scalar::kLeUL, 'b', "pp", "le_u_l($0, $1)"},
    {Scalar::kPopcntL, 'p', "p", "popcount_l($0)"},
    {Scalar::kClzL, 'p', "p", "clz_l($0)"},
    {Scalar::kSextL, 'p', "p", "sext_l($0, $#u)"},
    {Scalar::kZextL, 'p', "p", "zext_l($0, $#u)"},
    {Scalar::kSelectL, 'p', "bpp", "$0 ? $1 : $2"},
    {Scalar::kAddF, 'f', "ff", "$0 + $1"},
    {Scalar::kSubF, 'f', "ff", "$0 - $1"},
    {Scalar::kMulF, 'f', "ff", "$0 * $1"},
    {Scalar::kDivF, 'f', "ff", "$0 / $1"},
    {Scalar::kFmaF, 'f', "fff", "fma($0, $1, $2)"},
    {Scalar::kSqrtF, 'f', "f", "sqrt($0)"},
    {Scalar::kMinF, 'u', "uu", "min_f($0, $1)"},
    {Scalar::kMaxF, 'u', "uu", "max_f($0, $1)"},
    {Scalar::kEqF, 'b', "uu", "eq_f($0, $1)"},
    {Scalar::kNeF, 'b', "uu", "!eq_f($0, $1)"},
    {Scalar::kLtF, 'b', "uu", "lt_f($0, $1)"},
    {Scalar::kLeF, 'b', "uu", "le_f($0, $1)"},
    {Scalar::kNegF, 'u', "u", "$0 ^ 0x80000000u"},
    {Scalar::kAbsF, 'u', "u", "$0 & 0x7fffffffu"},
    {Scalar::kFloorF, 'u', "u", "floor_f($0)"},
    {Scalar::kCeilF, 'u', "u", "ceil_f($0)"},
    {Scalar::kTruncF, 'u', "u", "trunc_f($0)"},
    {Scalar::kRintF, 'u', "u", "rint_f($0)"},
    {Scalar::kRoundF16, 'u', "u", "round_f16($0)"},
    {Scalar::kRoundBF16, 'u', "u", "round_bf16($0)"},
    {Scalar::kSelectF, 'u', "buu", "$0 ? $1 : $2"},
    {Scalar::kAddD, 'd', "dd", "$0 + $1"},
    {Scalar::kSubD, 'd', "dd", "$0 - $1"},
    {Scalar::kMulD, 'd', "dd", "$0 * $1"},
    {Scalar::kDivD, 'd', "dd", "$0 / $1"},
    {Scalar::kFmaD, 'd', "ddd", "fma($0, $1, $2)"},
    {Scalar::kSqrtD, 'd', "d", "sqrt($0)"},
    {Scalar::kMinD, 'p', "pp", "min_d($0, $1)"},
    {Scalar::kMaxD, 'p', "pp", "max_d($0, $1)"},
    {Scalar::kEqD, 'b', "pp", "eq_d($0, $1)"},
    {Scalar::kNeD, 'b', "pp", "!eq_d($0, $1)"},
    {Scalar::kLtD, 'b', "pp", "lt_d($0, $1)"},
    {Scalar::kLeD, 'b', "pp", "le_d($0, $1)"},
    {Scalar::kNegD, 'p', "p", "$0 ^ uvec2(0u, 0x80000000u)"},
    {Scalar::kAbsD, 'p', "p", "$0 & uvec2(0xffffffffu, 0x7fffffffu)"},
    {Scalar::kFloorD, 'p', "p", "floor_d($0)"},
    {Scalar::kCeilD, 'p', "p", "ceil_d($0)"},
    {Scalar::kTruncD, 'p', "p", "trunc_d($0)"},
    {Scalar::kRintD, 'p', "p", "rint_d($0)"},
    {Scalar::kSelectD, 'p', "bpp", "$0 ? $1 : $2"},
    {Scalar::kSextIL, 'p', "i", "sext_il($0)"},
    {Scalar::kZextIL, 'p', "i", "uvec2(uint($0), 0u)"},
    {Scalar::kTruncLI, 'i', "p", "int($0.x)"},
    {Scalar::kSignedIF, 'f', "i", "float($0)"},
    {Scalar::kUnsignedIF, 'f', "i", "float(uint($0))"},
    {Scalar::kSignedLF, 'u', "p", "signed_lf($0)"},
    {Scalar::kUnsignedLF, 'u', "p", "unsigned_lf($0)"},
    {Scalar::kSignedID, 'd', "i", "double($0)"},
    {Scalar::kUnsignedID, 'd', "i", "double(uint($0))"},
    {Scalar::kSignedLD, 'p', "p", "signed_ld($0)"},
    {Scalar::kUnsignedLD, 'p', "p", "unsigned_ld($0)"},
    {Scalar::kSignedSatFI, 'i', "u", "signed_sat_fi($0)"},
    {Scalar::kUnsignedSatFI, 'i', "u", "unsigned_sat_fi($0)"},
    {Scalar::kSignedSatFL, 'p', "u", "signed_sat_fl($0)"},
    {Scalar::kUnsignedSatFL, 'p', "u", "unsigned_sat_fl($0)"},
    {Scalar::kSignedSatDI, 'i', "p", "signed_sat_di($0)"},
    {Scalar::kUnsignedSatDI, 'i', "p", "unsigned_sat_di($0)"},
    {Scalar::kSignedSatDL, 'p', "p", "signed_sat_dl($0)"},
    {Scalar::kUnsignedSatDL, 'p', "p", "unsigned_sat_dl($0)"},
    {Scalar::kWidenFD, 'd', "f", "double($0)"},
    {Scalar::kNarrowDF, 'u', "p", "narrow_bits_d($0, false)"},
    {Scalar::kNarrowOddDF, 'u', "p", "narrow_bits_d($0, true)"},
    {Scalar::kBitsFI, 'i', "u", "int($0)"},
    {Scalar::kBitsIF, 'u', "i", "uint($0)"},
    {Scalar::kBitsDL, 'p', "p", "$0"},
    {Scalar::kBitsLD, 'p', "p", "$0"},
};

const OpText* TextOf(Scalar op) {
  for (const OpText& row : kOpTexts) {
    if (row.op == op) return &row;
  }
  return nullptr;
}

GlslForm BitsForm(Reg reg) { return reg == Reg::kI32 ? 'i' : reg == Reg::kF32 ? 'u' : 'p'; }

std::string Hex(uint32_t word) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, word, 16).ptr;
  return "0x" + std::string(digits, end) + "u";
}

// Decimal where that is the same float when read as a double first, as compilers do.
std::string FloatText(uint32_t bits) {
  const float value = std::bit_cast<float>(bits);
  if (std::isnormal(value) || bits == 0) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    std::string text(digits, end);
    double read = 0;
    std::from_chars(digits, end, read);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    if (static_cast<float>(read) == value) return value < 0 ? "(" + text + ")" : text;
  }
  return "uintBitsToFloat(" + Hex(bits) + ")";
}

std::string ConstantText(const Node& node, GlslForm form) {
  const uint32_t low = static_cast<uint32_t>(node.bits), high = static_cast<uint32_t>(node.bits >> 32);
  switch (form) {
    case 'b': return low != 0 ? "true" : "false";
    case 'i': {
      const int32_t value = static_cast<int32_t>(low);
      if (value == INT32_MIN) return "int(0x80000000u)";
      return value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value);
    }
    case 'u': return Hex(low);
    case 'f': return FloatText(low);
    case 'd': return "packDouble2x32(uvec2(" + Hex(low) + ", " + Hex(high) + "))";
    default: return "uvec2(" + Hex(low) + ", " + Hex(high) + ")";
  }
}

std::string Converted(const std::string& text, GlslForm from, GlslForm to) {
  if (from == to) return text;
  switch (to) {
    case 'b': return "(" + text + " != 0)";
    case 'i': return "int(" + text + ")";
    case 'u': return "floatBitsToUint(" + text + ")";
    case 'f': return "uintBitsToFloat(" + text + ")";
    case 'd': return "packDouble2x32(" + text + ")";
    default: return "unpackDouble2x32(" + text + ")";
  }
}

struct SmallFormat {
  ElementType type;
  const char* arguments;  // of f32_from_small and small_from_f32
};
constexpr SmallFormat kSmallFormats[] = {
    {ElementType::kF8E5M2, "5, 2, 15, 0"},     {ElementType::kF8E4M3, "4, 3, 7, 0"},      {ElementType::kF8E3M4, "3, 4, 3, 0"},
    {ElementType::kF8E4M3FN, "4, 3, 7, 1"},    {ElementType::kF8E4M3B11FNUZ, "4, 3, 11, 2"}, {ElementType::kF8E5M2FNUZ, "5, 2, 16, 2"},
    {ElementType::kF8E4M3FNUZ, "4, 3, 8, 2"},  {ElementType::kF6E2M3FN, "2, 3, 1, 3"},    {ElementType::kF6E3M2FN, "3, 2, 3, 3"},
    {ElementType::kF4E2M1FN, "2, 1, 1, 3"},
};

}  // namespace

const char* GlslTypeName(GlslForm form) {
  switch (form) {
    case 'b': return "bool";
    case 'i': return "int";
    case 'u': return "uint";
    case 'f': return "float";
    case 'd': return "double";
    default: return "uvec2";
  }
}

std::string GlslSmallFloatCall(ElementType type, const std::string& what, const std::string& value) {
  if (type == ElementType::kF8E8M0FNU) {
    const bool from = what == "small_from_f32";
    return (from ? "e8m0_from_f32(" : what == "round_small" ? "round_e8m0(" : "f32_from_e8m0(") + value + ")";
  }
  for (const SmallFormat& format : kSmallFormats) {
    if (format.type == type) return what + "(" + value + ", " + format.arguments + ")";
  }
  return {};
}

GlslBody::GlslBody(const Kernel& kernel, std::span<const uint8_t> spaces, const ShaderForm& form)
    : kernel_(kernel), spaces_(spaces), names_(kernel.nodes.size()), forms_(kernel.nodes.size(), 0), float_wishes_(kernel.nodes.size()),
      bit_wishes_(kernel.nodes.size()), tier_(form.tier), texels_(TexelNumbers(kernel)), tiles_(kernel, form) {
  FindWishes();
}

// A loaded or selected f32 that only arithmetic reads is declared as a float.
void GlslBody::FindWishes() {
  for (const Node& node : kernel_.nodes) {
    const OpText* row = TextOf(node.op);
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

std::string GlslBody::Coordinate(AxisId axis) const { return AxisName(axis) + tiles_.Subscript(tiles_.MaskOfAxis(axis)); }

std::string GlslBody::ParamName(ParamId param) const {
  static constexpr const char* kPrefix[] = {"extent", "stride", "offset", "value"};
  return kPrefix[static_cast<int>(kernel_.params[param].role)] + std::to_string(param);
}

std::string GlslBody::Value(NodeId id, GlslForm form) const {
  const Node& node = kernel_.nodes[id];
  switch (node.op) {
    case Scalar::kConstant: return ConstantText(node, form);
    case Scalar::kAxis: return Converted(Coordinate(node.index), 'i', form);
    case Scalar::kParam: {
      const std::string name = ParamName(node.index);
      const GlslForm native = BitsForm(kernel_.params[node.index].type);
      return Converted(native == 'p' ? "uvec2(" + name + "_low, " + name + "_high)" : name, native, form);
    }
    default: return Converted(names_[id], forms_[id], form);
  }
}

// The form a node that is still to come will have: for carried values, which are declared before their next value is printed.
GlslForm GlslBody::ResultForm(NodeId id) const {
  const Node& node = kernel_.nodes[id];
  const OpText* row = TextOf(node.op);
  if (row && (row->result == 'f' || row->result == 'd')) return row->result;
  return BitsForm(node.type);
}

void GlslBody::Print(NodeRange range) {
  for (NodeId id = range.first; id < range.last;) {
    const GlslTiles::Run run = tiles_.RunFrom(id, range.last);
    if (run.mask != 0) {
      PrintRun(run);
      id = run.last;
      continue;
    }
    NodeId next = id + 1;
    PrintNode(id, &next);
    id = next;
  }
}

// One unrolled loop over the tile for a run of nodes; the arrays of what is read after it stand in front.
void GlslBody::PrintRun(const GlslTiles::Run& run) {
  const std::string before = TakeText();
  const int indent = indent_;
  OpenTiles(run.mask);
  run_ = run;
  for (NodeId id = run.first; id < run.last; ++id) {
    NodeId next = id + 1;
    PrintNode(id, &next);
  }
  run_ = {};
  CloseTiles(run.mask);
  const std::string loop = TakeText();
  text_ = before;
  for (const std::string& array : arrays_) text_ += std::string(static_cast<size_t>(indent) * 2, ' ') + array + "\n";
  arrays_.clear();
  text_ += loop;
}

void GlslBody::OpenTiles(GlslTiles::Mask mask) {
  for (const std::string& head : tiles_.LoopHeads(mask)) Open(head);
}

void GlslBody::CloseTiles(GlslTiles::Mask mask) {
  for (size_t n = tiles_.LoopHeads(mask).size(); n-- > 0;) Close();
}

// Declares and sets the value of a node: an array element where the value outlives its loop over the tile.
void GlslBody::Declare(NodeId node, GlslForm form, const std::string& name, const std::string& value) {
  const OpText* row = TextOf(kernel_.nodes[node].op);
  const std::string type = std::string(row && (form == 'f' || form == 'd') ? "precise " : "") + GlslTypeName(form);
  if (!tiles_.OutlivesRun(node, run_)) {
    Line(type + " " + name + " = " + value + ";");
    return Bind(node, name, form);
  }
  const GlslTiles::Mask mask = tiles_.MaskOf(node);
  arrays_.push_back(type + " " + name + tiles_.Dimensions(mask) + ";");
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
    case Scalar::kLoad: return PrintLoad(id);
    case Scalar::kStore: return PrintStore(id);
    case Scalar::kLoopBegin: return PrintLoop(id, skip_to);
    case Scalar::kLoopEnd: return EndLoop(kernel_.loops[node.index]);
    case Scalar::kCarried: return;  // printed with its loop
    default: return PrintPure(id);
  }
}

void GlslBody::PrintLoop(NodeId begin, NodeId* skip_to) {
  const int32_t index = kernel_.nodes[begin].index;
  const Loop& loop = kernel_.loops[index];
  NodeId id = begin + 1;
  for (; id < kernel_.nodes.count() && kernel_.nodes[id].op == Scalar::kCarried && kernel_.nodes[id].index == index;
       ++id) {
    const Node& carried = kernel_.nodes[id];
    const GlslForm form = ResultForm(loop.next[carried.bits]);
    const GlslTiles::Mask mask = tiles_.MaskOf(id);
    const std::string type = std::string(form == 'f' || form == 'd' ? "precise " : "") + GlslTypeName(form),
                      name = "c" + std::to_string(id);
    if (mask == 0) {
      Line(type + " " + name + " = " + Value(carried.in[0], form) + ";");
    } else {
      Line(type + " " + name + tiles_.Dimensions(mask) + ";");
      OpenTiles(mask);
      Line(name + tiles_.Subscript(mask) + " = " + Value(carried.in[0], form) + ";");
      CloseTiles(mask);
    }
    Bind(id, name + tiles_.Subscript(mask), form);
  }
  const std::string axis = AxisName(loop.axis);
  Open("for (int " + axis + " = 0; " + axis + " < " + ParamName(kernel_.axes[loop.axis].extent) + "; ++" + axis + ") {");
  *skip_to = id;
}

// All next values are read before the first carried value changes.
void GlslBody::EndLoop(const Loop& loop) {
  std::vector<std::pair<GlslTiles::Mask, std::string>> assignments;
  for (NodeId id = 0; id < kernel_.nodes.count(); ++id) {
    const Node& node = kernel_.nodes[id];
    if (node.op != Scalar::kCarried || &kernel_.loops[node.index] != &loop) continue;
    const NodeId next = loop.next[node.bits];
    if (next == id) continue;
    const GlslTiles::Mask mask = tiles_.MaskOf(id);
    std::string value = Value(next, forms_[id]);
    if (kernel_.nodes[next].op == Scalar::kCarried) {
      const std::string name = "next_c" + std::to_string(id);
      Line(std::string(GlslTypeName(forms_[id])) + " " + name + tiles_.Dimensions(mask) + ";");
      OpenTiles(mask);
      Line(name + tiles_.Subscript(mask) + " = " + value + ";");
      CloseTiles(mask);
      value = name + tiles_.Subscript(mask);
    }
    assignments.emplace_back(mask, names_[id] + " = " + value + ";");
  }
  for (const auto& [mask, assignment] : assignments) {
    OpenTiles(mask);
    Line(assignment);
    CloseTiles(mask);
  }
  Close();
}

void GlslBody::PrintPure(NodeId id) {
  GlslForm form = 0;
  const std::string expression = Expression(id, &form);
  Declare(id, form, "v" + std::to_string(id), expression);
}

std::string GlslBody::Expression(NodeId id, GlslForm* form) const {
  const Node& node = kernel_.nodes[id];
  if (node.op == Scalar::kMove) {
    *form = BitsForm(node.type);
    return Value(node.in[0], *form);
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
  const OpText* row = TextOf(node.op);
  if (!row) {
    *form = BitsForm(node.type);
    return "0";
  }
  *form = row->result;
  std::string text;
  for (const char* c = row->text; *c; ++c) {
    if (*c != '$') {
      text += *c;
    } else if (*++c == '#') {
      text += std::to_string(node.bits);
    } else {
      const int operand = *c - '0';
      text += Value(node.in[operand], row->operands[operand]);
    }
  }
  return text;
}

// Predicates as bool: and, or, not. Empty when an operand is no predicate.
std::string GlslBody::Logic(const Node& node, GlslForm* form) const {
  const bool logic = node.op == Scalar::kAndI || node.op == Scalar::kOrI || node.op == Scalar::kXorI;
  if (!logic && node.op != Scalar::kEqI && node.op != Scalar::kNeI) return {};
  const auto is_bool = [this](NodeId id) { return forms_[id] == 'b'; };
  const Node& second = kernel_.nodes[node.in[1]];
  const bool constant = second.op == Scalar::kConstant && second.bits <= 1;
  if (!is_bool(node.in[0]) || !(is_bool(node.in[1]) || constant)) return {};
  *form = 'b';
  const char* sign = node.op == Scalar::kAndI ? " && " : node.op == Scalar::kOrI ? " || " : node.op == Scalar::kEqI ? " == " : " != ";
  const std::string a = Value(node.in[0], 'b');
  if (constant && !(node.op == Scalar::kAndI || node.op == Scalar::kOrI)) {
    const bool flips = (second.bits == 1) == (node.op == Scalar::kXorI || node.op == Scalar::kNeI);
    return flips ? "!" + a : a;
  }
  return a + sign + Value(node.in[1], 'b');
}

// With a constant other than 0 and NaN one float compare is exact even where subnormals are flushed: DESIGN section 3.
std::string GlslBody::FloatCompare(const Node& node, GlslForm* form) const {
  const Scalar op = node.op;
  const bool compare = op == Scalar::kLtF || op == Scalar::kLeF || op == Scalar::kEqF;
  if (!compare && op != Scalar::kMinF && op != Scalar::kMaxF) return {};
  const auto plain = [this](NodeId id) {
    const Node& n = kernel_.nodes[id];
    return n.op == Scalar::kConstant && std::isnormal(std::bit_cast<float>(static_cast<uint32_t>(n.bits)));
  };
  if (compare) {
    if (!plain(node.in[0]) && !plain(node.in[1])) return {};
    *form = 'b';
    return Value(node.in[0], 'f') + (op == Scalar::kLtF ? " < " : op == Scalar::kLeF ? " <= " : " == ") + Value(node.in[1], 'f');
  }
  const Node& second = kernel_.nodes[node.in[1]];
  *form = 'u';
  if (op == Scalar::kMaxF && second.op == Scalar::kConstant && second.bits == 0) return "max_zero(" + Value(node.in[0], 'u') + ")";
  if (!plain(node.in[1])) return {};
  const char* sign = op == Scalar::kMinF ? " > " : " < ";
  return Value(node.in[0], 'f') + sign + Value(node.in[1], 'f') + " ? " + Value(node.in[1], 'u') + " : " + Value(node.in[0], 'u');
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
