// mote: the command line. Verbs stand in verb_*.cpp.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <memory>
#include <system_error>

#include "hlo/spelling.h"
#include "schema/file_layout.h"
#include "target/target_facts.h"
#include "tool/exit_code.h"
#include "tool/verb.h"

namespace {

std::vector<const CLI::App*> AllVerbs(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string NoSuchVerb(const CLI::App& app, const std::string& word) {
  mote::Spelling spelling(word);
  for (const CLI::App* verb : AllVerbs(app)) spelling.Try(verb->get_name());
  return "mote: error: there is no verb '" + word + "'\nhint: " + spelling.Hint("`mote --help` lists the verbs") + "\n";
}

// Of an option that `app`, a verb or mote itself, does not have, the nearest one that it has.
std::string NoSuchOption(const CLI::App& app, const std::string& who, const std::string& word, const std::string& otherwise) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  const std::string option = word.substr(0, word.find('='));
  mote::Spelling spelling(option);
  for (const std::string& name : names) spelling.Try(name);
  return "mote: error: `" + who + "` has no option '" + option + "'\nhint: " + spelling.Hint(otherwise) + "\n";
}

// "mote: error: what" and where to read on; a verb or option that does not exist is named, with the nearest one.
std::string UsageError(const CLI::App& app, const CLI::Error& error, const std::string& first_word) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (!chosen.empty()) {
    const std::string help = "`mote " + chosen.front()->get_name() + " --help` lists what it takes";
    for (const std::string& word : chosen.front()->remaining()) {
      if (chosen.front()->get_allow_extras()) break;  // `mote launch` hands them on
      if (word.size() > 1 && word[0] == '-') return NoSuchOption(*chosen.front(), "mote " + chosen.front()->get_name(), word, help);
    }
    return std::string("mote: error: ") + error.what() + "\nhint: " + help + "\n";
  }
  if (first_word.empty()) return "mote: error: a verb is wanted\nhint: `mote --help` lists the verbs\n";
  if (first_word[0] == '-') return NoSuchOption(app, "mote", first_word, "`mote --help` lists the verbs");
  return NoSuchVerb(app, first_word);
}

// `mote help` and `mote help VERB`: what --help prints.
void AddHelpVerb(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("help", "Say what a verb does and takes");
  auto word = std::make_shared<std::string>();
  verb->add_option("verb", *word, "One of the verbs");
  verb->callback([&app, &exit_code, word] {
    const CLI::App* chosen = word->empty() ? &app : nullptr;
    for (const CLI::App* known : AllVerbs(app)) chosen = known->get_name() == *word ? known : chosen;
    if (chosen == nullptr) {
      std::fputs(NoSuchVerb(app, *word).c_str(), stderr);
      exit_code = mote::kUsage;
      return;
    }
    const std::string name = word->empty() ? "mote" : "mote " + *word;
    std::fputs(chosen->get_formatter()->make_help(chosen, name, CLI::AppFormatMode::Normal).c_str(), stdout);
  });
}

std::string Version() {
  std::string targets;
  for (const mote::TargetFacts& target : mote::AllTargets()) targets += (targets.empty() ? "" : ", ") + target.name;
#ifdef __clang__
  const std::string compiler = "clang " __clang_version__;
#else
  const std::string compiler = "gcc " __VERSION__;
#endif
  return "mote " MOTE_VERSION "\nprogram format " + std::to_string(kMoteVersionMajor) + "." + std::to_string(kMoteVersionMinor) +
         ", targets " + targets + "\nbuilt by " + compiler + ", " MOTE_BUILD_TYPE;
}

// What was printed reached its reader, or the exit code says that it did not.
int Flushed(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  return mote::Report(mote::kInvalidInput, "cannot write to the standard output");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"mote runs XLA computations on phones, small boards and microcontrollers", "mote"};
  app.set_version_flag("--version", Version());
  app.require_subcommand(1);
  app.footer("Exit codes: 0 done, 1 a comparison failed, 2 wrong usage, 3 the input is invalid or a file cannot be read or written,\n"
             "4 valid but not supported, 5 a device or peer failed.");
  const std::string first_word = argc > 1 ? argv[1] : "";
  app.failure_message([&](const CLI::App*, const CLI::Error& error) { return UsageError(app, error, first_word); });
  int exit_code = mote::kDone;
  const mote::Verb verbs(&app);
  mote::AddCompileVerb(verbs, exit_code);
  mote::AddRunVerb(verbs, exit_code);
  mote::AddLaunchVerb(verbs, exit_code);
  mote::AddLinkVerb(verbs, exit_code);
  mote::AddCheckVerb(verbs, exit_code);
  mote::AddBenchVerb(verbs, exit_code);
  mote::AddConvertVerb(verbs, exit_code);
  mote::AddInspectVerb(verbs, exit_code);
  mote::AddPlanVerb(verbs, exit_code);
  mote::AddVerifyVerb(verbs, exit_code);
  mote::AddFirmwareVerb(verbs, exit_code);
  mote::AddExportVerb(verbs, exit_code);
  mote::AddUf2Verb(verbs, exit_code);
  mote::AddDeviceVerb(verbs, exit_code);
  AddHelpVerb(app, exit_code);
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
