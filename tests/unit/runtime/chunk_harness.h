// What tests of the chunk machine share: a kernel with its operands, run on every instruction set that this machine has, beside the
// interpreter, bit for bit.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/program.h"
#include "cpu/chunks/chunk_translator.h"
#include "cpu/operations.h"
#include "kernel/interpret.h"
#include "kernel/kernel_builder.h"
#include "print/printers.h"
#include "program_maker.h"

namespace mote {

struct Made {
  Kernel kernel;
  std::vector<ParamValue> values;
  std::vector<std::vector<uint8_t>> operands;
};

// Words of microcode that a kernel carries out for an element.
inline int64_t WorkOf(const Made& made) {
  const std::vector<uint32_t> words = PrintMicrocode(made.kernel), params = ParamWords(made.kernel, made.values);
  return static_cast<int64_t>(WorkOfMicrocode(words, params));
}

// What the chunk machine makes of a kernel all of whose accesses run along one lane axis; false: strips take it.
inline bool Translate(const Made& made, const runtime::ChunkLoop& loop, runtime::ChunkProgram* program) {
  const std::vector<uint32_t> words = PrintMicrocode(made.kernel), params = ParamWords(made.kernel, made.values);
  const runtime::KernelCode code(words.data());
  std::vector<runtime::AccessNote> notes;
  const uint32_t* at = code.first_stage;
  for (uint32_t i = 0; i < code.stages; ++i) {
    const runtime::StageCode stage(at);
    runtime::AccessCode access{stage.access_words};
    for (uint32_t j = 0; j < stage.accesses; ++j, access = runtime::AccessCode{access.next()}) {
      runtime::AccessNote note = {};
      note.code = access.words;
      note.elements = 1;
      note.type = code.operand_types[access.operand()] & 0x3f;
      note.shape = runtime::kShapeLinear;
      for (uint32_t t = 0; t < access.terms(); ++t) {
        if (access.axis(t) >= code.groups) note.stride = static_cast<int32_t>(params[access.stride(t)]);
      }
      notes.push_back(note);
    }
    at = access.words + stage.body_words + stage.combiner_words;
  }
  std::vector<uint32_t> uniforms(code.uniforms);
  std::copy_n(code.constant_words, code.constants, uniforms.begin() + code.first_constant());
  return runtime::TranslateToChunks(code, params.data(), uniforms.data(), notes.data(), loop, program);
}

// In how many words the chunk machine takes such a kernel; 0: it does not.
inline size_t WordsInChunks(const Made& made, const runtime::ChunkLoop& loop) {
  runtime::ChunkProgram program;
  if (!Translate(made, loop, &program)) return 0;
  size_t count = 0;
  for (const runtime::ChunkWord& word : program.words) {
    ++count;
    if (word.handler == runtime::kChunkEnd) break;
  }
  return count;
}

inline bool IsNan(ElementType type, uint32_t bits) {
  switch (type) {
    case ElementType::kF32: return (bits & 0x7fffffff) > 0x7f800000;
    case ElementType::kF16: return (bits & 0x7fff) > 0x7c00;
    case ElementType::kBF16: return (bits & 0x7fff) > 0x7f80;
    default: return false;
  }
}

inline bool SameBits(ElementType type, const std::vector<uint8_t>& a, const std::vector<uint8_t>& b, size_t* where) {
  const size_t bytes = static_cast<size_t>(StorageBytes(type));
  for (size_t at = 0; at < a.size(); at += bytes) {
    uint32_t x = 0, y = 0;
    std::memcpy(&x, a.data() + at, bytes);
    std::memcpy(&y, b.data() + at, bytes);
    *where = at / bytes;
    if (x != y && !(IsNan(type, x) && IsNan(type, y))) return false;
  }
  return true;
}

inline const mote_threads kThreeParts = {3, nullptr, [](void*, uint32_t count, mote_work work, void* context) {
                                    for (uint32_t i = count; i-- > 0;) work(context, i);
                                  }, 0};

inline void Compare(const Made& made) {
  std::vector<std::vector<uint8_t>> expected = made.operands;
  const Status interpreted = InterpretKernel(made.kernel, made.values, expected);
  ASSERT_TRUE(interpreted.ok()) << PrintKernel(made.kernel, &made.values);
  for (const int isa : InstructionSets()) {
    for (const mote_threads* threads : {static_cast<const mote_threads*>(nullptr), &kThreeParts}) {
      std::vector<std::vector<uint8_t>> got = made.operands;
      ASSERT_EQ(RunKernel(made.kernel, made.values, got, 256, threads, isa).code, MOTE_OK);
      for (size_t i = 0; i < got.size(); ++i) {
        size_t where = 0;
        ASSERT_TRUE(SameBits(made.kernel.operands[i].type, expected[i], got[i], &where))
            << "operand " << i << " element " << where << " instruction set " << isa << (threads ? " in parts" : "") << "\n"
            << PrintKernel(made.kernel, &made.values) << DisassembleMicrocode(PrintMicrocode(made.kernel));
      }
    }
  }
}

}  // namespace mote
