// What the builder's methods take besides values: operands, lists, dimension numbers and the choices of single operations.
// Not the methods: hlo/builder.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hlo/module.h"

namespace mote {

// A value of the builder that returned it. Invalid after an error.
struct Operand {
  Value value;
  bool valid() const { return value.instruction >= 0; }
};
using Operands = std::vector<Operand>;
using Ints = std::vector<int64_t>;

enum class Padding : uint8_t { kSame, kValid };
enum class FftKind : uint8_t { kFft, kIfft, kRfft, kIrfft };
enum class Transposed : uint8_t { kNo, kTranspose, kAdjoint };
enum class RandomAlgorithm : uint8_t { kDefault, kThreeFry, kPhilox };
enum class Direction : uint8_t { kEq, kNe, kGe, kGt, kLe, kLt };
enum class Comparison : uint8_t { kByType, kTotalOrder };  // by the element type's own order, or the order of all bits of a float
enum class Precision : uint8_t { kDefault, kHigh, kHighest };

struct GatherDimensions {
  Ints offset_dims, collapsed_slice_dims, start_index_map;
  int64_t index_vector_dim = 0;
  Ints operand_batching_dims, start_indices_batching_dims;
};
struct ScatterDimensions {
  Ints update_window_dims, inserted_window_dims, scatter_dims_to_operand_dims;
  int64_t index_vector_dim = 0;
  Ints input_batching_dims, scatter_indices_batching_dims;
};
struct DotDimensionNumbers {
  Ints lhs_batch, rhs_batch, lhs_contracting, rhs_contracting;
};
struct RaggedDotDimensionNumbers {
  DotDimensionNumbers dot;
  int64_t lhs_ragged = 0;  // the dimension of lhs that group_sizes cuts into groups
  Ints rhs_group;          // the dimension of rhs with one slice per group; empty where the ragged one is batched or contracted
};
// How exact a product is to be; evaluation and both backends are exact whatever is asked, an unknown algorithm is refused.
struct PrecisionConfig {
  std::vector<Precision> operands;  // none, or one per operand
  std::string algorithm;            // of dot_general only: StableHLO's <lhs_precision_type = …, …>; then the words above must be kDefault
};
struct ConvolutionDimensions {
  int64_t input_batch = 0, input_feature = 1;
  Ints input_spatial;
  int64_t kernel_output_feature = 0, kernel_input_feature = 1;
  Ints kernel_spatial;
  int64_t output_batch = 0, output_feature = 1;
  Ints output_spatial;
};
// Batch, feature, spatial for input and output; output feature, input feature, spatial for the kernel.
ConvolutionDimensions DefaultConvolutionDimensions(size_t spatial);
// Low and high padding of one dimension so that the output has ceil(size / stride) elements (OPS.md section 0, E21).
std::vector<int64_t> SamePadding(int64_t size, int64_t window, int64_t stride);

// A wish for the error of an elementary function. Mote's functions keep their stated bound whatever is asked (OPS.md section 3).
struct ResultAccuracy {
  enum class Mode : uint8_t { kDefault, kHighest, kTolerance };
  Mode mode = Mode::kDefault;
  double absolute = 0, relative = 0;  // of kTolerance; with kHighest all three are 0
  int64_t ulps = 0;
};

// Of a custom call beyond target, operands and results.
struct CustomCallOptions {
  std::string backend_config;            // with api_version 4 a dictionary {…}, else any text
  bool has_side_effect = false;
  int64_t api_version = 1;               // 0 to 4
  std::string output_operand_aliases;    // StableHLO's [#stablehlo.output_operand_alias<…>]; empty: none
  const Module* computation = nullptr;   // that the target applies; none when null
};

}  // namespace mote
