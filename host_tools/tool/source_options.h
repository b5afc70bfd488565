// What a verb's options make of a source program before anything else: sizes for its open dimensions, weights for its parameters.
#pragma once

#include <string>
#include <vector>

#include "tool/source.h"

namespace mote {

struct SourceOptions {
  std::vector<std::string> dims;     // NAME=SIZE, NAME.DIMENSION=SIZE, SIZE
  std::vector<std::string> weights;  // archives or folders
  std::vector<std::string> binds;    // NAME=F.npy, NUMBER=F.npy
  std::vector<std::string> entries;  // public functions; none: the module's own
  std::vector<std::string> states;   // [ENTRY:]IN=OUT, [ENTRY:]IN, "donated"
  std::vector<std::string> custom_calls;
  std::string topology;              // a file (tool/topology.h): what its collectives are lowered for
  int64_t replicas = 0, partitions = 0;  // of the grid; 0: as the source says
  bool allow_fp16 = false;           // products on devices in f16
  std::vector<std::string> vulkan_tiers;  // words of TierOf; none: kUsualTiers
  std::string tflite_arithmetic;     // of a TFLite file: "litert", "tflm"; empty: litert
  bool Empty() const { return dims.empty() && weights.empty() && binds.empty(); }
};

// Sizes first, then weights; numbers of parameters are those of the source. Nothing happens without options.
Status TakeOptions(Source& source, const SourceOptions& options);
// LoadSource, then TakeOptions.
Result<Source> LoadSource(const std::string& path, const SourceOptions& options);

// Empty for a well-formed value of `--dim`, `--bind`, else what is wrong with it.
std::string WrongDimension(const std::string& dim);
std::string WrongBinding(const std::string& bind);
std::string WrongState(const std::string& state);
// Of a program that is to have the same bits everywhere.
std::string WrongBits(const SourceOptions& options, bool reproducible);

}  // namespace mote
