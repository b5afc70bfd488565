// TripsOf: how many iterations the loops of a printed shader make in one invocation, all of them together. Loops over a tile are not
// counted: compilers unroll them.
#include "kernel/trips.h"

namespace mote {
namespace {

constexpr int64_t kManyTrips = int64_t{1} << 40;  // products saturate: a sum of as many as there are nodes still fits

int64_t Product(int64_t a, int64_t b) {
  if (a <= 0 || b <= 0) return 0;
  return a > kManyTrips / b ? kManyTrips : a * b;
}

int64_t ExtentOf(const Kernel& kernel, const IdVector<ParamValue>& values, AxisId axis) {
  return values[kernel.axes[axis].extent];
}

// Nested loops multiply, loops in a row add up.
int64_t TripsOfBody(const Kernel& kernel, const IdVector<ParamValue>& values, NodeRange range) {
  std::vector<int64_t> open{0};
  for (NodeId id = range.first; id < range.last; ++id) {
    const Node& node = kernel.nodes[id];
    if (node.op == Scalar::kLoopBegin) open.push_back(0);
    if (node.op != Scalar::kLoopEnd) continue;
    const int64_t inside = open.back();
    open.pop_back();
    open.back() += Product(ExtentOf(kernel, values, kernel.loops[node.index].axis), inside + 1);
  }
  return open.back();
}

int64_t TripsOfStage(const Kernel& kernel, const IdVector<ParamValue>& values, const Stage& stage, int64_t share) {
  int64_t points = 1;
  for (const AxisId axis : stage.axes) points = Product(points, ExtentOf(kernel, values, axis));
  const int64_t body = TripsOfBody(kernel, values, stage.body);
  if (stage.kind == Stage::Kind::kScalar) return body;
  const int64_t lanes = stage.kind == Stage::Kind::kReduce ? stage.lanes : share;
  int64_t trips = Product((points + lanes - 1) / lanes, body + 1);
  if (stage.kind == Stage::Kind::kReduce) {
    for (int64_t reach = lanes / 2; reach > 0; reach /= 2) ++trips;
  }
  return trips;
}

}  // namespace

int64_t TripsOf(const Kernel& kernel, const IdVector<ParamValue>& values, int64_t share) {
  if (IsFlat(kernel)) return TripsOfBody(kernel, values, kernel.stages[0].body);
  int64_t trips = 0;
  for (const Stage& stage : kernel.stages) trips += TripsOfStage(kernel, values, stage, share);
  return trips;
}

int64_t PointsOf(const Kernel& kernel, const IdVector<ParamValue>& params) {
  const auto product = [&](const std::vector<AxisId>& axes) {
    int64_t points = 1;
    for (const AxisId axis : axes) points *= params[kernel.axes[axis].extent];
    return points;
  };
  int64_t most = 1;
  for (const Stage& stage : kernel.stages) most = std::max(most, product(stage.axes));
  return most * product(kernel.group_axes);
}

}  // namespace mote
