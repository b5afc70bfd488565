// What a sum becomes as it is stored: included by f32_vector.h, and alone by files that have Whole, Broadcast, Add, Greater and Less as
// that says but no products of vectors.

#define MOTE_UNROLL _Pragma("GCC unroll 16")

// Rows × Vectors sums, the first of them at `acc` and as `arguments` say further on, are finished step by step.
template <int Rows, int Vectors, class Lanes, class Arguments>
inline void AddBias(typename Lanes::Vector (&sums)[Rows][Vectors], const Arguments& t, int32_t j, Lanes lanes) {
  MOTE_UNROLL for (int v = 0; v < Vectors; ++v) {
    const auto bias = lanes.Load(t.bias + j + v * Lanes::kCount);
    MOTE_UNROLL for (int r = 0; r < Rows; ++r) sums[r][v] = Add(bias, sums[r][v]);
  }
}
template <int Rows, int Vectors, class Lanes, class Arguments>
inline void AddResidual(typename Lanes::Vector (&sums)[Rows][Vectors], const Arguments& t, int32_t i, int32_t j, Lanes lanes) {
  const ptrdiff_t acc_row = t.acc_row;
  const float* const residual = t.residual + i * acc_row + j;
  MOTE_UNROLL for (int r = 0; r < Rows; ++r) {
    MOTE_UNROLL for (int v = 0; v < Vectors; ++v) sums[r][v] = Add(sums[r][v], lanes.Load(residual + r * acc_row + v * Lanes::kCount));
  }
}
template <int Rows, int Vectors, class V, class Arguments>
inline void RaiseSums(V (&sums)[Rows][Vectors], const Arguments& t) {
  V least;
  Broadcast(t.direct->least, least);
  const bool from_zero = t.direct->least == 0;  // -0 is less than +0, and becomes it by a sum
  MOTE_UNROLL for (int r = 0; r < Rows; ++r) {
    MOTE_UNROLL for (int v = 0; v < Vectors; ++v) {
      const V raised = Greater(least, sums[r][v]);  // of no number the second
      sums[r][v] = from_zero ? Add(raised, V{}) : raised;
    }
  }
}
template <int Rows, int Vectors, class V, class Arguments>
inline void LowerSums(V (&sums)[Rows][Vectors], const Arguments& t) {
  V most;
  Broadcast(t.direct->most, most);
  MOTE_UNROLL for (int r = 0; r < Rows; ++r) {
    MOTE_UNROLL for (int v = 0; v < Vectors; ++v) sums[r][v] = Less(most, sums[r][v]);
  }
}

// All of it.
template <int Rows, int Vectors, class Lanes, class Arguments>
inline void FinishSums(typename Lanes::Vector (&sums)[Rows][Vectors], const Arguments& t, int32_t i, int32_t j, Lanes lanes) {
  if (t.bias != nullptr) AddBias<Rows, Vectors>(sums, t, j, lanes);
  if (t.residual != nullptr) AddResidual<Rows, Vectors>(sums, t, i, j, lanes);
  if (t.direct->raises) RaiseSums(sums, t);
  if (t.direct->lowers) LowerSums(sums, t);
}
