// The StableHLO text parser: a recursive-descent parser over MlirLexer that writes the IR. One object reads one module.
// Methods return false after they recorded an error; the grammar is spread over mlir_*.cpp by concept.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/mesh_groups.h"
#include "frontend/mlir_attribute.h"
#include "frontend/mlir_lexer.h"
#include "frontend/mlir_scope.h"
#include "frontend/source_text.h"

namespace mote {

struct ManualCall;  // split_members.h

// The types behind the last colon of an operation.
struct MlirTypeClause {
  bool function = false;  // (operands) -> results; otherwise only `results`, as written
  bool arrow = false;     // results stand behind "->"
  IdVector<Shape> operands, results;
};

class MlirParser {
 public:
  MlirParser(const SourceText& source, const FrontendOptions& options);
  Result<Module> Parse();

 private:
  struct ResultName {
    std::string_view name;
    int32_t count = 1;
    Location location;
  };
  using TypeClause = MlirTypeClause;
  // An operation on its way into a computation.
  struct Pending {
    Instruction instruction;
    MlirAttributes attributes;
    std::vector<MlirScope> regions;
    CaptureList captures;
    std::optional<TypeClause> types;
    MlirScope* scope = nullptr;
    bool poisoned = false;  // uses the result of an operation that had an error
  };

  // mlir_parser.cpp: tokens and errors
  const MlirToken& token() const { return lexer_.token(); }
  bool Is(char punctuation) const;
  bool IsWord(std::string_view word) const;
  bool Take(char punctuation);         // if it is there
  bool TakeWord(std::string_view word);
  bool Expect(char punctuation);
  bool ExpectWord(std::string_view word);
  bool Fail(Rule rule, std::string text, Location location, std::string hint = {});
  bool FailHere(std::string text, std::string hint = {});
  bool Enter();                        // one level deeper, or R-LIMIT
  void Leave() { --depth_; }
  bool Expand(int64_t bytes, Location location);  // counts what the text only abbreviates, or R-LIMIT
  void SkipToNextOperation(int depth);
  void VerifyRest(bool resolved);
  std::string_view SourceFrom(size_t begin) const { return source_.text().substr(begin, lexer_.previous_end() - begin); }
  bool ParseInt64Token(int64_t* value);

  // mlir_functions.cpp
  bool ParseTop();
  bool ParseModule();
  bool ParseModuleBody(bool braces);
  bool ParseModuleOperations();
  bool ParseAlias();
  bool ParseFunction();
  bool ParseFunctionBody(MlirScope& scope, std::span<const Shape> results, Location location);
  static std::map<std::string, std::string> AsText(const MlirAttributes& attributes);
  bool ParseFunctionHeader(MlirScope& scope, IdVector<Shape>* results);
  bool ParseParameters(MlirScope& scope);
  bool ParseFunctionResults(MlirScope& scope, IdVector<Shape>* results);
  bool SkipListItem(int depth);
  bool SkipTopLevelOperation();
  bool TakeModuleAttributes(const MlirAttributes& attributes);
  bool ResolveCallees();
  struct Callee {
    std::string name;
    Location location;
  };
  struct MeshUse {
    std::string name;
    Location location;
    std::string text;  // of the attribute
    std::vector<MlirAttribute> axes;
  };
  struct ManualUse {  // a manual_computation
    Location location;
    std::string in, out, axes;  // as they are written
    int32_t body = -1;
    size_t operands = 0;
  };
  struct Constraint {  // of the sharding of a value
    Location location;
    std::string sharding;
  };
  void MissingFunction(const Callee& callee);
  void KeepUnknownCallees(Instruction& instruction) const;
  void ChooseEntry();
  void NameEntryParameters();
  int32_t CalleeReference(std::string_view name, Location location);

  // mlir_generic_functions.cpp
  bool ParseGenericModule();
  bool ParseGenericFunction();
  bool ParseGenericMesh();
  bool BeginGeneric(MlirAttributes* attributes, MlirLexer::State* end);
  bool EndGeneric(const MlirLexer::State& end);
  bool ParseEmptyTypes();
  bool ParseFunctionType(const MlirAttribute& type, const MlirLexer::State& before, IdVector<Shape>* inputs, IdVector<Shape>* results);
  static bool TakeFunctionAttributes(const MlirAttributes& attributes, Computation& function);

