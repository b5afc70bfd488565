// Header, FlatBuffer, variant, views and entry points of a program; calls the verifiers of microcode and steps. The variant that is opened
// is verified wholly; other variants are not looked at and never used.
#include "core/linked.h"
#include "core/verifier.h"
#include "schema/file_layout.h"

namespace mote::runtime {
namespace {

// Units of work a byte of the FlatBuffer may cause: programs that share no bytes need less than one. A unit costs a few nanoseconds on a
// host.
constexpr uint32_t kWorkPerByte = 2;

class ProgramVerifier {
 public:
  ProgramVerifier(const uint8_t* file, size_t size, const mote_open_options& options, mote_program* program)
      : file_(file), size_(size), options_(options), program_(program), reader_(nullptr, 0), work_(0) {}

  Site Run() {
    const Site site = Tables();
    return site == Site::kNone ? Entries() : site;
  }

  uint32_t detail() const { return work_.detail; }

 private:
  // All but the entries, and apart from them: nothing of it lies on the stack below the steps.
  [[gnu::noinline]] Site Tables() {
    if (const Site site = Header(); site != Site::kNone) return site;
    const FlatTable root = reader_.Root();
    const FlatTable variant = Choose(reader_.Vector(root, kProgramVariants, 2));
    if (reader_.failed()) return work_.At(reader_.site(), reader_.detail());
    if (variant.vtable_bytes == 0) return Site::kNoVariant;
    if (const Site site = Sizes(variant); site != Site::kNone) return site;
    if (const Site site = Views(); site != Site::kNone) return site;
    if (const Site site = Kernels(); site != Site::kNone) return site;
    return Calls();
  }

  Site Header() {
    if (size_ < sizeof(MoteFileHeader)) return work_.At(Site::kFileShort, sizeof(MoteFileHeader));
    const MoteFileHeader* header = reinterpret_cast<const MoteFileHeader*>(file_);
    if (header->magic != MOTE_FILE_MAGIC) return Site::kFileMagic;
    if (header->version_major != kMoteVersionMajor) return work_.At(Site::kFileVersion, header->version_major);
    if (header->file_bytes > size_) {
      return work_.At(Site::kFileTruncated, header->file_bytes > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(header->file_bytes));
    }
    size_ = static_cast<size_t>(header->file_bytes);
    const uint32_t offset = header->flat_offset, bytes = header->flat_bytes;
    if (offset % kMoteFileAlignment != 0 || offset < sizeof(MoteFileHeader) || bytes >= kMoteMaxFlatBytes || offset > size_ ||
        bytes > size_ - offset) {
      return Site::kFlatPlace;
    }
    if (const Site site = Fields(offset); site != Site::kNone) return site;
    program_->file = file_;
    program_->file_bytes = size_;
    program_->flat = file_ + offset;
    program_->flat_bytes = bytes;
    program_->natives = options_.natives;
#if !defined(MOTE_FIRMWARE)
    program_->natives_first = options_.natives_first != 0;
#endif
    program_->trusted = options_.trusted != 0;
    program_->functions = options_.custom_calls;
    program_->function_count = options_.custom_call_count;
    program_->loops = false;
    program_->foreign = 0;
    program_->work = program_->largest_work = 0;
    program_->max_tensors = program_->room_bytes = program_->fixed_bytes = 0;
    reader_ = FlatReader(program_->flat, bytes);
    work_ = WorkAccount(bytes * kWorkPerByte);
    return Site::kNone;
  }

  // What lies between the header and `end`. Both are multiples of 8.
  Site Fields(uint32_t end) {
    for (uint32_t at = sizeof(MoteFileHeader); at < end;) {
      const MoteFileField* field = reinterpret_cast<const MoteFileField*>(file_ + at);
      at += sizeof(MoteFileField);
      if (field->bytes > end - at) return work_.At(Site::kHeaderFields, at);
      if ((field->tag & MOTE_FIELD_CRITICAL) != 0) return work_.At(Site::kHeaderField, field->tag);
      at += (field->bytes + 7) & ~7u;
    }
    return Site::kNone;
  }

  // The variant of the wanted target; without a wish the first that is not for a device.
  FlatTable Choose(const FlatVector& variants) {
    for (uint32_t i = 0; i < variants.count; ++i) {
      const FlatTable variant = reader_.TableOf(variants, i);
      const FlatVector target = reader_.Vector(variant, kVariantTarget, 0);
      if (reader_.failed() || !work_.Spend(8)) break;
      const bool device = SameText(target, "vulkan");
      if (options_.target == nullptr ? device : !SameText(target, options_.target)) continue;
      if (device && mote_linked.device == nullptr) continue;
      program_->device = device;
      return variant;
    }
    return {};
  }

