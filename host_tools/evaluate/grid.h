// The simulated grid of replicas × partitions: one thread of evaluation per process, meetings where collectives exchange values, mailboxes
// of send and recv, and deadlock detection. Results do not depend on timing: every exchange is ordered by group.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "evaluate/operation.h"

namespace mote::evaluation {

class Grid {
 public:
  static constexpr int64_t kMaxProcesses = 256;
  Grid(int64_t replicas, int64_t partitions);

  int64_t replicas() const { return replicas_; }
  int64_t partitions() const { return partitions_; }
  int64_t processes() const { return replicas_ * partitions_; }

  // Gives `contribution` to the group's next meeting on this channel and waits for all members. Returns their contributions in group order.
  Result<std::vector<Values>> Meet(int64_t process, const std::vector<int64_t>& group, int64_t channel, const std::string& operation,
                                   Values contribution);
  // Leaves values for `target`; does not wait.
  void Send(int64_t source, int64_t target, int64_t channel, Values values);
  // Waits for the next values from `source`.
  Result<Values> Receive(int64_t process, int64_t source, int64_t channel);
  // Tells the others that this process will meet nobody any more. A failure ends everybody's waiting.
  void Finish(int64_t process, bool failed);

 private:
  struct Meeting {
    std::string operation;
    std::vector<int64_t> group;
    std::map<int64_t, Values> contributions;
    bool mismatch = false;
  };
  struct Waiting {
    std::string operation;
    std::set<int64_t> for_processes;
    std::optional<int64_t> mail_channel = std::nullopt;  // of recv
  };
  using MeetingKey = std::pair<std::pair<int64_t, std::vector<int64_t>>, int64_t>;  // channel, sorted group, how many before it
  using MailKey = std::pair<int64_t, std::pair<int64_t, int64_t>>;                  // channel, source, target

  template <typename Ready>
  Status Wait(std::unique_lock<std::mutex>& lock, int64_t process, Waiting waiting, Ready&& ready);
  bool AllStuck() const;
  std::string Cycle() const;

  int64_t replicas_, partitions_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::pair<int64_t, std::pair<int64_t, std::vector<int64_t>>>, int64_t> met_;  // per process, channel and group
  std::map<MeetingKey, std::shared_ptr<Meeting>> meetings_;
  std::map<MailKey, std::deque<Values>> mail_;
  std::map<int64_t, Waiting> waiting_;
  std::set<int64_t> finished_;
  bool failed_ = false;
  std::optional<std::string> deadlock_;
};

// Runs function[i] with inputs[i] on process i of the grid.
Result<std::vector<Values>> RunOnGrid(const Module& module, const EvaluateOptions& options, int64_t replicas, int64_t partitions,
                                      const std::vector<int32_t>& functions, const std::vector<Values>& inputs);

}  // namespace mote::evaluation
