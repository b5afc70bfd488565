// Cutting inputs and joining outputs of members.
#include "tool/member_parts.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "tool/file_bytes.h"

namespace mote {

namespace {

std::string PartPath(const LinkPlace& place, int64_t member, size_t output) {
  return place.folder + "/part." + std::to_string(member) + "." + std::to_string(output);
}

// Is there when all outputs of the member are.
std::string PartsPath(const LinkPlace& place, int64_t member) { return place.folder + "/parts." + std::to_string(member); }

}  // namespace

Result<Literal> ReadMemberInput(const Runner& runner, const ArrayFile& file, size_t i, int64_t member) {
  const Shape& shape = runner.input_shapes()[i];
  const std::string role = "input " + std::to_string(i);
  const std::optional<Split>& split = runner.input_splits()[i];
  if (!split || split->Whole()) return TensorOf(file, shape, role);
  const Result<Literal> whole = TensorOf(file, split->FullOf(shape), role);
  if (whole.ok()) return PartOf(*whole, *split, member);
  Result<Literal> own = TensorOf(file, shape, role);
  return own.ok() ? std::move(own) : Result<Literal>(whole.errors());
}

std::vector<Literal> JoinOutputs(const Runner& runner, const std::vector<std::vector<Literal>>& outputs) {
  std::vector<Literal> joined;
  for (size_t i = 0; i < outputs[0].size(); ++i) {
    const std::optional<Split>& split = runner.output_splits()[i];
    std::vector<const Literal*> parts;
    for (const std::vector<Literal>& one : outputs) parts.push_back(&one[i]);
    joined.push_back(split && !split->Whole() ? JoinParts(parts, *split) : outputs[0][i]);
  }
  return joined;
}

Result<std::vector<std::vector<Literal>>> GatherOutputs(const Runner& runner, const LinkPlace& place, int64_t member, int64_t members,
                                                        const std::vector<Literal>& own) {
  std::vector<std::vector<Literal>> all;
  if (member != 0) {
    for (size_t i = 0; i < own.size(); ++i) {
      const auto bytes = own[i].bytes();
      MOTE_CHECK_OK(WriteFile(PartPath(place, member, i), std::string(bytes.begin(), bytes.end())));
    }
    MOTE_CHECK_OK(WriteFile(PartsPath(place, member), ""));
    return all;
  }
  all.push_back(own);
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(place.deadline_ms);
  for (int64_t m = 1; m < members; ++m) {
    std::error_code error;
    while (!std::filesystem::exists(PartsPath(place, m), error)) {
      if (std::chrono::steady_clock::now() > end) {
        return Error(Rule::kDevice, "the outputs of member " + std::to_string(m) + " did not come within the deadline");
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::vector<Literal>& outputs = all.emplace_back();
    for (size_t i = 0; i < own.size(); ++i) {
      MOTE_ASSIGN(const std::string bytes, ReadFile(PartPath(place, m, i)));
      const Shape& shape = runner.output_shapes()[i];
      if (static_cast<int64_t>(bytes.size()) != shape.ByteSize()) {
        return Error(Rule::kDevice, "member " + std::to_string(m) + " left another output " + std::to_string(i) + " than the program's");
      }
      outputs.emplace_back(shape, std::vector<uint8_t>(bytes.begin(), bytes.end()));
    }
  }
  return all;
}

}  // namespace mote
