// GlslBody: tiles of four vectors, whose bytes are fetched by one fetch. One vector after the other: a compiler for a processor keeps the
// order of the text, and bytes that are taken apart for all four would not fit its registers.
#include "print/print_glsl_body.h"

namespace mote {

// Where the nodes from `first` on end, up to a loop's beginning or end, when vectors of a quad are among them; else `first`, as where
// their order matters.
NodeId GlslBody::QuadsFrom(NodeId first, NodeId last) const {
  const GlslTiles::Mask along = form_.HasQuad() ? tiles_.MaskOfAxis(form_.vector) : 0;
  bool any = false;
  NodeId end = first;
  for (; along != 0 && end < last; ++end) {
    const Scalar op = kernel_.nodes[end].op;
    if (op == Scalar::kLoopBegin || op == Scalar::kLoopEnd || op == Scalar::kCarried) break;
    if (op == Scalar::kLoad && kernel_.operands[kernel_.accesses[kernel_.nodes[end].index].operand].written) return first;
    any = any || (!IsInline(op) && (tiles_.MaskOf(end) & along) != 0);
  }
  return any ? end : first;
}

// What does not depend on the vector comes first.
void GlslBody::PrintQuads(NodeRange range) {
  const GlslTiles::Mask along = tiles_.MaskOfAxis(form_.vector);
  const auto print = [&](bool of_vectors) {
    const auto is_one = [&](NodeId id) { return IsInline(kernel_.nodes[id].op) || ((tiles_.MaskOf(id) & along) != 0) == of_vectors; };
    for (NodeId id = range.first; id < range.last;) {
      NodeId end = id;
      while (end < range.last && is_one(end)) ++end;
      while (id < end) id = PrintNext(id, end);
      id = end + 1;
    }
  };
  print(false);
  const std::string before = TakeText();
  OpenTiles(along);
  opened_ = {range.first, range.last, along};
  print(true);
  opened_ = {};
  CloseTiles(along);
  PutBehind(before, &quad_arrays_);
}

// The word of a quad's vector: in front of the loops over the tile all four were fetched.
std::string GlslBody::WordOfQuad(NodeId id) {
  const GlslTiles::Mask along = tiles_.MaskOfAxis(form_.vector), others = tiles_.MaskOf(id) & ~along;
  const std::string name = "quad" + std::to_string(id), at = name + tiles_.Subscript(others);
  at_first_ = form_.vector;
  const std::string set = at + " = " + SixteenWords(id) + ";";
  at_first_ = kNone;
  quad_arrays_.push_back("uvec4 " + name + tiles_.Dimensions(others) + ";");
  quad_arrays_.push_back(InTiles(others, set));
  return at + tiles_.Subscript(along);
}

}  // namespace mote
