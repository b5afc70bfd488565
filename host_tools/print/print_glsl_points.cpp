// GlslBody: the unrolled loop on processors, point by point: all turns of one point of the tile before the next point begins. A compiler
// for a processor has sixteen registers and keeps the order of the text: the sum of a point, and what it reads, stay in registers that
// way, while turn by turn every product and sum of the tile goes to memory and back.
#include "print/print_glsl_body.h"

namespace mote {

// The tile's axes that the carried values of the loop have in common; 0: the loop goes turn by turn.
GlslTiles::Mask GlslBody::PointsOf(NodeId begin) const {
  if (!(tier_ & kMoteProcessor) || product_ || half_) return 0;
  const Loop& loop = kernel_.loops[kernel_.nodes[begin].index];
  GlslTiles::Mask points = 0;
  NodeId id = begin + 1;
  for (; kernel_.nodes[id].op == Scalar::kCarried; ++id) {
    const GlslTiles::Mask mask = tiles_.MaskOf(id);
    if (mask == 0 || (points != 0 && mask != points)) return 0;
    if (kernel_.nodes[loop.next[kernel_.nodes[id].bits]].op == Scalar::kCarried) return 0;
    points = mask;
  }
  for (; kernel_.nodes[id].op != Scalar::kLoopEnd; ++id) {
    const Node& node = kernel_.nodes[id];
    if (node.op == Scalar::kLoopBegin || node.op == Scalar::kStore || (tiles_.MaskOf(id) & ~points) != 0) return 0;
    if (node.op != Scalar::kLoad) continue;
    const bool once = sixteens_ ? sixteen_[id] : IsOfTurns(id) || IsEarly(id, begin);  // of all that share it
    const AxisId along = FoursAlong(id);
    const bool of_tile = along != kNone && along != form_.unrolled && !form_.IsVector(along);  // fetched in front of loops over the tile
    if (of_tile || form_.SlideOf(node.index) != nullptr || (!once && tiles_.MaskOf(id) != points)) return 0;
  }
  return points;
}

// What all points share is fetched before. Returns the node behind the loop.
NodeId GlslBody::PrintPoints(NodeId begin) {
  const int32_t index = kernel_.nodes[begin].index;
  const std::vector<NodeId>& next = kernel_.loops[index].next;
  NodeId end = begin + 1;
  while (kernel_.nodes[end].op != Scalar::kLoopEnd) ++end;
  const auto for_loads = [&](bool of_point, auto&& print) {
    for (NodeId id = begin + 1; id < end; ++id) {
      if (IsOfTurns(id) && IsOfPoint(id) == of_point) print(id);
    }
  };
  const auto turns = [this](NodeId id) { PrintTurnsLoad(id); };
  if (!sixteens_) {
    for_loads(false, turns);
    PrintEarlyLoads(begin);
  }
  AddRaisedSums();
  OpenTiles(points_);
  if (sixteens_) {
    for_loads(true, [this](NodeId id) { PrintSixteen(id); });
    OpenWords();
    for_loads(false, turns);
  }
  for_loads(true, turns);
  const std::string axis = AxisName(form_.unrolled);
  Open("[[unroll]] for (int step = 0; step < " + std::to_string(form_.steps) + "; ++step) {");
  Line("int " + axis + " = first_" + axis + " + step;");
  for (NodeId id = begin + 1; id < end; ++id) {
    NodeId behind = id + 1;
    PrintNode(id, &behind);
  }
  for (NodeId id = begin + 1; kernel_.nodes[id].op == Scalar::kCarried; ++id) {
    Line(names_[id] + " = " + ValueLike(id, next[kernel_.nodes[id].bits], forms_[id]) + ";");
  }
  Close();  // the turns
  if (sixteens_) Close();
  CloseTiles(points_);
  if (eights_ && !sixteens_) Close();
  Close();
  EndRaisedSums();
  points_ = 0;
  return end + 1;
}

}  // namespace mote
