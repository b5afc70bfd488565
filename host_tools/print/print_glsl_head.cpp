// GlslPrinter: what stands above main: the words of the step, the buffers, and how operands are read.
#include "print/print_glsl_printer.h"

namespace mote {
namespace {

// OpSDotKHR of the capabilities DotProduct and DotProductInput4x8BitPacked; the literal says that operands are packed.
constexpr const char* kDotOfBytes =
    "spirv_instruction(extensions = [\"SPV_KHR_integer_dot_product\"], capabilities = [6018, 6019], id = 4450) "
    "int dot_of_bytes(int a, int b, spirv_literal int format);";

}  // namespace

std::vector<GlslPrinter::ParamWord> GlslPrinter::ParamWords() const {
  std::vector<ParamWord> words;
  for (size_t i = 0; i < kernel_.params.size(); ++i) {
    const Reg type = kernel_.params[i].type;
    const std::string name = body_.ParamName(static_cast<ParamId>(i));
    const bool constant = params_.constant.size() != 0 && params_.constant[i];
    if (type == Reg::kI32) {
      words.push_back({"int " + name, constant});
    } else if (type == Reg::kF32) {
      words.push_back({"uint " + name, constant});
    } else {
      words.push_back({"uint " + name + "_low", constant});
      words.push_back({"uint " + name + "_high", constant});
    }
  }
  return words;
}

std::vector<uint32_t> GlslPrinter::Constants() const {
  const std::vector<ParamWord> words = ParamWords();
  std::vector<uint32_t> bits;
  for (size_t w = 0; w < words.size(); ++w) {
    if (!words[w].constant) continue;
    bits.resize(w / 32 + 1);
    bits.back() |= 1u << (w % 32);
  }
  return bits;
}

MoteShaderWords GlslPrinter::Places() const {
  uint32_t params = 0;
  for (const ParamWord& word : ParamWords()) params += !word.constant;
  return {static_cast<uint32_t>(kernel_.operands.size()), params, HasCheckedAccess(kernel_)};
}

std::vector<std::string> GlslPrinter::StepWords() const {
  const MoteShaderWords at = Places();
  std::vector<std::string> words(at.Total());
  words[at.Domain()] = "uint domain";
  for (uint32_t i = 0; i < at.operands; ++i) {
    words[at.Place(i)] = "uint at" + std::to_string(i);
    if (at.counts) words[at.Count(i)] = "uint count" + std::to_string(i);
  }
  uint32_t number = 0;
  for (const ParamWord& word : ParamWords()) {
    if (!word.constant) words[at.Param(number++)] = word.declaration;
  }
  return words;
}

void GlslPrinter::PrintConstants() {
  const std::vector<ParamWord> words = ParamWords();
  for (size_t w = 0; w < words.size(); ++w) {
    const std::string& declaration = words[w].declaration;
    if (!words[w].constant) continue;
    body_.Line("layout(constant_id = " + std::to_string(kMoteFirstParamConstant + w) + ") const " + declaration + " = 1" +
               (declaration[0] == 'u' ? "u;" : ";"));
  }
}

// All are read once, at the start: drivers load a push constant again wherever it is named, in loops too.
void GlslPrinter::PrintStepWords() {
  const std::vector<std::string> words = StepWords();
  body_.Open("layout(push_constant) uniform Step {");
  body_.Line("uint first;");
  if (in_block_) body_.Line("uint block;");
  for (size_t i = 0; !in_block_ && i < words.size(); ++i) body_.Line(words[i] + ";");
  body_.Close(" given;");
  for (const std::string& word : words) body_.Line(word + ";");
  body_.Open("void read_step() {");
  for (size_t i = 0; i < words.size(); ++i) {
    const size_t space = words[i].find(' ');
    const std::string type = words[i].substr(0, space), name = words[i].substr(space + 1);
    body_.Line(name + " = " + (in_block_ ? type + "(constants[given.block + " + std::to_string(i) + "u])" : "given." + name) + ";");
  }
  body_.Close();
}

void GlslPrinter::PrintHead() {
  body_.Line("#version 450");
  const bool hints = !form_.tiles.empty() || form_.unrolled != kNone || !form_.rows.empty() || !kernel_.loops.empty();
  if (hints) body_.Line("#extension GL_EXT_control_flow_attributes : enable");
  if (form_.tier & kMoteStorage16) body_.Line("#extension GL_EXT_shader_16bit_storage : require");
  if (form_.tier & kMoteStorage8) body_.Line("#extension GL_EXT_shader_8bit_storage : require");
  if (form_.tier & kMoteIntegerDot) body_.Line("#extension GL_EXT_spirv_intrinsics : require");
  if (form_.tier & kMoteFloat16) body_.Line("#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require");
  if (Subgroups()) {
    body_.Line("#extension GL_KHR_shader_subgroup_basic : require");
    body_.Line("#extension GL_KHR_shader_subgroup_shuffle : require");
  }
  body_.Line("// " + kernel_.name + ": printed by mote from its kernel; " +
             ToString(form_) + ".");
  for (size_t i = 0; i < kernel_.operands.size(); ++i) {
    const KernelOperand& operand = kernel_.operands[i];
    const char* use = operand.read && operand.written ? "read and written" : operand.written ? "written" : "read";
    body_.Line("// operand " + std::to_string(i) + ": " + HloName(operand.type) + " in " + GlslBody::BindingName(spaces_[i]) + ", " +
               use);
  }
  body_.Line("layout(local_size_x = " + std::to_string(form_.group) + ") in;");
  if (form_.tier & kMoteIntegerDot) body_.Line(kDotOfBytes);
  for (uint8_t space = 0; space < kMoteBindings; ++space) PrintBinding(space);
  PrintConstants();
  PrintStepWords();
  PrintReads();
  for (const std::string& line : shared_) body_.Line(line);
  body_.Line("");
}

GlslBinding GlslPrinter::BindingOf(uint8_t space, int bytes) const {
  GlslBinding binding{space, bytes, bytes == 4 && space == kMoteConstant && in_block_, false};
  for (int32_t i = 0; i < kernel_.operands.count(); ++i) {
    const int use = bytes == 16 ? GlslBody::kFours | GlslBody::kStoredFours : bytes == 4 ? GlslBody::kWords : GlslBody::kOwn;
    if (spaces_[i] != space || !(body_.UsesOf(i) & use) || (bytes < 4 && StorageBytes(kernel_.operands[i].type) != bytes)) continue;
    binding.used = true;
    binding.written |= kernel_.operands[i].written;
  }
  return binding;
}

std::string GlslBinding::Declaration(bool coherent) const {
  const std::string name = GlslBody::BindingName(space) + std::string(bytes == 4 ? "" : std::to_string(bytes == 16 ? 4 : 8 * bytes));
  std::string block = name;
  block[0] = static_cast<char>(block[0] - 'a' + 'A');
  const std::string access = !written ? "readonly " : coherent ? "coherent " : "";
  const std::string type = bytes == 16 ? "uvec4" : bytes == 4 ? "uint" : "uint" + std::to_string(8 * bytes) + "_t";
  return "layout(std430, set = 0, binding = " + std::to_string(space) + ") " + access + "buffer " + block + " { " + type + " " + name +
         "[]; };";
}

// A buffer of words, and beside it at the same binding those of the wider and narrower elements that the form reads and writes as such.
void GlslPrinter::PrintBinding(uint8_t space) {
  for (const int bytes : {4, 2, 1, 16}) {
    const GlslBinding binding = BindingOf(space, bytes);
    if (binding.used) body_.Line(binding.Declaration(kernel_.stages.size() > 1 && form_.rows.empty()));
  }
}

// A word of each operand that may be read as texels, and four of them, by their index in what is bound of it: the driver takes one of the
// two roads. Four that are looked at begin at a multiple of 4, and so does what lies behind the operand.
void GlslPrinter::PrintReads() {
  const IdVector<int32_t>& numbers = body_.texels();
  for (int32_t i = 0; i < numbers.count(); ++i) {
    const std::string operand = std::to_string(i), number = std::to_string(numbers[i]);
    if (numbers[i] != kNone && (body_.UsesOf(i) & (GlslBody::kWords | GlslBody::kFours))) {
      body_.Line("layout(constant_id = " + number + ") const bool by_texels" + number + " = false;");
    }
    if (numbers[i] != kNone && (body_.UsesOf(i) & GlslBody::kWords)) PrintRead(i, numbers[i], 1);
    if (body_.UsesOf(i) & GlslBody::kFours) PrintRead(i, numbers[i], 4);
    if (body_.UsesOf(i) & GlslBody::kFewWords) PrintFew(i, numbers[i]);
    if (body_.UsesOf(i) & GlslBody::kSixteens) PrintSixteen(i);
    if (!(body_.UsesOf(i) & GlslBody::kCheckedFours)) continue;
    body_.Open("uvec4 checked_four" + operand + "(bool inside, uint element) {");
    body_.Line("bool there = inside && element < count" + operand + ";");
    body_.Line("uvec4 value = four" + operand + "(there ? at" + operand + " + element : 0u);");
    body_.Line("value = mix(uvec4(0u), value, bvec4(there));");
    body_.Line("return value;");
    body_.Close();
  }
}

// Sixteen elements of a byte, by the first of them, which begins a four of words.
void GlslPrinter::PrintSixteen(int32_t operand) {
  const std::string number = std::to_string(operand);
  body_.Line("uvec4 sixteen" + number + "(uint element) { return four" + number + "(at" + number + " + (element >> 2)); }");
  if (!(body_.UsesOf(operand) & GlslBody::kCheckedSixteens)) return;
  body_.Open("uvec4 checked_sixteen" + number + "(bool inside, uint element) {");
  body_.Line("bool there = inside && element < count" + number + " && count" + number + " - element >= 16u;");
  body_.Line("return mix(uvec4(0u), four" + number + "(there ? at" + number + " + (element >> 2) : 0u), bvec4(there));");
  body_.Close();
}

// Four elements of one or two bytes, by the first of them, which begins a word.
void GlslPrinter::PrintFew(int32_t operand, int32_t texels) {
  const std::string number = std::to_string(operand);
  const bool pairs = StorageBytes(kernel_.operands[operand].type) == 2;
  const auto word = [&](const char* index) {
    if (texels != kNone) return "word" + number + "(" + index + ")";
    return GlslBody::BindingName(spaces_[operand]) + ("[" + std::string(index) + "]");
  };
  const std::string words = pairs ? "uvec2(" + word("index") + ", " + word("index + 1u") + ")" : word("index");
  const std::string type = pairs ? "uvec2" : "uint", index = "at" + number + " + (element >> " + (pairs ? "1" : "2") + ")";
  body_.Open(type + " few" + number + "(uint element) {");
  body_.Line("uint index = " + index + ";");
  body_.Line("return " + words + ";");
  body_.Close();
  if (!(body_.UsesOf(operand) & GlslBody::kCheckedFew)) return;
  body_.Open(type + " checked_few" + number + "(bool inside, uint element) {");
  body_.Line("bool there = inside && element < count" + number + ";");
  body_.Line("uint index = there ? " + index + " : 0u;");
  body_.Line("return there ? " + words + " : " + type + "(0u);");
  body_.Close();
}

// `texels`: kNone for an operand that is storage alone.
void GlslPrinter::PrintRead(int32_t operand, int32_t texels, int words) {
  const std::string number = std::to_string(texels), four = words == 4 ? "4" : "", index = words == 4 ? "index >> 2" : "index";
  const std::string type = words == 4 ? "uvec4" : "uint", pick = words == 4 ? "" : ".x";
  const std::string storage = GlslBody::BindingName(spaces_[operand]) + four + "[" + index + "]";
  if (texels != kNone) {
    const std::string binding = std::to_string(texels + (words == 4 ? int32_t{kMoteTexelOperands} : 0));
    body_.Line("layout(set = 1, binding = " + binding + ") uniform usamplerBuffer texels" + four + "_" + number + ";");
    texels_ |= 1u << (texels + (words == 4 ? int32_t{kMoteTexelOperands} : 0));
  }
  body_.Open(type + (words == 4 ? " four" : " word") + std::to_string(operand) + "(uint index) {");
  body_.Line(type + " value;");
  const std::string fetch = "value = texelFetch(texels" + four + "_" + number + ", int(" + index + "))" + pick + ";";
  body_.Line((texels == kNone ? "" : "if (by_texels" + number + ") " + fetch + " else ") + "value = " + storage + ";");
  body_.Line("return value;");
  body_.Close();
}

}  // namespace mote
