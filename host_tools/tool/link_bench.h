// Times exchanges between processes of this machine over one medium, each a small program of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"
#include "tool/routes.h"

namespace mote {

struct LinkCase {
  std::string transport;    // of LinkPlace
  bool all_reduce = false;  // a sum of f32 over all; else an exchange: each member sends to the next one
  uint32_t members = 2;
  uint32_t bytes = 64;      // a multiple of 4
  uint32_t rounds = 10;
  std::string key_file;     // of LinkPlace
  const Routes* routes = nullptr;  // of so many members; null: every two are wired
};

struct LinkTiming {
  uint32_t runs = 0;                // in a round
  std::vector<double> microseconds; // a run's, by round, of the slowest member, ascending
  double processor_us = 0;          // of a run: mean over members and runs

  double Median() const { return (microseconds[(microseconds.size() - 1) / 2] + microseconds[microseconds.size() / 2]) / 2; }
};

// Errors: what a member said first, or that its sums are wrong.
Result<LinkTiming> TimeLink(const LinkCase& c);

}  // namespace mote
