/* A C99 application that compiles programs itself: only mote/compiler.h, nothing of the runtime. usage: app MODEL.mlir OUT.mote
   Sizes that are held are arithmetic on the shapes of the texts below. The last program is left in OUT.mote, for linux and cortex-m4. */
#include <mote/compiler.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kAdd[] =
    "func.func @main(%x: tensor<1024xf32>) -> tensor<1024xf32> {\n"
    "  %w = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\n"
    "  %b = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<4xf32>) -> tensor<256x4xf32>\n"
    "  %r = stablehlo.reshape %b : (tensor<256x4xf32>) -> tensor<1024xf32>\n"
    "  %y = stablehlo.add %x, %r : tensor<1024xf32>\n"
    "  return %y : tensor<1024xf32>\n}\n";
static const char kBad[] =
    "func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) -> tensor<4xf32> {\n"
    "  %0 = stablehlo.add %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>\n"
    "  return %0 : tensor<4xf32>\n}\n";
static const char kTwo[] =
    "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n  return %x : tensor<8xf32>\n}\n"
    "func.func @twice(%x: tensor<32xf32>) -> tensor<32xf32> {\n"
    "  %0 = stablehlo.add %x, %x : tensor<32xf32>\n  return %0 : tensor<32xf32>\n}\n";
static const char kOpen[] =
    "func.func @main(%x: tensor<?x4xf32>, %w: tensor<4xf32>) -> tensor<?x4xf32> {\n"
    "  %0 = stablehlo.add %x, %x : tensor<?x4xf32>\n  return %0 : tensor<?x4xf32>\n}\n";
static const char kWeights[] =
    "func.func @main(%x: tensor<256xf32>, %w: tensor<256xf32>, %n: tensor<i32>) -> tensor<256xf32> {\n"
    "  %0 = stablehlo.add %x, %w : tensor<256xf32>\n  return %0 : tensor<256xf32>\n}\n";
static const char kKept[] =
    "func.func public @add(%sum: tensor<8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {\n"
    "  %0 = stablehlo.add %sum, %x : tensor<8xf32>\n  return %0 : tensor<8xf32>\n}\n"
    "func.func public @take(%sum: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {\n"
    "  %0 = stablehlo.custom_call @reset(%sum) : (tensor<8xf32>) -> tensor<8xf32>\n"
    "  return %0, %sum : tensor<8xf32>, tensor<8xf32>\n}\n";
static const char kHlo[] =
    "HloModule m\n\nENTRY e {\n  x = f32[16] parameter(0)\n  ROOT y = f32[16] add(x, x)\n}\n";

static int failures = 0;
static void check(int holds, const char* what, const mote_compiled* compiled) {
  if (holds) return;
  ++failures;
  printf("FAILED: %s\n", what);
  if (compiled == NULL) return;
  printf("  code %d, %zu targets\n", (int)compiled->code, compiled->target_count);
  for (size_t i = 0; i < compiled->diagnostic_count; ++i) printf("  %s\n", compiled->diagnostics[i].formatted);
}

static mote_compiled* compile(const char* text, const mote_compile_options* options) {
  mote_compiled* compiled = mote_compile(text, strlen(text), options);
  if (compiled != NULL) return compiled;
  puts("FAILED: no memory");
  exit(1);
}

/* A compilation that fails with `code`, its first diagnostic with `rule` and, unless 0, at this place, naming `word`. */
static void refused(const char* what, const char* text, const mote_compile_options* options, mote_compile_code code, const char* rule,
                    uint32_t line, uint32_t column, const char* word) {
  mote_compiled* compiled = compile(text, options);
  const mote_diagnostic* first = compiled->diagnostics;
  int right = compiled->code == code && compiled->bytes == NULL && compiled->size == 0 && compiled->target_count == 0 &&
              compiled->diagnostic_count > 0 && first->severity == MOTE_SEVERITY_ERROR && strcmp(first->rule, rule) == 0 &&
              strstr(first->formatted, word) != NULL && first->line == line && first->column == column;
  check(right, what, compiled);
  mote_compiled_destroy(compiled);
}

