// The verbs of the command line: each adds its subcommand and leaves the exit code in `exit_code` when it was chosen.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>
#include <vector>

#include "tool/source_options.h"

namespace mote {

struct Budgets;          // tool/budgets.h
struct RunnerOptions;    // tool/runner.h
struct FirmwareRequest;  // tool/firmware_program.h

void AddCompileVerb(CLI::App& app, int& exit_code);
void AddRunVerb(CLI::App& app, int& exit_code);
void AddLaunchVerb(CLI::App& app, int& exit_code);
void AddLinkVerb(CLI::App& app, int& exit_code);
void AddLinkTraceVerb(CLI::App& link, int& exit_code);
void AddCheckVerb(CLI::App& app, int& exit_code);
void AddBenchVerb(CLI::App& app, int& exit_code);
void AddInspectVerb(CLI::App& app, int& exit_code);
void AddPlanVerb(CLI::App& app, int& exit_code);
void AddVerifyVerb(CLI::App& app, int& exit_code);
void AddConvertVerb(CLI::App& app, int& exit_code);
void AddDeviceVerb(CLI::App& app, int& exit_code);
void AddFirmwareVerb(CLI::App& app, int& exit_code);
void AddUf2Verb(CLI::App& app, int& exit_code);
void AddExportVerb(CLI::App& app, int& exit_code);

// Options that several verbs share (verb_options.cpp). AddList: an option that may be given several times, one value each time.
CLI::Option* AddList(CLI::App& verb, const std::string& name, std::vector<std::string>& values, const std::string& text);
void AddPipelineCache(CLI::App& verb, std::string& file);
void AddTrust(CLI::App& verb, bool& trust);
// An option that takes several files each time. A program may stand behind them: TakeProgram finds it there, since it is no array.
void AddArrays(CLI::App& verb, const std::string& name, std::vector<std::string>& values, const std::string& text);
// False when no program is given.
bool TakeProgram(std::string& program, std::vector<std::vector<std::string>*> lists);
void AddSourceOptions(CLI::App& verb, SourceOptions& options);
// What keeps values between runs and what calls the application, for verbs that make a program.
void AddStateOptions(CLI::App& verb, SourceOptions& options);
void AddTargets(CLI::App& verb, std::vector<std::string>& targets, const std::string& otherwise);
void AddFirmwareTarget(CLI::App& verb, std::string& target);
// --runner, --target and --ram of --backend board.
struct BoardChoice {
  std::string runner, target = "cortex-m4", ram;
};
void AddBoard(CLI::App& verb, BoardChoice& board);
// Sets `options` where `backend` is "board"; what is wrong with the choice, or nothing.
std::string BoardOf(const BoardChoice& board, const std::string& backend, RunnerOptions& options);
// --ram, --flash and --region.
void AddBudgets(CLI::App& verb, Budgets& budgets);
void AddFirmwareOptions(CLI::App& verb, FirmwareRequest& request);

}  // namespace mote
