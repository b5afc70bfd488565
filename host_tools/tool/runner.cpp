// Compiling what is a source program, opening the backend, packing and unpacking tuples.
#include "tool/runner.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "evaluate/evaluate.h"
#include "compile/program_facts.h"
#include "hlo/random_numbers.h"
#include "tool/large_pages.h"
#include "tool/members.h"

namespace mote {

namespace {

void Flatten(const Shape& shape, IdVector<Shape>& out) {
  if (shape.IsTuple()) {
    for (const Shape& element : shape.elements) Flatten(element, out);
  } else if (shape.IsArray()) {
    out.push_back(shape);
  }
}

RuntimeValue Pack(const Shape& shape, const std::vector<Literal>& flat, size_t& next) {
  RuntimeValue value;
  value.is_tuple = shape.IsTuple();
  value.is_token = shape.IsToken();
  for (const Shape& element : shape.elements) value.elements.push_back(Pack(element, flat, next));
  if (shape.IsArray()) value.literal = flat[next++];
  return value;
}

std::vector<RuntimeValue> Pack(const Computation& main, const std::vector<Literal>& flat) {
  std::vector<RuntimeValue> values;
  size_t next = 0;
  for (const Shape& shape : main.parameters) values.push_back(Pack(shape, flat, next));
  return values;
}

void Unpack(const RuntimeValue& value, std::vector<Literal>& flat) {
  for (const RuntimeValue& element : value.elements) Unpack(element, flat);
  if (!value.is_tuple && !value.is_token) flat.push_back(ActualArray(value));
}

std::vector<Literal> Unpack(const std::vector<RuntimeValue>& values) {
  std::vector<Literal> flat;
  for (const RuntimeValue& value : values) Unpack(value, flat);
  return flat;
}

}  // namespace

bool ParseBackend(const std::string& word, BackendKind& kind) {
  if (word == "evaluate") kind = BackendKind::kEvaluate;
  else if (word == "cpu") kind = BackendKind::kCpu;
  else if (word == "vulkan") kind = BackendKind::kVulkan;
  else if (word == "auto") kind = BackendKind::kAuto;
  else return false;
  return true;
}

Status Runner::OpenDevice(const Source& source, const RunnerOptions& options, BackendKind kind) {
  BackendOptions device = options.device;
  const bool vulkan = kind == BackendKind::kVulkan;
  device.entry = source.compiled() ? source.entry : "";
  device.trusted = options.trust || !source.compiled();
  if (vulkan && !device.trusted) {
    Diagnostic d =
        Error(Rule::kUnsupported, "the shaders of a compiled program run on a device as they are, which takes a file that is trusted");
    d.hint = "--trust says that it is; --backend cpu runs it without";
    return d;
  }
  std::span<const uint8_t> given(reinterpret_cast<const uint8_t*>(source.bytes.data()), source.bytes.size());
  std::vector<uint8_t> compiled;
  if (source.compiled()) {
    if (options.native_kernels) return Error(Rule::kUnsupported, "--kernels c needs the source program, not a compiled one");
  } else {
    CompileRequest request;
    request.targets = {vulkan ? "vulkan" : kind == BackendKind::kBoard ? device.board_target : "linux"};
    request.skip_unsupported = false;
    request.fuse = options.fuse;
    request.reproducible = options.reproducible;
    MOTE_ASSIGN(CompiledProgram program, CompileSource(source, request));
    if (options.native_kernels && !vulkan) {
      MOTE_ASSIGN(natives_, NativeLibrary::Build(program.plans[0]));
      device.natives = natives_->table();
    }
    compiled = std::move(program.bytes);
    given = compiled;
  }
  constexpr size_t kLine = 64;  // as constants are aligned inside a program for hosts
  const size_t words = (given.size() + kLine) / sizeof(uint64_t) + 1;
  storage_.reserve(words);
  AskForLargePages(storage_.data(), words * sizeof(uint64_t));
  storage_.assign(words, 0);
  auto* const first = reinterpret_cast<uint8_t*>(storage_.data());
  uint8_t* const aligned = first + (kLine - reinterpret_cast<uintptr_t>(first) % kLine) % kLine;
  std::memcpy(aligned, given.data(), given.size());
  bytes_ = {aligned, given.size()};
  kind_ = kind;
  device_ = std::move(device);
  MOTE_ASSIGN(backend_, OpenBackend());
  replicas_ = backend_->grid().replicas;
  partitions_ = backend_->grid().partitions;
  input_shapes_ = backend_->input_shapes();
  output_shapes_ = backend_->output_shapes();
  input_names_ = backend_->input_names();
  output_names_ = backend_->output_names();
  input_splits_ = backend_->input_splits();
  output_splits_ = backend_->output_splits();
  HideRngState();
  return Ok();
}

void Runner::HideRngState() {
  draws_ = !input_names_.empty() && input_names_.back() == kRngStateName && !output_names_.empty() && output_names_.back() == kRngStateName;
  if (!draws_) return;
  input_shapes_.pop_back();
  input_names_.pop_back();
  output_shapes_.pop_back();
  output_names_.pop_back();
  input_splits_.pop_back();
  output_splits_.pop_back();
}

std::vector<Literal> Runner::WithRngState(std::vector<Literal> inputs) const {
  if (!draws_) return inputs;
  Literal state(Shape::Array(ElementType::kU64, {2}));
  for (int64_t i = 0; i < 2; ++i) state.SetInteger(i, static_cast<int64_t>(rng_state_[static_cast<size_t>(i)]));
  inputs.push_back(std::move(state));
  return inputs;
}

void Runner::TakeRngState(std::vector<Literal>& outputs) {
  if (!draws_) return;
  for (int64_t i = 0; i < 2; ++i) rng_state_[static_cast<size_t>(i)] = static_cast<uint64_t>(outputs.back().IntegerAt(i));
  outputs.pop_back();
}

bool Runner::multiplies_in_f16() const { return kind_ == BackendKind::kVulkan && AllowsFloat16(bytes_); }

Result<std::unique_ptr<Backend>> Runner::OpenBackend() const {
  return kind_ == BackendKind::kVulkan  ? OpenVulkan(bytes_, device_)
         : kind_ == BackendKind::kBoard ? OpenBoard(bytes_, device_)
                                        : OpenCpu(bytes_, device_);
}

// States of the evaluator: inputs and outputs by their numbers, in one order, as donated parameters have them.
Status Runner::KeepStates(const Source& source) {
  const auto number = [](const std::string& text) {
    return text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos ? SIZE_MAX : std::stoul(text);
  };
  for (const StateBinding& state : source.states) {
    if (!state.entry.empty() && state.entry != module_->main().name) continue;
    const size_t input = number(state.input), output = number(state.output);
    const bool follows = kept_.empty() || (input > kept_.back().input && output > kept_.back().output && output != SIZE_MAX);
    if (input >= input_shapes_.size() || output >= output_shapes_.size() || !follows ||
        input_shapes_.size() != module_->main().parameters.size()) {
      return Error(Rule::kUnsupported, "the evaluator keeps states that the source marks as donated only");
    }
    kept_.push_back({input, output, Literal(input_shapes_[input])});
  }
  const auto drop = [](auto& list, size_t at) {
    if (at < list.size()) list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
  };
  for (size_t k = kept_.size(); k-- > 0;) {
    drop(input_shapes_, kept_[k].input);
    drop(input_names_, kept_[k].input);
    drop(output_shapes_, kept_[k].output);
    drop(output_names_, kept_[k].output);
    drop(input_splits_, kept_[k].input);
    drop(output_splits_, kept_[k].output);
  }
  return Ok();
}

// Of the evaluator: an entry with tuples is none that is cut.
Status Runner::ReadSplits() {
  const Computation& main = module_->main();
  input_splits_.resize(input_shapes_.size());
  output_splits_.resize(output_shapes_.size());
  for (size_t p = 0; p < main.parameters.size() && p < input_splits_.size(); ++p) {
    MOTE_ASSIGN(input_splits_[p], SplitOf(main.parameter_extra, p, main.parameters[p], *module_));
  }
  const IdVector<Shape> results = main.ResultShapes();
  for (size_t r = 0; r < results.size() && r < output_splits_.size(); ++r) {
    MOTE_ASSIGN(output_splits_[r], SplitOf(main.result_extra, r, results[r], *module_));
  }
  return Ok();
}

bool Runner::IsCut() const {
  const auto cut = [](const std::optional<Split>& split) { return split.has_value(); };
  return std::any_of(input_splits_.begin(), input_splits_.end(), cut) || std::any_of(output_splits_.begin(), output_splits_.end(), cut);
}

Result<std::unique_ptr<Runner>> Runner::Open(const Source& source, const RunnerOptions& options) {
  auto runner = std::make_unique<Runner>();
  if (options.backend == BackendKind::kEvaluate) {
    if (source.compiled()) return Error(Rule::kUnsupported, "the evaluator runs source programs, not compiled ones");
    runner->module_ = &*source.module;
    runner->feed_.Fill(options.device.feed);
    runner->replicas_ = source.module->replicas;
    runner->partitions_ = source.module->partitions;
    const Computation& main = runner->module_->main();
    for (const Shape& shape : main.parameters) Flatten(shape, runner->input_shapes_);
    for (const Shape& shape : main.ResultShapes()) Flatten(shape, runner->output_shapes_);
    runner->input_names_ = main.parameter_names;
    runner->output_names_ = main.result_names;
    MOTE_CHECK_OK(runner->ReadSplits());
    if (!source.states.empty()) MOTE_CHECK_OK(runner->KeepStates(source));
    return runner;
  }
  const bool untrusted = source.compiled() && !options.trust;
  if (options.backend == BackendKind::kAuto && !untrusted) {
    RunnerOptions on_gpu = options;
    on_gpu.device.software = false;
    const Status vulkan = runner->OpenDevice(source, on_gpu, BackendKind::kVulkan);
    if (vulkan.ok()) return runner;
    runner = std::make_unique<Runner>();
  }
  if (options.backend == BackendKind::kAuto && untrusted) {
    runner->note_ = "on the CPU: shaders of a compiled program run only with --trust";
  }
  MOTE_CHECK_OK(runner->OpenDevice(source, options, options.backend == BackendKind::kAuto ? BackendKind::kCpu : options.backend));
  return runner;
}

// Values may take three quarters of the machine's memory.
EvaluateOptions Runner::Options() {
  EvaluateOptions options;
  const int64_t pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0) options.max_live_bytes = std::min(options.max_live_bytes, pages * page / 4 * 3);
  options.rng_state = &rng_state_;
  feed_.Serve(options);
  return options;
}

