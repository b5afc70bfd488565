// Arithmetic and functions of fixed-point words against arithmetic of doubles, at the ends of their ranges too.
#include <cmath>

#include "quantize/word_emitter.h"
#include "quantize_testing.h"

namespace mote {
namespace {

using Made = std::function<Word(WordEmitter&, const std::vector<Word>&)>;

// The reals that `made` gives of words stored in these formats, element by element.
std::vector<double> RealsOf(const std::vector<WordFormat>& formats, const std::vector<std::vector<int64_t>>& stored, const Made& made) {
  Module module;
  module.computations.resize(1);
  module.entry = 0;
  Computation entry;
  entry.name = "main";
  entry.is_public = true;
  NewRegions regions{1, {}};
  WordEmitter w(entry, regions);
  std::vector<Word> words;
  std::vector<Literal> inputs;
  for (size_t k = 0; k < formats.size(); ++k) {
    const Shape shape = Shape::Array(formats[k].type(), {static_cast<int64_t>(stored[k].size())});
    words.push_back(w.Of(w.e.Parameter(shape), formats[k]));
    inputs.emplace_back(shape);
    for (size_t i = 0; i < stored[k].size(); ++i) inputs.back().SetInteger(static_cast<int64_t>(i), stored[k][i]);
  }
  const Word result = made(w, words);
  entry.results = {result.v};
  module.computations[0] = entry;
  for (const Computation& region : regions.computations) module.computations.push_back(region);
  EXPECT_TRUE(Verify(module).empty()) << (Verify(module).empty() ? "" : Verify(module)[0].text);
  const auto got = Ran(module, inputs);
  EXPECT_TRUE(got.ok()) << (got.ok() ? "" : got.error().text);
  std::vector<double> reals;
  for (int64_t i = 0; got.ok() && i < (*got)[0].size(); ++i) {
    const auto value = static_cast<double>((*got)[0].IntegerAt(i));
    EXPECT_LE(std::fabs(value), result.bound);
    reals.push_back(std::ldexp(value, result.exponent));
  }
  return reals;
}

// Whole numbers of every size up to the format's largest.
std::vector<int64_t> Sizes(WordFormat f, size_t count, uint64_t seed, bool negative) {
  Reals random(seed);
  std::vector<int64_t> values = {1, 2, 3, f.most() - 1, f.most()};
  while (values.size() < count) values.push_back(std::llround(std::exp2(random.Between(0, std::log2(static_cast<double>(f.most()))))));
  if (negative) {
    for (size_t i = 0; i < count; i += 2) values[i] = -values[i];
  }
  return values;
}

constexpr WordFormat kFormats[] = {{16, -11}, {16, 4}, {32, -30}, {32, -7}, {32, 5}, {64, -33}, {64, -40}};

TEST(Words, FormatsAreTheFinestThatHoldAValue) {
  for (const int bits : {16, 32, 64}) {
    for (const double magnitude : {1.0, 0.3, 5e-7, 32767.0, 32768.0, 1e9, 2147483647.0}) {
      const WordFormat f = WordFormatFor(bits, magnitude);
      const WordFormat finer{bits, f.exponent - 1};
      EXPECT_LE(std::nearbyint(magnitude / f.scale()), static_cast<double>(f.most()));
      EXPECT_GT(std::nearbyint(magnitude / finer.scale()), static_cast<double>(f.most()));
    }
  }
  EXPECT_EQ(WordFormatFor(16, 32767.0).exponent, 0);
  EXPECT_EQ(WordFormatFor(16, 32768.0).exponent, 1);
}

TEST(Words, FittingRoundsHalvesUpAndSaturates) {
  const std::vector<int64_t> stored = {0,  1,  2,      3,      5,      6,          7,       -1,      -2,
                                       -3, -6, 131066, 131067, 131070, 0x7e000000, -131066, -131070, -0x7e000000};
  const auto fit = [](WordEmitter& w, const std::vector<Word>& x) {
    return w.Of(w.Fit(x[0], {16, 0}), {16, 0});
  };
  const auto got = RealsOf({{32, -2}}, {stored}, fit);
  ASSERT_EQ(got.size(), stored.size());
  for (size_t i = 0; i < got.size(); ++i) {
    const double quarter = static_cast<double>(stored[i]) / 4;
    EXPECT_EQ(got[i], std::clamp(std::floor(quarter + 0.5), -32767.0, 32767.0)) << stored[i];
  }
  const auto left = RealsOf({{32, 3}}, {{1, -1, 4095, 4096, -4096, 0x7e000000}}, fit);
  EXPECT_EQ(left[0], 8);
  EXPECT_EQ(left[1], -8);
  EXPECT_EQ(left[2], 32760);
  EXPECT_EQ(left[3], 32767);
  EXPECT_EQ(left[4], -32767);
  EXPECT_EQ(left[5], 32767);
}

// Exact where 62 bits hold it, else within a unit of what they hold.
TEST(Words, SumsAndProducts) {
  for (const WordFormat a : kFormats) {
    for (const WordFormat b : kFormats) {
      const auto x = Sizes(a, 64, 1, true), y = Sizes(b, 64, 2, false);
      const auto sums = RealsOf({a, b}, {x, y}, [](WordEmitter& w, const std::vector<Word>& v) { return w.Sum(v[0], v[1]); });
      const auto products = RealsOf({a, b}, {x, y}, [](WordEmitter& w, const std::vector<Word>& v) { return w.Product(v[0], v[1]); });
      const double reach = static_cast<double>(a.most()) * a.scale() + static_cast<double>(b.most()) * b.scale();
      const double largest = static_cast<double>(a.most()) * a.scale() * static_cast<double>(b.most()) * b.scale();
      for (size_t i = 0; i < x.size(); ++i) {
        const double p = static_cast<double>(x[i]) * a.scale(), q = static_cast<double>(y[i]) * b.scale();
        EXPECT_NEAR(sums[i], p + q, reach * 0x1p-51);
        EXPECT_NEAR(products[i], p * q, largest * (a.bits + b.bits > 80 ? 0x1p-29 : 0x1p-51));
      }
    }
  }
}

// On the way to 16 bits: half a step and what is rounded on the way. To 32 bits: the last four digits may be missing.
TEST(Words, SumsAndProductsForAResult) {
  for (const WordFormat a : {WordFormat{16, -11}, WordFormat{32, -30}, WordFormat{32, -24}}) {
    for (const WordFormat b : {WordFormat{16, -9}, WordFormat{32, -27}, WordFormat{32, -31}}) {
      const auto x = Sizes(a, 256, 1, true), y = Sizes(b, 256, 2, false);
      const double p = static_cast<double>(a.most()) * a.scale(), q = static_cast<double>(b.most()) * b.scale();
      for (const int bits : {16, 32}) {
        for (const double part : {1.0, 0.3, 0.01}) {
          const WordFormat sum = WordFormatFor(bits, (p + q) * part), product = WordFormatFor(bits, p * q * part);
          const auto sums = RealsOf({a, b}, {x, y}, [&](WordEmitter& w, const std::vector<Word>& v) {
            return w.Of(w.Fit(w.Sum(v[0], v[1], sum), sum), sum);
          });
          const auto products = RealsOf({a, b}, {x, y}, [&](WordEmitter& w, const std::vector<Word>& v) {
            return w.Of(w.Fit(w.Product(v[0], v[1], product), product), product);
          });
          const double steps = bits == 16 ? 0.8 : 33;
          for (size_t i = 0; i < x.size(); ++i) {
            const double left = static_cast<double>(x[i]) * a.scale(), right = static_cast<double>(y[i]) * b.scale();
            const double most = static_cast<double>(sum.most()) * sum.scale(), top = static_cast<double>(product.most()) * product.scale();
            EXPECT_NEAR(sums[i], std::clamp(left + right, -most, most), steps * sum.scale());
            EXPECT_NEAR(products[i], std::clamp(left * right, -top, top), steps * product.scale());
          }
        }
      }
    }
  }
}

TEST(Words, Quotients) {
  const WordFormat out{32, -16};
  for (const WordFormat a : {WordFormat{16, -11}, WordFormat{32, -20}}) {
    for (const WordFormat b : {WordFormat{16, -11}, WordFormat{32, -24}}) {
      const auto x = Sizes(a, 256, 3, true);
      auto y = Sizes(b, 256, 4, false);
      const auto got = RealsOf({a, b}, {x, y}, [&](WordEmitter& w, const std::vector<Word>& v) {
        return w.Of(w.Fit(w.Quotient(v[0], v[1], out), out), out);
      });
      const double most = static_cast<double>(out.most()) * out.scale();
      for (size_t i = 0; i < x.size(); ++i) {
        const double exact = static_cast<double>(x[i]) * a.scale() / (static_cast<double>(y[i]) * b.scale());
        EXPECT_NEAR(got[i], std::clamp(exact, -most, most), out.scale() * 1.001) << x[i] << " / " << y[i];
      }
    }
  }
}

// Sums of the largest products do not leave 64 bits.
TEST(Words, ContractionsOfTheLargest) {
  for (const WordFormat f : {WordFormat{16, 0}, WordFormat{32, 0}, WordFormat{64, 0}}) {
    const int64_t terms = 1000;
    Instruction dot;
    dot.op = Op::kDotGeneral;
    dot.shapes = {Shape::Scalar(ElementType::kF32)};
    dot.attributes = {{Attr::kLhsContractingDimensions, std::vector<int64_t>{0}},
                      {Attr::kRhsContractingDimensions, std::vector<int64_t>{0}}};
    const auto most = static_cast<double>(f.most());
    const std::vector<int64_t> values(static_cast<size_t>(terms), f.most());
    const auto got = RealsOf({f, f}, {values, values}, [&](WordEmitter& w, const std::vector<Word>& v) {
      return w.Contraction(dot, v[0], v[1], most * static_cast<double>(terms));
    });
    EXPECT_NEAR(got[0] / (most * most * static_cast<double>(terms)), 1, f.bits == 16 ? 0 : 1e-6);
    const auto sum = RealsOf({f}, {values}, [](WordEmitter& w, const std::vector<Word>& v) { return w.SumOver(v[0], {0}); });
    EXPECT_NEAR(sum[0] / (most * static_cast<double>(terms)), 1, 1e-12);
  }
}

TEST(Words, LogarithmsAndRoots) {
  for (const WordFormat f : kFormats) {
    const auto x = Sizes(f, 512, 5, false);
    const auto logarithms = RealsOf({f}, {x}, [](WordEmitter& w, const std::vector<Word>& v) { return w.Logarithm(v[0]); });
    const auto roots = RealsOf({f}, {x}, [](WordEmitter& w, const std::vector<Word>& v) { return w.Root(v[0]); });
    const auto inverse = RealsOf({f}, {x}, [](WordEmitter& w, const std::vector<Word>& v) { return w.InverseRoot(v[0]); });
    for (size_t i = 0; i < x.size(); ++i) {
      const double real = static_cast<double>(x[i]) * f.scale();
      EXPECT_NEAR(logarithms[i], std::log(real), 4e-6) << x[i];
      EXPECT_NEAR(roots[i] / std::sqrt(real), 1, 4e-6) << x[i];
      EXPECT_NEAR(inverse[i] * std::sqrt(real), 1, 6e-6) << x[i];  // a line of 2^-8 bends by 3/8 · 2^-16 there
    }
    const auto none = RealsOf({f}, {{0, -1, -f.most()}}, [](WordEmitter& w, const std::vector<Word>& v) { return w.Logarithm(v[0]); });
    const auto zero = RealsOf({f}, {{0, -1, -f.most()}}, [](WordEmitter& w, const std::vector<Word>& v) { return w.Root(v[0]); });
    EXPECT_EQ(none, std::vector<double>(3, -64));
    EXPECT_EQ(zero, std::vector<double>(3, 0));
  }
}

TEST(Words, Exponentials) {
  for (const WordFormat f : {WordFormat{16, -11}, WordFormat{32, -27}}) {
    const auto x = Sizes(f, 512, 6, true);
    for (const WordFormat out : {WordFormat{32, -10}, WordFormat{16, -14}}) {
      const auto got = RealsOf({f}, {x}, [&](WordEmitter& w, const std::vector<Word>& v) {
        return w.Of(w.Fit(w.Exponential(v[0], out), out), out);
      });
      const double most = static_cast<double>(out.most()) * out.scale();
      for (size_t i = 0; i < x.size(); ++i) {
        const double exact = std::min(std::exp(static_cast<double>(x[i]) * f.scale()), most);
        EXPECT_NEAR(got[i], exact, exact * 5e-6 + out.scale()) << x[i];
      }
    }
  }
}

TEST(Words, LinesBetweenTwoReals) {
  const auto tanh = [](const std::vector<double>& reals) -> Result<std::vector<double>> {
    std::vector<double> values;
    for (const double real : reals) values.push_back(std::tanh(real));
    return values;
  };
  for (const WordFormat f : {WordFormat{16, -12}, WordFormat{32, -27}, WordFormat{64, -40}}) {
    const auto x = Sizes(f, 512, 7, true);
    const auto got = RealsOf({f}, {x}, [&](WordEmitter& w, const std::vector<Word>& v) { return *w.Lines(v[0], -3, 5, tanh); });
    for (size_t i = 0; i < x.size(); ++i) {
      const double real = std::clamp(static_cast<double>(x[i]) * f.scale(), -3.0, 5.0);
      EXPECT_NEAR(got[i], std::tanh(real), 2.5e-5) << x[i];  // lines of 2^-6, a second derivative up to 0.77
    }
  }
}

}  // namespace
}  // namespace mote
