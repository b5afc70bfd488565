// See small_modules.h.
#include "small_modules.h"

namespace mote::testing {
namespace {

std::string Function(const std::string& parameters, const std::string& body, const std::string& result) {
  return "func.func @main(" + parameters + ") -> " + result + " {\n" + body + "\n  return %r : " + result + "\n}\n";
}

std::string Convolution(const std::string& lhs, const std::string& rhs, const std::string& result, const std::string& dims,
                        const std::string& window, int features = 1, int batches = 1) {
  return Function("%x: " + lhs + ", %w: " + rhs,
                  "  %r = stablehlo.convolution(%x, %w) dim_numbers = " + dims + ", window = {" + window +
                      "} {batch_group_count = " + std::to_string(batches) + " : i64, feature_group_count = " + std::to_string(features) +
                      " : i64} : (" + lhs + ", " + rhs + ") -> " + result,
                  result);
}

void AddConvolutions(std::vector<SmallModule>* out) {
  const std::string nhwc = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]";
  out->push_back({"conv strided padded dilated", Convolution("tensor<2x7x6x3xf32>", "tensor<3x2x3x4xf32>", "tensor<2x4x5x4xf32>", nhwc,
                                                             "stride = [2, 1], pad = [[2, 1], [1, 0]], rhs_dilate = [1, 2]")});
  out->push_back({"conv transposed", Convolution("tensor<1x3x4x2xf32>", "tensor<3x3x2x3xf32>", "tensor<1x7x9x3xf32>", nhwc,
                                                 "pad = [[2, 2], [2, 2]], lhs_dilate = [2, 2]")});
  out->push_back(
      {"conv reversed", Convolution("tensor<1x4x4x1xf32>", "tensor<2x3x1x2xf32>", "tensor<1x3x2x2xf32>", nhwc, "reverse = [true, false]")});
  out->push_back({"conv depthwise",
                  Convolution("tensor<1x5x5x4xf32>", "tensor<3x3x1x8xf32>", "tensor<1x5x5x8xf32>", nhwc, "pad = [[1, 1], [1, 1]]", 4)});
  out->push_back({"conv grouped nchw", Convolution("tensor<2x4x5x5xf32>", "tensor<6x2x2x2xf32>", "tensor<2x6x4x4xf32>",
                                                   "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", "stride = [1, 1]", 2)});
  out->push_back({"conv batch groups",
                  Convolution("tensor<4x3x3x2xf32>", "tensor<2x2x2x4xf32>", "tensor<2x2x2x4xf32>", nhwc, "stride = [1, 1]", 1, 2)});
  out->push_back({"conv negative padding",
                  Convolution("tensor<1x6x6x1xf32>", "tensor<2x2x1x1xf32>", "tensor<1x4x3x1xf32>", nhwc, "pad = [[-1, 0], [-1, -1]]")});
  out->push_back({"conv one dimension", Convolution("tensor<2x9x3xf32>", "tensor<4x3x5xf32>", "tensor<2x4x5xf32>",
                                                    "[b, 0, f]x[0, i, o]->[b, 0, f]", "stride = [2], pad = [[1, 0]]")});
  out->push_back(
      {"conv three dimensions", Convolution("tensor<1x3x4x3x2xf32>", "tensor<2x2x2x2x3xf32>", "tensor<1x3x3x2x3xf32>",
                                            "[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]", "pad = [[1, 0], [0, 0], [0, 0]]")});
  out->push_back({"conv no dimension", Convolution("tensor<3x4xf32>", "tensor<4x2xf32>", "tensor<3x2xf32>", "[b, f]x[i, o]->[b, f]", "")});
  out->push_back(
      {"conv int8 to int32", Convolution("tensor<1x4x4x2xi8>", "tensor<2x2x2x3xi8>", "tensor<1x3x3x3xi32>", nhwc, "stride = [1, 1]")});
  out->push_back({"conv of centred int8",
                  Function("%x: tensor<1x4x4x2xi8>, %w: tensor<3x3x2x3xi8>", R"(  %zx = stablehlo.constant dense<-7> : tensor<1x4x4x2xi32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %zw = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x3x2x3xi32>
  %0 = stablehlo.convert %x : (tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi32>
  %1 = stablehlo.convert %w : (tensor<3x3x2x3xi8>) -> tensor<3x3x2x3xi32>
  %2 = stablehlo.subtract %0, %zx : tensor<1x4x4x2xi32>
  %3 = stablehlo.subtract %1, %zw : tensor<3x3x2x3xi32>
  %r = stablehlo.convolution(%2, %3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xi32>, tensor<3x3x2x3xi32>) -> tensor<1x4x4x3xi32>)",
                           "tensor<1x4x4x3xi32>")});
  out->push_back(
      {"conv bf16", Convolution("tensor<1x4x4x2xbf16>", "tensor<2x2x2x3xbf16>", "tensor<1x3x3x3xbf16>", nhwc, "stride = [1, 1]")});
  out->push_back({"conv window larger than the input",
                  Convolution("tensor<1x2x2x1xf32>", "tensor<3x3x1x1xf32>", "tensor<1x0x0x1xf32>", nhwc, "stride = [1, 1]")});
}

std::string Dot(const std::string& lhs, const std::string& rhs, const std::string& result, const std::string& dims) {
  return Function("%x: " + lhs + ", %w: " + rhs,
                  "  %r = stablehlo.dot_general %x, %w, " + dims + " : (" + lhs + ", " + rhs + ") -> " + result, result);
}

void AddDots(std::vector<SmallModule>* out) {
  out->push_back({"dot batched", Dot("tensor<2x3x4x5xf32>", "tensor<2x3x5x6xf32>", "tensor<2x3x4x6xf32>",
                                     "batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2]")});
  out->push_back({"dot odd batches", Dot("tensor<4x2x5xf32>", "tensor<5x6x2xf32>", "tensor<2x4x6xf32>",
                                         "batching_dims = [1] x [2], contracting_dims = [2] x [0]")});
  out->push_back(
      {"dot two contracted", Dot("tensor<3x4x5xf32>", "tensor<4x5x2xf32>", "tensor<3x2xf32>", "contracting_dims = [1, 2] x [0, 1]")});
  out->push_back({"dot outer product", Dot("tensor<3xf32>", "tensor<4xf32>", "tensor<3x4xf32>", "contracting_dims = [] x []")});
  out->push_back({"dot to scalar", Dot("tensor<7xf32>", "tensor<7xf32>", "tensor<f32>", "contracting_dims = [0] x [0]")});
  out->push_back({"dot over nothing", Dot("tensor<3x0xf32>", "tensor<0x2xf32>", "tensor<3x2xf32>", "contracting_dims = [1] x [0]")});
  out->push_back({"dot f64", Dot("tensor<3x5xf64>", "tensor<5x2xf64>", "tensor<3x2xf64>", "contracting_dims = [1] x [0]")});
  out->push_back({"dot f16", Dot("tensor<3x5xf16>", "tensor<5x2xf16>", "tensor<3x2xf16>", "contracting_dims = [1] x [0]")});
  out->push_back({"dot int8 to int32", Dot("tensor<3x5xi8>", "tensor<5x2xi8>", "tensor<3x2xi32>", "contracting_dims = [1] x [0]")});
  out->push_back({"dot of part of int8", Function("%x: tensor<4x7xi8>, %w: tensor<5x2xi8>", R"(  %c = stablehlo.constant dense<-100> : tensor<3x5xi32>
  %0 = stablehlo.slice %x [1:4, 2:7] : (tensor<4x7xi8>) -> tensor<3x5xi8>
  %1 = stablehlo.convert %0 : (tensor<3x5xi8>) -> tensor<3x5xi32>
  %2 = stablehlo.convert %w : (tensor<5x2xi8>) -> tensor<5x2xi32>
  %3 = stablehlo.subtract %1, %c : tensor<3x5xi32>
  %r = stablehlo.dot_general %3, %2, contracting_dims = [1] x [0] : (tensor<3x5xi32>, tensor<5x2xi32>) -> tensor<3x2xi32>)",
                                                     "tensor<3x2xi32>")});
  out->push_back({"dot int8 wraps", Dot("tensor<3x50xi8>", "tensor<50x2xi8>", "tensor<3x2xi8>", "contracting_dims = [1] x [0]")});
  out->push_back({"dot int64", Dot("tensor<3x5xi64>", "tensor<5x2xi64>", "tensor<3x2xi64>", "contracting_dims = [1] x [0]")});
  out->push_back({"dot pred", Dot("tensor<3x5xi1>", "tensor<5x2xi1>", "tensor<3x2xi1>", "contracting_dims = [1] x [0]")});
}

