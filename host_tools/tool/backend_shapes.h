// The inputs and outputs of an opened program's entry point, as shapes.
#pragma once

#include <string>
#include <vector>

#include "hlo/shape.h"
#include "mote/program.h"

namespace mote {

IdVector<Shape> InputShapes(const mote_program* program, uint32_t entry, std::vector<std::string>* names);
IdVector<Shape> OutputShapes(const mote_program* program, uint32_t entry, std::vector<std::string>* names);

}  // namespace mote
