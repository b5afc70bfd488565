// By fork, exec, pipes and poll. Each is a process group of its own, so that what it started ends with it.
#include "tool/member_processes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/exit_code.h"

namespace mote {
namespace {

[[noreturn]] void Become(const std::vector<std::string>& words, pid_t parent, int output, int error) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // whatever becomes of the launcher
  if (getppid() != parent) _exit(kDeviceFailed);
  signal(SIGPIPE, SIG_DFL);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(error, STDERR_FILENO);
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execv("/proc/self/exe", argv.data());
  _exit(kDeviceFailed);
}

}  // namespace

MemberProcesses::~MemberProcesses() {
  End();
  for (MemberProcess& member : list_) {
    if (member.running) waitpid(member.process, nullptr, 0);
    for (const MemberOutput& output : member.outputs) {
      if (output.pipe >= 0) close(output.pipe);
    }
  }
}

bool MemberProcesses::Start(uint32_t number, const std::vector<std::string>& words) {
  int ends[2][2] = {{-1, -1}, {-1, -1}};
  MemberProcess member;
  member.number = number;
  const bool piped = pipe2(ends[0], O_CLOEXEC) == 0 && pipe2(ends[1], O_CLOEXEC) == 0;
  const pid_t parent = getpid();
  if (piped) member.process = fork();
  if (member.process == 0) Become(words, parent, ends[0][1], ends[1][1]);
  for (int i = 0; i < 2; ++i) {
    if (ends[i][1] >= 0) close(ends[i][1]);
    member.outputs[i] = {ends[i][0], i == 0 ? stdout : stderr, ""};
    if (ends[i][0] >= 0) fcntl(ends[i][0], F_SETFL, O_NONBLOCK);
  }
  member.running = member.process > 0;
  if (member.running) setpgid(member.process, member.process);
  const bool started = member.running;
  list_.push_back(std::move(member));
  return started;
}

// All that is there; whole lines. Closed where no more will come.
void MemberProcesses::Print(size_t at, MemberOutput& output) {
  const uint32_t number = list_[at].number;
  char bytes[4096];
  ssize_t got = 0;
  while ((got = read(output.pipe, bytes, sizeof bytes)) > 0) {
    output.line.append(bytes, static_cast<size_t>(got));
    for (size_t end; (end = output.line.find('\n')) != std::string::npos; output.line.erase(0, end + 1)) {
      fmt::print(output.to, "[{}] {}\n", number, output.line.substr(0, end));
    }
  }
  if (got == 0 || !list_[at].running) {
    if (!output.line.empty()) fmt::print(output.to, "[{}] {}\n", number, output.line);
    close(output.pipe);
    output.pipe = -1;
  }
  std::fflush(output.to);
}

void MemberProcesses::NoteEnd(size_t at, int status) {
  MemberProcess& member = list_[at];
  member.running = false;
  member.code = WIFEXITED(status) ? WEXITSTATUS(status) : static_cast<int>(kDeviceFailed);
  member.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

void MemberProcesses::Follow() {
  std::vector<pollfd> waits;
  for (const MemberProcess& member : list_) {
    for (const MemberOutput& output : member.outputs) waits.push_back({output.pipe, POLLIN, 0});  // -1 is passed over
  }
  poll(waits.data(), waits.size(), 50);
  for (size_t i = 0; i < list_.size(); ++i) {
    MemberProcess& member = list_[i];
    int status = 0;
    const bool ended = member.running && waitpid(member.process, &status, WNOHANG) == member.process;
    if (ended) NoteEnd(i, status);
    for (MemberOutput& output : member.outputs) {
      if (output.pipe >= 0) Print(i, output);
    }
    if (ended && member.signal != 0) {
      fmt::print(stderr, "[{}] {}\n", member.number,
                 ending_ ? "did not end by itself, and was ended" : fmt::format("ended by signal {}", member.signal));
    }
  }
}

void MemberProcesses::End() {
  ending_ = true;
  for (const MemberProcess& member : list_) {
    if (member.running) kill(-member.process, SIGKILL);
  }
}

}  // namespace mote
