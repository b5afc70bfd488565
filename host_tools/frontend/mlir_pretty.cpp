// The pretty spellings (CONFORMANCE.md section 3): most are operands, then ", key = value" clauses, an attribute dictionary and types;
// the few with a grammar of their own follow.
#include "frontend/element_text.h"
#include "frontend/mlir_parser.h"

namespace mote {
namespace {

MlirNamedAttribute Named(std::string name, Location location) {
  MlirNamedAttribute named;
  named.name = std::move(name);
  named.location = named.value.location = location;
  return named;
}

// What a clause's key means for the operation: "dims" is broadcast_dimensions, permutation or dimensions.
std::string_view ClauseTarget(const OpInfo& info, std::string_view key) {
  const auto has = [&](Attr attr) {
    for (const OpAttribute& known : info.attributes) {
      if (known.attr == attr) return true;
    }
    return false;
  };
  static constexpr struct {
    std::string_view key;
    Attr attr;
  } kClauses[] = {
      {"dims", Attr::kBroadcastDimensions},
      {"dims", Attr::kPermutation},
      {"dims", Attr::kDimensions},
      {"dims", Attr::kBroadcastSizes},
      {"dim", Attr::kDimension},
      {"dim", Attr::kIotaDimension},
      {"sizes", Attr::kSliceSizes},
      {"sizes", Attr::kBroadcastSizes},
      {"low", Attr::kEdgePaddingLow},
      {"high", Attr::kEdgePaddingHigh},
      {"interior", Attr::kInteriorPadding},
      {"type", Attr::kFftType},
      {"length", Attr::kFftLength},
      {"algorithm", Attr::kRngAlgorithm},
      {"precision", Attr::kPrecisionConfig},
      {"distribution", Attr::kRngDistribution},
      {"config", Attr::kEinsumConfig},
  };
  for (const auto& clause : kClauses) {
    if (clause.key == key && has(clause.attr)) return Info(clause.attr).stablehlo;
  }
  return key;
}

}  // namespace

bool MlirParser::ParsePretty(Pending& pending) {
  switch (Info(pending.instruction.op).pretty) {
    case Pretty::kConstant: return ParseConstant(pending);
    case Pretty::kTupleElement: return ParseTupleElement(pending);
    case Pretty::kCall: return ParseCall(pending);
    case Pretty::kWhile: return ParseWhile(pending);
    case Pretty::kComposite: return ParseComposite(pending);
    case Pretty::kCustomCall: return ParseCustomCall(pending);
    case Pretty::kReducePrecision: return ParseReducePrecision(pending);
    case Pretty::kCompare: return ParseCompare(pending);
    case Pretty::kSlice: return ParseSlice(pending);
    case Pretty::kReduce: return ParseReduce(pending);
    case Pretty::kConvolution: return ParseConvolution(pending);
    case Pretty::kTopK: return ParseTopK(pending);
    case Pretty::kScan: return ParseScan(pending);
    default: return ParseOperandsAndClauses(pending);
  }
}

// op %a, %b, key = value, … {attributes} : types
bool MlirParser::ParseOperandsAndClauses(Pending& pending) {
  bool first = true;
  while (!Is('{') && !Is(':')) {
    if (!first && !Expect(',')) return false;
    first = false;
    if (token().kind == MlirTokenKind::kValue) {
      Value value;
      if (!ParseValue(*pending.scope, &value, &pending.poisoned)) return false;
      pending.instruction.operands.push_back(value);
      continue;
    }
    if (token().kind != MlirTokenKind::kWord) return FailHere("expected an operand, an attribute or ':'");
    const std::string_view key = token().text;
    if (key == "dense" || key == "dense_resource") {  // check.expect_eq_const %x, dense<…> : type
      MlirNamedAttribute named = Named("value", token().location);
      if (!ParseDense(&named.value)) return false;
      pending.types.emplace();
      pending.attributes.push_back(std::move(named));
      return ParseOptionalDictionary(&pending.attributes);
    }
    lexer_.Advance();
    if (!Expect('=') || !ParseClause(pending, key)) return false;
  }
  return ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending) && ParseResultTypes(pending);
}

