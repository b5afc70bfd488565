// Reads the counter of a loop off its condition and body.
#include "select/trip_count.h"

namespace mote {
namespace {

class LoopReader {
 public:
  LoopReader(const Module& module, const Computation& around, int32_t at)
      : around_(around),
        loop_(around.instructions[at]),
        condition_(module.computations[loop_.called[0]]),
        body_(module.computations[loop_.called[1]]) {}

  std::optional<int64_t> Count() const {
    const Instruction& test = condition_.at(condition_.results[0]);
    if (test.op != Op::kCompare || !IsInteger(condition_.shape(test.operands[0]).element_type)) return std::nullopt;
    if (const auto turns = CountOf(test, 0, test.Text(Attr::kComparisonDirection))) return turns;
    return CountOf(test, 1, Mirrored(test.Text(Attr::kComparisonDirection)));
  }

 private:
  static std::string Mirrored(const std::string& direction) {
    if (direction == "LT") return "GT";
    if (direction == "LE") return "GE";
    if (direction == "GT") return "LT";
    return direction == "GE" ? "LE" : direction;
  }

  // The counter is operand `side` of the comparison, which reads "counter `direction` limit".
  std::optional<int64_t> CountOf(const Instruction& test, size_t side, const std::string& direction) const {
    const Value counter = test.operands[side];
    const size_t number = counter.instruction;
    if (number >= static_cast<size_t>(loop_.declared_operands()) || counter.result != 0) return std::nullopt;
    const auto limit = InRegion(condition_, test.operands[1 - side]), start = Outside(loop_.operands[number]);
    const auto step = StepOf(number);
    if (!limit || !start || !step || *step == 0) return std::nullopt;
    const auto turns = Turns(*start, *limit, *step, direction);
    const bool wraps = turns && !Holds(condition_.shape(counter).element_type, *start + static_cast<__int128>(*turns) * *step);
    return wraps ? std::nullopt : turns;
  }

  static bool Holds(ElementType type, __int128 value) {
    const __int128 values = __int128{1} << BitWidth(type), least = IsUnsigned(type) ? 0 : -values / 2;
    return value >= least && value < least + values;
  }

  static std::optional<int64_t> Turns(__int128 start, __int128 limit, __int128 step, const std::string& direction) {
    __int128 way = direction == "LE" ? limit + 1 - start : direction == "GE" ? limit - 1 - start : limit - start;
    const bool up = direction == "LT" || direction == "LE", down = direction == "GT" || direction == "GE";
    if ((up && step < 0) || (down && step > 0)) return (up ? way <= 0 : way >= 0) ? std::optional<int64_t>(0) : std::nullopt;
    if (direction == "EQ" || (direction == "NE" && (way % step != 0 || way / step < 0))) return std::nullopt;
    if (step < 0) step = -step, way = -way;
    const __int128 turns = way <= 0 ? 0 : (way + step - 1) / step;
    return turns > INT64_MAX ? std::nullopt : std::optional<int64_t>(static_cast<int64_t>(turns));
  }

  // What the body adds to the carried value `number`.
  std::optional<int64_t> StepOf(size_t number) const {
    const Instruction& next = body_.at(body_.results[number]);
    if (next.op != Op::kAdd && next.op != Op::kSubtract) return std::nullopt;
    const Value carried{static_cast<int32_t>(number), 0};
    if (next.operands[0] == carried) {
      const auto step = InRegion(body_, next.operands[1]);
      return step && next.op == Op::kSubtract ? std::optional<int64_t>(-*step) : step;
    }
    return next.op == Op::kAdd && next.operands[1] == carried ? InRegion(body_, next.operands[0]) : std::nullopt;
  }

  static std::optional<int64_t> Constant(const Instruction& i) {
    if (i.op != Op::kConstant || !i.shape().IsScalar() || !IsInteger(i.shape().element_type)) return std::nullopt;
    const int64_t value = i.LiteralValue().IntegerAt(0);
    return value < 0 && IsUnsigned(i.shape().element_type) ? std::nullopt : std::optional<int64_t>(value);
  }

  std::optional<int64_t> Outside(Value v) const { return Constant(around_.at(v)); }

  // A constant of the region itself, or one from outside that no turn changes.
  std::optional<int64_t> InRegion(const Computation& region, Value v) const {
    const size_t number = v.instruction;
    if (number >= region.parameters.size()) return Constant(region.at(v));
    const bool carried = number < static_cast<size_t>(loop_.declared_operands());
    if (carried && body_.results[number] != Value{v.instruction, 0}) return std::nullopt;
    return Outside(loop_.operands[number]);
  }

  const Computation& around_;
  const Instruction& loop_;
  const Computation& condition_;
  const Computation& body_;
};

}  // namespace

std::optional<int64_t> TripCount(const Module& module, const Computation& computation, int32_t at) {
  return LoopReader(module, computation, at).Count();
}

}  // namespace mote
