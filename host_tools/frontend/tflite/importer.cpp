// Entries, states and the order of operators. What single operators compute stands in the files of their families.
#include "frontend/tflite/importer.h"

#include <algorithm>

#include "frontend/source_text.h"

namespace mote::tfl {
namespace {

constexpr size_t kMostOperators = 1 << 17;  // imported, those of graphs that are called from several places each time
constexpr size_t kMostNested = 64;          // graphs that call graphs
constexpr size_t kMostStates = 4096;
constexpr size_t kLongestName = 1000;
constexpr char kInitialised[] = "initialised";

// Elements of `bits` bits from the low end of each byte.
std::vector<uint8_t> Unpacked(const uint8_t* data, int64_t count, int bits, bool is_signed) {
  std::vector<uint8_t> out(static_cast<size_t>(count));
  const int64_t per_byte = 8 / bits;
  for (int64_t i = 0; i < count; ++i) {
    const int field = (data[i / per_byte] >> (i % per_byte * bits)) & ((1 << bits) - 1);
    out[static_cast<size_t>(i)] = static_cast<uint8_t>(is_signed && field >> (bits - 1) != 0 ? field - (1 << bits) : field);
  }
  return out;
}

std::string Place(size_t number, const std::string& operator_name, const Graph& graph, const Operator& op) {
  std::string text = "operator " + std::to_string(number) + " " + operator_name;
  if (!op.outputs.empty() && op.outputs[0] >= 0)
    text += " of " + ShownName(graph.tensors[static_cast<size_t>(op.outputs[0])].name);
  return text + ": ";
}

}  // namespace

Literal Importer::Constant(const Tensor& tensor) {
  const Shape& shape = tensor.shape;
  const auto key = std::pair(tensor.data, shape.element_type);
  const auto found = constants_.find(key);
  if (found != constants_.end() && found->second.shape().ElementCount() == shape.ElementCount()) return found->second.WithShape(shape);
  std::vector<uint8_t> bytes;
  if (tensor.packed) {
    bytes = Unpacked(tensor.data, shape.ElementCount(), BitWidth(shape.element_type), IsSigned(shape.element_type));
  } else if (shape.ElementCount() != 0) {
    bytes.assign(tensor.data, tensor.data + shape.ByteSize());
  }
  if (IsPred(shape.element_type)) {
    for (uint8_t& byte : bytes) byte = byte != 0;
  }
  return constants_[key] = Literal(shape, std::move(bytes));
}

std::optional<Literal> Importer::Folded(const Graph& graph, int32_t tensor) const {
  const auto found = folded_.find({&graph, tensor});
  return found == folded_.end() ? std::nullopt : std::optional(found->second);
}

State* Importer::FindState(const std::string& name) {
  if (active_.size() != 1) return nullptr;
  const auto found = std::find_if(states_.begin(), states_.end(), [&](const State& state) { return state.name == name; });
  return found == states_.end() ? nullptr : &*found;
}

std::string Importer::NameOf(const Graph& graph, int32_t resource) const {
  const auto found = handles_.find({&graph, resource});
  return found == handles_.end() ? "" : found->second;
}

std::string Importer::StateOf(const Graph& graph, int32_t tensor) const {
  return "state" + std::to_string(&graph - file_.graphs().data()) + "." + std::to_string(tensor);
}

// What shared tables and overlapping buffers may stand for together: a file that is used as it is needs less.
Status Importer::Spend(uint64_t bytes) {
  spent_ += std::min(bytes, UINT64_MAX - spent_);
  if (spent_ <= 64 * file_.size() + (uint64_t{64} << 20)) return Ok();
  return Error(Rule::kLimit, "tables and buffers of the file are used more often than it is long");
}

// ---- what can be said before anything is built: all that is missing at once

Status Importer::CheckOperators(const Graph& graph, std::set<const Graph*>* seen, std::vector<Diagnostic>* missing) {
  if (!seen->insert(&graph).second) return Ok();
  for (size_t i = 0; i < graph.operators.size(); ++i) {
    const Operator& op = graph.operators[i];
    const OperatorRow* row = FindRow(op.code);
    if (row == nullptr) {
      if (missing->size() < 1000)
        missing->push_back(Error(Rule::kUnsupported, Place(i, OperatorName(op.code), graph, op) + "is not supported"));
      continue;
    }
    if (op.inputs.size() < row->least || op.inputs.size() > row->most || (row->results != SIZE_MAX && op.outputs.size() != row->results)) {
      return Error(Rule::kCount, Place(i, row->name, graph, op) + "it has " + std::to_string(op.inputs.size()) + " inputs and " +
                                     std::to_string(op.outputs.size()) + " outputs");
    }
  }
  return Ok();
}

// ---- states

Status Importer::AddState(const std::string& name, const Shape& shape) {
  for (const State& state : states_) {
    if (state.name != name) continue;
    if (state.shape == shape) return Ok();
    return Error(Rule::kShape,
                 "variable '" + name + "' is " + ToString(state.shape) + " in one place and " + ToString(shape) + " in another");
  }
  if (states_.size() >= kMostStates) return Error(Rule::kLimit, "more than " + std::to_string(kMostStates) + " variables");
  states_.push_back({name, shape, {}, false});
  return Ok();
}

Result<std::string> Importer::HandleName(const Operator& op) const {
  MOTE_ASSIGN(const file::VarHandleOptions* options, file_.Options<file::VarHandleOptions>(op, kVarHandleOptions));
  const auto text = [](const flatbuffers::String* s) { return s == nullptr ? std::string() : s->str(); };
  const std::string container = text(options->container()), name = text(options->shared_name());
  return container.empty() ? (name.empty() ? std::string("variable") : name) : container + "/" + name;
}

// Variables that the graph reads or writes, tensors that are variables, and the values that CALL_ONCE gives.
Status Importer::FindStates(const Graph& graph) {
  for (const Operator& op : graph.operators) {
    if (op.code == kVarHandle) {
      MOTE_ASSIGN(const std::string name, HandleName(op));
      if (op.outputs.size() == 1 && op.outputs[0] >= 0) handles_[{&graph, op.outputs[0]}] = name;
    } else if (op.code == kCallOnce) {
      MOTE_ASSIGN(const file::CallOnceOptions* options, file_.Options<file::CallOnceOptions>(op, kCallOnceOptions));
      const Graph* once = GraphAt(options->graph());
      if (once == nullptr) return Error(Rule::kSyntax, "CALL_ONCE names graph " + std::to_string(options->graph()));
      MOTE_CHECK_OK(RunOnce(*once));
    } else if ((op.code == kReadVariable && op.outputs.size() == 1) || (op.code == kAssignVariable && op.inputs.size() == 2)) {
      const int32_t value = op.code == kReadVariable ? op.outputs[0] : op.inputs[1];
      const std::string name = op.inputs.empty() ? "" : NameOf(graph, op.inputs[0]);
      if (name.empty() || value < 0) return Error(Rule::kUnsupported, "a variable is no result of VAR_HANDLE in its own graph");
      MOTE_CHECK_OK(AddState(name, graph.tensors[static_cast<size_t>(value)].shape));
    }
    for (const int32_t input : op.inputs) {
      if (input < 0 || !graph.tensors[static_cast<size_t>(input)].variable) continue;
      MOTE_CHECK_OK(AddState(StateOf(graph, input), graph.tensors[static_cast<size_t>(input)].shape));
    }
  }
  return Ok();
}

// The graph of CALL_ONCE: constants into variables, nothing else.
Status Importer::RunOnce(const Graph& graph) {
  for (size_t i = 0; i < graph.operators.size(); ++i) {
    const Operator& op = graph.operators[i];
    if (op.code == kVarHandle && op.outputs.size() == 1 && op.outputs[0] >= 0) {
      MOTE_ASSIGN(const std::string name, HandleName(op));
      handles_[{&graph, op.outputs[0]}] = name;
      continue;
    }
    const bool assigns = op.code == kAssignVariable && op.inputs.size() == 2 && op.inputs[0] >= 0 && op.inputs[1] >= 0;
    const Tensor* value = assigns ? &graph.tensors[static_cast<size_t>(op.inputs[1])] : nullptr;
    const std::string name = assigns ? NameOf(graph, op.inputs[0]) : "";
    if (value == nullptr || !IsConstant(*value) || name.empty()) {
      return Error(Rule::kUnsupported,
                   Place(i, OperatorName(op.code), graph, op) + "in CALL_ONCE only constants are assigned to variables");
    }
    const Literal literal = Constant(*value);
    const std::span<const uint8_t> bytes = literal.bytes();
    if (std::any_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte != 0; })) initial_[name] = literal;
  }
  return Ok();
}

