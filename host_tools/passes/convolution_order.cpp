// See convolution_order.h.
#include "passes/convolution_order.h"

#include <numeric>

namespace mote {

Order Sequence(int64_t first, size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), first);
  return order;
}

Order OrderOf(const Instruction& convolution, Attr outer, Attr spatial, Attr inner) {
  Order order = convolution.Ints(spatial);
  order.insert(order.begin(), convolution.Int(outer));
  order.push_back(convolution.Int(inner));
  return order;
}

void NumberInOrder(Instruction* convolution, Attr outer, Attr spatial, Attr inner) {
  const size_t count = convolution->Ints(spatial).size();
  convolution->attributes[outer] = int64_t{0};
  convolution->attributes[spatial] = Sequence(1, count);
  convolution->attributes[inner] = static_cast<int64_t>(count) + 1;
}

}  // namespace mote
