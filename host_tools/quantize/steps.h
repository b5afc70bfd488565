// FindSteps: which parts of a float computation have an integer form, and where each begins and ends. What a product, sum or mean is
// multiplied by and added to afterwards, and the bounds that follow, belong to it.
#pragma once

#include <limits>
#include <set>
#include <string>
#include <vector>

#include "hlo/module.h"
#include "quantize/moments.h"

namespace mote {

enum class IntegerForm : uint8_t {
  kProduct,   // convolution or dot: constant weights by channel, or two values
  kScale,     // a factor and an offset a channel
  kSum,       // of two values, or their difference
  kMultiply,  // two values, element by element
  kMean,      // a sum over a window or dimensions
  kMove,      // elements as they are, one format for all
  kExtreme,   // largest or smallest: of a window, of dimensions, of two values; one format for all
  kTable,     // a function of one value, element by element
  kSoftmax,
};
const char* NameOf(IntegerForm form);

// clamp(x · factor + offset, low, high), one factor and offset or one a channel.
struct Tail {
  std::vector<double> factors = {1}, offsets = {0};
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

struct IntegerStep {
  IntegerForm form{};
  int32_t first = -1, last = -1;  // instructions: whose form it is, and whose result it gives
  std::vector<Value> inputs;      // floats that it reads, constants aside
  Tail tail = {};
  int64_t channel =
      -1;  // of a product with constant weights, or a scale: the dimension of its result whose indices have their own; -1: none has
  ElementType weights = ElementType::kS8;  // of a product with constant weights: s8, or s16 with sums of 64 bits
  // Of a product with constant weights, by the channel of its input; empty: 1.
  std::vector<double> input_factors = {};  // the input is stored divided by these
  std::shared_ptr<const InputMoments> moments = nullptr;  // likewise; without, each weight is rounded by itself
  std::vector<double> equalised = {};      // of any step, by `channel`: its result is stored divided by these
};

struct IntegerSteps {
  std::vector<IntegerStep> list;     // all are needed, in program order
  IdVector<int32_t> by_result;       // of each instruction: the step that gives its result, or -1
  IdVector<bool> floats;             // instructions that stay as they are and are needed, constants aside
};

// Of the entry of a prepared module (prepare.h). `kept`: instructions (IntegerStep::first) that shall stay floats.
IntegerSteps FindSteps(const Module& prepared, const std::set<int32_t>& kept = {});

// A value that follows from constants; `element` of one whose elements are all equal.
std::optional<Literal> ConstantAt(const Module& module, Value v);
std::optional<double> SplatAt(const Module& module, Value v);

// "convolution %25": an instruction for people.
std::string Label(const Computation& computation, int32_t instruction);

}  // namespace mote
