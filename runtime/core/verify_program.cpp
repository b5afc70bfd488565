// Header, FlatBuffer, variant, views and entry points of a program; calls the verifiers of microcode and steps. The variant that is opened is
// verified wholly; other variants are not looked at and never used.
#include "core/linked.h"
#include "core/verifier.h"
#include "schema/file_layout.h"

namespace mote::runtime {
namespace {

// Units of work a byte of the FlatBuffer may cause: legitimate programs need far less than one.
constexpr uint64_t kWorkPerByte = 4;

bool SameText(const FlatVector& text, const char* other) {
  for (uint32_t i = 0; i < text.count; ++i) {
    if (static_cast<char>(text.data[i]) != other[i] || other[i] == 0) return false;
  }
  return other[text.count] == 0;
}

class ProgramVerifier {
 public:
  ProgramVerifier(const uint8_t* file, uint64_t size, const mote_open_options& options, mote_program* program)
      : file_(file), size_(size), options_(options), program_(program), reader_(nullptr, 0), work_(0) {}

  mote_status Run() {
    mote_status status = Header();
    if (status.code != MOTE_OK) return status;
    const FlatTable root = reader_.Root();
    const FlatTable variant = Choose(reader_.Vector(root, kProgramVariants, 4));
    if (reader_.failed()) return reader_.status();
    if (variant.vtable_bytes == 0) return Fail(Site::kNoVariant);
    if (status = Sizes(variant); status.code != MOTE_OK) return status;
    if (status = Views(); status.code != MOTE_OK) return status;
    if (status = Entries(); status.code != MOTE_OK) return status;
    if (status = Kernels(); status.code != MOTE_OK) return status;
    for (uint32_t block = 0; block < program_->block_count; ++block) {
      if (status = VerifyBlock(*program_, block, &work_); status.code != MOTE_OK) return status;
    }
    return Done();
  }

 private:
  mote_status Header() {
    if (size_ < sizeof(MoteFileHeader)) return Fail(Site::kFileShort);
    const MoteFileHeader* header = reinterpret_cast<const MoteFileHeader*>(file_);
    if (header->magic != MOTE_FILE_MAGIC) return Fail(Site::kFileMagic);
    if (header->version_major != kMoteVersionMajor) return Fail(Site::kFileVersion, header->version_major);
    if (header->file_bytes > size_) return Fail(Site::kFileTruncated);
    size_ = header->file_bytes;
    const uint32_t offset = header->flat_offset, bytes = header->flat_bytes;
    if (offset % kMoteFileAlignment != 0 || offset < sizeof(MoteFileHeader) || bytes >= kMoteMaxFlatBytes || offset > size_ || bytes > size_ - offset) return Fail(Site::kFlatPlace);
    program_->file = file_;
    program_->file_bytes = size_;
    program_->flat = file_ + offset;
    program_->flat_bytes = bytes;
    program_->natives = options_.natives;
    reader_ = FlatReader(program_->flat, bytes);
    work_ = WorkAccount(bytes * kWorkPerByte);
    return Done();
  }

  // The variant of the wanted target; without a wish the first that is not for a device.
  FlatTable Choose(const FlatVector& variants) {
    for (uint32_t i = 0; i < variants.count; ++i) {
      const FlatTable variant = reader_.TableOf(variants, i);
      const FlatVector target = reader_.Vector(variant, kVariantTarget, 1);
      if (reader_.failed() || !work_.Spend(8)) break;
      const bool device = SameText(target, "vulkan");
      if (options_.target == nullptr ? device : !SameText(target, options_.target)) continue;
      program_->device = device;
      return variant;
    }
    return {};
  }

