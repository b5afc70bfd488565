// By posix_spawnp of mpirun. What Open MPI refuses unless told (more members than processors, root) is what other transports do as well.
#include "tool/mpi_launch.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tool/exit_code.h"

namespace mote {

int LaunchByMpi(uint32_t members, const std::vector<std::string>& words, const volatile sig_atomic_t& caught) {
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (error) return Report(kDeviceFailed, "where this tool lies is not known: " + error.message());
  std::vector<std::string> all = {"mpirun", "-n", std::to_string(members), self};
  all.insert(all.end(), words.begin() + 1, words.end());
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  (void)setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  if (geteuid() == 0) {
    (void)setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    (void)setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  }
  pid_t process = -1;
  if (const int failed = posix_spawnp(&process, "mpirun", nullptr, nullptr, argv.data(), environ); failed != 0) {
    return Report(kDeviceFailed, std::string("mpirun cannot be started: ") + std::strerror(failed));
  }
  int status = 0;
  bool told = false;
  while (waitpid(process, &status, told ? 0 : WNOHANG) != process) {
    if (caught != 0 && !told) told = kill(process, SIGTERM) == 0;
    if (!told) usleep(5000);
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return Report(kDeviceFailed, fmt::format("mpirun was ended by signal {}", WTERMSIG(status)));
}

}  // namespace mote
