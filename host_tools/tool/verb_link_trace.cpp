// mote link trace: what a recording says, and a dissector for Wireshark.
#include <fmt/format.h>

#include <cstring>
#include <memory>

#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "tool/link_frames.h"
#include "tool/verb.h"
#include "trace/trace.h"

namespace mote {

namespace {

struct Options {
  std::string file, dissector;
};

uint32_t WordAt(std::string_view bytes, size_t at) {
  uint32_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

// One line a frame; time counts from the first one.
Status Print(const std::string& path, std::string_view bytes) {
  const auto wrong = [&](size_t at, const std::string& what) {
    return FileError(path, Rule::kSyntax, fmt::format("byte {}: {}", at, what));
  };
  if (bytes.size() < 24 || WordAt(bytes, 0) != 0xa1b2c3d4) return wrong(0, "this is no pcap file of this machine's byte order");
  if (WordAt(bytes, 20) != MOTE_TRACE_LINK_TYPE) {
    return wrong(20, fmt::format("link type {}, where a trace of links has {} (USER0)", WordAt(bytes, 20), uint32_t{MOTE_TRACE_LINK_TYPE}));
  }
  double first = 0;
  size_t frames = 0;
  for (size_t at = 24; at < bytes.size(); ++frames) {
    if (bytes.size() - at < 16) return wrong(at, "the file ends within a record");
    const uint32_t kept = WordAt(bytes, at + 8), size = WordAt(bytes, at + 12);
    if (kept < 4 || kept > size || kept > bytes.size() - at - 16) return wrong(at + 8, fmt::format("a record of {} bytes", kept));
    const uint8_t* record = reinterpret_cast<const uint8_t*>(bytes.data()) + at + 16;
    if (record[0] != 1 || record[1] > 3) return wrong(at + 16, "the record is not one of a trace of links");
    const double time = WordAt(bytes, at) + WordAt(bytes, at + 4) * 1e-6;
    if (frames == 0) first = time;
    const bool received = (record[1] & 1) != 0;
    const std::string what = record[1] >= 2 ? fmt::format("damaged, {} bytes", size - 4)
                                            : DescribeLinkFrame({record + 4, kept - 4}, size - 4);
    fmt::print("{:12.6f}  {:>2} {} {:<2}  {}\n", time - first, record[2], received ? "<-" : "->", record[3], what);
    at += 16 + size_t{kept};
  }
  fmt::print("{} frames\n", frames);
  return Ok();
}

int Trace(const Options& o) {
  if (o.file.empty() == o.dissector.empty()) return Report(kUsage, "a trace to print is wanted, or --dissector FILE.lua");
  if (!o.dissector.empty()) {
    const Status written = WriteFile(o.dissector, LinkDissector());
    return written ? kDone : Report(written.errors());
  }
  const Result<std::string> bytes = ReadFile(o.file);
  if (!bytes) return Report(bytes.errors());
  const Status printed = Print(o.file, *bytes);
  return printed ? kDone : Report(printed.errors());
}

}  // namespace

void AddLinkTraceVerb(const Verb& link, int& exit_code) {
  const Verb verb = link.Sub("trace", "Print the frames that `mote launch --trace` recorded, or write a dissector of them");
  auto o = std::make_shared<Options>();
  verb.Value("file", o->file, "The trace, a pcap file");
  verb.Value("--dissector", o->dissector, "Write a dissector in Lua, for Wireshark and tshark: -X lua_script:FILE");
  verb.Footer(
      "A line: seconds, the member that recorded, -> what it sent to or <- received from the other one, the frame by schema/LINK.md.\n"
      "Of encrypted links the frames inside are recorded.");
  verb.Run([o, &exit_code] { exit_code = Trace(*o); });
}

}  // namespace mote
