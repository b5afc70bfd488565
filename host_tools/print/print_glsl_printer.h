// GlslPrinter: one kernel as the text of a shader. Head, domains and stages are its; the nodes of a body are GlslBody's.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "print/print_glsl_body.h"
#include "print/printers.h"
#include "schema/vulkan_layout.h"

namespace mote {

// A buffer as a shader declares it: of one space, by elements of so many bytes.
struct GlslBinding {
  uint8_t space;
  int bytes;  // 4, 2, 1 or 16
  bool used, written;
  std::string Declaration(bool coherent) const;
};

class GlslPrinter {
 public:
  GlslPrinter(const Kernel& kernel, std::span<const uint8_t> spaces, const ShaderForm& form, const ShaderParams& params)
      : kernel_(kernel), spaces_(spaces), form_(form), params_(params), body_(kernel, spaces, form, params) {}

  std::string Print();
  // print_glsl_loop.cpp: as a function NAME() of a loop's shader, behind what it names; its globals have names that other parts' have too.
  std::string PrintPart(const std::string& name, const LoopPart& part);
  GlslBinding BindingOf(uint8_t space, int bytes) const;
  // Of what was printed: what the program's Shader table says.
  uint32_t texels() const { return texels_; }
  uint32_t Alignment() const;
  std::vector<uint32_t> Constants() const;  // as GlslShape has them

 private:
  // print_glsl_head.cpp: what the step gives, and the buffers
  struct ParamWord {
    std::string declaration;  // "int extent3"
    bool constant;
  };
  std::vector<ParamWord> ParamWords() const;
  MoteShaderWords Places() const;
  std::vector<std::string> StepWords() const;
  void PrintStepWords();
  void PrintConstants();
  void PrintHead();
  void PrintBinding(uint8_t space);
  void PrintReads();
  void PrintFew(int32_t operand, int32_t texels);
  void PrintSixteen(int32_t operand);
  void PrintRead(int32_t operand, int32_t texels, int words);
  // print_glsl.cpp
  std::string Extent(AxisId axis) const { return body_.ParamName(kernel_.axes[axis].extent); }
  void Unflatten(const std::vector<AxisId>& axes, const std::string& flat);
  void PrintTileCoordinates();
  void PrintCombiners();
  void PrintDomain(const std::string& index, const std::string& own);
  void PrintFlat();
  void PrintGroup();
  int32_t OperandOf(NodeId id, Scalar kind) const;
  bool StoresWhatIsLoadedAfter(size_t s) const;
  void PrintMap(const Stage& stage);
  static std::string Numbered(const char* name, size_t stage, size_t position) {
    return name + std::to_string(stage) + "_" + std::to_string(position);
  }
  void PrintCombiner(size_t s);
  std::string Combine(size_t s, const std::vector<std::string>& accumulators, const std::vector<std::string>& values) const;
  void PrintReduce(size_t s);
  void PrintResults(size_t s, const std::vector<std::string>& results, const std::vector<std::string>& first);
  void BindReduced(const Stage& stage);
  // print_glsl_subgroups.cpp
  bool Subgroups() const;
  void PrintLane();
  void PrintSubgroupFold(size_t s, const std::vector<std::string>& sums, const std::vector<std::string>& mine,
                         const std::vector<std::string>& other, std::vector<std::string>* first);
  // print_glsl_rows.cpp: an invocation a group
  void PrintRows();
  void PrintFourCombiner(size_t s, const std::vector<GlslForm>& forms);
  void PrintRowReduce(size_t s);

  const Kernel& kernel_;
  std::span<const uint8_t> spaces_;
  const ShaderForm& form_;
  const ShaderParams& params_;
  GlslBody body_;
  const bool in_block_ = Places().InBlock();
  uint32_t texels_ = 0;
  int64_t part_domain_ = -1;  // of a part of a loop, in points, tiles or groups; -1: the kernel has a shader of its own
  std::vector<std::string> shared_;
  IdVector<std::vector<GlslForm>> combiner_forms_;
};

// print_glsl.cpp. What the shader of a form asks of a device, but for what its text says; the kernel with what is known in its text.
GlslShape ShapeOf(const Kernel& kernel, const ShaderForm& form);
Kernel WithKnownConstants(Kernel kernel, const ShaderParams& params);

}  // namespace mote
