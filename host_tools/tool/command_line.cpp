// The verbs' options by CLI11. Nothing here knows a verb.
#include "tool/command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace mote {

VerbOption VerbOption::Required() const { return VerbOption(option_->required()); }
VerbOption VerbOption::ShowDefault() const { return VerbOption(option_->capture_default_str()); }
VerbOption VerbOption::Separated(char separator) const { return VerbOption(option_->delimiter(separator)); }
VerbOption VerbOption::Hidden() const { return VerbOption(option_->group("")); }
VerbOption VerbOption::Between(int64_t least, int64_t most) const { return VerbOption(option_->check(CLI::Range(least, most))); }
VerbOption VerbOption::BetweenReals(double least, double most) const { return VerbOption(option_->check(CLI::Range(least, most))); }
VerbOption VerbOption::OneOf(const std::vector<std::string>& words) const { return VerbOption(option_->check(CLI::IsMember(words))); }
VerbOption VerbOption::ExistingDirectory() const { return VerbOption(option_->check(CLI::ExistingDirectory)); }
VerbOption VerbOption::CheckedBy(const std::function<std::string(const std::string&)>& wrong) const {
  return VerbOption(option_->check(wrong));
}

Verb Verb::Sub(const std::string& name, const std::string& text) const { return Verb(app_->add_subcommand(name, text)); }
VerbOption Verb::Value(const std::string& names, std::string& variable, const std::string& text) const {
  return VerbOption(app_->add_option(names, variable, text));
}
VerbOption Verb::Value(const std::string& names, int& variable, const std::string& text) const {
  return VerbOption(app_->add_option(names, variable, text));
}
VerbOption Verb::Value(const std::string& names, unsigned& variable, const std::string& text) const {
  return VerbOption(app_->add_option(names, variable, text));
}
VerbOption Verb::Value(const std::string& names, int64_t& variable, const std::string& text) const {
  return VerbOption(app_->add_option(names, variable, text));
}
VerbOption Verb::Value(const std::string& names, uint64_t& variable, const std::string& text) const {
  return VerbOption(app_->add_option(names, variable, text));
}
VerbOption Verb::Value(const std::string& names, double& variable, const std::string& text) const {
  return VerbOption(app_->add_option(names, variable, text));
}
VerbOption Verb::Value(const std::string& names, std::vector<std::string>& variable, const std::string& text) const {
  return VerbOption(app_->add_option(names, variable, text));
}
VerbOption Verb::Value(const std::string& names, std::vector<unsigned>& variable, const std::string& text) const {
  return VerbOption(app_->add_option(names, variable, text));
}
VerbOption Verb::List(const std::string& names, std::vector<std::string>& variable, const std::string& text) const {
  return VerbOption(app_->add_option(names, variable, text)->take_all()->allow_extra_args(false));
}
VerbOption Verb::Lists(const std::string& names, std::vector<std::string>& variable, const std::string& text) const {
  return VerbOption(app_->add_option(names, variable, text)->take_all());
}
VerbOption Verb::Flag(const std::string& names, bool& variable, const std::string& text) const {
  return VerbOption(app_->add_flag(names, variable, text));
}
void Verb::Footer(const std::string& text) const { app_->footer(text); }
void Verb::Run(const std::function<void()>& function) const { app_->callback(function); }
void Verb::WantsSub() const { app_->require_subcommand(1); }
void Verb::TakesRest() const { app_->allow_extras(); }
std::vector<std::string> Verb::Rest() const { return app_->remaining(); }

}  // namespace mote
