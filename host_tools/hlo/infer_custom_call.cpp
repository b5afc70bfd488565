// Rules of operations whose meaning lies outside: custom_call's attributes, and interpreter.run_parallel's references to functions.
#include <algorithm>
#include <cstdlib>

#include "hlo/infer.h"

namespace mote {
namespace {

const std::string* Extra(const InferContext& c, const char* key) {
  const auto found = c.instruction.extra.find(key);
  return found == c.instruction.extra.end() ? nullptr : &found->second;
}

// "[dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]" → {{0, 1}, {}}; a splat of one element has no brackets.
std::vector<std::vector<int64_t>> Layouts(const std::string& text) {
  std::vector<std::vector<int64_t>> layouts;
  for (size_t at = text.find("dense<"); at != std::string::npos; at = text.find("dense<", at + 1)) {
    std::vector<int64_t>& layout = layouts.emplace_back();
    const size_t end = text.find('>', at);
    for (size_t i = at + 6; i < end && i < text.size();) {
      if (text[i] != '-' && (text[i] < '0' || text[i] > '9')) {
        ++i;
        continue;
      }
      char* next = nullptr;
      layout.push_back(std::strtoll(text.c_str() + i, &next, 10));
      i = std::max(static_cast<size_t>(next - text.c_str()), i + 1);
    }
  }
  return layouts;
}

Status CheckLayouts(const InferContext& c, std::span<const Shape> shapes, const std::string& text, const char* what) {
  const std::vector<std::vector<int64_t>> layouts = Layouts(text);
  // A single tuple result has one layout per element.
  const bool tuple = shapes.size() == 1 && shapes[0].IsTuple();
  const std::vector<Shape> elements = tuple ? shapes[0].elements : Shapes(shapes.begin(), shapes.end());
  MOTE_CHECK_OK(CheckCount(c, layouts.size(), elements.size(), std::string("the list of ") + what + " layouts", "custom_call with " + c.Show(shapes)));
  for (size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].IsTuple()) return c.Fail(Rule::kAttribute, std::string("layouts of tuples are not defined, but a ") + what + " is " + c.Show(elements[i]));
    std::vector<int64_t> sorted = layouts[i];
    std::sort(sorted.begin(), sorted.end());
    bool permutation = sorted.size() == elements[i].dims.size();
    for (size_t d = 0; permutation && d < sorted.size(); ++d) permutation = sorted[d] == static_cast<int64_t>(d);
    if (!permutation) return c.Fail(Rule::kAttribute, "the layout " + Text(layouts[i]) + " is not a permutation of the dimensions of " + c.Show(elements[i]));
  }
  return Ok();
}

// The list behind `key = [` in one alias.
std::vector<int64_t> IndexList(const std::string& alias, const std::string& key) {
  std::vector<int64_t> list;
  const size_t at = alias.find(key), open = alias.find('[', at);
  if (at == std::string::npos || open == std::string::npos) return list;
  const size_t close = alias.find(']', open);
  for (size_t i = open + 1; i < close && i < alias.size();) {
    char* next = nullptr;
    const int64_t value = std::strtoll(alias.c_str() + i, &next, 10);
    if (next == alias.c_str() + i) break;
    list.push_back(value);
    i = alias.find_first_of("0123456789-]", static_cast<size_t>(next - alias.c_str()));
  }
  return list;
}

Result<Shape> Part(const InferContext& c, Shape shape, const std::vector<int64_t>& path, const std::string& what) {
  for (const int64_t index : path) {
    if (!shape.IsTuple() || index < 0 || index >= static_cast<int64_t>(shape.elements.size())) {
      return c.Fail(Rule::kAttribute, what + " " + Text(path) + " of output_operand_aliases is outside of " + c.Show(shape));
    }
    Shape element = shape.elements[static_cast<size_t>(index)];
    shape = std::move(element);
  }
  return shape;
}

