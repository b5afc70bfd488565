// Expression: what one element of bytes is made of, element by element, as whoever proves a form of it asks: its values where its arrays
// have given ones, and the slopes of the real function that it rounds.
#pragma once

#include <map>
#include <set>

#include "fixed/fixed_operation.h"

namespace mote {

// A dot or convolution of integers.
bool IsSumOfProducts(const Instruction& i);
// A gather that looks single elements up.
bool IsGatherOfElements(const Instruction& i);

// An expression of elements, and the arrays that it is made of: bytes, the sums of windows, or those of products.
class Expression {
 public:
  // `leaf`: the type of the arrays, of bytes or of halfwords.
  Expression(const FormContext& c, const Instruction& last, ElementType leaf = ElementType::kS8) : c_(c), last_(last), leaf_(leaf) {}

  // False where it is made of anything else.
  bool Collect();

  // Its values where the leaves have these, all of one shape; where it is by channel its last dimension is channels().
  std::optional<Literal> ValuesAt(const std::vector<Literal>& of_leaves);
  // The same where one value of it is this, whatever the leaves are.
  std::optional<Literal> ValuesAt(Value inner, const Literal& of_inner);
  // Of a value within it.
  std::optional<Literal> ValuesOf(Value inner, const std::vector<Literal>& of_leaves);

  // The factor of each leaf where the real function is a weighted sum of them, between its bounds.
  std::optional<std::vector<double>> Slopes() const { return SlopesOf(last_); }
  // Likewise of a value within it; and the factor of such a value in the result.
  std::optional<std::vector<double>> SlopesAt(Value v) const;
  std::optional<double> SlopeFrom(Value inner);

  // The factor of the one leaf in a channel.
  std::optional<double> SlopeIn(int64_t channel);
  // Whether it does not fall where its one leaf, up to kMostSum, rises: all that lies between rounds, clamps, moves and scales up.
  static constexpr int64_t kMostSum = int64_t{1} << 30;
  bool Rises() const;

  // The one product of two numbers that are no constants; nothing where there are none or several.
  std::optional<Value> Product() const;
  const Instruction& at(Value v) const { return c_.e.at(v); }

  // Whether the function is another one in each channel of the last dimension.
  bool by_channel() const { return by_channel_; }
  int64_t channels() const { return last_.shape().dims.empty() ? 1 : last_.shape().dims.back(); }

  std::vector<Value> leaves;

 private:
  bool Rises(Value v) const;
  bool Rises(const Instruction& i) const;
  bool IsPositive(Value constant) const;
  bool IsSmall(Value constant) const;
  bool CollectFrom(const Instruction& user, size_t k);
  bool TakeConstant(const Instruction& user, size_t k, const Literal& known);
  std::optional<Literal> ValueOf(const Instruction& i, const Dims& dims);
  std::optional<Literal> ValueOf(Value v, const Dims& dims);
  std::optional<double> ConstantAt(Value v) const;
  std::optional<std::vector<double>> SlopesOf(const Instruction& i) const;

  const FormContext& c_;
  const Instruction& last_;
  const ElementType leaf_;
  bool wide_ = false;  // something between the leaves and the result is wider than they are
  bool by_channel_ = false;
  std::optional<Value> inner_;  // which slopes are asked of, for the time of the question
  int64_t channel_ = -1;        // that they are asked of; -1: of all
  std::set<Value> seen_;
  std::map<Value, Literal> constants_, values_;  // constants: scalars, rows of one element a channel, or tables
};

// Every byte, in order, `channels` times each, by channels where there are several.
Literal AllBytes(int64_t channels);
// Every pair of bytes; the first changes slowly.
std::vector<Literal> AllPairs();

// Forms of an expression of one leaf, by channel, or of the sums of products; and of two.
std::optional<std::vector<Value>> FormProductOf(const FormContext& c, const Instruction& last, Expression& expression);
std::optional<std::vector<Value>> FormLines(const FormContext& c, const Instruction& last, Expression& expression);
std::optional<std::vector<Value>> FormMultiply(const FormContext& c, const Instruction& last, Expression& expression);

}  // namespace mote
