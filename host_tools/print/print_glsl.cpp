// PrintGlsl: a kernel as a GLSL 450 compute shader.
//
// What it is handed stands in schema/vulkan_layout.h and SPEC.md section 6.
//
// A flat kernel (one map stage, no group axes) has an invocation per point, or per tile of its form. Any other kernel has a workgroup
// of 32 invocations per group; in it, map stages go over their points in steps of 32, reduce stages keep partials in shared memory and
// combine them in the order of kernel.h.
#include <algorithm>
#include <string>

#include "print/print_glsl_body.h"
#include "print/print_glsl_library.h"
#include "print/printers.h"
#include "schema/vulkan_layout.h"

namespace mote {
namespace {

constexpr int32_t kGroupInvocations = ShaderForm::kGroupInvocations;

// An f64 in a register; one that is only copied is a pair of words.
bool ComputesInFloat64(const Kernel& kernel) {
  for (const Node& node : kernel.nodes) {
    const ScalarInfo& info = Info(node.op);
    const bool computes =
        static_cast<int>(node.op) >= 16 && node.op != Scalar::kSelectD && node.op != Scalar::kBitsDL && node.op != Scalar::kBitsLD;
    if (computes && (info.result == 'd' || std::string_view(info.operands).find('d') != std::string_view::npos)) return true;
  }
  return false;
}

class GlslPrinter {
 public:
  GlslPrinter(const Kernel& kernel, std::span<const uint8_t> spaces, const ShaderForm& form)
      : kernel_(kernel), spaces_(spaces), form_(form), body_(kernel, spaces, form) {}

  Result<std::string> Print() {
    for (size_t s = 0; s < kernel_.stages.size(); ++s) {
      if (kernel_.stages[s].kind == Stage::Kind::kReduce) PrintCombiner(s);
    }
    const std::string combiners = body_.TakeText();
    body_.Open("void main() {");
    if (in_block_) body_.Line("read_step();");
    if (form_.pattern == ShaderForm::Template::kFlat) {
      PrintFlat();
    } else if (form_.pattern == ShaderForm::Template::kRows) {
      PrintRows();
    } else {
      PrintGroup();
    }
    body_.Close();
    const std::string main = combiners + body_.TakeText();
    PrintHead();
    const std::string head = body_.TakeText();
    return head + GlslLibraryFor(main) + main;
  }

  // Of what was printed: what the program's Shader table says of texels, and the alignment of operands.
  uint32_t texels() const { return texels_; }
  uint32_t Alignment() const {
    for (int32_t i = 0; i < kernel_.operands.count(); ++i) {
      if (body_.UsesOf(i) & (GlslBody::kFours | GlslBody::kStoredFours)) return 16;
    }
    return 4;
  }

 private:
  // ---- what the step gives ----
  // The declarations of the parameters, a word each.
  std::vector<std::string> ParamWords() const {
    std::vector<std::string> words;
    for (size_t i = 0; i < kernel_.params.size(); ++i) {
      const Reg type = kernel_.params[i].type;
      const std::string name = body_.ParamName(static_cast<ParamId>(i));
      if (type == Reg::kI32) {
        words.push_back("int " + name);
      } else if (type == Reg::kF32) {
        words.push_back("uint " + name);
      } else {
        words.push_back("uint " + name + "_low");
        words.push_back("uint " + name + "_high");
      }
    }
    return words;
  }

  MoteShaderWords Places() const {
    return {static_cast<uint32_t>(kernel_.operands.size()), static_cast<uint32_t>(ParamWords().size()), HasCheckedAccess(kernel_)};
  }

  std::vector<std::string> StepWords() const {
    const MoteShaderWords at = Places();
    std::vector<std::string> words(at.Total());
    words[at.Domain()] = "uint domain";
    for (uint32_t i = 0; i < at.operands; ++i) {
      words[at.Place(i)] = "uint at" + std::to_string(i);
      if (at.counts) words[at.Count(i)] = "uint count" + std::to_string(i);
    }
    const std::vector<std::string> params = ParamWords();
    std::copy(params.begin(), params.end(), words.begin() + at.Param(0));
    return words;
  }

