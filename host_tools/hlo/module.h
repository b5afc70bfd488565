// The IR: Module → Computation → Instruction. Instructions are in program order (a topological order), values are named by
// instruction and result index, computations are closed: what a region captures is passed as operands.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/id_vector.h"
#include "hlo/literal.h"
#include "hlo/op.h"
#include "hlo/shape.h"

namespace mote {

// A result of an instruction of the same computation. Operands always come from earlier instructions.
struct Value {
  int32_t instruction = -1;
  int32_t result = 0;
  bool operator==(const Value&) const = default;
  auto operator<=>(const Value&) const = default;
};

// A list of integer lists: padding pairs, replica groups, source-target pairs.
using IntMatrix = std::vector<std::vector<int64_t>>;
// The kind of each attribute stands in hlo/attributes.def. Enumerations are strings in StableHLO spelling ("LT", "THREE_FRY", "HIGHEST").
// Attributes unknown to the op table are kept as text under their source name in Instruction::extra.
using AttributeValue = std::variant<int64_t, double, bool, std::string, std::vector<int64_t>, IntMatrix, std::vector<std::string>,
                                    ElementType, Literal>;

struct Instruction {
  MOTE_DECLARE_COPIES(Instruction);
  Op op{};
  IdVector<Shape> shapes;                       // of the results; one for most operations, none for some custom calls
  IdVector<Value> operands;                     // declared operands, then `captures` captured values
  int32_t captures = 0;                         // trailing operands that are handed to every called computation as its trailing parameters
  std::map<Attr, AttributeValue> attributes;    // defaults are left out: the accessors below know them
  IdVector<int32_t> called;                     // indices into Module::computations: regions, callees, in the op table's order
  std::map<std::string, std::string> extra;     // other dialects' attributes, as text
  std::string name;                             // SSA name of the source without sigil, for messages; may be empty
  Location location;

  const Shape& shape() const { return shapes[0]; }
  int declared_operands() const { return static_cast<int>(operands.size()) - captures; }
  bool Has(Attr a) const { return attributes.count(a) != 0; }
  int64_t Int(Attr a, int64_t otherwise = 0) const;
  double Real(Attr a, double otherwise = 0) const;
  bool Bool(Attr a, bool otherwise = false) const;
  const std::string& Text(Attr a) const;                     // empty when absent
  const std::vector<int64_t>& Ints(Attr a) const;            // empty when absent
  const IntMatrix& Matrix(Attr a) const;                     // empty when absent
  const Literal& LiteralValue() const;                       // of kConstant
  // A window list (strides, dilations) with its default: `rank` times `fill` when absent.
  std::vector<int64_t> IntsOr(Attr a, size_t rank, int64_t fill) const;
};

struct Computation {
  MOTE_DECLARE_COPIES(Computation);
  std::string name;
  IdVector<Shape> parameters;             // shapes; parameter i is an instruction of op kParameter with Attr::kIndex = i
  IdVector<Instruction> instructions;     // the parameters are the first parameters.size() of them, in order
  IdVector<Value> results;
  bool is_public = false;
  Location location;
  std::map<std::string, std::string> extra;                    // function attributes of other dialects, as text
  std::vector<std::map<std::string, std::string>> parameter_extra, result_extra;  // empty, or one per parameter / result
  // For users: jax.result_info, the x of loc("x"), else the argument's own name in the source; may be empty.
  std::vector<std::string> parameter_names, result_names;

  const Shape& shape(Value v) const { return instructions[v.instruction].shapes[v.result]; }
  const Instruction& at(Value v) const { return instructions[v.instruction]; }
  IdVector<Shape> ResultShapes() const;
};

// Every name a parameter goes by, what users call it first: the name for users, its name in the source, "arg" and its number unless
// another parameter has that name.
std::vector<std::string> ParameterNames(const Computation& computation, size_t parameter);

// Keys of Module::extra whose text is an operation of the module rather than an attribute: a mesh, a function without a body.
inline constexpr std::string_view kMeshKey = "sdy.mesh @", kDeclarationKey = "func.func @";

struct Module {
  MOTE_DECLARE_COPIES(Module);
  std::string name;
  IdVector<Computation> computations;     // functions and regions; a region's computation is used by exactly one instruction
  int32_t entry = -1;                     // `main`, or the only public function, or the first; -1 in an empty module
  int64_t replicas = 1, partitions = 1;
  bool from_hlo_text = false;             // decides the scatter rule of OPS.md section 6.5
  std::vector<std::string> files;         // Location::file indexes this
  std::map<std::string, std::string> extra;

  const Computation& main() const { return computations[entry]; }
  int32_t Find(const std::string& function) const;  // -1 when there is none
};

// The errors under the file of the module that their place names.
Errors InFile(Errors errors, const Module& module);

// Structural equality: operations, operands, attributes with defaults filled in, shapes, constants bit by bit, called computations
// compared recursively. Names and locations do not count. Written apart from the printers. `why` receives the first difference.
bool Equal(const Module& a, const Module& b, std::string* why = nullptr);

}  // namespace mote
