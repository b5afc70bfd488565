// PrintGlslLoop: a loop as one shader of one workgroup. Each step of its blocks is a function in which the invocations share out the
// points; between any two of them all wait for each other and see what was written. Control flow is the same in all invocations.
#include <cctype>
#include <string_view>

#include "print/print_glsl_library.h"
#include "print/print_glsl_printer.h"

namespace mote {
namespace {

bool IsWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Names that stand outside of functions in what GlslPrinter prints, and a number behind each.
bool IsGlobalName(std::string_view name) {
  for (const std::string_view prefix : {"at", "count", "word", "four", "checked_four", "few", "checked_few", "sixteen", "checked_sixteen",
                                        "combine", "combine_four", "partials", "extent", "stride", "offset", "value"}) {
    const bool numbered = name.size() > prefix.size() && std::isdigit(static_cast<unsigned char>(name[prefix.size()]));
    if (numbered && name.substr(0, prefix.size()) == prefix) return true;
  }
  return false;
}

// The text of a part with global names of its own: those of different parts are the same else.
std::string Renamed(const std::string& text, size_t part) {
  std::string renamed;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && IsWordChar(text[end])) ++end;
    if (end == at) ++end;
    renamed += text.substr(at, end - at);
    if (IsGlobalName(std::string_view(text).substr(at, end - at))) renamed += "_p" + std::to_string(part);
    at = end;
  }
  return renamed;
}

class LoopPrinter {
 public:
  LoopPrinter(const LoopParts& loop, int32_t invocations, bool chain) : loop_(loop), invocations_(invocations), chain_(chain) {}

  Result<GlslShader> Print() {
    shape_.local_size = static_cast<uint32_t>(invocations_);
    for (const std::vector<LoopPart>* block : {&loop_.condition, &loop_.body}) {
      for (const LoopPart& part : *block) MOTE_CHECK_OK(AddPart(part));
    }
    if (chain_) {
      shape_.features |= kMoteProcessor;
    } else {
      places_.push_back("at_predicate");
      Use({loop_.predicate_space, 4, true, false});
    }
    const std::string main = Main();
    const std::string words = Words();
    GlslShader shader{Head() + words + GlslLibraryFor(parts_ + main) + parts_ + main, shape_};
    return shader;
  }

 private:
  Status AddPart(const LoopPart& part) {
    for (const uint8_t space : part.spaces) {
      if (space >= kMoteBindings) return Error(Rule::kUnsupported, "operands in state memory have no form on Vulkan");
    }
    const size_t number = count_++;
    for (size_t i = 0; i < part.spaces.size(); ++i) places_.push_back(Renamed("at" + std::to_string(i), number));
    return part.kernel == nullptr ? AddCopy(part, number) : AddKernel(part, number);
  }

  // Operands that no part of any loop writes.
  static bool IsOnlyRead(uint8_t space) { return space == kMoteConstant || space == kMoteInput; }

  static std::string Name(size_t part) { return "run" + std::to_string(part); }

  Status AddKernel(const LoopPart& part, size_t number) {
    const bool groups = part.form.pattern == ShaderForm::Template::kGroups;
    const bool shared_out = part.form.pattern == ShaderForm::Template::kFlat || (groups && invocations_ == ShaderForm::kGroupInvocations);
    if (!shared_out || part.form.tier != 0) return Error(Rule::kUnsupported, "a kernel of this form is no part of a loop");
    ShaderParams params;
    params.loop_invocations = invocations_;
    for (const ParamValue value : part.params) params.values.push_back({value});
    for (const uint8_t space : part.spaces) {
      const bool texels = IsOnlyRead(space) && texels_ < kMoteTexelOperands;
      params.texels.push_back(texels ? texels_++ : kNone);
    }
    const Kernel known = WithKnownConstants(*part.kernel, params);
    for (const Stage& stage : known.stages) {
      if (stage.lanes > ShaderForm::kGroupInvocations) return Error(Rule::kUnsupported, "a reduction with more than 32 partials on Vulkan");
    }
    GlslPrinter printer(known, part.spaces, part.form, params);
    parts_ += Renamed(printer.PrintPart(Name(number), part), number);
    for (uint8_t space = 0; space < kMoteBindings; ++space) {
      for (const int bytes : {4, 16}) Use(printer.BindingOf(space, bytes));
    }
    const GlslShape shape = ShapeOf(*part.kernel, part.form);
    shape_.features |= shape.features;
    shape_.shared_bytes += shape.shared_bytes;
    shape_.texels |= printer.texels();
    shape_.alignment = std::max(shape_.alignment, printer.Alignment());
    return Ok();
  }

