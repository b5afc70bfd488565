// What the tests of passes share: reading modules, running them before and after, and counting operations.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "evaluate/evaluate.h"
#include "hlo/module.h"
#include "passes/passes.h"

namespace mote {

using Pass = std::function<Result<Module>(const Module&)>;

Module Parse(const std::string& text);                                  // fails the test on a diagnostic
Module Applied(const Pass& pass, const Module& module);                     // and verifies what comes out
int64_t Count(const Module& module, Op op);                             // instructions of every computation
int64_t CountIn(const Computation& computation, Op op);
RuntimeValue Array(ElementType type, Dims dims, const std::vector<double>& values);
// Both modules give the same bits for these inputs.
void ExpectSame(const Module& before, const Module& after, const std::vector<RuntimeValue>& inputs);
std::vector<std::string> SharedFiles(const std::string& folder, const std::string& ending);  // sorted; empty without the shared folder
std::string ReadFile(const std::string& path);

}  // namespace mote