  Site Sizes(const FlatTable& variant) {
    mote_program& p = *program_;
    p.unit_shift = static_cast<uint8_t>(reader_.Number(variant, kVariantUnitShift, 1));
    p.io_in_arena = reader_.Number(variant, kVariantIoInArena, 1) != 0;
    p.strip = static_cast<uint16_t>(reader_.Number(variant, kVariantStrip, 2));
    size_t scratch = 0, constants = 0;
    const bool small = Size(variant, kVariantArena, &p.arena_bytes) && Size(variant, kVariantScratchOffset, &p.scratch_offset) &&
                       Size(variant, kVariantScratch, &scratch) && Size(variant, kVariantState, &p.state_bytes) &&
                       Size(variant, kVariantConstantsOffset, &constants) && Size(variant, kVariantConstants, &p.constants_bytes);
    p.scratch_bytes = static_cast<uint32_t>(scratch);
    const FlatVector views = reader_.Vector(variant, kVariantViews, 2), words = reader_.Vector(variant, kVariantWords, 2);
    const FlatVector blocks = reader_.Vector(variant, kVariantBlocks, 2);
    p.kernels = reader_.Vector(variant, kVariantKernels, 2);
    p.entries = reader_.Vector(variant, kVariantEntries, 2);
    p.calls = reader_.Vector(variant, kVariantCalls, 2);
    p.regions = reader_.Vector(variant, kVariantRegions, 2);
    if (reader_.failed()) return work_.At(reader_.site(), reader_.detail());
    if (!small || p.unit_shift > 16 || p.strip == 0 || p.strip % kMoteMinStrip != 0 || p.strip > kMoteMaxStrip) return Site::kVariantSizes;
    if (scratch > INT32_MAX || p.scratch_offset > p.arena_bytes || scratch > p.arena_bytes - p.scratch_offset ||
        p.scratch_offset % 8 != 0) {
      return Site::kVariantSizes;
    }
    if (constants > size_ || p.constants_bytes > size_ - constants || constants % 8 != 0 || OverTables(constants)) {
      return Site::kVariantSizes;
    }
    if (p.kernels.count > kMoteNoKernel) return Site::kVariantSizes;
    if (p.regions.count != 0) {
      if (mote_linked.regions == nullptr) return Site::kRegionsMissing;
      if (!mote_linked.regions->regions(p)) return Site::kVariantSizes;
    }
    if (!p.io_in_arena && mote_linked.callers == nullptr) return Site::kTensorsMissing;
    p.constants = file_ + constants;
    p.views = views.words();
    p.view_count = views.count / kMoteViewWords;
    p.words = words.words();
    p.word_count = words.count;
    p.blocks = blocks.words();
    p.block_count = blocks.count / 2;
    return work_.Spend(views.count + words.count + blocks.count) ? Site::kNone : Site::kWork;
  }

  // A number of bytes; false when this machine cannot address as many.
  bool Size(const FlatTable& variant, uint32_t field, size_t* bytes) {
    const uint64_t number = reader_.Number(variant, field, 8);
    *bytes = static_cast<size_t>(number);
    return *bytes == number;
  }

  // Whether constants at this offset do not lie behind the FlatBuffer.
  bool OverTables(size_t constants) const {
    return program_->constants_bytes != 0 && constants < static_cast<size_t>(program_->flat - file_) + program_->flat_bytes;
  }

  // The scratch region holds the machine's own notes, addresses among them.
  bool InScratch(const ViewInfo& view) const {
    const mote_program& p = *program_;
    return view.bytes != 0 && view.offset + view.bytes > p.scratch_offset && view.offset < p.scratch_offset + p.scratch_bytes;
  }

  Site Views() {
    const mote_program& p = *program_;
    for (uint32_t i = 0; i < p.view_count; ++i) {
      const ViewInfo view = ViewOf(p, i);
      const uint32_t element = ElementOf(view.type).bytes, alignment = element > 8 ? 8 : element;
      // Element sizes are powers of two.
      if (element == 0 || (view.bytes & (element - 1)) != 0 || (view.offset & (alignment - 1)) != 0) return work_.At(Site::kViewShape, i);
      if (p.views[kMoteViewWords * i + kMoteViewOffset] > SIZE_MAX >> p.unit_shift) return work_.At(Site::kViewRange, i);
      size_t limit = 0;
      switch (view.space) {
        case kMoteConstant: limit = p.constants_bytes; break;
        case kMoteArena:
          limit = p.arena_bytes;
          if (p.regions.count == 0 ? view.number != 0 : !mote_linked.regions->view(p, view)) return work_.At(Site::kViewRange, i);
          break;
        case kMoteState:
          limit = p.state_bytes;
          break;
        case kMoteInput:
        case kMoteOutput:
          if (p.io_in_arena) return work_.At(Site::kViewShape, i);
          continue;  // against the tensors of the entry whose step names it: StepVerifier
        default: return work_.At(Site::kViewShape, i);
      }
      if (view.offset > limit || view.bytes > limit - view.offset || (view.space == kMoteArena && InScratch(view))) {
        return work_.At(Site::kViewRange, i);
      }
    }
    return Site::kNone;
  }

