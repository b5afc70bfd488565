// bitcast and bitcast-convert of HLO text as operations that know no layout: a bitcast reads the bytes in the order they have in memory,
// and pred is a byte there, while StableHLO's bitcast_convert has it as one bit.
#include "frontend/hlo_parser.h"

namespace mote {

Value HloParser::AppendStep(Reader& reader, const Pending& pending, Op op, Shape shape, Value operand) {
  Instruction step;
  step.op = op;
  step.shapes = {std::move(shape)};
  step.operands = {operand};
  step.location = pending.location;
  step.name = std::string(pending.name);
  return Append(reader, std::move(step), false).value;
}

// The same bytes as elements of another type: of one width in place, else in a row of them.
bool HloParser::ChangeType(Reader& reader, const Pending& pending, ElementType to, Value* value) {
  const Shape from = reader.computation.shape(*value);
  const auto bytes = [](ElementType type) { return IsPred(type) ? 1 : BitWidth(type) % 8 == 0 ? BitWidth(type) / 8 : 0; };
  const int64_t old_size = bytes(from.element_type), new_size = bytes(to);
  if (old_size == 0 || new_size == 0 || IsComplex(from.element_type) != IsComplex(to)) {
    return Fail(Rule::kUnsupported, "a bitcast from " + ToString(from) + " to " + HloName(to), pending.location);
  }
  const auto with = [&](ElementType type, Dims dims) { return Shape::Array(type, std::move(dims)); };
  if (IsPred(from.element_type)) *value = AppendStep(reader, pending, Op::kConvert, with(ElementType::kU8, from.dims), *value);
  const ElementType source = IsPred(from.element_type) ? ElementType::kU8 : from.element_type, target = IsPred(to) ? ElementType::kU8 : to;
  if (old_size == new_size) {
    if (source != target) *value = AppendStep(reader, pending, Op::kBitcastConvert, with(target, from.dims), *value);
  } else {
    const int64_t total = from.ElementCount() * old_size, larger = std::max(old_size, new_size),
                  ratio = larger / std::min(old_size, new_size);
    if (total % new_size != 0) {
      return Fail(Rule::kSize, "a bitcast from " + ToString(from) + " to " + HloName(to) + " changes the number of bytes",
                  pending.location);
    }
    const Dims rows = {total / larger}, parts = {total / larger, ratio};
    *value = AppendStep(reader, pending, Op::kReshape, with(source, old_size < new_size ? parts : rows), *value);
    *value = AppendStep(reader, pending, Op::kBitcastConvert, with(target, old_size < new_size ? rows : parts), *value);
  }
  if (IsPred(to)) *value = AppendStep(reader, pending, Op::kConvert, with(to, reader.computation.shape(*value).dims), *value);
  return true;
}

bool HloParser::BuildBitcast(Reader& reader, Pending& pending, Named* value) {
  if (pending.operands.size() != 1 || pending.operands[0]->is_tuple) return BuildPlain(reader, pending, value);
  Value current = pending.operands[0]->value;
  const Shape from = reader.computation.shape(current);
  const Shape& to = pending.declared.shape;
  const std::vector<int64_t>&from_order = pending.operands[0]->minor_to_major, &to_order = pending.declared.minor_to_major;
  if (!from.IsArray() || !to.IsArray() || !from.IsStatic() || !to.IsStatic()) {
    return Fail(Rule::kUnsupported, "a bitcast from " + ToString(from) + " to " + ToString(to), pending.location);
  }
  const int64_t bits_before = IsPred(from.element_type) ? from.ElementCount() * 8 : from.ElementCount() * BitWidth(from.element_type);
  const int64_t bits_after = IsPred(to.element_type) ? to.ElementCount() * 8 : to.ElementCount() * BitWidth(to.element_type);
  if (bits_before != bits_after) {
    return Fail(Rule::kSize, "a bitcast from " + ToString(from) + " to " + ToString(to) + " changes the number of bytes", pending.location);
  }
  const auto transpose = [&](Shape shape, std::vector<int64_t> permutation) {
    current = AppendStep(reader, pending, Op::kTranspose, std::move(shape), current);
    reader.computation.instructions.back().attributes[Attr::kPermutation] = std::move(permutation);
  };
  if (!from_order.empty() && from_order.size() == from.dims.size()) {
    std::vector<int64_t> major_to_minor(from_order.rbegin(), from_order.rend());
    Dims dims;
    for (const int64_t dim : major_to_minor) dims.push_back(from.dims[dim]);
    transpose(Shape::Array(from.element_type, std::move(dims)), std::move(major_to_minor));
  }
  if (from.element_type != to.element_type && !ChangeType(reader, pending, to.element_type, &current)) return false;
  if (to_order.empty()) {
    current = AppendStep(reader, pending, Op::kBitcast, to, current);
  } else {
    Dims dims;
    IdVector<int64_t> place(to_order.size());
    for (size_t i = 0; i < to_order.size(); ++i) {
      const int64_t dim = to_order[to_order.size() - 1 - i];
      dims.push_back(to.dims[dim]);
      place[dim] = static_cast<int64_t>(i);
    }
    current = AppendStep(reader, pending, Op::kBitcast, Shape::Array(to.element_type, std::move(dims)), current);
    transpose(to, std::move(place));
  }
  value->value = current;
  return true;
}

// Between pred and wider types the ratio counts bytes.
bool HloParser::BuildBitcastConvert(Reader& reader, Pending& pending, Named* value) {
  if (pending.operands.size() != 1 || pending.operands[0]->is_tuple) return BuildPlain(reader, pending, value);
  const Shape from = reader.computation.shape(pending.operands[0]->value);
  const Shape& to = pending.declared.shape;
  const bool pred = from.IsArray() && to.IsArray() && IsPred(from.element_type) != IsPred(to.element_type);
  if (!pred) return BuildPlain(reader, pending, value);
  const Shape u8_from = Shape::Array(ElementType::kU8, from.dims), u8_to = Shape::Array(ElementType::kU8, to.dims);
  Value current = pending.operands[0]->value;
  if (IsPred(from.element_type)) current = AppendStep(reader, pending, Op::kConvert, u8_from, current);
  current = AppendStep(reader, pending, Op::kBitcastConvert, IsPred(to.element_type) ? u8_to : to, current);
  if (IsPred(to.element_type)) current = AppendStep(reader, pending, Op::kConvert, to, current);
  value->value = current;
  return true;
}

}  // namespace mote
