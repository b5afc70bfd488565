// How an operation looks to the evaluator: a Call with operands and resolved result shapes, and a table row per operation.
// The tables stand at the end of the files that hold the functions; dispatch.cpp joins them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "evaluate/watch.h"

namespace mote::evaluation {

using Values = std::vector<RuntimeValue>;

class Grid;

// What the instructions of one computation need again and again: which operands die where.
struct Prepared {
  std::vector<std::vector<bool>> last_use;  // per instruction and operand
  std::vector<bool> result_use;             // per result of the computation: may it be moved out
};

// What starting an operation costs beside its elements, in element operations: about its share of the time, so that the budget ends a loop
// over scalars within a minute, too.
constexpr uint64_t kInstructionCost = 512;

// The state of one process of evaluation. Not shared between threads.
struct Context {
  const Module& module;
  const EvaluateOptions& options;
  const Watch* watch = nullptr;  // null: nobody looks
  Grid* grid = nullptr;        // null outside a grid
  int64_t process = 0;         // replica * partitions + partition
  int64_t partitions = 1;
  uint64_t steps = 0;
  int64_t live_bytes = 0;
  int depth = 0;
  size_t next_infeed = 0;
  bool run_time_sizes = false;  // some shape of the module is not static: results are resolved from the actual operands
  IdVector<std::unique_ptr<Prepared>> prepared;  // by computation, filled on first use
  std::array<uint64_t, 2> rng_state = {};           // of Rng and RngGetAndUpdateState, which hide their state

  Context(const Module& m, const EvaluateOptions& o) : module(m), options(o), prepared(m.computations.size()) {
    if (o.rng_state != nullptr) rng_state = *o.rng_state;
  }
  Status Spend(uint64_t steps);          // kLimit when the budget is used up
  Status Reserve(const Shape& shape);    // kLimit when a result would not fit beside what is live
};

struct Call {
  Context& context;
  const Instruction& instruction;
  Values operands;            // declared operands, then captures
  IdVector<Shape> shapes;  // of the results, without unknown dimensions

  const Literal& operand(size_t i) const { return operands[i].literal; }
  const Shape& shape() const { return shapes[0]; }
  Values Captures() const;
  Diagnostic Fail(Rule rule, const std::string& text) const;  // names the operation, at its place
};

// What an operation does with quantized operands and results.
enum class Quantized : uint8_t {
  kExpressed,  // dequantize, compute in the expressed type, quantize
  kStorage,    // moves stored integers
  kOwn,        // looks at the shapes itself
};

using ArrayFunction = Result<Literal> (*)(Call&);
using ValuesFunction = Result<Values> (*)(Call&);

// What it does with run-time sizes: bounded operands and `?` dimensions of results.
enum class RunTimeSizes : uint8_t {
  kCropped,  // sees operands cropped to their run-time sizes and result shapes inferred from them
  kResult,   // sees cropped operands, and result shapes as declared: finds the sizes itself
  kWhole,    // sees bounded operands whole and result shapes as declared
};

struct OperationRow {
  Op op;
  ArrayFunction array = nullptr;    // exactly one of the two
  ValuesFunction values = nullptr;
  Quantized quantized = Quantized::kExpressed;
  RunTimeSizes sizes = RunTimeSizes::kCropped;
};

// One table per file of operations.
std::span<const OperationRow> ElementwiseOperations();
std::span<const OperationRow> ShapeOperations();
std::span<const OperationRow> DynamicShapeOperations();
std::span<const OperationRow> GatherScatterOperations();
std::span<const OperationRow> ReduceOperations();
std::span<const OperationRow> WindowOperations();
std::span<const OperationRow> DotOperations();
std::span<const OperationRow> ConvolutionOperations();
std::span<const OperationRow> ContractionOperations();
std::span<const OperationRow> ControlFlowOperations();
std::span<const OperationRow> SortOperations();
std::span<const OperationRow> LinearAlgebraOperations();
std::span<const OperationRow> FftOperations();
std::span<const OperationRow> BatchNormOperations();
std::span<const OperationRow> RandomOperations();
std::span<const OperationRow> CollectiveOperations();
std::span<const OperationRow> ChannelOperations();
std::span<const OperationRow> QuantizedOperations();
std::span<const OperationRow> RequantizeOperations();
std::span<const OperationRow> BroadcastingOperations();
std::span<const OperationRow> CheckOperations();

// Runs one instruction: resolves shapes, treats bounded and quantized operands, checks budgets.
Result<Values> RunInstruction(Context& context, const Instruction& instruction, Values operands);
// Runs a computation on its arguments.
Result<Values> RunComputation(Context& context, int32_t computation, Values arguments);
// The same, where it is the first of a process; memory that cannot be had is R-LIMIT.
Result<Values> RunFunction(Context& context, int32_t function, Values arguments);
bool HasRunTimeSizes(const Module& module);
// The value may stand where the shape is declared.
bool Fits(const Shape& declared, const RuntimeValue& value);
// Types and sizes of the arguments of an entry function.
Result<Values> TakeInputs(const Computation& function, Values inputs);
const Prepared& Prepare(Context& context, int32_t computation);

const OperationRow* FindOperation(Op op);  // null: not evaluated

RuntimeValue ArrayValue(Literal literal);
RuntimeValue TokenValue();
RuntimeValue TupleValue(Values elements);
Values One(RuntimeValue value);

}  // namespace mote::evaluation
