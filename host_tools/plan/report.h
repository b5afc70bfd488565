// Report: a plan as text for people. Reads plans, decides nothing.
#pragma once

#include <string>

#include "plan/plan.h"

namespace mote {

// "name type (bytes), …" of the buffers live where most bytes are live, largest first, at most 6.
std::string DescribePeak(const Plan& plan);
// The same of the largest constants.
std::string DescribeConstants(const Plan& plan);

struct ReportOptions {
  int width = 100;     // columns of the drawing
  bool unicode = true; // block characters; false: ASCII
};
// `mote plan`: peak against live-set bound, scratch, constants, the arena over time as a drawing, the buffers at the peak.
std::string DrawPlan(const Plan& plan, const ReportOptions& options = {});
// `--explain`: every step in order with its operands and why it is as it is.
std::string ExplainPlan(const Plan& plan);

}  // namespace mote