  void PrintStepWords() {
    const std::vector<std::string> words = StepWords();
    if (!in_block_) {
      body_.Open("layout(push_constant) uniform Step {");
      body_.Line("uint first;");
      for (const std::string& word : words) body_.Line(word + ";");
      return body_.Close(";");
    }
    body_.Line("layout(push_constant) uniform Step { uint first, block; };");
    for (const std::string& word : words) body_.Line(word + ";");
    body_.Open("void read_step() {");
    for (size_t i = 0; i < words.size(); ++i) {
      const size_t space = words[i].find(' ');
      body_.Line(words[i].substr(space + 1) + " = " + words[i].substr(0, space) + "(constants[block + " + std::to_string(i) + "u]);");
    }
    body_.Close();
  }

  void PrintHead() {
    body_.Line("#version 450");
    const bool unrolls = !form_.tiles.empty() || form_.unrolled != kNone || !form_.rows.empty();
    if (unrolls) body_.Line("#extension GL_EXT_control_flow_attributes : enable");
    if (form_.tier & kMoteStorage16) body_.Line("#extension GL_EXT_shader_16bit_storage : require");
    if (form_.tier & kMoteStorage8) body_.Line("#extension GL_EXT_shader_8bit_storage : require");
    body_.Line("// " + kernel_.name + ": printed by mote from its kernel; " +
               ToString(form_) + ".");
    for (size_t i = 0; i < kernel_.operands.size(); ++i) {
      const KernelOperand& operand = kernel_.operands[i];
      const char* use = operand.read && operand.written ? "read and written" : operand.written ? "written" : "read";
      body_.Line("// operand " + std::to_string(i) + ": " + HloName(operand.type) + " in " + GlslBody::BindingName(spaces_[i]) + ", " +
                 use);
    }
    body_.Line("layout(local_size_x = " + std::to_string(form_.LocalSize()) + ") in;");
    for (uint8_t space = 0; space < kMoteBindings; ++space) PrintBinding(space);
    PrintStepWords();
    PrintReads();
    for (const std::string& line : shared_) body_.Line(line);
    body_.Line("");
  }

  // A buffer of words, and beside it at the same binding those of the wider and narrower elements that the form reads and writes as such.
  void PrintBinding(uint8_t space) {
    for (const int bytes : {4, 2, 1, 16}) {
      bool used = bytes == 4 && space == kMoteConstant && in_block_, written = false;
      for (int32_t i = 0; i < kernel_.operands.count(); ++i) {
        const int use = bytes == 16 ? GlslBody::kFours | GlslBody::kStoredFours : bytes == 4 ? GlslBody::kWords : GlslBody::kOwn;
        if (spaces_[i] != space || !(body_.UsesOf(i) & use) || (bytes < 4 && StorageBytes(kernel_.operands[i].type) != bytes)) continue;
        used = true;
        written |= kernel_.operands[i].written;
      }
      if (!used) continue;
      const std::string name = GlslBody::BindingName(space) + std::string(bytes == 4 ? "" : std::to_string(bytes == 16 ? 4 : 8 * bytes));
      std::string block = name;
      block[0] = static_cast<char>(block[0] - 'a' + 'A');
      const std::string access = !written ? "readonly " : kernel_.stages.size() > 1 && form_.rows.empty() ? "coherent " : "";
      const std::string type = bytes == 16 ? "uvec4" : bytes == 4 ? "uint" : "uint" + std::to_string(8 * bytes) + "_t";
      body_.Line("layout(std430, set = 0, binding = " + std::to_string(space) + ") " + access + "buffer " + block + " { " + type + " " +
                 name + "[]; };");
    }
  }

