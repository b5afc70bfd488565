// Collectives of every kind, compiled and run by all members over a loopback, against the evaluator's grid, bit for bit. Values are such
// that sums differ with their order.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "audit/audit.h"
#include "compile/compile_program.h"
#include "compile/exchange_facts.h"
#include "compile/program_facts.h"
#include "evaluate/evaluate.h"
#include "frontend/frontend.h"
#include "mote/loopback.h"
#include "mote/mote.h"

namespace mote {
namespace {

// One member: an instance with its memory, tensors included.
struct Member {
  std::vector<uint64_t> handle, instance_memory;
  std::vector<uint8_t> arena, state;
  std::vector<Literal> inputs, outputs;
  mote_instance* instance = nullptr;

  static uint8_t* Aligned(std::vector<uint8_t>& bytes, size_t size) {
    bytes.assign(size + 64, 0);
    return bytes.data() + (64 - reinterpret_cast<uintptr_t>(bytes.data()) % 64) % 64;
  }

  mote_status Open(const std::vector<uint64_t>& file, size_t size) {
    const mote_program* program = nullptr;
    handle.resize(mote_program_size() / 8 + 1);
    mote_open_options options = {};
    options.target = "linux";
    if (const mote_status s = mote_open(handle.data(), handle.size() * 8, file.data(), size, &options, &program); s.code != MOTE_OK)
      return s;
    mote_sizes sizes;
    if (const mote_status s = mote_query_sizes(program, &sizes); s.code != MOTE_OK) return s;
    instance_memory.resize(sizes.instance / 8 + 1);
    const mote_memory memory = {instance_memory.data(),           instance_memory.size() * 8,  Aligned(arena, sizes.arena),
                                static_cast<size_t>(sizes.arena), Aligned(state, sizes.state), static_cast<size_t>(sizes.state)};
    return mote_instance_init(&memory, program, 0, &instance);
  }

  mote_status Bind() {
    for (size_t i = 0; i < inputs.size(); ++i) {
      const auto bytes = inputs[i].bytes();
      const mote_status s = mote_bind_input(instance, static_cast<uint32_t>(i), bytes.data(), bytes.size());
      if (s.code != MOTE_OK) return s;
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      const auto bytes = outputs[i].mutable_bytes();
      const mote_status s = mote_bind_output(instance, static_cast<uint32_t>(i), bytes.data(), bytes.size());
      if (s.code != MOTE_OK) return s;
    }
    return {};
  }
};

Literal RandomValues(const Shape& shape, std::mt19937& random) {
  Literal values(shape);
  for (int64_t i = 0; i < values.size(); ++i) {
    const double x = std::ldexp(static_cast<double>(random() % 2000001) - 1e6, -static_cast<int>(random() % 30));
    if (IsComplex(shape.element_type)) values.SetComplex(i, {x, -x / 3});
    else if (IsFloat(shape.element_type)) values.SetReal(i, x);
    else values.SetInteger(i, shape.element_type == ElementType::kPred ? random() % 2 : random() % 100);
  }
  return values;
}

constexpr char kRegion[] = R"( ({
    ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
      %c = stablehlo.OP %a, %b : tensor<TYPE>
      stablehlo.return %c : tensor<TYPE>
  }) )";

std::string Region(const std::string& op, const std::string& type) {
  std::string text = kRegion;
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"TYPE", type}, {"OP", op}}) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
  }
  return text;
}

struct Case {
  std::string name, text;
  int64_t replicas, partitions;
};

// Exchanges that move data, or those of them that run beside other steps.
int CountExchanges(const CompiledProgram& compiled, bool started) {
  int found = 0;
  for (const Block& block : compiled.plans[0].graph.blocks) {
    for (const Step& step : block.steps) {
      if (step.kind != StepKind::kExchange || step.operands.size() != 2) continue;
      const int64_t part = step.fields[kMoteExchangePart];
      found += part == kMoteExchangeStart || (!started && part == kMoteExchangeWhole) ? 1 : 0;
    }
  }
  return found;
}

