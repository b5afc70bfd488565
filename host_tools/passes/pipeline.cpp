// Canonicalise and ExpandFor: the order of the passes.
#include "passes/pipeline.h"

#include "passes/passes.h"

namespace mote {
namespace {

const std::set<Op>& MayBeKept() {
  static const std::set<Op> kOperations = {Op::kSort, Op::kTopK, Op::kRequantize, Op::kScatter, Op::kFft, Op::kCustomCall};
  return kOperations;
}

}  // namespace

Result<Module> Canonicalise(const Module& module) { return CanonicaliseFor({}, nullptr, module); }

Result<Module> CanonicaliseFor(const std::set<std::string>& custom_calls, const Wiring* wiring, const Module& module) {
  MOTE_ASSIGN(Module current, InlineCalls(module));
  MOTE_ASSIGN(current, FlattenTuples(current));
  MOTE_ASSIGN(current, MaskBounded(current));
  MOTE_ASSIGN(current, StoreQuantized(current));
  MOTE_ASSIGN(current, LowerHostTransfers(current));
  MOTE_ASSIGN(current, ReduceByCalls(current, custom_calls));
  MOTE_ASSIGN(current, LowerCollectives(current, wiring));
  MOTE_ASSIGN(current, ThreadRandomState(current));
  return ExpandOthersThan(MayBeKept(), current);
}

std::set<Op> Keepable(const Module& canonical) {
  std::set<Op> found;
  for (const Computation& computation : canonical.computations) {
    for (const Instruction& i : computation.instructions) {
      if (MayBeKept().count(i.op) != 0) found.insert(i.op);
      if (i.op == Op::kTopK) found.insert(Op::kSort);  // which it becomes
      if (i.op == Op::kRequantize) found.insert(Op::kMulhi);  // which may be by halves of products
      for (const Shape& shape : i.shapes) {
        if (shape.IsArray() && (shape.element_type == ElementType::kS8 || shape.element_type == ElementType::kS16)) {
          found.insert(Op::kFixed);  // bytes and halfwords may become a fixed-point step
        }
      }
    }
  }
  if (HasChannelsFirst(canonical) || HasOtherProducts(canonical) || HasLargeParts(canonical)) found.insert(Op::kConvolution);
  return found;
}

Result<Module> ExpandFor(const Module& canonical, const PassOptions& options, PassReport* report) {
  Module current = canonical;
  if (!Keepable(canonical).empty()) {
    MOTE_ASSIGN(current, ExpandOthersThan(options.kept, canonical));
  }
  MOTE_ASSIGN(current, options.kept.count(Op::kFft) != 0 ? ExpandFftToCalls(current) : ExpandFft(current));
  MOTE_ASSIGN(current, SplitComplex(current));
  MOTE_ASSIGN(current, Simplify(current));
  MOTE_ASSIGN(current, Fold(current, options, report));
  MOTE_ASSIGN(current, HoistInvariants(current));
  MOTE_ASSIGN(current, NarrowIndices(current));
  MOTE_ASSIGN(current, Simplify(current));
  if (options.kept.count(Op::kMulhi) != 0) {
    MOTE_ASSIGN(current, ZeroPointPads(current));
    MOTE_ASSIGN(current, WordPixels(current));
    MOTE_ASSIGN(current, Simplify(current));
  }
  if (options.kept.count(Op::kConvolution) != 0) {
    MOTE_ASSIGN(current, PlainProducts(current));
    MOTE_ASSIGN(current, ChannelsLast(current));
  }
  MOTE_ASSIGN(current, BlockCumulative(current));
  if (options.kept.count(Op::kConvolution) != 0) {
    MOTE_ASSIGN(current, PlaceParts(current));
  }
  return SplitReduce(current);
}

Result<Module> OptimiseForKernels(const Module& module, const PassOptions& options, PassReport* report) {
  MOTE_ASSIGN(const Module canonical, Canonicalise(module));
  return ExpandFor(canonical, options, report);
}

}  // namespace mote
