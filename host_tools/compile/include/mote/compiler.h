/* mote's compiler as a library: a computation in, the bytes of a program out. C99; needs nothing of the runtime.
   text → mote_compile → mote_compiled (bytes, sizes, diagnostics: one owner) → mote_compiled_destroy.
   Nothing here reads or writes a file, prints, starts a process or ends the caller's. */
#ifndef MOTE_COMPILER_H_
#define MOTE_COMPILER_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a compilation ended: the exit codes of the tool `mote`. */
typedef enum mote_compile_code {
  MOTE_COMPILE_OK = 0,          /* there is a program */
  MOTE_COMPILE_OPTIONS = 2,     /* the options are wrong whatever the text is: an unknown target, a size below 0 */
  MOTE_COMPILE_INVALID = 3,     /* the text is no valid program, or lacks what the options name (an entry, a size, a parameter) */
  MOTE_COMPILE_UNSUPPORTED = 4  /* a valid program that a wanted target cannot run, or one beyond `ram`, `flash` or the file format */
} mote_compile_code;

/* Whose arithmetic the integers of a TFLite file have: they differ in single roundings. */
typedef enum mote_tflite_arithmetic {
  MOTE_TFLITE_LITERT = 0,  /* LiteRT's reference kernels */
  MOTE_TFLITE_MICRO = 1    /* TFLite Micro's */
} mote_tflite_arithmetic;

/* A size that the program leaves open. */
typedef struct mote_compile_dim {
  const char* name;  /* a scalar integer parameter; PARAMETER.DIMENSION, as in "arg0.1"; a variable of jax.export ("b"). Null: all others */
  int64_t size;      /* 0 … 2^63 - 1; of several for one name the last counts */
} mote_compile_dim;

/* A parameter that becomes a constant; the others keep their order. */
typedef struct mote_compile_weight {
  const char* parameter;  /* its name in the text or for users, or its number, from "0" */
  const void* data;       /* its elements, row-major and little-endian, one byte each where they are narrower; of any alignment */
  size_t size;            /* bytes: exactly those of the parameter */
} mote_compile_weight;

/* Zeros are the defaults, so initialise with {0}: later fields come at the end, and 0 in them means what this version does. All text is
   UTF-8 and ends in 0. Everything pointed to is read during mote_compile only. */
typedef struct mote_compile_options {
  const char* const* targets;          /* as `mote --version` lists them: "linux", "cortex-m4"…; each must be able to run the program */
  size_t target_count;                 /* 0: linux and vulkan; the one that cannot run the program is left out with a warning */
  const char* name;                    /* of the source, for diagnostics and for the file (unless stripped); null: "<text>" */
  const char* entry;                   /* the function to compile; null: main or ENTRY, else the only public function, else the first */
  const mote_compile_dim* dims;        /* for a text whose sizes are open; one whose sizes are all known takes none */
  size_t dim_count;
  const mote_compile_weight* weights;  /* each parameter at most once; numbers are those of the text */
  size_t weight_count;
  uint64_t ram;                        /* bytes that the arena of any target may take, below 2^63; 0: any */
  uint64_t flash;                      /* bytes that the file may take, below 2^63; 0: any */
  uint32_t strip;                      /* not 0: leave out names and places of the source; names of entry, inputs and outputs stay */
  uint32_t max_errors;                 /* of one text that are looked for, 0: 1 */
  const char* const* more_entries;     /* further functions, entry points of the same program: they share constants, kernels and states */
  size_t more_entry_count;
  const char* const* states;           /* "IN=OUT": an input that is kept between runs, and the output that is its next value; both leave
                                          the entry point. "IN": read only; "ENTRY:IN=OUT": of one entry. Names or numbers */
  size_t state_count;
  const char* const* custom_calls;     /* targets of custom calls that the application has functions for (mote/call.h) */
  size_t custom_call_count;
  mote_tflite_arithmetic tflite_arithmetic;  /* of a TFLite file, whose variables are states unless `states` says otherwise */
  uint32_t reproducible;               /* not 0: every target gives the same bits. 0: convolutions of f32 may take another, faster order
                                          on Linux (schema/SPEC.md section 3) */
  uint32_t allow_fp16;                 /* not 0: on Vulkan devices products of dots and convolutions may be in f16, which is not exact;
                                          how far it may be off, and for which values: schema/SPEC.md section 6 */
} mote_compile_options;

typedef enum mote_severity {
  MOTE_SEVERITY_ERROR = 0,   /* there is no program */
  MOTE_SEVERITY_WARNING = 1  /* there is one: a default target was left out of it */
} mote_severity;

/* What was found. Text is never null; options are called by the tool's names in it (--ram, --strip, --target, --dim). */
typedef struct mote_diagnostic {
  mote_severity severity;
  const char* rule;       /* what kind of fault: "R-SHAPE", "R-UNSUP", "SYNTAX" … */
  const char* file;       /* options.name, or "" */
  uint32_t line, column;  /* of the text, from 1, columns in bytes; both 0 where no place is known */
  const char* text;       /* what is wrong, with both shapes, types or numbers where two disagree */
  const char* hint;       /* what to do, or "" */
  const char* formatted;  /* for people: "file:line:column: error [rule]: text", the line and a caret, the hint; no last newline */
} mote_diagnostic;

/* One target of the program, in the order of the options. Sizes are in bytes. */
typedef struct mote_compiled_target {
  const char* name;
  uint64_t arena;       /* that a run needs, scratch included: mote_sizes.arena */
  uint64_t scratch;     /* of it, that single steps need */
  uint64_t peak;        /* of it, that buffers take where most is taken */
  uint64_t live_bound;  /* no arena for these steps in this order has a smaller peak */
  uint64_t steps;       /* that compute, move data or decide; those of a loop's body count once */
  uint64_t state;       /* kept between runs: mote_sizes.state */
} mote_compiled_target;

typedef struct mote_compiled {
  mote_compile_code code;
  const uint8_t* bytes;                 /* the program, a .mote file, aligned to 8 as mote_open wants it; null where there is none */
  size_t size;                          /* of it: the flash that it takes. The same text and options give the same bytes on every host */
  uint64_t constants;                   /* bytes of it that are constants, which all targets share; the rest is steps, kernels and names */
  const mote_compiled_target* targets;  /* of the program; target_count is 0 unless code is MOTE_COMPILE_OK */
  size_t target_count;
  const mote_diagnostic* diagnostics;   /* at least one error unless code is MOTE_COMPILE_OK, else warnings, if any */
  size_t diagnostic_count;
} mote_compiled;

/* Compiles `size` bytes of StableHLO text (pretty or generic; func, chlo, sdy, as JAX and TensorFlow print it), HLO text or a TFLite file,
   told apart by content; `text` needs no 0 at its end and is read during the call only. `options` may be null. The result and all it
   points to live until mote_compiled_destroy. Null when memory runs out, and only then. Takes what time and memory the program asks for.
   Thread-safety: calls may run at the same time; a result never changes and may be read by any thread. */
mote_compiled* mote_compile(const char* text, size_t size, const mote_compile_options* options);
/* Frees a result and all it points to; null is nothing to free. */
void mote_compiled_destroy(mote_compiled* compiled);

#ifdef __cplusplus
}
#endif
#endif
