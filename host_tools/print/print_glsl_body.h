// GlslBody: the nodes of a kernel as GLSL statements. What stands around them (declarations, stages, main) is print_glsl.cpp's.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "print/print_glsl_tiles.h"

namespace mote {

// How a value stands in the text: b bool, i int (both i32); u uint, the bits of an f32, f float; p uvec2, the bits of an i64 or f64, low
// word first; d double. Copies, selections and special values keep to bits, arithmetic to floats.
using GlslForm = char;
const char* GlslTypeName(GlslForm form);

// A call of the library function `what` (small_from_f32, f32_from_small, round_small) for a float type of 8 bits or fewer.
std::string GlslSmallFloatCall(ElementType type, const std::string& what, const std::string& value);

// Per operand its number among those that may be read as texels (kMoteTexelOperands), kNone for others.
IdVector<int32_t> TexelNumbers(const Kernel& kernel);

class GlslBody {
 public:
  GlslBody(const Kernel& kernel, std::span<const uint8_t> spaces, const ShaderForm& form);

  // Statements of the nodes in `range`, appended to the text at the current indentation.
  void Print(NodeRange range);
  void Line(const std::string& text);
  void Open(const std::string& text) { Line(text), ++indent_; }
  void Indent() { ++indent_; }
  void Close(const std::string& after = "") { --indent_, Line("}" + after); }
  // Stores of a stage that runs once per group are the work of one lane.
  void StoreOnlyIf(std::string condition) { store_condition_ = std::move(condition); }

  // The value of a node, constants, parameters and axes included, as an expression of that form.
  std::string Value(NodeId node, GlslForm form) const;
  GlslForm FormOf(NodeId node) const { return forms_[node]; }
  // Gives a node a name from outside: reduced values, combiner inputs.
  void Bind(NodeId node, std::string name, GlslForm form);
  std::string AxisName(AxisId axis) const;
  std::string Coordinate(AxisId axis) const;  // the same, or the element for this point of the tile
  const GlslTiles& tiles() const { return tiles_; }
  std::string ParamName(ParamId param) const;

  const std::string& text() const { return text_; }
  std::string TakeText();

  static bool IsChecked(const Node& node);  // a load or store whose place is known only as it runs
  static const char* BindingName(uint8_t space);
  int UnitOf(const KernelOperand& operand) const;  // bytes of the buffer elements that it is read and written by: 4, or 2 or 1

 private:
  struct Place {
    std::string buffer, element;  // element index within the operand, an int expression
    std::string inside;           // condition, or empty
  };
  void FindWishes();
  void PrintRun(const GlslTiles::Run& run);
  void OpenTiles(GlslTiles::Mask mask);
  void CloseTiles(GlslTiles::Mask mask);
  void Declare(NodeId node, GlslForm form, const std::string& name, const std::string& value);
  GlslForm ResultForm(NodeId node) const;
  void PrintNode(NodeId node, NodeId* skip_to);
  void PrintLoop(NodeId begin, NodeId* skip_to);
  void EndLoop(const Loop& loop);
  void PrintPure(NodeId node);
  std::string Expression(NodeId node, GlslForm* form) const;
  std::string Shift(const Node& node) const;
  std::string Logic(const Node& node, GlslForm* form) const;
  std::string FloatCompare(const Node& node, GlslForm* form) const;
  std::string ElementIndex(const Access& access, NodeId computed) const;
  Place Find(NodeId node, NodeId computed, NodeId predicate, bool checked);
  void PrintLoad(NodeId node);
  void PrintStore(NodeId node);
  bool RunLoads() const;
  void PrintStoreAt(const Node& node, const Place& place, NodeId id);
  std::string Word(int32_t operand, const std::string& index) const;
  std::string LoadExpression(Reg reg, const Place& place, int32_t operand, NodeId id, GlslForm* form);

  const Kernel& kernel_;
  std::span<const uint8_t> spaces_;
  IdVector<std::string> names_;  // of nodes, empty until printed
  IdVector<GlslForm> forms_;
  IdVector<int> float_wishes_, bit_wishes_;
  const uint32_t tier_;
  const IdVector<int32_t> texels_;
  const GlslTiles tiles_;
  GlslTiles::Run run_;               // being printed
  std::vector<std::string> arrays_;  // its declarations
  std::string text_, store_condition_;
  int indent_ = 0;
};

}  // namespace mote
