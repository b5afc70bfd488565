// Options that several verbs share, so that each reads the same everywhere. A wrong value is wrong usage: it ends before any file is read.
#include "target/target_facts.h"
#include "tool/source.h"
#include "tool/verb.h"

namespace mote {

namespace {

std::string TargetNames(bool firmware_only) {
  std::string names;
  for (const TargetFacts& target : AllTargets()) {
    if (!firmware_only || target.io_in_arena) names += (names.empty() ? "" : ", ") + target.name;
  }
  return names;
}

std::string WrongTarget(const std::string& name, bool firmware_only) {
  const TargetFacts* target = FindTarget(name);
  if (target != nullptr && (!firmware_only || target->io_in_arena)) return "";
  return "there is no " + std::string(firmware_only ? "firmware " : "") + "target '" + name + "'; there are " + TargetNames(firmware_only);
}

}  // namespace

CLI::Option* AddList(CLI::App& verb, const std::string& name, std::vector<std::string>& values, const std::string& text) {
  // One value an occurrence: what follows it is the verb's own argument.
  return verb.add_option(name, values, text)->take_all()->allow_extra_args(false);
}

void AddTrust(CLI::App& verb, bool& trust) {
  verb.add_flag("--trust", trust, "Vulkan: run the shaders of a .mote file, which are not verified; those compiled here are trusted");
}

void AddDimensions(CLI::App& verb, std::vector<std::string>& dims) {
  AddList(verb, "--dim", dims, "A size of the program: NAME=SIZE, NAME.DIMENSION=SIZE, or SIZE for all `?`")->check(WrongDimension);
}

void AddTargets(CLI::App& verb, std::vector<std::string>& targets, const std::string& otherwise) {
  AddList(verb, "--target", targets, TargetNames(false) + "; default: " + otherwise)->delimiter(',')->check([](const std::string& name) {
    return WrongTarget(name, false);
  });
}

void AddFirmwareTarget(CLI::App& verb, std::string& target) {
  verb.add_option("--target", target, TargetNames(true))->capture_default_str()->check([](const std::string& name) { return WrongTarget(name, true); });
}

}  // namespace mote
