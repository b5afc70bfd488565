// GlslBody: runs of nodes over a tile, loops with carried values, the choice of each value's form, and pure operations.
#include "print/print_glsl_body.h"

#include <bit>
#include <cmath>

namespace mote {

GlslBody::GlslBody(const Kernel& kernel, std::span<const uint8_t> spaces, const ShaderForm& form, const ShaderParams& params)
    : kernel_(kernel), spaces_(spaces), in_loop_(params.loop_invocations > 0), names_(kernel.nodes.size()),
      forms_(kernel.nodes.size(), 0), float_wishes_(kernel.nodes.size()), bit_wishes_(kernel.nodes.size()),
      form_(form), tier_(form.tier), uses_(kernel.operands.size(), 0),
      early_(kernel.nodes.size(), false), based_(kernel.nodes.size(), false),
      texels_(params.loop_invocations > 0 ? params.texels : TexelNumbers(kernel)), params_(params.values), tiles_(kernel, form, params) {
  FindWishes();
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
  if (form_.IsVector(axis)) return lanes_ > 0 && lanes_ < kAll ? "(" + name + " + " + std::to_string(lanes_) + ")" : name;
  return name + tiles_.Subscript(tiles_.MaskOfAxis(axis));
}

std::string GlslBody::ParamName(ParamId param) const {
  static constexpr const char* kPrefix[] = {"extent", "stride", "offset", "value"};
  return kPrefix[static_cast<int>(kernel_.params[param].role)] + std::to_string(param);
}

std::string GlslBody::Value(NodeId id, GlslForm form) const {
  if (lanes_ != kAll) return ScalarValue(id, form);
  if (!tiles_.Wide(id)) return std::string(GlslWideName(form)) + "(" + ScalarValue(id, form) + ")";
  if (kernel_.nodes[id].op != Scalar::kAxis) return GlslWideConverted(names_[id], forms_[id], form);
  return GlslWideConverted("(" + AxisName(kernel_.nodes[id].index) + " + ivec4(0, 1, 2, 3))", 'i', form);
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
  const GlslOpText* row = GlslTextOf(kernel_.nodes[node].op);
  const std::string type = std::string(row && (form == 'f' || form == 'd') ? "precise " : "") + TypeOf(node, form);
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
    case Scalar::kLoad: return early_[id] ? void() : PrintLoad(id);
    case Scalar::kStore: return PrintStore(id);
    case Scalar::kLoopBegin: return PrintLoop(id, skip_to);
    case Scalar::kLoopEnd: return EndLoop(kernel_.loops[node.index]);
    case Scalar::kCarried: return;  // printed with its loop
    default: return PrintPure(id);
  }
}

// A driver that knows how long they are would unroll loops around loops, and what it then keeps does not fit registers.
std::string GlslBody::LoopHint(NodeId begin) const {
  if (in_loop_) return "[[dont_unroll]] ";
  for (NodeId id = begin + 1; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    if (kernel_.nodes[id].op == Scalar::kLoopBegin) return "[[dont_unroll]] ";
  }
  return {};
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
    const std::string type = std::string(form == 'f' || form == 'd' ? "precise " : "") + TypeOf(id, form),
                      name = "c" + std::to_string(id);
    if (mask == 0) {
      Line(type + " " + name + " = " + ValueLike(id, carried.in[0], form) + ";");
    } else {
      Line(type + " " + name + tiles_.Dimensions(mask) + ";");
      OpenTiles(mask);
      Line(name + tiles_.Subscript(mask) + " = " + ValueLike(id, carried.in[0], form) + ";");
      CloseTiles(mask);
    }
    Bind(id, name + tiles_.Subscript(mask), form);
  }
  const std::string axis = AxisName(loop.axis), extent = ParamName(kernel_.axes[loop.axis].extent);
  *skip_to = id;
  const std::string hint = LoopHint(begin);
  if (loop.axis != form_.unrolled) {
    PrintSlides(begin, true);
    Open(hint + "for (int " + axis + " = 0; " + axis + " < " + extent + "; ++" + axis + ") {");
    return PrintSlides(begin, false);
  }
  PrintBases(begin);
  PrintSixteens(begin);
  if (eights_ = sixteens_ || tiles_.IsMultiple(loop.axis, 8); eights_ && !sixteens_) {
    Open(hint + "for (int eight_" + axis + " = 0; eight_" + axis + " < " + extent + "; eight_" + axis + " += 8) {");
    Open("[[unroll]] for (int half_of = 0; half_of < 8; half_of += 4) {");
    Line("int first_" + axis + " = eight_" + axis + " + half_of;");
  } else if (!sixteens_) {
    Open(hint + "for (int first_" + axis + " = 0; first_" + axis + " < " + extent + "; first_" + axis + " += 4) {");
  }
  for (; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    if (kernel_.nodes[id].op != Scalar::kLoad || FoursAlong(id) != loop.axis) continue;
    const GlslTiles::Mask mask = tiles_.MaskOf(id);
    const std::vector<std::string> fours = HoistedFours(id);
    const auto name = [&](size_t q) { return "q" + std::to_string(id) + "_" + std::to_string(q); };
    for (size_t q = 0; q < fours.size(); ++q) Line(HoistedType(id) + (" " + name(q)) + tiles_.Dimensions(mask) + ";");
    OpenTiles(mask);
    for (size_t q = 0; q < fours.size(); ++q) Line(name(q) + tiles_.Subscript(mask) + " = " + fours[q] + ";");
    CloseTiles(mask);
  }
  PrintEarlyLoads(begin);
  Open("[[unroll]] for (int step = 0; step < " + std::to_string(form_.steps) + "; ++step) {");
  Line("int " + axis + " = first_" + axis + " + step;");
}