void AddWindows(std::vector<SmallModule>* out) {
  out->push_back(
      {"window dilated",
       Function(
           "%x: tensor<5x6xf32>, %i: tensor<f32>",
           R"(  %r = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>, padding = dense<[[1, 0], [-1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<7x3xf32>)",
           "tensor<7x3xf32>")});
  out->push_back(
      {"window of two",
       Function(
           "%x: tensor<6xf32>, %y: tensor<6xi32>, %i: tensor<f32>, %j: tensor<i32>",
           R"(  %q, %r = "stablehlo.reduce_window"(%x, %y, %i, %j) <{window_dimensions = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    %s = stablehlo.maximum %a, %c : tensor<f32>
    %t = stablehlo.add %b, %d : tensor<i32>
    stablehlo.return %s, %t : tensor<f32>, tensor<i32>
  }) : (tensor<6xf32>, tensor<6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>))",
           "tensor<6xi32>")});
}

void AddReductions(std::vector<SmallModule>* out) {
  out->push_back({"argmax", Function("%x: tensor<3x5xf32>", R"(  %i = stablehlo.iota dim = 1 : tensor<3x5xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %q, %r = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [1] : (tensor<3x5xf32>, tensor<3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>)  {
    %0 = stablehlo.compare GE, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.select %0, %a, %c : tensor<i1>, tensor<f32>
    %2 = stablehlo.select %0, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  })",
                                     "tensor<3xi32>")});
  out->push_back({"reduce outer and inner", Function("%x: tensor<3x4x5xf32>, %i: tensor<f32>",
                                                     "  %r = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0, "
                                                     "2] : (tensor<3x4x5xf32>, tensor<f32>) -> tensor<4xf32>",
                                                     "tensor<4xf32>")});
  out->push_back({"reduce in lanes", Function("%x: tensor<3x70xf32>, %i: tensor<f32>",
                                              "  %r = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : "
                                              "(tensor<3x70xf32>, tensor<f32>) -> tensor<3xf32>",
                                              "tensor<3xf32>")});
  out->push_back({"reduce everything", Function("%x: tensor<5x9xi32>, %i: tensor<i32>",
                                                "  %r = stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [0, "
                                                "1] : (tensor<5x9xi32>, tensor<i32>) -> tensor<i32>",
                                                "tensor<i32>")});
  out->push_back({"reduce nothing", Function("%x: tensor<3x0xf32>, %i: tensor<f32>",
                                             "  %r = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : "
                                             "(tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>",
                                             "tensor<3xf32>")});
  out->push_back({"reduce bf16", Function("%x: tensor<3x9xbf16>, %i: tensor<bf16>",
                                          "  %r = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : "
                                          "(tensor<3x9xbf16>, tensor<bf16>) -> tensor<3xbf16>",
                                          "tensor<3xbf16>")});
}

