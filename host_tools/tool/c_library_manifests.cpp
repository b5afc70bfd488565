// Manifests of an exported library, one for each build system: its name, its sources, its include folder.
#include <fmt/format.h>

#include <algorithm>

#include "tool/c_library.h"

namespace mote {

namespace {

constexpr const char* kAbout = "A compiled XLA computation with the part of mote's runtime that runs it";
constexpr const char* kFlags = "-ffp-contract=off -fno-math-errno -fno-trapping-math";

constexpr const char* kArduino = R"(name={0}
version=0.1.0
author=mote
maintainer=mote
sentence={1}.
paragraph={0}.h has its sizes.
category=Data Processing
url=
architectures=*
includes={0}.h
)";
constexpr const char* kPlatformIo = R"({{
  "name": "{0}",
  "version": "0.1.0",
  "description": "{1}",
  "license": "Apache-2.0",
  "frameworks": "*",
  "platforms": "*",
  "headers": "{0}.h",
  "build": {{"srcDir": "src", "includeDir": "src", "flags": "{2}"}}
}}
)";
constexpr const char* kEspIdf = R"(version: "0.1.0"
description: {}
license: Apache-2.0
dependencies:
  idf: ">=4.4"
)";

std::vector<std::string> Compiled(const std::vector<NamedText>& sources) {
  std::vector<std::string> paths;
  for (const auto& [path, text] : sources) {
    const std::string ending = path.substr(path.rfind('.') + 1);
    if (path.starts_with("src/") && (ending == "c" || ending == "cpp" || ending == "S")) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string Lines(const std::vector<std::string>& paths, const char* before, const char* after) {
  std::string text;
  for (const std::string& path : paths) text += before + path + after;
  return text;
}

std::string CMake(const std::string& name, const std::vector<std::string>& paths) {
  return fmt::format(
      "# {1}: as an ESP-IDF component, or for add_subdirectory and target_link_libraries(… {0}).\n"
      "set(sources\n{2})\n"
      "if(ESP_PLATFORM)\n"
      "  idf_component_register(SRCS ${{sources}} INCLUDE_DIRS src)\n"
      "  target_compile_options(${{COMPONENT_LIB}} PRIVATE {3})\n"
      "else()\n"
      "  cmake_minimum_required(VERSION 3.16)\n"
      "  project({0} LANGUAGES C CXX ASM)\n"
      "  add_library({0} STATIC ${{sources}})\n"
      "  target_include_directories({0} PUBLIC src)\n"
      "  target_compile_features({0} PUBLIC c_std_11 cxx_std_17)\n"
      "  target_compile_options({0} PRIVATE {3})\n"
      "endif()\n",
      name, kAbout, Lines(paths, "  ", "\n"), kFlags);
}

std::string ZephyrCMake(const std::string& name, const std::string& option, const std::vector<std::string>& paths) {
  return fmt::format(
      "if(CONFIG_{1})\n"
      "  zephyr_include_directories(../src)\n"
      "  zephyr_library_named({0})\n"
      "  zephyr_library_sources(\n{2}  )\n"
      "  zephyr_library_compile_options({3})\n"
      "endif()\n",
      name, option, Lines(paths, "    ../", "\n"), kFlags);
}

std::string CmsisPack(const std::string& name, const std::vector<std::string>& paths) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<package schemaVersion=\"1.7.7\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema-instance\" xs:noNamespaceSchemaLocation=\"PACK.xsd\">\n"
      "  <vendor>mote</vendor>\n  <name>{0}</name>\n  <description>{1}</description>\n  <url></url>\n  <license>LICENSE</license>\n"
      "  <releases>\n    <release version=\"0.1.0\">{1}</release>\n  </releases>\n"
      "  <components>\n    <component Cclass=\"Machine Learning\" Cgroup=\"mote\" Csub=\"{0}\" Cversion=\"0.1.0\">\n"
      "      <description>{1}</description>\n      <files>\n"
      "        <file category=\"include\" name=\"src/\"/>\n        <file category=\"header\" name=\"src/{0}.h\"/>\n{2}"
      "      </files>\n    </component>\n  </components>\n</package>\n",
      name, kAbout, Lines(paths, "        <file category=\"source\" name=\"", "\"/>\n"));
}

}  // namespace

std::vector<NamedText> LibraryManifests(const std::string& name, const std::vector<NamedText>& sources) {
  const std::vector<std::string> paths = Compiled(sources);
  const std::string option = "MOTE_" + UpperCase(name);
  return {
      {"library.properties", fmt::format(kArduino, name, kAbout)},
      {"library.json", fmt::format(kPlatformIo, name, kAbout, kFlags)},
      {"CMakeLists.txt", CMake(name, paths)},
      {"idf_component.yml", fmt::format(kEspIdf, kAbout)},
      {"zephyr/module.yml", fmt::format("name: {}\nbuild:\n  cmake: zephyr\n  kconfig: zephyr/Kconfig\n", name)},
      {"zephyr/CMakeLists.txt", ZephyrCMake(name, option, paths)},
      {"zephyr/Kconfig", fmt::format("config {}\n\tbool \"{}: {}\"\n\tdepends on CPP\n\tdefault y\n", option, name, kAbout)},
      {"mote." + name + ".pdsc", CmsisPack(name, paths)},
  };
}

}  // namespace mote
