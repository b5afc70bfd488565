// Reading a file's tables, and the text of `mote inspect`.
#include "compile/program_facts.h"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <vector>

#include "hlo/element_type.h"
#include "hlo/host_transfer.h"
#include "kernel/shader_form.h"
#include "print/printers.h"
#include "schema/file_layout.h"
#include "schema/fixed_layout.h"
#include "schema/microcode_layout.h"
#include "schema/pipeline_layout.h"
#include "schema/program_generated.h"
#include "schema/step_layout.h"
#include "schema/vulkan_layout.h"
#include "select/step.h"
#include "target/fixed_table.h"
#include "target/routine_table.h"

namespace mote {

namespace {

// The FlatBuffer behind the file header, or null when either is damaged.
const fb::Program* Verified(std::span<const uint8_t> bytes) {
  MoteFileHeader header;
  if (bytes.size() < sizeof header) return nullptr;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != MOTE_FILE_MAGIC || header.file_bytes > bytes.size() || header.flat_offset > bytes.size() ||
      header.flat_bytes > bytes.size() - header.flat_offset) {
    return nullptr;
  }
  const uint8_t* flat = bytes.data() + header.flat_offset;
  flatbuffers::Verifier verifier(flat, header.flat_bytes);
  return header.flat_bytes >= 8 && fb::VerifyProgramBuffer(verifier) ? fb::GetProgram(flat) : nullptr;
}

const fb::Variant* FindVariant(std::span<const uint8_t> bytes, const std::string& target) {
  const fb::Program* program = Verified(bytes);
  if (program == nullptr || program->variants() == nullptr) return nullptr;
  for (const fb::Variant* v : *program->variants()) {
    if (v->target() != nullptr && v->target()->str() == target) return v;
  }
  return nullptr;
}

enum : uint32_t {
#define MOTE_STEP(id, code, ...) k##id##Step = code,
#include "schema/steps.def"
#undef MOTE_STEP
};

const char* StepName(uint32_t kind) {
  switch (kind) {
#define MOTE_STEP(id, code, name, ...) \
  case code:                           \
    return name;
#define MOTE_ROUTINE MOTE_STEP
#include "schema/routines.def"
#include "schema/steps.def"
#undef MOTE_ROUTINE
#undef MOTE_STEP
    default:
      return "?";
  }
}

// Of a whole step; "exchange start".
std::string StepName(std::span<const uint32_t> words) {
  const uint32_t kind = words[0] & 0xff;
  const size_t part = words.size() > 1 ? 2 + ((words[1] >> 16) + 1) / 2 + kMoteExchangePart : words.size();
  std::string name = StepName(kind);
  if (kind != kExchangeStep || part >= words.size()) return name;
  return name + (words[part] == kMoteExchangeStart ? " start" : words[part] == kMoteExchangeDone ? " done" : "");
}

std::string SpaceName(uint32_t place) {
  switch (place & 0xff) {
    case kMoteConstant: return "constant";
    case kMoteArena: return "arena";
    case kMoteInput: return fmt::format("input {}", place >> 16);
    case kMoteOutput: return fmt::format("output {}", place >> 16);
    case kMoteState: return "state";
    default: return "?";
  }
}

// Calls f(word offset, words) for every step whose length stays inside the stream.
template <typename F>
void ForEachStep(const fb::Variant& variant, F&& f) {
  if (variant.words() == nullptr) return;
  const uint32_t size = variant.words()->size();
  for (uint32_t at = 0; at < size;) {
    const uint32_t length = variant.words()->Get(at) >> 16;
    if (length == 0 || length > size - at) return;
    f(at, std::span(variant.words()->data() + at, length));
    at += length;
  }
}

std::string TensorText(const fb::Tensor& tensor) {
  std::string text = tensor.name() != nullptr && tensor.name()->size() != 0 ? tensor.name()->str() + ": " : "";
  text += HloName(static_cast<ElementType>(tensor.element_type()));
  text += '[';
  if (tensor.dims() != nullptr) {
    for (uint32_t d = 0; d < tensor.dims()->size(); ++d) text += (d ? "," : "") + std::to_string(tensor.dims()->Get(d));
  }
  text += ']';
  if (tensor.members() == nullptr || tensor.tiles() == nullptr) return text;
  std::string cut;  // "{2 x 1 parts}"
  for (const uint32_t tiles : *tensor.tiles()) cut += (cut.empty() ? "" : " x ") + std::to_string(tiles);
  return text + (cut.find_first_not_of("1 x") == std::string::npos ? " {whole}" : " {one of " + cut + " parts}");
}

std::string ViewText(const fb::Variant& variant, uint32_t view) {
  if (variant.views() == nullptr || (view + 1) * kMoteViewWords > variant.views()->size()) return fmt::format("view {}?", view);
  const uint32_t* w = variant.views()->data() + view * kMoteViewWords;
  const uint64_t offset = static_cast<uint64_t>(w[kMoteViewOffset]) << variant.unit_shift();
  return fmt::format("{}{} ({} B)", SpaceName(w[kMoteViewPlace]), offset ? fmt::format("+{}", offset) : "", w[kMoteViewBytes]);
}

void AppendEntries(const fb::Variant& variant, std::string& out) {
  if (variant.entries() == nullptr) return;
  for (const fb::Entry* entry : *variant.entries()) {
    out += fmt::format("  entry {} ", entry->name() ? entry->name()->str() : "");
    std::string separator = "(";
    if (entry->inputs() != nullptr) {
      for (const fb::Tensor* t : *entry->inputs()) out += std::exchange(separator, ", ") + TensorText(*t);
    }
    out += separator == "(" ? "() -> " : ") -> ";
    separator = "(";
    if (entry->outputs() != nullptr) {
      for (const fb::Tensor* t : *entry->outputs()) out += std::exchange(separator, ", ") + TensorText(*t);
    }
    out += separator == "(" ? "()\n" : ")\n";
  }
}

// Names of steps by their places, where the file has them.
std::map<uint32_t, std::string> NotesOf(const fb::Program& program, uint16_t variant) {
  std::map<uint32_t, std::string> notes;
  if (program.notes() == nullptr) return notes;
  for (const fb::StepNote* n : *program.notes()) {
    if (n->variant() == variant && n->name() != nullptr) notes[n->word()] = n->name()->str();
  }
  return notes;
}

void AppendSteps(const fb::Program& program, uint16_t number, const fb::Variant& variant, std::string& out) {
  const std::map<uint32_t, std::string> notes = NotesOf(program, number);
  // Where several entries' steps begin.
  std::map<uint32_t, std::string> entries;
  const uint32_t entry_count = variant.entries() == nullptr || variant.blocks() == nullptr ? 0 : variant.entries()->size();
  for (uint32_t e = 0; entry_count > 1 && e < entry_count; ++e) {
    const fb::Entry& entry = *variant.entries()->Get(e);
    const uint32_t block = 2 * uint32_t{entry.block()};
    if (block < variant.blocks()->size()) entries[variant.blocks()->Get(block)] = entry.name() != nullptr ? entry.name()->str() : "";
  }
  int64_t index = 0;
  ForEachStep(variant, [&](uint32_t at, std::span<const uint32_t> words) {
    if (entries.count(at)) out += "  steps of " + entries[at] + ":\n";
    const uint32_t kernel = words.size() > 1 ? words[1] & 0xffff : uint32_t{kMoteNoKernel};
    const uint32_t operands = words.size() > 1 ? words[1] >> 16 : 0;
    out += fmt::format("  step {:3}  {:<15} ", index++, StepName(words));
    if (kernel != kMoteNoKernel) out += fmt::format("kernel {:<3} ", kernel);
    if (words[0] >> 8 & kMoteStepFlagBarrier) out += "barrier ";
    if (words[0] >> 8 & kMoteStepFlagCounted) out += "counted ";
    out += notes.count(at) ? notes.at(at) + " " : "";
    out += fmt::format("word {}\n", at);
    for (uint32_t i = 0; i < operands && 2 + i / 2 < words.size(); ++i) {
      out += "              " + ViewText(variant, words[2 + i / 2] >> (i % 2 * 16) & 0xffff) + "\n";
    }
  });
}

// Of a Vulkan variant's launch, by the microcode beside its shaders.
void CountProducts(const fb::Variant& variant, uint32_t number, std::span<const uint32_t> fields, StepAmount* amount) {
  if (variant.kernels() == nullptr || number >= variant.kernels()->size() || fields.size() < kMoteDispatchFields) return;
  const auto* words = variant.kernels()->Get(number)->reference();
  if (words == nullptr || words->size() < kMoteCodeHeaderWords) return;
  const MicrocodeProducts products = ProductsOfMicrocode({words->data(), words->size()}, fields.subspan(kMoteDispatchFields));
  amount->floats = products.floats >= products.integers;
  amount->products = static_cast<int64_t>(amount->floats ? products.floats : products.integers);
}

}  // namespace

