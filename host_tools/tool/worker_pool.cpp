#include "tool/worker_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <vector>

namespace mote {

namespace {

using Clock = std::chrono::steady_clock;

struct Child {
  pid_t process = -1;
  int pipe = -1;
  size_t item = 0;
  Clock::time_point deadline;
  WorkResult result;
};

Child Start(size_t item, double timeout, const std::function<std::string(size_t)>& work) {
  int ends[2];
  Child child;
  child.item = item;
  if (pipe2(ends, O_CLOEXEC) != 0) return child;
  std::fflush(stdout);
  std::fflush(stderr);
  child.process = fork();
  if (child.process == 0) {
    const std::string output = work(item);
    size_t written = 0;
    while (written < output.size()) {
      const ssize_t n = write(ends[1], output.data() + written, output.size() - written);
      if (n <= 0) break;
      written += static_cast<size_t>(n);
    }
    std::fflush(stderr);
    _exit(written == output.size() ? 0 : 1);
  }
  close(ends[1]);
  child.pipe = ends[0];
  child.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout));
  return child;
}

// Reads what is there; true when the child has closed its end.
bool Drain(Child& child) {
  char buffer[65536];
  const ssize_t n = read(child.pipe, buffer, sizeof buffer);
  if (n > 0) child.result.output.append(buffer, n);
  return n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
}

void Finish(Child& child) {
  close(child.pipe);
  int status = 0;
  waitpid(child.process, &status, 0);
  if (child.result.end == WorkResult::End::kTimedOut) return;
  if (WIFSIGNALED(status) || WEXITSTATUS(status) != 0) {
    child.result.end = WorkResult::End::kCrashed;
    child.result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  }
}

}  // namespace

void RunInProcesses(size_t count, unsigned jobs, double timeout_seconds, const std::function<std::string(size_t)>& work,
                    const std::function<void(size_t, const WorkResult&)>& done) {
  std::vector<Child> running;
  size_t next = 0;
  while (next < count || !running.empty()) {
    while (next < count && running.size() < jobs) {
      Child child = Start(next++, timeout_seconds, work);
      if (child.process < 0) {
        child.result.end = WorkResult::End::kCrashed;
        done(child.item, child.result);
        continue;
      }
      running.push_back(std::move(child));
    }
    std::vector<pollfd> polls;
    for (const Child& c : running) polls.push_back({c.pipe, POLLIN, 0});
    poll(polls.data(), polls.size(), 100);
    for (size_t i = running.size(); i-- > 0;) {
      Child& child = running[i];
      bool ended = (polls[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0 && Drain(child);
      if (!ended && Clock::now() > child.deadline) {
        kill(child.process, SIGKILL);
        child.result.end = WorkResult::End::kTimedOut;
        ended = true;
      }
      if (!ended) continue;
      Finish(child);
      done(child.item, child.result);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

}  // namespace mote