  Site Entries() {
    mote_program& p = *program_;
    for (uint32_t i = 0; i < p.entries.count; ++i) {
      if (!work_.Spend(32)) return Site::kWork;
      const EntryInfo entry = EntryOf(p, i);
      const FlatVector views[2] = {reader_.Vector(entry.table, kEntryInputViews, 1), reader_.Vector(entry.table, kEntryOutputViews, 1)};
      const uint32_t counts[2] = {entry.inputs, entry.outputs};
      const bool blocks = entry.end > entry.block && entry.end <= p.block_count;
      if (reader_.failed() || entry.table.vtable_bytes == 0 || !blocks || views[0].count != counts[0] || views[1].count != counts[1]) {
        return work_.At(Site::kEntryShape, i);
      }
      if (entry.inputs > 0xffff || entry.outputs > 0xffff) return work_.At(Site::kEntryShape, i);
      if (entry.step_budget == 0 && options_.require_budget != 0) return work_.At(Site::kBudgetMissing, i);
      const uint32_t tensors = entry.inputs + entry.outputs;
      if (tensors > p.max_tensors) p.max_tensors = tensors;
      for (uint32_t t = 0; t < tensors; ++t) {
        const bool output = t >= entry.inputs;
        const Site site = OneTensor(entry, output, output ? t - entry.inputs : t, views[output]);
        if (site != Site::kNone) return site;
      }
      if (const Site site = Blocks(entry); site != Site::kNone) return site;
    }
    return Site::kNone;
  }

  // Blocks before the first entry's are nobody's and are never run.
  Site Blocks(const EntryInfo& entry) {
    for (uint32_t block = entry.block; block < entry.end; ++block) {
      if (const Site site = VerifyBlock(program_, block, entry, options_.step_limit, &work_); site != Site::kNone) return site;
    }
    return Site::kNone;
  }

  Site Calls() {
    if (program_->calls.count == 0) return Site::kNone;
    if (mote_linked.calls == nullptr) return Site::kCallMissing;
    return mote_linked.calls->names(*program_, &work_);
  }

  // Apart like the tables.
  [[gnu::noinline]] Site OneTensor(const EntryInfo& entry, bool output, uint32_t number, const FlatVector& views) {
    mote_tensor tensor;
    if (!TensorOf(*program_, entry, output, number, &tensor) || tensor.rank > 64) return work_.At(Site::kTensorShape, number);
    if (!work_.Spend(16 + tensor.rank)) return Site::kWork;
    const uint32_t view = views.halves()[number];
    if (view >= program_->view_count) return work_.At(Site::kTensorView, number);
    const ViewInfo info = ViewOf(*program_, view);
    if (info.bytes != tensor.bytes || info.type != tensor.element_type) return work_.At(Site::kTensorView, number);
    const uint32_t space = output ? kMoteOutput : kMoteInput;
    const bool own = info.space == space && info.number == number && info.offset == 0;
    return (program_->io_in_arena ? info.space == kMoteArena : own) ? Site::kNone : work_.At(Site::kTensorView, number);
  }

  Site Kernels() {
    const mote_program& p = *program_;
    const auto launch = static_cast<uint32_t>(StepKind::kLaunch);
    if (p.kernels.count != 0 && mote_linked.kernels == nullptr) return work_.At(Site::kStepKindMissing, launch);
    for (uint32_t i = 0; i < p.kernels.count; ++i) {
      if (!work_.Spend(8)) return Site::kWork;
      work_.detail = i;
      const FlatVector code = CodeOf(p, i);
      const uint32_t scratch = p.device ? UINT32_MAX : p.scratch_bytes;
      if (const Site site = mote_linked.kernels->code(code.words(), code.count, scratch, &work_); site != Site::kNone) return site;
      if (p.device && !mote_linked.device->shaders(p, i)) return Site::kShaderPlace;
    }
    return Site::kNone;
  }

  const uint8_t* file_;
  size_t size_;
  const mote_open_options& options_;
  mote_program* program_;
  FlatReader reader_;
  WorkAccount work_;
};

}  // namespace

mote_status VerifyProgram(const uint8_t* file, size_t size, const mote_open_options& options, mote_program* program) {
  ProgramVerifier verifier(file, size, options, program);
  const Site site = verifier.Run();
  return site == Site::kNone ? Done() : Fail(site, verifier.detail());
}

}  // namespace mote::runtime

using namespace mote::runtime;

extern "C" mote_status mote_open(void* memory, size_t memory_size, const void* bytes, size_t size, const mote_open_options* options,
                                 const mote_program** program) {
  if (program != nullptr) *program = nullptr;
  if (memory == nullptr || bytes == nullptr || program == nullptr) return Fail(Site::kNullArgument);
  if (memory_size < sizeof(mote_program)) return Fail(Site::kSmallMemory, sizeof(mote_program));
  if (reinterpret_cast<uintptr_t>(memory) % 8 != 0 || reinterpret_cast<uintptr_t>(bytes) % 8 != 0) return Fail(Site::kMisaligned, 8);
  static const mote_open_options defaults = {};  // no part of the stack below all checks
  mote_program* opened = static_cast<mote_program*>(memory);
  const mote_status status = VerifyProgram(static_cast<const uint8_t*>(bytes), size, options == nullptr ? defaults : *options, opened);
  if (status.code != MOTE_OK) return status;
  opened->isa = mote_linked.detect == nullptr ? 0 : mote_linked.detect();
  *program = opened;
  return status;
}