  // A word of each operand that may be read as texels, and four of them, by their index in what is bound of it: the driver takes one of the
  // two roads. Four that are looked at begin at a multiple of 4, and so does what lies behind the operand.
  void PrintReads() {
    const IdVector<int32_t> numbers = TexelNumbers(kernel_);
    for (int32_t i = 0; i < numbers.count(); ++i) {
      const std::string operand = std::to_string(i), number = std::to_string(numbers[i]);
      if (numbers[i] != kNone && (body_.UsesOf(i) & (GlslBody::kWords | GlslBody::kFours))) {
        body_.Line("layout(constant_id = " + number + ") const bool by_texels" + number + " = false;");
      }
      if (numbers[i] != kNone && (body_.UsesOf(i) & GlslBody::kWords)) PrintRead(i, numbers[i], 1);
      if (body_.UsesOf(i) & GlslBody::kFours) PrintRead(i, numbers[i], 4);
      if (!(body_.UsesOf(i) & GlslBody::kCheckedFours)) continue;
      body_.Open("uvec4 checked_four" + operand + "(bool inside, uint element) {");
      body_.Line("uvec4 value = uvec4(0u);");
      body_.Line("if (inside && element < count" + operand + ") value = four" + operand + "(at" + operand + " + element);");
      body_.Line("return value;");
      body_.Close();
    }
  }

