// .npz archives: zip files of .npy arrays, stored or deflated, as numpy.savez and numpy.savez_compressed write them. Not zip64, not
// encrypted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"

namespace mote {

struct NpzEntry {
  std::string name;   // without ".npy"
  std::string bytes;  // of the .npy file
};

bool IsZip(std::string_view bytes);

// All arrays in the order of the archive's directory. Any bytes may be given: what does not fit is an error (kIo), and no more memory is
// taken than deflated bytes can stand for.
Result<std::vector<NpzEntry>> ReadNpz(std::string_view archive);

}  // namespace mote
