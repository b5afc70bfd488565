// Value names, captures and the closing of regions.
#include "frontend/mlir_scope.h"

#include "hlo/spelling.h"

namespace mote {

MlirScope::Find MlirScope::LookupBinding(std::string_view name, int32_t result, Value* value) const {
  const auto found = names_.find(name);
  if (found == names_.end()) return Find::kMissing;
  const Binding& binding = found->second;
  if (binding.poisoned) return Find::kPoisoned;
  if (result < 0 || result >= binding.count) return Find::kNoSuchResult;
  *value = {binding.first.instruction, binding.first.result + result};
  return Find::kFound;
}

MlirScope::Find MlirScope::Lookup(std::string_view name, int32_t result, Value* value) {
  const Find here = LookupBinding(name, result, value);
  if (here != Find::kMissing || parent_ == nullptr) return here;
  Value outer;
  const Find found = parent_->Lookup(name, result, &outer);
  if (found != Find::kFound) return found;
  const auto [entry, added] = captures_->index.emplace(outer, captures_->values.count());
  if (added) {
    captures_->values.push_back(outer);
    captures_->names.emplace_back(name);
  }
  *value = {kFirstCapture - entry->second, 0};
  return Find::kFound;
}

const Shape& MlirScope::ShapeOf(Value value) const {
  if (value.instruction <= kFirstCapture) return parent_->ShapeOf(captures_->values[kFirstCapture - value.instruction]);
  return computation_.shape(value);
}

Value MlirScope::AddParameter(const Shape& shape, std::string_view name, Location location) {
  Instruction parameter;
  parameter.op = Op::kParameter;
  parameter.shapes = {shape};
  parameter.attributes[Attr::kIndex] = static_cast<int64_t>(computation_.parameters.size());
  parameter.name = std::string(name);
  parameter.location = location;
  computation_.parameters.push_back(shape);
  computation_.parameter_names.emplace_back(name);
  computation_.instructions.push_back(std::move(parameter));
  return {computation_.instructions.count() - 1, 0};
}

void MlirScope::DropSharedLabels() {
  std::map<std::string, int32_t> count;
  for (const std::string& label : computation_.parameter_names) ++count[label];
  for (size_t i = 0; i < computation_.parameter_names.size(); ++i) {
    if (count[computation_.parameter_names[i]] > 1) computation_.parameter_names[i] = computation_.instructions[i].name;
  }
}

Computation MlirScope::Close() {
  if (captures_ == nullptr || captures_->values.empty()) return std::move(computation_);
  const int32_t declared = computation_.parameters.count();
  const int32_t added = captures_->values.count();
  const auto renumber = [&](Value& value) {
    if (value.instruction <= kFirstCapture) {
      value.instruction = declared + (kFirstCapture - value.instruction);
    } else if (value.instruction >= declared) {
      value.instruction += added;
    }
  };
  for (Instruction& instruction : computation_.instructions) {
    for (Value& operand : instruction.operands) renumber(operand);
  }
  for (Value& result : computation_.results) renumber(result);
  std::vector<Instruction> body(std::make_move_iterator(computation_.instructions.begin() + declared),
                                std::make_move_iterator(computation_.instructions.end()));
  computation_.instructions.resize(declared);
  for (int32_t i = 0; i < added; ++i) {
    AddParameter(parent_->ShapeOf(captures_->values[i]), captures_->names[i], computation_.location);
  }
  computation_.instructions.insert(computation_.instructions.end(), std::make_move_iterator(body.begin()),
                                   std::make_move_iterator(body.end()));
  return std::move(computation_);
}

std::string_view MlirScope::Nearest(std::string_view name) const {
  Spelling spelling(name);
  for (const MlirScope* scope = this; scope != nullptr; scope = scope->parent_) {
    for (const auto& [candidate, binding] : scope->names_) spelling.Try(candidate, false);
  }
  return spelling.nearest();
}

}  // namespace mote
