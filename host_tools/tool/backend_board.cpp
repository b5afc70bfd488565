// The board backend: a program runs where a command of the user takes it, an emulator or a board with a probe. The command is given a
// folder with program.mote and inputs.bin, the inputs one after the other, and leaves outputs.bin there; where the folder has a file named
// profile, profile.bin too.
#include <fmt/format.h>

#include <cstring>

#include "compile/program_facts.h"
#include "mote/mote.h"
#include "tool/backend.h"
#include "tool/backend_shapes.h"
#include "tool/file_bytes.h"
#include "tool/temporary_folder.h"

namespace mote {

namespace {

class BoardBackend : public Backend {
 public:
  Status Open(std::span<const uint8_t> bytes, const BackendOptions& options) {
    program_ = {bytes.begin(), bytes.end()};
    runner_ = options.board_runner;
    memory_.resize(mote_program_size() / sizeof(uint64_t) + 1);
    const mote_program* program = nullptr;
    mote_open_options open = {};
    open.target = options.board_target.c_str();
    mote_status status = mote_open(memory_.data(), memory_.size() * sizeof(uint64_t), bytes.data(), bytes.size(), &open, &program);
    if (status.code != MOTE_OK) return StatusError(status, "opening the program for the board");
    mote_sizes sizes;
    status = mote_query_sizes(program, &sizes);
    if (status.code != MOTE_OK) return StatusError(status, "asking the program's sizes");
    status = mote_query_grid(program, &grid_, &plan_);
    if (status.code != MOTE_OK) return StatusError(status, "asking the program's grid");
    inputs_ = InputShapes(program, 0, &input_names_);
    outputs_ = OutputShapes(program, 0, &output_names_);
    input_splits_ = InputSplits(program, 0);
    output_splits_ = OutputSplits(program, 0);
    facts_.device = options.board_target;
    facts_.arena_bytes = sizes.arena;
    facts_.steps_cpu = StepCount(bytes, options.board_target);
    if (options.board_ram == 0 || sizes.arena <= options.board_ram) return Ok();
    return Error(Rule::kUnsupported, fmt::format("an arena of {} bytes, more than the {} of --ram", sizes.arena, options.board_ram));
  }

  Status Load(const std::vector<Literal>& inputs) override {
    loaded_ = inputs;
    return Ok();
  }

  Status RunLoaded() override {
    MOTE_ASSIGN(results_, Run(loaded_));
    return Ok();
  }

  Result<std::vector<Literal>> Run(const std::vector<Literal>& inputs) override {
    MOTE_ASSIGN(const TemporaryFolder folder, TemporaryFolder::Make("a board's files"));
    std::string values;
    for (const Literal& input : inputs) values.append(reinterpret_cast<const char*>(input.bytes().data()), input.bytes().size());
    MOTE_CHECK_OK(WriteFile(folder.path() + "/program.mote", std::string(program_.begin(), program_.end())));
    MOTE_CHECK_OK(WriteFile(folder.path() + "/inputs.bin", values));
    if (profile_ != nullptr) MOTE_CHECK_OK(WriteFile(folder.path() + "/profile", ""));
    const std::string said = folder.path() + "/said.txt";
    const int code = RunProcess({"/bin/sh", "-c", runner_ + " \"$0\"", folder.path()}, said);
    const Result<std::string> text = ReadFile(said);
    const auto failed = [&](const std::string& what) {
      return Error(Rule::kDevice, fmt::format("{}: {}{}", runner_, what, text.ok() && !text->empty() ? ": " + *text : ""));
    };
    if (code != 0) return failed(fmt::format("exit code {}", code));
    MOTE_ASSIGN(const std::string bytes, ReadFile(folder.path() + "/outputs.bin"));
    std::vector<Literal> outputs;
    size_t at = 0;
    for (const Shape& shape : outputs_) {
      const auto size = static_cast<size_t>(shape.ByteSize());
      if (bytes.size() - at < size) return failed("outputs.bin is too short");
      const auto from = bytes.begin() + static_cast<ptrdiff_t>(at);
      outputs.emplace_back(shape, std::vector<uint8_t>(from, from + static_cast<ptrdiff_t>(size)));
      at += size;
    }
    if (at != bytes.size()) return failed("outputs.bin is too long");
    if (profile_ != nullptr) MOTE_CHECK_OK(ReadProfile(folder.path()));
    return outputs;
  }

  BackendFacts facts() const override { return facts_; }

  bool Note(Profile* profile) override {
    profile_ = profile;
    return true;
  }

 private:
  // profile.bin: of each step its place, when it began and when it ended, 32 bits each.
  Status ReadProfile(const std::string& folder) {
    const Result<std::string> bytes = ReadFile(folder + "/profile.bin");
    if (!bytes || bytes->size() % 12 != 0) return Error(Rule::kDevice, runner_ + ": it left no profile.bin of whole steps");
    for (size_t at = 0; at < bytes->size(); at += 12) {
      uint32_t words[3];
      std::memcpy(words, bytes->data() + at, sizeof words);
      profile_->push_back({words[0], words[1], words[2]});
    }
    return Ok();
  }

  Profile* profile_ = nullptr;
  std::vector<uint8_t> program_;
  std::vector<uint64_t> memory_;
  std::string runner_;
  std::vector<Literal> loaded_, results_;
  BackendFacts facts_;
};

}  // namespace

Result<std::unique_ptr<Backend>> OpenBoard(std::span<const uint8_t> program, const BackendOptions& options) {
  auto backend = std::make_unique<BoardBackend>();
  MOTE_CHECK_OK(backend->Open(program, options));
  return std::unique_ptr<Backend>(std::move(backend));
}

}  // namespace mote