Result<std::vector<Literal>> Runner::Run(const std::vector<Literal>& inputs) {
  if (backend_) {
    MOTE_ASSIGN(std::vector<Literal> outputs, backend_->Run(WithRngState(inputs)));
    TakeRngState(outputs);
    return outputs;
  }
  std::vector<Literal> all = inputs;
  for (const Kept& kept : kept_) all.insert(all.begin() + static_cast<std::ptrdiff_t>(kept.input), kept.value);
  MOTE_ASSIGN(const std::vector<RuntimeValue> values, Evaluate(*module_, Pack(module_->main(), all), Options()));
  std::vector<Literal> results = Unpack(values);
  for (size_t k = kept_.size(); k-- > 0;) {
    kept_[k].value = results[kept_[k].output];
    results.erase(results.begin() + static_cast<std::ptrdiff_t>(kept_[k].output));
  }
  return results;
}

Result<std::vector<std::vector<Literal>>> Runner::RunGrid(const std::vector<std::vector<Literal>>& inputs) {
  if (backend_) {
    std::vector<std::unique_ptr<Backend>> others;
    std::vector<Backend*> members = {backend_.get()};
    for (size_t member = 1; member < inputs.size(); ++member) {
      MOTE_ASSIGN(std::unique_ptr<Backend> other, OpenBackend());
      others.push_back(std::move(other));
      members.push_back(others.back().get());
    }
    std::vector<std::vector<Literal>> all;
    for (const std::vector<Literal>& one : inputs) all.push_back(WithRngState(one));
    MOTE_ASSIGN(std::vector<std::vector<Literal>> outputs, RunMembers(members, all));
    for (std::vector<Literal>& one : outputs) TakeRngState(one);
    for (const Backend* member : members) members_sent_.push_back(member->feed().sent());
    return outputs;
  }
  std::vector<std::vector<RuntimeValue>> values;
  for (const std::vector<Literal>& one : inputs) values.push_back(Pack(module_->main(), one));
  MOTE_ASSIGN(const auto results, EvaluateGrid(*module_, values, replicas_, partitions_, Options()));
  std::vector<std::vector<Literal>> outputs;
  for (const std::vector<RuntimeValue>& one : results) outputs.push_back(Unpack(one));
  return outputs;
}

std::vector<HostFeed::Sent> Runner::sent(size_t member) const {
  if (member < members_sent_.size()) return members_sent_[member];
  return backend_ ? backend_->feed().sent() : feed_.sent();
}

BackendFacts Runner::facts() const {
  if (backend_) return backend_->facts();
  BackendFacts facts;
  facts.device = "evaluator";
  return facts;
}

}  // namespace mote