  Status AddCopy(const LoopPart& part, size_t number) {
    if (IsOnlyRead(part.spaces[0]) && texels_ < kMoteTexelOperands) ++texels_;  // it has a number, and is not read so
    const std::string from = GlslBody::BindingName(part.spaces[0]), to = GlslBody::BindingName(part.spaces[1]);
    const int64_t bytes = part.bytes[1], words = bytes / 4, rest = bytes % 4;
    const std::string at0 = places_[places_.size() - 2], at1 = places_.back(), last = " + " + std::to_string(words) + "u]";
    parts_ += "uint " + at0 + ";\nuint " + at1 + ";\nvoid " + Name(number) + "() {\n";
    parts_ += "  for (uint i = gl_LocalInvocationIndex; i < " + std::to_string(words) + "u; i += " + std::to_string(invocations_) + "u) " +
              to + "[" + at1 + " + i] = " + from + "[" + at0 + " + i];\n";
    if (rest != 0) {
      const std::string mask = std::to_string((1u << (8 * rest)) - 1) + "u";
      parts_ += "  if (gl_LocalInvocationIndex == 0u) " + to + "[" + at1 + last + " = (" + to + "[" + at1 + last + " & ~" + mask + ") | (" +
                from + "[" + at0 + last + " & " + mask + ");\n";
    }
    parts_ += "}\n\n";
    Use({part.spaces[0], 4, true, false});
    Use({part.spaces[1], 4, true, true});
    return Ok();
  }

  // A barrier stands in front of every part: what one wrote the next one reads, or writes over what another invocation still read.
  std::string Calls(size_t first, size_t last) const {
    std::string text;
    for (size_t part = first; part < last; ++part) text += "    memoryBarrierBuffer();\n    barrier();\n    " + Name(part) + "();\n";
    return text;
  }

  std::string Main() const {
    if (chain_) return "void main() {\n  read_step();\n" + Calls(0, count_) + "}\n";
    const size_t asked = loop_.condition.size();
    return "void main() {\n  read_step();\n  for (uint turn = 0u;; ++turn) {\n" + Calls(0, asked) +
           "    memoryBarrierBuffer();\n    barrier();\n    bool goes_on = (" + GlslBody::BindingName(loop_.predicate_space) +
           "[at_predicate] & 0xffu) != 0u;\n    if (!goes_on || turn == turns) break;\n" + Calls(asked, count_) + "  }\n}\n";
  }

  void Use(const GlslBinding& binding) {
    if (!binding.used) return;
    for (GlslBinding& other : bindings_) {
      if (other.space != binding.space || other.bytes != binding.bytes) continue;
      other.written |= binding.written;
      return;
    }
    bindings_.push_back(binding);
  }

  // What one part writes another reads, by words or by fours: no buffer of a space that is written is one that is only read.
  GlslBinding Shared(GlslBinding binding) const {
    for (const GlslBinding& other : bindings_) binding.written |= other.space == binding.space && other.written;
    return binding;
  }

