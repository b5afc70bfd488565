// By fork and exec.
#include "tool/temporary_folder.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace mote {

Result<TemporaryFolder> TemporaryFolder::Make(const std::string& what) {
  std::error_code error;
  std::string pattern = (std::filesystem::temp_directory_path(error) / "mote-XXXXXX").string();
  if (error || mkdtemp(pattern.data()) == nullptr) return Error(Rule::kIo, "cannot make a temporary directory for " + what);
  return TemporaryFolder(pattern);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

int RunProcess(const std::vector<std::string>& arguments, const std::string& output) {
  std::vector<char*> argv;
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int file = output.empty() ? -1 : open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file >= 0) dup2(file, STDOUT_FILENO), dup2(file, STDERR_FILENO);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  int status = -1;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace mote