// Loads that slide: in front of the loop what its first turns find, one point further on; at its beginning all move on by a point, and the
// last one is fetched. What they need is computed here as well as in the loop. Values of several turns are in arrays that go round.
void GlslBody::PrintSlides(NodeId begin, bool first) {
  const Loop& loop = kernel_.loops[kernel_.nodes[begin].index];
  for (NodeId id = begin + 1; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    const ShaderForm::Slide* const slide = kernel_.nodes[id].op == Scalar::kLoad ? form_.SlideOf(kernel_.nodes[id].index) : nullptr;
    if (slide == nullptr || slide->loop != loop.axis) continue;
    const std::string subscript = tiles_.Subscript(tiles_.MaskOf(id)), point = subscript.substr(1, 2);  // t0 or t1
    const int32_t last = tiles_.SizeOf(slide->tile) - 1;
    const std::string move = "[[unroll]] for (int " + point + " = 0; " + point + " < " + std::to_string(last) + "; ++" + point + ") ";
    for (int32_t turn = 0; first && turn < slide->turns; ++turn) {
      Line(TypeOf(id, DeclaredForm(id)) + " " + SlideName(id, turn) + tiles_.Dimensions(tiles_.MaskOf(id)) + ";");
      Open(move + "{");
      Line("const int " + AxisName(loop.axis) + " = " + std::to_string(turn) + ";");
      PrintSlid(begin, id, SlideName(id, turn) + "[" + point + " + 1]");
      Close();
    }
    if (first) continue;
    const std::string name = SlideName(id, 0);
    Line(move + name + subscript + " = " + name + "[" + point + " + 1];");
    Open("{");
    Line("const int " + point + " = " + std::to_string(last) + ";");
    PrintSlid(begin, id, name + subscript);
    Close();
    Bind(id, name + subscript, DeclaredForm(id));
    early_[id] = true;
  }
}

std::string GlslBody::SlideName(NodeId id, int32_t turn) const {
  return "slide" + std::to_string(id) + (turn == 0 ? "" : "_" + std::to_string(turn));
}

// The load, and what it needs, for a point and a turn that have names.
void GlslBody::PrintSlid(NodeId begin, NodeId id, const std::string& to) {
  const IdVector<std::string> names = names_;
  const IdVector<GlslForm> forms = forms_;
  PrintNeeded(begin, id);
  PrintLoad(id);
  Line(to + " = " + names_[id] + ";");
  names_ = names, forms_ = forms;
}

