// Structural equality of modules, for round-trip tests. Knows the defaults of attributes, nothing of any text form.
#include <algorithm>
#include <set>

#include "hlo/module.h"

namespace mote {
namespace {

bool AllEqual(const std::vector<int64_t>& list, int64_t value) {
  return std::all_of(list.begin(), list.end(), [&](int64_t item) { return item == value; });
}

// Whether leaving the attribute out means the same.
bool IsDefault(Attr attr, const AttributeValue& value) {
  switch (attr) {
    case Attr::kStrides:
    case Attr::kWindowStrides:
    case Attr::kBaseDilations:
    case Attr::kWindowDilations:
    case Attr::kLhsDilation:
    case Attr::kRhsDilation: return AllEqual(std::get<std::vector<int64_t>>(value), 1);
    case Attr::kWindowReversal: return AllEqual(std::get<std::vector<int64_t>>(value), 0);
    case Attr::kPadding: {
      const IntMatrix& rows = std::get<IntMatrix>(value);
      return std::all_of(rows.begin(), rows.end(), [](const std::vector<int64_t>& row) { return AllEqual(row, 0); });
    }
    case Attr::kPrecisionConfig: {
      const auto& words = std::get<std::vector<std::string>>(value);
      return std::all_of(words.begin(), words.end(), [](const std::string& word) { return word == "DEFAULT"; });
    }
    case Attr::kIndexVectorDim:
    case Attr::kCompositeVersion: return std::get<int64_t>(value) == 0;
    case Attr::kLargest: return std::get<bool>(value);
    default: break;
  }
  if (const auto* ints = std::get_if<std::vector<int64_t>>(&value)) return ints->empty();
  if (const auto* matrix = std::get_if<IntMatrix>(&value)) return matrix->empty();
  if (const auto* flag = std::get_if<bool>(&value)) return !*flag;
  if (const auto* text = std::get_if<std::string>(&value)) return text->empty();
  return false;
}

// Raw source text without its blanks, and without the attribute's own name where one spelling leaves it out.
std::string Normal(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(), [](char ch) { return ch == ' ' || ch == '\n' || ch == '\t' || ch == '\r'; }),
             text.end());
  for (const std::string prefix : {"#stablehlo.dot_algorithm", "#stablehlo.result_accuracy"}) {
    if (text.rfind(prefix, 0) == 0) text = text.substr(prefix.size());
  }
  return text;
}

bool SameValue(const AttributeValue& a, const AttributeValue& b) {
  if (a.index() != b.index()) return false;
  if (const auto* literal = std::get_if<Literal>(&a)) return literal->BitEqual(std::get<Literal>(b));
  if (const auto* text = std::get_if<std::string>(&a)) return Normal(*text) == Normal(std::get<std::string>(b));
  if (const auto* x = std::get_if<double>(&a)) {
    const double y = std::get<double>(b);
    return std::memcmp(x, &y, sizeof y) == 0;
  }
  if (const auto* x = std::get_if<int64_t>(&a)) return *x == std::get<int64_t>(b);
  if (const auto* x = std::get_if<bool>(&a)) return *x == std::get<bool>(b);
  if (const auto* x = std::get_if<std::vector<int64_t>>(&a)) return *x == std::get<std::vector<int64_t>>(b);
  if (const auto* x = std::get_if<IntMatrix>(&a)) return *x == std::get<IntMatrix>(b);
  if (const auto* x = std::get_if<std::vector<std::string>>(&a)) return *x == std::get<std::vector<std::string>>(b);
  return std::get<ElementType>(a) == std::get<ElementType>(b);
}

class Comparison {
 public:
  Comparison(const Module& a, const Module& b, std::string* why) : a_(a), b_(b), why_(why) {}

  bool Modules() {
    if (a_.replicas != b_.replicas || a_.partitions != b_.partitions) return Differ("the modules", "number of replicas or partitions");
    if ((a_.entry < 0) != (b_.entry < 0)) return Differ("the modules", "one has no entry");
    if (a_.entry >= 0 && !Computations(a_.entry, b_.entry, "entry")) return false;
    // Functions that nothing calls are compared by name.
    for (size_t i = 0; i < a_.computations.size(); ++i) {
      if (!a_.computations[i].is_public) continue;
      const int32_t other = b_.Find(a_.computations[i].name);
      if (other < 0) return Differ("function @" + a_.computations[i].name, "is missing in the second module");
      if (!Computations(static_cast<int32_t>(i), other, "@" + a_.computations[i].name)) return false;
    }
    return true;
  }

 private:
  bool Differ(const std::string& where, const std::string& what) {
    if (why_ != nullptr) *why_ = where + ": " + what;
    return false;
  }

  bool Computations(int32_t i, int32_t j, const std::string& where) {
    if (!compared_.emplace(i, j).second) return true;
    const Computation &x = a_.computations[i], &y = b_.computations[j];
    if (x.parameters != y.parameters) return Differ(where, "parameters");
    if (x.results != y.results) return Differ(where, "results");
    if (x.instructions.size() != y.instructions.size()) {
      return Differ(where, std::to_string(x.instructions.size()) + " and " + std::to_string(y.instructions.size()) + " instructions");
    }
    for (size_t k = 0; k < x.instructions.size(); ++k) {
      const std::string here = where + " instruction " + std::to_string(k) + " (" + OpName(x.instructions[k].op) + ")";
      if (!Instructions(x.instructions[k], y.instructions[k], here)) return false;
    }
    return true;
  }

  bool Instructions(const Instruction& x, const Instruction& y, const std::string& where) {
    if (x.op != y.op) return Differ(where, std::string("is ") + OpName(y.op) + " in the second module");
    if (x.operands != y.operands || x.captures != y.captures) return Differ(where, "operands");
    if (x.shapes != y.shapes) return Differ(where, "result types");
    if (!Attributes(x, y, where) || !Attributes(y, x, where)) return false;
    if (x.called.size() != y.called.size()) return Differ(where, "number of called computations");
    for (size_t k = 0; k < x.called.size(); ++k) {
      if (!Computations(x.called[k], y.called[k], where + " called " + std::to_string(k))) return false;
    }
    return true;
  }

  // Everything that x states and that is not a default stands in y too.
  bool Attributes(const Instruction& x, const Instruction& y, const std::string& where) {
    for (const auto& [attr, value] : x.attributes) {
      const auto other = y.attributes.find(attr);
      if (other == y.attributes.end() ? IsDefault(attr, value) : SameValue(value, other->second)) continue;
      if (other != y.attributes.end() && IsDefault(attr, value) && IsDefault(attr, other->second)) continue;
      return Differ(where, "attribute " + std::string(Info(attr).id));
    }
    return true;
  }

  const Module &a_, &b_;
  std::string* why_;
  std::set<std::pair<int32_t, int32_t>> compared_;
};

}  // namespace

bool Equal(const Module& a, const Module& b, std::string* why) { return Comparison(a, b, why).Modules(); }

}  // namespace mote