Status CheckAliases(const InferContext& c) {
  const std::string& text = c.instruction.Text(Attr::kOutputOperandAliases);
  for (size_t at = text.find("output_tuple_indices"); at != std::string::npos;) {
    const size_t next = text.find("output_tuple_indices", at + 1);
    const std::string alias = text.substr(at, next - at);
    const size_t key = alias.find("operand_index"), digit = alias.find_first_of("-0123456789", key);
    const int64_t operand = key == std::string::npos || digit == std::string::npos ? -1 : std::strtoll(alias.c_str() + digit, nullptr, 10);
    if (operand < 0 || operand >= static_cast<int64_t>(c.count())) {
      return c.Fail(Rule::kAttribute, "operand_index " + Text(operand) + " of output_operand_aliases is outside [0, " + std::to_string(c.count()) + ")");
    }
    MOTE_ASSIGN(const Shape from, Part(c, c.operand(static_cast<size_t>(operand)), IndexList(alias, "operand_tuple_indices"), "operand_tuple_indices"));
    const Shape results = c.declared.size() == 1 ? c.declared[0] : Shape::Tuple(Shapes(c.declared.begin(), c.declared.end()));
    MOTE_ASSIGN(const Shape to, Part(c, results, IndexList(alias, "output_tuple_indices"), "output_tuple_indices"));
    if (!TypesAgree(from, to)) {
      return c.Fail(Rule::kAttribute, "output_operand_aliases joins " + c.Show(from) + " and " + c.Show(to));
    }
    at = next;
  }
  return Ok();
}

}  // namespace

Inferred InferCustomCall(const InferContext& c) {
  const int64_t version = c.instruction.Int(Attr::kApiVersion, 1);
  if (version < 0 || version > 4) return c.Fail(Rule::kAttribute, "api_version of custom_call is " + Text(version) + ", not 0 to 4");
  const Shapes results(c.declared.begin(), c.declared.end());
  if (c.hlo()) return results;
  const std::string& config = c.instruction.Text(Attr::kBackendConfig);
  if (version == 4 && !config.empty() && config[0] != '{') {
    return c.Fail(Rule::kAttribute, "backend_config must be a dictionary with api_version 4, but is \"" + config + "\"");
  }
  const std::string *operand_layouts = Extra(c, "operand_layouts"), *result_layouts = Extra(c, "result_layouts");
  if ((operand_layouts == nullptr) != (result_layouts == nullptr)) {
    return c.Fail(Rule::kCount, "custom_call must state the layouts of both operands and results, or of none");
  }
  if (operand_layouts != nullptr) {
    for (const Shape& shape : c.operands.subspan(0, c.count())) {
      if (shape.IsTuple()) return c.Fail(Rule::kAttribute, "layouts of tuples are not defined, but an operand is " + c.Show(shape));
    }
    MOTE_CHECK_OK(CheckLayouts(c, c.operands.subspan(0, c.count()), *operand_layouts, "operand"));
    MOTE_CHECK_OK(CheckLayouts(c, results, *result_layouts, "result"));
  }
  MOTE_CHECK_OK(CheckAliases(c));
  return results;
}

namespace {

// The names in "[[@f, @"a b"], [@g]]", without @ and quotes.
std::vector<std::string> Symbols(const std::string& text) {
  std::vector<std::string> names;
  for (size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at + 1)) {
    const bool quoted = at + 1 < text.size() && text[at + 1] == '"';
    const size_t begin = at + (quoted ? 2 : 1), end = quoted ? text.find('"', begin) : text.find_first_of(" ,]", begin);
    names.push_back(text.substr(begin, end - begin));
  }
  return names;
}

Result<const Computation*> FunctionNamed(const InferContext& c, const std::string& name) {
  const int32_t index = c.module.Find(name);
  if (index < 0) return c.Fail(Rule::kSignature, "run_parallel names the function @" + name + ", which does not exist");
  return &c.module.computations[static_cast<size_t>(index)];
}

}  // namespace

Inferred InferRunParallel(const InferContext& c) {
  const std::vector<std::string> programs = Symbols(c.instruction.Text(Attr::kPrograms));
  if (programs.empty()) return c.Fail(Rule::kCount, "programs of run_parallel cannot be empty");
  size_t results = 0;
  for (const std::string& name : programs) {
    MOTE_ASSIGN(const Computation* program, FunctionNamed(c, name));
    results += program->results.size();
  }
  for (const std::string& name : Symbols(c.instruction.Text(Attr::kInfeed))) {
    MOTE_ASSIGN(const Computation* queue, FunctionNamed(c, name));
    for (const Shape& shape : queue->ResultShapes()) {
      if (!shape.IsArray()) return c.Fail(Rule::kSignature, "@" + name + " fills an infeed queue and must return arrays, but returns " + c.Show(shape));
    }
  }
  if (results != c.declared.size()) {
    return c.Fail(Rule::kArity, "the programs of run_parallel give " + std::to_string(results) + " results together, but " +
                                    std::to_string(c.declared.size()) + " are declared");
  }
  return Shapes(c.declared.begin(), c.declared.end());
}

}  // namespace mote