// Runs it both ways. `exchanges`, `started`: if given, how many there are.
void Check(const Case& c, std::optional<int> exchanges = std::nullopt, std::optional<int> started = std::nullopt) {
  SCOPED_TRACE(c.name + "\n" + c.text);
  Result<Module> module = ReadStablehlo(c.text, c.name);
  ASSERT_TRUE(module.ok()) << module.error().text;
  module->replicas = c.replicas, module->partitions = c.partitions;
  CompileRequest request;
  request.targets = {"linux"};
  const Result<CompiledProgram> compiled = CompileProgram(*module, request);
  ASSERT_TRUE(compiled.ok()) << compiled.error().text;
  EXPECT_EQ(CountExchanges(*compiled, false), exchanges.value_or(CountExchanges(*compiled, false)));
  EXPECT_EQ(CountExchanges(*compiled, true), started.value_or(CountExchanges(*compiled, true)));
  const AuditReport audit = AuditProgram(compiled->bytes);
  EXPECT_TRUE(audit.problems.empty()) << audit.problems.front();
  std::vector<uint64_t> file(compiled->bytes.size() / 8 + 1);
  std::memcpy(file.data(), compiled->bytes.data(), compiled->bytes.size());
  const auto count = static_cast<size_t>(c.replicas * c.partitions);
  std::mt19937 random(7);
  std::vector<Member> members(count);
  std::vector<mote_loopback_member> meetings(count);
  mote_loopback loopback = {meetings.data(), static_cast<uint32_t>(count)};
  std::vector<std::vector<RuntimeValue>> values(count);
  for (size_t m = 0; m < count; ++m) {
    ASSERT_EQ(members[m].Open(file, compiled->bytes.size()).code, MOTE_OK);
    for (const Shape& shape : module->main().parameters) {
      members[m].inputs.push_back(RandomValues(shape, random));
      RuntimeValue value;
      value.literal = members[m].inputs.back();
      values[m].push_back(value);
    }
    for (const Shape& shape : module->main().ResultShapes()) members[m].outputs.emplace_back(shape);
    const auto number = static_cast<uint32_t>(m), partitions = static_cast<uint32_t>(c.partitions);
    const mote_transport transport = mote_loopback_transport(&loopback, number / partitions, number % partitions);
    ASSERT_EQ(mote_set_transport(members[m].instance, &transport).code, MOTE_OK);
    ASSERT_EQ(members[m].Bind().code, MOTE_OK);
  }
  // In the opposite order of their numbers, so that nobody's arrival decides anything.
  // Those that wait for others are left alone; who computes beside an exchange may go on.
  std::vector<bool> done(count), waits(count);
  for (int turn = 0; turn < 1000 && std::find(done.begin(), done.end(), false) != done.end(); ++turn) {
    for (size_t m = count; m-- > 0;) {
      if (done[m] || (waits[m] && meetings[m].exchange != nullptr)) continue;
      const mote_status status = mote_run(members[m].instance, turn % 2 == 0 ? 0 : 17);
      ASSERT_TRUE(status.code == MOTE_OK || status.code == MOTE_WAIT || status.code == MOTE_MORE) << status.code << " " << status.site;
      done[m] = status.code == MOTE_OK;
      waits[m] = status.code == MOTE_WAIT;
    }
  }
  const auto expected = EvaluateGrid(*module, values, c.replicas, c.partitions);
  ASSERT_TRUE(expected.ok()) << expected.error().text;
  for (size_t m = 0; m < count; ++m) {
    ASSERT_TRUE(done[m]) << "member " << m;
    for (size_t o = 0; o < members[m].outputs.size(); ++o) {
      EXPECT_TRUE(members[m].outputs[o].BitEqual((*expected)[m][o].literal)) << "member " << m << ", output " << o;
    }
  }
}

struct Grid {
  int64_t replicas, partitions;
  std::string groups, strategy;
};

