// TakeInPanels: panels as wide as a register tile of AVX-512, which is a multiple of all others'.
#include "select/panel_weights.h"

#include <algorithm>

#include "schema/routine_scratch.h"
#include "schema/step_layout.h"

namespace mote {
namespace {

// Three vectors of 64 bytes, two or one: the widest that makes the weights hardly longer. 0: none.
int64_t WidthFor(int64_t columns) {
  for (const int64_t width : {int64_t{kMotePanelColumns}, int64_t{32}, int64_t{16}}) {
    const int64_t more = (width - columns % width) % width;
    if (more * 20 <= columns) return width;
  }
  return 0;
}

}  // namespace

std::optional<Literal> TakeInPanels(BoundRoutine* form, const Literal& weights) {
  const IdVector<int64_t>& f = form->fields;
  if (form->row->id != Routine::kDotF32 || f[kMoteDotM] < kMotePackRows) return std::nullopt;
  if (!MoteDotPacks(f[kMoteDotM], f[kMoteDotRhsK], f[kMoteDotRhsN])) return std::nullopt;
  const int64_t n = f[kMoteDotN], k = f[kMoteDotK], width = WidthFor(n), panels = width == 0 ? 0 : (n + width - 1) / width;
  const bool one = f[kMoteDotBatch] == 1 || f[kMoteDotRhsB] == 0;
  if (!one || width == 0 || n * k != weights.shape().ElementCount()) return std::nullopt;
  Literal made(Shape::Array(ElementType::kF32, {panels, k, width}));
  auto* to = reinterpret_cast<float*>(made.mutable_bytes().data());
  const auto from = weights.data<float>();
  for (int64_t panel = 0; panel < n; panel += width) {
    const int64_t columns = std::min(width, n - panel);
    for (int64_t row = 0; row < k; ++row, to += width) {
      const int64_t first = f[kMoteDotRhsOffset] + row * f[kMoteDotRhsK] + panel * f[kMoteDotRhsN];
      for (int64_t column = 0; column < columns; ++column) to[column] = from[static_cast<size_t>(first + column * f[kMoteDotRhsN])];
    }
  }
  IdVector<int64_t> fields(kMotePanelDotFields, 0);
  fields[kMotePanelDotBatch] = f[kMoteDotBatch];
  fields[kMotePanelDotM] = f[kMoteDotM];
  fields[kMotePanelDotN] = n;
  fields[kMotePanelDotPanels] = panels;
  fields[kMotePanelDotColumns] = width;
  fields[kMotePanelDotK] = k;
  fields[kMotePanelDotLhsB] = f[kMoteDotLhsB];
  fields[kMotePanelDotLhsM] = f[kMoteDotLhsM];
  fields[kMotePanelDotLhsK] = f[kMoteDotLhsK];
  fields[kMotePanelDotRhsPanel] = k * width;
  fields[kMotePanelDotRhsK] = width;
  fields[kMotePanelDotRhsN] = 1;
  fields[kMotePanelDotLhsOffset] = f[kMoteDotLhsOffset];
  form->row = &RowOf(Routine::kDotPanelsF32);
  form->fields = std::move(fields);
  return made;
}

}  // namespace mote