bool MlirParser::ParseClause(Pending& pending, std::string_view key) {
  if (key == "batching_dims") return ParseClausePair(pending, Attr::kLhsBatchingDimensions, Attr::kRhsBatchingDimensions);
  if (key == "contracting_dims") return ParseClausePair(pending, Attr::kLhsContractingDimensions, Attr::kRhsContractingDimensions);
  MlirNamedAttribute named = Named(std::string(ClauseTarget(Info(pending.instruction.op), key)), token().location);
  const size_t begin = token().begin;
  if (token().kind == MlirTokenKind::kInteger || Is('-')) {  // "dim = 0 : type": the colon belongs to the operation
    named.value.kind = MlirAttribute::Kind::kInt;
    Take('-');
    if (token().kind != MlirTokenKind::kInteger) return FailHere("expected an integer");
    lexer_.Advance();
    named.value.text = SourceFrom(begin);
    const auto integer = ParseInteger(named.value.text);
    if (!integer) return Fail(Rule::kOverflow, "integer " + Excerpt(named.value.text) + " does not fit 64 bits", named.location);
    named.value.integer = integer->value();
  } else if (token().kind == MlirTokenKind::kReal) {
    named.value.kind = MlirAttribute::Kind::kReal;
    named.value.text = token().text;
    named.value.real = ParseReal(token().text).value_or(0);
    lexer_.Advance();
  } else if (token().kind == MlirTokenKind::kString) {
    TakeString(&named.value);
  } else {
    if (!ParseAttribute(&named.value)) return false;
    for (const MlirAttribute& item : named.value.items) {
      if (item.kind == MlirAttribute::Kind::kArray) return Fail(Rule::kSyntax, "a list in the list of " + std::string(key), item.location);
    }
  }
  pending.attributes.push_back(std::move(named));
  return true;
}

// A string behind which a colon belongs to the operation.
void MlirParser::TakeString(MlirAttribute* attribute) {
  const size_t begin = token().begin;
  attribute->kind = MlirAttribute::Kind::kString;
  attribute->string = Unescape(token().text);
  lexer_.Advance();
  attribute->text = SourceFrom(begin);
}

// [0, 1] x [2, 3]
bool MlirParser::ParseClausePair(Pending& pending, Attr first, Attr second) {
  for (const Attr attr : {first, second}) {
    if (attr == second && !ExpectWord("x")) return false;
    MlirNamedAttribute named = Named(std::string(Info(attr).stablehlo), token().location);
    if (!Is('[')) return FailHere("expected '['");
    if (!ParseAttribute(&named.value)) return false;
    pending.attributes.push_back(std::move(named));
  }
  return true;
}

// Result types of spellings that name one type for several: `: T`, `: T_pred, T`, `: T, T` (optimization_barrier).
bool MlirParser::ParseResultTypes(Pending& pending) {
  TypeClause& types = *pending.types;
  if (types.function || types.arrow) return true;
  const OpInfo& info = Info(pending.instruction.op);
  if (pending.instruction.op == Op::kOptimizationBarrier) {
    const size_t operands = pending.instruction.operands.size();
    if (operands == types.results.size()) return true;
    return Fail(Rule::kArity, std::to_string(operands) + " operands and " + std::to_string(types.results.size()) + " types",
                pending.instruction.location);
  }
  if (info.stablehlo.substr(0, 6) == "check.") {
    types.results.clear();
    return true;
  }
  const size_t most = pending.instruction.op == Op::kSelect ? 2 : 1;
  if (types.results.size() > most) {
    return Fail(
        Rule::kSyntax,
        std::to_string(types.results.size()) + " types, where at most " + std::to_string(most) + " or '(types) -> type' is expected",
        pending.instruction.location);
  }
  if (types.results.size() > 1) types.results.erase(types.results.begin(), types.results.end() - 1);
  return true;
}

// constant {attributes} dense<…> : type; constant() {value = …} : () -> type where the type is quantized
bool MlirParser::ParseConstant(Pending& pending) {
  if (Is('(')) return ParseGeneric(pending);
  if (!ParseOptionalDictionary(&pending.attributes)) return false;
  MlirNamedAttribute named = Named("value", token().location);
  if (!IsWord("dense") && !IsWord("dense_resource") && token().kind != MlirTokenKind::kHash) return FailHere("expected dense<…>");
  if (!ParseAttribute(&named.value)) return false;
  if (named.value.kind != MlirAttribute::Kind::kLiteral) return Fail(Rule::kAttribute, "the value is not a dense constant", named.location);
  pending.types.emplace().results = {named.value.shape};
  pending.attributes.push_back(std::move(named));
  return true;
}

// get_tuple_element %t[0] : (tuple<…>) -> T
bool MlirParser::ParseTupleElement(Pending& pending) {
  if (!ParseValues(pending) || !Expect('[')) return false;
  MlirNamedAttribute named = Named("index", token().location);
  named.value.kind = MlirAttribute::Kind::kInt;
  if (!ParseInt64Token(&named.value.integer) || !Expect(']')) return false;
  pending.attributes.push_back(std::move(named));
  return ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending);
}

// call @f(%a) {attributes} : (A) -> B
bool MlirParser::ParseCall(Pending& pending) {
  MlirNamedAttribute callee = Named("callee", token().location);
  if (token().kind != MlirTokenKind::kSymbol) return FailHere("expected the function's name");
  if (!ParseAttribute(&callee.value)) return false;
  pending.attributes.push_back(std::move(callee));
  if (!Expect('(') || (!Is(')') && !ParseValues(pending)) || !Expect(')')) return false;
  return ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending);
}

