// RandomGraph: StepGraphs with branches, loops, updates of windows and exchanged carried values, by seed. Loops end after three turns.
#pragma once

#include <random>
#include <vector>

#include "graph_maker.h"

namespace mote {

class RandomGraph {
 public:
  // `control`: with loops and branches.
  explicit RandomGraph(uint32_t seed, bool control = true) : random_(seed), control_(control) {
    for (int i = 0; i < 3; ++i) values_.push_back(g_.Input(kSizes[Pick(2)]));
    values_.push_back(g_.Constant(kSizes[0], 0.5f));
    values_.push_back(g_.Constant(kSizes[1], 0.125f));
    at_ = g_.Constant(1);
    g_.graph.buffers[static_cast<size_t>(at_)].constant = Literal(Shape::Array(ElementType::kS32, {1}));
    Fill(0, 4 + Pick(10), 0);
    for (int i = 0; i < 3; ++i) {
      const BufferId v = values_[values_.size() - 1 - Pick(3)];
      const BufferId out = g_.Output(g_.Elements(v));
      Pick(2) == 0 ? g_.Reverse(v, out) : g_.Copy(v, out);
    }
  }
  StepGraph graph() { return g_.graph; }

 private:
  static constexpr int64_t kSizes[2] = {16, 40};
  uint32_t Pick(uint32_t count) { return random_() % count; }
  BufferId Any() { return values_[Pick(static_cast<uint32_t>(values_.size()))]; }
  BufferId AnyOf(int64_t elements) {
    for (int i = 0; i < 20; ++i) {
      const BufferId b = Any();
      if (g_.Elements(b) == elements) return b;
    }
    return g_.Constant(elements, 0.25f);
  }

  void Fill(int32_t block, uint32_t steps, int depth) {
    for (uint32_t s = 0; s < steps; ++s) {
      const uint32_t kind = Pick(control_ && depth < 2 ? 10 : 8);
      if (kind < 3) {
        const BufferId a = Any(), out = g_.Temporary(g_.Elements(a));
        g_.Sum({a, AnyOf(g_.Elements(a))}, out, block);
        values_.push_back(out);
      } else if (kind < 5) {
        const BufferId a = Any(), out = g_.Temporary(g_.Elements(a));
        g_.Reverse(a, out, block);
        values_.push_back(out);
      } else if (kind < 8) {
        const BufferId a = AnyOf(kSizes[1]), out = g_.Temporary(kSizes[1]);
        g_.Copy(a, out, block);
        g_.Update(AnyOf(kSizes[0]), at_, out, block);
        values_.push_back(out);
      } else if (kind == 8) {
        AddLoop(block, depth);
      } else {
        AddBranches(block, depth);
      }
    }
  }

  // Two values are carried, sometimes exchanged; the counter goes up by 0.4 until it passes 1.
  void AddLoop(int32_t block, int depth) {
    const BufferId zero = g_.Constant(1, 0), step = g_.Constant(1, 0.4f), i = g_.Temporary(1), j = g_.Temporary(1), flag = g_.Predicate();
    const BufferId first = AnyOf(kSizes[1]), second = AnyOf(kSizes[1]), x = g_.Temporary(kSizes[1]), y = g_.Temporary(kSizes[1]);
    g_.Copy(zero, i, block);
    g_.Copy(first, x, block);
    g_.Copy(second, y, block);
    const int32_t condition = g_.Block(), body = g_.Block();
    g_.Test(i, flag, condition);
    const size_t before = values_.size();
    values_.push_back(x);
    values_.push_back(y);
    Fill(body, 1 + Pick(4), depth + 1);
    g_.Sum({i, step}, j, body);
    const BufferId next = AnyOf(kSizes[1]), aside = g_.Temporary(kSizes[1]);
    const bool exchange = Pick(2) == 0;
    g_.Copy(exchange ? y : next, aside, body);
    if (exchange) g_.Copy(x, y, body);
    g_.Copy(aside, x, body);
    g_.Copy(j, i, body);
    values_.resize(before);
    g_.While(flag, condition, body, block);
    values_.push_back(x);
    values_.push_back(y);
  }

  void AddBranches(int32_t block, int depth) {
    const BufferId flag = g_.Predicate(), result = g_.Temporary(kSizes[Pick(2)]);
    g_.Test(Any(), flag, block);
    const std::vector<int32_t> branches = {g_.Block(), g_.Block()};
    for (int32_t branch : branches) {
      const size_t before = values_.size();
      Fill(branch, Pick(3), depth + 1);
      g_.Copy(AnyOf(g_.Elements(result)), result, branch);
      values_.resize(before);
    }
    g_.If(flag, branches, block);
    values_.push_back(result);
  }

  std::mt19937 random_;
  bool control_;
  GraphMaker g_;
  std::vector<BufferId> values_;
  BufferId at_ = 0;
};

}  // namespace mote
