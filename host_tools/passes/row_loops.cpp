// Chains grow from one value through whatever has rows; what would need a row before its turn leaves them.
#include "passes/row_loops.h"

#include <algorithm>
#include <set>

#include "passes/counted_loop.h"
#include "passes/effect.h"
#include "passes/row_sources.h"

namespace mote {
namespace {

using Kind = RowSource::Kind;
using Chain = std::map<int32_t, int64_t>;  // RowChain::dimensions

constexpr int64_t kFewestRows = 4;      // of a chain
constexpr size_t kMostChains = 8;

bool IsOneElement(const Instruction& i) { return i.op == Op::kConstant && i.shape().IsArray() && i.LiteralValue().IsSplat(); }

// Made of nothing, or of few elements that come from elsewhere: made again outside rather than handed on by a loop.
bool IsCheap(const Computation& c, const Chain& chain, int32_t k) {
  const Instruction& i = c.instructions[k];
  return i.op == Op::kIota || (i.op == Op::kBroadcastInDim && chain.count(i.operands[0].instruction) == 0);
}

class Finder {
 public:
  explicit Finder(const Module& module)
      : module_(module), c_(module.main()), users_(c_.instructions.size()), is_result_(c_.instructions.size()) {
    for (int32_t k = 0; k < c_.instructions.count(); ++k) {
      for (const Value& operand : c_.instructions[k].operands) users_[operand.instruction].push_back(k);
    }
    for (const Value& result : c_.results) is_result_[result.instruction] = true;
  }

  std::vector<RowChain> Find(int64_t least) {
    std::set<Chain> seen;
    std::vector<RowChain> found;
    for (int32_t k = 0; k < c_.instructions.count(); ++k) {
      const Instruction& i = c_.instructions[k];
      if (i.shapes.size() != 1 || !i.shape().IsArray() || !i.shape().IsStatic() || i.shape().ByteSize() < least) continue;
      for (int64_t d = 0; d < i.shape().rank(); ++d) {
        RowChain chain;
        chain.rows = i.shape().dims[d];
        if (chain.rows < kFewestRows || !HasRows(c_, i, d) || !seen.insert(Chain{{k, d}}).second) continue;
        chain.dimensions = Prune(Grow(k, d));
        AddLookedUp(chain.dimensions);
        chain.inner_bytes = InnerBytes(chain.dimensions);
        // Another value of the same chain finds it too.
        for (const auto& member : chain.dimensions) seen.insert(Chain{member});
        const bool read = std::any_of(chain.dimensions.begin(), chain.dimensions.end(),
                                      [&](const auto& member) { return IsOutput(chain.dimensions, member.first); });
        if (read && chain.inner_bytes >= least && seen.insert(chain.dimensions).second) found.push_back(std::move(chain));
      }
    }
    std::stable_sort(found.begin(), found.end(), [](const RowChain& a, const RowChain& b) { return a.inner_bytes > b.inner_bytes; });
    if (found.size() > kMostChains) found.resize(kMostChains);
    return found;
  }

  // Whether a value of the chain is read outside of it.
  bool IsOutput(const Chain& chain, int32_t k) const {
    if (is_result_[k]) return true;
    return std::any_of(users_[k].begin(), users_[k].end(), [&](int32_t user) { return chain.count(user) == 0; });
  }

 private:
  // All that is reached from one value by rows, forwards and backwards.
  Chain Grow(int32_t seed, int64_t dimension) const {
    Chain chain = {{seed, dimension}};
    std::vector<int32_t> open = {seed};
    const auto add = [&](int32_t k, int64_t d) {
      if (chain.count(k) != 0 || !HasRows(c_, c_.instructions[k], d)) return;
      chain[k] = d;
      open.push_back(k);
    };
    while (!open.empty()) {
      const int32_t k = open.back();
      open.pop_back();
      const Instruction& i = c_.instructions[k];
      for (size_t o = 0; o < i.operands.size(); ++o) {
        const RowSource source = RowSourceOf(c_, i, o, chain.at(k));
        if (source.kind == Kind::kRows) add(i.operands[o].instruction, source.dimension);
      }
      for (const int32_t user : users_[k]) {
        if (const int64_t d = Reached(c_.instructions[user], k, chain.at(k)); d >= 0) add(user, d);
      }
    }
    return chain;
  }