// At the end of a turn: the arrays of the turns to come move up.
void GlslBody::PrintSlidesGoRound(const Loop& loop) {
  for (NodeId id = 0; id < kernel_.nodes.count(); ++id) {
    const ShaderForm::Slide* const slide = kernel_.nodes[id].op == Scalar::kLoad ? form_.SlideOf(kernel_.nodes[id].index) : nullptr;
    if (slide == nullptr || slide->loop != loop.axis || slide->turns == 1) continue;
    const GlslTiles::Mask mask = tiles_.MaskOf(id);
    const std::string subscript = tiles_.Subscript(mask), kept = "kept" + std::to_string(id);
    OpenTiles(mask);
    Line(TypeOf(id, forms_[id]) + " " + kept + " = " + SlideName(id, 0) + subscript + ";");
    for (int32_t turn = 1; turn < slide->turns; ++turn) {
      Line(SlideName(id, turn - 1) + subscript + " = " + SlideName(id, turn) + subscript + ";");
    }
    Line(SlideName(id, slide->turns - 1) + subscript + " = " + kept + ";");
    CloseTiles(mask);
  }
}

// The nodes of the loop that this one of it is computed from.
void GlslBody::PrintNeeded(NodeId begin, NodeId id) {
  for (const NodeId in : kernel_.nodes[id].in) {
    if (in <= begin || kernel_.nodes[in].op == Scalar::kCarried) continue;
    PrintNeeded(begin, in);
    NodeId next = in + 1;
    PrintNode(in, &next);
  }
}

// Of a load in the loop: its place is known in front of it, but for the loop's own axis, and nothing writes there.
bool GlslBody::IsInvariant(NodeId id, NodeId begin) const {
  const Node& node = kernel_.nodes[id];
  return node.op == Scalar::kLoad && node.in[0] < begin && node.in[1] < begin &&
         !kernel_.operands[kernel_.accesses[node.index].operand].written;
}

// Of a load of bytes along the unrolled loop: in all launches sixteen of them fill four words.
bool GlslBody::IsOfSixteens(NodeId id, NodeId begin) const {
  const Node& node = kernel_.nodes[id];
  if (!IsInvariant(id, begin) || FoursAlong(id) != form_.unrolled || BytesOf(id) != 1 || node.in[0] != kNone) return false;
  const auto all = [this](ParamId param, int64_t of) {
    if (params_.size() == 0 || params_[param].empty()) return false;
    return std::all_of(params_[param].begin(), params_[param].end(), [of](ParamValue value) { return value % of == 0; });
  };
  const Access& access = kernel_.accesses[node.index];
  return (access.offset == kNone || all(access.offset, 16)) &&
         std::all_of(access.terms.begin(), access.terms.end(), [&](const Access::Term& term) {
           return term.axis == form_.unrolled || all(term.stride, 16);
         });
}

// Where bytes go by sixteens the loop does, and they are fetched at its beginning.
void GlslBody::PrintSixteens(NodeId begin) {
  const Loop& loop = kernel_.loops[kernel_.nodes[begin].index];
  sixteens_ = false;
  if (!tiles_.IsMultiple(loop.axis, 16)) return;
  sixteen_ = IdVector<bool>(kernel_.nodes.size(), false);
  for (NodeId id = begin + 1; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    sixteen_[id] = kernel_.nodes[id].op == Scalar::kLoad && IsOfSixteens(id, begin);
    sixteens_ = sixteens_ || sixteen_[id];
  }
  if (!sixteens_) return;
  const std::string axis = AxisName(loop.axis), all = "sixteen_" + axis;
  Open(LoopHint(begin) + "for (int " + all + " = 0; " + all + " < " + ParamName(kernel_.axes[loop.axis].extent) + "; " + all + " += 16) {");
  Line("int first_" + axis + " = " + all + ";");
  at_first_ = loop.axis;
  for (NodeId id = begin + 1; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    if (!sixteen_[id]) continue;
    const GlslTiles::Mask mask = tiles_.MaskOf(id);
    for (lanes_ = 0; lanes_ < (tiles_.Wide(id) ? kAll : 1); ++lanes_) {
      const std::string name = "sixteen" + std::to_string(id) + "_" + std::to_string(lanes_);
      Line("uvec4 " + name + tiles_.Dimensions(mask) + ";");
      OpenTiles(mask);
      Line(name + tiles_.Subscript(mask) + " = " + SixteenWords(id) + ";");
      CloseTiles(mask);
    }
    lanes_ = kOne;
  }
  at_first_ = kNone;
  Open("[[unroll]] for (int word_of = 0; word_of < 4; ++word_of) {");
  Line("int first_" + axis + " = " + all + " + 4 * word_of;");
}

