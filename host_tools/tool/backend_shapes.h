// The inputs and outputs of an opened program's entry point, as shapes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hlo/shape.h"
#include "hlo/split.h"
#include "mote/program.h"

namespace mote {

IdVector<Shape> InputShapes(const mote_program* program, uint32_t entry, std::vector<std::string>* names);
IdVector<Shape> OutputShapes(const mote_program* program, uint32_t entry, std::vector<std::string>* names);
// How they are cut among members, as many as there are shapes.
std::vector<std::optional<Split>> InputSplits(const mote_program* program, uint32_t entry);
std::vector<std::optional<Split>> OutputSplits(const mote_program* program, uint32_t entry);

}  // namespace mote