static uint64_t arena_for(const char* target, const char* text, mote_compile_options options) {
  options.targets = &target;
  options.target_count = 1;
  mote_compiled* compiled = compile(text, &options);
  int right = compiled->code == MOTE_COMPILE_OK && compiled->diagnostic_count == 0 && compiled->target_count == 1 &&
              strcmp(compiled->targets[0].name, target) == 0 && memcmp(compiled->bytes, "MOTE", 4) == 0 &&
              (uintptr_t)compiled->bytes % 8 == 0;
  uint64_t arena = right ? compiled->targets[0].arena : 0;
  check(right, target, compiled);
  mote_compiled_destroy(compiled);
  return arena;
}

static void programs(void) {
  const mote_compile_options defaults = {0};
  mote_compiled* compiled = compile(kAdd, NULL);
  check(compiled->code == MOTE_COMPILE_OK && compiled->target_count == 2 && strcmp(compiled->targets[0].name, "linux") == 0 &&
            strcmp(compiled->targets[1].name, "vulkan") == 0 && compiled->constants >= 16 && compiled->constants < 4096 &&
            compiled->targets[0].steps == 1,
        "defaults: linux and vulkan, one step, the constant once", compiled);
  mote_compiled* again = compile(kAdd, &defaults);
  check(again->size == compiled->size && memcmp(again->bytes, compiled->bytes, again->size) == 0, "the same bytes", again);
  mote_compiled_destroy(again);
  mote_compiled_destroy(compiled);
  mote_compiled_destroy(NULL);
  /* On Linux inputs and outputs are the caller's; on a microcontroller both lie in the arena, and the output may take the input's place. */
  const uint64_t linux_arena = arena_for("linux", kAdd, defaults), small_arena = arena_for("cortex-m4", kAdd, defaults);
  check(linux_arena < 64 * 1024 && small_arena >= 4096 && small_arena < 2 * 4096 + 2048, "the arena of 1024 floats", NULL);
  check(arena_for("cortex-m4", kHlo, defaults) >= 64, "HLO text", NULL);

  mote_compile_options options = {0};
  options.entry = "twice";
  check(arena_for("cortex-m4", kTwo, options) >= 128, "the entry that is named", NULL);
  options.entry = "thrice";
  refused("an entry that is not there", kTwo, &options, MOTE_COMPILE_INVALID, "R-ATTR", 0, 0, "thrice");
}

static void sizes_and_weights(void) {
  mote_compile_options options = {0};
  mote_compile_dim dim = {"x.0", 64};
  refused("an open size", kOpen, &options, MOTE_COMPILE_UNSUPPORTED, "R-UNSUP", 1, 1, "f32[?,4]");
  options.dims = &dim;
  options.dim_count = 1;
  check(arena_for("cortex-m4", kOpen, options) >= 64 * 4 * 4, "an open size that is given", NULL);
  dim.name = NULL;
  check(arena_for("cortex-m4", kOpen, options) >= 64 * 4 * 4, "all open sizes", NULL);
  dim.name = "z";
  refused("a size that is not there", kOpen, &options, MOTE_COMPILE_INVALID, "R-ATTR", 0, 0, "'z'");
  dim.size = -1;
  refused("a negative size", kOpen, &options, MOTE_COMPILE_OPTIONS, "R-ATTR", 0, 0, "-1");

  static float values[256];
  for (int i = 0; i < 256; ++i) values[i] = (float)i;
  mote_compile_weight weight = {"w", values, sizeof values};
  const char* targets[] = {"linux"};
  memset(&options, 0, sizeof options);
  options.targets = targets;
  options.target_count = 1;
  options.weights = &weight;
  options.weight_count = 1;
  for (int named = 0; named < 2; ++named) {
    weight.parameter = named ? "w" : "1";
    mote_compiled* compiled = compile(kWeights, &options);
    const unsigned char* found = NULL;
    for (size_t i = 0; compiled->code == MOTE_COMPILE_OK && i + sizeof values <= compiled->size && !found; ++i) {
      if (memcmp(compiled->bytes + i, values, sizeof values) == 0) found = compiled->bytes + i;
    }
    check(found != NULL && compiled->constants == sizeof values, "a weight becomes a constant", compiled);
    mote_compiled_destroy(compiled);
  }
  weight.size = 4;
  refused("a weight of another size", kWeights, &options, MOTE_COMPILE_INVALID, "R-SIZE", 0, 0, "1024 bytes, 4 are given");
  weight.parameter = "v";
  refused("a weight for no parameter", kWeights, &options, MOTE_COMPILE_INVALID, "R-COUNT", 0, 0, "'v'");
}