  mote_status Sizes(const FlatTable& variant) {
    mote_program& p = *program_;
    p.unit_shift = static_cast<uint8_t>(reader_.Number(variant, kVariantUnitShift, 1));
    p.io_in_arena = reader_.Number(variant, kVariantIoInArena, 1) != 0;
    p.strip = static_cast<uint16_t>(reader_.Number(variant, kVariantStrip, 2));
    p.arena_bytes = reader_.Number(variant, kVariantArena, 8);
    p.scratch_offset = reader_.Number(variant, kVariantScratchOffset, 8);
    p.scratch_bytes = reader_.Number(variant, kVariantScratch, 8);
    p.state_bytes = reader_.Number(variant, kVariantState, 8);
    const uint64_t constants = reader_.Number(variant, kVariantConstantsOffset, 8);
    p.constants_bytes = reader_.Number(variant, kVariantConstants, 8);
    const FlatVector views = reader_.Vector(variant, kVariantViews, 4), words = reader_.Vector(variant, kVariantWords, 4);
    const FlatVector blocks = reader_.Vector(variant, kVariantBlocks, 4);
    p.kernels = reader_.Vector(variant, kVariantKernels, 4);
    p.entries = reader_.Vector(variant, kVariantEntries, 4);
    if (reader_.failed()) return reader_.status();
    if (p.unit_shift > 16 || p.scratch_offset > p.arena_bytes || p.scratch_bytes > p.arena_bytes - p.scratch_offset || p.scratch_offset % 8 != 0) return Fail(Site::kVariantSizes);
    if (constants > size_ || p.constants_bytes > size_ - constants || constants % 8 != 0) return Fail(Site::kVariantSizes);
    if (p.arena_bytes > SIZE_MAX || p.state_bytes > SIZE_MAX || p.kernels.count > kMoteNoKernel) return Fail(Site::kVariantSizes);
    p.constants = file_ + constants;
    p.views = views.words();
    p.view_count = views.count / kMoteViewWords;
    p.words = words.words();
    p.word_count = words.count;
    p.blocks = blocks.words();
    p.block_count = blocks.count / 2;
    return work_.Spend(views.count + words.count + blocks.count) ? Done() : Fail(Site::kWork);
  }

  mote_status Views() {
    const mote_program& p = *program_;
    for (uint32_t i = 0; i < p.view_count; ++i) {
      const ViewInfo view = ViewOf(p, i);
      const uint32_t element = ElementOf(view.type).bytes, alignment = element > 8 ? 8 : element;
      // Element sizes are powers of two.
      if (element == 0 || (view.bytes & (element - 1)) != 0 || (view.offset & (alignment - 1)) != 0) return Fail(Site::kViewShape, i);
      uint64_t limit = 0;
      switch (view.space) {
        case kMoteConstant: limit = p.constants_bytes; break;
        case kMoteArena: limit = p.arena_bytes; break;
        case kMoteState: limit = p.state_bytes; break;
        case kMoteInput:
        case kMoteOutput:
          if (p.io_in_arena) return Fail(Site::kViewShape, i);
          continue;  // against the tensors: Entries
        default: return Fail(Site::kViewShape, i);
      }
      if (view.offset > limit || view.bytes > limit - view.offset) return Fail(Site::kViewRange, i);
    }
    return Done();
  }

  mote_status Entries() {
    mote_program& p = *program_;
    for (uint32_t i = 0; i < p.entries.count; ++i) {
      const EntryInfo entry = EntryOf(p, i);
      const FlatVector views[2] = {reader_.Vector(entry.table, kEntryInputViews, 2), reader_.Vector(entry.table, kEntryOutputViews, 2)};
      const uint32_t counts[2] = {entry.inputs, entry.outputs};
      if (reader_.failed() || entry.table.vtable_bytes == 0 || entry.block >= p.block_count || views[0].count != counts[0] || views[1].count != counts[1]) {
        return Fail(Site::kEntryShape, i);
      }
      if (entry.inputs > 0xffff || entry.outputs > 0xffff) return Fail(Site::kEntryShape, i);
      const uint32_t tensors = entry.inputs + entry.outputs;
      if (tensors > p.max_tensors) p.max_tensors = tensors;
      for (uint32_t t = 0; t < tensors; ++t) {
        const bool output = t >= entry.inputs;
        const mote_status status = OneTensor(entry, output, output ? t - entry.inputs : t, views[output]);
        if (status.code != MOTE_OK) return status;
      }
      if (const mote_status status = ExternalViews(entry); status.code != MOTE_OK) return status;
    }
    return Done();
  }

