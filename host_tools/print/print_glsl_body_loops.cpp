// GlslBody: loops with carried values, and where their loads stand: in front of the loop, of four or sixteen turns, or sliding
// along a tile.
#include "print/print_glsl_body.h"

#include <algorithm>

#include "schema/vulkan_layout.h"

namespace mote {

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
  product_ = tier_ & kMoteIntegerDot ? ByteProductOf(kernel_, form_, begin) : std::nullopt;
  if (product_) DeclareZeroSums();
  half_ = tier_ & kMoteFloat16 ? HalfProductOf(kernel_, form_, begin) : std::nullopt;
  const std::string hint = LoopHint(begin);
  if (loop.axis != form_.unrolled) {
    PrintSlides(begin, true);
    Open(hint + "for (int " + axis + " = 0; " + axis + " < " + extent + "; ++" + axis + ") {");
    return PrintSlides(begin, false);
  }
  PrintBases(begin);
  FindSixteens(begin);
  points_ = PointsOf(begin);
  if (points_ != 0) RaiseFactor(begin);
  if (sixteens_) PrintSixteens(begin);
  if (eights_ = sixteens_ || tiles_.IsMultiple(loop.axis, 8); eights_ && !sixteens_) {
    Open(hint + "for (int eight_" + axis + " = 0; eight_" + axis + " < " + extent + "; eight_" + axis + " += 8) {");
    Open("[[unroll]] for (int half_of = 0; half_of < 8; half_of += 4) {");
    Line("int first_" + axis + " = eight_" + axis + " + half_of;");
  } else if (!sixteens_) {
    Open(hint + "for (int first_" + axis + " = 0; first_" + axis + " < " + extent + "; first_" + axis + " += 4) {");
  }
  if (points_ != 0) {
    *skip_to = PrintPoints(begin);
    return;
  }
  for (; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    if (IsOfTurns(id)) PrintTurnsLoad(id);
  }
  if (product_) {
    PrintByteProduct();
    *skip_to = product_->end;
    return;
  }
  PrintEarlyLoads(begin);
  if (half_) DeclareHalfSums();
  Open("[[unroll]] for (int step = 0; step < " + std::to_string(form_.steps) + "; ++step) {");
  Line("int " + axis + " = first_" + axis + " + step;");
}

// A load that is fetched for several turns of the unrolled loop at once.
bool GlslBody::IsOfTurns(NodeId id) const { return kernel_.nodes[id].op == Scalar::kLoad && FoursAlong(id) == form_.unrolled; }

