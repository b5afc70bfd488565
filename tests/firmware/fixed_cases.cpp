// Writes random cases of fixed-point steps for an image to run (fixed_routines/main.cpp), packed for a target; a quarter of them are of its
// own rows with fields as no compiler writes them. What a case consists of:
// struct Case there.
// usage: fixed_cases COUNT SEED OUT_FILE TARGET
//        fixed_cases shape ROUTINE,IN_H,IN_W,IN_C,OUT_H,OUT_W,OUT_C,KERNEL_H,KERNEL_W,STRIDE,PAD_Y,PAD_X OUT_FILE TARGET   one case
//        fixed_cases wide_shape …   with weights of two bytes
//        fixed_cases transformed_shape …   with transformed weights
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "firmware/fixed_case_maker.h"
#include "firmware/fixed_routines/case.h"
#include "select/pack_fixed.h"

namespace {

using mote::test::Numbers;

void Put(std::ofstream& out, const Numbers& bytes) {
  for (const int64_t b : bytes) out.put(static_cast<char>(b));
}

// Rows that only a target's own cores have.
Numbers RowsOf(mote::FixedPacking packing) {
  Numbers rows;
  for (int64_t number = 0; number < 64; ++number) {
    const std::string name = mote::NameOf(static_cast<mote::FixedRoutine>(number));
    const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
    const bool dsp = has("_dsp") || has("_wide") || has("_winograd") || has("_planes");
    const bool helium = has("_helium");
    if ((packing == mote::FixedPacking::kDsp && dsp) || (packing == mote::FixedPacking::kHelium && helium)) rows.push_back(number);
  }
  return rows;
}

// How far in front of its input an output must begin so that four rows at a time are read before they are written.
int64_t BelowFourRows(const Numbers& f) {
  const int64_t in_row = f[kMoteFixedInW] * f[kMoteFixedInC], out_row = f[kMoteFixedOutW] * f[kMoteFixedOutC];
  const int64_t height = f[kMoteFixedOutH], rows = f[kMoteFixedBatch] * height;
  int64_t below = 1;
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t top = std::clamp<int64_t>(row % height * f[kMoteFixedStrideY] - f[kMoteFixedPadY], 0, f[kMoteFixedInH]);
    below = std::max(below, std::min(row + 4, rows) * out_row - (row / height * f[kMoteFixedInH] + top) * in_row);
  }
  return below;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::fprintf(stderr, "usage: fixed_cases COUNT SEED OUT_FILE TARGET\n"), 2;
  const mote::TargetFacts* target = mote::FindTarget(argv[4]);
  if (target == nullptr) return std::fprintf(stderr, "no such target\n"), 2;
  const std::map<std::string, mote::WeightForm> shapes = {{"shape", mote::WeightForm::kBytes},
                                                          {"wide_shape", mote::WeightForm::kHalfwords},
                                                          {"transformed_shape", mote::WeightForm::kTransformed}};
  const bool shaped = shapes.count(argv[1]) != 0;
  const bool large = target->fixed_packing == mote::FixedPacking::kHost;
  mote::test::FixedCaseMaker maker(shaped ? 1 : std::strtoull(argv[2], nullptr, 10), large);
  Numbers shape;
  for (char* at = argv[2]; shaped && *at != 0; at += *at == ',') shape.push_back(std::strtol(at, &at, 10));
  if (shaped && shape.size() != 12) return std::fprintf(stderr, "a shape has 12 numbers\n"), 2;
  std::ofstream out(argv[3], std::ios::binary);
  std::map<std::string, int> rows;
  const Numbers own = RowsOf(target->fixed_packing);
  const long count = shaped ? 1 : std::strtol(argv[1], nullptr, 10);
  for (long made = 0; made < count;) {
    const bool hostile = !shaped && !own.empty() && maker.In(0, 3) == 0;
    mote::test::FixedCase c;
    const int64_t row = hostile ? own[static_cast<size_t>(maker.In(0, static_cast<int64_t>(own.size()) - 1))] : 0;
    while (hostile && c.expected.empty()) c = maker.Hostile(row);
    if (!hostile) c = shaped ? maker.Shaped(shape) : maker.Make();
    const auto form = shaped ? shapes.at(argv[1]) : static_cast<mote::WeightForm>(maker.In(0, 2));
    mote::PackedFixed packed = {c.fields, c.stream, ""};
    const bool planes = shaped ? form != mote::WeightForm::kBytes : maker.In(0, 1) == 0;
    if (!hostile) packed = mote::PackFixed(c.fields, c.stream, target->fixed_packing, {form, planes});
    const MoteFixedNeeds needs = mote::FixedNeeds(packed.fields);
    if (needs.output == 0) continue;
    const auto length = static_cast<size_t>(needs.stream);
    if (((length + 3) & ~size_t{3}) != packed.stream.size()) return std::fprintf(stderr, "a stream of the wrong length\n"), 1;
    packed.stream.resize(length);  // nothing is to be read behind what the rule asks for
    Case head = {};
    for (size_t i = 0; i < packed.fields.size(); ++i) head.fields[i] = static_cast<int32_t>(packed.fields[i]);
    head.input = static_cast<uint32_t>(c.input.size()), head.other = static_cast<uint32_t>(c.other.size());
    head.stream = static_cast<uint32_t>(packed.stream.size()), head.output = static_cast<uint32_t>(c.expected.size());
    head.scratch = static_cast<uint32_t>(needs.scratch);
    head.place = shaped ? 0 : static_cast<uint32_t>(maker.In(0, 63) + (hostile ? 64 : 0));
    const auto routine = static_cast<mote::FixedRoutine>(packed.fields[kMoteFixedRoutine]);
    if (needs.element == 2) head.place &= ~5u;  // halfwords lie at their size
    const bool same = head.input == head.output && head.fields[kMoteFixedInH] == head.fields[kMoteFixedOutH];
    if (!hostile && same && mote::MayBeginAtItsInput(routine)) head.place |= 128;
    if (!hostile && !shaped && !mote::MayBeginAtItsInput(routine)) {
      const mote::RowDistances distances = mote::DistancesOf(packed.fields);
      const bool by_row =
          routine == mote::FixedRoutine::kDepthwiseHelium || routine == mote::FixedRoutine::kDepthwiseHeliumSigned;
      head.below = static_cast<uint32_t>(by_row ? distances.below : BelowFourRows(packed.fields));
      head.above = static_cast<uint32_t>(distances.above);
    }
    out.write(reinterpret_cast<const char*>(&head), sizeof head);
    Put(out, c.input), Put(out, c.other), Put(out, c.expected);
    out.write(reinterpret_cast<const char*>(packed.stream.data()), static_cast<std::streamsize>(packed.stream.size()));
    ++rows[(hostile ? "hostile " : "") + std::string(mote::NameOf(routine))], ++made;
  }
  for (const auto& [name, cases] : rows) std::printf("%d %s\n", cases, name.c_str());
  return out.flush() ? 0 : 1;
}