  // The dimension of the user's result whose rows are made of those of value k; -1: none.
  int64_t Reached(const Instruction& user, int32_t k, int64_t dimension) const {
    if (user.shapes.size() != 1 || !user.shape().IsArray() || !user.shape().IsStatic() || user.captures != 0) return -1;
    for (int64_t d = 0; d < user.shape().rank(); ++d) {
      for (size_t o = 0; o < user.operands.size() && HasRows(c_, user, d); ++o) {
        if (user.operands[o].instruction != k) continue;
        const RowSource source = RowSourceOf(c_, user, o, d);
        if (source.kind == Kind::kRows && source.dimension == dimension) return d;
      }
    }
    return -1;
  }

  // Without what reads another member whole, or by other rows, or by way of something outside. Instructions stand in order, which effects
  // keep.
  Chain Prune(const Chain& grown) const {
    Chain chain;
    bool effect_behind = false;
    IdVector<bool> behind(c_.instructions.size());  // outside, and made of what is inside
    for (int32_t k = 0; k < c_.instructions.count(); ++k) {
      const Instruction& i = c_.instructions[k];
      const auto at = grown.find(k);
      bool stays = at != grown.end(), reads = false;
      for (size_t o = 0; o < i.operands.size(); ++o) {
        const int32_t from = i.operands[o].instruction;
        const auto made = chain.find(from);
        reads = reads || behind[from] || (made != chain.end() && !IsCheap(c_, chain, from));
        if (!stays) continue;
        const RowSource source = RowSourceOf(c_, i, o, at->second);
        stays = !behind[from] && (made == chain.end() || (source.kind == Kind::kRows && source.dimension == made->second));
      }
      if (stays) {
        chain.insert(*at);
        continue;
      }
      const bool effect = HasEffect(module_, i);
      behind[k] = reads || (effect && effect_behind);
      effect_behind = effect_behind || (effect && behind[k]);
    }
    return chain;
  }

  // Element by element, or moved, and read by the chain alone.
  void AddLookedUp(Chain& chain) const {
    std::vector<int32_t> open;
    for (const auto& [k, d] : chain) {
      if (c_.instructions[k].op == Op::kGather) open.push_back(c_.instructions[k].operands[0].instruction);
    }
    while (!open.empty()) {
      const int32_t k = open.back();
      open.pop_back();
      const Instruction& i = c_.instructions[k];
      const bool fuses = IsElementwise(i.op) || InFamily(i.op, Family::kMove) || i.op == Op::kConcatenate || i.op == Op::kPad;
      if (!fuses || i.shapes.size() != 1 || chain.count(k) != 0 || IsOutput(chain, k)) continue;
      chain[k] = kAllRows;
      for (const Value& operand : i.operands) open.push_back(operand.instruction);
    }
  }

  int64_t InnerBytes(const Chain& chain) const {
    int64_t bytes = 0;
    for (const auto& [k, d] : chain) bytes += IsOutput(chain, k) || IsCheap(c_, chain, k) ? 0 : c_.instructions[k].shape().ByteSize();
    return bytes;
  }

  const Module& module_;
  const Computation& c_;
  IdVector<std::vector<int32_t>> users_;
  IdVector<bool> is_result_;
};

// One turn: the members for some rows, and the outputs with these in their places.
class Turn {
 public:
  Turn(ModuleEmitter& e, const Computation& old, const RowChain& chain, int64_t rows)
      : e_(e), old_(old), chain_(chain), rows_(rows), made_(old.instructions.size()) {}