void GlslBody::PrintTurnsLoad(NodeId id) {
  const GlslTiles::Mask mask = IsOfPoint(id) ? 0 : tiles_.MaskOf(id);
  const std::vector<std::string> fours = HoistedFours(id);
  const auto name = [&](size_t q) { return "q" + std::to_string(id) + "_" + std::to_string(q); };
  for (size_t q = 0; q < fours.size(); ++q) Line(HoistedType(id) + (" " + name(q)) + tiles_.Dimensions(mask) + ";");
  OpenTiles(mask);
  for (size_t q = 0; q < fours.size(); ++q) Line(name(q) + tiles_.Subscript(mask) + " = " + fours[q] + ";");
  CloseTiles(mask);
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

// The nodes of the loop that this one of it is computed from, each once: what has no name yet.
void GlslBody::PrintNeeded(NodeId begin, NodeId id) {
  for (const NodeId in : kernel_.nodes[id].in) {
    if (in <= begin || !names_[in].empty()) continue;
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

// Where bytes go by sixteens the loop does, and they are fetched at its beginning.
void GlslBody::FindSixteens(NodeId begin) {
  sixteens_ = false;
  if (form_.sixteens.empty()) return;
  sixteen_ = IdVector<bool>(kernel_.nodes.size(), false);
  for (NodeId id = begin + 1; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    sixteen_[id] = kernel_.nodes[id].op == Scalar::kLoad && form_.GoesBySixteens(kernel_.nodes[id].index) && IsInvariant(id, begin);
    sixteens_ = sixteens_ || sixteen_[id];
  }
}

void GlslBody::PrintSixteens(NodeId begin) {
  const std::string axis = AxisName(form_.unrolled), all = "sixteen_" + axis;
  Open(LoopHint(begin) + "for (int " + all + " = 0; " + all + " < " + ParamName(kernel_.axes[form_.unrolled].extent) + "; " + all +
       " += 16) {");
  Line("int first_" + axis + " = " + all + ";");
  for (NodeId id = begin + 1; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    if (sixteen_[id] && !IsOfPoint(id)) PrintSixteen(id);
  }
  if (points_ == 0) OpenWords();
}

void GlslBody::PrintSixteen(NodeId id) {
  const GlslTiles::Mask mask = IsOfPoint(id) ? 0 : tiles_.MaskOf(id);
  at_first_ = form_.unrolled;
  for (lanes_ = 0; lanes_ < (tiles_.Wide(id) ? kAll : 1); ++lanes_) {
    const std::string name = "sixteen" + std::to_string(id) + "_" + std::to_string(lanes_);
    Line("uvec4 " + name + tiles_.Dimensions(mask) + ";");
    OpenTiles(mask);
    Line(name + tiles_.Subscript(mask) + " = " + SixteenWords(id) + ";");
    CloseTiles(mask);
  }
  lanes_ = kOne;
  at_first_ = kNone;
}

// The loop over the four words of the sixteen bytes.
void GlslBody::OpenWords() {
  const std::string axis = AxisName(form_.unrolled);
  Open("[[unroll]] for (int word_of = 0; word_of < 4; ++word_of) {");
  Line("int first_" + axis + " = sixteen_" + axis + " + 4 * word_of;");
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

bool GlslBody::IsEarly(NodeId id, NodeId begin) const {
  return IsInvariant(id, begin) && FoursAlong(id) != form_.unrolled && tiles_.MaskOf(id) == 0;
}

// What all points of the tile share is fetched for the four turns before any of them computes: drivers call functions to fetch texels,
// and what stands in registers around a call goes to memory.
void GlslBody::PrintEarlyLoads(NodeId begin) {
  const std::string axis = AxisName(form_.unrolled);
  std::vector<NodeId> loads;
  for (NodeId id = begin + 1; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    if (IsEarly(id, begin)) loads.push_back(id);
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

// The sum, of the loop's words, of what a factor's zero takes from each product with the other factor.
std::string GlslBody::ZeroSum(const ByteProduct::Factor& other) const {
  return "zeros" + std::to_string(other.load) + tiles_.Subscript(tiles_.MaskOf(other.load));
}

void GlslBody::DeclareSumsOf(const ByteProduct::Factor& other) {
  const GlslTiles::Mask mask = tiles_.MaskOf(other.load);
  Line(TypeOf(other.load, 'i') + " zeros" + std::to_string(other.load) + tiles_.Dimensions(mask) + ";");
  OpenTiles(mask);
  Line(ZeroSum(other) + " = " + TypeOf(other.load, 'i') + "(0);");
  CloseTiles(mask);
}

void GlslBody::DeclareZeroSums() {
  for (size_t i = 0; i < 2; ++i) {
    if (product_->factors[i].zero != kNone) DeclareSumsOf(product_->factors[1 - i]);
  }
}

// The words of two factors, or one factor's and a word that is the same for all points: a product, or four of a wide value.
std::string GlslBody::DotOf(NodeId like, NodeId load, const std::string& word, NodeId other) const {
  const auto word_of = [this](NodeId id, int lane) {
    return "int(q" + std::to_string(id) + "_" + std::to_string(tiles_.Wide(id) ? lane : 0) + tiles_.Subscript(tiles_.MaskOf(id)) + ")";
  };
  const int lanes = tiles_.Wide(like) ? kAll : 1;
  std::string text;
  for (int lane = 0; lane < lanes; ++lane) {
    text += lane == 0 ? "" : ", ";
    text += "dot_of_bytes(" + word_of(load, lane) + ", " + (other == kNone ? word : word_of(other, lane)) + ", 0)";
  }
  return lanes == 1 ? text : "ivec4(" + text + ")";
}

// Four turns of a loop over products of bytes, by the words that were fetched for them.
void GlslBody::PrintByteProduct() {
  const std::array<ByteProduct::Factor, 2>& factors = product_->factors;
  for (size_t i = 0; i < 2; ++i) {
    if (factors[i].zero == kNone) continue;
    const ByteProduct::Factor& other = factors[1 - i];
    OpenTiles(tiles_.MaskOf(other.load));
    const std::string word = "(" + Value(factors[i].zero, 'i') + " & 0xff) * 0x1010101";
    Line(ZeroSum(other) + " += " + DotOf(other.load, other.load, word, kNone) + ";");
    CloseTiles(tiles_.MaskOf(other.load));
  }
  OpenTiles(tiles_.MaskOf(product_->sum));
  Line(names_[product_->sum] + " += " + DotOf(product_->sum, factors[0].load, "", factors[1].load) + ";");
  CloseTiles(tiles_.MaskOf(product_->sum));
}

// Behind the four turns; what the zeros took is taken once.
void GlslBody::EndByteProduct() {
  if (eights_) Close();
  Close();
  for (size_t i = 0; i < 2; ++i) {
    if (product_->factors[i].zero == kNone) continue;
    OpenTiles(tiles_.MaskOf(product_->sum));
    Line(names_[product_->sum] + " -= " + ZeroSum(product_->factors[1 - i]) + ";");
    CloseTiles(tiles_.MaskOf(product_->sum));
  }
  product_.reset();
}

// All next values are read before the first carried value changes.
void GlslBody::EndLoop(const Loop& loop) {
  if (product_) return EndByteProduct();
  if (half_) return EndHalfProducts();
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

}  // namespace mote
