// The HLO text parser: reads computations as written, then links them (hlo_link.cpp) into the IR's closed form.
// Methods return false after they recorded an error.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/hlo_lexer.h"
#include "frontend/source_text.h"

namespace mote {

class HloParser {
 public:
  HloParser(const SourceText& source, const FrontendOptions& options);
  Result<Module> Parse();

 private:
  // A shape as written: with the order of its dimensions in memory, minor first (empty: row-major).
  struct LaidOutShape {
    Shape shape;
    std::vector<int64_t> minor_to_major;
  };
  // What a name stands for: one value, or a tuple that exists only as its elements.
  struct Named {
    Value value;
    IdVector<Named> elements;
    bool is_tuple = false;  // then `value` is known once the tuple was needed as a whole
    bool poisoned = false;
    std::vector<int64_t> minor_to_major;
  };
  struct Reader {
    Computation computation;
    std::unordered_map<std::string_view, Named> names;
    std::map<int64_t, Value> parameters;
    std::vector<bool> is_parameter;  // per instruction
    Named root, last;
    bool has_root = false;
    std::deque<Named> nameless;    // operands written in place: add(f32[] constant(1), x)
    bool makes_parameters = false;  // of a text that is one instruction: unknown operands with a shape are parameters
  };
  // An attribute as written: "key=value".
  struct Written {
    std::string_view key, text;  // text: the whole value
    size_t begin = 0;            // of the value
    Location location;
    std::vector<std::string> computations;  // names, when the value is one computation or several
  };
  struct Pending {
    Instruction instruction;
    LaidOutShape declared;
    IdVector<Named*> operands;  // of Reader::names or Reader::nameless
    std::vector<Written> attributes;
    std::string_view name, opcode;
    Location location;
    bool root = false, poisoned = false;
    bool has_shape = false;  // written; else it is inferred
    bool nested = false;     // an operand itself: no attributes follow
    bool passes = false;     // stands for its operand, which is written with the shape of the asynchronous start
  };

  // hlo_parser.cpp
  const HloToken& token() const { return lexer_.token(); }
  bool Is(char punctuation) const { return token().kind == HloTokenKind::kPunctuation && token().text[0] == punctuation; }
  bool IsWord(std::string_view word) const { return token().kind == HloTokenKind::kWord && token().text == word; }
  bool Take(char punctuation);
  bool TakeWord(std::string_view word);
  bool Expect(char punctuation);
  bool Fail(Rule rule, std::string text, Location location, std::string hint = {});
  bool FailHere(std::string text);
  bool ParseInt(int64_t* value);
  bool ParseModule();
  bool ParseHeader();
  bool SkipStackFrames();
  bool IsSingleInstruction() const;
  bool ParseSingleInstruction();
  bool ParseComputation();
  bool ParseSignature(LaidOutShape* result);
  bool ParseInstructions(Reader& reader);
  bool FinishComputation(Reader& reader);
  bool ReadWritten(Written* written);
  bool ReadComputations(Written* written);
  bool ReadInlineComputation(Written* written);
  std::string_view WithoutComments(std::string_view text);
  bool SkipBrackets();
  bool SkipValue(std::string_view key);
  std::string_view SourceFrom(size_t begin) const { return source_.text().substr(begin, lexer_.previous_end() - begin); }

  // hlo_shape_text.cpp
  bool IsShape() const;
  bool ParseShape(LaidOutShape* shape);
  bool ParseShapeAt(LaidOutShape* shape, int depth);
  bool ParseSizes(Shape* shape);
  bool LayoutFollows() const;
  bool ParseLayout(LaidOutShape* shape);
  bool CheckSize(const Shape& shape, Location location);
  static bool SameSizes(const Shape& a, const Shape& b);

  // hlo_literal_text.cpp
  bool ParseConstant(Reader& reader, const Shape& shape, Named* value);
  bool ParseLiteral(const Shape& shape, Literal* literal);
  bool ParseLiteralList(Literal& literal, size_t level, int64_t* index);
  bool ParseElement(Literal& literal, int64_t index);
  bool ParsePart(Literal& literal, int64_t index, int part);
  bool ParseNan(Literal& literal, int64_t index, int part, bool negative);

