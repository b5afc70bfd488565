// PrintGlsl: a kernel as a GLSL 450 compute shader.
//
// What it is handed stands in schema/vulkan_layout.h and SPEC.md section 6.
//
// A flat kernel (one map stage, no group axes) has an invocation per point, or per tile of its form. Any other kernel has a workgroup
// of 32 invocations per group; in it, map stages go over their points in steps of 32, reduce stages keep partials in shared memory and
// combine them in the order of kernel.h.
#include "print/print_glsl_library.h"
#include "print/print_glsl_printer.h"

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

}  // namespace

bool HasCheckedAccess(const Kernel& kernel) {
  for (const Node& node : kernel.nodes) {
    if (GlslBody::IsChecked(node)) return true;
  }
  return false;
}

void GlslPrinter::PrintCombiners() {
  for (size_t s = 0; s < kernel_.stages.size(); ++s) {
    if (kernel_.stages[s].kind == Stage::Kind::kReduce) PrintCombiner(s);
  }
}

std::string GlslPrinter::Print() {
  PrintCombiners();
  const std::string combiners = body_.TakeText();
  body_.Open("void main() {");
  body_.Line("read_step();");
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

uint32_t GlslPrinter::Alignment() const {
  for (int32_t i = 0; i < kernel_.operands.count(); ++i) {
    if (body_.UsesOf(i) & (GlslBody::kFours | GlslBody::kStoredFours)) return 16;
  }
  return 4;
}

// Declares the axes of a flattened index, innermost fastest; a tiled axis gets the first coordinate of its tile.
void GlslPrinter::Unflatten(const std::vector<AxisId>& axes, const std::string& flat) {
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
void GlslPrinter::PrintTileCoordinates() {
  for (const AxisId axis : body_.tiles().axes()) {
    const GlslTiles::Mask mask = body_.tiles().MaskOfAxis(axis);
    const std::string name = body_.AxisName(axis), subscript = body_.tiles().Subscript(mask);
    body_.Line("int " + name + body_.tiles().Dimensions(mask) + ";");
    body_.Open(body_.tiles().LoopHeads(mask)[0]);
    const std::string times = axis == form_.vector ? "4 * " : "",
                      point = "first_" + name + " + " + times + subscript.substr(1, subscript.size() - 2);
    body_.Line(name + subscript + " = " + (body_.tiles().IsWhole(axis) ? point : "min(" + point + ", " + Extent(axis) + " - 1)") + ";");
    body_.Close();
  }
}

void GlslPrinter::PrintFlat() {
  const std::string index = form_.tiles.empty() ? "point" : "tile";
  PrintDomain(index, "gl_GlobalInvocationID.x");
  if (part_domain_ < 0) body_.Line("if (" + index + " >= domain) return;");
  Unflatten(kernel_.stages[0].axes, index);
  PrintTileCoordinates();
  body_.Print(kernel_.stages[0].body);
  if (part_domain_ >= 0) body_.Close();
}

// What this invocation or workgroup computes: one of the domain, or, in a loop, which has one workgroup, all that fall to it.
void GlslPrinter::PrintDomain(const std::string& index, const std::string& own) {
  if (part_domain_ < 0) return body_.Line("uint " + index + " = given.first + " + own + ";");
  const bool flat = form_.pattern == ShaderForm::Template::kFlat;
  body_.Open("for (uint " + index + " = " + (flat ? "gl_LocalInvocationIndex" : "0u") + "; " + index + " < " +
             std::to_string(part_domain_) + "u; " + index + " += " + std::to_string(flat ? params_.loop_invocations : 1) + "u) {");
}

void GlslPrinter::PrintGroup() {
  PrintLane();
  PrintDomain("group", "gl_WorkGroupID.x");
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
  if (part_domain_ < 0) return;
  body_.Line("barrier();");  // the next group has the same partials
  body_.Close();
}

// The operand of a load or store of that kind; kNone for other nodes.
int32_t GlslPrinter::OperandOf(NodeId id, Scalar kind) const {
  const Node& node = kernel_.nodes[id];
  return node.op == kind ? kernel_.accesses[node.index].operand : kNone;
}

// Whether a later stage loads from an operand that this stage stores to.
bool GlslPrinter::StoresWhatIsLoadedAfter(size_t s) const {
  for (NodeId store = kernel_.stages[s].body.first; store < kernel_.stages[s].body.last; ++store) {
    const int32_t operand = OperandOf(store, Scalar::kStore);
    if (operand == kNone) continue;
    for (NodeId load = kernel_.stages[s + 1].body.first; load < kernel_.nodes.count(); ++load) {
      if (OperandOf(load, Scalar::kLoad) == operand) return true;
    }
  }
  return false;
}

void GlslPrinter::PrintMap(const Stage& stage) {
  std::string points;
  for (const AxisId axis : stage.axes) points += (points.empty() ? "" : " * ") + Extent(axis);
  if (points.empty()) points = "1";
  body_.Open("for (int point = lane; point < " + points + "; point += " + std::to_string(kGroupInvocations) + ") {");
  Unflatten(stage.axes, "uint(point)");
  body_.Print(stage.body);
  body_.Close();
}

// The combiner as a function over accumulators a and values b.
void GlslPrinter::PrintCombiner(size_t s) {
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
std::string GlslPrinter::Combine(size_t s, const std::vector<std::string>& accumulators, const std::vector<std::string>& values) const {
  std::string text = "combine" + std::to_string(s) + "(";
  for (const std::string& a : accumulators) text += a + ", ";
  for (const std::string& b : values) text += b + ", ";
  text.resize(text.size() - 2);
  return text + ");";
}

void GlslPrinter::PrintReduce(size_t s) {
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
  if (Subgroups() && stage.lanes == kGroupInvocations) {
    PrintSubgroupFold(s, accumulators, mine, other, &first);
    return PrintResults(s, results, first);
  }
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
  PrintResults(s, results, first);
}

// The initial values combined with what the partials came to.
void GlslPrinter::PrintResults(size_t s, const std::vector<std::string>& results, const std::vector<std::string>& first) {
  const Stage& stage = kernel_.stages[s];
  const std::vector<GlslForm>& forms = combiner_forms_[s];
  for (size_t i = 0; i < forms.size(); ++i) {
    body_.Line(std::string(GlslTypeName(forms[i])) + " " + results[i] + " = " + body_.Value(stage.inits[i], forms[i]) + ";");
  }
  body_.Line("if (" + Extent(stage.axes[0]) + " > 0) " + Combine(s, results, first));
}

// Reduced nodes stand for the results of earlier stages.
void GlslPrinter::BindReduced(const Stage& stage) {
  for (NodeId id = stage.body.first; id < stage.body.last; ++id) {
    const Node& node = kernel_.nodes[id];
    if (node.op == Scalar::kReduced) {
      body_.Bind(id, Numbered("r", node.index, node.bits), combiner_forms_[node.index][node.bits]);
    }
  }
}

GlslShape ShapeOf(const Kernel& kernel, const ShaderForm& form) {
  GlslShape shape;
  shape.local_size = static_cast<uint32_t>(form.group);
  shape.features = form.Features();
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

// Scalar constants that are the same in all launches become constants of the text, where the printer has shorter forms for some.
Kernel WithKnownConstants(Kernel kernel, const ShaderParams& params) {
  if (params.values.size() == 0) return kernel;
  for (Node& node : kernel.nodes) {
    if (node.op != Scalar::kParam || kernel.params[node.index].role != Parameter::Role::kValue) continue;
    const std::vector<ParamValue>& values = params.values[node.index];
    if (values.size() != 1) continue;
    const bool wide = node.type == Reg::kI64 || node.type == Reg::kF64;
    node.op = Scalar::kConstant;
    node.bits = wide ? static_cast<uint64_t>(values[0]) : static_cast<uint32_t>(values[0]);
    node.index = kNone;
  }
  return kernel;
}

Result<GlslShader> PrintGlsl(const Kernel& kernel, std::span<const uint8_t> spaces, const ShaderForm& form,
                             const ShaderParams& params) {
  if (spaces.size() != kernel.operands.size()) return Error(Rule::kUnsupported, "a kernel needs the space of every operand");
  for (const uint8_t space : spaces) {
    if (space >= kMoteBindings) return Error(Rule::kUnsupported, "operands in state memory have no form on Vulkan");
  }
  for (const Stage& stage : kernel.stages) {
    if (stage.lanes > kGroupInvocations) {
      return Error(Rule::kUnsupported, "a reduction with more than 32 partials on Vulkan");
    }
  }
  const Kernel known = WithKnownConstants(kernel, params);
  GlslPrinter printer(known, spaces, form, params);
  GlslShader shader{printer.Print(), ShapeOf(kernel, form)};
  shader.shape.texels = printer.texels();
  shader.shape.alignment = printer.Alignment();
  shader.shape.constants = printer.Constants();
  return shader;
}

}  // namespace mote
