// A TFLite file behind a checked view: every table verified, every index in range, every shape static and every constant as long as its
// shape says. What operators mean is not known here.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/tflite/tflite_generated.h"
#include "hlo/shape.h"

namespace mote::tfl {

struct Tensor {
  std::string_view name;
  Shape shape;                        // of a resource: a token
  bool resource = false, variable = false, packed = false;  // packed: two or four elements a byte in the file
  const uint8_t* data = nullptr;      // of a constant, PackedBytes(shape) of them
  const file::Quantization* quantization = nullptr;
};

struct Operator {
  int32_t code = 0;
  const file::Operator* table = nullptr;
  std::span<const int32_t> inputs, outputs, intermediates;  // tensors, -1: left out
};

struct Graph {
  std::string_view name;
  std::vector<Tensor> tensors;
  std::vector<Operator> operators;
  std::span<const int32_t> inputs, outputs;
};

struct NamedTensor {
  std::string_view name;
  int32_t tensor;
};
struct Signature {
  std::string_view key;
  size_t graph;
  std::vector<NamedTensor> inputs, outputs;
};

class File {
 public:
  // The bytes must outlive the file unless they are not aligned to 16: then it has a copy.
  static Result<File> Open(std::string_view bytes, const FrontendOptions& options);

  uint64_t size() const { return bytes_.size(); }
  const std::vector<Graph>& graphs() const { return graphs_; }
  const std::vector<Signature>& signatures() const { return signatures_; }
  // The operator's options as a table of type T, whose number is `type`; the format's defaults where it has none.
  template <typename T>
  Result<const T*> Options(const Operator& op, uint8_t type) const;

 private:
  Status Read(const FrontendOptions& options);
  Status ReadGraph(const file::SubGraph& graph, const FrontendOptions& options);
  Status ReadTensor(const file::Tensor& tensor, size_t number, const FrontendOptions& options, Tensor* out);
  Status ReadData(const file::Tensor& tensor, const std::string& what, Tensor* out);
  Status ReadOperator(const file::Operator& op, size_t number, const Graph& graph, Operator* out);
  Status ReadSignature(const file::Signature& signature);
  Result<std::span<const int32_t>> Indices(const flatbuffers::Vector<int32_t>* list, const std::string& what, size_t below, bool optional);

  std::shared_ptr<std::vector<uint8_t>> copy_;  // aligned
  std::span<const uint8_t> bytes_;
  const file::Model* model_ = nullptr;
  std::vector<Graph> graphs_;
  std::vector<Signature> signatures_;
  uint64_t words_left_ = 0;  // of lists that tables share: a file must not stand for more than it could hold itself
};

// Bytes of the elements as the file packs them.
int64_t PackedBytes(const Shape& shape);
std::optional<ElementType> ElementTypeOf(file::TensorType type);
// Names in messages: a file may have long ones, and many.
std::string ShownName(std::string_view name);
// "'name' s8[1,2]"
std::string Show(const Tensor& tensor);

template <typename T>
Result<const T*> File::Options(const Operator& op, uint8_t type) const {
  static const std::vector<uint8_t> kDefaults = [] {
    flatbuffers::FlatBufferBuilder builder;
    const flatbuffers::uoffset_t start = builder.StartTable();
    builder.Finish(flatbuffers::Offset<T>(builder.EndTable(start)));
    return std::vector<uint8_t>(builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize());
  }();
  const file::Nothing* options = op.table->builtin_options();
  if (options == nullptr || op.table->builtin_options_type() == 0) return flatbuffers::GetRoot<T>(kDefaults.data());
  if (op.table->builtin_options_type() != type) {
    return Error(Rule::kAttribute,
                 "its options are of type " + std::to_string(op.table->builtin_options_type()) + ", not " + std::to_string(type));
  }
  const T* table = reinterpret_cast<const T*>(options);
  flatbuffers::Verifier verifier(bytes_.data(), bytes_.size());
  if (!table->Verify(verifier)) return Error(Rule::kSyntax, "its options are damaged");
  return table;
}

}  // namespace mote::tfl
