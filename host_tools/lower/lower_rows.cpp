// LowerRows: one group of lanes per row; stages alternate between reductions over the row, scalar work on their results, and at the end the
// stores. An expensive array that several stages need is kept in an output between them.
#include "lower/lower_rows.h"

#include <algorithm>

#include "expand/expand.h"
#include "lower/domain.h"
#include "lower/merge_axes.h"

namespace mote {

std::optional<RowShape> RowShapeOf(const Computation& computation, const Instruction& reduce) {
  if (reduce.op != Op::kReduce || reduce.captures != 0) return std::nullopt;
  const Dims& dims = computation.shape(reduce.operands[0]).dims;
  const std::vector<int64_t>& reduced = reduce.Ints(Attr::kDimensions);
  RowShape shape;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == 1) continue;
    const bool is_reduced = std::find(reduced.begin(), reduced.end(), static_cast<int64_t>(d)) != reduced.end();
    if (!is_reduced && shape.columns != 1) return std::nullopt;
    (is_reduced ? shape.columns : shape.rows) *= dims[d];
  }
  if (shape.columns <= 1 || shape.rows == 0) return std::nullopt;
  return shape;
}

bool HasPlainRegion(const Module& module, const Instruction& reduce) {
  const Computation& region = module.computations[reduce.called[0]];
  if (region.instructions.size() != 3 || region.parameters.size() != 2 || region.results.size() != 1 ||
      region.results[0].instruction != 2) {
    return false;
  }
  if (!InFamily(region.instructions[2].op, Family::kReducer)) return false;
  const IdVector<Value>& operands = region.instructions[2].operands;
  return operands[0].instruction != operands[1].instruction;
}

bool IsExpensive(Op op) {
  return op == Op::kRemainder || op == Op::kMap || (InFamily(op, Family::kFunction) && op != Op::kRsqrt);
}

namespace {

class RowLowering {
 public:
  RowLowering(const Module& module, const Computation& computation, const Group& group, std::string name, bool keep_exponentials)
      : e_(module, computation, group, std::move(name)),
        c_(computation),
        group_(group),
        keep_exponentials_(keep_exponentials),
        level_(computation.instructions.size()) {
    FindShape();
  }

  // The dimensions that make the rows, those of size 1 left out, as the reduction with most of them sees them.
  Dims RowDims() const { return row_dims_; }
  bool ApplySplit(Factors* factors) const { return mote::ApplySplit(e_, domain_, factors); }

  Result<BoundKernel> Run(const Factors& factors) {
    BoundKernel out;
    for (const Value& input : group_.inputs) {
      e_.BindOperand(input, e_.b.AddOperand(c_.shape(input).element_type, true, false));
      out.operands.push_back(input);
    }
    for (const Value& output : group_.outputs) {
      store_of_[output] = e_.b.AddOperand(c_.shape(output).element_type, false, true);
      out.operands.push_back(output);
    }
    domain_ = MakeDomain(e_, factors, Axis::Kind::kGroup);
    row_ = e_.LinearOf(Index::Of(domain_.index), row_dims_);
    for (int32_t level = 0; level < levels_; ++level) {
      ScalarStage(level);
      ReduceStage(level);
    }
    ScalarStage(levels_);
    StoreStage();
    if (e_.failed()) return e_.failure();
    out.values = e_.b.TakeValues();
    out.kernel = e_.b.Take();
    MergeAxes(out.kernel, out.values);
    out.in_place = InPlacePairs(out.kernel, out.values);
    if (!ReadsOnlyOwnStores(out.kernel, out.values)) {
      return Error(Rule::kUnsupported, "a row of " + out.kernel.name + " is read while it is written",
                   At(group_.instructions.back()).location);
    }
    if (const std::string why = CheckKernel(out.kernel); !why.empty()) {
      return Error(Rule::kUnsupported, "the kernel of " + out.kernel.name + " is malformed: " + why,
                   c_.instructions[group_.instructions.back()].location);
    }
    return out;
  }

 private:
  const Instruction& At(int32_t i) const { return c_.instructions[i]; }
  bool IsRowReduce(const Instruction& instruction) const {
    const std::optional<RowShape> shape = RowShapeOf(c_, instruction);
    return shape && *shape == shape_;
  }
  bool IsRowShaped(const Instruction& instruction) const { return instruction.shapes[0].ElementCount() == shape_.rows; }
  bool IsFullShaped(Value value) const { return c_.shape(value).ElementCount() == shape_.rows * shape_.columns; }

