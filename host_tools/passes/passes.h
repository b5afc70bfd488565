// The passes: pure functions from a module to a module that computes the same. One file each; pipeline.h runs them in order.
#pragma once

#include "passes/pipeline.h"

namespace mote {

// The entry alone, every call, composite, fusion and async pair replaced by the body of its callee; every region belongs to one
// instruction.
Result<Module> InlineCalls(const Module& module);
// No value is a tuple: parameters, results and carried values of tuple type become one value per leaf, in order.
Result<Module> FlattenTuples(const Module& module);
// Uniform-quantized values become the integers that are stored, and arithmetic on them.
Result<Module> StoreQuantized(const Module& module);
// Reductions over members become calls, of those functions of hlo/member_reduction.h that are among the custom calls, where they fit.
Result<Module> ReduceByCalls(const Module& module, const std::set<std::string>& custom_calls);
// Collectives become exchanges and ordinary operations (passes/exchange.h), for the module's grid and its wires; null: nothing is known of
// them.
Result<Module> LowerCollectives(const Module& module, const Wiring* wiring);
// Values whose sizes run time sets become whole arrays and their sizes.
Result<Module> MaskBounded(const Module& module);
// Infeed, outfeed, and send and recv with the host become calls of the application's functions.
Result<Module> LowerHostTransfers(const Module& module);
// Rng becomes arithmetic on random bits, whose state is one more parameter and result of the entry, kRngStateName (hlo/random_numbers.h).
Result<Module> ThreadRandomState(const Module& module);
// Operations that are others in disguise become those (chlo.broadcast_*, dot, broadcast, constant_like, batch norm inference…).
Result<Module> ExpandOperations(const Module& module);
Result<Module> ExpandOthersThan(const std::set<Op>& kept, const Module& module);
// Fourier transforms become products with small constant matrices and factors.
Result<Module> ExpandFft(const Module& module);
Result<Module> ExpandFftToCalls(const Module& module);  // the same with calls (hlo/fft_call.h) where they fit
// No value is complex: each becomes its real and its imaginary part.
Result<Module> SplitComplex(const Module& module);
// Data movement that moves nothing, selects of constants, equal values, dead values.
Result<Module> Simplify(const Module& module);
// Equal pure instructions become one; instructions and regions without use disappear. Part of Simplify.
Module ShareAndDrop(const Module& module);
// Operations on constants whose result is exact on every target (DESIGN section 4).
Result<Module> Fold(const Module& module, const PassOptions& options, PassReport* report);
// What a while body computes from values that no iteration changes moves in front of the loop.
Result<Module> HoistInvariants(const Module& module);
// 64-bit integers whose values are proven to fit in 32 bits, as indices of gather, dynamic_slice and dynamic_update_slice, become s32.
Result<Module> NarrowIndices(const Module& module);
// Pads of stored integers with their zero point, in front of convolutions, become the convolutions' own.
Result<Module> ZeroPointPads(const Module& module);
// Convolutions of bytes over fewer than four channels become such over four, so that a pixel is a word.
Result<Module> WordPixels(const Module& module);
// Products of half precision, and those whose dimensions lie apart, become what the routines of hosts read.
Result<Module> PlainProducts(const Module& module);
bool HasOtherProducts(const Module& module);  // whether that changes anything
// Large concatenations and pads become parts that are written in place.
Result<Module> PlaceParts(const Module& module);
bool HasLargeParts(const Module& module);
// Convolutions of floats whose channels do not lie innermost, or whose inputs have holes, become what the routines of hosts read.
Result<Module> ChannelsLast(const Module& module);
bool HasChannelsFirst(const Module& module);  // whether that changes anything
// Reductions of more than 65 536 elements a result become short ones, in the order of SPEC.md section 5.
Result<Module> SplitReduce(const Module& module);
// Cumulative reductions of few lines of more than 1 024 elements, or of lines of more than 32 768, become ones of short lines, likewise.
Result<Module> BlockCumulative(const Module& module);

}  // namespace mote