// ---- graphs

Status Importer::ImportOperator(const Graph& graph, size_t number, Builder& b, std::vector<Operand>* values) {
  const Operator& op = graph.operators[number];
  const OperatorRow& row = *FindRow(op.code);
  const auto error = [&](const Errors& errors) {
    Diagnostic d = errors.list.front();
    d.text = Place(number, row.name, graph, op) + d.text;
    return d;
  };
  Node node(*this, b, file_, graph, op, row.name, values);
  for (const int32_t output : op.outputs) {  // before any message that shows them
    if (output < 0) return error(Errors({Error(Rule::kCount, "an output is left out")}));
  }
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    if (op.inputs[i] < 0) {
      if (i >= row.least) continue;
      return error(Errors({node.Fail(Rule::kCount, "input " + std::to_string(i) + " is left out")}));
    }
    const Tensor& tensor = node.In(i);
    if (tensor.resource && op.code != kReadVariable && op.code != kAssignVariable) {
      return error(Errors({node.Unsupported("a variable handed to this operator")}));
    }
    if (tensor.variable) {  // as it is now; who keeps it asks for its state
      const State* state = FindState(StateOf(graph, op.inputs[i]));
      if (state == nullptr) return error(Errors({node.Unsupported("a variable inside a called graph")}));
      (*values)[static_cast<size_t>(op.inputs[i])] = state->value;
    }
    const bool empty = !tensor.resource && tensor.shape.ElementCount() == 0;
    if (IsConstant(tensor) && constants_.count({tensor.data, tensor.shape.element_type}) == 0) {
      const Status spent = Spend(static_cast<uint64_t>(tensor.shape.ByteSize()));
      if (!spent.ok()) return error(spent.errors());
    }
    if (tensor.resource || IsConstant(tensor) || (*values)[static_cast<size_t>(op.inputs[i])].valid()) continue;
    if (!empty) return error(Errors({node.Fail(Rule::kOrder, "input " + std::to_string(i) + " is not computed by an earlier operator")}));
    (*values)[static_cast<size_t>(op.inputs[i])] = b.ConstantLiteral(Literal(tensor.shape));
  }
  for (const int32_t output : op.outputs) {
    if ((*values)[static_cast<size_t>(output)].valid())
      return error(Errors({node.Fail(Rule::kDuplicate, "an output has a value already")}));
  }
  const Status done = row.read(node);
  if (b.error()) return error(Errors({node.Fail(b.error()->rule, b.error()->text)}));
  if (done.ok()) return Ok();
  if (!IsUnsupported(done.error().rule) || unsupported_.size() >= 1000) return error(done.errors());
  // What else is missing is told too: the rest goes on with zeros.
  unsupported_.push_back(error(done.errors()));
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    const Shape& shape = node.Out(i).shape;
    if (!node.Out(i).resource)
      (*values)[static_cast<size_t>(op.outputs[i])] = b.BroadcastInDim(node.Scalar(shape.element_type, 0), shape.dims, {});
  }
  if (b.error()) return error(Errors({*b.error()}));
  return Ok();
}