  // `texels`: kNone for an operand that is storage alone.
  void PrintRead(int32_t operand, int32_t texels, int words) {
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

  // ---- domains ----
  std::string Extent(AxisId axis) const { return body_.ParamName(kernel_.axes[axis].extent); }

  // Declares the axes of a flattened index, innermost fastest; a tiled axis gets the first coordinate of its tile.
  void Unflatten(const std::vector<AxisId>& axes, const std::string& flat) {
    std::string rest = flat;
    for (size_t i = axes.size(); i-- > 0;) {
      const int32_t size = body_.tiles().SizeOf(axes[i]);
      const std::string name = (body_.tiles().MaskOfAxis(axes[i]) ? "first_" : "") + body_.AxisName(axes[i]),
                        times = size > 1 ? std::to_string(size) + " * " : "";
      if (i == 0) return body_.Line("int " + name + " = " + times + "int(" + rest + ");");
      std::string extent = "uint(" + Extent(axes[i]) + ")";
      if (size > 1) {
        body_.Line("uint tiles_" + body_.AxisName(axes[i]) + " = (" + extent + " + " + std::to_string(size - 1) + "u) / " +
                   std::to_string(size) + "u;");
        extent = "tiles_" + body_.AxisName(axes[i]);
      }
      body_.Line("int " + name + " = " + times + "int(" + rest + " % " + extent + ");");
      const std::string next = "above_" + body_.AxisName(axes[i]);
      body_.Line("uint " + next + " = " + rest + " / " + extent + ";");
      rest = next;
    }
  }

  // The coordinates of a tile; past the extent the last one again.
  void PrintTileCoordinates() {
    for (const AxisId axis : body_.tiles().axes()) {
      const GlslTiles::Mask mask = body_.tiles().MaskOfAxis(axis);
      const std::string name = body_.AxisName(axis), subscript = body_.tiles().Subscript(mask);
      body_.Line("int " + name + body_.tiles().Dimensions(mask) + ";");
      body_.Open(body_.tiles().LoopHeads(mask)[0]);
      body_.Line(name + subscript + " = min(first_" + name + " + " + subscript.substr(1, subscript.size() - 2) + ", " + Extent(axis) +
                 " - 1);");
      body_.Close();
    }
  }

  void PrintFlat() {
    const std::string index = form_.tiles.empty() ? "point" : "tile";
    body_.Line("uint " + index + " = first + gl_GlobalInvocationID.x;");
    body_.Line("if (" + index + " >= domain) return;");
    Unflatten(kernel_.stages[0].axes, index);
    PrintTileCoordinates();
    body_.Print(kernel_.stages[0].body);
  }

  void PrintGroup() {
    body_.Line("int lane = int(gl_LocalInvocationIndex);");
    body_.Line("uint group = first + gl_WorkGroupID.x;");
    Unflatten(kernel_.group_axes, "group");
    for (size_t s = 0; s < kernel_.stages.size(); ++s) {
      const Stage& stage = kernel_.stages[s];
      BindReduced(stage);
      body_.Line("");
      switch (stage.kind) {
        case Stage::Kind::kMap: PrintMap(stage); break;
        case Stage::Kind::kReduce: PrintReduce(s); break;
        case Stage::Kind::kScalar:
          body_.StoreOnlyIf("lane == 0");
          body_.Print(stage.body);
          body_.StoreOnlyIf("");
          break;
      }
      if (s + 1 < kernel_.stages.size() && StoresWhatIsLoadedAfter(s)) {
        body_.Line("memoryBarrierBuffer();");
        body_.Line("barrier();");
      }
    }
  }

  // The operand of a load or store of that kind; kNone for other nodes.
  int32_t OperandOf(NodeId id, Scalar kind) const {
    const Node& node = kernel_.nodes[id];
    return node.op == kind ? kernel_.accesses[node.index].operand : kNone;
  }

  // Whether a later stage loads from an operand that this stage stores to.
  bool StoresWhatIsLoadedAfter(size_t s) const {
    for (NodeId store = kernel_.stages[s].body.first; store < kernel_.stages[s].body.last; ++store) {
      const int32_t operand = OperandOf(store, Scalar::kStore);
      if (operand == kNone) continue;
      for (NodeId load = kernel_.stages[s + 1].body.first; load < kernel_.nodes.count(); ++load) {
        if (OperandOf(load, Scalar::kLoad) == operand) return true;
      }
    }
    return false;
  }

  void PrintMap(const Stage& stage) {
    std::string points;
    for (const AxisId axis : stage.axes) points += (points.empty() ? "" : " * ") + Extent(axis);
    if (points.empty()) points = "1";
    body_.Open("for (int point = lane; point < " + points + "; point += " + std::to_string(kGroupInvocations) + ") {");
    Unflatten(stage.axes, "uint(point)");
    body_.Print(stage.body);
    body_.Close();
  }

  // ---- reductions ----
  static std::string Numbered(const char* name, size_t stage, size_t position) {
    return name + std::to_string(stage) + "_" + std::to_string(position);
  }

  // The combiner as a function over accumulators a and values b.
  void PrintCombiner(size_t s) {
    const Stage& stage = kernel_.stages[s];
    const size_t count = stage.values.size();
    std::vector<GlslForm> forms(count);
    for (size_t i = 0; i < count; ++i) {
      const Node& value = kernel_.nodes[stage.values[i]];
      const Node& result = kernel_.nodes[stage.combined[i]];
      const bool arithmetic = result.op >= Scalar::kAddF && result.op <= Scalar::kSqrtF;
      const bool arithmetic64 = result.op >= Scalar::kAddD && result.op <= Scalar::kSqrtD;
      forms[i] = value.type == Reg::kI32   ? 'i'
                 : value.type == Reg::kI64 ? 'p'
                 : value.type == Reg::kF32 ? (arithmetic ? 'f' : 'u')
                 : arithmetic64            ? 'd'
                                           : 'p';
    }
    for (NodeId id = stage.combiner.first; id < stage.combiner.last; ++id) {
      const Node& node = kernel_.nodes[id];
      if (node.op != Scalar::kCombinerInput) continue;
      const size_t position = node.bits % count;
      body_.Bind(id, (node.bits < count ? "a" : "b") + std::to_string(position), forms[position]);
    }
    std::string parameters;
    for (size_t i = 0; i < count; ++i) {
      parameters += std::string(i ? ", " : "") + "inout " + GlslTypeName(forms[i]) + " a" + std::to_string(i);
    }
    for (size_t i = 0; i < count; ++i) parameters += std::string(", ") + GlslTypeName(forms[i]) + " b" + std::to_string(i);
    body_.Open("void combine" + std::to_string(s) + "(" + parameters + ") {");
    body_.Print(stage.combiner);
    for (size_t i = 0; i < count; ++i) {
      body_.Line(std::string(GlslTypeName(forms[i])) + " next" + std::to_string(i) + " = " + body_.Value(stage.combined[i], forms[i]) +
                 ";");
    }
    for (size_t i = 0; i < count; ++i) body_.Line("a" + std::to_string(i) + " = next" + std::to_string(i) + ";");
    body_.Close();
    if (!form_.rows.empty()) PrintFourCombiner(s, forms);
    body_.Line("");
    combiner_forms_.resize(kernel_.stages.size());
    combiner_forms_[s] = std::move(forms);
  }

  // A call of the combiner; both lists have one expression per position.
  std::string Combine(size_t s, const std::vector<std::string>& accumulators, const std::vector<std::string>& values) const {
    std::string text = "combine" + std::to_string(s) + "(";
    for (const std::string& a : accumulators) text += a + ", ";
    for (const std::string& b : values) text += b + ", ";
    text.resize(text.size() - 2);
    return text + ");";
  }

  void PrintReduce(size_t s) {
    const Stage& stage = kernel_.stages[s];
    const std::vector<GlslForm>& forms = combiner_forms_[s];
    const std::string extent = Extent(stage.axes[0]), axis = body_.AxisName(stage.axes[0]), lanes = std::to_string(stage.lanes);
    std::vector<std::string> accumulators, values, mine, other, first, results;
    for (size_t i = 0; i < forms.size(); ++i) {
      const std::string type = GlslTypeName(forms[i]);
      accumulators.push_back(Numbered("sum", s, i));
      mine.push_back(Numbered("partials", s, i) + "[lane]");
      other.push_back(Numbered("partials", s, i) + "[lane + reach]");
      first.push_back(Numbered("partials", s, i) + "[0]");
      results.push_back(Numbered("r", s, i));
      shared_.push_back("shared " + type + " " + Numbered("partials", s, i) + "[" + lanes + "];");
      body_.Line(type + " " + accumulators[i] + ";");
    }
    const std::string taking_part = stage.lanes < kGroupInvocations ? "lane < " + lanes + " && " : "";
    body_.Open("for (int " + axis + " = lane; " + taking_part + axis + " < " + extent + "; " + axis + " += " + lanes + ") {");
    body_.Print(stage.body);
    for (size_t i = 0; i < forms.size(); ++i) values.push_back(body_.Value(stage.values[i], forms[i]));
    body_.Open("if (" + axis + " < " + lanes + ") {");
    for (size_t i = 0; i < forms.size(); ++i) body_.Line(accumulators[i] + " = " + values[i] + ";");
    body_.Close(" else {");
    body_.Indent();
    body_.Line(Combine(s, accumulators, values));
    body_.Close();
    body_.Close();
    for (size_t i = 0; i < forms.size(); ++i) {
      body_.Line((stage.lanes < kGroupInvocations ? "if (lane < " + lanes + ") " : "") + mine[i] + " = " +
                 accumulators[i] + ";");
    }
    body_.Line("barrier();");
    if (stage.lanes > 1) {
      body_.Open("for (int reach = " + std::to_string(stage.lanes / 2) + "; reach > 0; reach /= 2) {");
      body_.Line("if (lane < reach && lane + reach < " + extent + ") " + Combine(s, mine, other));
      body_.Line("barrier();");
      body_.Close();
    }
    for (size_t i = 0; i < forms.size(); ++i) {
      body_.Line(std::string(GlslTypeName(forms[i])) + " " + results[i] + " = " + body_.Value(stage.inits[i], forms[i]) + ";");
    }
    body_.Line("if (" + extent + " > 0) " + Combine(s, results, first));
  }

  // ---- rows ----
  void PrintRows() {
    body_.Line("uint group = first + gl_GlobalInvocationID.x;");
    body_.Line("if (group >= domain) return;");
    Unflatten(kernel_.group_axes, "group");
    for (size_t s = 0; s < kernel_.stages.size(); ++s) {
      const Stage& stage = kernel_.stages[s];
      BindReduced(stage);
      body_.Line("");
      if (stage.kind == Stage::Kind::kReduce) {
        PrintRowReduce(s);
        continue;
      }
      const std::string axis = stage.axes.empty() ? "" : body_.AxisName(stage.axes[0]);
      if (!axis.empty()) body_.Open("for (int " + axis + " = 0; " + axis + " < " + Extent(stage.axes[0]) + "; " + axis + " += 4) {");
      body_.Print(stage.body);
      if (!axis.empty()) body_.Close();
    }
  }

  // The combiner for four partials at once.
  void PrintFourCombiner(size_t s, const std::vector<GlslForm>& forms) {
    std::string parameters;
    for (size_t i = 0; i < forms.size(); ++i) {
      parameters += std::string(i ? ", " : "") + "inout " + GlslWideName(forms[i]) + " a" + std::to_string(i);
    }
    for (size_t i = 0; i < forms.size(); ++i) parameters += std::string(", ") + GlslWideName(forms[i]) + " b" + std::to_string(i);
    body_.Open("void combine_four" + std::to_string(s) + "(" + parameters + ") {");
    for (const char* lane : {".x", ".y", ".z", ".w"}) {
      std::vector<std::string> a, b;
      for (size_t i = 0; i < forms.size(); ++i) a.push_back("a" + std::to_string(i) + lane), b.push_back("b" + std::to_string(i) + lane);
      body_.Line(Combine(s, a, b));
    }
    body_.Close();
  }

  // The 32 partials as eight times four: element i is number i mod 4 of four (i mod 32) / 4.
  void PrintRowReduce(size_t s) {
    const Stage& stage = kernel_.stages[s];
    const std::vector<GlslForm>& forms = combiner_forms_[s];
    const std::string axis = body_.AxisName(stage.axes[0]), stage_number = std::to_string(s), base = "base" + stage_number;
    std::vector<std::string> sums, values, results;
    for (size_t i = 0; i < forms.size(); ++i) {
      sums.push_back(Numbered("sum", s, i));
      results.push_back(Numbered("r", s, i));
      body_.Line(std::string(GlslWideName(forms[i])) + " " + sums[i] + "[8];");
    }
    const auto each = [&](const std::string& behind) {
      std::vector<std::string> all;
      for (const std::string& sum : sums) all.push_back(sum + behind);
      return all;
    };
    const auto four = [&](const std::vector<std::string>& a, const std::vector<std::string>& b) {
      std::string call = Combine(s, a, b);
      return call.insert(call.find(stage_number + "("), "_four");
    };
    body_.Open("for (int " + base + " = 0; " + base + " < " + Extent(stage.axes[0]) + "; " + base + " += 32) {");
    body_.Open("[[unroll]] for (int part = 0; part < 8; ++part) {");
    body_.Line("int " + axis + " = " + base + " + 4 * part;");
    body_.Print(stage.body);
    for (size_t i = 0; i < forms.size(); ++i) values.push_back(body_.FourValues(stage.values[i], forms[i]));
    body_.Open("if (" + base + " == 0) {");
    for (size_t i = 0; i < forms.size(); ++i) body_.Line(sums[i] + "[part] = " + values[i] + ";");
    body_.Close(" else {");
    body_.Indent();
    body_.Line(four(each("[part]"), values));
    body_.Close();
    body_.Close();
    body_.Close();
    for (int half = 4; half > 0; half /= 2) {
      for (int part = 0; part < half; ++part) {
        body_.Line(four(each("[" + std::to_string(part) + "]"), each("[" + std::to_string(part + half) + "]")));
      }
    }
    body_.Line(four(each("[0]"), each("[0].zwzw")));
    body_.Line(four(each("[0]"), each("[0].yyyy")));
    for (size_t i = 0; i < forms.size(); ++i) {
      body_.Line(std::string(GlslTypeName(forms[i])) + " " + results[i] + " = " + body_.Value(stage.inits[i], forms[i]) + ";");
    }
    body_.Line(Combine(s, results, each("[0].x")));
  }

  // Reduced nodes stand for the results of earlier stages.
  void BindReduced(const Stage& stage) {
    for (NodeId id = stage.body.first; id < stage.body.last; ++id) {
      const Node& node = kernel_.nodes[id];
      if (node.op == Scalar::kReduced) {
        body_.Bind(id, Numbered("r", node.index, node.bits), combiner_forms_[node.index][node.bits]);
      }
    }
  }

  const Kernel& kernel_;
  std::span<const uint8_t> spaces_;
  const ShaderForm& form_;
  GlslBody body_;
  const bool in_block_ = Places().InBlock();
  uint32_t texels_ = 0;
  std::vector<std::string> shared_;
  IdVector<std::vector<GlslForm>> combiner_forms_;
};

}  // namespace

bool HasCheckedAccess(const Kernel& kernel) {
  for (const Node& node : kernel.nodes) {
    if (GlslBody::IsChecked(node)) return true;
  }
  return false;
}

static GlslShape ShapeOf(const Kernel& kernel, const ShaderForm& form) {
  GlslShape shape;
  shape.local_size = static_cast<uint32_t>(form.LocalSize());
  shape.features = form.tier;
  if (form.pattern == ShaderForm::Template::kRows) shape.features |= kMoteLoneRows;
  if (ComputesInFloat64(kernel)) shape.features |= kMoteFloat64;
  for (size_t t = 0; t < form.tiles.size(); ++t) {
    const std::vector<AxisId>& axes = kernel.stages[0].axes;
    const auto dimension = static_cast<uint32_t>(std::find(axes.begin(), axes.end(), form.tiles[t].axis) - axes.begin());
    shape.tiles |= (dimension | static_cast<uint32_t>(form.tiles[t].size) << 8) << (16 * t);
  }
  for (const Stage& stage : kernel.stages) {
    if (stage.kind != Stage::Kind::kReduce || form.pattern == ShaderForm::Template::kRows) continue;
    for (const NodeId value : stage.values) {
      const Reg type = kernel.nodes[value].type;
      shape.shared_bytes += static_cast<uint32_t>(stage.lanes) * (type == Reg::kI64 || type == Reg::kF64 ? 8 : 4);
    }
  }
  return shape;
}

Result<GlslShader> PrintGlsl(const Kernel& kernel, std::span<const uint8_t> spaces, const ShaderForm& form) {
  if (spaces.size() != kernel.operands.size()) return Error(Rule::kUnsupported, "a kernel needs the space of every operand");
  for (const uint8_t space : spaces) {
    if (space >= kMoteBindings) return Error(Rule::kUnsupported, "operands in state memory have no form on Vulkan");
  }
  for (const Stage& stage : kernel.stages) {
    if (stage.lanes > kGroupInvocations) {
      return Error(Rule::kUnsupported, "a reduction with more than 32 partials on Vulkan");
    }
  }
  GlslPrinter printer(kernel, spaces, form);
  MOTE_ASSIGN(std::string text, printer.Print());
  GlslShader shader{std::move(text), ShapeOf(kernel, form)};
  shader.shape.texels = printer.texels();
  shader.shape.alignment = printer.Alignment();
  return shader;
}

}  // namespace mote
