// Turns are gone through one by one; then values that live at different moments of a turn share memory.
#include "plan/pipeline_rows.h"

#include <algorithm>
#include <utility>

#include "plan/allocate.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

constexpr int64_t kAlignment = 4;  // of everything in a workspace

std::vector<int32_t> Words(const std::vector<int64_t>& fields) { return {fields.begin(), fields.end()}; }

class Roller {
 public:
  Roller(const std::vector<ChainMember>& chain, int64_t rows) : chain_(chain), count_(chain.size()) { out_.rows = rows; }

  std::optional<RolledChain> Run() {
    int32_t inputs = 0;
    for (size_t m = 0; m < count_; ++m) {
      const MoteFixedNeeds needs = FixedNeeds(chain_[m].fields);
      const std::vector<int32_t> words = Words(chain_[m].fields);
      const bool sums = needs.rows == kMoteRowsSums;
      if (!MoteCanRoll(words.data(), &needs) || (sums && m + 1 != count_)) return std::nullopt;
      windows_.push_back(MoteRowWindowOf(words.data()));
      row_bytes_.push_back(chain_[m].fields[kMoteFixedOutW] * chain_[m].fields[kMoteFixedOutC]);
      (sums ? sum_bytes_ : out_.scratch) = std::max(sums ? sum_bytes_ : out_.scratch, needs.scratch);
      for (const int32_t source : chain_[m].sources) {
        inputs = std::max(inputs, -source);
        const bool same = source < 0 || (windows_[static_cast<size_t>(source)].out == windows_[m].in &&
                                         row_bytes_[static_cast<size_t>(source)] == words[kMoteFixedInW] * words[kMoteFixedInC]);
        if (!same) return std::nullopt;
      }
    }
    out_.scratch = AlignUp(out_.scratch, kAlignment);
    out_.values.resize(count_), out_.calls.resize(count_);
    out_.below.assign(static_cast<size_t>(inputs), 0);
    last_.assign(count_, 0), moved_.assign(count_, 0);
    for (size_t m = 0; m < count_; ++m) {
      for (const int32_t source : chain_[m].sources) {
        if (source >= 0) last_[static_cast<size_t>(source)] = m;
      }
    }
    if (!Turns()) return std::nullopt;
    Place();
    return std::move(out_);
  }

 private:
  // What each member comes to when `rows` of the inputs have come.
  std::vector<int64_t> Come(int64_t rows) const {
    std::vector<int64_t> come(count_, kMotePipelineMostCome);
    for (size_t m = 0; m < count_; ++m) {
      for (const int32_t source : chain_[m].sources) {
        const int64_t there = source >= 0 ? come[static_cast<size_t>(source)] : rows;
        come[m] = std::min<int64_t>(come[m], MoteRowsCome(&windows_[m], static_cast<int32_t>(there)));
      }
    }
    return come;
  }

  // The first row that member m reads when it goes on with row `next`; all behind it where it is done.
  int64_t Top(size_t m, int64_t next) const {
    const MoteRowWindow& w = windows_[m];
    return next >= w.out ? w.in : std::clamp<int64_t>(next * w.stride - w.pad, 0, w.in);
  }

  // False: there are too many.
  bool Turns() {
    std::vector<int64_t> made(count_), first(count_);
    for (int64_t rows = out_.rows; rows <= kMotePipelineMostCome; rows += out_.rows) {
      std::vector<int64_t> next = Come(rows), keep(count_, kMotePipelineMostRows);
      for (size_t m = 0; m < count_; ++m) next[m] = std::min<int64_t>(next[m], windows_[m].out);
      for (size_t m = 0; m < count_; ++m) {
        for (const int32_t source : chain_[m].sources) {
          if (source >= 0) keep[static_cast<size_t>(source)] = std::min(keep[static_cast<size_t>(source)], Top(m, next[m]));
          else Distance(m, static_cast<size_t>(-1 - source), made, next);
        }
        if (next[m] > made[m]) out_.calls[m].push_back(next[m] - made[m]);
      }
      for (size_t m = 0; m + 1 < count_; ++m) {
        RolledChain::Value& value = out_.values[m];
        value.capacity = std::max(value.capacity, next[m] - std::min(first[m], made[m]));
        value.kept = std::max(value.kept, next[m] - keep[m]);
        moved_[m] += std::max<int64_t>(0, next[m] - keep[m]) * row_bytes_[m];
      }
      ++out_.turns;
      made = std::move(next), first = std::move(keep);
      if (made.back() == windows_.back().out) return true;
    }
    return false;
  }

