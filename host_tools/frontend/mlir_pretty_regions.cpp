// Pretty spellings with regions (while, reduce, scan) and that of convolution.
#include "frontend/mlir_parser.h"

namespace mote {
// while(%a = %init, …) : T, … attributes {…} cond {…} do {…}
bool MlirParser::ParseWhile(Pending& pending) {
  if (!Expect('(')) return false;
  std::vector<ResultName> arguments;
  while (!Is(')')) {
    if (token().kind != MlirTokenKind::kValue) return FailHere("expected a loop variable (%name)");
    arguments.push_back({token().text, 1, token().location});
    lexer_.Advance();
    Value init;
    if (!Expect('=') || !ParseValue(*pending.scope, &init, &pending.poisoned)) return false;
    pending.instruction.operands.push_back(init);
    if (!Take(',') && !Is(')')) return FailHere("expected ',' or ')'");
  }
  lexer_.Advance();
  TypeClause& types = pending.types.emplace();
  if (Is(':')) {
    lexer_.Advance();
    if (!ParseTypeList(&types.results, '\0')) return false;
  }
  if (types.results.size() != arguments.size()) {
    return Fail(Rule::kArity, std::to_string(arguments.size()) + " loop variables and " + std::to_string(types.results.size()) + " types",
                pending.instruction.location);
  }
  types.function = true;
  types.operands = types.results;
  if (TakeWord("attributes") && !ParseDictionary(&pending.attributes)) return false;
  pending.regions.resize(2);
  const IdVector<Shape> shapes = types.results;
  return ExpectWord("cond") && ParseRegion(pending, pending.regions[0], arguments, shapes) && ExpectWord("do") &&
         ParseRegion(pending, pending.regions[1], arguments, shapes);
}

// reduce(%x init: %i), (%y init: %j) [applies op] across dimensions = [0] {…} : types [reducer(%a: T, %b: T) … {…}]
bool MlirParser::ParseReduce(Pending& pending) {
  IdVector<Value> inits;
  do {
    Value input, init;
    if (!Expect('(') || !ParseValue(*pending.scope, &input, &pending.poisoned) || !ExpectWord("init") || !Expect(':') ||
        !ParseValue(*pending.scope, &init, &pending.poisoned) || !Expect(')')) {
      return false;
    }
    pending.instruction.operands.push_back(input);
    inits.push_back(init);
  } while (Take(','));
  pending.instruction.operands.insert(pending.instruction.operands.end(), inits.begin(), inits.end());
  std::optional<Op> applied;
  const Location applied_at = token().location;
  if (TakeWord("applies")) {
    const MlirToken name = token();
    const auto op = OpFromStablehlo(name.text);
    if (!op) return UnknownOperation(name.text, name.location);
    if (!InFamily(*op, Family::kReducer)) {
      return Fail(Rule::kSyntax, "'" + std::string(name.text) + "' is not an operation of two operands whose order does not matter",
                  name.location);
    }
    applied = op;
    lexer_.Advance();
  }
  if (!ExpectWord("across") || !ExpectWord("dimensions") || !Expect('=')) return false;
  MlirNamedAttribute dimensions;
  dimensions.name = "dimensions";
  dimensions.location = token().location;
  if (!Is('[')) return FailHere("expected '['");
  if (!ParseAttribute(&dimensions.value)) return false;
  pending.attributes.push_back(std::move(dimensions));
  if (!ParseOptionalDictionary(&pending.attributes) || !ParseTypeClause(pending)) return false;
  if (applied) return AddAppliedReducer(pending, *applied, applied_at);
  return ParseReducer(pending);
}

bool MlirParser::AddAppliedReducer(Pending& pending, Op op, Location location) {
  if (pending.poisoned) return true;
  if (!pending.types->function || pending.types->operands.empty() || !pending.types->operands[0].IsArray()) {
    return FailHere("expected '(types) -> type'");
  }
  MlirScope& region = pending.regions.emplace_back(pending.scope, &pending.captures, location);
  region.computation().location = location;
  Shape scalar = Shape::Scalar(pending.types->operands[0].element_type);
  scalar.quantization = pending.types->operands[0].quantization;
  Instruction instruction;
  instruction.op = op;
  instruction.shapes = {scalar};
  instruction.location = location;
  for (int i = 0; i < 2; ++i) instruction.operands.push_back(region.AddParameter(scalar, "", location));
  region.computation().instructions.push_back(std::move(instruction));
  region.computation().results = {{2, 0}};
  return true;
}

// reducer(%a: T, %b: T) (%c: T, %d: T) {…}: one pair per input, first the running values, then the elements become parameters.
bool MlirParser::ParseReducer(Pending& pending) {
  if (!ExpectWord("reducer")) return false;
  std::vector<ResultName> names[2];
  IdVector<Shape> shapes[2];
  while (Take('(')) {
    for (int i = 0; i < 2; ++i) {
      if (i == 1 && !Expect(',')) return false;
      if (token().kind != MlirTokenKind::kValue) return FailHere("expected a reducer argument (%name)");
      names[i].push_back({token().text, 1, token().location});
      lexer_.Advance();
      if (!Expect(':') || !ParseType(&shapes[i].emplace_back()) || !ParseLocation()) return false;
    }
    if (!Expect(')')) return false;
  }
  names[0].insert(names[0].end(), names[1].begin(), names[1].end());
  shapes[0].insert(shapes[0].end(), shapes[1].begin(), shapes[1].end());
  return ParseRegion(pending, pending.regions.emplace_back(), names[0], shapes[0]);
}

// chlo.scan(%x) inits(%c) dimension = 0 attributes {…} {…} : types
bool MlirParser::ParseScan(Pending& pending) {
  if (!Expect('(') || (!Is(')') && !ParseValues(pending)) || !Expect(')')) return false;
  const size_t inputs = pending.instruction.operands.size();
  if (!ExpectWord("inits") || !Expect('(') || (!Is(')') && !ParseValues(pending)) || !Expect(')')) return false;
  pending.instruction.attributes[Attr::kNumCarries] = static_cast<int64_t>(pending.instruction.operands.size() - inputs);
  if (!ExpectWord("dimension") || !Expect('=') || !ParseClause(pending, "dimension")) return false;
  if (TakeWord("attributes") && !ParseDictionary(&pending.attributes)) return false;
  return ParseRegion(pending, pending.regions.emplace_back(), {}, {}) && ParseTypeClause(pending);
}

// convolution(%a, %b) dim_numbers = […]x[…]->[…], window = {…} {…} : (A, B) -> C
bool MlirParser::ParseConvolution(Pending& pending) {
  if (!Expect('(') || !ParseValues(pending) || !Expect(')')) return false;
  MlirNamedAttribute numbers;
  numbers.name = "dimension_numbers";
  numbers.location = token().location;
  numbers.value.kind = MlirAttribute::Kind::kStruct;
  numbers.value.string = "stablehlo.conv";
  if (!ExpectWord("dim_numbers") || !Expect('=') || !ParseConvolutionDimensions(&numbers.value.fields) || !Expect(',')) return false;
  pending.attributes.push_back(std::move(numbers));
  if (!ExpectWord("window") || !Expect('=') || !ParseConvolutionWindow(pending)) return false;
  const Location dictionary = token().location;
  if (!ParseOptionalDictionary(&pending.attributes)) return false;
  for (const MlirNamedAttribute& named : pending.attributes) {
    const bool count = named.name == "feature_group_count" || named.name == "batch_group_count";
    if (count && named.value.integer < 1) {
      return Fail(Rule::kAttribute, named.name + " must be positive, but is " + std::to_string(named.value.integer), dictionary);
    }
  }
  return ParseTypeClause(pending);
}

// {stride = [..], pad = [[a, b], ..], lhs_dilate = [..], rhs_dilate = [..], reverse = [..]}
bool MlirParser::ParseConvolutionWindow(Pending& pending) {
  MlirAttributes window;
  if (!ParseDictionary(&window)) return false;
  for (MlirNamedAttribute& named : window) {
    if (named.name == "stride") {
      named.name = "window_strides";
    } else if (named.name == "pad") {
      named.name = "padding";
      for (const MlirAttribute& pair : named.value.items) {
        if (pair.items.size() != 2) {
          return Fail(Rule::kCount, "pad holds a list of " + std::to_string(pair.items.size()) + " instead of [low, high]", named.location);
        }
      }
    } else if (named.name == "lhs_dilate") {
      named.name = "lhs_dilation";
    } else if (named.name == "rhs_dilate") {
      named.name = "rhs_dilation";
    } else if (named.name == "reverse") {
      named.name = "window_reversal";
    } else {
      return Fail(Rule::kSyntax, "'" + named.name + "' is not part of a window", named.location,
                  "stride, pad, lhs_dilate, rhs_dilate or reverse");
    }
    pending.attributes.push_back(std::move(named));
  }
  return true;
}

}  // namespace mote
