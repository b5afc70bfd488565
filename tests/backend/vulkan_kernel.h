// Runs one kernel on a Vulkan device, below the program file: printed, compiled, recorded, submitted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "print/printers.h"
#include "mote/vulkan.h"

namespace mote {

// The devices of this test process: one with every feature, one with robustBufferAccess alone that reads nothing as texels, both with the
// validation layers when they are installed. Null without a Vulkan device.
struct TestDevices {
  mote_vulkan_device* full = nullptr;
  mote_vulkan_device* minimal = nullptr;
  bool float64 = false;
};
const TestDevices& Devices();
// What the validation layers have said so far, one message a line.
const std::string& ValidationMessages();

using Bytes = std::vector<uint8_t>;
// What PrintGlsl may be told of launches that all have these values, for a pipeline of their own.
ShaderParams Specialized(const std::vector<ParamValue>& values);
// Runs `kernel` on `device`; operands are read and overwritten. `spaces` as PrintGlsl takes them; several operands may share a space.
Status RunOnVulkan(mote_vulkan_device* device, const Kernel& kernel, const std::vector<ParamValue>& values,
                   const std::vector<uint8_t>& spaces, std::vector<Bytes>& operands, const ShaderForm& form,
                   const ShaderParams& params = {});

// Runs on the interpreter and on both devices and compares every byte of every operand; any NaN of a float type equals any other.
// Empty, or what differs first.
std::string CompareWithInterpreter(const Kernel& kernel, const std::vector<ParamValue>& values, const std::vector<uint8_t>& spaces,
                                   const std::vector<Bytes>& operands);

}  // namespace mote
