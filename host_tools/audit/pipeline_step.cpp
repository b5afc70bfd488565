// Every byte of the workspace is marked with the row that was last written there.
#include "audit/pipeline_step.h"

#include <algorithm>

#include "audit/fixed_step.h"
#include "schema/pipeline_layout.h"

namespace mote::audit {
namespace {

constexpr int64_t kMostBytes = int64_t{1} << 26;
constexpr int64_t kNothing = -1;

struct Link {
  std::vector<int64_t> fields;
  FixedExtents extents;
  int64_t stride = 1, pad = 0, reach = 1, in = 0, out = 0;  // rows
  int64_t in_row = 0, out_row = 0;                          // bytes
  int64_t from[2] = {0, 0}, stream = 0, at = 0, capacity = 0, kept = 0;
  bool sums = false;
  std::vector<size_t> readers;  // links

  // The rows of the input that rows [a, b) of the output are made of.
  int64_t First(int64_t a) const { return std::max<int64_t>(0, a * stride - pad); }
  int64_t End(int64_t b) const { return std::min(in, (b - 1) * stride - pad + reach); }
};

class Simulator {
 public:
  Simulator(const std::vector<int64_t>& fields, const std::vector<uint32_t>& params, size_t operands, int64_t workspace)
      : rows_(fields[kMotePipelineRows]), turns_(fields[kMotePipelineTurns]), scratch_(fields[kMotePipelineScratch]),
        inputs_(fields[kMotePipelineInputs]), count_(fields[kMotePipelineMembers]), params_(params),
        operands_(static_cast<int64_t>(operands) - 2), workspace_(workspace) {}

  PipelineExtents Run() {
    const auto words = static_cast<int64_t>(params_.size());
    const bool counted = count_ >= 1 && count_ <= kMotePipelineMostMembers && words == count_ * kMotePipelineMemberWords;
    if (!counted) Wrong("has another number of members");
    if (inputs_ < 0 || inputs_ > operands_) Wrong("has fewer operands than inputs");
    const bool counts = rows_ >= 1 && rows_ <= kMotePipelineMostRows && turns_ >= 0 && rows_ * turns_ <= kMotePipelineMostCome;
    if (!counts) Wrong("its rows or turns make no sense");
    if (scratch_ < 0 || scratch_ > workspace_ || workspace_ > kMostBytes) Wrong("its workspace makes no sense");
    if (!out_.wrong.empty()) return out_;
    out_.read.assign(static_cast<size_t>(operands_), 0);
    out_.below.assign(static_cast<size_t>(operands_), -1);
    out_.stream.assign(static_cast<size_t>(operands_), false);
    for (int64_t m = 0; m < count_ && out_.wrong.empty(); ++m) ReadLink(m);
    if (!out_.wrong.empty()) return out_;
    out_.output = links_.back().extents.output;
    for (const Link& link : links_) {
      for (const int64_t from : link.from) {
        if (from >= kMotePipelineOutside) out_.below[static_cast<size_t>(from - kMotePipelineOutside)] = 0;
      }
    }
    marks_.assign(static_cast<size_t>(workspace_), kNothing);
    Turns();
    return out_;
  }

 private:
  void Wrong(const std::string& text) {
    if (out_.wrong.empty()) out_.wrong = text;
  }
  void WrongAt(size_t m, const std::string& text) { Wrong("member " + std::to_string(m) + ": " + text); }

  enum Number : int64_t {
#define MOTE_FIXED(id, number, ...) k##id = number,
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
  };
  // Those whose scratch and order of rows depend on no height.
  static bool Rolls(int64_t number) {
    switch (number) {
      case kProductDsp: case kProductDspSigned: case kProductWide: case kProductWideSigned: case kProductHelium: case kProductHeliumSigned:
      case kConvolutionHost: case kDepthwiseHost: return false;
      default: return true;
    }
  }

