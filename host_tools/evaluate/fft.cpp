// Fft of OPS.md 2.4 for every length: mixed radix over the prime factors, a prime length by its definition, in long double. IFFT and IRFFT
// divide by n per axis.
#include <cmath>
#include <numbers>

#include "evaluate/lanes.h"
#include "evaluate/operation.h"
#include "evaluate/strided.h"

namespace mote::evaluation {
namespace {

// e^(∓2πi k/n) for all k; quarter turns are exact.
std::vector<LongComplex> Roots(int64_t n, bool inverse) {
  IdVector<LongComplex> roots(n);
  for (int64_t k = 0; k < n; ++k) {
    long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(k) / static_cast<long double>(n);
    roots[k] = {std::cos(angle), inverse ? std::sin(angle) : -std::sin(angle)};
  }
  if (n % 2 == 0 && n > 0) roots[n / 2] = -1;
  if (n % 4 == 0 && n > 0) {
    roots[n / 4] = {0, inverse ? 1.0L : -1.0L};
    roots[3 * n / 4] = {0, inverse ? -1.0L : 1.0L};
  }
  return roots;
}

int64_t SmallestFactor(int64_t n) {
  for (int64_t p = 2; p * p <= n; ++p) {
    if (n % p == 0) return p;
  }
  return n;
}

LongComplex Times(LongComplex a, LongComplex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// Transforms in[0], in[stride], … (n of them) into out[0..n). `roots` are those of the whole length, n * step.
void Transform(const LongComplex* in, int64_t stride, int64_t n, LongComplex* out, const IdVector<LongComplex>& roots) {
  if (n == 1) {
    out[0] = in[0];
    return;
  }
  int64_t total = static_cast<int64_t>(roots.size()), step = total / n, p = SmallestFactor(n), m = n / p;
  for (int64_t r = 0; r < p; ++r) Transform(in + r * stride, stride * p, m, out + r * m, roots);
  IdVector<LongComplex> parts(p);
  for (int64_t k = 0; k < m; ++k) {
    for (int64_t r = 0; r < p; ++r) parts[r] = Times(out[r * m + k], roots[r * k * step]);
    for (int64_t q = 0; q < p; ++q) {
      LongComplex sum = parts[0];
      for (int64_t r = 1; r < p; ++r) sum += Times(parts[r], roots[(r * q * m % n) * step]);
      out[q * m + k] = sum;
    }
  }
}

std::vector<LongComplex> Line(const std::vector<LongComplex>& in, const IdVector<LongComplex>& roots, bool inverse) {
  std::vector<LongComplex> out(in.size());
  if (in.empty()) return out;
  Transform(in.data(), 1, static_cast<int64_t>(in.size()), out.data(), roots);
  if (inverse) {
    for (LongComplex& value : out) value /= static_cast<long double>(in.size());
  }
  return out;
}

struct Field {
  Dims dims;
  IdVector<LongComplex> values;
};

// Applies f to every line along `axis`, giving lines of length `to`.
template <typename F>
Field AlongAxis(const Field& field, size_t axis, int64_t to, F&& f) {
  Field out{field.dims, {}};
  out.dims[axis] = to;
  out.values.resize(Count(out.dims));
  Dims lines = field.dims, from_strides = RowMajorStrides(field.dims), to_strides = RowMajorStrides(out.dims);
  lines[axis] = 1;
  if (Count(lines) == 0) return out;
  std::vector<int64_t> from = Offsets(lines, from_strides), into = Offsets(lines, to_strides);
  IdVector<LongComplex> line(field.dims[axis]);
  for (size_t l = 0; l < from.size(); ++l) {
    for (size_t i = 0; i < line.size(); ++i) line[i] = field.values[from[l] + static_cast<int64_t>(i) * from_strides[axis]];
    IdVector<LongComplex> result = f(line);
    for (int64_t i = 0; i < to; ++i) out.values[into[l] + i * to_strides[axis]] = result[i];
  }
  return out;
}

Field ComplexAxis(const Field& field, size_t axis, bool inverse) {
  IdVector<LongComplex> roots = Roots(field.dims[axis], inverse);
  return AlongAxis(field, axis, field.dims[axis], [&](const IdVector<LongComplex>& line) { return Line(line, roots, inverse); });
}

Field RealToComplex(const Field& field, size_t axis) {
  int64_t n = field.dims[axis];
  IdVector<LongComplex> roots = Roots(n, false);
  return AlongAxis(field, axis, n == 0 ? 0 : n / 2 + 1, [&](const IdVector<LongComplex>& line) { return Line(line, roots, false); });
}

// The other half is the mirrored conjugate; the imaginary parts of the first and (even n) middle element do not count.
Field ComplexToReal(const Field& field, size_t axis, int64_t n) {
  IdVector<LongComplex> roots = Roots(n, true);
  return AlongAxis(field, axis, n, [&](const IdVector<LongComplex>& half) {
    IdVector<LongComplex> line(n);
    for (int64_t k = 0; k < n; ++k) line[k] = k <= n / 2 ? half[k] : std::conj(half[n - k]);
    if (n > 0) line[0] = line[0].real();
    if (n > 0 && n % 2 == 0) line[n / 2] = line[n / 2].real();
    return Line(line, roots, true);
  });
}

uint64_t Work(const Dims& dims, const std::vector<int64_t>& length) {
  uint64_t work = 0;
  for (int64_t n : length) {
    uint64_t factors = 1;
    for (int64_t rest = n; rest > 1;) {
      int64_t p = SmallestFactor(rest);
      factors += static_cast<uint64_t>(p);
      rest /= p;
    }
    work += factors * static_cast<uint64_t>(Count(dims));
  }
  return work;
}

Result<Literal> Fft(Call& call) {
  const std::string& type = call.instruction.Text(Attr::kFftType);
  const std::vector<int64_t>& length = call.instruction.Ints(Attr::kFftLength);
  MOTE_CHECK_OK(call.context.Spend(Work(call.operand(0).shape().dims, length)));
  std::vector<Complex> in = Widen<Complex>(call.operand(0));
  Field field{call.operand(0).shape().dims, std::vector<LongComplex>(in.begin(), in.end())};
  size_t rank = field.dims.size(), first = rank - length.size();
  bool inverse = type == "IFFT" || type == "IRFFT";
  if (type == "RFFT") field = RealToComplex(field, rank - 1);
  for (size_t i = 0; i < length.size(); ++i) {
    size_t axis = inverse ? first + i : rank - 1 - i;
    if (axis == rank - 1 && type != "FFT" && type != "IFFT") continue;
    field = ComplexAxis(field, axis, inverse);
  }
  if (type == "IRFFT") field = ComplexToReal(field, rank - 1, length.back());
  if (field.dims != call.shape().dims) return call.Fail(Rule::kShape, "sizes do not fit the lengths at run time");
  if (type != "IRFFT") {
    std::vector<Complex> out;
    for (const LongComplex& value : field.values) out.emplace_back(static_cast<double>(value.real()), static_cast<double>(value.imag()));
    return Narrow(call.shape(), out);
  }
  std::vector<long double> out;
  for (const LongComplex& value : field.values) out.push_back(value.real());
  return Narrow(call.shape(), out);
}

}  // namespace

std::span<const OperationRow> FftOperations() {
  static const OperationRow rows[] = {{Op::kFft, Fft}};
  return rows;
}

}  // namespace mote::evaluation
