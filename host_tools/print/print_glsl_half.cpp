// GlslBody: loops of dots and convolutions that multiply in f16 (kernel/half_products.h). The sums of a few turns are f16 variables beside
// the carried value, of its kind and size; nothing asks that they are exact, so that a device may fuse what it can.
#include "print/print_glsl_body.h"

namespace mote {

std::string GlslBody::HalfSum() const {
  return "half" + std::to_string(half_->sum) + tiles_.Subscript(tiles_.MaskOf(half_->sum));
}

// In front of the few turns.
void GlslBody::DeclareHalfSums() {
  const GlslTiles::Mask mask = tiles_.MaskOf(half_->sum);
  const std::string type = tiles_.Wide(half_->sum) ? "f16vec4" : "float16_t";
  Line(type + " half" + std::to_string(half_->sum) + tiles_.Dimensions(mask) + ";");
  OpenTiles(mask);
  Line(HalfSum() + " = " + type + "(0.0);");
  CloseTiles(mask);
}

// Of a factor that is the same for four points one value: vectors are multiplied by it.
std::string GlslBody::HalfOf(NodeId factor) {
  if (forms_[factor] == 'h') return ValueLike(factor, factor, 'h');
  return (tiles_.Wide(factor) ? "f16vec4(" : "float16_t(") + ValueLike(factor, factor, 'f') + ")";
}

// A load that is nothing but a factor: it is converted once, and of f16 not at all.
bool GlslBody::IsHalfFactor(NodeId load) const {
  const bool factor = half_ && (load == half_->factors[0] || load == half_->factors[1]);
  return factor && kernel_.nodes[load].op == Scalar::kLoad && bit_wishes_[load] + float_wishes_[load] == 1;
}

// Of one f32 or, for a wide load, four.
std::string GlslBody::HalfOfWords(NodeId load, const std::string& words) const {
  return tiles_.Wide(load) ? GlslWideConverted(words, 'u', 'h') : GlslConverted(words, 'u', 'h');
}

// In a loop over the tile, in place of the node that adds the product to the carried value.
void GlslBody::PrintHalfProduct() {
  Line(HalfSum() + " += " + HalfOf(half_->factors[0]) + " * " + HalfOf(half_->factors[1]) + ";");
}

void GlslBody::EndHalfProducts() {
  Close();  // the few turns
  const GlslTiles::Mask mask = tiles_.MaskOf(half_->sum);
  OpenTiles(mask);
  Line(names_[half_->sum] + " += " + TypeOf(half_->sum, 'f') + "(" + HalfSum() + ");");
  CloseTiles(mask);
  if (eights_) Close();
  Close();
  half_.reset();
}

}  // namespace mote