  // The row structure is that of the group's reduces; an instruction's level is how many reduce stages stand before it.
  void FindShape() {
    for (int32_t i : group_.instructions) {
      const std::optional<RowShape> shape = RowShapeOf(c_, At(i));
      if (!shape) continue;
      shape_ = *shape;
      Dims rows;
      int64_t count = 1;
      for (const int64_t extent : c_.shape(At(i).operands[0]).dims) {
        if (extent == 1 || count == shape->rows) continue;
        rows.push_back(extent);
        count *= extent;
      }
      if (rows.size() >= row_dims_.size()) row_dims_ = rows;
    }
    for (int32_t i : group_.instructions) {
      const Instruction& instruction = At(i);
      int32_t level = 0;
      for (const Value& operand : instruction.operands) level = std::max(level, level_[operand.instruction]);
      if (IsRowReduce(instruction)) {
        levels_ = std::max(levels_, ++level);
        e_.Withhold(i);
      }
      level_[i] = level;
    }
  }

  Index RowIndex() const { return Index::Linear(row_); }

  // Work on the results of the reduce stages so far, once per row, and inits that are no constants.
  void ScalarStage(int32_t level) {
    e_.ForgetStage();
    e_.b.BeginStage(Stage::Kind::kScalar, {});
    std::vector<std::pair<Value, NodeId>> made;
    for (int32_t i : group_.instructions) {
      const Instruction& instruction = At(i);
      if (IsRowReduce(instruction) && level_[i] == level + 1) {
        for (size_t k = instruction.shapes.size(); k < instruction.operands.size(); ++k) {
          const Value init = instruction.operands[k];
          if (c_.at(init).op != Op::kConstant) e_.Provide(init, {}, e_.Emit(init, Index::Scalar()));
        }
      }
      if (level_[i] != level || IsRowReduce(instruction)) continue;
      if (IsRowShaped(instruction) && IsPerElement(instruction, c_)) made.emplace_back(Value{i, 0}, e_.Emit({i, 0}, RowIndex()));
    }
    for (const auto& [value, node] : made) e_.Provide(value, row_, node);
    if (level == levels_) {
      for (const Value& output : group_.outputs) {
        if (!IsFullShaped(output)) Store(output, e_.Emit(output, RowIndex()), row_);
      }
    }
    e_.b.EndStage();
  }

  void Store(Value output, NodeId value, const Coordinate& linear) {
    const Emitter::Place place = e_.PlaceAt(store_of_[output], linear);
    e_.b.Store(place.access, value, place.offset);
  }

  Coordinate BeginLanes(Stage::Kind kind, int32_t* stage) {
    e_.ForgetStage();
    const AxisId lane = e_.AddAxis(Axis::Kind::kLane, shape_.columns);
    *stage = e_.b.BeginStage(kind, {lane});
    return row_ * shape_.columns + Coordinate::Axis(lane);
  }

  // All reduces of one level, in one pass over the row.
  void ReduceStage(int32_t level) {
    int32_t stage = 0;
    const Coordinate linear = BeginLanes(Stage::Kind::kReduce, &stage);
    std::vector<NodeId> values, inits;
    std::vector<std::pair<int32_t, size_t>> reduces;  // instruction, first position
    bool plain = true;
    for (int32_t i : group_.instructions) {
      const Instruction& instruction = At(i);
      if (!IsRowReduce(instruction) || level_[i] != level + 1) continue;
      const Computation& region = e_.module.computations[instruction.called[0]];
      reduces.emplace_back(i, values.size());
      plain = plain && HasPlainRegion(e_.module, instruction);
      const size_t count = instruction.shapes.size();
      for (size_t k = 0; k < count; ++k) {
        const Value operand = instruction.operands[k], init = instruction.operands[count + k];
        const ElementType type = region.parameters[k].element_type;
        const NodeId element = e_.Emit(operand, Index::Linear(linear));
        Keep(operand, element, linear);
        values.push_back(e_.Convert(c_.shape(operand).element_type, type, element));
        inits.push_back(e_.Convert(c_.shape(init).element_type, type, e_.Emit(init, Index::Scalar())));
      }
    }
    e_.b.BeginCombiner();
    std::vector<NodeId> combined;
    for (const auto& [i, first] : reduces) {
      const Instruction& instruction = At(i);
      const Computation& region = e_.module.computations[instruction.called[0]];
      std::vector<NodeId> arguments;
      for (size_t side = 0; side < 2; ++side) {
        for (size_t k = 0; k < instruction.shapes.size(); ++k) {
          const size_t position = side * values.size() + first + k;
          arguments.push_back(e_.b.CombinerInput(static_cast<int32_t>(position), RegisterOf(region.parameters[k].element_type)));
        }
      }
      const std::vector<NodeId> results = e_.InlineRegion(instruction.called[0], arguments);
      combined.insert(combined.end(), results.begin(), results.end());
      for (size_t k = 0; k < results.size(); ++k) {
        e_.ProvideReduced({i, static_cast<int32_t>(k)}, row_, stage, static_cast<int32_t>(first + k), region.parameters[k].element_type);
      }
    }
    e_.b.EndReduce(plain ? ReductionLanes(shape_.columns) : 1, values, inits, combined);
  }