  // mlir_regions.cpp
  bool ParseRegion(Pending& pending, MlirScope& region, std::span<const ResultName> arguments, std::span<const Shape> argument_shapes);
  bool ParseRegionBody(MlirScope& region, std::span<const ResultName> arguments, std::span<const Shape> argument_shapes);
  bool ParseBlockArguments(MlirScope& region);
  bool ParseBlock(MlirScope& scope, bool function, std::span<const Shape> declared_results);
  bool ParseReturn(MlirScope& scope, bool generic, std::span<const Shape> declared_results);
  bool ParseValue(MlirScope& scope, Value* value, bool* poisoned);
  bool ParseValues(Pending& pending);
  bool ParseLocation(std::string* name = nullptr);

  // mlir_operations.cpp
  bool ParseOperation(MlirScope& scope);
  bool ParseResultNames(std::vector<ResultName>* names);
  bool ParseIdentity(MlirScope& scope, const std::vector<ResultName>& names, bool results);
  bool UnknownOperation(std::string_view name, Location location);
  bool ParseGeneric(Pending& pending);
  bool ParseRegions(Pending& pending);
  bool ParseTypeClause(Pending& pending);
  bool CheckOperandTypes(Pending& pending);
  bool Finish(Pending& pending, const std::vector<ResultName>& names);
  bool BindResults(MlirScope& scope, const std::vector<ResultName>& names, int32_t instruction, size_t count, bool poisoned);

  // mlir_manual.cpp: what shard_map becomes
  bool ParseManual(MlirScope& scope, const std::vector<ResultName>& names);
  bool ParseManualClauses(Pending& pending, ManualUse* use);
  bool ParseManualArguments(std::vector<ResultName>* names, IdVector<Shape>* shapes);
  std::optional<Mesh> MeshNamed(std::string_view name) const;
  bool ReadManual(const ManualUse& use, std::map<int32_t, ManualCall>* manuals);
  bool CheckMembers(const ManualUse& use, const Mesh& mesh, const std::vector<std::string_view>& axes);
  bool ReadManualShardings(const ManualUse& use, const Mesh& mesh, std::map<int32_t, ManualCall>* manuals);
  bool Cuts(std::string_view sharding, bool gspmd, size_t rank) const;
  void SplitMembersOfMeshes();

  // mlir_pretty.cpp: the spellings of CONFORMANCE.md section 3, after the operation's name
  bool ParsePretty(Pending& pending);
  bool ParseOperandsAndClauses(Pending& pending);
  bool ParseClause(Pending& pending, std::string_view key);
  void TakeString(MlirAttribute* attribute);
  bool ParseClausePair(Pending& pending, Attr first, Attr second);
  bool ParseConstant(Pending& pending);
  bool ParseTupleElement(Pending& pending);
  bool ParseCall(Pending& pending);
  bool ParseComposite(Pending& pending);
  bool ParseCustomCall(Pending& pending);
  bool ParseCompare(Pending& pending);
  bool ParseSlice(Pending& pending);
  bool ParseReducePrecision(Pending& pending);
  bool ParseTopK(Pending& pending);
  bool ParseResultTypes(Pending& pending);
  // mlir_pretty_regions.cpp
  bool ParseWhile(Pending& pending);
  bool ParseReduce(Pending& pending);
  bool ParseReducer(Pending& pending);
  bool AddAppliedReducer(Pending& pending, Op op, Location location);
  bool ParseScan(Pending& pending);
  bool ParseConvolution(Pending& pending);
  bool ParseConvolutionWindow(Pending& pending);

  // mlir_types.cpp
  bool ParseType(Shape* shape);
  bool ParseTypeUnguarded(Shape* shape);
  bool ParseTensor(Shape* shape);
  bool ParseDimensions(Shape* shape);
  bool ParseElementType(Shape* shape);
  bool ParseQuantized(Shape* shape);
  bool ParseStorageType(ElementType* type);
  bool ParseQuantizedParameters(Quantization* quantization);
  bool ParseEncoding(Shape* shape);
  bool ParseTypeList(IdVector<Shape>* shapes, char closing);
  bool CheckSize(const Shape& shape, Location location);

