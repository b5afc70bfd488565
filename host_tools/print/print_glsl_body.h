// GlslBody: the nodes of a kernel as GLSL statements. What stands around them (declarations, stages, main) is print_glsl.cpp's.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernel/byte_products.h"
#include "kernel/half_products.h"
#include "print/print_glsl_table.h"
#include "print/print_glsl_tiles.h"
#include "print/printers.h"

namespace mote {

// Per operand its number among those that may be read as texels (kMoteTexelOperands), kNone for others.
IdVector<int32_t> TexelNumbers(const Kernel& kernel);

class GlslBody {
 public:
  GlslBody(const Kernel& kernel, std::span<const uint8_t> spaces, const ShaderForm& form, const ShaderParams& params);

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
  std::string FourValues(NodeId node, GlslForm form);  // side by side, of any node
  // Gives a node a name from outside: reduced values, combiner inputs.
  void Bind(NodeId node, std::string name, GlslForm form);
  std::string AxisName(AxisId axis) const;
  std::string Coordinate(AxisId axis) const;  // the same, or the element for this point of the tile
  const GlslTiles& tiles() const { return tiles_; }
  const IdVector<int32_t>& texels() const { return texels_; }  // per operand its number among those that are read as texels, or kNone
  std::string ParamName(ParamId param) const;

  const std::string& text() const { return text_; }
  std::string TakeText();

  // What was printed reads or writes an operand by; each wants a declaration.
  enum Use : uint16_t {
    kWords = 1,
    kFours = 2,
    kCheckedFours = 4,
    kStoredFours = 8,
    kOwn = 16,
    kFewWords = 32,
    kCheckedFew = 64,
    kSixteens = 128,
    kCheckedSixteens = 256
  };
  uint16_t UsesOf(int32_t operand) const { return uses_[operand]; }

  static bool IsChecked(const Node& node);  // a load or store whose place is known only as it runs
  static const char* BindingName(uint8_t space);
  int UnitOf(const KernelOperand& operand) const;  // bytes of the buffer elements that it is read and written by: 4, or 2 or 1

 private:
  enum Lanes : int { kOne = -1, kAll = 4 };
  struct Place {
    std::string buffer, element;  // element index within the operand, an int expression
    std::string inside;           // condition, or empty
  };
  void FindWishes();
  NodeId PrintNext(NodeId id, NodeId last);
  void PrintRun(const GlslTiles::Run& run);
  void PutBehind(const std::string& before, std::vector<std::string>* declarations);
  NodeId QuadsFrom(NodeId first, NodeId last) const;
  void PrintQuads(NodeRange range);
  void OpenTiles(GlslTiles::Mask mask);
  void CloseTiles(GlslTiles::Mask mask);
  std::string InTiles(GlslTiles::Mask mask, std::string line) const;
  void Declare(NodeId node, GlslForm form, const std::string& name, const std::string& value);
  GlslForm ResultForm(NodeId node) const;
  std::string TypeOf(NodeId node, GlslForm form) const { return tiles_.Wide(node) ? GlslWideName(form) : GlslTypeName(form); }
  std::string ValueLike(NodeId like, NodeId node, GlslForm form);  // four values where `like` is four
  std::string ScalarValue(NodeId node, GlslForm form) const;
  std::string NativeWide(NodeId node, GlslForm* form) const;
  std::string WideExpression(NodeId node, GlslForm* form);
  void PrintNode(NodeId node, NodeId* skip_to);
  void PrintLoop(NodeId begin, NodeId* skip_to);
  bool IsInvariant(NodeId load, NodeId begin) const;
  void PrintSlides(NodeId begin, bool first);
  void PrintNeeded(NodeId begin, NodeId id);
  std::string SlideName(NodeId load, int32_t turn) const;
  void PrintSlid(NodeId begin, NodeId load, const std::string& to);
  void PrintSlidesGoRound(const Loop& loop);
  void PrintBases(NodeId begin);
  void FindSixteens(NodeId begin);
  void PrintSixteens(NodeId begin);
  void PrintSixteen(NodeId load);
  void OpenWords();
  bool IsEarly(NodeId load, NodeId begin) const;
  void PrintEarlyLoads(NodeId begin);
  bool IsOfTurns(NodeId load) const;
  void PrintTurnsLoad(NodeId load);
  GlslTiles::Mask PointsOf(NodeId begin) const;
  bool IsOfPoint(NodeId load) const { return points_ != 0 && tiles_.MaskOf(load) == points_; }
  std::string TurnsSubscript(NodeId load) const { return IsOfPoint(load) ? "" : tiles_.Subscript(tiles_.MaskOf(load)); }
  NodeId PrintPoints(NodeId begin);
  std::string LoopHint(NodeId begin) const;
  void EndLoop(const Loop& loop);
  std::string ZeroSum(const ByteProduct::Factor& other) const;
  void DeclareSumsOf(const ByteProduct::Factor& other);
  void DeclareZeroSums();
  std::string DotOf(NodeId like, NodeId load, const std::string& word, NodeId other) const;
  void PrintByteProduct();
  void EndByteProduct();
  std::string HalfSum() const;
  void DeclareHalfSums();
  std::string HalfOf(NodeId factor);
  bool IsHalfFactor(NodeId load) const;
  std::string HalfOfWords(NodeId load, const std::string& words) const;
  void PrintHalfProduct();
  void EndHalfProducts();
  void FindRaised();
  void FindLeftOut();
  void FindPadding(NodeId choice, const IdVector<int>& uses);
  bool IsZeroPoint(NodeId node) const;
  bool IsByteZero(NodeId node) const;
  std::string WithPadding(NodeId load, const std::string& words) const;
  bool IsLowered(const Node& node) const;
  std::string Lowered(const Node& node) const;
  void RaiseFactor(NodeId begin);
  void AddRaisedSums();
  void EndRaisedSums();
  void PrintPure(NodeId node);
  std::string Expression(NodeId node, GlslForm* form) const;
  std::string HiddenZero(GlslForm form) const;
  std::string Filled(const GlslOpText& row, const char* pattern, const Node& node) const;
  bool IsLogic(const Node& node, bool* constant) const;
  bool IsPlainFloat(NodeId node) const;
  bool IsZero(NodeId node) const;  // +0
  std::string Shift(const Node& node) const;
  std::optional<std::array<NodeId, 2>> SignedHighProduct(const Node& node) const;
  std::string Logic(const Node& node, GlslForm* form) const;
  std::string FloatCompare(const Node& node, GlslForm* form) const;
  std::string ElementIndex(const Access& access, NodeId computed) const;
  std::string ElementOf(NodeId load, NodeId computed) const;
  Place Find(NodeId node, NodeId computed, NodeId predicate, bool checked);
  AxisId FoursAlong(NodeId node) const { return form_.FoursAlong(kernel_.nodes[node].index); }
  GlslForm DeclaredForm(NodeId load) const;
  void PrintLoad(NodeId node);
  void PrintWideLoad(NodeId node, GlslForm declared);
  void PrintLanes(NodeId node, GlslForm declared);
  void PrintPickedLoad(NodeId node, GlslForm declared);
  std::string NarrowFours(NodeId node, GlslForm declared);
  std::string WordOfQuad(NodeId node);
  std::string FourWords(NodeId node);
  std::vector<std::string> HoistedFours(NodeId node);
  std::string FewWords(NodeId node);
  std::string CheckedByte(NodeId node);
  std::string SixteenWords(NodeId node);
  int BytesOf(NodeId access) const;
  const char* HoistedType(NodeId node) const;
  std::string PickedFew(NodeId node, const std::string& few, const std::string& pick, GlslForm declared) const;
  std::string LoadedAs(GlslForm declared, NodeId node, const Place& place);
  std::string Decoded(NodeId load, const std::string& bits_at, GlslForm* form) const;
  static std::string Widened(ElementType type, const std::string& bits, const std::string& whole, int width, GlslForm* form);
  std::string StoredCode(const Node& node, ElementType type) const;
  void PrintStore(NodeId node);
  void PrintFourStores(const Node& node, const Place& place);
  std::string StoredWord(const Node& node, int lane);
  bool RunLoads() const;
  void PrintStoreAt(const Node& node, const Place& place, NodeId id);
  std::string Word(int32_t operand, const std::string& index);
  std::string LoadExpression(Reg reg, const Place& place, int32_t operand, NodeId id, GlslForm* form);

