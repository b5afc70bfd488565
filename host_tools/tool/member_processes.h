// Processes of this tool that belong together: what each prints is printed with its number in front, none outlives the object.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace mote {

// What one process prints on one of its two outputs, until that is closed.
struct MemberOutput {
  int pipe = -1;
  FILE* to = nullptr;  // ours of the same kind
  std::string line;    // begun
};

struct MemberProcess {
  uint32_t number = 0;
  pid_t process = -1;
  MemberOutput outputs[2];
  bool running = false;
  int code = 0;    // of ExitCode, once it has ended
  int signal = 0;  // that ended it
};

class MemberProcesses {
 public:
  MemberProcesses() = default;
  MemberProcesses(const MemberProcesses&) = delete;
  MemberProcesses& operator=(const MemberProcesses&) = delete;
  ~MemberProcesses();  // ends those that still run

  // This tool with `words` (the first is its name) as member `number`, without an input. False: there can be no more processes.
  bool Start(uint32_t number, const std::vector<std::string>& words);
  // Waits for something to happen, at most 50 ms; prints what they say, and notes who has ended.
  void Follow();
  // Ends those that still run.
  void End();
  const std::vector<MemberProcess>& list() const { return list_; }

 private:
  void Print(size_t at, MemberOutput& output);
  void NoteEnd(size_t at, int status);

  std::vector<MemberProcess> list_;
  bool ending_ = false;
};

}  // namespace mote
