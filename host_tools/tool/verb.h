// The verbs of the command line: each adds its subcommand and leaves the exit code in `exit_code` when it was chosen.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace mote {

void AddCompileVerb(CLI::App& app, int& exit_code);
void AddRunVerb(CLI::App& app, int& exit_code);
void AddCheckVerb(CLI::App& app, int& exit_code);
void AddBenchVerb(CLI::App& app, int& exit_code);
void AddInspectVerb(CLI::App& app, int& exit_code);
void AddPlanVerb(CLI::App& app, int& exit_code);
void AddVerifyVerb(CLI::App& app, int& exit_code);
void AddConvertVerb(CLI::App& app, int& exit_code);
void AddDeviceVerb(CLI::App& app, int& exit_code);
void AddFirmwareVerb(CLI::App& app, int& exit_code);

}  // namespace mote
