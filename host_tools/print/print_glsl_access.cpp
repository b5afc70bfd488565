// GlslBody: loads and stores. Buffers are arrays of words; narrower elements are cut out of them on load and put into them by atomics, so
// that neighbours in one word may be written by different invocations, unless the form has buffers of such elements.
#include "print/print_glsl_body.h"
#include "schema/vulkan_layout.h"

namespace mote {

bool GlslBody::IsChecked(const Node& node) {
  if (node.op == Scalar::kLoad) return node.in[0] != kNone || node.in[1] != kNone;
  return node.op == Scalar::kStore && (node.in[1] != kNone || node.in[2] != kNone);
}

const char* GlslBody::BindingName(uint8_t space) {
  static constexpr const char* kNames[] = {"constants", "arena", "inputs", "outputs"};
  return kNames[space % kMoteBindings];
}

IdVector<int32_t> TexelNumbers(const Kernel& kernel) {
  IdVector<int32_t> numbers(kernel.operands.size(), kNone);
  int32_t next = 0;
  for (size_t i = 0; i < numbers.size() && next < kMoteTexelOperands; ++i) {
    if (!kernel.operands[i].written) numbers[i] = next++;
  }
  return numbers;
}

// What the kernel only reads are words, whatever its elements: texels are.
int GlslBody::UnitOf(const KernelOperand& operand) const {
  const int bytes = StorageBytes(operand.type);
  if (!operand.written) return 4;
  const bool own = (bytes == 2 && (tier_ & kMoteStorage16)) || (bytes == 1 && (tier_ & kMoteStorage8));
  return own ? bytes : 4;
}

std::string GlslBody::ElementIndex(const Access& access, NodeId computed) const {
  std::string text;
  const auto add = [&text](const std::string& term) { text += (text.empty() ? "" : " + ") + term; };
  for (const Access::Term& term : access.terms) add(ParamName(term.stride) + " * " + Coordinate(term.axis));
  if (access.offset != kNone) add(ParamName(access.offset));  // behind what several accesses have alike
  if (computed != kNone) add(Value(computed, 'i'));
  return text.empty() ? "0" : text;
}

// The same, of what does not change with the loop that the load stands in: printed in front of it (PrintBases).
std::string GlslBody::ElementOf(NodeId id, NodeId computed) const {
  const Access& access = kernel_.accesses[kernel_.nodes[id].index];
  if (!based_[id]) return ElementIndex(access, computed);
  std::string text = "base" + std::to_string(id) + tiles_.Subscript(tiles_.MaskOf(id));
  for (const Access::Term& term : access.terms) {
    if (term.axis == form_.unrolled) text += " + " + ParamName(term.stride) + " * " + Coordinate(term.axis);
  }
  return text;
}

// Where the access of a node goes. A checked place gets its element index in a variable and a condition.
GlslBody::Place GlslBody::Find(NodeId id, NodeId computed, NodeId predicate, bool checked) {
  const Access& access = kernel_.accesses[kernel_.nodes[id].index];
  const std::string operand = std::to_string(access.operand);
  Place place{BindingName(spaces_[access.operand]), "uint(" + ElementOf(id, computed) + ")", {}};
  if (!checked) return place;
  const std::string name = "e" + std::to_string(id);
  Line("uint " + name + " = " + place.element + ";");
  place.element = name;
  place.inside = name + " < count" + operand;
  if (predicate != kNone) place.inside = Value(predicate, 'b') + " && " + place.inside;
  return place;
}

// A word of the operand, by its index in the binding.
std::string GlslBody::Word(int32_t operand, const std::string& index) {
  uses_[operand] |= kWords;
  if (texels_[operand] != kNone) return "word" + std::to_string(operand) + "(" + index + ")";
  return BindingName(spaces_[operand]) + ("[" + index + "]");
}

// The element of at most two bytes that stands in `word_and_index`: a word, and which of its elements.
std::string GlslBody::Decoded(NodeId load, const std::string& word_and_index, GlslForm* form) const {
  const ElementType type = kernel_.operands[kernel_.accesses[kernel_.nodes[load].index].operand].type;
  const int bytes = StorageBytes(type), width = BitWidth(type);
  const std::string bits = (bytes == 2 ? "u16_at(" : "u8_at(") + word_and_index + ")";
  if (type == ElementType::kF16 && IsHalfFactor(load)) {
    *form = 'h';
    return "half_at(" + word_and_index + ")";
  }
  if (raised_[load]) {
    *form = 'i';
    return "raised8_at(" + word_and_index + ")";
  }
  return Widened(type, bits, (bytes == 2 ? "s16_at(" : "s8_at(") + word_and_index + ")", width, form);
}

// The value of an element from its bits, or of a signed integer from these with their sign.
std::string GlslBody::Widened(ElementType type, const std::string& bits, const std::string& whole, int width, GlslForm* form) {
  *form = IsPred(type) ? 'b' : IsFloat(type) ? 'u' : 'i';
  if (IsPred(type)) return bits + " != 0u";
  if (IsSigned(type)) return width < 8 ? "bitfieldExtract(" + whole + ", 0, " + std::to_string(width) + ")" : whole;
  if (IsUnsigned(type)) return "int(" + bits + (width < 8 ? " & " + std::to_string((1 << width) - 1) + "u)" : ")");
  if (type == ElementType::kF16) return "f32_from_f16(" + bits + ")";
  if (type == ElementType::kBF16) return "f32_from_bf16(" + bits + ")";
  return GlslSmallFloatCall(type, "f32_from_small", bits);
}

// The element as an expression; prints a variable with its place first where the expression needs that twice.
std::string GlslBody::LoadExpression(Reg reg, const Place& place, int32_t operand, NodeId id, GlslForm* form) {
  const ElementType type = kernel_.operands[operand].type;
  const std::string at = "at" + std::to_string(operand), index = "w" + std::to_string(id);
  const int bytes = StorageBytes(type);
  if (bytes == 4) {
    const std::string word = Word(operand, at + " + " + place.element);
    *form = IsFloat(type) ? 'u' : 'i';
    return IsFloat(type) ? word : "int(" + word + ")";
  }
  if (bytes == 8) {
    Line("uint " + index + " = " + at + " + 2u * " + place.element + ";");
    const std::string pair = "uvec2(" + Word(operand, index) + ", " + Word(operand, index + " + 1u") + ")";
    *form = reg == Reg::kI32 ? 'i' : 'p';
    return reg != Reg::kI32 ? pair : (IsUnsigned(type) ? "saturate_u64(" : "saturate_s64(") + pair + ")";
  }
  Line("uint " + index + " = " + (bytes == 2 ? "2u" : "4u") + " * " + at + " + " + place.element + ";");
  if (UnitOf(kernel_.operands[operand]) != bytes) {
    return Decoded(id, Word(operand, index + (bytes == 2 ? " >> 1" : " >> 2")) + ", " + index, form);
  }
  uses_[operand] |= kOwn;
  const std::string element = "uint(" + place.buffer + (bytes == 2 ? "16[" : "8[") + index + "])";
  const std::string whole = "bitfieldExtract(int(" + element + "), 0, " + std::to_string(8 * bytes) + ")";
  return Widened(type, element, whole, BitWidth(type), form);
}

// The form that a load is declared in, which is known before its text: a checked one is declared outside its condition.
GlslForm GlslBody::DeclaredForm(NodeId id) const {
  const Node& node = kernel_.nodes[id];
  const ElementType type = kernel_.operands[kernel_.accesses[node.index].operand].type;
  const GlslForm form = node.type == Reg::kI32 ? (IsPred(type) ? 'b' : 'i') : node.type == Reg::kF32 ? 'u' : 'p';
  const bool as_float = bit_wishes_[id] == 0 && float_wishes_[id] > 0;
  if (IsHalfFactor(id)) return 'h';
  return as_float && form == 'u' ? 'f' : as_float && form == 'p' && node.type == Reg::kF64 ? 'd' : form;
}

std::string GlslBody::LoadedAs(GlslForm declared, NodeId id, const Place& place) {
  const Node& node = kernel_.nodes[id];
  GlslForm form = declared;
  const std::string value = LoadExpression(node.type, place, kernel_.accesses[node.index].operand, id, &form);
  if (declared == 'h') return GlslConverted(value, form, declared);
  return declared == 'f' ? "uintBitsToFloat(" + value + ")" : declared == 'd' ? "packDouble2x32(" + value + ")" : value;
}

void GlslBody::PrintLoad(NodeId id) {
  const Node& node = kernel_.nodes[id];
  const GlslForm declared = DeclaredForm(id);
  const AxisId along = FoursAlong(id);
  if (along != kNone && !form_.IsVector(along)) return PrintPickedLoad(id, declared);
  if (tiles_.Wide(id)) return PrintWideLoad(id, declared);
  const bool checked = IsChecked(node);
  if (checked && raised_[id]) return Declare(id, declared, "v" + std::to_string(id), CheckedByte(id));
  const Place place = Find(id, node.in[0], node.in[1], checked);
  const std::string name = "v" + std::to_string(id);
  if (!checked) return Declare(id, declared, name, LoadedAs(declared, id, place));
  static constexpr const char* kZero[] = {"false", "0", "0u", "0.0", "0.0lf", "uvec2(0u)", "float16_t(0.0)"};
  Declare(id, declared, name, kZero[std::string("biufdph").find(declared)]);
  Open("if (" + place.inside + ") {");
  const std::string value = LoadedAs(declared, id, place);
  Line(names_[id] + " = " + value + ";");
  Close();
}

bool GlslBody::RunLoads() const {
  for (NodeId id = run_.first; id < run_.last; ++id) {
    if (kernel_.nodes[id].op == Scalar::kLoad) return true;
  }
  return false;
}

void GlslBody::PrintStore(NodeId id) {
  const Node& node = kernel_.nodes[id];
  const bool wide = tiles_.Wide(id), fours = wide && FoursAlong(id) != kNone;
  const int last = wide && !fours ? kAll : 1;  // one element after the other
  for (int lane = 0; lane < last; ++lane) {
    lanes_ = last == 1 ? kOne : lane;
    if (last > 1) Open("{");
    Place place = Find(id, node.in[1], node.in[2], IsChecked(node));
    // Past the extent a tile repeats its last point: the same value to the same place, harmless unless what is stored is loaded in this
    // run.
    if (RunLoads()) {
      for (const std::string& condition : tiles_.InsideConditions(run_.mask)) {
        place.inside = condition + (place.inside.empty() ? "" : " && " + place.inside);
      }
    }
    if (!store_condition_.empty()) place.inside = store_condition_ + (place.inside.empty() ? "" : " && " + place.inside);
    if (!place.inside.empty()) Open("if (" + place.inside + ") {");
    if (fours) {
      PrintFourStores(node, place);
    } else {
      PrintStoreAt(node, place, id);
    }
    if (!place.inside.empty()) Close();
    if (last > 1) Close();
  }
  lanes_ = kOne;
}

// The bits of an element of one or two bytes.
std::string GlslBody::StoredCode(const Node& node, ElementType type) const {
  if (type == ElementType::kF16) return "f16_from_f32(" + Value(node.in[0], 'u') + ")";
  if (type == ElementType::kBF16) return "bf16_from_f32(" + Value(node.in[0], 'u') + ")";
  if (IsFloat(type)) return GlslSmallFloatCall(type, "small_from_f32", Value(node.in[0], 'u'));
  const std::string value = Value(node.in[0], 'i'), width = std::to_string(BitWidth(type));
  if (BitWidth(type) >= 8) return "uint(" + value + ")";
  if (IsSigned(type)) return "uint(bitfieldExtract(" + value + ", 0, " + width + "))";
  return "uint(" + value + " & " + std::to_string((1 << BitWidth(type)) - 1) + ")";
}

void GlslBody::PrintStoreAt(const Node& node, const Place& place, NodeId id) {
  const int32_t number = kernel_.accesses[node.index].operand;
  const ElementType type = kernel_.operands[number].type;
  const std::string at = "at" + std::to_string(number), index = "w" + std::to_string(id);
  const int bytes = StorageBytes(type);
  uses_[number] |= UnitOf(kernel_.operands[number]) < 4 ? kOwn : kWords;
  if (bytes == 4) {
    const std::string value = IsFloat(type) ? Value(node.in[0], 'u') : "uint(" + Value(node.in[0], 'i') + ")";
    return Line(place.buffer + "[" + at + " + " + place.element + "] = " + value + ";");
  }
  if (bytes == 8) {
    Line("uint " + index + " = " + at + " + 2u * " + place.element + ";");
    const std::string pair = "p" + std::to_string(id);
    Line("uvec2 " + pair + " = " + Value(node.in[0], 'p') + ";");
    Line(place.buffer + "[" + index + "] = " + pair + ".x;");
    return Line(place.buffer + "[" + index + " + 1u] = " + pair + ".y;");
  }
  const std::string code = StoredCode(node, type);
  const std::string bits = bytes == 2 ? "16(" : "8(", shift = bytes == 2 ? " >> 1]" : " >> 2]";
  Line("uint " + index + " = " + (bytes == 2 ? "2u" : "4u") + " * " + at + " + " + place.element + ";");
  if (UnitOf(kernel_.operands[number]) == bytes) {
    const std::string width = std::to_string(8 * bytes);
    return Line(place.buffer + width + "[" + index + "] = uint" + width + "_t(" + code + ");");
  }
  Line("atomicAnd(" + place.buffer + "[" + index + shift + ", ~mask" + bits + index + "));");
  Line("atomicOr(" + place.buffer + "[" + index + shift + ", put" + bits + code + ", " + index + "));");
}

}  // namespace mote