int64_t StepCount(std::span<const uint8_t> program, const std::string& target) {
  const fb::Variant* variant = FindVariant(program, target);
  int64_t count = 0;
  if (variant != nullptr) ForEachStep(*variant, [&](uint32_t, std::span<const uint32_t>) { ++count; });
  return count;
}

int64_t HostTransferCount(std::span<const uint8_t> program, const std::string& target) {
  const fb::Variant* variant = FindVariant(program, target);
  int64_t count = 0;
  if (variant == nullptr || variant->calls() == nullptr) return 0;
  ForEachStep(*variant, [&](uint32_t, std::span<const uint32_t> words) {
    const size_t fields = words.size() > 1 ? 2 + ((words[1] >> 16) + 1) / 2 : words.size();
    if ((words[0] & 0xff) != kCallStep || fields >= words.size() || words[fields] >= variant->calls()->size()) return;
    const auto* name = variant->calls()->Get(words[fields])->name();
    count += name != nullptr && IsHostCall(name->str()) ? 1 : 0;
  });
  return count;
}

std::map<uint32_t, std::string> StepNames(std::span<const uint8_t> bytes, const std::string& target) {
  std::map<uint32_t, std::string> names;
  const fb::Program* program = Verified(bytes);
  if (program == nullptr || program->variants() == nullptr) return names;
  for (uint16_t v = 0; v < program->variants()->size(); ++v) {
    const fb::Variant& variant = *program->variants()->Get(v);
    if (variant.target() == nullptr || variant.target()->str() != target) continue;
    const std::map<uint32_t, std::string> notes = NotesOf(*program, v);
    ForEachStep(variant, [&](uint32_t at, std::span<const uint32_t> words) {
      std::string& name = names[at] = StepName(words);
      const size_t fields = words.size() > 1 ? 2 + ((words[1] >> 16) + 1) / 2 : words.size();
      if (notes.count(at)) name += " " + notes.at(at);
      else if ((words[0] & 0xff) == kFixedStep && fields < words.size())
        name += std::string(" ") + NameOf(static_cast<FixedRoutine>(words[fields]));
      else if (words.size() > 1 && (words[1] & 0xffff) != kMoteNoKernel) name += fmt::format(" kernel {}", words[1] & 0xffff);
    });
  }
  return names;
}

