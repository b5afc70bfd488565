// WordEmitter: arithmetic of fixed-point words (s16, s32, s64 with a power of two as their step), appended to a computation. Every word
// knows how large it can be, so that sums and products take the narrowest type that holds them, and what does not fit a format is
// saturated.
#pragma once

#include <cmath>
#include <functional>

#include "passes/emitter.h"

namespace mote {

// How a value is stored: real = stored · 2^exponent.
struct WordFormat {
  int bits = 32;  // 16, 32; 64: of which 48 are used
  int exponent = 0;

  ElementType type() const { return bits == 16 ? ElementType::kS16 : bits == 32 ? ElementType::kS32 : ElementType::kS64; }
  double scale() const { return std::ldexp(1.0, exponent); }
  // The least is its negative. 32 bits leave room for the half that is added before digits are shifted out.
  int64_t most() const { return bits == 16 ? 32767 : bits == 32 ? 0x7e000000 : (int64_t{1} << 47) - 1; }
  int64_t Stored(double real) const;  // the nearest, saturated; 0 for what is no number
  bool operator==(const WordFormat&) const = default;
  auto operator<=>(const WordFormat&) const = default;
};
// The finest that holds reals up to `magnitude`.
WordFormat WordFormatFor(int bits, double magnitude);

// Integers of the program between formats: |stored| ≤ bound ≤ 2^62.
struct Word {
  Value v;
  int exponent = 0;
  double bound = 0;
  bool constant = false;  // gives up digits first, where a product would be too wide
};

class WordEmitter {
 public:
  WordEmitter(Computation& computation, NewRegions& regions) : e(computation, &regions) {}

  Word Of(Value v, WordFormat f) const { return {v, f.exponent, static_cast<double>(f.most())}; }
  Value Fit(Word w, WordFormat to);  // rounded (halves up) and saturated
  // For a result in `out`: of 32 bits it may lack the last four digits, so that s32 is enough for everything on the way.
  Word Sum(Word a, Word b, WordFormat out, bool minus = false);
  Word Product(Word a, Word b, WordFormat out);
  // Nothing lost that 62 bits hold.
  Word Sum(Word a, Word b, bool minus = false);
  Word Product(Word a, Word b);
  // a / b, exact to half a step of `out`; what a division by zero gives is left open.
  Word Quotient(Word a, Word b, WordFormat out);
  // `terms`: the largest sum of magnitudes that an element of a is multiplied by, in steps of b.
  Word Contraction(const Instruction& product, Word a, Word b, double terms);
  Word SumOver(Word a, const std::vector<int64_t>& dimensions);
  Value Compare(const std::string& direction, Word a, Word b);
  Word Whole(Word a, bool up);  // floor, or ceil

  // Functions by tables of straight lines over the leading digits. Exact to about 2^-17 of the result; of the logarithm, of 1.
  Word Logarithm(Word x);   // -2^30 steps of 2^-24 for what is not above zero
  Word Root(Word x);        // 0 likewise
  Word InverseRoot(Word x); // the largest likewise
  Word Exponential(Word x, WordFormat out);
  // f between two reals by up to 1024 lines, constant outside. `f` gives its values at these.
  using Function = std::function<Result<std::vector<double>>(const std::vector<double>& reals)>;
  Result<Word> Lines(Word x, double low, double high, const Function& f);

  Value Splat(Value like, int64_t value) { return Splat(like, value, e.shape(like).element_type); }  // of its dimensions
  Value Splat(Value like, int64_t value, ElementType type);
  Value Select(Value where, Value a, Value b) { return e.Make(Op::kSelect, e.shape(a), {where, a, b}); }

  ModuleEmitter e;

 private:
  static ElementType TypeFor(double bound) { return bound < 0x1p31 ? ElementType::kS32 : ElementType::kS64; }
  Word ShiftedRight(Word w, int digits);  // rounded; the exponent grows
  Word ShiftedLeft(Word w, int digits);
  Word AtExponent(Word w, int exponent) {
    return exponent > w.exponent ? ShiftedRight(w, exponent - w.exponent) : ShiftedLeft(w, w.exponent - exponent);
  }
  Word Clamped(Word w, double most);
  std::pair<Word, Word> Aligned(Word a, Word b);
  // The coarsest last digit that a value on its way to `out` may have.
  static int CoarsestFor(WordFormat out) {
    return out.bits == 32 ? out.exponent + 4 : out.bits == 16 ? out.exponent - 3 : out.exponent - 64;
  }
  // Such that the product of their bounds and `terms` is at most 2^62: by digits of a constant, then of the larger one.
  std::pair<Word, Word> Narrowed(Word a, Word b, double terms);
  struct Normal {
    Value mantissa;  // s32 from 2^30 to 2^31; whatever for what is not above zero
    Value power;     // s32: x = mantissa · 2^(power - 30), in steps of x
  };
  Normal Normalised(Word x);
  Value AboveZero(Word x) { return e.Compare("GT", x.v, Splat(x.v, 0)); }
  // Between neighbours of a table: the element at `index`, and `part` of `digits` digits of the way to the next.
  Value Between(const std::vector<int64_t>& table, Value index, Value part, int digits);
  Value Looked(const std::vector<int64_t>& table, Value index);
  // Of digits from 2^30 to 2^31, 256 lines.
  Value OfMantissa(Value mantissa, const std::function<double(double)>& f, int exponent, bool from_half = false);
  Word RootLike(Word x, const std::function<double(double)>& f, bool inverse);
  // w · 2^power, by a shift that only the run knows, in steps of 2^exponent.
  Word Powered(Value digits, int exponent, Value power, int least_power, int most_power);
};

}  // namespace mote