void AddIndexing(std::vector<SmallModule>* out) {
  for (const char* type : {"i8", "ui8", "i32", "ui32", "i64", "ui64"}) {
    const std::string scalar = std::string("tensor<") + type + ">";
    out->push_back({std::string("dynamic_slice by ") + type,
                    Function("%x: tensor<5x4xf32>, %a: " + scalar + ", %b: " + scalar,
                             "  %c = stablehlo.subtract %a, %b : " + scalar +
                                 "\n  %r = stablehlo.dynamic_slice %x, %c, %b, sizes = [2, 3] : (tensor<5x4xf32>, " + scalar + ", " +
                                 scalar + ") -> tensor<2x3xf32>",
                             "tensor<2x3xf32>")});
    out->push_back({std::string("dynamic_slice from memory by ") + type,
                    Function("%x: tensor<5x4xi16>, %a: " + scalar + ", %b: " + scalar,
                             "  %r = stablehlo.dynamic_slice %x, %a, %b, sizes = [2, 3] : (tensor<5x4xi16>, " + scalar + ", " + scalar +
                                 ") -> tensor<2x3xi16>",
                             "tensor<2x3xi16>")});
    const std::string indices = std::string("tensor<3x2x") + type + ">";
    out->push_back(
        {std::string("gather by ") + type,
         Function(
             "%x: tensor<4x5x2xf32>, %i: " + indices,
             R"(  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<4x5x2xf32>, )" +
                 indices + ") -> tensor<3x2x2xf32>",
             "tensor<3x2x2xf32>")});
    out->push_back({std::string("dynamic_update_slice by ") + type,
                    Function("%x: tensor<5x4xf32>, %u: tensor<2x2xf32>, %a: " + scalar,
                             "  %r = stablehlo.dynamic_update_slice %x, %u, %a, %a : (tensor<5x4xf32>, tensor<2x2xf32>, " + scalar + ", " +
                                 scalar + ") -> tensor<5x4xf32>",
                             "tensor<5x4xf32>")});
  }
}