  const Kernel& kernel_;
  std::span<const uint8_t> spaces_;
  const bool in_loop_;  // a part of a loop's shader
  IdVector<std::string> names_;  // of nodes, empty until printed
  IdVector<GlslForm> forms_;
  IdVector<int> float_wishes_, bit_wishes_;
  const ShaderForm form_;
  const uint32_t tier_;
  IdVector<uint16_t> uses_;  // of operands: Use
  bool eights_ = false, sixteens_ = false;  // the unrolled loop goes by so many
  GlslTiles::Mask points_ = 0;  // it goes point by point, of these axes of the tile; 0: turn by turn
  std::optional<ByteProduct> product_;  // the innermost loop adds up products of bytes, word by word
  std::optional<HalfProduct> half_;     // or products in f16, of so many turns before f32 takes their sum
  IdVector<bool> raised_;              // loads of s8 that are read 128 above their values (print_glsl_raised.cpp)
  IdVector<NodeId> padding_;            // of such loads of windows the zero point, which padding is read as; kNone: padding is 0
  IdVector<bool> settled_;              // choices between sums that are equal for its sake
  std::optional<ByteProduct> raising_;  // in the loop being printed the first factor is, and all of its zero point is taken behind it
  bool sums_raised_ = false;            // as so many times the sums of the other factor
  IdVector<bool> left_out_;              // nodes that no text needs
  IdVector<bool> early_, based_;  // loads in front of the loop over their four turns; those whose places have a base
  int lanes_ = kOne;        // which of the four values of wide nodes is meant: one by its number, or all
  AxisId at_first_ = kNone;  // the axis whose coordinate is that of the first of four points
  const IdVector<int32_t> texels_;
  const IdVector<std::vector<ParamValue>> params_;  // as ShaderParams has them
  const GlslTiles tiles_;
  IdVector<bool> sixteen_;           // loads that are fetched for sixteen turns of the loop
  GlslTiles::Run run_;               // being printed
  GlslTiles::Run opened_;            // nodes of which a quad's vectors are printed one after the other; around run_
  std::vector<std::string> arrays_, quad_arrays_;  // their declarations
  std::string text_, store_condition_;
  int indent_ = 0;
};

}  // namespace mote
