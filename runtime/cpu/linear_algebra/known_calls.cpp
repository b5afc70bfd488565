// What known calls ask of their operands, and how they are run, matrix by matrix.
#include "cpu/linear_algebra/known_calls.h"

#include "core/routine.h"
#include "cpu/fft/fft.h"
#include "cpu/linear_algebra/decompositions.h"

namespace mote::runtime {
namespace {

enum KnownCall : int {
#define MOTE_KNOWN_CALL(id, ...) k##id,
#define MOTE_KNOWN_FFT(id, ...) k##id,
#include "schema/known_calls.def"
#undef MOTE_KNOWN_CALL
};

constexpr const char* kNames[] = {
#define MOTE_KNOWN_CALL(id, name, ...) name,
#define MOTE_KNOWN_FFT(id, name, ...) name,
#include "schema/known_calls.def"
#undef MOTE_KNOWN_CALL
};

int64_t Scratch(int number, int64_t n) {
  switch (number) {
#define MOTE_KNOWN_CALL(id, name, scratch, what) case k##id: return scratch;
#include "schema/known_calls.def"
#undef MOTE_KNOWN_CALL
    default: return 0;
  }
}

struct Geometry {
  int64_t element = 0, matrices = 0, rows = 0, columns = 0, lower = 0;
};

// Numbers below 2^31, and nothing besides.
bool Read(const char* text, uint32_t size, Geometry* to) {
  int64_t* const fields[] = {&to->element, &to->matrices, &to->rows, &to->columns, &to->lower};
  uint32_t at = 0;
  for (int f = 0; f < 5; ++f) {
    if (f > 0 && (at == size || text[at++] != ' ')) return false;
    const uint32_t from = at;
    int64_t value = 0;
    for (; at < size && text[at] >= '0' && text[at] <= '9'; ++at) {
      value = value * 10 + (text[at] - '0');
      if (value > INT32_MAX) return false;
    }
    if (at == from) return false;
    *fields[f] = value;
  }
  return at == size && (to->element == 4 || to->element == 8);
}

// Whether so many elements, factors that are no larger than 2^31 each, take these bytes.
bool Takes(const ViewInfo& view, uint32_t type, int64_t element, int64_t a, int64_t b, int64_t c) {
  if (view.type != type) return false;
  if (a != 0 && b > INT64_MAX / a) return false;
  const int64_t ab = a * b;
  if (ab > UINT32_MAX || (ab != 0 && c > UINT32_MAX / ab)) return false;
  return static_cast<uint64_t>(ab * c) * static_cast<uint64_t>(element) == view.bytes;
}

template <typename T>
void Run(int number, const Geometry& g, const mote_call* call) {
  const T* from = static_cast<const T*>(mote_call_input(call, 0).data);
  T* to = static_cast<T*>(mote_call_output(call, 0).data);
  void* second = mote_call_output(call, 1).data;
  int32_t* info = static_cast<int32_t*>(mote_call_output(call, 2).data);
  const int64_t size = g.rows * g.columns, least = g.rows < g.columns ? g.rows : g.columns;
  for (int64_t m = 0; m < g.matrices && size != 0; ++m) {
    if (number == kLu) {
      for (int64_t i = 0; i < size; ++i) to[m * size + i] = from[m * size + i];
      info[m] = FactorLu(to + m * size, g.rows, g.columns, static_cast<int32_t*>(second) + m * least);
    } else {
      T* scratch = static_cast<T*>(mote_call_output(call, 3).data);
      info[m] = DecomposeSymmetric(from + m * size, g.rows, g.lower != 0, to + m * size, static_cast<T*>(second) + m * g.rows, scratch);
    }
  }
  for (int64_t m = 0; m < g.matrices && size == 0; ++m) info[m] = 0;
}

}  // namespace

int FindKnownCall(const FlatVector& name) {
  int number = 0;
  for (const char* known : kNames) {
    if (SameText(name, known)) return number;
    ++number;
  }
  return -1;
}

bool FitsKnownCall(int number, const FlatVector& config, uint32_t inputs, uint32_t operands, const ViewInfo* views) {
  if (number == kFft) return FitsFft(config, inputs, operands, views);
  Geometry g;
  if (!Read(reinterpret_cast<const char*>(config.data), config.count, &g)) return false;
  const uint32_t type = g.element == 4 ? kElementF32 : kElementF64;
  const int64_t least = g.rows < g.columns ? g.rows : g.columns;
  if (inputs != 1 || operands != (number == kLu ? 4u : 5u)) return false;
  if (!Takes(views[0], type, g.element, g.matrices, g.rows, g.columns)) return false;
  if (!Takes(views[1], type, g.element, g.matrices, g.rows, g.columns) || !Takes(views[3], kElementS32, 4, g.matrices, 1, 1)) return false;
  if (number == kLu) return Takes(views[2], kElementS32, 4, g.matrices, least, 1);
  return g.rows == g.columns && g.rows < 32768 && Takes(views[2], type, g.element, g.matrices, g.rows, 1) &&
         Takes(views[4], type, g.element, Scratch(number, g.rows), 1, 1);
}

mote_code RunKnownCall(int number, const mote_call* call) {
  if (number == kFft) return RunFft(call);
  Geometry g;
  uint32_t size = 0;
  const char* config = mote_call_config(call, &size);
  if (!Read(config, size, &g)) return MOTE_FAILED;
  if (g.element == 4) Run<float>(number, g, call);
  else Run<double>(number, g, call);
  return MOTE_OK;
}

}  // namespace mote::runtime
