// What the families of operations choose from: types, extents, windows, operands that are parameters or constants.
#pragma once

#include <random>

#include "hlo/builder.h"
#include "random_case.h"

namespace mote {

class CaseMaker {
 public:
  explicit CaseMaker(uint32_t seed) : random_(seed), builder_("sweep") {}

  Builder& b() { return builder_; }
  uint32_t Below(uint32_t n) { return n == 0 ? 0 : static_cast<uint32_t>(random_() % n); }
  bool OneIn(uint32_t n) { return Below(n) == 0; }
  int64_t In(int64_t low, int64_t high) { return low + Below(static_cast<uint32_t>(high - low + 1)); }
  template <class T>
  T Pick(std::initializer_list<T> list) {
    return list.begin()[Below(static_cast<uint32_t>(list.size()))];
  }

  // Of an array: mostly a few, sometimes 0 or 1, seldom more than a strip's worth.
  int64_t Extent() { return OneIn(14) ? 0 : OneIn(5) ? 1 : OneIn(25) ? Pick<int64_t>({33, 65, 130}) : In(2, 6); }
  int64_t Positive() { return std::max<int64_t>(Extent(), 1); }
  Ints Extents(size_t rank);
  Ints Permutation(size_t rank);
  // A selection of `count` of the numbers below `rank`, in increasing order.
  Ints Some(size_t rank, size_t count);
  // Half of the time f32, which has routines; seldom one of the rarer types.
  ElementType Type() { return OneIn(8) ? Pick({ElementType::kC64, ElementType::kC128}) : OrderedType(); }
  ElementType OrderedType() {
    if (OneIn(8)) return Pick({ElementType::kU8, ElementType::kS64, ElementType::kBF16, ElementType::kF64});
    return Pick({ElementType::kF32, ElementType::kF32, ElementType::kF32, ElementType::kS32, ElementType::kS8, ElementType::kF16});
  }

  // An operand of the operation: a parameter, at times a constant. The first one is a parameter. Before other operations.
  struct Wish {
    Shape shape;
    int64_t low = -4, high = 4;  // of the values
  };
  Operands MakeOperands(const std::vector<Wish>& wishes);
  Operands Parameters(std::vector<Literal> values);
  // What comes before and after an operation in a program, now and then: something element-wise.
  Operand Before(Operand x);
  Operand After(Operand x);

  std::vector<Literal> TakeInputs() { return std::move(inputs_); }

 private:
  std::mt19937 random_;
  Builder builder_;
  std::vector<Literal> inputs_;
};

// One function a family; each gives the results, none when it has no luck.
using CaseFunction = Operands (*)(CaseMaker& m);
struct CaseFamily {
  const char* operation;
  CaseFunction make;
};
extern const std::vector<CaseFamily> kWindowFamilies;    // window_cases.cpp
extern const std::vector<CaseFamily> kMovementFamilies;  // movement_cases.cpp
extern const std::vector<CaseFamily> kIndexFamilies;     // index_cases.cpp
extern const std::vector<CaseFamily> kSortFamilies;      // sort_cases.cpp

}  // namespace mote