std::map<uint32_t, StepAmount> StepAmounts(std::span<const uint8_t> program, const std::string& target) {
  std::map<uint32_t, StepAmount> amounts;
  const fb::Variant* variant = FindVariant(program, target);
  if (variant == nullptr) return amounts;
  ForEachStep(*variant, [&](uint32_t at, std::span<const uint32_t> words) {
    if (words.size() < 2) return;
    StepAmount& amount = amounts[at];
    const uint32_t operands = words[1] >> 16, kind = words[0] & 0xff;
    std::set<uint32_t> views;
    for (uint32_t i = 0; i < operands && 2 + i / 2 < words.size(); ++i) views.insert(words[2 + i / 2] >> (i % 2 * 16) & 0xffff);
    for (const uint32_t view : views) {
      const uint64_t bytes_at = uint64_t{view} * kMoteViewWords + kMoteViewBytes;
      if (variant->views() != nullptr && bytes_at < variant->views()->size()) amount.bytes += variant->views()->Get(bytes_at);
    }
    const size_t first = 2 + (operands + 1) / 2;
    if (first >= words.size()) return;
    const std::span<const uint32_t> fields = words.subspan(first);
    if (kind == kFixedStep && fields.size() >= kMoteFixedFields) {
      std::vector<int64_t> numbers;
      for (const uint32_t field : fields.first(kMoteFixedFields)) numbers.push_back(static_cast<int32_t>(field));
      amount.products = FixedNeeds(numbers).work;
    }
    if (kind == kLaunchStep) CountProducts(*variant, words[1] & 0xffff, fields, &amount);
    for (const RoutineRow& row : AllRoutines()) {
      if (static_cast<uint32_t>(row.id) != kind || fields.size() < row.geometry->fields) continue;
      amount.products = 1;
      amount.floats = row.sum == ElementType::kF32;
      for (const uint8_t* list : {row.geometry->domain, row.geometry->sum}) {
        for (; *list != kMoteNoField; ++list) amount.products *= fields[*list];
      }
    }
  });
  return amounts;
}

