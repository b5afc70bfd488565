// mote: the command line. Verbs stand in verb_*.cpp.
#include "tool/exit_code.h"
#include "tool/verb.h"

int main(int argc, char** argv) {
  CLI::App app{"mote runs XLA computations on phones, small boards and microcontrollers"};
  app.set_version_flag("--version", "mote " MOTE_VERSION);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 done, 1 a comparison failed, 2 wrong usage, 3 the input is invalid, 4 valid but not supported, 5 a device or peer failed.");
  int exit_code = mote::kDone;
  mote::AddCompileVerb(app, exit_code);
  mote::AddRunVerb(app, exit_code);
  mote::AddCheckVerb(app, exit_code);
  mote::AddBenchVerb(app, exit_code);
  mote::AddConvertVerb(app, exit_code);
  mote::AddInspectVerb(app, exit_code);
  mote::AddPlanVerb(app, exit_code);
  mote::AddVerifyVerb(app, exit_code);
  mote::AddFirmwareVerb(app, exit_code);
  mote::AddDeviceVerb(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    const int code = app.exit(e);
    return code == 0 ? mote::kDone : mote::kUsage;
  }
  return exit_code;
}
