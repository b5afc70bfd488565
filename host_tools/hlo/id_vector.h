// IdVector: a vector indexed by the signed integers that the compiler numbers things with. Nothing else: the index is not checked.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mote {

template <typename T>
class IdVector : public std::vector<T> {
 public:
  using Base = std::vector<T>;
  using Base::Base;
  IdVector() = default;
  IdVector(Base list) : Base(std::move(list)) {}

  typename Base::reference operator[](std::convertible_to<size_t> auto id) { return Base::operator[](static_cast<size_t>(id)); }
  typename Base::const_reference operator[](std::convertible_to<size_t> auto id) const { return Base::operator[](static_cast<size_t>(id)); }

  int32_t count() const { return static_cast<int32_t>(this->size()); }  // as an id: the one that the next element will have
  bool Has(std::integral auto id) const { return id >= 0 && static_cast<size_t>(id) < this->size(); }
};

}  // namespace mote