  // Keeps an expensive element in an output of the same type for the stages after this one.
  void Keep(Value value, NodeId element, const Coordinate& linear) {
    if (kept_.count(value) != 0 || !NeededAgain(value) || !CostsMuch(value.instruction)) return;
    for (const Value& output : group_.outputs) {
      if (!IsFullShaped(output) || c_.shape(output).element_type != c_.shape(value).element_type || borrowed_.count(output) != 0) continue;
      if (store_of_.count(value) != 0 && output != value) continue;
      borrowed_[output] = value;
      kept_[value] = store_of_[output];
      Store(output, element, linear);
      e_.BindOperand(value, store_of_[output]);
      return;
    }
  }

  bool NeededAgain(Value value) const {
    int users = store_of_.count(value) != 0 ? 1 : 0;
    for (int32_t i : group_.instructions) {
      for (const Value& operand : At(i).operands) users += operand == value;
    }
    return users > 1;
  }

  bool CostsMuch(int32_t instruction) const {
    if (std::find(group_.instructions.begin(), group_.instructions.end(), instruction) == group_.instructions.end()) return false;
    if (IsExpensive(At(instruction).op)) return keep_exponentials_ || At(instruction).op != Op::kExponential;
    if (!IsPerElement(At(instruction), c_)) return false;
    for (const Value& operand : At(instruction).operands) {
      if (kept_.count(operand) == 0 && IsFullShaped(operand) && CostsMuch(operand.instruction)) return true;
    }
    return false;
  }

  void StoreStage() {
    bool any = false;
    for (const Value& output : group_.outputs) any = any || IsFullShaped(output);
    if (!any) return;
    int32_t stage = 0;
    const Coordinate linear = BeginLanes(Stage::Kind::kMap, &stage);
    std::vector<std::pair<Value, NodeId>> stores;
    for (const Value& output : group_.outputs) {
      const bool written = kept_.count(output) != 0;  // by the reduce stage that kept it
      if (IsFullShaped(output) && !written) stores.emplace_back(output, e_.Emit(output, Index::Linear(linear)));
    }
    for (const auto& [output, node] : stores) Store(output, node, linear);
    e_.b.EndStage();
  }

  Emitter e_;
  const Computation& c_;
  const Group& group_;
  const bool keep_exponentials_;
  RowShape shape_;
  Dims row_dims_;  // whose product is shape_.rows, those of size 1 left out
  Domain domain_;
  Coordinate row_;
  int32_t levels_ = 0;
  IdVector<int32_t> level_;
  std::map<Value, int32_t> store_of_;   // operand of an output
  std::map<Value, int32_t> kept_;       // values kept between stages, and the operand that holds them
  std::map<Value, Value> borrowed_;     // output → what it holds until its own stores
};

}  // namespace

Result<BoundKernel> LowerRows(const Module& module, const Computation& computation, const Group& group, const std::string& name,
                              bool keep_exponentials) {
  Factors factors = FactorsOf(RowLowering(module, computation, group, name, keep_exponentials).RowDims());
  for (;;) {  // every split divides a dimension
    RowLowering lowering(module, computation, group, name, keep_exponentials);
    Result<BoundKernel> bound = lowering.Run(factors);
    if (lowering.ApplySplit(&factors)) continue;
    return bound;
  }
}

}  // namespace mote
