// ExpandFft: a Fourier transform becomes, axis by axis, products with small matrices of roots of unity and twiddle factors between them.
// Lengths of small primes take one product a factor (n·(r₁ + r₂ + …) multiplications), others Bluestein's convolution of powers of two.
// Works on real and imaginary parts from the start, so that a real operand costs half. Hosts and GPUs have calls that make the same sums.
#include <cmath>
#include <complex>
#include <functional>

#include "hlo/fft_call.h"
#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

constexpr int64_t kDirect = 16;          // up to this length one matrix
constexpr int64_t kLargestFactor = 127;  // longer primes are not worth a matrix

using Root = std::complex<long double>;

// e^(2πi·turns/n); the quarters are exact.
Root UnitRoot(int64_t turns, int64_t n) {
  turns = ((turns % n) + n) % n;
  if (4 * turns % n == 0) {
    constexpr int kCos[] = {1, 0, -1, 0}, kSin[] = {0, 1, 0, -1};
    return {static_cast<long double>(kCos[4 * turns / n]), static_cast<long double>(kSin[4 * turns / n])};
  }
  const long double angle = 2 * std::acos(-1.0L) * static_cast<long double>(turns) / static_cast<long double>(n);
  return {std::cos(angle), std::sin(angle)};
}

// Factors of n, each at most kLargestFactor, or nothing.
std::vector<int64_t> Radices(int64_t n) {
  if (n <= kDirect) return n > 1 ? std::vector<int64_t>{n} : std::vector<int64_t>{};
  std::vector<int64_t> radices;
  for (const int64_t power : {8, 4, 2}) {
    for (; n % power == 0; n /= power) radices.push_back(power);
  }
  for (int64_t prime = 3; prime <= kLargestFactor; prime += 2) {
    for (; n % prime == 0; n /= prime) radices.push_back(prime);
  }
  return n == 1 ? radices : std::vector<int64_t>{};
}

