// Layouts and aliases that a source states for custom_call and infeed. The IR has no layouts; they must still fit the types they stand by.
#include "frontend/mlir_parser.h"

#include <set>

namespace mote {
namespace {

using Kind = MlirAttribute::Kind;

const MlirAttribute* Find(const MlirAttributes& attributes, std::string_view name) {
  for (const MlirNamedAttribute& named : attributes) {
    if (named.name == name) return &named.value;
  }
  return nullptr;
}

std::vector<int64_t> Integers(const MlirAttribute* attribute) {
  std::vector<int64_t> integers;
  if (attribute == nullptr) return integers;
  if (attribute->kind == Kind::kLiteral && !IsFloat(attribute->literal.type()) && !IsComplex(attribute->literal.type())) {
    for (int64_t i = 0; i < attribute->literal.size(); ++i) integers.push_back(attribute->literal.IntegerAt(i));
  }
  for (const MlirAttribute& item : attribute->items) integers.push_back(item.integer);
  return integers;
}

bool IsPermutation(const std::vector<int64_t>& order, size_t rank) {
  IdVector<bool> seen(rank, false);
  for (const int64_t dim : order) {
    if (dim < 0 || static_cast<size_t>(dim) >= rank || seen[dim]) return false;
    seen[dim] = true;
  }
  return order.size() == rank;
}

// The part of a shape that a path of tuple indices names; null when the path leaves it.
const Shape* Part(const Shape* shape, const std::vector<int64_t>& path) {
  for (const int64_t index : path) {
    if (!shape->IsTuple() || !shape->elements.Has(index)) return nullptr;
    shape = &shape->elements[index];
  }
  return shape;
}

}  // namespace

bool MlirParser::CheckLayouts(const Pending& pending) {
  const Location location = pending.instruction.location;
  if (pending.instruction.op == Op::kInfeed) {
    const MlirAttribute* layout = Find(pending.attributes, "layout");
    const IdVector<Shape>& results = pending.types->results;
    if (layout == nullptr || results.empty() || !results.back().IsToken()) return true;
    const size_t values = results.size() - 1;
    for (const MlirAttribute& item : layout->items) {
      if (item.kind != Kind::kArray) return Fail(Rule::kAttribute, "layout of infeed is not a list of lists", location);
    }
    if (layout->items.size() == values) return true;
    return Fail(Rule::kCount, std::to_string(layout->items.size()) + " layouts for " + std::to_string(values) + " values of infeed",
                location);
  }
  if (pending.instruction.op != Op::kCustomCall) return true;
  const MlirAttribute* aliases = Find(pending.attributes, "output_operand_aliases");
  if (aliases != nullptr && !CheckAliases(pending, *aliases)) return false;
  const std::string& target = pending.instruction.Text(Attr::kCallTarget);
  const bool makes_buffers = target == "CreateBuffer" || target == "Pin" || target == "Unpin";
  if (!makes_buffers && !CheckBufferAliases(pending, aliases)) return false;
  return CheckCustomCallLayouts(pending, Find(pending.attributes, "operand_layouts"), Find(pending.attributes, "result_layouts"));
}

bool MlirParser::CheckCustomCallLayouts(const Pending& pending, const MlirAttribute* operands, const MlirAttribute* results) {
  const Location location = pending.instruction.location;
  if (operands == nullptr && results == nullptr) return true;
  if (operands == nullptr || results == nullptr) {
    return Fail(Rule::kAttribute, "layouts of only the operands or only the results of custom_call", location);
  }
  IdVector<Shape> outputs = pending.types->results;
  if (outputs.size() == 1 && outputs[0].IsTuple()) {
    IdVector<Shape> elements = outputs[0].elements;
    outputs = std::move(elements);
  }
  return CheckLayoutList(*operands, pending.types->operands, location) && CheckLayoutList(*results, outputs, location);
}

bool MlirParser::CheckLayoutList(const MlirAttribute& layouts, std::span<const Shape> shapes, Location location) {
  if (layouts.items.size() != shapes.size()) {
    return Fail(Rule::kCount,
                std::to_string(layouts.items.size()) + " layouts for " + std::to_string(shapes.size()) + " values of custom_call",
                location);
  }
  for (size_t i = 0; i < shapes.size(); ++i) {
    const std::vector<int64_t> order = Integers(&layouts.items[i]);
    if (shapes[i].IsTuple()) return Fail(Rule::kUnsupported, "a layout for " + ToMlirString(shapes[i]) + ", a tuple", location);
    if (!IsPermutation(order, shapes[i].IsArray() ? shapes[i].dims.size() : 0)) {
      return Fail(Rule::kAttribute,
                  "layout " + Excerpt(layouts.items[i].text) + " is not a permutation of the dimensions of " + ToMlirString(shapes[i]),
                  location);
    }
  }
  return true;
}

bool MlirParser::CheckAliases(const Pending& pending, const MlirAttribute& aliases) {
  const Location location = pending.instruction.location;
  const IdVector<Shape>& operands = pending.types->operands;
  const IdVector<Shape>& results = pending.types->results;
  for (const MlirAttribute& alias : aliases.items) {
    if (alias.kind != Kind::kStruct) return Fail(Rule::kAttribute, "output_operand_aliases holds something else than aliases", location);
    const MlirAttribute* number = Find(alias.fields, "operand_index");
    const int64_t operand = number == nullptr ? 0 : number->integer;
    if (!operands.Has(operand)) {
      return Fail(Rule::kAttribute, "an alias of operand " + std::to_string(operand) + " of " + std::to_string(operands.size()), location);
    }
    const Shape* from = Part(&operands[operand], Integers(Find(alias.fields, "operand_tuple_indices")));
    if (from == nullptr) {
      return Fail(Rule::kAttribute, "operand_tuple_indices of an alias leave " + ToMlirString(operands[operand]), location);
    }
    const Shape whole = results.size() == 1 ? results[0] : Shape::Tuple(results);
    const Shape* to = Part(&whole, Integers(Find(alias.fields, "output_tuple_indices")));
    if (to == nullptr) return Fail(Rule::kAttribute, "output_tuple_indices of an alias leave " + ToMlirString(whole), location);
    if (!(*from == *to)) return Fail(Rule::kAttribute, "an alias of " + ToMlirString(*from) + " and " + ToMlirString(*to), location);
  }
  return true;
}

// Every buffer among the results shares its memory with one operand's buffer, and no buffer with two.
bool MlirParser::CheckBufferAliases(const Pending& pending, const MlirAttribute* aliases) {
  const Location location = pending.instruction.location;
  const IdVector<Shape>& results = pending.types->results;
  std::set<std::pair<int64_t, std::vector<int64_t>>> sources;
  std::set<std::vector<int64_t>> targets;
  for (const MlirAttribute& alias : aliases == nullptr ? std::vector<MlirAttribute>() : aliases->items) {
    const MlirAttribute* number = Find(alias.fields, "operand_index");
    const int64_t operand = number == nullptr ? 0 : number->integer;
    const std::vector<int64_t> from = Integers(Find(alias.fields, "operand_tuple_indices")),
                               to = Integers(Find(alias.fields, "output_tuple_indices"));
    if (!Part(&pending.types->operands[operand], from)->IsBuffer()) continue;
    if (!targets.insert(to).second) return Fail(Rule::kDuplicate, "two aliases of one buffer among the results", location);
    if (!sources.insert({operand, from}).second) {
      return Fail(Rule::kDuplicate, "two aliases of a buffer of operand " + std::to_string(operand), location);
    }
  }
  const Shape whole = results.size() == 1 ? results[0] : Shape::Tuple(results);
  std::vector<std::vector<int64_t>> paths = {{}};
  while (!paths.empty()) {
    const std::vector<int64_t> path = std::move(paths.back());
    paths.pop_back();
    const Shape& part = *Part(&whole, path);
    if (part.IsBuffer() && targets.count(path) == 0) {
      return Fail(Rule::kAttribute, "a result " + ToMlirString(part) + " without an alias", location);
    }
    for (size_t i = 0; part.IsTuple() && i < part.elements.size(); ++i) {
      paths.push_back(path);
      paths.back().push_back(static_cast<int64_t>(i));
    }
  }
  return true;
}

}  // namespace mote
