// Verbs and their options, as the verb_*.cpp declare them. CLI11 reads and prints them: command_line.cpp and main.cpp alone include it,
// since each file that does takes seconds longer to compile.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mote {

// A handle of one option, good as long as the command line. Each function returns the handle, so that they form a chain.
class VerbOption {
 public:
  explicit VerbOption(CLI::Option* option) : option_(option) {}
  VerbOption Required() const;
  VerbOption ShowDefault() const;             // --help prints what the variable holds now
  VerbOption Separated(char separator) const;  // "a,b" is two values
  VerbOption Hidden() const;                  // not in --help
  VerbOption Between(int64_t least, int64_t most) const;
  VerbOption BetweenReals(double least, double most) const;
  VerbOption OneOf(const std::vector<std::string>& words) const;
  VerbOption ExistingDirectory() const;
  // wrong: what is wrong with a value, or nothing.
  VerbOption CheckedBy(const std::function<std::string(const std::string&)>& wrong) const;

 private:
  CLI::Option* option_;
};

// A handle of one verb, or of the tool itself, good as long as the command line.
class Verb {
 public:
  explicit Verb(CLI::App* app) : app_(app) {}
  Verb Sub(const std::string& name, const std::string& text) const;
  // names: "--name", "-n,--name", or "name" for what stands without one. The variable must live as long as the command line.
  VerbOption Value(const std::string& names, std::string& variable, const std::string& text) const;
  VerbOption Value(const std::string& names, int& variable, const std::string& text) const;
  VerbOption Value(const std::string& names, unsigned& variable, const std::string& text) const;
  VerbOption Value(const std::string& names, int64_t& variable, const std::string& text) const;
  VerbOption Value(const std::string& names, uint64_t& variable, const std::string& text) const;
  VerbOption Value(const std::string& names, double& variable, const std::string& text) const;
  VerbOption Value(const std::string& names, std::vector<std::string>& variable, const std::string& text) const;
  VerbOption Value(const std::string& names, std::vector<unsigned>& variable, const std::string& text) const;
  // May be given several times, one value each time: what follows it is the verb's own argument.
  VerbOption List(const std::string& names, std::vector<std::string>& variable, const std::string& text) const;
  // May be given several times, several values each time.
  VerbOption Lists(const std::string& names, std::vector<std::string>& variable, const std::string& text) const;
  VerbOption Flag(const std::string& names, bool& variable, const std::string& text) const;
  void Footer(const std::string& text) const;
  void Run(const std::function<void()>& function) const;  // what the verb does once it is chosen
  void WantsSub() const;                                  // one of its own verbs must be named
  void TakesRest() const;                                 // words that are no options of this verb are left for Rest
  std::vector<std::string> Rest() const;

 private:
  CLI::App* app_;
};

}  // namespace mote