std::vector<std::string> VariantTargets(std::span<const uint8_t> bytes) {
  std::vector<std::string> targets;
  const fb::Program* program = Verified(bytes);
  if (program == nullptr || program->variants() == nullptr) return targets;
  for (const fb::Variant* v : *program->variants()) targets.push_back(v->target() != nullptr ? v->target()->str() : "");
  return targets;
}

bool AllowsFloat16(std::span<const uint8_t> bytes) {
  const fb::Program* program = Verified(bytes);
  return program != nullptr && program->float16();
}

std::vector<std::string> CallNames(std::span<const uint8_t> bytes) {
  std::set<std::string> names;
  const fb::Program* program = Verified(bytes);
  if (program == nullptr || program->variants() == nullptr) return {};
  for (const fb::Variant* variant : *program->variants()) {
    for (flatbuffers::uoffset_t i = 0; variant->calls() != nullptr && i < variant->calls()->size(); ++i) {
      const fb::Call& call = *variant->calls()->Get(i);
      if (call.name() != nullptr) names.insert(call.name()->str());
    }
  }
  return {names.begin(), names.end()};
}

int64_t ConstantsBytes(std::span<const uint8_t> bytes) {
  const fb::Program* program = Verified(bytes);
  if (program == nullptr || program->variants() == nullptr || program->variants()->size() == 0) return 0;
  return static_cast<int64_t>(program->variants()->Get(0)->constants_bytes());  // variants share the segment
}

Result<ProgramNeeds> NeedsOf(std::span<const uint8_t> program, const std::string& target, ProgramNeeds needs) {
  const fb::Variant* variant = FindVariant(program, target);
  if (variant == nullptr) return Error(Rule::kUnsupported, "the program has no variant for " + target);
  needs.callers = needs.callers || !variant->io_in_arena();
  needs.regions = needs.regions || (variant->regions() != nullptr && variant->regions()->size() != 0);
  ForEachStep(*variant, [&](uint32_t, std::span<const uint32_t> words) {
    needs.steps.insert(static_cast<int>(words[0] & 0xff));
    if ((words[0] & 0xff) == kFixedStep) needs.fixed.insert(static_cast<int>(words[2 + ((words[1] >> 16) + 1) / 2 + kMoteFixedRoutine]));
    if ((words[0] & 0xff) != kPipelineStep) return;
    for (size_t at = 2 + ((words[1] >> 16) + 1) / 2 + kMotePipelineFields; at < words.size(); at += kMotePipelineMemberWords) {
      needs.fixed.insert(static_cast<int>(words[at]));
    }
  });
  if (variant->kernels() == nullptr) return needs;
  for (const fb::Kernel* kernel : *variant->kernels()) {
    if (kernel->code() == nullptr) continue;
    const MicrocodeNeeds of_kernel = NeedsOfMicrocode(std::span(kernel->code()->data(), kernel->code()->size()));
    needs.operations.insert(of_kernel.operations.begin(), of_kernel.operations.end());
    needs.element_types.insert(of_kernel.element_types.begin(), of_kernel.element_types.end());
    needs.checked = needs.checked || of_kernel.checked;
  }
  return needs;
}