static void kept_and_called(void) {
  const char* more[] = {"take"};
  const char* states[] = {"sum=0"};
  const char* calls[] = {"reset"};
  mote_compile_options options = {0};
  options.entry = "add";
  options.more_entries = more;
  options.more_entry_count = 1;
  options.states = states;
  options.state_count = 1;
  refused("a call that nobody has a function for", kKept, &options, MOTE_COMPILE_UNSUPPORTED, "R-UNSUP", 6, 8, "@reset");
  options.custom_calls = calls;
  options.custom_call_count = 1;
  mote_compiled* compiled = compile(kKept, &options);
  check(compiled->code == MOTE_COMPILE_OK && compiled->target_count == 2 && compiled->targets[0].state == 32, "entries, states, calls",
        compiled);
  mote_compiled_destroy(compiled);
  states[0] = "total=0";
  refused("a state that is no input", kKept, &options, MOTE_COMPILE_INVALID, "R-ATTR", 0, 0, "'total'");
  states[0] = "=0";
  refused("a state without a name", kKept, &options, MOTE_COMPILE_OPTIONS, "R-ATTR", 0, 0, "'=0'");
  states[0] = "sum=0";
  more[0] = "add";
  refused("an entry twice", kKept, &options, MOTE_COMPILE_INVALID, "R-COUNT", 0, 0, "named twice");
}

static void refusals(void) {
  mote_compile_options options = {0};
  options.name = "bad.mlir";
  refused("types that disagree", kBad, &options, MOTE_COMPILE_INVALID, "R-SHAPE", 2, 8, "bad.mlir:2:8: error [R-SHAPE]: ");
  refused("no program", "", &options, MOTE_COMPILE_INVALID, "SYNTAX", 0, 0, "no program");
  refused("a compiled program", "MOTE", &options, MOTE_COMPILE_INVALID, "SYNTAX", 0, 0, "compiled program");
  refused("two modules", "module {\n}\n// -----\nmodule {\n}\n", &options, MOTE_COMPILE_INVALID, "SYNTAX", 0, 0, "2 modules");
  const char* targets[] = {"linux", "pdp-11"};
  options.targets = targets;
  options.target_count = 2;
  refused("an unknown target", kAdd, &options, MOTE_COMPILE_OPTIONS, "R-ATTR", 0, 0, "there is no target 'pdp-11'; there are linux");
  targets[1] = NULL;
  refused("a target without a name", kAdd, &options, MOTE_COMPILE_OPTIONS, "R-ATTR", 0, 0, "there is no target ''");
  targets[0] = "cortex-m4";
  options.target_count = 1;
  options.ram = 4095;
  refused("too little memory", kAdd, &options, MOTE_COMPILE_UNSUPPORTED, "R-LIMIT", 0, 0, "cortex-m4");
  options.ram = 0;
  options.flash = 100;
  refused("too little flash", kAdd, &options, MOTE_COMPILE_UNSUPPORTED, "R-LIMIT", 0, 0, "100");
  options.flash = UINT64_MAX;
  refused("a budget that is no size", kAdd, &options, MOTE_COMPILE_OPTIONS, "R-ATTR", 0, 0, "2^63");
}

/* The model, for the tool to be held against. */
static void whole_model(const char* in, const char* out) {
  static char text[1 << 20];
  FILE* file = fopen(in, "rb");
  const size_t size = file == NULL ? 0 : fread(text, 1, sizeof text, file);
  if (file != NULL) fclose(file);
  const char* const targets[] = {"linux", "cortex-m4"};
  mote_compile_options options = {0};
  options.name = "model.mlir";
  options.targets = targets;
  options.target_count = 2;
  mote_compiled* compiled = mote_compile(text, size, &options);
  check(compiled != NULL && compiled->code == MOTE_COMPILE_OK && compiled->target_count == 2, "the model", compiled);
  file = fopen(out, "wb");
  check(file != NULL && compiled != NULL && fwrite(compiled->bytes, 1, compiled->size, file) == compiled->size, "writing it", NULL);
  if (file != NULL) fclose(file);
  mote_compiled_destroy(compiled);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  programs();
  sizes_and_weights();
  kept_and_called();
  refusals();
  whole_model(argv[1], argv[2]);
  if (failures == 0) puts("programs compiled, refused and freed");
  return failures != 0;
}