Status Importer::ImportGraph(const Graph& graph, Builder& b, std::vector<Operand>* values) {
  if (active_.size() >= kMostNested || std::find(active_.begin(), active_.end(), &graph) != active_.end()) {
    return Error(active_.size() >= kMostNested ? Rule::kLimit : Rule::kOrder,
                 "graph " + ShownName(graph.name) + " calls itself, or calls are nested too deep");
  }
  active_.push_back(&graph);
  for (size_t i = 0; i < graph.operators.size(); ++i) {
    if (++imported_ > kMostOperators)
      return Error(Rule::kLimit, "more than " + std::to_string(kMostOperators) + " operators, calls of graphs included");
    MOTE_CHECK_OK(ImportOperator(graph, i, b, values));
  }
  active_.pop_back();
  for (const int32_t output : graph.outputs) {
    const Tensor& tensor = graph.tensors[static_cast<size_t>(output)];
    Operand& value = (*values)[static_cast<size_t>(output)];
    if (tensor.resource) return Error(Rule::kUnsupported, "output " + Show(tensor) + " is a variable itself");
    if (!value.valid() && IsConstant(tensor)) value = b.ConstantLiteral(Constant(tensor));
    if (!value.valid())
      return Error(Rule::kOrder, "output " + Show(tensor) + " of graph " + ShownName(graph.name) + " is not computed");
  }
  return Ok();
}

