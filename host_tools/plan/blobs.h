// Blobs: byte strings that are written once however often they are asked for, each at an aligned offset of one segment.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace mote {

class Blobs {
 public:
  explicit Blobs(int64_t alignment) : alignment_(alignment) {}
  // Offset of the blob in the segment. The first to ask for a content decides its place.
  int64_t Place(std::span<const uint8_t> bytes) {
    std::string key(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto found = places_.find(key);
    if (found != places_.end()) return found->second;
    bytes_.resize((bytes_.size() + static_cast<size_t>(alignment_) - 1) / static_cast<size_t>(alignment_) *
                  static_cast<size_t>(alignment_));
    const auto place = static_cast<int64_t>(bytes_.size());
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    places_.emplace(std::move(key), place);
    return place;
  }
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  std::vector<uint8_t> Take() { return std::move(bytes_); }

 private:
  int64_t alignment_;
  std::vector<uint8_t> bytes_;
  std::map<std::string, int64_t> places_;
};

}  // namespace mote
