// GlslPrinter: kernels by groups with an invocation a group, which takes four points at once and keeps a reduction's partials to itself.
#include "print/print_glsl_printer.h"

namespace mote {

void GlslPrinter::PrintRows() {
  body_.Line("uint group = given.first + gl_GlobalInvocationID.x;");
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
void GlslPrinter::PrintFourCombiner(size_t s, const std::vector<GlslForm>& forms) {
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
void GlslPrinter::PrintRowReduce(size_t s) {
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

}  // namespace mote