// Every process-group strategy; groups are neither in order nor neighbours.
const std::vector<Grid>& Grids() {
  static const std::vector<Grid> grids = {
      {1, 1, "[[0]]", ""},
      {3, 1, "[[2, 0, 1]]", ""},
      {4, 1, "[[3, 0], [1, 2]]", ""},
      {2, 3, "[[1, 0]]", ""},
      {2, 2, "[[1], [0]]", ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"},
      {4, 2, "[[3, 1], [0, 2]]", ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"},
      {2, 4, "[[7, 0], [5, 2], [1, 6], [3, 4]]",
       ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids"},
  };
  return grids;
}

int64_t Columns(const std::string& groups) {
  int64_t count = 1;
  for (size_t at = 0; at < groups.size() && groups.compare(at, 3, "], ") != 0; ++at) count += groups[at] == ',' ? 1 : 0;
  return count;
}

std::string GroupsText(const Grid& grid) {
  const int64_t columns = Columns(grid.groups);
  int64_t ids = 1;
  for (const char c : grid.groups) ids += c == ',' ? 1 : 0;
  return "replica_groups = dense<" + grid.groups + "> : tensor<" + std::to_string(ids / columns) + "x" + std::to_string(columns) + "xi64>" +
         grid.strategy;
}

int64_t GroupSize(const Grid& grid) {
  const bool both = !grid.strategy.empty() && grid.strategy.find("global") == std::string::npos;
  return Columns(grid.groups) * (both ? grid.partitions : 1);
}

std::string OneArgument(const std::string& op, const std::string& attributes, const std::string& from, const std::string& to,
                        const std::string& region = " ") {
  return "func.func @main(%x: tensor<" + from + ">) -> tensor<" + to + "> {\n  %0 = \"stablehlo." + op + "\"(%x)" + region + "{" +
         attributes + "} : (tensor<" + from + ">) -> tensor<" + to + ">\n  return %0 : tensor<" + to + ">\n}\n";
}

TEST(Collectives, AllReduceInTheOrderOfTheGroup) {
  for (const Grid& grid : Grids()) {
    const bool alone = grid.replicas * grid.partitions == 1;
    for (const char* type : {"f32", "f16", "i32", "f64"}) {
      Check(
          {"add", OneArgument("all_reduce", GroupsText(grid), "3x5x" + std::string(type), "3x5x" + std::string(type), Region("add", type)),
           grid.replicas, grid.partitions},
          alone ? 0 : 1);
    }
    const std::string large = "61x277xf32";  // longer than is gathered, and no multiple of the group
    Check({"large", OneArgument("all_reduce", GroupsText(grid), large, large, Region("add", "f32")), grid.replicas, grid.partitions},
          alone ? 0 : 2);
    Check({"complex", OneArgument("all_reduce", GroupsText(grid), "7xcomplex<f32>", "7xcomplex<f32>", Region("add", "complex<f32>")),
           grid.replicas, grid.partitions});
  }
}

TEST(Collectives, AllReduceOfUnequalGroups) {
  for (const char* shape : {"3xf32", "61x277xf32"}) {
    const Case c = {
        "unequal",
        OneArgument("all_reduce", "replica_groups = dense<[[3, 0, 4], [2, 1, -1]]> : tensor<2x3xi64>", shape, shape, Region("add", "f32")),
        5, 1};
    Check(c, 1);
  }
}

TEST(Collectives, SeveralOperandsAndTruthValues) {
  Check({"several",
         "func.func @main(%x: tensor<2xf32>, %y: tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>) {\n"
         "  %0:2 = \"stablehlo.all_reduce\"(%x, %y)" +
             Region("maximum", "f32") +
             "{replica_groups = dense<[[1, 0, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>, tensor<3x2xf32>) -> (tensor<2xf32>, "
             "tensor<3x2xf32>)\n"
             "  return %0#0, %0#1 : tensor<2xf32>, tensor<3x2xf32>\n}\n",
         3, 1},
        2);
  Check(
      {"truth", OneArgument("all_reduce", "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>", "5xi1", "5xi1", Region("or", "i1")), 2, 1},
      1);
}

TEST(Collectives, GatherScatterAndSwap) {
  for (const Grid& grid : Grids()) {
    const int64_t n = GroupSize(grid), members = grid.replicas * grid.partitions;
    for (const int64_t dim : {0, 1, 2}) {
      int64_t from[] = {2, 3, 5}, to[] = {2, 3, 5};
      const auto text = [](const int64_t* d) {
        return std::to_string(d[0]) + "x" + std::to_string(d[1]) + "x" + std::to_string(d[2]) + "xf32";
      };
      to[dim] *= n;
      const std::string d = std::to_string(dim) + " : i64, " + GroupsText(grid);
      Check({"gather", OneArgument("all_gather", "all_gather_dim = " + d, text(from), text(to)), grid.replicas, grid.partitions},
            n == 1 ? 0 : 1);
      Check({"scatter", OneArgument("reduce_scatter", "scatter_dimension = " + d, text(to), text(from), Region("add", "f32")),
             grid.replicas, grid.partitions},
            n == 1 ? 0 : 1);
    }
    if (grid.strategy.find("global") != std::string::npos || GroupSize(grid) != Columns(grid.groups)) continue;
    for (const auto& [split, concat] : {std::pair{0, 0}, {0, 1}, {1, 0}, {1, 1}}) {
      int64_t from[] = {4, 6}, to[] = {4, 6};
      from[split] *= n, to[split] = from[split] / n, to[concat] = (split == concat ? to : from)[concat] * n;
      const auto text = [](const int64_t* d) { return std::to_string(d[0]) + "x" + std::to_string(d[1]) + "xi16"; };
      const std::string attributes = "split_dimension = " + std::to_string(split) + " : i64, concat_dimension = " + std::to_string(concat) +
                                     " : i64, split_count = " + std::to_string(n) + " : i64, " + GroupsText(grid);
      Check({"swap", OneArgument("all_to_all", attributes, text(from), text(to)), grid.replicas, grid.partitions}, members == 1 ? 0 : 1);
    }
  }
}

TEST(Collectives, PairsAndBroadcasts) {
  const std::string channel = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";
  for (const char* type : {"3xf32", "2x2xi8", "4xcomplex<f64>"}) {
    Check({"ring", OneArgument("collective_permute", "source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>", type, type),
           3, 2},
          1);
    Check({"gap", OneArgument("collective_permute", "source_target_pairs = dense<[[0, 2], [1, 1]]> : tensor<2x2xi64>", type, type), 3, 1},
          1);
    Check(
        {"partitions",
         OneArgument("collective_permute", "source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>" + channel, type, type), 2, 2},
        1);
    Check(
        {"broadcast", OneArgument("collective_broadcast", "replica_groups = dense<[[2, 1], [0, 3]]> : tensor<2x2xi64>", type, type), 5, 1},
        1);
  }
}

TEST(Collectives, IdsLoopsAndAsyncPairs) {
  Check({"ids", R"(func.func @main() -> (tensor<ui32>, tensor<ui32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %p = stablehlo.partition_id : tensor<ui32>
  return %r, %p : tensor<ui32>, tensor<ui32>
})",
         2, 3});
  const std::string permute =
      "\"stablehlo.collective_permute\"(%v) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : "
      "(tensor<4xf32>) -> tensor<4xf32>";
  Check({"loop",
         R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %w = )" + permute +
             R"(
    %s = stablehlo.add %v, %w : tensor<4xf32>
    %i1 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %i1, %s : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
})",
         3, 1},
        1);
  Check({"async",
         R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%v: tensor<4xf32>):
    %w = )" + permute +
             R"(
    stablehlo.return %w : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %y = stablehlo.multiply %x, %x : tensor<4xf32>
  %d = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  %z = stablehlo.add %y, %d : tensor<4xf32>
  return %z : tensor<4xf32>
})",
         3, 1},
        1);
}