  // hlo_instruction_text.cpp
  bool ParseInstruction(Reader& reader);
  bool ParseRightSide(Reader& reader, Pending& pending, Named* value);
  bool InferDeclared(Reader& reader, Pending& pending);
  bool ParseParameter(Reader& reader, Pending& pending, Named* value);
  bool BuildInstruction(Reader& reader, Pending& pending, Named* value);
  bool BuildTupleElement(Reader& reader, Pending& pending, Named* value);
  bool BuildBitcast(Reader& reader, Pending& pending, Named* value);
  bool ChangeType(Reader& reader, const Pending& pending, ElementType to, Value* value);
  bool BuildBitcastConvert(Reader& reader, Pending& pending, Named* value);
  Value AppendStep(Reader& reader, const Pending& pending, Op op, Shape shape, Value operand);
  bool BuildConditional(Reader& reader, Pending& pending, Named* value);
  bool BuildPlain(Reader& reader, Pending& pending, Named* value);
  bool SplitStartIndices(Reader& reader, Pending& pending);
  bool BuildOnePerOperand(Reader& reader, Pending& pending, Named* value);
  Named Append(Reader& reader, Instruction instruction, bool split_results);
  Value Materialise(Reader& reader, Named& named, Location location);
  bool Bind(Reader& reader, const Pending& pending, Named value);

  // hlo_operand_text.cpp
  bool ParseOperands(Reader& reader, Pending& pending);
  bool ParseOperand(Reader& reader, Pending& pending);
  bool ParseNestedOperand(Reader& reader, Pending& pending, const LaidOutShape* shape);
  bool ParseElementsOf(Reader& reader, Named** operand);
  bool Lookup(Reader& reader, std::string_view name, Location location, Named** named);
  Named* NewParameter(Reader& reader, std::string_view name, const LaidOutShape& shape);
  static Shape ShapeOf(const Reader& reader, const Named& named);

  // hlo_attribute_text.cpp
  bool Attach(Pending& pending);
  bool AttachOne(Pending& pending, const Written& written);
  bool AttachCalled(Instruction& instruction, const Written& written, bool* done);
  bool AttachSpecial(Pending& pending, const Written& written, bool* done);
  bool AttachTabled(Instruction& instruction, Attr attr, const Written& written);
  bool AttachSlice(Instruction& instruction, const Written& written);
  bool AttachPadding(Instruction& instruction, const Written& written);
  bool AttachWindow(Pending& pending, const Written& written);
  bool AttachDimLabels(Instruction& instruction, const Written& written);
  bool AttachAllToAll(Instruction& instruction);
  bool ReadInts(const Written& written, std::vector<int64_t>* ints);
  bool ReadMatrix(const Written& written, IntMatrix* matrix);
  bool ReadIotaGroups(const Written& written, IntMatrix* matrix);
  bool ReadMeshGroups(const Written& written, IntMatrix* matrix);  // hlo_mesh_text.cpp
  bool SplitNumbers(const Written& written, std::string_view text, char separator, std::vector<int64_t>* numbers);
  bool FillDefaults(const Reader& reader, Pending& pending);
  bool AttachAlgorithm(const Reader& reader, Pending& pending);
  bool WrongValue(const Written& written, std::string_view wanted);

  // hlo_link.cpp
  bool Link();
  void NameInline();
  void NumberChannels();
  bool LinkComputation(int32_t index, int depth);
  bool LinkInstruction(Computation& owner, Instruction& instruction, int depth);
  bool TakeRegion(int32_t target, Location location, int32_t* region);
  int32_t Clone(int32_t index);
  bool PassOperandsToBranches(const Computation& owner, Instruction& instruction);
  void PassAll(Computation& branch, const IdVector<Shape>& shapes, size_t own);
  void DropUnused();
  bool SplitRoot(Computation& computation);
  int32_t Reference(std::string_view name, Location location);

  SourceText source_;
  FrontendOptions options_;
  HloLexer lexer_;
  Module module_;
  std::vector<Diagnostic> errors_;
  std::map<std::string, int32_t, std::less<>> computations_;
  struct Callee {
    std::string name;
    Location location;
  };
  IdVector<Callee> callees_;  // Instruction::called holds -1 - index into this until linked
  IdVector<uint8_t> linked_;  // per computation as written: 0 no, 1 in progress, 2 yes
  IdVector<uint32_t> uses_;   // per computation as written: how often it is called; 2 and more: cannot be a region itself
  size_t copied_ = 0, most_copied_ = 0;  // instructions in copies
  std::vector<int32_t> inline_;        // computations written in place, which get their names at the end
  std::deque<std::string> rewritten_;  // values without their comments
  int depth_ = 0;                // of operands and computations written inside others
};

}  // namespace mote
