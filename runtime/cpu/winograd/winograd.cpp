// winograd_f32: blocks of tiles. Inputs of all tiles of a block are transformed, position by position they are products of small matrices,
// and these become outputs, kMoteTiledColumns of them at a time.
#include "cpu/winograd/winograd.h"

#include "cpu/f32_routines.h"
#include "cpu/window_range.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

constexpr int32_t kTile = kMoteTiledOutputs, kSide = kMoteTiledPositions, kPositions = kSide * kSide;

// Where a tile's outputs begin, one behind the other through an image, and image behind image.
struct Place {
  int32_t image, y, x;
  void Next(const ConvolutionArguments& c) {
    if ((x += kTile) < c.out_w) return;
    x = 0;
    if ((y += kTile) < c.out_h) return;
    y = 0, ++image;
  }
};

struct Work {
  const WinogradInstance* transforms;
  const F32Instance* products;
  const ConvolutionArguments* c;
  uint32_t begin, end;  // rows of outputs
  int32_t first_output, last_output;  // of each pixel
  const Finish* finish;
  const DirectFinish* direct;
  bool reads;            // else there is nothing to multiply
  int32_t tiles, columns, depth;  // at once; depth: channels
  float *inputs, *made, *outputs;
  ptrdiff_t input_step, made_step;
};

// Channels [first, first + count) of the tile at p.
void TransformInput(const Work& w, const Place& p, int32_t first, int32_t count, float* to) {
  const ConvolutionArguments& c = *w.c;
  const int32_t top = p.y - c.pad_y, left = p.x - c.pad_x;
  WinogradInput in;
  in.line = c.lhs_y, in.pixel = c.lhs_x, in.channel = c.lhs_c;
  const Range lines = Inside(top, kSide, 1, c.in_h), pixels = Inside(left, kSide, 1, c.in_w);
  in.lines = {lines.first, lines.last}, in.pixels = {pixels.first, pixels.last};
  const bool any = in.lines.first < in.lines.last && in.pixels.first < in.pixels.last;  // else no place is read, and none may be near
  in.from = c.lhs;
  if (any) {
    in.from += static_cast<ptrdiff_t>(p.image) * c.lhs_b + static_cast<ptrdiff_t>(top + in.lines.first) * c.lhs_y +
               static_cast<ptrdiff_t>(left + in.pixels.first) * c.lhs_x + static_cast<ptrdiff_t>(first) * c.lhs_c;
  }
  in.channels = count;
  in.to = to, in.step = w.input_step;
  w.transforms->input(in);
}

// Sums of the tile's lines, `columns` outputs of each pixel, to the epilogue: whole pixels of a line together.
void HandOn(const Work& w, uint32_t row, int32_t x, TileRange lines, int32_t pixels, int32_t o, int32_t columns) {
  const ConvolutionArguments& c = *w.c;
  const auto features = static_cast<uint32_t>(c.out_per_group), count = static_cast<uint32_t>(columns);
  for (int32_t i = lines.first; i < lines.last; ++i) {
    const uint32_t pixel = (row + static_cast<uint32_t>(i)) * static_cast<uint32_t>(c.out_w) + static_cast<uint32_t>(x);
    const uint32_t first = pixel * features + static_cast<uint32_t>(o);
    const float* const sums = w.outputs + static_cast<ptrdiff_t>(i) * kTile * columns;
    if (count == features) {
      w.finish->run(w.finish->context, first, static_cast<uint32_t>(pixels) * features, sums);
    } else if (w.finish->rows != nullptr) {
      w.finish->rows(w.finish->context, first, static_cast<uint32_t>(pixels), features, count, sums);
    } else {
      for (int32_t q = 0; q < pixels; ++q) {
        w.finish->run(w.finish->context, first + static_cast<uint32_t>(q) * features, count, sums + static_cast<ptrdiff_t>(q) * columns);
      }
    }
  }
}