// composite "name" %a, %b ({region}, …) {decomposition = @f, …} : (A, B) -> C
bool MlirParser::ParseComposite(Pending& pending) {
  MlirNamedAttribute named = Named("name", token().location);
  if (token().kind != MlirTokenKind::kString) return FailHere("expected the composite's name");
  TakeString(&named.value);
  pending.attributes.push_back(std::move(named));
  if (token().kind == MlirTokenKind::kValue && !ParseValues(pending)) return false;
  if (Is('(') && !ParseRegions(pending)) return false;
  return ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending) && ParseResultTypes(pending);
}

// custom_call @target(%a) {attributes} : (A) -> B
bool MlirParser::ParseCustomCall(Pending& pending) {
  MlirNamedAttribute target = Named("call_target_name", token().location);
  if (token().kind != MlirTokenKind::kSymbol) return FailHere("expected the target (@name)");
  target.value.kind = MlirAttribute::Kind::kString;
  target.value.string = Unescape(token().text);
  lexer_.Advance();
  pending.attributes.push_back(std::move(target));
  if (!Expect('(') || (!Is(')') && !ParseValues(pending)) || !Expect(')')) return false;
  return ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending);
}

// compare LT, %a, %b, SIGNED : (A, A) -> B
bool MlirParser::ParseCompare(Pending& pending) {
  MlirNamedAttribute direction = Named("comparison_direction", token().location);
  if (token().kind != MlirTokenKind::kWord || !ParseAttribute(&direction.value)) return FailHere("expected a comparison direction");
  pending.attributes.push_back(std::move(direction));
  if (!Expect(',')) return false;
  Value value;
  if (!ParseValue(*pending.scope, &value, &pending.poisoned) || !Expect(',')) return false;
  pending.instruction.operands.push_back(value);
  if (!ParseValue(*pending.scope, &value, &pending.poisoned)) return false;
  pending.instruction.operands.push_back(value);
  if (Take(',')) {
    MlirNamedAttribute type = Named("compare_type", token().location);
    if (token().kind != MlirTokenKind::kWord || !ParseAttribute(&type.value)) return FailHere("expected a comparison type");
    pending.attributes.push_back(std::move(type));
  }
  return ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending) && ParseResultTypes(pending);
}

// slice %x [0:4, 2:8:2] : (A) -> B
bool MlirParser::ParseSlice(Pending& pending) {
  if (!ParseValues(pending)) return false;
  const Location location = token().location;
  if (!Expect('[')) return false;
  MlirNamedAttribute lists[3] = {Named("start_indices", location), Named("limit_indices", location), Named("strides", location)};
  for (MlirNamedAttribute& list : lists) list.value.kind = MlirAttribute::Kind::kInts;
  while (!Is(']')) {
    int64_t numbers[3] = {0, 0, 1};
    if (!ParseInt64Token(&numbers[0]) || !Expect(':') || !ParseInt64Token(&numbers[1])) return false;
    if (Take(':') && !ParseInt64Token(&numbers[2])) return false;
    for (int i = 0; i < 3; ++i) lists[i].value.ints.push_back(numbers[i]);
    if (!Take(',') && !Is(']')) return FailHere("expected ',' or ']'");
  }
  for (MlirNamedAttribute& list : lists) pending.attributes.push_back(std::move(list));
  return Expect(']') && ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending);
}

// reduce_precision %x, format = e8m7 : T
bool MlirParser::ParseReducePrecision(Pending& pending) {
  if (!ParseValue(*pending.scope, &pending.instruction.operands.emplace_back(), &pending.poisoned)) return false;
  if (!Expect(',') || !ExpectWord("format") || !Expect('=')) return false;
  const std::string_view format = token().text;
  const size_t m = format.find('m');
  MlirNamedAttribute bits[2] = {Named("exponent_bits", token().location), Named("mantissa_bits", token().location)};
  const bool shaped = token().kind == MlirTokenKind::kWord && format[0] == 'e' && m != std::string_view::npos;
  for (int i = 0; i < 2 && shaped; ++i) {
    const std::string digits(i == 0 ? format.substr(1, m - 1) : format.substr(m + 1));
    if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos) {
      return FailHere("expected a format such as e8m7");
    }
    bits[i].value.kind = MlirAttribute::Kind::kInt;
    bits[i].value.integer = std::stol(digits);
  }
  if (!shaped) return FailHere("expected a format such as e8m7");
  lexer_.Advance();
  for (MlirNamedAttribute& bit : bits) pending.attributes.push_back(std::move(bit));
  return ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending) && ParseResultTypes(pending);
}

// chlo.top_k(%x, k = 5) : A -> (B, C)
bool MlirParser::ParseTopK(Pending& pending) {
  if (!Expect('(') || !ParseValue(*pending.scope, &pending.instruction.operands.emplace_back(), &pending.poisoned) || !Expect(',')) {
    return false;
  }
  do {
    const std::string_view key = token().text;
    lexer_.Advance();
    if (!Expect('=') || !ParseClause(pending, key)) return false;
  } while (Take(','));
  return Expect(')') && ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending);
}

}  // namespace mote
