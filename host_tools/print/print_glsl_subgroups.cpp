// GlslPrinter: partials of a row that the subgroups of a workgroup fold by shuffles (kMoteSubgroups), in the same order as through shared
// memory: every fold is of two partials that are as far apart. Those that lie in different subgroups go through shared memory as ever.
#include "print/print_glsl_printer.h"

namespace mote {

bool GlslPrinter::Subgroups() const { return (form_.tier & kMoteSubgroups) != 0; }

// Invocations of a workgroup are numbered as they stand in subgroups, whatever their order is else. `width`: of one, 32 at most.
void GlslPrinter::PrintLane() {
  if (!Subgroups()) return body_.Line("int lane = int(gl_LocalInvocationIndex);");
  body_.Line("int width = " + std::to_string(ShaderForm::kGroupInvocations) + " / int(gl_NumSubgroups);");
  body_.Line("int lane = int(gl_SubgroupID) * width + int(gl_SubgroupInvocationID);");
}

// `mine` and `other`: this invocation's place in shared memory and the one that it reaches; `first`: where the fold of all is then.
void GlslPrinter::PrintSubgroupFold(size_t s, const std::vector<std::string>& sums, const std::vector<std::string>& mine,
                                    const std::vector<std::string>& other, std::vector<std::string>* first) {
  const std::vector<GlslForm>& forms = combiner_forms_[s];
  const std::string half = std::to_string(ShaderForm::kGroupInvocations / 2);
  const std::string takes_part = "if (lane < reach && lane + reach < " + Extent(kernel_.stages[s].axes[0]) + ") ";
  body_.Open("for (int reach = " + half + "; reach >= width; reach /= 2) {");
  for (size_t i = 0; i < forms.size(); ++i) body_.Line(mine[i] + " = " + sums[i] + ";");
  body_.Line("barrier();");
  body_.Line(takes_part + Combine(s, sums, other));
  body_.Line("barrier();");
  body_.Close();
  std::vector<std::string> shuffled, folded;
  body_.Open("for (int reach = width / 2; reach > 0; reach /= 2) {");
  for (size_t i = 0; i < forms.size(); ++i) {
    shuffled.push_back("other" + std::to_string(i));
    body_.Line(std::string(GlslTypeName(forms[i])) + " " + shuffled[i] + " = subgroupShuffleXor(" + sums[i] + ", uint(reach));");
  }
  body_.Line(takes_part + Combine(s, sums, shuffled));
  body_.Close();
  for (size_t i = 0; i < forms.size(); ++i) {
    folded.push_back("folded" + std::to_string(s) + "_" + std::to_string(i));
    body_.Line(std::string(GlslTypeName(forms[i])) + " " + folded[i] + " = subgroupShuffle(" + sums[i] + ", 0u);");
  }
  body_.Open("if (gl_NumSubgroups > 1u) {");
  for (size_t i = 0; i < forms.size(); ++i) body_.Line("if (lane == 0) " + (*first)[i] + " = " + sums[i] + ";");
  body_.Line("barrier();");
  for (size_t i = 0; i < forms.size(); ++i) body_.Line(folded[i] + " = " + (*first)[i] + ";");
  body_.Close();
  *first = folded;
}

}  // namespace mote
