// Tables to checked structs. Lists stay where they are in the file.
#include "frontend/tflite/file.h"

#include <algorithm>

namespace mote::tfl {
namespace {

constexpr uint64_t kAlignment = 16;
constexpr int64_t kMostElements = int64_t{1} << 33;  // of a tensor: as s64 and twice that, still an array that mote takes

Diagnostic Damaged(const std::string& text) { return Error(Rule::kSyntax, text); }

std::string_view TextOf(const flatbuffers::String* text) { return text == nullptr ? std::string_view() : text->string_view(); }

template <typename T>
size_t SizeOf(const flatbuffers::Vector<T>* list) {
  return list == nullptr ? 0 : list->size();
}

}  // namespace

int64_t PackedBytes(const Shape& shape) {
  const int64_t bits = BitWidth(shape.element_type);
  if (bits >= 8 || IsPred(shape.element_type)) return shape.ByteSize();
  return (shape.ElementCount() + 8 / bits - 1) / (8 / bits);
}

std::optional<ElementType> ElementTypeOf(file::TensorType type) {
  using T = file::TensorType;
  static const std::map<T, ElementType> kTypes = {
      {T::FLOAT32, ElementType::kF32}, {T::FLOAT16, ElementType::kF16}, {T::INT32, ElementType::kS32},  {T::UINT8, ElementType::kU8},
      {T::INT64, ElementType::kS64},   {T::BOOL, ElementType::kPred},   {T::INT16, ElementType::kS16},  {T::COMPLEX64, ElementType::kC64},
      {T::INT8, ElementType::kS8},     {T::FLOAT64, ElementType::kF64}, {T::UINT64, ElementType::kU64}, {T::COMPLEX128, ElementType::kC128},
      {T::UINT32, ElementType::kU32},  {T::UINT16, ElementType::kU16},  {T::INT4, ElementType::kS4},    {T::BFLOAT16, ElementType::kBF16},
      {T::INT2, ElementType::kS2},     {T::UINT4, ElementType::kU4}};
  const auto found = kTypes.find(type);
  return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}

std::string ShownName(std::string_view name) {
  constexpr size_t kMost = 100;
  return "'" + std::string(name.substr(0, kMost)) + (name.size() > kMost ? "…'" : "'");
}

std::string Show(const Tensor& tensor) {
  return ShownName(tensor.name) + " " + (tensor.resource ? "resource" : ToString(tensor.shape));
}

Result<File> File::Open(std::string_view bytes, const FrontendOptions& options) {
  File file;
  file.bytes_ = {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
  if (reinterpret_cast<uintptr_t>(bytes.data()) % kAlignment != 0) {
    file.copy_ = std::make_shared<std::vector<uint8_t>>(bytes.size() + kAlignment);
    uint8_t* at = file.copy_->data();
    at += (kAlignment - reinterpret_cast<uintptr_t>(at) % kAlignment) % kAlignment;
    std::copy(bytes.begin(), bytes.end(), at);
    file.bytes_ = {at, bytes.size()};
  }
  flatbuffers::Verifier verifier(file.bytes_.data(), file.bytes_.size());
  if (!file::VerifyModelBuffer(verifier)) return Damaged("the tables of the TFLite file are damaged, or it is cut off");
  file.model_ = file::GetModel(file.bytes_.data());
  file.words_left_ = 4 * bytes.size();
  MOTE_CHECK_OK(file.Read(options));
  return file;
}

Status File::Read(const FrontendOptions& options) {
  if (model_->version() != 3)
    return Error(Rule::kUnsupported, "version " + std::to_string(model_->version()) + " of TFLite's format, where 3 is read");
  if (SizeOf(model_->subgraphs()) == 0) return Damaged("the TFLite file has no graph");
  for (const file::SubGraph* graph : *model_->subgraphs()) MOTE_CHECK_OK(ReadGraph(*graph, options));
  if (model_->signatures() == nullptr) return Ok();
  for (const file::Signature* signature : *model_->signatures()) MOTE_CHECK_OK(ReadSignature(*signature));
  return Ok();
}

Result<std::span<const int32_t>> File::Indices(const flatbuffers::Vector<int32_t>* list, const std::string& what, size_t below,
                                               bool optional) {
  if (list == nullptr) return std::span<const int32_t>();
  if (list->size() > words_left_) return Error(Rule::kLimit, what + ": lists of the file are shared by too many tables");
  words_left_ -= list->size();
  const std::span<const int32_t> indices(list->data(), list->size());
  for (const int32_t index : indices) {
    if ((optional && index == -1) || (index >= 0 && static_cast<size_t>(index) < below)) continue;
    return Damaged(what + " names tensor " + std::to_string(index) + " of " + std::to_string(below));
  }
  return indices;
}

Status File::ReadGraph(const file::SubGraph& graph, const FrontendOptions& options) {
  Graph& out = graphs_.emplace_back();
  const std::string what = "graph " + std::to_string(graphs_.size() - 1);
  out.name = TextOf(graph.name());
  const size_t tensors = SizeOf(graph.tensors()), operators = SizeOf(graph.operators());
  if (tensors + operators > words_left_) return Error(Rule::kLimit, what + ": lists of the file are shared by too many tables");
  words_left_ -= tensors + operators;
  for (size_t t = 0; t < tensors; ++t)
    MOTE_CHECK_OK(ReadTensor(*graph.tensors()->Get(static_cast<uint32_t>(t)), t, options, &out.tensors.emplace_back()));
  MOTE_ASSIGN(out.inputs, Indices(graph.inputs(), "the inputs of " + what, tensors, false));
  MOTE_ASSIGN(out.outputs, Indices(graph.outputs(), "the outputs of " + what, tensors, false));
  for (size_t o = 0; o < operators; ++o) {
    MOTE_CHECK_OK(ReadOperator(*graph.operators()->Get(static_cast<uint32_t>(o)), o, out, &out.operators.emplace_back()));
  }
  // What a graph is given or computes is no constant, whatever its buffer holds.
  for (const int32_t input : out.inputs) out.tensors[static_cast<size_t>(input)].data = nullptr;
  for (const Operator& op : out.operators) {
    for (const int32_t output : op.outputs) {
      if (output >= 0) out.tensors[static_cast<size_t>(output)].data = nullptr;
    }
  }
  return Ok();
}

Status File::ReadTensor(const file::Tensor& tensor, size_t number, const FrontendOptions& options, Tensor* out) {
  out->name = TextOf(tensor.name());
  const std::string what = "tensor " + std::to_string(number) + " " + ShownName(out->name);
  out->variable = tensor.is_variable();
  out->quantization = tensor.quantization();
  if (tensor.type() == file::TensorType::RESOURCE) {
    out->resource = true;
    out->shape = Shape::Token();
    return Ok();
  }
  const std::optional<ElementType> type = ElementTypeOf(tensor.type());
  if (!type) return Error(Rule::kUnsupported, what + " has elements of TFLite's type " + std::to_string(static_cast<int>(tensor.type())));
  if (tensor.sparsity() != nullptr) return Error(Rule::kUnsupported, what + " is sparse");
  const size_t rank = SizeOf(tensor.shape());
  if (rank > kMaxRank)
    return Error(Rule::kLimit, what + " has " + std::to_string(rank) + " dimensions, more than " + std::to_string(kMaxRank));
  const int64_t most = std::min(options.max_elements, kMostElements);
  Dims dims;
  int64_t elements = 1;
  for (size_t d = 0; d < rank; ++d) {
    const int64_t size = tensor.shape()->Get(static_cast<uint32_t>(d));
    if (size < 0) return Error(Rule::kSize, what + ": dimension " + std::to_string(d) + " is " + std::to_string(size));
    if (size != 0 && elements > most / size)
      return Error(Rule::kLimit, what + " has more than " + std::to_string(most) + " elements");
    elements *= size;
    dims.push_back(size);
  }
  out->shape = Shape::Array(*type, dims);
  out->packed = BitWidth(*type) < 8 && !IsPred(*type);
  return ReadData(tensor, what, out);
}

Status File::ReadData(const file::Tensor& tensor, const std::string& what, Tensor* out) {
  if (tensor.external_buffer() != 0) return Error(Rule::kUnsupported, what + " has its value in another file");
  if (tensor.buffer() == 0) return Ok();
  if (tensor.buffer() >= SizeOf(model_->buffers())) {
    return Damaged(what + " names buffer " + std::to_string(tensor.buffer()) + " of " + std::to_string(SizeOf(model_->buffers())));
  }
  const file::Buffer& buffer = *model_->buffers()->Get(tensor.buffer());
  std::span<const uint8_t> data;
  if (buffer.offset() > 1) {
    if (buffer.offset() > bytes_.size() || buffer.size() > bytes_.size() - buffer.offset()) {
      return Damaged(what + ": " + std::to_string(buffer.size()) + " bytes at " + std::to_string(buffer.offset()) +
                     " lie outside the file of " + std::to_string(bytes_.size()) + " bytes");
    }
    data = bytes_.subspan(buffer.offset(), buffer.size());
  } else if (buffer.data() != nullptr) {
    data = {buffer.data()->data(), buffer.data()->size()};
  }
  if (data.empty()) return Ok();
  const int64_t wanted = PackedBytes(out->shape);
  if (static_cast<uint64_t>(wanted) != data.size()) {
    return Error(Rule::kSize, what + " is " + ToString(out->shape) + " of " + std::to_string(wanted) + " bytes, its buffer has " +
                                  std::to_string(data.size()));
  }
  out->data = data.data();
  return Ok();
}

Status File::ReadOperator(const file::Operator& op, size_t number, const Graph& graph, Operator* out) {
  const std::string what = "operator " + std::to_string(number);
  if (op.opcode_index() >= SizeOf(model_->operator_codes())) {
    return Damaged(what + " names code " + std::to_string(op.opcode_index()) + " of " + std::to_string(SizeOf(model_->operator_codes())));
  }
  const file::OperatorCode& code = *model_->operator_codes()->Get(op.opcode_index());
  out->code = std::max<int32_t>(code.old_code(), code.code());
  out->table = &op;
  MOTE_ASSIGN(out->inputs, Indices(op.inputs(), what, graph.tensors.size(), true));
  MOTE_ASSIGN(out->outputs, Indices(op.outputs(), what, graph.tensors.size(), true));
  MOTE_ASSIGN(out->intermediates, Indices(op.intermediates(), what, graph.tensors.size(), true));
  return Ok();
}

Status File::ReadSignature(const file::Signature& signature) {
  Signature out;
  out.key = TextOf(signature.key());
  const std::string what = "signature " + ShownName(out.key);
  if (signature.subgraph() >= graphs_.size())
    return Damaged(what + " names graph " + std::to_string(signature.subgraph()) + " of " + std::to_string(graphs_.size()));
  out.graph = signature.subgraph();
  const auto take = [&](const auto* list, std::span<const int32_t> those, std::vector<NamedTensor>* into) -> Status {
    if (SizeOf(list) != those.size()) {
      return Error(Rule::kCount,
                   what + " names " + std::to_string(SizeOf(list)) + " tensors where its graph has " + std::to_string(those.size()));
    }
    for (uint32_t i = 0; i < those.size(); ++i) {
      const file::NamedTensor& named = *list->Get(i);
      if (std::find(those.begin(), those.end(), static_cast<int32_t>(named.tensor())) == those.end()) {
        return Damaged(what + ": " + ShownName(TextOf(named.name())) + " is tensor " + std::to_string(named.tensor()) +
                       ", which its graph does not give or take");
      }
      into->push_back({TextOf(named.name()), static_cast<int32_t>(named.tensor())});
    }
    return Ok();
  };
  const Graph& graph = graphs_[out.graph];
  const size_t length = graph.inputs.size() + graph.outputs.size();
  if (length * length > 64 * words_left_ + 4096) return Error(Rule::kLimit, what + " names too many tensors");
  MOTE_CHECK_OK(take(signature.inputs(), graph.inputs, &out.inputs));
  MOTE_CHECK_OK(take(signature.outputs(), graph.outputs, &out.outputs));
  signatures_.push_back(std::move(out));
  return Ok();
}

}  // namespace mote::tfl