  mote_status OneTensor(const EntryInfo& entry, bool output, uint32_t number, const FlatVector& views) {
    mote_tensor tensor;
    if (!TensorOf(*program_, entry, output, number, &tensor) || tensor.rank > 64) return Fail(Site::kTensorShape, number);
    if (!work_.Spend(4 + tensor.rank)) return Fail(Site::kWork);
    const uint32_t view = views.halves()[number];
    if (view >= program_->view_count) return Fail(Site::kTensorView, number);
    const ViewInfo info = ViewOf(*program_, view);
    if (info.bytes != tensor.bytes || info.type != tensor.element_type) return Fail(Site::kTensorView, number);
    const uint32_t space = output ? kMoteOutput : kMoteInput;
    const bool own = info.space == space && info.number == number && info.offset == 0;
    const bool arena = info.space == kMoteArena && (!output || program_->io_in_arena);
    return program_->io_in_arena ? (arena ? Done() : Fail(Site::kTensorView, number)) : (own ? Done() : Fail(Site::kTensorView, number));
  }

  // Views of the caller's tensors must fit the tensors of every entry point.
  mote_status ExternalViews(const EntryInfo& entry) {
    const mote_program& p = *program_;
    if (p.io_in_arena) return Done();
    if (!work_.Spend(p.view_count)) return Fail(Site::kWork);
    for (uint32_t i = 0; i < p.view_count; ++i) {
      const ViewInfo view = ViewOf(p, i);
      if (view.space != kMoteInput && view.space != kMoteOutput) continue;
      const bool output = view.space == kMoteOutput;
      if (view.number >= (output ? entry.outputs : entry.inputs) || !work_.Spend(4)) return Fail(Site::kViewRange, i);
      const uint64_t limit = ViewOf(p, TensorView(p, entry, output, view.number)).bytes;
      if (view.offset > limit || view.bytes > limit - view.offset) return Fail(Site::kViewRange, i);
    }
    return Done();
  }

  mote_status Kernels() {
    const mote_program& p = *program_;
    for (uint32_t i = 0; i < p.kernels.count; ++i) {
      const KernelInfo kernel = KernelOf(p, i);
      if (!work_.Spend(8)) return Fail(Site::kWork);
      if (kernel.spirv_offset > size_ || kernel.spirv_bytes > size_ - kernel.spirv_offset || kernel.spirv_offset % 4 != 0 || kernel.spirv_bytes % 4 != 0) return Fail(Site::kShaderPlace, i);
      if (p.device) {
        if (kernel.spirv_bytes == 0 || kernel.local_size == 0) return Fail(Site::kShaderPlace, i);
        continue;
      }
      const mote_status status = VerifyCode(kernel.code, kernel.code_words, i, &work_);
      if (status.code != MOTE_OK) return status;
    }
    return Done();
  }

  const uint8_t* file_;
  uint64_t size_;
  const mote_open_options& options_;
  mote_program* program_;
  FlatReader reader_;
  WorkAccount work_;
};

}  // namespace

mote_status VerifyProgram(const uint8_t* file, uint64_t size, const mote_open_options& options, mote_program* program) {
  return ProgramVerifier(file, size, options, program).Run();
}

}  // namespace mote::runtime

using namespace mote::runtime;

extern "C" mote_status mote_open(void* memory, size_t memory_size, const void* bytes, size_t size, const mote_open_options* options,
                                 const mote_program** program) {
  if (memory == nullptr || bytes == nullptr || program == nullptr) return Fail(Site::kNullArgument);
  *program = nullptr;
  if (memory_size < sizeof(mote_program)) return Fail(Site::kSmallMemory, sizeof(mote_program));
  if (reinterpret_cast<uintptr_t>(memory) % 8 != 0 || reinterpret_cast<uintptr_t>(bytes) % 8 != 0) return Fail(Site::kMisaligned, 8);
  const mote_open_options defaults = {};
  mote_program* opened = static_cast<mote_program*>(memory);
  *opened = {};
  const mote_status status = VerifyProgram(static_cast<const uint8_t*>(bytes), size, options == nullptr ? defaults : *options, opened);
  opened->isa = mote_linked.detect == nullptr ? kIsaBase : mote_linked.detect();
  if (status.code == MOTE_OK) *program = opened;
  return status;
}
