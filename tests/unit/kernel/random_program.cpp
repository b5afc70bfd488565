// See random_program.h.
#include "random_program.h"

#include <vector>

namespace mote::testing {
namespace {

struct Made {
  std::string name;
  std::vector<int64_t> dims;
};

class Writer {
 public:
  explicit Writer(uint32_t seed) : state_(seed * 747796405u + 2891336453u) {}

  std::string Write() {
    values_ = {{"%a", {2, 6, 4}}, {"%b", {2, 6, 4}}, {"%c", {4, 5}}};
    std::string body =
        "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>\n";
    body += "  %half = stablehlo.constant dense<0.5> : tensor<f32>\n  %at = stablehlo.constant dense<1> : tensor<i32>\n";
    for (int i = 0; i < 12; ++i) body += "  " + Step() + "\n";
    const Made& last = values_.back();
    const Made& other = values_[values_.size() - 2];
    return "func.func @main(%a: " + Type({2, 6, 4}) + ", %b: " + Type({2, 6, 4}) + ", %c: " + Type({4, 5}) + ") -> (" + Type(last.dims) +
           ", " + Type(other.dims) + ") {\n" + body + "  return " + last.name + ", " + other.name + " : " + Type(last.dims) + ", " +
           Type(other.dims) + "\n}\n";
  }

 private:
  uint32_t Below(uint32_t n) {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 16) % n;
  }
  static std::string List(const std::vector<int64_t>& items) {
    std::string out;
    for (int64_t item : items) out += (out.empty() ? "" : ", ") + std::to_string(item);
    return out;
  }
  static std::string Type(const std::vector<int64_t>& dims) {
    std::string out = "tensor<";
    for (int64_t dim : dims) out += std::to_string(dim) + "x";
    return out + "f32>";
  }
  Made Pick() { return values_[values_.size() - 1 - Below(static_cast<uint32_t>(values_.size() < 4 ? values_.size() : 4))]; }
  std::string New(std::vector<int64_t> dims) {
    values_.push_back({"%v" + std::to_string(values_.size()), std::move(dims)});
    return values_.back().name;
  }

  std::string Step() {
    const Made x = Pick();
    const std::string t = Type(x.dims);
    switch (Below(13)) {
      case 0: case 1: {
        const std::vector<Made> known = values_;
        for (const Made& y : known) {
          if (y.dims != x.dims || y.name == x.name) continue;
          constexpr const char* kBinary[] = {"add", "multiply", "maximum", "subtract"};
          const std::string op = kBinary[Below(4)];
          return New(x.dims) + " = stablehlo." + op + " " + x.name + ", " + y.name + " : " + t;
        }
        [[fallthrough]];
      }
      case 2: {
        constexpr const char* kUnary[] = {"negate", "tanh", "abs", "floor", "logistic"};
        const std::string op = kUnary[Below(5)];
        return New(x.dims) + " = stablehlo." + op + " " + x.name + " : " + t;
      }
      case 3: return Reshape(x);
      case 4: return Transpose(x);
      case 5: return Reduce(x);
      case 6: return BroadcastBack(x);
      case 7: return Pad(x);
      case 8: return Dot(x);
      case 9: return Window(x);
      case 10: case 11: return Normalise(x);
      default: return Slice(x);
    }
  }

  std::string Reshape(const Made& x) {
    int64_t count = 1;
    for (int64_t dim : x.dims) count *= dim;
    std::vector<int64_t> dims;
    if (Below(2) == 0) {
      dims = {count};
    } else {
      for (int64_t factor : {3, 2}) {
        if (count % factor != 0) continue;
        dims.push_back(factor);
        count /= factor;
      }
      dims.push_back(count);
    }
    return New(dims) + " = stablehlo.reshape " + x.name + " : (" + Type(x.dims) + ") -> " + Type(dims);
  }

  std::string Transpose(const Made& x) {
    std::vector<int64_t> permutation, dims;
    for (size_t i = x.dims.size(); i-- > 0;) {
      permutation.push_back(static_cast<int64_t>(i));
      dims.push_back(x.dims[i]);
    }
    return New(dims) + " = stablehlo.transpose " + x.name + ", dims = [" + List(permutation) + "] : (" + Type(x.dims) + ") -> " +
           Type(dims);
  }

  std::string Reduce(const Made& x) {
    if (x.dims.empty()) return Negate(x);
    const size_t dim = Below(static_cast<uint32_t>(x.dims.size()));
    std::vector<int64_t> dims = x.dims;
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(dim));
    const bool max = Below(2) == 0;
    return New(dims) + " = stablehlo.reduce(" + x.name + " init: " + (max ? "%low" : "%zero") + ") applies stablehlo." +
           (max ? "maximum" : "add") + " across dimensions = [" + std::to_string(dim) + "] : (" + Type(x.dims) + ", tensor<f32>) -> " +
           Type(dims);
  }