// Outputs [o, o + columns) of the tile at p.
void TransformOutput(const Work& w, const Place& p, const float* from, int32_t o, int32_t columns) {
  const ConvolutionArguments& c = *w.c;
  const uint32_t row = static_cast<uint32_t>(p.image) * static_cast<uint32_t>(c.out_h) + static_cast<uint32_t>(p.y);
  WinogradOutput out;
  out.from = from, out.step = w.made_step;
  out.lines.first = row < w.begin ? static_cast<int32_t>(w.begin - row) : 0;
  out.lines.last = Min(kTile, c.out_h - p.y);
  if (w.end - row < static_cast<uint32_t>(out.lines.last)) out.lines.last = static_cast<int32_t>(w.end - row);
  out.pixels = Min(kTile, c.out_w - p.x), out.columns = columns;
  out.direct = w.direct;
  out.bias = out.residual = nullptr;
  if (w.direct == nullptr) {
    out.out = w.outputs, out.line = kTile * columns, out.pixel = columns;
    w.transforms->output(out);
    return HandOn(w, row, p.x, out.lines, out.pixels, o, columns);
  }
  const size_t first = (size_t{row} * static_cast<size_t>(c.out_w) + static_cast<size_t>(p.x)) * static_cast<size_t>(c.out_per_group) +
                       static_cast<size_t>(o);
  out.out = w.direct->out + first;
  out.pixel = c.out_per_group, out.line = out.pixel * c.out_w;
  if (w.direct->bias != nullptr) out.bias = w.direct->bias + o;
  if (w.direct->residual != nullptr) out.residual = w.direct->residual + first;
  w.transforms->output(out);
}

// Products of all positions of `tiles` tiles, outputs [o, o + columns), panel by panel: weights are read in the order in which they lie.
void Multiply(const Work& w, int32_t tiles, int32_t o, int32_t columns) {
  const ConvolutionArguments& c = *w.c;
  TileArguments t;
  t.a_row = c.in_per_group, t.a_line = t.b_line = 0, t.a_k = 1, t.acc_row = columns;
  t.rows = tiles, t.lines = 1, t.k = c.in_per_group;
  for (int32_t p = 0; p < kPositions; ++p) {
    float* const made = w.made + p * w.made_step;
    t.a = w.inputs + p * w.input_step;
    if (w.products->fresh == nullptr) {
      for (int32_t i = 0; i < tiles * columns; ++i) made[i] = 0;
    }
    for (int32_t j = 0; j < columns; j += t.columns) {
      t.columns = Min(kMoteTiledPanel, columns - j);
      t.b = c.rhs + (static_cast<ptrdiff_t>(p) * c.rhs_x + static_cast<ptrdiff_t>(o + j) * c.in_per_group);
      t.b_k = t.columns, t.acc = made + j;
      (w.products->fresh != nullptr ? w.products->fresh : w.products->tile)(t);
    }
  }
}

void RunBlock(const Work& w, Place* place, int32_t tiles) {
  const Place first = *place;
  for (int32_t t = 0; t < tiles; ++t, place->Next(*w.c)) {
    TransformInput(w, *place, 0, w.c->in_per_group, w.inputs + static_cast<ptrdiff_t>(t) * w.c->in_per_group);
  }
  for (int32_t o = w.first_output; o < w.last_output; o += w.columns) {
    const int32_t columns = Min(w.columns, w.last_output - o);
    Multiply(w, tiles, o, columns);
    Place p = first;
    for (int32_t t = 0; t < tiles; ++t, p.Next(*w.c)) TransformOutput(w, p, w.made + static_cast<ptrdiff_t>(t) * columns, o, columns);
  }
}

// One tile, one output, channel by channel: for scratch that holds no block, weights that do not lie side by side, and nothing to read.
void RunAlone(Work w, const Place& p) {
  const ConvolutionArguments& c = *w.c;
  float inputs[kPositions], made[kPositions], outputs[kTile * kTile];
  w.transforms = &kPortableWinograd;
  w.input_step = w.made_step = 1;
  w.outputs = outputs;
  for (int32_t o = w.first_output; o < w.last_output; ++o) {
    const int32_t panel = o / kMoteTiledPanel * kMoteTiledPanel, width = Min(kMoteTiledPanel, c.out_per_group - panel);
    for (float& sum : made) sum = 0;
    for (int32_t channel = 0; w.reads && channel < c.in_per_group; ++channel) {
      TransformInput(w, p, channel, 1, inputs);
      TileArguments t;
      t.a_row = t.a_line = t.a_k = t.b_line = t.b_k = 0, t.acc_row = 1;
      t.rows = t.columns = t.lines = t.k = 1;
      for (int32_t at = 0; at < kPositions; ++at) {
        t.a = inputs + at, t.acc = made + at;
        const ptrdiff_t element = static_cast<ptrdiff_t>(panel) * c.in_per_group + channel * width + (o - panel);
        t.b = c.rhs + (static_cast<ptrdiff_t>(at) * c.rhs_x + element * c.rhs_c);
        kPortableF32.tile(t);
      }
    }
    TransformOutput(w, p, made, o, 1);
  }
}

