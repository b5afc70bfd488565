// The StableHLO printer: print_stablehlo.cpp holds modules, functions, regions and the generic spelling, print_stablehlo_forms.cpp the
// pretty spellings, print_stablehlo_hlo.cpp what only HLO text has. Internal to hlo/.
#pragma once

#include <string>
#include <vector>

#include "hlo/print.h"

namespace mote {

class StablehloPrinter {
 public:
  StablehloPrinter(const Module& module, const PrintOptions& options) : module_(module), options_(options) {}

  std::string Print();
  std::string One(const Computation& computation, const Instruction& instruction);

 private:
  // Names of the results of one computation's instructions: base name, and whether "#i" follows.
  struct Names {
    const Computation& computation;
    std::vector<std::string> base;
    IdVector<std::vector<std::string>> alias;  // of instructions that are printed as nothing: the names of their operands
    std::string operator()(Value v) const {
      const size_t i = v.instruction, r = v.result;
      if (r < alias[i].size()) return alias[i][r];
      return base[i] + (computation.instructions[i].shapes.size() > 1 ? "#" + std::to_string(v.result) : "");
    }
  };

  void Function(const Computation& function);
  void Body(const Computation& computation, Names& names);
  void Operation(const Instruction& instruction, Names& names, size_t position);
  void Generic(const Instruction& instruction, Names& names, const std::string& quoted_name);
  // print_stablehlo_hlo.cpp: what StableHLO says in another way. True when it was printed.
  bool FromHlo(const Instruction& instruction, Names& names, size_t position);
  void SendFromHlo(const Instruction& instruction, Names& names, size_t position);
  void RecvFromHlo(const Instruction& instruction, Names& names, size_t position);
  void RecvDoneFromHlo(const Instruction& instruction, Names& names, size_t position);
  void DynamicReshapeFromHlo(const Instruction& instruction, Names& names, size_t position);
  std::string TupleLine(const std::vector<std::string>& values, const Shape& shape);
  bool PrettyForm(const Instruction& instruction, Names& names);
  bool AttributeForm(const Instruction& i, Names& names);
  bool ClauseForm(const Instruction& instruction, const Names& names);
  bool OperandsForm(const Instruction& instruction, const Names& names);
  void Simple(const Instruction& instruction, const Names& names, const std::string& clauses, std::initializer_list<Attr> covered,
              bool function_type = false);
  void While(const Instruction& instruction, Names& names);
  void Reduce(const Instruction& instruction, Names& names);
  void Scan(const Instruction& instruction, Names& names);
  void Convolution(const Instruction& instruction, Names& names);
  void DotGeneral(const Instruction& instruction, Names& names);

  // A region in braces. Own parameters get the given names; with `block_label` they are listed as ^bb0(…).
  void Region(const Computation& region, const Instruction& user, Names& outer, const std::vector<std::string>& own, bool block_label);
  std::vector<std::string> FreshArguments(const Computation& region, const Instruction& user);

  std::string Operands(const Instruction& instruction, const Names& names, size_t begin, size_t end) const;
  std::string DeclaredOperands(const Instruction& i, const Names& names) const {
    return Operands(i, names, 0, i.declared_operands());
  }
  std::string FunctionType(const Instruction& instruction, const Names& names) const;
  std::string ShortType(const Instruction& instruction, const Names& names) const;
  std::string Dictionary(const Instruction& instruction, std::initializer_list<Attr> covered,
                         std::initializer_list<const char*> covered_keys = {}) const;
  static std::string TypeList(const IdVector<Shape>& shapes, bool parentheses);
  static std::string ListText(const std::map<std::string, std::string>& attributes);
  // Attributes of other dialects. Those of HLO text have no spelling here and say nothing about values.
  std::string ExtraText(const std::map<std::string, std::string>& extra) const { return module_.from_hlo_text ? "" : ListText(extra); }
  void Line(const std::string& text) { out_ += std::string(indent_, ' ') + text; }

  const Module& module_;
  const PrintOptions options_;
  std::string out_;
  size_t indent_ = 0;
  int next_value_ = 0, next_argument_ = 0;
  bool in_region_ = false;
};

}  // namespace mote