  std::string BroadcastBack(const Made& x) {
    std::vector<int64_t> dims{3}, map;
    for (size_t i = 0; i < x.dims.size() && i < 3; ++i) {
      dims.push_back(x.dims[i]);
      map.push_back(static_cast<int64_t>(i) + 1);
    }
    if (x.dims.size() > 3) return Negate(x);
    return New(dims) + " = stablehlo.broadcast_in_dim " + x.name + ", dims = [" + List(map) + "] : (" + Type(x.dims) + ") -> " + Type(dims);
  }

  std::string Pad(const Made& x) {
    if (x.dims.empty()) return Negate(x);
    std::vector<int64_t> low(x.dims.size(), 0), high = low, interior = low, dims = x.dims;
    low[0] = 1;
    high.back() = -1;
    interior[0] = static_cast<int64_t>(Below(2));
    dims[0] += 1 + (dims[0] - 1) * interior[0];
    dims.back() -= 1;
    if (dims.back() < 1) return Negate(x);
    return New(dims) + " = stablehlo.pad " + x.name + ", %half, low = [" + List(low) + "], high = [" + List(high) + "], interior = [" +
           List(interior) + "] : (" + Type(x.dims) + ", tensor<f32>) -> " + Type(dims);
  }

  std::string Dot(const Made& x) {
    if (x.dims.empty() || x.dims.back() != 4) return Negate(x);
    std::vector<int64_t> dims = x.dims;
    dims.back() = 5;
    return New(dims) + " = stablehlo.dot_general " + x.name + ", %c, contracting_dims = [" + std::to_string(x.dims.size() - 1) +
           "] x [0] : (" + Type(x.dims) + ", " + Type({4, 5}) + ") -> " + Type(dims);
  }

  std::string Window(const Made& x) {
    if (x.dims.empty() || x.dims[0] < 2) return Negate(x);
    std::vector<int64_t> window(x.dims.size(), 1), strides = window, dims = x.dims;
    window[0] = 3;
    strides[0] = 2;
    std::string padding;
    for (size_t i = 0; i < x.dims.size(); ++i) padding += std::string(i == 0 ? "" : ", ") + (i == 0 ? "[1, 1]" : "[0, 0]");
    dims[0] = (x.dims[0] + 2 - 3) / 2 + 1;
    const std::string name = New(dims), rank = std::to_string(x.dims.size());
    return name + " = \"stablehlo.reduce_window\"(" + x.name + ", %zero) <{window_dimensions = array<i64: " + List(window) +
           ">, window_strides = array<i64: " + List(strides) + ">, padding = dense<[" + padding + "]> : tensor<" + rank +
           "x2xi64>}> ({\n  ^bb0(%l: tensor<f32>, %r: tensor<f32>):\n    %s = stablehlo.add %l, %r : tensor<f32>\n    stablehlo.return %s "
           ": tensor<f32>\n  }) : (" +
           Type(x.dims) + ", tensor<f32>) -> " + Type(dims);
  }

  // x op reduce(x) over the last dimension or two, sometimes of its exponential: what becomes rows.
  std::string Normalise(const Made& x) {
    if (x.dims.size() < 2) return Negate(x);
    const bool exponential = Below(2) == 0, max = Below(2) == 0;
    const size_t kept = x.dims.size() - 1 - (x.dims.size() > 2 ? Below(2) : 0);
    std::vector<int64_t> rows(x.dims.begin(), x.dims.begin() + static_cast<std::ptrdiff_t>(kept)), map, reduced;
    for (size_t i = 0; i < x.dims.size(); ++i) (i < kept ? map : reduced).push_back(static_cast<int64_t>(i));
    const std::string t = Type(x.dims);
    std::string text, from = x.name;
    if (exponential) {
      from = New(x.dims);
      text = from + " = stablehlo.logistic " + x.name + " : " + t + "\n  ";
    }
    const std::string row = New(rows);
    text += row + " = stablehlo.reduce(" + from + " init: " + (max ? "%low" : "%zero") + ") applies stablehlo." +
            (max ? "maximum" : "add") + " across dimensions = [" + List(reduced) + "] : (" + t + ", tensor<f32>) -> " + Type(rows) + "\n  ";
    const std::string wide = New(x.dims);
    text += wide + " = stablehlo.broadcast_in_dim " + row + ", dims = [" + List(map) + "] : (" + Type(rows) + ") -> " + t + "\n  ";
    return text + New(x.dims) + " = stablehlo.subtract " + from + ", " + wide + " : " + t;
  }

  std::string Slice(const Made& x) {
    if (x.dims.size() != 3 || x.dims[0] < 2) return Negate(x);
    std::vector<int64_t> dims = x.dims;
    dims[0] -= 1;
    return New(dims) + " = stablehlo.dynamic_slice " + x.name + ", %at, %at, %at, sizes = [" + List(dims) + "] : (" + Type(x.dims) +
           ", tensor<i32>, tensor<i32>, tensor<i32>) -> " + Type(dims);
  }

  std::string Negate(const Made& x) { return New(x.dims) + " = stablehlo.negate " + x.name + " : " + Type(x.dims); }

  uint32_t state_;
  std::vector<Made> values_;
};

}  // namespace

std::string RandomProgram(uint32_t seed) { return Writer(seed).Write(); }

}  // namespace mote::testing