void AddMoves(std::vector<SmallModule>* out) {
  out->push_back(
      {"gather batched",
       Function(
           "%x: tensor<3x4x2xf32>, %i: tensor<3x5x1xi32>",
           R"(  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xf32>, tensor<3x5x1xi32>) -> tensor<3x5x2xf32>)",
           "tensor<3x5x2xf32>")});
  out->push_back({"concatenate", Function("%a: tensor<2x3xi32>, %b: tensor<2x0xi32>, %c: tensor<2x1xi32>, %d: tensor<2x4xi32>",
                                          "  %r = stablehlo.concatenate %a, %b, %c, %d, dim = 1 : (tensor<2x3xi32>, tensor<2x0xi32>, "
                                          "tensor<2x1xi32>, tensor<2x4xi32>) -> tensor<2x8xi32>",
                                          "tensor<2x8xi32>")});
  out->push_back({"pad both ways", Function("%a: tensor<4x5xi8>, %b: tensor<i8>",
                                            "  %r = stablehlo.pad %a, %b, low = [-1, 2], high = [1, -3], interior = [1, 2] : "
                                            "(tensor<4x5xi8>, tensor<i8>) -> tensor<7x12xi8>",
                                            "tensor<7x12xi8>")});
  out->push_back(
      {"pad of nothing",
       Function("%a: tensor<0xf32>, %b: tensor<f32>",
                "  %r = stablehlo.pad %a, %b, low = [2], high = [1], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>",
                "tensor<3xf32>")});
  out->push_back(
      {"reverse slice transpose", Function("%a: tensor<4x6x5xf32>",
                                           "  %0 = stablehlo.reverse %a, dims = [0, 2] : tensor<4x6x5xf32>\n  %1 = stablehlo.slice %0 "
                                           "[1:4:2, 0:6:3, 2:5] : (tensor<4x6x5xf32>) -> tensor<2x2x3xf32>\n  %r = stablehlo.transpose %1, "
                                           "dims = [2, 0, 1] : (tensor<2x2x3xf32>) -> tensor<3x2x2xf32>",
                                           "tensor<3x2x2xf32>")});
  out->push_back(
      {"reshape that does not line up",
       Function("%a: tensor<6x4xf32>, %b: tensor<4x6xf32>",
                "  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>\n  %1 = stablehlo.add %0, %b : "
                "tensor<4x6xf32>\n  %2 = stablehlo.reshape %1 : (tensor<4x6xf32>) -> tensor<8x3xf32>\n  %3 = stablehlo.transpose %2, dims "
                "= [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>\n  %r = stablehlo.negate %3 : tensor<3x8xf32>",
                "tensor<3x8xf32>")});
}

void AddTypes(std::vector<SmallModule>* out) {
  for (const char* type : {"i1", "i8", "ui8", "i16", "i32", "ui32", "i64", "ui64", "f16", "bf16", "f32", "f64"}) {
    const std::string t = std::string("tensor<3x4x") + type + ">";
    if (std::string(type) != "i1") {
      out->push_back({std::string("iota of ") + type, Function("", "  %r = stablehlo.iota dim = 1 : " + t, t)});
    }
    out->push_back({std::string("select and clamp of ") + type,
                    Function("%p: tensor<i1>, %a: " + t + ", %b: " + t,
                             "  %0 = stablehlo.select %p, %a, %b : tensor<i1>, " + t + "\n  %r = stablehlo.clamp %a, %0, %b : " + t, t)});
    out->push_back(
        {std::string("converts of ") + type, Function("%a: " + t,
                                                      "  %0 = stablehlo.convert %a : (" + t +
                                                          ") -> tensor<3x4xf32>\n  %1 = stablehlo.add %0, %0 : tensor<3x4xf32>\n  %r = "
                                                          "stablehlo.convert %1 : (tensor<3x4xf32>) -> " +
                                                          t,
                                                      t)});
  }
  out->push_back(
      {"bitcast to narrower",
       Function("%a: tensor<3xi64>", "  %r = stablehlo.bitcast_convert %a : (tensor<3xi64>) -> tensor<3x4xi16>", "tensor<3x4xi16>")});
  out->push_back(
      {"bitcast to wider",
       Function("%a: tensor<3x4xi16>", "  %r = stablehlo.bitcast_convert %a : (tensor<3x4xi16>) -> tensor<3xf64>", "tensor<3xf64>")});
  out->push_back(
      {"map", Function("%a: tensor<4xf32>, %b: tensor<4xf32>", R"(  %r = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.multiply %x, %y : tensor<f32>
    %n = stablehlo.add %m, %y : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>)",
                       "tensor<4xf32>")});
}

}  // namespace

std::vector<SmallModule> SmallModules() {
  std::vector<SmallModule> out;
  AddConvolutions(&out);
  AddDots(&out);
  AddWindows(&out);
  AddReductions(&out);
  AddIndexing(&out);
  AddMoves(&out);
  AddTypes(&out);
  return out;
}

}  // namespace mote::testing