// Send and receive between members, the send first in the text as the evaluator, which goes by it, wants them.
std::string Channels(const std::string& body) {
  return "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n  %t = stablehlo.create_token : !stablehlo.token\n" + body + "}\n";
}
std::string Send(const std::string& name, const std::string& value, const std::string& token, int channel, const std::string& pairs) {
  return "  " + name + " = \"stablehlo.send\"(" + value + ", " + token +
         ") {channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(channel) +
         ", type = 1>, is_host_transfer = false, source_target_pairs = dense<" + pairs +
         "> : tensor<2x2xi64>} : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token\n";
}
std::string Receive(const std::string& name, const std::string& token, int channel, const std::string& pairs) {
  return "  " + name + ":2 = \"stablehlo.recv\"(" + token +
         ") {channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(channel) +
         ", type = 1>, is_host_transfer = false, source_target_pairs = dense<" + pairs +
         "> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)\n";
}
constexpr char kSwapped[] = "[[0, 1], [1, 0]]";

TEST(Collectives, SendAndReceive) {
  const std::string sum = "  %y = stablehlo.add %x, %r#0 : tensor<3xf32>\n  return %y : tensor<3xf32>\n";
  for (const auto& [replicas, partitions] : {std::pair{2, 1}, {1, 2}, {2, 2}}) {
    Check({"send", Channels(Send("%s", "%x", "%t", 1, kSwapped) + Receive("%r", "%s", 1, kSwapped) + sum), replicas, partitions}, 1);
    Check({"two",
           Channels(Send("%s", "%x", "%t", 1, kSwapped) + Receive("%r", "%s", 1, kSwapped) +
                    "  %y = stablehlo.multiply %x, %r#0 : tensor<3xf32>\n" + Send("%u", "%y", "%r#1", 2, kSwapped) +
                    Receive("%v", "%u", 2, kSwapped) + "  return %v#0 : tensor<3xf32>\n"),
           replicas, partitions},
          2);
  }
  // Nothing but the text's order stands against this one.
  Result<Module> module =
      ReadStablehlo(Channels(Receive("%r", "%t", 1, kSwapped) + Send("%s", "%x", "%t", 1, kSwapped) + sum), "late.mlir");
  ASSERT_TRUE(module.ok()) << module.error().text;
  module->replicas = 2;
  EXPECT_TRUE(CompileProgram(*module, {}).ok());
}

