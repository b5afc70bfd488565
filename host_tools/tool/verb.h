// The verbs of the command line: each adds its subcommand and leaves the exit code in `exit_code` when it was chosen.
#pragma once

#include <string>
#include <vector>

#include "tool/command_line.h"
#include "tool/source_options.h"

namespace mote {

struct Budgets;          // tool/budgets.h
struct RunnerOptions;    // tool/runner.h
struct FirmwareRequest;  // tool/firmware_program.h

void AddCompileVerb(const Verb& app, int& exit_code);
void AddRunVerb(const Verb& app, int& exit_code);
void AddLaunchVerb(const Verb& app, int& exit_code);
void AddLinkVerb(const Verb& app, int& exit_code);
void AddLinkTraceVerb(const Verb& link, int& exit_code);
void AddCheckVerb(const Verb& app, int& exit_code);
void AddBenchVerb(const Verb& app, int& exit_code);
void AddInspectVerb(const Verb& app, int& exit_code);
void AddPlanVerb(const Verb& app, int& exit_code);
void AddVerifyVerb(const Verb& app, int& exit_code);
void AddConvertVerb(const Verb& app, int& exit_code);
void AddDeviceVerb(const Verb& app, int& exit_code);
void AddFirmwareVerb(const Verb& app, int& exit_code);
void AddUf2Verb(const Verb& app, int& exit_code);
void AddExportVerb(const Verb& app, int& exit_code);

// Options that several verbs share (verb_options.cpp).
void AddPipelineCache(const Verb& verb, std::string& file);
void AddTrust(const Verb& verb, bool& trust);
// A program may stand behind the files of an option that takes several: it is no array. False when no program is given.
bool TakeProgram(std::string& program, std::vector<std::vector<std::string>*> lists);
void AddSourceOptions(const Verb& verb, SourceOptions& options);
// What keeps values between runs and what calls the application, for verbs that make a program.
void AddStateOptions(const Verb& verb, SourceOptions& options);
void AddFloat16(const Verb& verb, bool& allowed);
void AddVulkanOptions(const Verb& verb, SourceOptions& options);
void AddTopology(const Verb& verb, SourceOptions& options);
void AddTargets(const Verb& verb, std::vector<std::string>& targets, const std::string& otherwise);
void AddFirmwareTarget(const Verb& verb, std::string& target);
// --runner, --target and --ram of --backend board.
struct BoardChoice {
  std::string runner, target = "cortex-m4", ram;
};
void AddBoard(const Verb& verb, BoardChoice& board);
// Sets `options` where `backend` is "board"; what is wrong with the choice, or nothing.
std::string BoardOf(const BoardChoice& board, const std::string& backend, RunnerOptions& options);
// --ram, --flash and --region.
void AddBudgets(const Verb& verb, Budgets& budgets);
void AddFirmwareOptions(const Verb& verb, FirmwareRequest& request);

}  // namespace mote