  // The last member writes when the others have read; what it reads itself must stay until then. Sums are written with their last row.
  void Distance(size_t m, size_t input, const std::vector<int64_t>& made, const std::vector<int64_t>& next) {
    const bool writes = m + 1 == count_;
    if (sum_bytes_ > 0 && !writes) return;
    if (next[m] >= windows_[m].out && (!writes || made[m] >= windows_[m].out)) return;
    const int64_t row = chain_[m].fields[kMoteFixedInW] * chain_[m].fields[kMoteFixedInC];
    const int64_t read = Top(m, writes ? made[m] : next[m]) * row;
    out_.below[input] = std::max(out_.below[input], next.back() * row_bytes_.back() - read);
  }

  int64_t Bytes(size_t m, bool kept) const {
    const RolledChain::Value& value = out_.values[m];
    return AlignUp((kept ? value.kept : value.capacity) * row_bytes_[m], kAlignment);
  }

  // Bytes of the workspace, at least: values that are split have a place for what is kept, and one for all rows during a turn.
  int64_t Bound(const std::vector<bool>& split) const {
    int64_t always = 0, most = 0;
    for (size_t m = 0; m + 1 < count_; ++m) always += Bytes(m, split[m]);
    for (size_t moment = 0; moment < count_; ++moment) {
      int64_t now = 0;
      for (size_t m = 0; m <= moment && m + 1 < count_; ++m) now += split[m] && last_[m] >= moment ? Bytes(m, false) : 0;
      most = std::max(most, now);
    }
    return always + most;
  }

  void Place() {
    std::vector<bool> split(count_, true);
    const std::vector<bool> none(count_, false);
    if (Bound(none) <= Bound(split)) split = none;
    for (bool better = true; better;) {
      better = false;
      for (size_t m = 0; m + 1 < count_; ++m) {
        std::vector<bool> other = split;
        other[m] = !other[m];
        if (Bound(other) < Bound(split)) split = other, better = true;
      }
    }
    int64_t end = out_.scratch;
    const auto take = [&](int64_t bytes) { return std::exchange(end, end + bytes); };
    out_.values.back().kept_at = take(AlignUp(sum_bytes_, kAlignment));
    std::vector<Piece> pieces(count_);
    for (size_t m = 0; m + 1 < count_; ++m) {
      RolledChain::Value& value = out_.values[m];
      value.kept_at = value.at = take(Bytes(m, split[m]));
      out_.moved += moved_[m] * (split[m] ? 2 : 1);
      pieces[m].points = Bits(count_);
      if (!split[m]) continue;
      pieces[m].bytes = Bytes(m, false);
      for (size_t moment = m; moment <= last_[m]; ++moment) pieces[m].points.Set(moment);
    }
    pieces.back().points = Bits(count_);
    const Allocation placed = AllocatePieces(pieces, kAlignment, Bound(split) - (end - out_.scratch - AlignUp(sum_bytes_, kAlignment)));
    out_.bytes = end + placed.bytes;
    for (size_t m = 0; m + 1 < count_; ++m) {
      RolledChain::Value& value = out_.values[m];
      if (split[m]) value.at = end + placed.offsets[m];
      // A runtime asks for room for all rows at either place.
      out_.bytes = std::max(out_.bytes, value.kept_at + Bytes(m, false));
    }
  }

  const std::vector<ChainMember>& chain_;
  const size_t count_;
  std::vector<MoteRowWindow> windows_;
  std::vector<int64_t> row_bytes_;
  std::vector<size_t> last_;  // consumer of each value
  std::vector<int64_t> moved_;  // bytes kept of each, in all turns
  int64_t sum_bytes_ = 0;
  RolledChain out_;
};

}  // namespace

std::optional<RolledChain> RollChain(const std::vector<ChainMember>& chain, int64_t rows) { return Roller(chain, rows).Run(); }

std::vector<std::vector<int64_t>> PipelineMembers(const Step& step) {
  std::vector<std::vector<int64_t>> members;
  for (auto at = step.fields.begin() + kMotePipelineFields; at < step.fields.end(); at += kMotePipelineMemberWords) {
    members.emplace_back(at, at + kMotePipelineMemberWords);
  }
  return members;
}

std::string DescribePipeline(const Step& step) {
  const std::vector<std::vector<int64_t>> members = PipelineMembers(step);
  std::string text = "pipeline of " + std::to_string(members.size()) + " steps, " + std::to_string(step.fields[kMotePipelineRows]) +
                     " rows of the input a turn, " + std::to_string(step.fields[kMotePipelineTurns]) + " turns\n";
  for (size_t m = 0; m < members.size(); ++m) {
    const std::vector<int64_t>& w = members[m];
    text += "  " + std::string(NameOf(static_cast<FixedRoutine>(w[kMoteFixedRoutine]))) + "  " + std::to_string(w[kMoteFixedOutH]) +
            " rows of " + std::to_string(w[kMoteFixedOutW] * w[kMoteFixedOutC]) + " bytes";
    if (m + 1 < members.size()) text += ", " + std::to_string(w[kMotePipelineCapacity]) + " held";
    text += "\n";
  }
  return text;
}

}  // namespace mote