namespace {

Status GiveParameters(const Graph& graph, const std::vector<NamedTensor>& named, Builder& b, std::vector<Operand>* values) {
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const Tensor& tensor = graph.tensors[static_cast<size_t>(graph.inputs[i])];
    if (tensor.resource) return Error(Rule::kUnsupported, "input " + Show(tensor) + " is a variable itself");
    Operand& value = (*values)[static_cast<size_t>(graph.inputs[i])];
    if (value.valid()) return Error(Rule::kDuplicate, Show(tensor) + " is an input twice");
    std::string name(tensor.name.substr(0, kLongestName));
    for (const NamedTensor& input : named) name = input.tensor == graph.inputs[i] ? std::string(input.name.substr(0, kLongestName)) : name;
    value = b.Parameter(static_cast<int64_t>(i), tensor.shape, name);
  }
  return Ok();
}

}  // namespace

Result<Module> Importer::Called(int64_t number, const std::string& why) {
  const Graph* graph = GraphAt(number);
  if (graph == nullptr)
    return Error(Rule::kSyntax, why + " is graph " + std::to_string(number) + " of " + std::to_string(file_.graphs().size()));
  std::set<const Graph*> seen;
  std::vector<Diagnostic> missing;
  MOTE_CHECK_OK(CheckOperators(*graph, &seen, &missing));
  if (!missing.empty()) return missing.front();
  MOTE_CHECK_OK(Spend(16 * graph->tensors.size()));
  Builder b("called");
  std::vector<Operand> values(graph->tensors.size());
  MOTE_CHECK_OK(GiveParameters(*graph, {}, b, &values));
  MOTE_CHECK_OK(ImportGraph(*graph, b, &values));
  Operands results;
  for (const int32_t output : graph->outputs) results.push_back(values[static_cast<size_t>(output)]);
  return b.Build(results);
}

