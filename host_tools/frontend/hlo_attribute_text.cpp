// Attributes of HLO text → attributes of the IR, driven by the op table; window, dim_labels, slice and padding have grammars of their own.
#include <algorithm>

#include "frontend/element_text.h"
#include "frontend/hlo_parser.h"
#include "frontend/mlir_lexer.h"
#include "hlo/spelling.h"
#include "hlo/alias_text.h"
#include "hlo/dot_algorithm.h"

namespace mote {
namespace {

constexpr int64_t kMostGroups = int64_t{1} << 20;

std::string Upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

// The text inside one pair of braces, blanks around it cut off.
std::string_view Trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}
std::string_view Inside(std::string_view text) {
  text = Trim(text);
  if (text.size() >= 2 && text.front() == '{' && text.back() == '}') return Trim(text.substr(1, text.size() - 2));
  return text;
}

// The pieces of "a,b,c", brackets kept whole.
std::vector<std::string_view> Pieces(std::string_view text) {
  std::vector<std::string_view> pieces;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '{' || text[i] == '[' || text[i] == '(';
    depth -= text[i] == '}' || text[i] == ']' || text[i] == ')';
    if (text[i] != ',' || depth != 0) continue;
    pieces.push_back(Trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (!Trim(text).empty()) pieces.push_back(Trim(text.substr(begin)));
  return pieces;
}

// Words of HLO → StableHLO's: rng_three_fry, rng_uniform, highest.
std::string Word(Attr attr, std::string_view text) {
  if (attr == Attr::kFusionKind) return std::string(text);
  std::string word = Upper(text);
  if ((attr == Attr::kRngAlgorithm || attr == Attr::kRngDistribution) && word.substr(0, 4) == "RNG_") word.erase(0, 4);
  return word;
}

int64_t ApiVersion(std::string_view text) {
  static constexpr std::string_view kNames[] = {"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
                                                "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};
  for (int64_t i = 0; i < 5; ++i) {
    if (kNames[i] == text) return i;
  }
  return ParseInt64(text).value_or(-1);
}

// Between whom a send or recv goes stands among the frontend's attributes: {_xla_send_recv_source_target_pairs={{0,1},…},…}, also in
// quotes.
std::string_view TransferPairs(std::string_view attributes) {
  constexpr std::string_view kKey = "_xla_send_recv_source_target_pairs=";
  const size_t key = attributes.find(kKey), open = attributes.find('{', key == std::string_view::npos ? key : key + kKey.size());
  if (key == std::string_view::npos || open == std::string_view::npos) return {};
  int depth = 0;
  for (size_t i = open; i < attributes.size(); ++i) {
    depth += attributes[i] == '{' ? 1 : attributes[i] == '}' ? -1 : 0;
    if (depth == 0) return attributes.substr(open, i + 1 - open);
  }
  return {};
}

}  // namespace

bool HloParser::Attach(Pending& pending) {
  for (const Written& written : pending.attributes) {
    if (!AttachOne(pending, written)) return false;
  }
  return pending.instruction.op != Op::kAllToAll || AttachAllToAll(pending.instruction);
}

bool HloParser::AttachOne(Pending& pending, const Written& written) {
  Instruction& instruction = pending.instruction;
  bool done = false;
  if (!AttachCalled(instruction, written, &done)) return false;
  if (!done && !AttachSpecial(pending, written, &done)) return false;
  if (done) return true;
  const OpInfo& info = Info(instruction.op);
  Spelling spelling(written.key);
  for (const OpAttribute& known : info.attributes) {
    const std::string_view key = Info(known.attr).hlo;
    if (key.empty()) continue;
    if (key == written.key) return AttachTabled(instruction, known.attr, written);
    spelling.Try(key);
  }
  // A misspelt attribute would silently mean its default; what no operation knows (metadata, sharding…) says nothing about values.
  if (spelling.nearest().empty()) return true;
  return Fail(Rule::kAttribute, "'" + std::string(written.key) + "' is not an attribute of " + std::string(pending.opcode),
              written.location, spelling.Hint());
}

bool HloParser::AttachCalled(Instruction& instruction, const Written& written, bool* done) {
  const std::string_view key = written.key;
  static constexpr std::string_view kFirst[] = {"condition", "true_computation", "select"};
  static constexpr std::string_view kKeys[] = {"to_apply",           "calls", "body", "false_computation", "scatter", "branch_computations",
                                               "called_computations"};
  const bool first = std::find(std::begin(kFirst), std::end(kFirst), key) != std::end(kFirst);
  if (!first && std::find(std::begin(kKeys), std::end(kKeys), key) == std::end(kKeys)) return true;
  if (Info(instruction.op).called == 0) return true;
  *done = true;
  std::vector<int32_t> references;
  for (const std::string& name : written.computations) references.push_back(Reference(name, written.location));
  if (written.computations.empty() && Inside(written.text) == Trim(written.text)) {  // not {}
    std::string_view name = Trim(written.text);
    if (name.substr(0, 1) == "%") name.remove_prefix(1);
    references.push_back(Reference(name, written.location));
  }
  // Condition before body, true before false, whatever their order in the text.
  instruction.called.insert(first ? instruction.called.begin() : instruction.called.end(), references.begin(), references.end());
  return true;
}

bool HloParser::AttachSpecial(Pending& pending, const Written& written, bool* done) {
  Instruction& instruction = pending.instruction;
  const std::string_view key = written.key;
  *done = true;
  if (key == "slice" && instruction.op == Op::kSlice) return AttachSlice(instruction, written);
  if (key == "padding" && instruction.op == Op::kPad) return AttachPadding(instruction, written);
  if (instruction.op == Op::kCustomCall && (key == "window" || key == "dim_labels")) return true;
  if (key == "window") return AttachWindow(pending, written);
  if (key == "dim_labels") return AttachDimLabels(instruction, written);
  if (key == "slice_sizes" && instruction.op == Op::kCollectivePermute) {
    return Fail(Rule::kUnsupported, "a " + std::string(pending.opcode) + " into a part of its second operand (slice_sizes)",
                written.location);
  }
  if (key == "output_to_operand_aliasing" && instruction.op == Op::kCustomCall) {
    const auto aliases = AliasesFromHlo(written.text);
    if (!aliases) return WrongValue(written, "of the form {{0}: (1, {})}");
    instruction.attributes[Attr::kOutputOperandAliases] = *aliases;
    return true;
  }
  if (key == "delta" && instruction.op == Op::kRngGetAndUpdateState) {
    if (ParseInt64(Trim(written.text)).value_or(-1) < 0) return WrongValue(written, "a number of draws");
    instruction.extra["delta"] = std::string(Trim(written.text));
    *done = true;
    return true;
  }
  if (key == "dynamic_slice_sizes") return AttachTabled(instruction, Attr::kSliceSizes, written);
  if (key == "api_version") {
    instruction.attributes[Attr::kApiVersion] = ApiVersion(written.text);
    return true;
  }
  if (key == "frontend_attributes" && (instruction.op == Op::kSend || instruction.op == Op::kRecv)) {
    Written pairs = written;
    pairs.text = TransferPairs(written.text);
    return pairs.text.empty() || AttachTabled(instruction, Attr::kSourceTargetPairs, pairs);
  }
  if (key == "dimensions" && instruction.op == Op::kAllToAll) return AttachTabled(instruction, Attr::kSplitDimension, written);
  *done = key == "metadata" || key == "backend_config" ? instruction.op != Op::kCustomCall || key == "metadata" : false;
  return true;
}

bool HloParser::WrongValue(const Written& written, std::string_view wanted) {
  return Fail(Rule::kAttribute, std::string(written.key) + "=" + Excerpt(written.text) + " is not " + std::string(wanted),
              written.location);
}

bool HloParser::AttachTabled(Instruction& instruction, Attr attr, const Written& written) {
  const std::string_view text = Trim(written.text);
  AttributeValue value;
  switch (Info(attr).kind) {
    case AttrKind::kInt: {
      std::vector<int64_t> one;
      if (!ReadInts(written, &one)) return false;
      if (one.size() != 1) return WrongValue(written, "one integer");
      value = one[0];
      break;
    }
    case AttrKind::kReal: {
      const auto real = ParseReal(text);
      if (!real) return WrongValue(written, "a number");
      value = *real;
      break;
    }
    case AttrKind::kBool:
      if (text != "true" && text != "false") return WrongValue(written, "true or false");
      if (text == "false" && attr != Attr::kLargest) return true;
      value = text == "true";
      break;
    case AttrKind::kEnum:
      value = Word(attr, text);
      break;
    case AttrKind::kText:
      value = text.size() >= 2 && text.front() == '"' ? Unescape(text.substr(1, text.size() - 2)) : std::string(text);
      break;
    case AttrKind::kInts: {
      std::vector<int64_t> ints;
      if (!ReadInts(written, &ints)) return false;
      value = std::move(ints);
      break;
    }
    case AttrKind::kMatrix: {
      IntMatrix matrix;
      if (!ReadMatrix(written, &matrix)) return false;
      value = std::move(matrix);
      break;
    }
    case AttrKind::kEnums: {
      std::vector<std::string> words;
      for (const std::string_view word : Pieces(Inside(text))) words.push_back(Upper(word));
      value = std::move(words);
      break;
    }
    case AttrKind::kType:
    case AttrKind::kLiteral:
      return WrongValue(written, "an attribute of HLO text");
  }
  instruction.attributes[attr] = std::move(value);
  return true;
}

// {0,1} or 5
bool HloParser::ReadInts(const Written& written, std::vector<int64_t>* ints) {
  for (const std::string_view piece : Pieces(Inside(written.text))) {
    const auto number = ParseInt64(piece);
    if (!number) return WrongValue(written, "a list of integers");
    ints->push_back(*number);
  }
  return true;
}

// {{0,1},{2,3}}, {}, [2,2]<=[4]T(0) or mesh['x'=2,'y'=2] {'y'}
bool HloParser::ReadMatrix(const Written& written, IntMatrix* matrix) {
  if (Trim(written.text).substr(0, 4) == "mesh") return ReadMeshGroups(written, matrix);
  if (Trim(written.text).substr(0, 1) == "[") return ReadIotaGroups(written, matrix);
  for (const std::string_view row : Pieces(Inside(written.text))) {
    if (row.substr(0, 1) != "{") return WrongValue(written, "a list of lists of integers");
    Written part = written;
    part.text = row;
    if (!ReadInts(part, &matrix->emplace_back())) return false;
  }
  if (matrix->size() == 1 && matrix->front().empty()) matrix->clear();
  return true;
}

// [groups,size]<=[a,b,…]T(p,q,…): iota over a,b,… transposed by p,q,…, filled into groups row by row.
bool HloParser::ReadIotaGroups(const Written& written, IntMatrix* matrix) {
  const std::string_view text = Trim(written.text);
  const size_t arrow = text.find("<=");
  const size_t transpose = text.find('T');
  if (arrow == std::string_view::npos) return WrongValue(written, "a list of groups");
  const auto list = [&](std::string_view brackets, std::vector<int64_t>* out) {
    brackets = Trim(brackets);
    if (brackets.size() < 2) return false;
    Written part = written;
    part.text = brackets.substr(1, brackets.size() - 2);
    return ReadInts(part, out);
  };
  std::vector<int64_t> shape, dims, permutation;
  const std::string_view source = text.substr(arrow + 2, transpose == std::string_view::npos ? transpose : transpose - arrow - 2);
  if (!list(text.substr(0, arrow), &shape) || !list(source, &dims)) {
    return errors_.empty() ? WrongValue(written, "a list of groups") : false;
  }
  if (transpose != std::string_view::npos && !list(text.substr(transpose + 1), &permutation)) {
    return WrongValue(written, "a list of groups");
  }
  if (permutation.empty()) {
    for (size_t i = 0; i < dims.size(); ++i) permutation.push_back(static_cast<int64_t>(i));
  }
  int64_t count = 1;
  for (const int64_t dim : dims) {
    if (dim <= 0 || dim > kMostGroups || (count *= dim) > kMostGroups) return WrongValue(written, "a list of at most 2^20 ids");
  }
  IdVector<bool> seen(dims.size(), false);
  bool good = shape.size() == 2 && permutation.size() == dims.size() && shape[0] > 0 && shape[1] > 0 && shape[0] <= count &&
              shape[1] <= count && shape[0] * shape[1] == count;
  for (const int64_t p : permutation) {
    good = good && p >= 0 && p < static_cast<int64_t>(dims.size()) && !seen[p];
    if (good) seen[p] = true;
  }
  if (!good) return WrongValue(written, "a list of groups");
  const Dims strides = RowMajorStrides(dims);
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, id = 0;
    for (size_t k = dims.size(); k-- > 0;) {
      const size_t p = permutation[k];
      id += rest % dims[p] * strides[p];
      rest /= dims[p];
    }
    if (i % shape[1] == 0) matrix->emplace_back();
    matrix->back().push_back(id);
  }
  return true;
}

// {[0:4], [1:9:2]}
bool HloParser::AttachSlice(Instruction& instruction, const Written& written) {
  std::vector<int64_t> lists[3];
  for (const std::string_view piece : Pieces(Inside(written.text))) {
    if (piece.size() < 2 || piece.front() != '[' || piece.back() != ']') return WrongValue(written, "a list of [start:limit:stride]");
    std::vector<int64_t> numbers;
    if (!SplitNumbers(written, piece.substr(1, piece.size() - 2), ':', &numbers)) return false;
    if (numbers.size() == 2) numbers.push_back(1);
    if (numbers.size() != 3) return WrongValue(written, "a list of [start:limit:stride]");
    for (size_t i = 0; i < 3; ++i) lists[i].push_back(numbers[i]);
  }
  instruction.attributes[Attr::kStartIndices] = std::move(lists[0]);
  instruction.attributes[Attr::kLimitIndices] = std::move(lists[1]);
  instruction.attributes[Attr::kStrides] = std::move(lists[2]);
  return true;
}

bool HloParser::SplitNumbers(const Written& written, std::string_view text, char separator, std::vector<int64_t>* numbers) {
  while (true) {
    const size_t end = std::min(text.find(separator), text.size());
    const auto number = ParseInt64(Trim(text.substr(0, end)));
    if (!number) return WrongValue(written, "made of integers");
    numbers->push_back(*number);
    if (end == text.size()) return true;
    text.remove_prefix(end + 1);
  }
}

// 1_1x0_2_1: low_high or low_high_interior per dimension
bool HloParser::AttachPadding(Instruction& instruction, const Written& written) {
  std::vector<int64_t> lists[3];
  for (std::string_view text = Trim(written.text); !text.empty();) {
    const size_t end = std::min(text.find('x'), text.size());
    std::vector<int64_t> numbers;
    if (!SplitNumbers(written, text.substr(0, end), '_', &numbers)) return false;
    if (numbers.size() == 2) numbers.push_back(0);
    if (numbers.size() != 3) return WrongValue(written, "a list of low_high or low_high_interior");
    for (size_t i = 0; i < 3; ++i) lists[i].push_back(numbers[i]);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  instruction.attributes[Attr::kEdgePaddingLow] = std::move(lists[0]);
  instruction.attributes[Attr::kEdgePaddingHigh] = std::move(lists[1]);
  instruction.attributes[Attr::kInteriorPadding] = std::move(lists[2]);
  return true;
}

// {size=3x3 stride=2x2 pad=1_1x0_0 lhs_dilate=1x1 rhs_dilate=2x2 rhs_reversal=0x1}
bool HloParser::AttachWindow(Pending& pending, const Written& written) {
  Instruction& instruction = pending.instruction;
  const bool convolution = instruction.op == Op::kConvolution;
  std::string_view rest = Inside(written.text);
  while (!rest.empty()) {
    const size_t end = std::min(rest.find_first_of(" \t\n"), rest.size());
    const std::string_view item = rest.substr(0, end);
    rest = Trim(rest.substr(end));
    const size_t equals = item.find('=');
    if (equals == std::string_view::npos) return WrongValue(written, "a window");
    const std::string_view key = item.substr(0, equals), value = item.substr(equals + 1);
    if (key == "pad") {
      IntMatrix padding;
      for (std::string_view text = value; !text.empty();) {
        const size_t next = std::min(text.find('x'), text.size());
        if (!SplitNumbers(written, text.substr(0, next), '_', &padding.emplace_back())) return false;
        if (padding.back().size() != 2) return WrongValue(written, "a window: pad is low_high per dimension");
        text.remove_prefix(std::min(next + 1, text.size()));
      }
      instruction.attributes[Attr::kPadding] = std::move(padding);
      continue;
    }
    std::vector<int64_t> numbers;
    if (!SplitNumbers(written, value, 'x', &numbers)) return false;
    if (key == "size") {
      if (!convolution) instruction.attributes[Attr::kWindowDimensions] = std::move(numbers);
    } else if (key == "stride") {
      instruction.attributes[Attr::kWindowStrides] = std::move(numbers);
    } else if (key == "lhs_dilate") {
      instruction.attributes[convolution ? Attr::kLhsDilation : Attr::kBaseDilations] = std::move(numbers);
    } else if (key == "rhs_dilate") {
      instruction.attributes[convolution ? Attr::kRhsDilation : Attr::kWindowDilations] = std::move(numbers);
    } else if (key == "rhs_reversal") {
      instruction.attributes[Attr::kWindowReversal] = std::move(numbers);
    } else {
      return WrongValue(written, "a window: '" + std::string(key) + "' is not size, stride, pad, lhs_dilate, rhs_dilate or rhs_reversal");
    }
  }
  return true;
}

// b01f_01io->b01f
bool HloParser::AttachDimLabels(Instruction& instruction, const Written& written) {
  const std::string_view text = Trim(written.text);
  const size_t underscore = text.find('_'), arrow = text.find("->");
  if (underscore == std::string_view::npos || arrow == std::string_view::npos || arrow < underscore) {
    return WrongValue(written, "of the form b01f_01io->b01f");
  }
  const struct {
    std::string_view labels;
    char first_letter, second_letter;
    Attr first, second, spatial;
  } parts[] = {
      {text.substr(0, underscore), 'b', 'f', Attr::kInputBatchDimension, Attr::kInputFeatureDimension, Attr::kInputSpatialDimensions},
      {text.substr(underscore + 1, arrow - underscore - 1), 'i', 'o', Attr::kKernelInputFeatureDimension,
       Attr::kKernelOutputFeatureDimension, Attr::kKernelSpatialDimensions},
      {text.substr(arrow + 2), 'b', 'f', Attr::kOutputBatchDimension, Attr::kOutputFeatureDimension, Attr::kOutputSpatialDimensions}};
  for (const auto& part : parts) {
    int64_t first = -1, second = -1;
    std::vector<int64_t> spatial(part.labels.size() < 2 ? 0 : part.labels.size() - 2, -1);
    for (size_t i = 0; i < part.labels.size(); ++i) {
      const char label = part.labels[i];
      const size_t number = label - '0';
      int64_t* place = label == part.first_letter                                ? &first
                       : label == part.second_letter                             ? &second
                       : label >= '0' && label <= '9' && number < spatial.size() ? &spatial[number]
                                                                                 : nullptr;
      if (place == nullptr || *place >= 0) return WrongValue(written, "of the form b01f_01io->b01f");
      *place = static_cast<int64_t>(i);
    }
    if (first < 0 || second < 0) return WrongValue(written, "of the form b01f_01io->b01f");
    instruction.attributes[part.first] = first;
    instruction.attributes[part.second] = second;
    instruction.attributes[part.spatial] = std::move(spatial);
  }
  return true;
}

// The array form names one dimension; it is split and concatenated along it.
bool HloParser::AttachAllToAll(Instruction& instruction) {
  if (!instruction.Has(Attr::kSplitDimension)) return true;
  instruction.attributes[Attr::kConcatDimension] = instruction.Int(Attr::kSplitDimension);
  const IntMatrix& groups = instruction.Matrix(Attr::kReplicaGroups);
  if (!groups.empty() && !groups[0].empty()) instruction.attributes[Attr::kSplitCount] = static_cast<int64_t>(groups[0].size());
  return true;
}

// Required by the op table, left out of HLO text when they have their usual value.
bool HloParser::FillDefaults(const Reader& reader, Pending& pending) {
  Instruction& instruction = pending.instruction;
  for (const OpAttribute& known : Info(instruction.op).attributes) {
    if (!known.required || instruction.Has(known.attr)) continue;
    if (known.attr == Attr::kFeatureGroupCount || known.attr == Attr::kBatchGroupCount) instruction.attributes[known.attr] = int64_t{1};
    if (Info(known.attr).kind == AttrKind::kBool) instruction.attributes[known.attr] = false;
    if (known.attr == Attr::kTransposeA) instruction.attributes[known.attr] = std::string("NO_TRANSPOSE");
    if (known.attr == Attr::kChannelId) instruction.attributes[known.attr] = int64_t{0};
  }
  const Shape first = pending.operands.empty() ? Shape::Tuple({}) : ShapeOf(reader, *pending.operands[0]);
  if (instruction.op == Op::kBroadcastInDim && first.IsScalar() && !instruction.Has(Attr::kBroadcastDimensions)) {
    instruction.attributes[Attr::kBroadcastDimensions] = std::vector<int64_t>();
  }
  if (instruction.op == Op::kReduceWindow && first.IsScalar() && !instruction.Has(Attr::kWindowDimensions)) {
    instruction.attributes[Attr::kWindowDimensions] = std::vector<int64_t>();
  }
  if (instruction.op == Op::kMap && instruction.Ints(Attr::kDimensions).empty()) {  // all of them
    std::vector<int64_t> dims;
    for (size_t i = 0; i < first.dims.size(); ++i) dims.push_back(static_cast<int64_t>(i));
    instruction.attributes[Attr::kDimensions] = std::move(dims);
  }
  return AttachAlgorithm(reader, pending);
}

// algorithm=dot_bf16_bf16_f32_x3: in the IR as StableHLO spells it.
bool HloParser::AttachAlgorithm(const Reader& reader, Pending& pending) {
  const std::string word = pending.instruction.Text(Attr::kDotAlgorithm);
  if (word.empty()) return true;
  pending.instruction.attributes.erase(Attr::kDotAlgorithm);
  if (word == "unset" || pending.operands.size() < 2) return true;
  const auto text =
      DotAlgorithmFromHlo(word, ShapeOf(reader, *pending.operands[0]).element_type, ShapeOf(reader, *pending.operands[1]).element_type);
  if (!text) return Fail(Rule::kAttribute, "algorithm=" + Excerpt(word) + " is not known", pending.location);
  pending.instruction.attributes[Attr::kDotAlgorithm] = *text;
  return true;
}

}  // namespace mote