std::vector<ShaderBinary> ShadersOf(std::span<const uint8_t> bytes) {
  std::vector<ShaderBinary> shaders;
  const fb::Program* program = Verified(bytes);
  if (program == nullptr || program->variants() == nullptr) return shaders;
  for (const fb::Variant* variant : *program->variants()) {
    for (flatbuffers::uoffset_t k = 0; variant->kernels() != nullptr && k < variant->kernels()->size(); ++k) {
      const auto* forms = variant->kernels()->Get(k)->shaders();
      for (flatbuffers::uoffset_t f = 0; forms != nullptr && f < forms->size(); ++f) {
        const fb::Shader& shader = *forms->Get(f);
        if (shader.place() > bytes.size() || shader.bytes() > bytes.size() - shader.place()) continue;
        shaders.push_back({k, f, bytes.subspan(shader.place(), shader.bytes())});
      }
    }
  }
  return shaders;
}

static std::string ShaderFacts(const fb::Shader& shader) {
  return fmt::format("SPIR-V {} B, {} invocations, {} B shared, needs {}\n", shader.bytes(), shader.local_size(), shader.shared_bytes(),
                     shader.features() ? FeatureNames(shader.features()) : "nothing");
}

static void AppendLoops(const fb::Variant& variant, std::string& out) {
  for (flatbuffers::uoffset_t e = 0; variant.entries() != nullptr && e < variant.entries()->size(); ++e) {
    const auto* loops = variant.entries()->Get(e)->loops();
    for (flatbuffers::uoffset_t l = 0; loops != nullptr && l < loops->size(); ++l) {
      const fb::Loop& loop = *loops->Get(l);
      const bool there = variant.words() != nullptr && loop.word() < variant.words()->size();
      const bool turns = there && (variant.words()->Get(loop.word()) & 0xff) == static_cast<uint32_t>(StepKind::kWhile);
      out += fmt::format("  {} at word {}, {} {}, {} iterations: {}", turns ? "loop" : "chain", loop.word(), loop.turns(),
                         turns ? "turns a launch" : "steps", loop.trips(), loop.shader() ? ShaderFacts(*loop.shader()) : "no shader\n");
    }
  }
}

Result<std::string> InspectProgram(std::span<const uint8_t> bytes, const InspectOptions& options) {
  const fb::Program* program = Verified(bytes);
  if (program == nullptr) return Error(Rule::kIo, "not a mote program, or a damaged one");
  MoteFileHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  std::string out = fmt::format("mote program, format {}.{}, {} bytes{}\n", header.version_major, header.version_minor, bytes.size(),
                                program->source_name() ? ", from " + program->source_name()->str() : "");
  if (program->float16()) out += "products of dots and convolutions may be in f16\n";
  if (program->variants() == nullptr) return out;
  for (uint16_t v = 0; v < program->variants()->size(); ++v) {
    const fb::Variant& variant = *program->variants()->Get(v);
    out += fmt::format("\nvariant {}: arena {} B (scratch {} B at {}), {}constants {} B, {} views, {} kernels, {} words of steps\n",
                       variant.target() ? variant.target()->str() : "?", variant.arena_bytes(), variant.scratch_bytes(),
                       variant.scratch_offset(), variant.state_bytes() ? fmt::format("state {} B, ", variant.state_bytes()) : "",
                       variant.constants_bytes(), variant.views() ? variant.views()->size() / kMoteViewWords : 0,
                       variant.kernels() ? variant.kernels()->size() : 0, variant.words() ? variant.words()->size() : 0);
    AppendEntries(variant, out);
    AppendSteps(*program, v, variant, out);
    AppendLoops(variant, out);
    if (variant.kernels() == nullptr) continue;
    for (uint32_t k = 0; k < variant.kernels()->size(); ++k) {
      const fb::Kernel& kernel = *variant.kernels()->Get(k);
      const auto* words = kernel.code() ? kernel.code() : kernel.reference();
      out += fmt::format("  kernel {:<3} {:016x}  microcode {} B\n", k, kernel.hash(), words ? 4 * words->size() : 0);
      for (flatbuffers::uoffset_t s = 0; kernel.shaders() != nullptr && s < kernel.shaders()->size(); ++s) {
        out += fmt::format("    shader {}: {}", s, ShaderFacts(*kernel.shaders()->Get(s)));
      }
      if (options.code && kernel.code() != nullptr) {
        out += DisassembleMicrocode(std::span(kernel.code()->data(), kernel.code()->size()));
      }
    }
  }
  return out;
}

}  // namespace mote
