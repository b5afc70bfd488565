// What an operator's reader sees: its tensors, the values they have, its options, and the builder it writes to. Inputs are there before it
// is called.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontend/tflite/file.h"
#include "frontend/tflite/quantization.h"
#include "hlo/builder.h"

namespace mote::tfl {

class Importer;

// One value that is kept between runs: a variable, or a tensor that is one.
struct State {
  std::string name;
  Shape shape;
  Operand value;  // now
  bool assigned = false;
};

class Node {
 public:
  Node(Importer& importer, Builder& builder, const File& file, const Graph& graph, const Operator& op, const char* name,
       std::vector<Operand>* values)
      : b(builder), importer_(importer), file_(file), graph_(graph), op_(op), name_(name), values_(values) {}

  Builder& b;
  const char* name() const { return name_; }
  Importer& importer() { return importer_; }
  size_t inputs() const { return op_.inputs.size(); }
  size_t outputs() const { return op_.outputs.size(); }
  bool Has(size_t i) const { return i < inputs() && op_.inputs[i] >= 0; }
  const Tensor& In(size_t i) const { return graph_.tensors[static_cast<size_t>(op_.inputs[i])]; }
  const Tensor& Out(size_t i = 0) const { return graph_.tensors[static_cast<size_t>(op_.outputs[i])]; }
  const Tensor* Intermediate(size_t i) const;
  ElementType type(size_t i) const { return In(i).shape.element_type; }
  const Dims& dims(size_t i) const { return In(i).shape.dims; }
  int64_t rank(size_t i) const { return In(i).shape.rank(); }
  int32_t InputTensor(size_t i) const { return op_.inputs[i]; }
  int32_t OutputTensor(size_t i) const { return op_.outputs[i]; }

  Operand x(size_t i);                          // value of an input that Has
  std::optional<Literal> Known(size_t i) const; // of a constant
  // The integers of a constant input (R-UNSUP where it is computed, R-ETYPE where it has others).
  Result<std::vector<int64_t>> Integers(size_t i) const;
  Result<int64_t> Axis(size_t i, int64_t rank) const;           // one integer in [-rank, rank), counted from the front
  // Of a parameter in [-rank, rank).
  Result<int64_t> AxisOf(int64_t axis, int64_t rank) const;

  template <typename T>
  Result<const T*> Options(uint8_t type) const { return file_.Options<T>(op_, type); }
  Result<Scale> ScaleOf(const Tensor& tensor) const { return PerTensorScale(tensor); }
  Result<Scale> In1(size_t i) const { return PerTensorScale(In(i)); }
  TfliteArithmetic arithmetic() const;
  Status Spend(uint64_t bytes);                 // Importer::Spend
  // The same operator written into another program, where only its constants are at hand; values: one a tensor.
  Node Inside(Builder& builder, std::vector<Operand>* values) const { return Node(importer_, builder, file_, graph_, op_, name_, values); }
  const Graph& graph() const { return graph_; }

  // The result; R-SHAPE or R-ETYPE where the file states another type.
  Status Set(size_t i, Operand value);
  Status Set(Operand value) { return Set(0, value); }

  // Errors with the operands' shapes behind the text.
  Diagnostic Fail(Rule rule, const std::string& text) const;
  Diagnostic Unsupported(const std::string& text) const { return Fail(Rule::kUnsupported, text); }

  // Shorthands.
  Operand Scalar(ElementType type, int64_t value);
  Operand Real(ElementType type, double value);
  Operand Wide(size_t i, int64_t zero_point);                    // an input's integers as s32, minus a zero point
  Operand Wide(Operand x, int64_t zero_point);
  Operand Constant(ElementType type, const Dims& dims, const std::vector<int64_t>& values);
  Operand Like(Operand x, const Dims& dims);                     // stretched to these by NumPy's rule; x's shape must fit

 private:
  Importer& importer_;
  const File& file_;
  const Graph& graph_;
  const Operator& op_;
  const char* name_;
  std::vector<Operand>* values_;  // by tensor
};

using Reader = Status (*)(Node&);

}  // namespace mote::tfl
