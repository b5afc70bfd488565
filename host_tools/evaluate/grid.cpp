// Meetings, mailboxes and deadlock detection, and running one thread per process.
#include "evaluate/grid.h"

#include <algorithm>
#include <thread>

#include "hlo/inlined_size.h"

namespace mote::evaluation {

Grid::Grid(int64_t replicas, int64_t partitions) : replicas_(replicas), partitions_(partitions) {}

// Nobody can go on: every process has finished or waits for something that has not come.
bool Grid::AllStuck() const { return static_cast<int64_t>(waiting_.size() + finished_.size()) == processes() && !waiting_.empty(); }

// Follows who waits for whom until a process repeats or has finished.
std::string Grid::Cycle() const {
  std::string text = "deadlock: ";
  std::set<int64_t> seen;
  int64_t at = waiting_.begin()->first;
  while (waiting_.count(at) != 0 && seen.insert(at).second) {
    const Waiting& w = waiting_.at(at);
    int64_t next = *w.for_processes.begin();
    text += (seen.size() > 1 ? ", which waits in " : "process " + std::to_string(at) + " waits in ") + w.operation + " for process " +
            std::to_string(next);
    at = next;
  }
  if (finished_.count(at) != 0) text += ", which has finished";
  return text;
}

template <typename Ready>
Status Grid::Wait(std::unique_lock<std::mutex>& lock, int64_t process, Waiting waiting, Ready&& ready) {
  if (!ready()) {
    waiting_[process] = std::move(waiting);
    if (AllStuck()) {
      deadlock_ = Cycle();
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return ready() || failed_ || deadlock_; });
    waiting_.erase(process);
  }
  if (ready()) return Ok();
  if (deadlock_) return Error(Rule::kChannel, *deadlock_);
  return Error(Rule::kChannel, "another process of the grid failed");
}

Result<std::vector<Values>> Grid::Meet(int64_t process, const std::vector<int64_t>& group, int64_t channel, const std::string& operation,
                                       Values contribution) {
  std::vector<int64_t> sorted = group;
  std::sort(sorted.begin(), sorted.end());
  std::unique_lock<std::mutex> lock(mutex_);
  std::pair<int64_t, std::vector<int64_t>> place{channel, sorted};
  int64_t before = met_[{process, place}]++;
  std::shared_ptr<Meeting>& slot = meetings_[{place, before}];
  if (!slot) slot = std::make_shared<Meeting>(Meeting{operation, group, {}, false});
  std::shared_ptr<Meeting> meeting = slot;
  meeting->mismatch = meeting->mismatch || meeting->operation != operation || meeting->group != group;
  meeting->contributions[process] = std::move(contribution);
  bool complete = meeting->contributions.size() == group.size();
  if (complete) {
    meetings_.erase({place, before});
    for (int64_t member : group) waiting_.erase(member);
    changed_.notify_all();
  }
  Waiting waiting{operation, {}, std::nullopt};
  for (int64_t member : group) {
    if (meeting->contributions.count(member) == 0) waiting.for_processes.insert(member);
  }
  MOTE_CHECK_OK(Wait(lock, process, std::move(waiting), [&] { return meeting->contributions.size() == group.size(); }));
  if (meeting->mismatch) return Error(Rule::kChannel, operation + " meets a different collective of another process");
  std::vector<Values> ordered;
  for (int64_t member : group) ordered.push_back(meeting->contributions[member]);
  return ordered;
}

void Grid::Send(int64_t source, int64_t target, int64_t channel, Values values) {
  std::lock_guard<std::mutex> lock(mutex_);
  mail_[{channel, {source, target}}].push_back(std::move(values));
  auto waiting = waiting_.find(target);
  bool for_this = waiting != waiting_.end() && waiting->second.mail_channel == channel && waiting->second.for_processes.count(source) != 0;
  if (for_this) waiting_.erase(waiting);
  changed_.notify_all();
}

Result<Values> Grid::Receive(int64_t process, int64_t source, int64_t channel) {
  std::unique_lock<std::mutex> lock(mutex_);
  std::deque<Values>& queue = mail_[{channel, {source, process}}];
  while (queue.empty()) {
    MOTE_CHECK_OK(
        Wait(lock, process, Waiting{"recv on channel " + std::to_string(channel), {source}, channel}, [&] { return !queue.empty(); }));
  }
  Values values = std::move(queue.front());
  queue.pop_front();
  return values;
}

void Grid::Finish(int64_t process, bool failed) {
  std::lock_guard<std::mutex> lock(mutex_);
  finished_.insert(process);
  failed_ = failed_ || failed;
  if (!failed_ && !deadlock_ && AllStuck()) deadlock_ = Cycle();
  changed_.notify_all();
}

Result<std::vector<Values>> RunOnGrid(const Module& module, const EvaluateOptions& options, int64_t replicas, int64_t partitions,
                                      const std::vector<int32_t>& functions, const std::vector<Values>& inputs) {
  if (replicas < 1 || partitions < 1 || replicas > Grid::kMaxProcesses || partitions > Grid::kMaxProcesses ||
      replicas * partitions > Grid::kMaxProcesses) {
    return Error(Rule::kLimit, "a grid has 1 to " + std::to_string(Grid::kMaxProcesses) + " processes");
  }
  Grid grid(replicas, partitions);
  size_t count = grid.processes();
  if (functions.size() != count || inputs.size() != count) {
    return Error(Rule::kSignature, "the grid needs inputs for " + std::to_string(count) + " processes");
  }
  for (const int32_t function : std::set<int32_t>(functions.begin(), functions.end())) MOTE_CHECK_OK(CheckInlinedSize(module, function));
  std::vector<std::optional<Result<Values>>> results(count);
  const bool run_time_sizes = HasRunTimeSizes(module);
  auto run = [&](size_t process) {
    Context context(module, options);
    context.run_time_sizes = run_time_sizes;
    context.grid = &grid;
    context.process = static_cast<int64_t>(process);
    context.partitions = partitions;
    Result<Values> taken = TakeInputs(module.computations[functions[process]], inputs[process]);
    Result<Values> result = taken ? RunFunction(context, functions[process], std::move(*taken)) : std::move(taken);
    bool ok = result.ok();
    results[process].emplace(std::move(result));
    grid.Finish(static_cast<int64_t>(process), !ok);
  };
  std::vector<std::thread> threads;
  for (size_t process = 0; process < count; ++process) threads.emplace_back(run, process);
  for (std::thread& thread : threads) thread.join();
  std::vector<Values> values;
  const Result<Values>* worst = nullptr;
  // An error of a process's own explains more than "another process failed".
  for (auto& result : results) {
    if (!result->ok() && (worst == nullptr || (worst->error().rule == Rule::kChannel && result->error().rule != Rule::kChannel))) {
      worst = &*result;
    }
  }
  if (worst != nullptr) return worst->errors();
  for (auto& result : results) values.push_back(std::move(**result));
  return values;
}

}  // namespace mote::evaluation

namespace mote {

Result<std::vector<std::vector<RuntimeValue>>> EvaluateGrid(const Module& module, const std::vector<std::vector<RuntimeValue>>& inputs,
                                                            int64_t replicas, int64_t partitions, const EvaluateOptions& options) {
  if (module.entry < 0) return Error(Rule::kSignature, "the module has no entry function");
  std::vector<int32_t> functions(inputs.size(), module.entry);
  return evaluation::RunOnGrid(module, options, replicas, partitions, functions, inputs);
}

}  // namespace mote