  // mlir_attributes.cpp
  bool ParseAttribute(MlirAttribute* attribute);
  bool ParseAttributeUnguarded(MlirAttribute* attribute);
  bool ParseBracketedAttribute(MlirAttribute* attribute);
  bool ParseNumberAttribute(MlirAttribute* attribute);
  bool ParseWordAttribute(MlirAttribute* attribute);
  bool ParseHashAttribute(MlirAttribute* attribute);
  bool ParseArrayAttribute(MlirAttribute* attribute);
  bool ParseDenseArray(MlirAttribute* attribute);
  bool ParseDictionary(MlirAttributes* attributes);  // from "{" to "}"
  bool ParseFields(MlirAttributes* fields, std::string_view closing);
  bool ParseSubAxis(MlirAttribute* attribute);
  bool ParseConvolutionDimensions(MlirAttributes* fields);
  bool ParseOneDimensionList(MlirAttributes* fields, std::string_view first, std::string_view second, char first_letter, char second_letter,
                             std::string_view spatial);
  bool SkipBracketed(std::string_view what);
  bool ParseOptionalDictionary(MlirAttributes* attributes) { return !Is('{') || ParseDictionary(attributes); }

  // mlir_dense.cpp
  bool ParseDense(MlirAttribute* attribute);
  bool ParseDenseAs(const Shape& shape, Literal* literal);  // the current token is "dense"; the type is known
  bool SkipDense();
  bool ParseDenseElements(const Shape& shape, Literal* literal);
  bool ParseDenseList(Literal& literal, size_t level, int64_t* index);
  bool ParseDenseElement(Literal& literal, int64_t index);
  bool ParseDenseNumber(Literal& literal, int64_t index, int part);
  bool TakeBitPattern(std::string_view text, ElementType real, Location location, uint64_t* bits);
  bool TakeBytes(const Shape& shape, std::vector<uint8_t> bytes, Literal* literal, Location location);
  bool ParseDenseString(const Shape& shape, Literal* literal);
  bool ParseDenseResource(const Shape& shape, Literal* literal);
  bool FindResources();

  // mlir_attach.cpp: attribute trees → attributes of the instruction
  bool Attach(Pending& pending);
  bool AttachRequantize(Pending& pending);
  bool AttachOne(Pending& pending, const MlirNamedAttribute& named);
  bool AttachKnown(Instruction& instruction, Attr attr, const MlirNamedAttribute& named);
  bool AttachStruct(Instruction& instruction, const MlirNamedAttribute& named);
  bool AttachEnums(Instruction& instruction, Attr attr, const MlirNamedAttribute& named);
  bool AttachInts(Instruction& instruction, Attr attr, const MlirNamedAttribute& named);
  bool AttachMesh(Instruction& instruction, const MlirNamedAttribute& named);  // mlir_mesh.cpp
  void ResolveMeshes();
  bool AttachMatrix(Instruction& instruction, Attr attr, const MlirNamedAttribute& named);
  bool CheckLayouts(const Pending& pending);  // mlir_layouts.cpp
  bool CheckCustomCallLayouts(const Pending& pending, const MlirAttribute* operands, const MlirAttribute* results);
  bool CheckLayoutList(const MlirAttribute& layouts, std::span<const Shape> shapes, Location location);
  bool CheckAliases(const Pending& pending, const MlirAttribute& aliases);
  bool CheckBufferAliases(const Pending& pending, const MlirAttribute* aliases);
  bool CheckPrograms();  // mlir_programs.cpp
  bool CheckProgram(const Instruction& instruction);
  bool AttachCallees(Instruction& instruction, const MlirAttribute& value);
  bool WrongKind(const Instruction& instruction, Attr attr, std::string_view wanted);

  SourceText source_;
  FrontendOptions options_;
  MlirLexer lexer_;
  Module module_;
  std::vector<Diagnostic> errors_;
  int depth_ = 0;
  int64_t expanded_bytes_ = 0;
  std::unordered_map<std::string_view, MlirAttribute> attribute_aliases_;
  std::unordered_map<std::string_view, Shape> type_aliases_;
  std::unordered_map<std::string_view, int64_t> alias_bytes_, type_alias_bytes_;  // what a use of one stands for; 0 for a single part
  std::unordered_map<std::string_view, std::string_view> resources_;  // name → hex digits
  bool resources_found_ = false;
  std::unordered_map<std::string, int32_t> functions_;
  std::set<std::string> declarations_;
  std::vector<MeshUse> meshes_;  // symbols that replica groups name
  std::vector<ManualUse> manuals_;
  std::vector<Constraint> constraints_;
  IdVector<Callee> callees_;  // Instruction::called holds -1 - index into this until the end
};

}  // namespace mote
