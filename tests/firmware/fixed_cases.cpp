// Writes random cases of fixed-point steps for an image to run (fixed_routines/main.cpp), packed for a target; a quarter of them are of its
// own rows with fields as no compiler writes them. What a case consists of:
// struct Case there.
// usage: fixed_cases COUNT SEED OUT_FILE TARGET [ROUTINE]   of a plain row alone; for Linux each case is in the file as the plain row, too
//        fixed_cases shape ROUTINE,IN_H,IN_W,IN_C,OUT_H,OUT_W,OUT_C,KERNEL_H,KERNEL_W,STRIDE,PAD_Y,PAD_X OUT_FILE TARGET   one case
//        fixed_cases wide_shape …   with weights of two bytes
//        fixed_cases transformed_shape …   with transformed weights
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

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

struct Options {
  const mote::TargetFacts* target = nullptr;
  bool shaped = false;
  mote::WeightForm form = mote::WeightForm::kBytes;
  Numbers shape, own;  // own: rows that only the target has
  std::optional<mote::FixedRoutine> only;
};

// A case, packed, at places of its own: how it lies in the file.
void Write(std::ofstream& out, const mote::test::FixedCase& c, const mote::PackedFixed& packed, Case head) {
  const MoteFixedNeeds needs = mote::FixedNeeds(packed.fields);
  for (size_t i = 0; i < packed.fields.size(); ++i) head.fields[i] = static_cast<int32_t>(packed.fields[i]);
  head.input = static_cast<uint32_t>(c.input.size()), head.other = static_cast<uint32_t>(c.other.size());
  head.stream = static_cast<uint32_t>(needs.stream), head.output = static_cast<uint32_t>(c.expected.size());
  head.scratch = static_cast<uint32_t>(needs.scratch);
  out.write(reinterpret_cast<const char*>(&head), sizeof head);
  Put(out, c.input), Put(out, c.other), Put(out, c.expected);
  out.write(reinterpret_cast<const char*>(packed.stream.data()), needs.stream);  // nothing is to be read behind what the rule asks for
}

// Where its operands lie, which may be over each other.
Case PlacesOf(const mote::test::FixedCase& c, const mote::PackedFixed& packed, bool shaped, bool hostile,
              mote::test::FixedCaseMaker& maker) {
  Case head = {};
  const auto routine = static_cast<mote::FixedRoutine>(packed.fields[kMoteFixedRoutine]);
  head.place = shaped ? 0 : static_cast<uint32_t>(maker.In(0, 63) + (hostile ? 64 : 0));
  if (mote::FixedNeeds(packed.fields).element == 2) head.place &= ~5u;  // halfwords lie at their size
  const bool same = c.input.size() == c.expected.size() && packed.fields[kMoteFixedInH] == packed.fields[kMoteFixedOutH];
  if (!hostile && same && mote::MayBeginAtItsInput(routine)) head.place |= 128;
  if (hostile || shaped || mote::MayBeginAtItsInput(routine)) return head;
  const mote::RowDistances distances = mote::DistancesOf(packed.fields);
  const bool by_row = routine == mote::FixedRoutine::kDepthwiseHelium || routine == mote::FixedRoutine::kDepthwiseHeliumSigned;
  head.below = static_cast<uint32_t>(by_row ? distances.below : BelowFourRows(packed.fields));
  head.above = static_cast<uint32_t>(distances.above);
  return head;
}

