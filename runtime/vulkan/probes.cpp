// What a device can do, measured once by one small shader (shaders/probe.comp) in three ways: reads of texels, reads of storage,
// multiply-adds. And what is chosen by it. Nothing here knows a device's name.
#include "vulkan/probes.h"

#include "vulkan/packed_words.h"
#include "vulkan/probe_shader.h"
#include "vulkan/recording.h"

namespace mote::vulkan {
namespace {

enum Kind : uint32_t { kTexels, kStorage, kMultiplyAdds, kKinds };

// Of the shader: turns by kind, and what an invocation does in them.
constexpr uint32_t kLocalSize = 64, kWindowBytes = 256 << 10, kTexelBits = 1u << kMoteTexelOperands;  // fours of operand 0
constexpr uint32_t kTurns[kKinds][kKinds] = {{32, 0, 0}, {0, 32, 0}, {0, 0, 128}};
constexpr uint64_t kUnits[kKinds] = {32 * 2 * 16, 32 * 2 * 16, 128 * 48 * 2};  // bytes, bytes, operations
constexpr uint8_t kOperandTypes[] = {0, kOperandWritten};
constexpr Place kPlaces[] = {{kArena, 0, kWindowBytes}, {kArena, kWindowBytes, 256}};

// A launch has so many workgroups that it takes from an eighth to one millisecond, be it on a processor or on a large GPU; of three the
// quickest counts. The kinds take turns, so that what disturbs one disturbs all.
constexpr uint32_t kLevels = 5, kFirstGroups = 8, kGrowth = 8, kTries = 3;
constexpr uint64_t kLeastTime = 125000;  // ns

constexpr uint32_t SegmentOf(uint32_t kind, uint32_t level) { return 1 + kind * kLevels + level; }  // 0 clears

constexpr uint64_t InvocationsOf(uint32_t level) {
  uint64_t count = kFirstGroups * kLocalSize;
  for (; level != 0; --level) count *= kGrowth;
  return count;
}

mote_status Record(Recording* r) {
  RecordClear(r, 0);
  for (uint32_t segment = 1; segment < SegmentOf(kKinds, 0); ++segment) {
    Launch launch = {};
    launch.domain = static_cast<uint32_t>(InvocationsOf((segment - 1) % kLevels));
    launch.operands = kPlaces;
    launch.operand_types = kOperandTypes;
    launch.operand_count = 2;
    launch.params = kTurns[(segment - 1) / kLevels];
    launch.param_count = kKinds;
    MOTE_TRY(RecordingSplit(r));
    RecordBegin(r, segment);
    MOTE_TRY(RecordLaunch(r, launch));
    RecordEnd(r);
  }
  return RecordingFinish(r);
}

// Nanoseconds by the device's clock; 0: it did not tell.
mote_status TimeOf(Recording* r, uint32_t segment, uint64_t* time) {
  *time = 0;
  MOTE_TRY(RecordingRun(r, &segment, 1));
  const auto take = [](void* user, uint32_t, uint64_t begin, uint64_t end) {
    *static_cast<uint64_t*>(user) = end > begin ? end - begin : 0;
  };
  TellTimes(*r, &segment, 1, {take, time});
  return Done();
}

// The best of some launches of each kind, in millions of its units a second; 0: the device did not tell.
mote_status Measure(Recording* r, uint64_t (&best)[kKinds]) {
  uint32_t levels[kKinds] = {}, tries[kKinds] = {};
  uint64_t time = 0;
  MOTE_TRY(TimeOf(r, 0, &time));
  MOTE_TRY(TimeOf(r, SegmentOf(0, 0), &time));  // a driver may compile only now
  for (bool enough = false; !enough;) {
    enough = true;
    for (uint32_t kind = 0; kind < kKinds; ++kind) {
      uint32_t& level = levels[kind];
      MOTE_TRY(TimeOf(r, SegmentOf(kind, level), &time));
      if (time == 0) return Done();
      const uint64_t rate = InvocationsOf(level) * kUnits[kind] * 1000 / time;
      if (time < kLeastTime && level + 1 < kLevels) {
        ++level;
      } else {
        ++tries[kind];
        best[kind] = rate > best[kind] ? rate : best[kind];
      }
      enough = enough && tries[kind] >= kTries;
    }
  }
  return Done();
}

mote_status MeasureAll(Recording* r, mote_vulkan_facts* facts) {
  static constexpr auto kPacked = Pack<PackedBytes(kProbeWords)>(kProbeWords);
  const Shader shader = {nullptr, sizeof kProbeWords, kLocalSize, kLocalSize, 0, kTexelBits, 0, nullptr, 0, kPacked.bytes};
  RecordingShape shape = {};
  shape.sizes[kArena] = kWindowBytes + kPlaces[1].bytes;
  shape.shaders = &shader;
  shape.kernel_count = 1;
  shape.segment_room = SegmentOf(kKinds, 0);
  shape.timed_room = kKinds * kLevels;
  MOTE_TRY(RecordingCreate(r->device, shape, r));
  MOTE_TRY(Record(r));
  uint64_t best[kKinds] = {};
  MOTE_TRY(Measure(r, best));
  const auto figure = [&](Kind kind) { return static_cast<uint32_t>(best[kind] < UINT32_MAX ? best[kind] : UINT32_MAX); };
  SetMeasured(facts, figure(kStorage), figure(kTexels), figure(kMultiplyAdds));
  return Done();
}

// By clear factors, so that two measurements of a device choose the same.
void Choose(mote_vulkan_device* d) {
  const uint64_t storage = d->facts.storage_megabytes, texels = d->facts.texel_megabytes;
  // Processors read storage at about half of texels' rate or at a twentieth; in between what CPUID says stands.
  constexpr uint64_t kQuick = 4, kSlow = 8, kClear = 4;
  if (d->enabled_features & kMoteProcessor) {
    if (storage * kQuick >= texels) d->enabled_features |= kMoteQuickStorage;
    if (storage * kSlow <= texels) d->enabled_features &= ~uint32_t{kMoteQuickStorage};
  }
  if (storage >= kClear * texels) d->texel_limit = 0;
  if (d->facts.software) return;
  // Programs come to a thirty-second of what a GPU multiplies and adds at best, whether memory or their products bound them.
  constexpr uint64_t kMillion = 1000000, kSubmissions = 100, kOfBest = 2 * 32, kNear = 2, kBound = 16;
  const uint64_t usual = d->submission_work, work = d->facts.megaflops * kMillion / kOfBest / kSubmissions;
  if (work >= usual / kNear && work <= usual * kNear) return;
  d->submission_work = work < usual / kBound ? usual / kBound : work > usual * kBound ? usual * kBound : work;
}

}  // namespace

void SetMeasured(mote_vulkan_facts* facts, uint32_t storage, uint32_t texels, uint32_t operations) {
  if (!storage || !texels || !operations) return;
  facts->storage_megabytes = storage;
  facts->texel_megabytes = texels;
  facts->megaflops = operations;
}

mote_status Calibrate(mote_vulkan_device* d) {
  if (d->calibrated || d->options.no_probes) return Done();
  (void)PipelineCacheOf(d);  // with what an earlier process measured
  if (!d->facts.megaflops && d->facts.timestamps) {
    Recording recording = {};
    recording.device = d;
    const mote_status status = MeasureAll(&recording, &d->facts);
    RecordingDestroy(&recording);
    if (status.code == MOTE_DEVICE_LOST) return status;
  }
  d->calibrated = true;
  if (d->facts.megaflops) Choose(d);
  return Done();
}

}  // namespace mote::vulkan

extern "C" mote_status mote_vulkan_probe(mote_vulkan_device* d) {
  using namespace mote::vulkan;
  if (!d) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  if (d->facts.lost) return Failure(MOTE_DEVICE_LOST, Site::kVulkanLost, 0);
  MOTE_TRY(Calibrate(d));
  KeepPipelines(d);
  return Done();
}