  std::map<Value, Value> outside;  // values of the entry: parameters of the body

  void Make(Value turn) {
    first_ = rows_ == 1 ? turn : e_.Binary(Op::kMultiply, turn, Index(e_, rows_));
    if (chain_.rows % rows_ != 0) first_ = e_.Binary(Op::kMinimum, first_, Index(e_, chain_.rows - rows_));
    for (const auto& [k, dimension] : chain_.dimensions) {
      Instruction i = old_.instructions[k];
      e_.location = i.location, e_.name = i.name;
      for (size_t o = 0; o < i.operands.size(); ++o) i.operands[o] = Operand(k, o, dimension);
      if (dimension != kAllRows) TakeRows(i, dimension, rows_);
      const bool counts = i.op == Op::kIota && i.Int(Attr::kIotaDimension) == dimension;
      const Shape shape = i.shape();
      made_[k] = e_.Add(std::move(i));
      if (counts) made_[k] = e_.Binary(Op::kAdd, made_[k], e_.Broadcast(e_.Convert(first_, shape.element_type), shape, {}));
    }
  }

  Value Updated(int32_t output, Value whole) {
    IdVector<Value> operands = Start(whole, chain_.dimensions.at(output));
    operands.insert(operands.begin(), {whole, made_[output]});
    return e_.Make(Op::kDynamicUpdateSlice, e_.shape(whole), operands);
  }

 private:
  // Where this turn's rows begin.
  IdVector<Value> Start(Value array, int64_t dimension) {
    IdVector<Value> at(e_.shape(array).dims.size(), Index(e_, 0));
    at[dimension] = first_;
    return at;
  }

  Value Operand(int32_t k, size_t o, int64_t dimension) {
    const Instruction& i = old_.instructions[k];
    const Value operand = i.operands[o];
    const RowSource source = dimension == kAllRows ? RowSource{Kind::kWhole, -1} : RowSourceOf(old_, i, o, dimension);
    if (chain_.dimensions.count(operand.instruction) != 0) return made_[operand.instruction];
    Shape shape = old_.shape(operand);
    if (source.kind == Kind::kRows) shape.dims[source.dimension] = rows_;
    if (IsOneElement(old_.at(operand))) {
      const Literal& all = old_.at(operand).LiteralValue();
      const auto element = all.bytes().first(StorageBytes(all.type()));
      return e_.Broadcast(e_.Constant(Literal(Shape::Scalar(all.type()), {element.begin(), element.end()})), shape, {});
    }
    const Value array = outside.at(operand);
    if (source.kind == Kind::kWhole) return array;
    const auto [found, fresh] = slices_.try_emplace({operand, source.dimension});
    if (fresh) {
      IdVector<Value> operands = Start(array, source.dimension);
      operands.insert(operands.begin(), array);
      found->second = e_.Make(Op::kDynamicSlice, shape, operands, {{Attr::kSliceSizes, std::vector<int64_t>(shape.dims)}});
    }
    return found->second;
  }

  ModuleEmitter& e_;
  const Computation& old_;
  const RowChain& chain_;
  const int64_t rows_;
  Value first_;
  IdVector<Value> made_;
  std::map<std::pair<Value, int64_t>, Value> slices_;
};

// The entry again: what the loop reads, the loop, what reads it.
class Roller {
 public:
  Roller(const Module& module, const RowChain& chain, int64_t rows) : module_(module), old_(module.main()), chain_(chain), rows_(rows) {}