bool WriteCases(std::ofstream& out, long count, uint64_t seed, const Options& options) {
  const bool hosted = options.target->fixed_packing == mote::FixedPacking::kHost;
  mote::test::FixedCaseMaker maker(seed, hosted);
  std::map<std::string, long> rows;
  for (long made = 0; made < count;) {
    const bool hostile = !options.shaped && !options.only && !options.own.empty() && maker.In(0, 3) == 0;
    mote::test::FixedCase c;
    const int64_t row = hostile ? options.own[static_cast<size_t>(maker.In(0, static_cast<int64_t>(options.own.size()) - 1))] : 0;
    while (hostile && c.expected.empty()) c = maker.Hostile(row);
    if (!hostile) c = options.shaped ? maker.Shaped(options.shape) : options.only ? maker.Of(*options.only) : maker.Make();
    const auto form = options.shaped ? options.form : static_cast<mote::WeightForm>(maker.In(0, 2));
    const bool planes = options.shaped ? form != mote::WeightForm::kBytes : maker.In(0, 1) == 0;
    std::vector<mote::PackedFixed> forms = {{c.fields, c.stream, ""}};
    const mote::PackedFixed packed = mote::PackFixed(c.fields, c.stream, options.target->fixed_packing, {form, planes});
    // Of products that stay plain, the form with starts too; for Linux, now and then that without (it takes long to find).
    const bool all = hosted || packed.fields[kMoteFixedRoutine] == c.fields[kMoteFixedRoutine];
    if (hosted && made % 16 == 0) {
      const mote::PackedFixed plain = mote::PackFixed(c.fields, c.stream, mote::FixedPacking::kPlain);
      if (plain.fields != c.fields) forms.push_back(plain);
    }
    if (!hostile && all && packed.fields != c.fields) forms.push_back(packed);
    else if (!hostile && !hosted) forms = {packed};
    for (const mote::PackedFixed& f : forms) {
      const MoteFixedNeeds needs = mote::FixedNeeds(f.fields);
      if (needs.output == 0) continue;
      const auto whole_words = (static_cast<size_t>(needs.stream) + 3) & ~size_t{3};
      if (whole_words != f.stream.size()) return std::fprintf(stderr, "a stream of the wrong length\n"), false;
      Write(out, c, f, PlacesOf(c, f, options.shaped, hostile, maker));
      const auto routine = static_cast<mote::FixedRoutine>(f.fields[kMoteFixedRoutine]);
      const bool no_starts = f.fields[kMoteFixedRoutine] <= kMoteFixedLastProduct && f.fields[kMoteFixedSigned] == kMoteFixedNoStarts;
      ++rows[(hostile ? "hostile " : "") + std::string(mote::NameOf(routine)) + (no_starts ? "_without_starts" : "")];
      made += &f == &forms.back();
    }
  }
  for (const auto& [name, cases] : rows) std::printf("%ld %s\n", cases, name.c_str());
  return static_cast<bool>(out.flush());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5 && argc != 6) return std::fprintf(stderr, "usage: fixed_cases COUNT SEED OUT_FILE TARGET [ROUTINE]\n"), 2;
  Options options;
  options.target = mote::FindTarget(argv[4]);
  if (options.target == nullptr) return std::fprintf(stderr, "no such target\n"), 2;
  const std::map<std::string, mote::WeightForm> shapes = {{"shape", mote::WeightForm::kBytes},
                                                          {"wide_shape", mote::WeightForm::kHalfwords},
                                                          {"transformed_shape", mote::WeightForm::kTransformed}};
  options.shaped = shapes.count(argv[1]) != 0;
  if (options.shaped) options.form = shapes.at(argv[1]);
  for (char* at = argv[2]; options.shaped && *at != 0; at += *at == ',') options.shape.push_back(std::strtol(at, &at, 10));
  if (options.shaped && options.shape.size() != 12) return std::fprintf(stderr, "a shape has 12 numbers\n"), 2;
  for (int64_t number = 0; argc == 6 && number < 64; ++number) {
    const auto routine = static_cast<mote::FixedRoutine>(number);
    if (std::string(mote::NameOf(routine)) == argv[5]) options.only = routine;
  }
  if (argc == 6 && !options.only) return std::fprintf(stderr, "no routine %s\n", argv[5]), 2;
  options.own = RowsOf(options.target->fixed_packing);
  std::ofstream out(argv[3], std::ios::binary);
  const uint64_t seed = options.shaped ? 1 : std::strtoull(argv[2], nullptr, 10);
  return WriteCases(out, options.shaped ? 1 : std::strtol(argv[1], nullptr, 10), seed, options) ? 0 : 1;
}