  void ReadLink(int64_t number) {
    const auto m = static_cast<size_t>(number);
    Link link;
    const uint32_t* words = params_.data() + m * kMotePipelineMemberWords;
    const auto word = [&](int64_t w) -> int64_t { return static_cast<int32_t>(words[w]); };
    for (int64_t f = 0; f < kMoteFixedFields; ++f) link.fields.push_back(word(f));
    const auto f = [&](MoteFixedField field) { return link.fields[field]; };
    link.extents = ExtentsOfFixed(link.fields);
    if (!link.extents.wrong.empty()) return WrongAt(m, link.extents.wrong);
    if (!Rolls(f(kMoteFixedRoutine)) || f(kMoteFixedBatch) != 1) return WrongAt(m, "its routine does not take rows");
    link.sums = f(kMoteFixedRoutine) == kAveragePoolRows;
    link.in = f(kMoteFixedInH), link.out = link.sums ? link.in : f(kMoteFixedOutH);
    link.in_row = f(kMoteFixedInW) * f(kMoteFixedInC), link.out_row = f(kMoteFixedOutW) * f(kMoteFixedOutC);
    if (!link.sums) {
      link.stride = f(kMoteFixedStrideY), link.pad = f(kMoteFixedPadY);
      link.reach = (f(kMoteFixedKernelH) - 1) * f(kMoteFixedDilationY) + 1;
    }
    if (link.extents.in_place && (link.stride != 1 || link.pad != 0 || link.reach != 1)) return WrongAt(m, "its rows are not its input's");
    const int64_t largest = std::max({link.in, link.out, link.reach});
    if (largest > kMotePipelineMostRows || link.stride > kMotePipelineMostStride) return WrongAt(m, "it is too high");
    for (int64_t row = 0; row < link.out; ++row) {
      if (link.First(row) >= link.End(row + 1)) return WrongAt(m, "a window has no row of its input");
    }
    if (link.pad < 0 || link.pad >= link.reach) return WrongAt(m, "its padding is not within its window");
    link.stream = word(kMotePipelineStream), link.at = word(kMotePipelineAt);
    link.capacity = word(kMotePipelineCapacity), link.kept = word(kMotePipelineKept);
    if (link.sums && number + 1 != count_) return WrongAt(m, "its sums have no rows for others");
    if (!link.sums && link.extents.scratch > scratch_) WrongAt(m, "needs " + std::to_string(link.extents.scratch) + " bytes of scratch");
    if (link.sums && (link.kept % 4 != 0 || !Lies(link.kept, link.extents.scratch))) WrongAt(m, "its sums lie outside of the workspace");
    if (number + 1 != count_) {
      const bool fits = link.capacity > 0 && link.capacity <= kMotePipelineMostRows && Lies(link.at, link.capacity * link.out_row) &&
                        Lies(link.kept, link.capacity * link.out_row);
      if (!fits) WrongAt(m, "its rows lie outside of the workspace");
    }
    for (const int i : {0, 1}) ReadSource(m, link, i, word(kMotePipelineInput + i));
    if (link.extents.stream > 0 && out_.wrong.empty()) {
      if (link.stream < inputs_ || link.stream >= operands_) return WrongAt(m, "its stream is no operand");
      const auto k = static_cast<size_t>(link.stream);
      out_.stream[k] = true, out_.read[k] = std::max(out_.read[k], link.extents.stream);
    }
    links_.push_back(std::move(link));
  }

  void ReadSource(size_t m, Link& link, int i, int64_t from) {
    link.from[i] = from;
    if (from >= 0 && from < static_cast<int64_t>(m)) {
      Link& source = links_[static_cast<size_t>(from)];
      const bool same = source.out == link.in && source.out_row == link.in_row;
      if (!same) WrongAt(m, "its input has other rows than member " + std::to_string(from));
      source.readers.push_back(m);
      return;
    }
    const int64_t operand = from - kMotePipelineOutside;
    if (operand < 0 || operand >= inputs_) return WrongAt(m, "its input is neither a member before it nor an operand");
    int64_t& read = out_.read[static_cast<size_t>(operand)];
    read = std::max(read, link.extents.input);
  }

  // Behind scratch.
  bool Lies(int64_t at, int64_t bytes) const { return at >= scratch_ && at <= workspace_ && bytes <= workspace_ - at; }

  static int64_t Mark(size_t m, int64_t row) { return static_cast<int64_t>(m) << 32 | row; }

  // What link m comes to where `rows` of the inputs have come: as many rows as all of whose windows have.
  int64_t Comes(size_t m, int64_t rows, const std::vector<int64_t>& come) const {
    const Link& link = links_[m];
    int64_t least = kMotePipelineMostCome;
    for (const int64_t from : link.from) {
      const int64_t there = from < kMotePipelineOutside ? come[static_cast<size_t>(from)] : rows;
      int64_t count = come_[m];
      while (count < least && count * link.stride - link.pad + link.reach <= there) ++count;
      least = std::min(least, count);
    }
    return least;
  }
  // The first row of link m that a reader still wants when it has made `made` rows.
  int64_t FirstWanted(size_t m, const std::vector<int64_t>& made) const {
    int64_t first = links_[m].out;
    for (const size_t r : links_[m].readers) {
      if (made[r] < links_[r].out) first = std::min(first, links_[r].First(made[r]));
    }
    return first;
  }

  void Turns() {
    made_.assign(links_.size(), 0), come_ = made_;
    for (int64_t turn = 1; turn <= turns_ && out_.wrong.empty(); ++turn) {
      std::vector<int64_t> come;
      for (size_t m = 0; m < links_.size(); ++m) come.push_back(Comes(m, turn * rows_, come));
      std::vector<int64_t> wanted = come;
      for (size_t m = 0; m < links_.size(); ++m) wanted[m] = std::min(wanted[m], links_[m].out);
      OneTurn(wanted);
      made_ = wanted, come_ = come;
    }
    if (made_.back() < links_.back().out) Wrong("does not come to its output's end");
  }