  // What the loop is handed, as vulkan_layout.h says it.
  std::string Words() {
    const MoteShaderWords at{static_cast<uint32_t>(places_.size()), 1, false};
    std::vector<std::string> words(at.Total());
    words[at.Domain()] = "domain";
    for (size_t i = 0; i < places_.size(); ++i) words[at.Place(static_cast<uint32_t>(i))] = places_[i];
    words[at.Param(0)] = "turns";
    if (at.InBlock()) Use({kMoteConstant, 4, true, false});
    std::string text = "layout(push_constant) uniform Step {\n  uint first;\n";
    if (at.InBlock()) text += "  uint block;\n";
    for (size_t i = 0; !at.InBlock() && i < words.size(); ++i) text += "  uint " + words[i] + ";\n";
    text += std::string("} given;\nuint turns;\n") + (chain_ ? "" : "uint at_predicate;\n");
    std::string read = "void read_step() {\n";
    for (size_t i = 1; i < words.size(); ++i) {
      const std::string place = at.InBlock() ? "constants[given.block + " + std::to_string(i) + "u]" : "given." + words[i];
      read += "  " + words[i] + " = " + place + ";\n";
    }
    parts_ += read + "}\n\n";
    return text;
  }

  std::string Head() const {
    std::string text = "#version 450\n#extension GL_EXT_control_flow_attributes : enable\n// A loop: printed by mote from its steps.\n";
    text += "layout(local_size_x = " + std::to_string(invocations_) + ") in;\n";
    for (const GlslBinding& binding : bindings_) text += Shared(binding).Declaration(true) + "\n";
    return text;
  }

  const LoopParts& loop_;
  const int32_t invocations_;
  const bool chain_;
  size_t count_ = 0;
  int32_t texels_ = 0;  // operands that may be read so
  std::vector<std::string> places_;
  std::vector<GlslBinding> bindings_;
  std::string parts_;
  GlslShape shape_;
};

}  // namespace

int64_t LoopPart::Domain() const {
  int64_t domain = 1;
  for (const AxisId axis : IsFlat(*kernel) ? kernel->stages[0].axes : kernel->group_axes) domain *= params[kernel->axes[axis].extent];
  return domain;
}

std::string GlslPrinter::PrintPart(const std::string& name, const LoopPart& part) {
  part_domain_ = part.Domain();
  if (IsFlat(kernel_)) {
    part_domain_ = 1;
    for (const AxisId axis : kernel_.stages[0].axes) {
      const int64_t extent = part.params[kernel_.axes[axis].extent], size = body_.tiles().SizeOf(axis);
      part_domain_ *= (extent + size - 1) / size;
    }
  }
  PrintCombiners();
  const std::string combiners = body_.TakeText();
  body_.Open("void " + name + "() {");
  if (form_.pattern == ShaderForm::Template::kFlat) {
    PrintFlat();
  } else {
    PrintGroup();
  }
  body_.Close();
  body_.Line("");
  const std::string function = combiners + body_.TakeText();
  const std::vector<ParamWord> words = ParamWords();
  const std::vector<uint32_t> values = mote::ParamWords(kernel_, part.params);
  for (size_t w = 0; w < words.size(); ++w) {
    const bool whole = words[w].declaration[0] == 'i';
    body_.Line("const " + words[w].declaration + " = " + (whole ? "int(" : "") + std::to_string(values[w]) + (whole ? "u);" : "u;"));
  }
  for (int32_t i = 0; i < kernel_.operands.count(); ++i) {
    const std::string number = std::to_string(i);
    body_.Line("const uint count" + number + " = " + std::to_string(part.bytes[i] / StorageBytes(kernel_.operands[i].type)) + "u;");
    body_.Line("uint at" + number + ";");
  }
  PrintReads();
  for (const std::string& line : shared_) body_.Line(line);
  return body_.TakeText() + function;
}

Result<GlslShader> PrintGlslLoop(const LoopParts& loop, int32_t invocations) { return LoopPrinter(loop, invocations, false).Print(); }

Result<GlslShader> PrintGlslChain(const std::vector<LoopPart>& parts, int32_t invocations, bool quick_storage) {
  const LoopParts chain{{}, parts, 0};
  Result<GlslShader> shader = LoopPrinter(chain, invocations, true).Print();
  if (shader.ok() && quick_storage) shader->shape.features |= kMoteQuickStorage;
  return shader;
}

}  // namespace mote
