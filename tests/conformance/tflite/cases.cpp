#include "cases.h"

#include <cstring>
#include <fstream>
#include <sstream>

namespace mote {
namespace {

class Bytes {
 public:
  explicit Bytes(std::string text) : text_(std::move(text)) {}
  template <typename T>
  T Number() {
    T value{};
    if (text_.size() - at_ >= sizeof value) std::memcpy(&value, text_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::string Blob() {
    const uint32_t length = Number<uint32_t>();
    at_ += length;
    return text_.substr(at_ - length, length);
  }
  std::vector<std::string> Blobs() {
    std::vector<std::string> list(Number<uint32_t>());
    for (std::string& one : list) one = Blob();
    return list;
  }

 private:
  std::string text_;
  size_t at_ = 0;
};

}  // namespace

std::vector<TfliteCase> ReadCases(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (text.str().substr(0, 4) != "MTC1") return {};
  Bytes bytes(text.str().substr(4));
  std::vector<TfliteCase> cases(bytes.Number<uint32_t>());
  for (TfliteCase& one : cases) {
    one.name = bytes.Blob();
    one.comparison = bytes.Number<uint8_t>();
    one.tolerance = bytes.Number<double>();
    one.file = bytes.Blob();
    one.runs.resize(bytes.Number<uint32_t>());
    for (TfliteCase::Run& run : one.runs) {
      run.inputs = bytes.Blobs();
      run.outputs = bytes.Blobs();
    }
  }
  return cases;
}

}  // namespace mote