TEST(Collectives, DeadlocksAreRefusedWithTheirCycle) {
  const auto refusal = [](const std::string& text) {
    Result<Module> module = ReadStablehlo(text, "deadlock.mlir");
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
    module->replicas = 2;
    const Result<CompiledProgram> compiled = CompileProgram(*module, {});
    EXPECT_FALSE(compiled.ok());
    return compiled.ok() ? Error(Rule::kLimit, "") : compiled.error();
  };
  const std::string end = "  return %r#0 : tensor<3xf32>\n";
  // Each receives before it sends.
  const Diagnostic by_data = refusal(Channels(Receive("%r", "%t", 1, kSwapped) + Send("%s", "%r#0", "%t", 1, kSwapped) + end));
  EXPECT_EQ(by_data.rule, Rule::kChannel);
  EXPECT_EQ(by_data.text,
            "deadlock: member 0 waits in recv on channel 1 for member 1, and member 1 waits in recv on channel 1 for member 0, "
            "and member 0 waits already");
  EXPECT_EQ(refusal(Channels(Receive("%r", "%t", 1, kSwapped) + Send("%s", "%x", "%r#1", 1, kSwapped) + end)).text, by_data.text);
  // By two channels.
  const Diagnostic two =
      refusal(Channels(Receive("%r", "%t", 1, "[[0, 1], [1, 0]]") + Send("%s", "%x", "%r#1", 2, "[[0, 1], [1, 0]]") +
                       Receive("%q", "%s", 2, "[[0, 1], [1, 0]]") + Send("%u", "%x", "%q#1", 1, "[[0, 1], [1, 0]]") + end));
  EXPECT_EQ(two.rule, Rule::kChannel) << two.text;
  EXPECT_NE(two.text.find("channel 2"), std::string::npos) << two.text;
}