  void OneTurn(const std::vector<int64_t>& wanted) {
    std::vector<int64_t> base;
    for (size_t m = 0; m < links_.size(); ++m) base.push_back(std::min(FirstWanted(m, made_), made_[m]));
    for (size_t m = 0; m < links_.size() && out_.wrong.empty(); ++m) {
      const Link& link = links_[m];
      const bool last = m + 1 == links_.size();
      if (!last) Copy(link.at, link.kept, (made_[m] - base[m]) * link.out_row);
      if (!last && wanted[m] - base[m] > link.capacity) return WrongAt(m, "its rows do not fit");
      if (wanted[m] > made_[m]) Make(m, made_[m], wanted[m], base);
      for (size_t s = 0; s < m; ++s) {
        const Link& source = links_[s];
        if (source.readers.empty() || source.readers.back() != m) continue;
        const int64_t first = FirstWanted(s, wanted);
        if (first < wanted[s]) Copy(source.kept, source.at + (first - base[s]) * source.out_row, (wanted[s] - first) * source.out_row);
      }
    }
    // What is read outside from the next turn on lies behind what has been written. The last member may read what it writes over.
    for (size_t m = 0; m < links_.size(); ++m) {
      const bool last = m + 1 == links_.size();
      const int64_t next = last ? made_[m] : wanted[m];
      for (const int64_t from : links_[m].from) {
        if (from < kMotePipelineOutside || next >= links_[m].out) continue;
        int64_t& below = out_.below[static_cast<size_t>(from - kMotePipelineOutside)];
        const int64_t written = links_.back().sums ? links_.back().out_row : wanted.back() * links_.back().out_row;
        const bool writes = links_.back().sums ? wanted.back() == links_.back().out : wanted.back() > 0;
        if (writes) below = std::max(below, written - links_[m].First(next) * links_[m].in_row);
      }
    }
  }

  void Copy(int64_t to, int64_t from, int64_t bytes) {
    if (to == from) return;
    const std::vector<int64_t> moved(marks_.begin() + from, marks_.begin() + from + bytes);
    std::copy(moved.begin(), moved.end(), marks_.begin() + to);
  }

  void Make(size_t m, int64_t from, int64_t to, const std::vector<int64_t>& base) {
    const Link& link = links_[m];
    std::fill(marks_.begin(), marks_.begin() + scratch_, kNothing);
    for (const int64_t source : link.from) {
      if (source >= kMotePipelineOutside) continue;
      const auto s = static_cast<size_t>(source);
      for (int64_t row = link.First(from); row < link.End(to); ++row) {
        const auto at = marks_.begin() + links_[s].at + std::max<int64_t>(0, row - base[s]) * link.in_row;
        if (!std::all_of(at, at + link.in_row, [&](int64_t mark) { return mark == Mark(s, row); })) {
          return WrongAt(m, "reads row " + std::to_string(row) + " of member " + std::to_string(s) + ", which is not there");
        }
      }
    }
    if (link.sums) {
      // Sums lie where they are kept, from the first call to the last.
      const auto at = marks_.begin() + link.kept;
      const bool there = std::all_of(at, at + link.extents.scratch, [&](int64_t mark) { return mark == Mark(m, 0); });
      if (from > 0 && !there) WrongAt(m, "its sums are written over");
      std::fill(at, at + link.extents.scratch, Mark(m, 0));
    }
    if (m + 1 == links_.size()) return;
    for (int64_t row = from; row < to; ++row) {
      const auto at = marks_.begin() + link.at + (row - base[m]) * link.out_row;
      std::fill(at, at + link.out_row, Mark(m, row));
    }
    // Nor may the rows made lie over those that were read for them.
    for (const int64_t source : link.from) {
      if (source >= kMotePipelineOutside) continue;
      const auto s = static_cast<size_t>(source);
      for (int64_t row = link.First(from); row < link.End(to); ++row) {
        if (marks_[static_cast<size_t>(links_[s].at + (row - base[s]) * link.in_row)] != Mark(s, row)) {
          return WrongAt(m, "writes its rows over what it reads");
        }
      }
    }
  }

  const int64_t rows_, turns_, scratch_, inputs_, count_;
  const std::vector<uint32_t>& params_;
  const int64_t operands_, workspace_;
  std::vector<Link> links_;
  std::vector<int64_t> marks_, made_, come_;
  PipelineExtents out_;
};

}  // namespace

PipelineExtents ExtentsOfPipeline(const std::vector<int64_t>& fields, const std::vector<uint32_t>& params, size_t operands,
                                  int64_t workspace) {
  return Simulator(fields, params, operands, workspace).Run();
}

}  // namespace mote::audit
