// Arenas of several regions, each in a memory of its own: what is asked of them, and instances over them. A file of its own: firmware of
// one memory does not link it.
#include "core/instance.h"
#include "core/linked.h"

namespace mote::runtime {
namespace {

// They follow each other up to the arena's end, begin where any view may, and the first has the scratch.
bool Regions(const mote_program& p) {
  const uint32_t alignment = AlignmentOf(p), count = p.regions.count;
  if (p.device || count > kMoteMostRegions || p.regions.words()[0] < p.scratch_offset + p.scratch_bytes) return false;
  for (uint32_t i = 0; i < count; ++i) {
    const RegionRange range = RegionOf(p, i);
    if (range.end < range.begin || range.begin % alignment != 0) return false;
  }
  return p.regions.words()[count - 1] == p.arena_bytes;
}

// Of a view inside the arena.
bool InRegion(const mote_program& p, const ViewInfo& view) {
  if (view.number >= p.regions.count) return false;
  const RegionRange range = RegionOf(p, view.number);
  return view.offset >= range.begin && view.offset <= range.end && view.bytes <= range.end - view.offset;
}

}  // namespace

const RegionChecks kRegionChecks = {Regions, InRegion};

}  // namespace mote::runtime

using namespace mote::runtime;

extern "C" mote_status mote_instance_init_regions(const mote_memory* memory, const mote_region* regions, uint32_t region_count,
                                                  const mote_program* program, uint32_t entry, mote_instance** instance) {
  if (region_count != 0 && regions == nullptr) return Fail(Site::kNullArgument);
  const mote_status status = InitInstance(memory, program, entry, instance);
  if (status.code != MOTE_OK) return status;
  mote_instance* const made = *instance;
  *instance = nullptr;
  for (uint32_t i = 1; i < program->regions.count; ++i) {
    const RegionRange range = RegionOf(*program, i);
    const mote_region given = i <= region_count ? regions[i - 1] : mote_region{};
    if (given.size < range.end - range.begin) return Fail(Site::kSmallRegion, i);
    if (given.data == nullptr && range.end != range.begin) return Fail(Site::kNullArgument);
    if (!Aligned(given.data, AlignmentOf(*program))) return Fail(Site::kMisaligned, AlignmentOf(*program));
    made->arena[i] = static_cast<uint8_t*>(given.data);
  }
  *instance = made;
  return Done();
}
