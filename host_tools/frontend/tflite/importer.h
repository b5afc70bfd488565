// Graphs of a TFLite file to computations: one entry a signature, one computation for each graph that an operator calls.
#pragma once

#include <map>
#include <set>

#include "frontend/tflite/node.h"

namespace mote::tfl {

// Of a tensor that no operator gives: without elements it needs no buffer.
inline bool IsConstant(const Tensor& tensor) { return tensor.data != nullptr && !tensor.variable; }

class Importer {
 public:
  Importer(const File& file, const FrontendOptions& options) : file_(file), options_(options) {}

  Result<Module> Import();

  const FrontendOptions& options() const { return options_; }
  Literal Constant(const Tensor& tensor);
  // What an operator on constants gives, where its reader said so.
  std::optional<Literal> Folded(const Graph& graph, int32_t tensor) const;
  void Fold(const Graph& graph, int32_t tensor, Literal value) { folded_[{&graph, tensor}] = std::move(value); }

  // R-LIMIT once more bytes are made of the file than it can stand for.
  Status Spend(uint64_t bytes);
  // A computation of a graph that an operator calls, of the graph's own inputs.
  Result<Module> Called(int64_t graph, const std::string& why);
  const Graph* GraphAt(int64_t number) const {
    return number >= 0 && static_cast<size_t>(number) < file_.graphs().size() ? &file_.graphs()[static_cast<size_t>(number)] : nullptr;
  }
  // The state of this name; none inside a called graph. Tensors that are variables have "graph:number" as a name.
  State* FindState(const std::string& name);
  // The variable that a resource stands for, named by VAR_HANDLE.
  void Name(const Graph& graph, int32_t resource, const std::string& variable) { handles_[{&graph, resource}] = variable; }
  std::string NameOf(const Graph& graph, int32_t resource) const;
  std::string StateOf(const Graph& graph, int32_t tensor) const;  // the state that a tensor is, if it is a variable

 private:
  struct Entry {
    const Graph* graph;
    const Signature* signature;  // null: the first graph itself
  };
  Result<Module> ImportEntry(const Entry& entry);
  Status ImportGraph(const Graph& graph, Builder& b, std::vector<Operand>* values);
  Status ImportOperator(const Graph& graph, size_t number, Builder& b, std::vector<Operand>* values);
  Status CheckOperators(const Graph& graph, std::set<const Graph*>* seen, std::vector<Diagnostic>* missing);
  Status FindStates(const Graph& graph);
  Status RunOnce(const Graph& graph);
  Result<std::string> HandleName(const Operator& op) const;
  Status AddState(const std::string& name, const Shape& shape);

  const File& file_;
  const FrontendOptions& options_;
  std::map<std::pair<const uint8_t*, ElementType>, Literal> constants_;
  std::map<std::pair<const Graph*, int32_t>, Literal> folded_;
  std::vector<const Graph*> active_;  // being imported, callers first
  std::vector<State> states_;         // of the entry being imported, in the order of their parameters
  std::map<std::pair<const Graph*, int32_t>, std::string> handles_;
  std::map<std::string, Literal> initial_;  // of variables, from CALL_ONCE, unless zero
  std::vector<Diagnostic> unsupported_;
  uint64_t spent_ = 0;
  size_t imported_ = 0;               // operators
};

// Codes and option types that the importer itself asks for.
inline constexpr int32_t kCallOnce = 129, kVarHandle = 142, kReadVariable = 143, kAssignVariable = 144;
inline constexpr uint8_t kCallOnceOptions = 103, kVarHandleOptions = 111;

// The rows of operators.def.
struct OperatorRow {
  int32_t code;
  const char* name;
  Reader read;
  size_t least, most, results;  // inputs; results: SIZE_MAX for any number
};
const OperatorRow* FindRow(int32_t code);
// "CONV_2D"; "of code 999" where that is none of the format's.
std::string OperatorName(int32_t code);

}  // namespace mote::tfl