Result<Module> Importer::ImportEntry(const Entry& entry) {
  const Graph& graph = *entry.graph;
  states_.clear();
  active_.clear();
  MOTE_CHECK_OK(Spend(16 * (graph.tensors.size() + graph.operators.size())));
  MOTE_CHECK_OK(FindStates(graph));
  const bool starts = std::any_of(states_.begin(), states_.end(), [&](const State& state) { return initial_.count(state.name) != 0; });
  if (starts) MOTE_CHECK_OK(AddState(kInitialised, Shape::Scalar(ElementType::kPred)));
  Builder b("tflite");
  std::vector<Operand> values(graph.tensors.size());
  const std::vector<NamedTensor> none;
  MOTE_CHECK_OK(GiveParameters(graph, entry.signature ? entry.signature->inputs : none, b, &values));
  for (size_t s = 0; s < states_.size(); ++s) {
    states_[s].value = b.Parameter(static_cast<int64_t>(graph.inputs.size() + s), states_[s].shape, states_[s].name);
  }
  for (State& state : states_) {
    const auto initial = initial_.find(state.name);
    if (initial == initial_.end()) continue;
    if (initial->second.shape() != state.shape) {
      return Error(Rule::kShape,
                   "variable '" + state.name + "' begins as " + ToString(initial->second.shape()) + " and is " + ToString(state.shape));
    }
    state.value = b.Select(states_.back().value, state.value, b.ConstantLiteral(initial->second));
  }
  if (starts) {
    Literal yes(Shape::Scalar(ElementType::kPred));
    yes.SetInteger(0, 1);
    states_.back().value = b.ConstantLiteral(yes);
  }
  MOTE_CHECK_OK(ImportGraph(graph, b, &values));
  Operands results;
  std::vector<std::string> names;
  for (const int32_t output : graph.outputs) {
    std::string name(graph.tensors[static_cast<size_t>(output)].name.substr(0, kLongestName));
    if (entry.signature) {
      for (const NamedTensor& result : entry.signature->outputs)
        name = result.tensor == output ? std::string(result.name.substr(0, kLongestName)) : name;
    }
    names.push_back(name);
    results.push_back(values[static_cast<size_t>(output)]);
  }
  for (const State& state : states_) {
    results.push_back(state.value);
    names.push_back(state.name + ".next");
  }
  MOTE_ASSIGN(Module module, b.Build(results));
  Computation& main = module.computations[static_cast<size_t>(module.entry)];
  main.name = entry.signature ? std::string(entry.signature->key) : "main";
  main.result_names = names;
  if (!states_.empty()) {
    main.parameter_extra.resize(main.parameters.size());
    for (size_t s = 0; s < states_.size(); ++s) {
      main.parameter_extra[graph.inputs.size() + s]["tf.aliasing_output"] = std::to_string(graph.outputs.size() + s) + " : i32";
    }
  }
  return module;
}

Result<Module> Importer::Import() {
  std::vector<Entry> entries;
  for (const Signature& signature : file_.signatures()) entries.push_back({&file_.graphs()[signature.graph], &signature});
  if (entries.empty()) entries.push_back({&file_.graphs()[0], nullptr});
  std::set<const Graph*> seen;
  std::vector<Diagnostic> missing;
  for (const Entry& entry : entries) MOTE_CHECK_OK(CheckOperators(*entry.graph, &seen, &missing));
  if (!missing.empty()) return Errors(missing);
  Module out;
  out.name = "tflite";
  for (const Entry& entry : entries) {
    MOTE_ASSIGN(Module module, ImportEntry(entry));
    const int32_t offset = static_cast<int32_t>(out.computations.size());
    if (out.entry < 0) out.entry = module.entry;
    for (Computation& computation : module.computations) {
      for (Instruction& instruction : computation.instructions) {
        for (int32_t& called : instruction.called) called += offset;
      }
      if (offset != 0 && !computation.is_public) computation.name += "_" + std::to_string(offset);
      out.computations.push_back(std::move(computation));
    }
  }
  if (!unsupported_.empty()) return Errors(unsupported_);
  return out;
}

}  // namespace mote::tfl

namespace mote {

Result<Module> ReadTflite(std::string_view bytes, const std::string& file_name, const FrontendOptions& options) {
  const auto read = [&]() -> Result<Module> {
    MOTE_ASSIGN(const tfl::File file, tfl::File::Open(bytes, options));
    return tfl::Importer(file, options).Import();
  };
  Result<Module> module = read();
  if (!module.ok()) return InFile(module.errors(), file_name);
  module->files = {file_name};
  return VerifiedModule(std::move(module), SourceText("", file_name), options);
}

}  // namespace mote