// An exchange that fails leaves outputs and states as they were, whatever came before it; each of its exchanges is tried.
TEST(Collectives, OutputsAreWholeOrUntouched) {
  Result<Module> module = ReadStablehlo(
      R"(func.func @main(%x: tensor<4xf32>, %s: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<4xf32>) {
  %early = stablehlo.add %x, %x : tensor<4xf32>
  %next = stablehlo.add %s, %early : tensor<4xf32>
  %gathered = "stablehlo.all_gather"(%next) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  %other = stablehlo.multiply %x, %x : tensor<4xf32>
  %half = stablehlo.slice %gathered [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  %swapped = "stablehlo.collective_permute"(%half) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %last = stablehlo.add %swapped, %other : tensor<4xf32>
  return %early, %last, %gathered, %next : tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<4xf32>
})",
      "whole.mlir");
  ASSERT_TRUE(module.ok()) << module.error().text;
  module->replicas = 2;
  CompileRequest request;
  request.targets = {"linux"};
  request.states = {{"", "1", "3"}};
  const Result<CompiledProgram> compiled = CompileProgram(*module, request);
  ASSERT_TRUE(compiled.ok()) << compiled.error().text;
  std::vector<uint64_t> file(compiled->bytes.size() / 8 + 1);
  std::memcpy(file.data(), compiled->bytes.data(), compiled->bytes.size());
  struct Failing {
    uint32_t at;
    static mote_code Begin(void* user, const mote_exchange* exchange) {
      for (uint32_t i = 0; i < mote_exchange_receive_count(exchange); ++i) {
        const mote_transfer t = mote_exchange_receive(exchange, i);
        std::memset(t.data, 0, t.bytes);
      }
      return mote_exchange_number(exchange) == static_cast<Failing*>(user)->at ? MOTE_PEER_LOST : MOTE_OK;
    }
  };
  for (uint32_t at = 0; at < 3; ++at) {
    Member member;
    ASSERT_EQ(member.Open(file, compiled->bytes.size()).code, MOTE_OK);
    std::mt19937 random(3);
    member.inputs.push_back(RandomValues(Shape::Array(ElementType::kF32, {4}), random));
    for (const int64_t size : {4, 4, 8}) member.outputs.emplace_back(Shape::Array(ElementType::kF32, {size}));
    for (Literal& output : member.outputs) std::memset(output.mutable_bytes().data(), 0x5a, output.bytes().size());
    std::fill(member.state.begin(), member.state.end(), uint8_t{0x3c});
    ASSERT_EQ(member.Bind().code, MOTE_OK);
    Failing failing = {at};
    const mote_transport transport = {0, 0, &failing, Failing::Begin};
    ASSERT_EQ(mote_set_transport(member.instance, &transport).code, MOTE_OK);
    EXPECT_EQ(mote_run(member.instance, 0).code, at < 2 ? MOTE_PEER_LOST : MOTE_OK);
    const auto untouched = [](std::span<const uint8_t> bytes, uint8_t byte) {
      return std::all_of(bytes.begin(), bytes.end(), [&](uint8_t b) { return b == byte; });
    };
    for (const Literal& output : member.outputs) EXPECT_EQ(untouched(output.bytes(), 0x5a), at < 2);
    EXPECT_EQ(untouched(member.state, 0x3c), at < 2);
  }
}

// One number for all variants, another for another module or plan; the grid in the file.
TEST(Collectives, ThePlanIsTheSameInEveryVariant) {
  const auto plan_of = [](const std::string& text, int64_t replicas, const char* target) {
    Result<Module> module = ReadStablehlo(text, "plan.mlir");
    EXPECT_TRUE(module.ok());
    module->replicas = replicas;
    CompileRequest request;
    request.targets = {target};
    const Result<CompiledProgram> compiled = CompileProgram(*module, request);
    EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().text);
    std::vector<uint64_t> file(compiled->bytes.size() / 8 + 1), handle(mote_program_size() / 8 + 1);
    std::memcpy(file.data(), compiled->bytes.data(), compiled->bytes.size());
    mote_open_options options = {};
    options.target = target;
    const mote_program* program = nullptr;
    EXPECT_EQ(mote_open(handle.data(), handle.size() * 8, file.data(), compiled->bytes.size(), &options, &program).code, MOTE_OK);
    mote_grid grid;
    uint64_t plan = 0;
    EXPECT_EQ(mote_query_grid(program, &grid, &plan).code, MOTE_OK);
    EXPECT_EQ(grid.replicas, static_cast<uint32_t>(replicas));
    EXPECT_EQ(grid.partitions, 1u);
    return plan;
  };
  const auto text = [](const char* op) {
    return OneArgument("all_reduce", "replica_groups = dense<> : tensor<0x0xi64>", "9xf32", "9xf32", Region(op, "f32"));
  };
  const uint64_t plan = plan_of(text("add"), 2, "linux");
  EXPECT_NE(plan, 0u);
  EXPECT_EQ(plan_of(text("add"), 2, "vulkan"), plan);
  EXPECT_EQ(plan_of(text("add"), 2, "cortex-m4"), plan);
  EXPECT_NE(plan_of(text("add"), 3, "linux"), plan);
  EXPECT_NE(plan_of(text("multiply"), 2, "linux"), plan);
  EXPECT_EQ(plan_of(text("add"), 1, "linux"), 0u);
}

