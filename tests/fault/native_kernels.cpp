#include "native_kernels.h"

#include "core/program.h"

namespace mote::fault {
namespace {

NativeKernel linked;
std::vector<uint32_t> operand_bytes;
std::vector<uint8_t> operand_types;
mote_native_kernel entry;
mote_native_table table;

template <class T>
void Touch(unsigned char* at, const NativeOperand& operand) {
  T* element = reinterpret_cast<T*>(at);
  for (uint32_t i = 0; i < operand.bytes / sizeof(T); ++i) {
    if (operand.type & 0x80) element[i] = static_cast<T>(i);
    else if (operand.type & 0x40) static_cast<void>(*const_cast<volatile T*>(element + i));
  }
}

void Run(unsigned char* const* operands, uint32_t, uint32_t) {
  for (size_t i = 0; i < linked.operands.size(); ++i) {
    const NativeOperand& operand = linked.operands[i];
    switch (runtime::ElementOf(operand.type & 0x3f).bytes) {
      case 1: Touch<uint8_t>(operands[i], operand); break;
      case 2: Touch<uint16_t>(operands[i], operand); break;
      case 4: Touch<uint32_t>(operands[i], operand); break;
      default: Touch<uint64_t>(operands[i], operand); break;
    }
  }
}

}  // namespace

const mote_native_table* LinkNative(const NativeKernel& kernel) {
  linked = kernel;
  operand_bytes.clear();
  operand_types.clear();
  for (const NativeOperand& operand : linked.operands) operand_bytes.push_back(operand.bytes), operand_types.push_back(operand.type);
  entry = {linked.hash,
           linked.words.data(),
           static_cast<uint16_t>(linked.words.size()),
           static_cast<uint16_t>(linked.operands.size()),
           operand_bytes.data(),
           operand_types.data(),
           linked.extent,
           Run};
  table = {&entry, 1};
  return &table;
}

}  // namespace mote::fault