// As many tiles at once as the scratch holds, no more than were planned for, in blocks of about one size. None: there is too little of it.
void Fit(const RoutineCall& call, int32_t all, void* scratch, size_t scratch_bytes, Work* w) {
  const ConvolutionArguments& c = *w->c;
  w->tiles = 0;
  if (c.rhs_c != 1 || !w->reads || c.in_per_group > kMoteTiledMostChannels) return;
  int64_t fields[kMoteConvFields];
  for (int i = 0; i < kMoteConvFields; ++i) fields[i] = call.fields[i];
  const int64_t planned = MoteWinogradScratch(64, fields), most = static_cast<int64_t>(scratch_bytes) < planned
                                                                      ? static_cast<int64_t>(scratch_bytes) : planned;
  w->columns = Min(w->last_output - w->first_output, kMoteTiledColumns);
  int32_t tiles = 0;
  while (tiles < all && MoteTiledBlock(tiles + 1, c.in_per_group, w->columns) <= most) ++tiles;
  if (tiles == 0) return;
  const int32_t blocks = (all + tiles - 1) / tiles;
  w->tiles = (all + blocks - 1) / blocks;
  w->input_step = MoteTiledStride(int64_t{w->tiles} * c.in_per_group);
  w->made_step = MoteTiledStride(int64_t{w->tiles} * w->columns);
  w->inputs = static_cast<float*>(scratch);
  w->made = w->inputs + kPositions * w->input_step;
  w->outputs = w->made + kPositions * w->made_step;
}

void Sums(const RoutineCall& call, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes, const Finish& finish) {
  const auto c = ArgumentsOf<ConvolutionArguments>(call);
  const auto height = static_cast<uint32_t>(c.out_h);
  const auto line = [&](uint32_t row) { return row / height * ((height + kTile - 1) / kTile) + row % height / kTile; };  // of tiles
  const int32_t across = (c.out_w + kTile - 1) / kTile, all = static_cast<int32_t>(line(end - 1) - line(begin) + 1) * across;
  Work w = {};
  w.transforms = kWinogradInstances[call.isa], w.products = kF32Instances[call.isa];
  w.c = &c;
  w.begin = begin, w.end = end;
  w.first_output = call.first_column, w.last_output = call.last_column != 0 ? call.last_column : c.out_per_group;
  w.finish = &finish, w.direct = finish.direct;
  if (w.direct != nullptr && w.direct->bias != nullptr && w.direct->columns != static_cast<uint32_t>(c.out_per_group)) w.direct = nullptr;
  w.reads = c.in_per_group != 0 && c.in_h != 0 && c.in_w != 0;
  Fit(call, all, scratch, scratch_bytes, &w);
  Place place = {static_cast<int32_t>(begin / height), static_cast<int32_t>(begin % height) / kTile * kTile, 0};
  for (int32_t done = 0; done < all;) {
    const int32_t tiles = w.tiles < all - done ? w.tiles : all - done;
    if (tiles != 0) {
      RunBlock(w, &place, tiles);
    } else {
      RunAlone(w, place);
      place.Next(c);
    }
    done += tiles != 0 ? tiles : 1;
  }
}

// Where outputs are more than tiles, their weights are more than the inputs: threads share those out.
ColumnParts Columns(const int32_t* f) {
  const int64_t down = (int64_t{f[kMoteConvOutH]} + kTile - 1) / kTile, across = (int64_t{f[kMoteConvOutW]} + kTile - 1) / kTile;
  const int32_t outputs = f[kMoteConvOutPerGroup];
  if (f[kMoteConvBatch] * down * across >= outputs || outputs < 2 * kMoteTiledPanel) return {};
  return {kMoteTiledPanel, outputs};
}

}  // namespace

const Routine kWinogradF32 = WithColumns(MakeWinogradF32(Sums), Columns);

}  // namespace mote::runtime
