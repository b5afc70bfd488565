// mote: the command line. Verbs stand in verb_*.cpp.
#include <cstdio>
#include <system_error>

#include "frontend/spelling.h"
#include "tool/exit_code.h"
#include "tool/verb.h"

namespace {

// "mote: error: what" and where to read on; a verb that does not exist is named, with the nearest one.
std::string UsageError(const CLI::App* app, const CLI::Error& error, const std::string& first_word) {
  const std::vector<CLI::App*> chosen = app->get_subcommands();
  if (!chosen.empty()) return std::string("mote: error: ") + error.what() + "\nhint: `mote " + chosen.front()->get_name() + " --help` lists what it takes\n";
  const std::string verbs = "`mote --help` lists the verbs";
  if (first_word.empty()) return "mote: error: a verb is wanted\nhint: " + verbs + "\n";
  if (first_word[0] == '-') return "mote: error: there is no option '" + first_word + "'\nhint: " + verbs + "\n";
  std::string nearest;
  int best = 3;
  for (const CLI::App* verb : app->get_subcommands([](const CLI::App*) { return true; })) {
    const int distance = mote::EditDistance(first_word, verb->get_name(), best);
    if (distance < best) {
      best = distance;
      nearest = verb->get_name();
    }
  }
  return "mote: error: there is no verb '" + first_word + "'\nhint: " + (nearest.empty() ? verbs : "did you mean '" + nearest + "'?") + "\n";
}

// What was printed reached its reader, or the exit code says that it did not.
int Flushed(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  return mote::Report(mote::kInvalidInput, "cannot write to the standard output");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"mote runs XLA computations on phones, small boards and microcontrollers", "mote"};
  app.set_version_flag("--version", "mote " MOTE_VERSION);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 done, 1 a comparison failed, 2 wrong usage, 3 the input is invalid or a file cannot be read or written,\n"
             "4 valid but not supported, 5 a device or peer failed.");
  const std::string first_word = argc > 1 ? argv[1] : "";
  app.failure_message([&](const CLI::App* failed, const CLI::Error& error) { return UsageError(failed, error, first_word); });
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
    return code == 0 ? Flushed(mote::kDone) : mote::kUsage;
  } catch (const std::system_error&) {  // fmt::print throws where nothing can be written
    return mote::Report(mote::kInvalidInput, "cannot write to the standard output");
  }
  return Flushed(exit_code);
}
