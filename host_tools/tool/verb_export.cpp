// mote export: a program and its runtime as sources for other build systems.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "tool/byte_size.h"
#include "tool/c_library.h"
#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::string input, name, directory;
  FirmwareRequest request;
};

int Export(const Options& o) {
  const std::string& kernels = o.request.kernels;
  if (kernels != "microcode" && kernels != "c") return Report(kUsage, "--kernels is microcode or c, not '" + kernels + "'");
  const std::string name = o.name.empty() ? IdentifierOf(o.input) : o.name;
  if (name != IdentifierOf(name + ".")) return Report(kUsage, "--name '" + name + "' is no C identifier");
  ProgramNeeds needs;
  const Result<FirmwareProgram> program = PrepareFirmware(o.input, name, o.request, needs);
  if (!program) return Report(program.errors(), o.input);
  std::vector<NamedText> files = LibrarySources(*program, o.request, needs);
  for (NamedText& manifest : LibraryManifests(name, files)) files.push_back(std::move(manifest));
  for (const auto& [path, text] : files) {
    const std::filesystem::path place = std::filesystem::path(o.directory) / path;
    std::error_code error;
    std::filesystem::create_directories(place.parent_path(), error);
    if (Status s = WriteFile(place.string(), text); !s) return Report(s.errors());
  }
  const std::string size = FormatBytes(static_cast<int64_t>(program->bytes.size()));
  fmt::print("{}: {} files; the program {} of {}, for {}\n", o.directory, files.size(), name, size, o.request.target);
  return kDone;
}

}  // namespace

void AddExportVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("export", "Write a program with its runtime as a C library for other build systems");
  auto o = std::make_shared<Options>();
  verb.Value("program", o->input, "A source program or .mote file").Required();
  verb.Value("--c-library", o->directory, "Folder of the library: src/, examples/main.c and the manifests").Required();
  verb.Value("--name", o->name, "A C identifier for the program and the library; the file's name unless told");
  AddFirmwareOptions(verb, o->request);
  verb.Run([o, &exit_code] { exit_code = Export(*o); });
}

}  // namespace mote