TEST(Collectives, MembersOutsideOfTheGridAreRefused) {
  Result<Module> module =
      ReadStablehlo(OneArgument("all_reduce", "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>", "3xf32", "3xf32", Region("add", "f32")),
                    "small.mlir");
  ASSERT_TRUE(module.ok());
  const Result<CompiledProgram> compiled = CompileProgram(*module, {});
  ASSERT_FALSE(compiled.ok());
  EXPECT_NE(compiled.error().text.find("names 1, but the program is for 1 replica of 1 partition"), std::string::npos)
      << compiled.error().text;
  EXPECT_NE(compiled.error().hint.find("--replicas"), std::string::npos);
}

// Two layers' gradients by products, each summed over the members; the peak of memory is elsewhere.
std::string Gradients() {
  const auto all_reduce = [](const std::string& to, const std::string& from) {
    return "  " + to + " = \"stablehlo.all_reduce\"(" + from + ")" + Region("add", "i32") +
           "{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<64x64xi32>) -> tensor<64x64xi32>\n";
  };
  const auto product = [](const std::string& to, const std::string& a, const std::string& b) {
    return "  " + to + " = stablehlo.dot_general " + a + ", " + b +
           ", contracting_dims = [1] x [0] : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>\n";
  };
  return "func.func @main(%x: tensor<64x64xi32>, %w: tensor<64x4xi32>, %v: tensor<4x8192xi32>)\n"
         "    -> (tensor<64x64xi32>, tensor<64x64xi32>) {\n"
         "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
         "  %big = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<64x4xi32>, tensor<4x8192xi32>)\n"
         "    -> tensor<64x8192xi32>\n"
         "  %cut = stablehlo.reshape %big : (tensor<64x8192xi32>) -> tensor<64x64x128xi32>\n"
         "  %y = stablehlo.reduce(%cut init: %z) applies stablehlo.maximum across dimensions = [2] : (tensor<64x64x128xi32>,\n"
         "    tensor<i32>) -> tensor<64x64xi32>\n" +
         product("%a", "%x", "%y") + all_reduce("%sa", "%a") + product("%p", "%y", "%x") + product("%b", "%p", "%x") +
         all_reduce("%sb", "%b") +
         "  return %sa, %sb : tensor<64x64xi32>, tensor<64x64xi32>\n}\n";
}

// The first sum moves blocks while the second gradient is computed; it has the bits of one that nothing runs beside.
TEST(Collectives, RunBesideStepsThatDoNotNeedThem) {
  Check({"two sums", Gradients(), 2, 1}, 4, 1);
  CompileRequest request;
  request.targets = {"linux"};
  request.overlap = false;
  Result<Module> module = ReadStablehlo(Gradients(), "whole");
  ASSERT_TRUE(module.ok());
  module->replicas = 2;
  const Result<CompiledProgram> whole = CompileProgram(*module, request);
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(CountExchanges(*whole, true), 0);
  EXPECT_EQ(CountExchanges(*whole, false), 4);
}

// In their order, and what outlives a run that fails behind the last of them, as the audit of each program above says.
TEST(Collectives, StartsAndDonesStandAroundWork) {
  Result<Module> module = ReadStablehlo(Gradients(), "two sums");
  ASSERT_TRUE(module.ok());
  module->replicas = 2;
  CompileRequest request;
  request.targets = {"linux", "vulkan", "cortex-m7"};
  const Result<CompiledProgram> compiled = CompileProgram(*module, request);
  ASSERT_TRUE(compiled.ok()) << compiled.error().text;
  for (const Plan& plan : compiled->plans) {
    int products = 0;
    bool open = false;
    for (const Step& step : plan.graph.blocks[0].steps) {
      if (step.kind == StepKind::kExchange && step.operands.size() == 2) open = step.fields[kMoteExchangePart] == kMoteExchangeStart;
      else products += open && step.name.find("copy") == std::string::npos ? 1 : 0;
    }
    EXPECT_EQ(products > 0, plan.target.path == TargetFacts::Path::kCpu) << plan.target.name;
  }
  EXPECT_EQ(ExchangesOf(compiled->bytes, "linux")->exchanges.size(), 4u);  // each once
  EXPECT_NE(InspectProgram(compiled->bytes, {})->find("exchange start"), std::string::npos);
}

}  // namespace
}  // namespace mote
