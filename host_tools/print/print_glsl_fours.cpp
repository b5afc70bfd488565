// GlslBody: loads and stores of four neighbouring elements at once, and those of wide nodes whose elements lie apart.
#include "print/print_glsl_body.h"

namespace mote {

// The four words from the access' first point on. What a check leaves out is zeros.
std::string GlslBody::FourWords(NodeId id) {
  const Node& node = kernel_.nodes[id];
  const int32_t operand = kernel_.accesses[node.index].operand;
  const std::string number = std::to_string(operand), element = "uint(" + ElementOf(id, node.in[0]) + ")";
  uses_[operand] |= kFours;
  if (!IsChecked(node)) return "four" + number + "(at" + number + " + " + element + ")";
  uses_[operand] |= kCheckedFours;
  return "checked_four" + number + "(" + (node.in[1] == kNone ? "true" : Value(node.in[1], 'b')) + ", " + element + ")";
}

// The one or two words that four elements of one or two bytes fill; zeros likewise.
std::string GlslBody::FewWords(NodeId id) {
  const Node& node = kernel_.nodes[id];
  const int32_t operand = kernel_.accesses[node.index].operand;
  const std::string number = std::to_string(operand), element = "uint(" + ElementOf(id, node.in[0]) + ")";
  uses_[operand] |= kWords | kFewWords;
  if (!IsChecked(node)) return "few" + number + "(" + element + ")";
  uses_[operand] |= kCheckedFew;
  return WithPadding(id, "checked_few" + number + "(" + (node.in[1] == kNone ? "true" : Value(node.in[1], 'b')) + ", " + element + ")");
}

// The four words that sixteen bytes fill; zeros likewise.
std::string GlslBody::SixteenWords(NodeId id) {
  const Node& node = kernel_.nodes[id];
  const int32_t operand = kernel_.accesses[node.index].operand;
  const std::string number = std::to_string(operand), element = "uint(" + ElementOf(id, kNone) + ")";
  uses_[operand] |= kFours | kSixteens;
  if (!IsChecked(node)) return "sixteen" + number + "(" + element + ")";
  uses_[operand] |= kCheckedSixteens;
  return WithPadding(id, "checked_sixteen" + number + "(" + (node.in[1] == kNone ? "true" : Value(node.in[1], 'b')) + ", " + element + ")");
}

int GlslBody::BytesOf(NodeId access) const {
  return StorageBytes(kernel_.operands[kernel_.accesses[kernel_.nodes[access].index].operand].type);
}

const char* GlslBody::HoistedType(NodeId id) const { return BytesOf(id) == 4 ? "uvec4" : BytesOf(id) == 2 ? "uvec2" : "uint"; }

// Four elements along the axis of the access: one such expression, or of a wide load one for each of its points.
std::vector<std::string> GlslBody::HoistedFours(NodeId id) {
  std::vector<std::string> fours;
  at_first_ = FoursAlong(id);
  const bool picked = sixteens_ && !sixteen_.empty() && sixteen_[id];  // from what was fetched for the sixteen turns
  for (lanes_ = 0; lanes_ < (tiles_.Wide(id) ? kAll : 1); ++lanes_) {
    const std::string sixteen = "sixteen" + std::to_string(id) + "_" + std::to_string(lanes_) + TurnsSubscript(id);
    fours.push_back(picked ? sixteen + "[word_of]" : BytesOf(id) == 4 ? FourWords(id) : FewWords(id));
  }
  lanes_ = kOne;
  at_first_ = kNone;
  return fours;
}

// A load whose words were fetched four along the unrolled loop, or are here along the other axis of the tile.
void GlslBody::PrintPickedLoad(NodeId id, GlslForm declared) {
  const bool wide = tiles_.Wide(id), in_loop = FoursAlong(id) == form_.unrolled;
  const std::string four = "q" + std::to_string(id) + "_";
  std::string pick = "step", dimensions = TurnsSubscript(id);
  if (!in_loop) {
    // In front of the loops over the tile: four for each of its points along the other axis.
    const GlslTiles::Mask along = tiles_.MaskOfAxis(FoursAlong(id)), others = tiles_.MaskOf(id) & ~along;
    pick = tiles_.Subscript(along);  // [t0]
    pick = pick.substr(1, pick.size() - 2);
    dimensions = tiles_.Subscript(others);
    const std::vector<std::string> fours = HoistedFours(id);
    for (size_t q = 0; q < fours.size(); ++q) {
      const std::string name = four + std::to_string(q);
      arrays_.push_back(HoistedType(id) + (" " + name) + tiles_.Dimensions(others) + ";");
      arrays_.push_back(InTiles(others, name + dimensions + " = " + fours[q] + ";"));
    }
  }
  if (BytesOf(id) != 4) {
    std::string text;
    for (int q = 0; q < (wide ? kAll : 1); ++q) {
      text += (q == 0 ? "" : ", ") + PickedFew(id, four + std::to_string(q) + dimensions, pick, declared);
    }
    return Declare(id, declared, "v" + std::to_string(id), wide ? std::string(GlslWideName(declared)) + "(" + text + ")" : text);
  }
  pick = "[" + pick + "]";
  std::string words = four + "0" + dimensions + pick;
  for (int q = 1; wide && q < kAll; ++q) words += ", " + four + std::to_string(q) + dimensions + pick;
  if (wide) words = "uvec4(" + words + ")";
  const std::string value = declared == 'u'   ? words
                            : declared == 'h' ? HalfOfWords(id, words)
                            : declared == 'f' ? "uintBitsToFloat(" + words + ")"
                                              : (wide ? "ivec4(" : "int(") + words + ")";
  Declare(id, declared, "v" + std::to_string(id), value);
}

// One of the elements that `few` holds.
std::string GlslBody::PickedFew(NodeId id, const std::string& few, const std::string& pick, GlslForm declared) const {
  const std::string word = BytesOf(id) == 1 ? few : few + "[" + pick + " >> 1]";
  GlslForm form = declared;
  const std::string value = Decoded(id, word + ", uint(" + pick + ")", &form);
  return GlslConverted(value, form, declared);
}

// Four neighbours of one or two bytes: the words that they fill.
std::string GlslBody::NarrowFours(NodeId id, GlslForm declared) {
  const Node& node = kernel_.nodes[id];
  const int32_t number = kernel_.accesses[node.index].operand;
  const int bytes = BytesOf(id);
  const std::string name = "q" + std::to_string(id), at = "w" + std::to_string(id);
  if (form_.GoesBySixteens(node.index)) {
    Line("uvec2 " + name + " = uvec2(" + WordOfQuad(id) + ", 0u);");
  } else if (IsChecked(node)) {
    Line("uvec2 " + name + " = uvec2(" + FewWords(id) + (bytes == 2 ? ");" : ", 0u);"));
  } else {
    Line("uint " + at + " = at" + std::to_string(number) + " + (uint(" + ElementOf(id, kNone) + ")" +
         (bytes == 2 ? " >> 1);" : " >> 2);"));
    Line("uvec2 " + name + " = uvec2(" + Word(number, at) + ", " + (bytes == 2 ? Word(number, at + " + 1u") : "0u") + ");");
  }
  std::string text;
  for (int lane = 0; lane < kAll; ++lane) {
    const std::string word = bytes == 2 && lane >= 2 ? ".y, " : ".x, ";
    GlslForm form = declared;
    const std::string value = Decoded(id, name + word + std::to_string(lane) + "u", &form);
    text += (lane == 0 ? "" : ", ") + GlslConverted(value, form, declared);
  }
  return std::string(GlslWideName(declared)) + "(" + text + ")";
}

// Of a checked load, without a branch: the word that it stands in, or zeros.
std::string GlslBody::CheckedByte(NodeId id) {
  GlslForm form = 'i';
  return Decoded(id, FewWords(id) + ", uint(" + ElementOf(id, kernel_.nodes[id].in[0]) + ")", &form);
}

// One element after the other.
void GlslBody::PrintLanes(NodeId id, GlslForm declared) {
  const Node& node = kernel_.nodes[id];
  const char* zeros = declared == 'b' ? "(false)" : declared == 'h' ? "(0.0)" : "(0)";
  Declare(id, declared, "v" + std::to_string(id), std::string(GlslWideName(declared)) + zeros);
  for (lanes_ = 0; lanes_ < kAll; ++lanes_) {
    if (raised_[id] && IsChecked(node)) {
      Line(names_[id] + "." + "xyzw"[lanes_] + " = " + CheckedByte(id) + ";");
      continue;
    }
    Open("{");
    const Place place = Find(id, node.in[0], node.in[1], IsChecked(node));
    if (!place.inside.empty()) Open("if (" + place.inside + ") {");
    const std::string value = LoadedAs(declared, id, place);
    Line(names_[id] + "." + "xyzw"[lanes_] + " = " + value + ";");
    if (!place.inside.empty()) Close();
    Close();
  }
  lanes_ = kOne;
}

void GlslBody::PrintWideLoad(NodeId id, GlslForm declared) {
  const Node& node = kernel_.nodes[id];
  if (FoursAlong(id) == kNone) return PrintLanes(id, declared);
  if (StorageBytes(kernel_.operands[kernel_.accesses[node.index].operand].type) != 4) {
    return Declare(id, declared, "v" + std::to_string(id), NarrowFours(id, declared));
  }
  const std::string words = FourWords(id);
  Declare(id, declared, "v" + std::to_string(id),
          declared == 'u'   ? words
          : declared == 'h' ? HalfOfWords(id, words)
                            : (declared == 'f' ? "uintBitsToFloat(" : "ivec4(") + words + ")");
}

// The word of elements of one or two bytes from this lane on.
std::string GlslBody::StoredWord(const Node& node, int lane) {
  const ElementType type = kernel_.operands[kernel_.accesses[node.index].operand].type;
  const int bytes = StorageBytes(type);
  std::string text;
  for (lanes_ = lane; lanes_ < lane + 4 / bytes; ++lanes_) {
    const std::string put = (lanes_ == lane ? "put" : " | put") + std::to_string(8 * bytes);
    text += put + "(" + StoredCode(node, type) + ", " + std::to_string(lanes_) + "u)";
  }
  lanes_ = kOne;
  return tier_ & kMoteProcessor ? "whole_word(" + text + ")" : text;
}

// Four neighbours of a wide store: whole words, which are this invocation's alone.
void GlslBody::PrintFourStores(const Node& node, const Place& place) {
  const int32_t number = kernel_.accesses[node.index].operand;
  const ElementType type = kernel_.operands[number].type;
  const int bytes = StorageBytes(type);
  const std::string at = "at" + std::to_string(number);
  if (bytes == 4) {
    uses_[number] |= kStoredFours;
    lanes_ = kAll;
    const std::string value = IsFloat(type) ? Value(node.in[0], 'u') : "uvec4(" + Value(node.in[0], 'i') + ")";
    lanes_ = kOne;
    return Line(place.buffer + "4[(" + at + " + " + place.element + ") >> 2] = " + value + ";");
  }
  uses_[number] |= kWords;
  const std::string word = place.buffer + "[" + at + " + (" + place.element + (bytes == 2 ? " >> 1)" : " >> 2)");
  Line(word + "] = " + StoredWord(node, 0) + ";");
  if (bytes == 2) Line(word + " + 1u] = " + StoredWord(node, 2) + ";");
}

}  // namespace mote