  Module Run() {
    Module out = module_;
    NewRegions regions{out.computations.size(), {}};
    Computation fresh = EmptyLike(old_);
    ModuleEmitter e(fresh, &regions);
    Sort();
    map_.resize(old_.instructions.size());
    for (int32_t k = 0; k < old_.instructions.count(); ++k) {
      if (!behind_[k] && (chain_.dimensions.count(k) == 0 || IsCheap(old_, chain_.dimensions, k))) Copy(e, k);
    }
    AddLoop(e);
    for (int32_t k = 0; k < old_.instructions.count(); ++k) {
      if (behind_[k]) Copy(e, k);
    }
    for (const Value& result : old_.results) fresh.results.push_back(map_[result.instruction][result.result]);
    out.computations[out.entry] = std::move(fresh);
    for (Computation& region : regions.computations) out.computations.push_back(std::move(region));
    return out;
  }

 private:
  // What is behind the loop, its outputs and what it reads.
  void Sort() {
    const Finder finder(module_);
    bool effect_behind = false;
    behind_.resize(old_.instructions.size());
    std::set<Value> read;
    for (int32_t k = 0; k < old_.instructions.count(); ++k) {
      const Instruction& i = old_.instructions[k];
      const bool inside = chain_.dimensions.count(k) != 0;
      for (const Value& operand : i.operands) {
        const int32_t from = operand.instruction;
        const bool made = chain_.dimensions.count(from) != 0;
        if (!inside && (behind_[from] || (made && !IsCheap(old_, chain_.dimensions, from)))) behind_[k] = true;
        if (inside && !made && !IsOneElement(old_.at(operand))) read.insert(operand);
      }
      if (HasEffect(module_, i)) effect_behind = behind_[k] = behind_[k] || effect_behind;
      if (inside && !IsCheap(old_, chain_.dimensions, k) && finder.IsOutput(chain_.dimensions, k)) outputs_.push_back(k);
    }
    read_.assign(read.begin(), read.end());
  }

  void Copy(ModuleEmitter& e, int32_t k) {
    Instruction instruction = old_.instructions[k];
    for (Value& operand : instruction.operands) operand = map_[operand.instruction][operand.result];
    const size_t results = instruction.shapes.size();
    const Value first = e.Add(std::move(instruction));
    map_[k].clear();
    for (size_t r = 0; r < results; ++r) map_[k].push_back({first.instruction, static_cast<int32_t>(r)});
  }

  void AddLoop(ModuleEmitter& e) {
    const Instruction& last = old_.instructions[outputs_.back()];
    e.location = last.location, e.name = last.name;
    IdVector<Value> carried, invariant;
    for (const int32_t k : outputs_) carried.push_back(e.Splat(old_.instructions[k].shape(), 0));
    for (const Value& v : read_) invariant.push_back(map_[v.instruction][v.result]);
    const int64_t turns = (chain_.rows + rows_ - 1) / rows_;
    const auto body = [&](ModuleEmitter& b, Value number, const IdVector<Value>& whole, const IdVector<Value>& in) {
      Turn turn(b, old_, chain_, rows_);
      for (size_t r = 0; r < read_.size(); ++r) turn.outside[read_[r]] = in[r];
      turn.Make(number);
      IdVector<Value> results;
      for (size_t r = 0; r < outputs_.size(); ++r) results.push_back(turn.Updated(outputs_[r], whole[r]));
      return results;
    };
    const IdVector<Value> made = CountedLoop(e, turns, carried, invariant, body);
    for (size_t r = 0; r < outputs_.size(); ++r) map_[outputs_[r]] = {made[r]};
    e.computation().instructions[made[0].instruction].extra[kRowsKey] =
        std::to_string(rows_) + " of " + std::to_string(chain_.rows) + " rows a turn, for --ram";
  }

  const Module& module_;
  const Computation& old_;
  const RowChain& chain_;
  const int64_t rows_;
  IdVector<bool> behind_;
  std::vector<int32_t> outputs_;
  std::vector<Value> read_;
  IdVector<IdVector<Value>> map_;
};

}  // namespace

std::vector<RowChain> FindRowChains(const Module& module, int64_t least) { return Finder(module).Find(least); }

Module RollRowChain(const Module& module, const RowChain& chain, int64_t rows) { return Roller(module, chain, rows).Run(); }

}  // namespace mote