// Where the loads of the unrolled loop begin, in front of it: drivers leave what does not change where it stands.
void GlslBody::PrintBases(NodeId begin) {
  for (NodeId id = begin + 1; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    if (!IsInvariant(id, begin)) continue;
    const AxisId along = FoursAlong(id);
    const bool of_tile = along != kNone && along != form_.unrolled && !form_.IsVector(along);  // it begins at the tile's first point
    if (of_tile || (tiles_.Wide(id) && !form_.IsVector(along))) continue;
    const Node& node = kernel_.nodes[id];
    Access access = kernel_.accesses[node.index];
    std::erase_if(access.terms, [this](const Access::Term& term) { return term.axis == form_.unrolled; });
    const GlslTiles::Mask mask = tiles_.MaskOf(id);
    const std::string name = "base" + std::to_string(id);
    Line("int " + name + tiles_.Dimensions(mask) + ";");
    OpenTiles(mask);
    Line(name + tiles_.Subscript(mask) + " = " + ElementIndex(access, node.in[0]) + ";");
    CloseTiles(mask);
    based_[id] = true;
  }
}

// What all points of the tile share is fetched for the four turns before any of them computes: drivers call functions to fetch texels,
// and what stands in registers around a call goes to memory.
void GlslBody::PrintEarlyLoads(NodeId begin) {
  const std::string axis = AxisName(form_.unrolled);
  const auto is_early = [&](NodeId id) {
    return IsInvariant(id, begin) && FoursAlong(id) != form_.unrolled && tiles_.MaskOf(id) == 0;
  };
  std::vector<NodeId> loads;
  for (NodeId id = begin + 1; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    if (is_early(id)) loads.push_back(id);
  }
  if (loads.empty()) return;
  const std::string steps = "[" + std::to_string(form_.steps) + "];";
  for (const NodeId id : loads) Line(TypeOf(id, DeclaredForm(id)) + " early" + std::to_string(id) + steps);
  Open("[[unroll]] for (int step = 0; step < " + std::to_string(form_.steps) + "; ++step) {");
  Line("int " + axis + " = first_" + axis + " + step;");
  for (const NodeId id : loads) {
    PrintLoad(id);
    const std::string name = "early" + std::to_string(id) + "[step]";
    Line(name + " = " + names_[id] + ";");
    Bind(id, name, forms_[id]);
    early_[id] = true;
  }
  Close();
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
    std::string value = ValueLike(id, next, forms_[id]);
    if (kernel_.nodes[next].op == Scalar::kCarried) {
      const std::string name = "next_c" + std::to_string(id);
      Line(TypeOf(id, forms_[id]) + " " + name + tiles_.Dimensions(mask) + ";");
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
  PrintSlidesGoRound(loop);
  if (loop.axis == form_.unrolled) Close();
  if (loop.axis == form_.unrolled && eights_) Close();
  Close();
}

void GlslBody::PrintPure(NodeId id) {
  GlslForm form = 0;
  const std::string expression = tiles_.Wide(id) ? WideExpression(id, &form) : Expression(id, &form);
  Declare(id, form, "v" + std::to_string(id), expression);
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
      text += Value(node.in[operand], row.operands[operand]);
    }
  }
  return text;
}

std::string GlslBody::Expression(NodeId id, GlslForm* form) const {
  const Node& node = kernel_.nodes[id];
  if (node.op == Scalar::kMove) {
    *form = GlslBitsForm(node.type);
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

std::string GlslBody::Shift(const Node& node) const {
  if (node.op != Scalar::kShlI && node.op != Scalar::kShrSI && node.op != Scalar::kShrUI) return {};
  const Node& amount = kernel_.nodes[node.in[1]];
  if (amount.op != Scalar::kConstant || amount.bits >= 32) return {};
  const std::string a = Value(node.in[0], 'i'), n = std::to_string(amount.bits);
  if (node.op == Scalar::kShrUI) return "int(uint(" + a + ") >> " + n + ")";
  return a + (node.op == Scalar::kShlI ? " << " : " >> ") + n;
}

}  // namespace mote