// The discrete transform of 2^k values in place, on the host, for constants.
void TransformOnHost(std::vector<Root>& x) {
  const size_t n = x.size();
  for (size_t i = 1, j = 0; i < n; ++i) {
    size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (size_t length = 2; length <= n; length *= 2) {
    for (size_t at = 0; at < n; at += length) {
      for (size_t k = 0; k < length / 2; ++k) {
        const Root odd = x[at + k + length / 2] * UnitRoot(-static_cast<int64_t>(k), static_cast<int64_t>(length));
        x[at + k + length / 2] = x[at + k] - odd;
        x[at + k] += odd;
      }
    }
  }
}

// A complex array by its parts; without `im` it is real.
struct Signal {
  Value re;
  std::optional<Value> im;
};

class FftExpander {
 public:
  FftExpander(ModuleEmitter& e, ElementType type, bool routines) : e_(e), type_(type), routines_(routines) {}

  Value Expand(const Instruction& i) {
    const std::string& kind = i.Text(Attr::kFftType);
    const std::vector<int64_t>& lengths = i.Ints(Attr::kFftLength);
    const Shape& given = e_.shape(i.operands[0]);
    const bool inverse = kind == "IFFT" || kind == "IRFFT";
    Signal x{i.operands[0], std::nullopt};
    const Instruction& from = e_.at(i.operands[0]);
    if (from.op == Op::kConvert && !IsComplex(e_.shape(from.operands[0]).element_type) && kind != "IRFFT") {
      x.re = e_.Convert(from.operands[0], type_);
    } else if (IsComplex(given.element_type)) {
      const Shape part = Shape::Array(type_, given.dims);
      x = {e_.Make(Op::kReal, part, {i.operands[0]}), e_.Make(Op::kImag, part, {i.operands[0]})};
    }
    const size_t rank = given.dims.size(), first = rank - lengths.size();
    if (kind != "IRFFT") x = AlongAxis(x, rank - 1, inverse);
    if (kind == "RFFT") x = Each(x, [&](Value v) { return SliceAlong(v, rank - 1, 0, lengths.back() / 2 + 1); });
    for (size_t axis = rank - 1; axis-- > first;) {
      x = AlongAxis(x, axis, inverse);
    }
    if (kind == "IRFFT") {
      x = Mirrored(x, rank - 1, lengths.back());
      x = AlongAxis(x, rank - 1, inverse);
    }
    if (inverse) {
      x = Each(x, [&](Value v) { return e_.Binary(Op::kDivide, v, e_.Splat(e_.shape(v), static_cast<double>(Product(lengths)))); });
    }
    if (!IsComplex(i.shape().element_type)) return x.re;
    return e_.Make(Op::kComplex, i.shape(), {x.re, x.im ? *x.im : e_.Splat(e_.shape(x.re), 0)});
  }

 private:
  static int64_t Product(const std::vector<int64_t>& sizes) {
    int64_t product = 1;
    for (const int64_t size : sizes) product *= size;
    return product;
  }

  static Signal Each(const Signal& x, const std::function<Value(Value)>& f) {
    return {f(x.re), x.im ? std::optional(f(*x.im)) : std::nullopt};
  }

  Value SliceAlong(Value v, size_t axis, int64_t from, int64_t to) {
    Shape shape = e_.shape(v);
    std::vector<int64_t> start(shape.dims.size(), 0), limit = shape.dims;
    start[axis] = from;
    limit[axis] = to;
    shape.dims[axis] = to - from;
    return e_.Make(Op::kSlice, shape, {v}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}});
  }

  // n/2 + 1 values along `axis` become n: the rest are the conjugates, backwards.
  Signal Mirrored(const Signal& x, size_t axis, int64_t n) {
    const int64_t rest = n - (n / 2 + 1);
    if (rest <= 0) return x;
    const auto extend = [&](Value v, bool negate) {
      const Value middle = SliceAlong(v, axis, 1, 1 + rest);
      Value back =
          e_.Make(Op::kReverse, e_.shape(middle), {middle}, {{Attr::kDimensions, std::vector<int64_t>{static_cast<int64_t>(axis)}}});
      if (negate) back = e_.Unary(Op::kNegate, back);
      Shape shape = e_.shape(v);
      shape.dims[axis] = n;
      return e_.Make(Op::kConcatenate, shape, {v, back}, {{Attr::kDimension, static_cast<int64_t>(axis)}});
    };
    return {extend(x.re, false), extend(*x.im, true)};
  }

  Value Transposed(Value v, const std::vector<int64_t>& permutation) {
    Shape shape = e_.shape(v);
    for (size_t d = 0; d < permutation.size(); ++d) shape.dims[d] = e_.shape(v).dims[permutation[d]];
    return e_.Make(Op::kTranspose, shape, {v}, {{Attr::kPermutation, permutation}});
  }

  // Transform takes [batch, n] and gives [n, batch]. Here it is applied along one axis of an array.
  Signal AlongAxis(const Signal& x, size_t axis, bool inverse) {
    const Dims dims = e_.shape(x.re).dims;
    const size_t rank = dims.size();
    const auto at = dims.begin() + static_cast<std::ptrdiff_t>(axis);
    const Dims outer(dims.begin(), at), inner(at + 1, dims.end());
    if (const auto call = RoutineFor(Product(outer), dims[axis], Product(inner))) {
      return Each(Call(*call, x, inverse), [&](Value v) { return e_.Reshape(v, dims); });
    }
    std::vector<int64_t> to_last, from_first(rank);
    Dims others;
    for (size_t d = 0; d < rank; ++d) {
      if (d == axis) continue;
      from_first[d] = static_cast<int64_t>(to_last.size()) + 1;
      to_last.push_back(static_cast<int64_t>(d));
      others.push_back(dims[d]);
    }
    to_last.push_back(static_cast<int64_t>(axis));
    from_first[axis] = 0;
    const Signal flat = Each(x, [&](Value v) {
      return e_.Reshape(axis + 1 == rank ? v : Transposed(v, to_last), {Product(others), dims[axis]});
    });
    Dims moved = others;
    moved.insert(moved.begin(), dims[axis]);
    return Each(Transform(flat, dims[axis], inverse), [&](Value v) { return Transposed(e_.Reshape(v, moved), from_first); });
  }

  Signal Table(const Dims& dims, const std::function<Root(int64_t, int64_t)>& at) {
    const Shape shape = Shape::Array(type_, dims);
    Literal re(shape), im(shape);
    const int64_t columns = dims.back();
    bool real = true;
    for (int64_t i = 0; i < re.size(); ++i) {
      const Root root = at(i / columns, i % columns);
      re.SetReal(i, static_cast<double>(root.real()));
      im.SetReal(i, static_cast<double>(root.imag()));
      real = real && root.imag() == 0;
    }
    return {e_.Constant(re), real ? std::nullopt : std::optional(e_.Constant(im))};
  }

  // a·b by a product of parts that distributes.
  Signal Multiplied(const Signal& a, const Signal& b, const std::function<Value(Value, Value)>& product) {
    Signal out{product(a.re, b.re), std::nullopt};
    if (a.im && b.im) out.re = e_.Binary(Op::kSubtract, out.re, product(*a.im, *b.im));
    if (b.im) out.im = product(a.re, *b.im);
    if (a.im) {
      const Value other = product(*a.im, b.re);
      out.im = out.im ? e_.Binary(Op::kAdd, *out.im, other) : other;
    }
    return out;
  }

  // Every element of x times the table's, whose dimensions are those of x named by `dims`.
  Signal Scaled(const Signal& x, const Signal& table, const std::vector<int64_t>& dims) {
    return Multiplied(table, x,
                      [&](Value factor, Value v) { return e_.Binary(Op::kMultiply, e_.Broadcast(factor, e_.shape(v), dims), v); });
  }

  // The routine for [outer, n, inner] along the second axis, if there is one; a single matrix of up to kDirect is a product as others.
  std::optional<FftCall> RoutineFor(int64_t outer, int64_t n, int64_t inner) const {
    const FftCall call = {outer, n, inner, Radices(n)};
    return routines_ && type_ == ElementType::kF32 && n > kDirect && call.HasRoutine() ? std::optional(call) : std::nullopt;
  }

  Signal Call(const FftCall& call, const Signal& x, bool inverse) {
    const int64_t sign = inverse ? 1 : -1;
    Literal table(Shape::Array(type_, {call.TableSize()}));
    int64_t at = 0, length = call.n;
    const auto put = [&](int64_t count, const std::function<Root(int64_t)>& root) {
      for (int64_t i = 0; i < count; ++i) {
        table.SetReal(at + i, static_cast<double>(root(i).real()));
        table.SetReal(at + count + i, static_cast<double>(root(i).imag()));
      }
      at += 2 * count;
    };
    for (const int64_t r : call.radices) {
      const int64_t m = length / r;
      put(r, [&](int64_t k) { return UnitRoot(sign * k, r); });
      if (m > 1) put(r * m, [&](int64_t i) { return UnitRoot(sign * (i / m * (i % m) % length), length); });
      length = m;
    }
    const Dims dims = {call.outer, call.n, call.inner};
    IdVector<Value> values = {e_.Reshape(x.re, dims)};
    if (x.im) values.push_back(e_.Reshape(*x.im, dims));
    const Value re = e_.Add(call.Call(values, e_.Constant(table)));
    return {re, Value{re.instruction, 1}};
  }

  // [batch, n] → [n, batch], unscaled.
  Signal Transform(const Signal& x, int64_t n, bool inverse) {
    const std::vector<int64_t> radices = Radices(n);
    const int64_t batch = e_.shape(x.re).dims[0];
    if (const auto call = RoutineFor(batch, n, 1)) {
      return Each(Call(*call, x, inverse), [&](Value v) { return Transposed(e_.Reshape(v, {batch, n}), {1, 0}); });
    }
    if (radices.empty() && n > 1) return Bluestein(x, n, inverse);
    Signal now = x;
    int64_t rows = batch, length = n;
    const int64_t sign = inverse ? 1 : -1;
    // Index j = j₁·m + j₂ in, k = k₁ + r·k₂ out: a product over j₁, the factors e^(∓2πi·k₁j₂/length), then the same over j₂ with k₁ in
    // front.
    for (const int64_t r : radices) {
      const int64_t m = length / r;
      now = Each(now, [&](Value v) { return e_.Reshape(v, {rows, r, m}); });
      const Signal matrix = Table({r, r}, [&](int64_t k, int64_t j) { return UnitRoot(sign * (k * j % r), r); });
      const Attributes contract{{Attr::kLhsContractingDimensions, std::vector<int64_t>{1}},
                                {Attr::kRhsContractingDimensions, std::vector<int64_t>{1}}};
      now = Multiplied(matrix, now, [&](Value f, Value v) {
        return e_.Make(Op::kDotGeneral, Shape::Array(type_, {r, rows, m}), {f, v}, contract);
      });
      if (m > 1) now = Scaled(now, Table({r, m}, [&](int64_t k, int64_t j) { return UnitRoot(sign * (k * j % length), length); }), {0, 2});
      rows *= r;
      length = m;
    }
    return Each(now, [&](Value v) { return e_.Reshape(v, {n, batch}); });
  }

  // kj = (k² + j² - (k-j)²)/2: a convolution with a chirp, done by transforms of a power of two.
  Signal Bluestein(const Signal& x, int64_t n, bool inverse) {
    const int64_t sign = inverse ? 1 : -1;
    int64_t padded = 1;
    while (padded < 2 * n - 1) padded *= 2;
    const auto chirp = [&](int64_t j, int64_t direction) { return UnitRoot(direction * ((j % (2 * n)) * (j % (2 * n)) % (2 * n)), 2 * n); };
    IdVector<Root> kernel(padded);
    for (int64_t j = 0; j < n; ++j) {
      kernel[j] = chirp(j, -sign);
      if (j > 0) kernel[padded - j] = chirp(j, -sign);
    }
    TransformOnHost(kernel);
    const Signal factors = Table({1, n}, [&](int64_t, int64_t j) { return chirp(j, sign); });
    const Signal wave = Each(factors, [&](Value v) { return e_.Reshape(v, {n}); });
    const Shape long_rows = Shape::Array(type_, {e_.shape(x.re).dims[0], padded});
    const Attributes pad{{Attr::kEdgePaddingLow, std::vector<int64_t>{0, 0}}, {Attr::kEdgePaddingHigh, std::vector<int64_t>{0, padded - n}},
                         {Attr::kInteriorPadding, std::vector<int64_t>{0, 0}}};
    Signal now = Each(Scaled(x, wave, {1}), [&](Value v) {
      return e_.Make(Op::kPad, long_rows, {v, e_.Splat(Shape::Scalar(type_), 0)}, pad);
    });
    const Signal spectrum =
        Each(Table({1, padded}, [&](int64_t, int64_t j) { return kernel[j] / static_cast<long double>(padded); }),
             [&](Value v) { return e_.Reshape(v, {padded}); });
    now = Scaled(Transform(now, padded, false), spectrum, {0});
    now = Transform(Each(now, [&](Value v) { return Transposed(v, {1, 0}); }), padded, true);
    return Scaled(Each(now, [&](Value v) { return SliceAlong(v, 0, 0, n); }), wave, {0});
  }

  ModuleEmitter& e_;
  ElementType type_;
  bool routines_;
};

Result<Module> Expanded(const Module& module, bool routines) {
  return RewriteModule(module, [&](ModuleEmitter& e, const Instruction& i) -> std::optional<IdVector<Value>> {
    if (i.op != Op::kFft || !i.shape().IsStatic() || !e.shape(i.operands[0]).IsStatic()) return std::nullopt;
    if (i.shape().ElementCount() == 0) return {{e.Splat(i.shape(), 0)}};
    return {{FftExpander(e, RealPart(i.shape().element_type), routines).Expand(i)}};
  });
}

}  // namespace

Result<Module> ExpandFft(const Module& module) { return Expanded(module, false); }
Result<Module> ExpandFftToCalls(const Module& module) { return Expanded(module, true); }

}  // namespace mote
