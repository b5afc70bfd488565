// HLO text: one line per operation as XLA dumps it, tuples for several results, captured values in a loop's tuple, and what has no form.
#include <gtest/gtest.h>

#include "frontend/frontend.h"
#include "hlo/print.h"

namespace mote {
namespace {

std::string HloOf(const std::string& parameters, const std::string& body) {
  const Result<Module> module = ReadStablehlo("func.func @main(" + parameters + ") " + body, "test.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : FormatDiagnostic(module.error()));
  if (!module.ok()) return "";
  const Result<std::string> text = PrintHlo(*module);
  EXPECT_TRUE(text.ok()) << (text.ok() ? "" : text.error().text);
  if (!text.ok()) return "";
  const Result<Module> again = ReadHloText(*text, "test.hlo");
  EXPECT_TRUE(again.ok()) << (again.ok() ? "" : FormatDiagnostic(again.error())) << *text;
  return *text;
}

void ExpectLine(const std::string& text, const std::string& line) {
  EXPECT_NE(text.find(line), std::string::npos) << line << "\nin\n" << text;
}

TEST(PrintHlo, WindowsPadsAndSlicesHaveTheirOwnSpelling) {
  const std::string text = HloOf("%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %v: tensor<f32>", R"({
    %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 2]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x6x4xf32>
    %1 = stablehlo.pad %x, %v, low = [0, 1, 0, 0], high = [0, 0, -1, 0], interior = [0, 0, 1, 0] : (tensor<1x8x8x3xf32>, tensor<f32>) -> tensor<1x9x14x3xf32>
    %2 = stablehlo.slice %x [0:1, 2:8:2, 0:8, 0:3] : (tensor<1x8x8x3xf32>) -> tensor<1x3x8x3xf32>
    return
  })");
  ExpectLine(text, "window={size=3x3 stride=2x1 pad=1_1x0_2 rhs_dilate=1x2}, dim_labels=b01f_01io->b01f");
  ExpectLine(text, "padding=0_0_0x1_0_0x0_-1_1x0_0_0");
  ExpectLine(text, "slice={[0:1], [2:8:2], [0:8], [0:3]}");
}

TEST(PrintHlo, StretchedDimensionsAreDroppedBeforeABroadcast) {
  const std::string text = HloOf("%x: tensor<2x1xf32>", R"({
    %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x1xf32>) -> tensor<2x3x4xf32>
    return
  })");
  ExpectLine(text, "reshape.2 = f32[2] reshape(parameter.1)");
  ExpectLine(text, "broadcast.3 = f32[2,3,4] broadcast(reshape.2), dimensions={0}");
}

TEST(PrintHlo, ATransferIsTwoHalvesWithAContext) {
  const std::string text = HloOf("%x: tensor<2xf32>, %t: !stablehlo.token", R"( -> (tensor<2xf32>, !stablehlo.token) {
    %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %1:2 = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 4, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    return %1#0, %1#1 : tensor<2xf32>, !stablehlo.token
  })");
  ExpectLine(text,
             "send.3 = (f32[2], u32[], token[]) send(parameter.1, parameter.2), channel_id=3, "
             "frontend_attributes={_xla_send_recv_source_target_pairs={{0,1}}}");
  ExpectLine(text, "send-done.4 = token[] send-done(send.3), channel_id=3");
  ExpectLine(text, "recv.5 = (f32[2], u32[], token[]) recv(send-done.4), channel_id=4, is_host_transfer=true");
  ExpectLine(text, "recv-done.6 = (f32[2], token[]) recv-done(recv.5), channel_id=4, is_host_transfer=true");
}

TEST(PrintHlo, SeveralResultsAreATuple) {
  const std::string text = HloOf("%x: tensor<4x10xf32>", R"( -> (tensor<4x3xf32>, tensor<4x3xi32>) {
    %0:2 = chlo.top_k(%x, k = 3) : tensor<4x10xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
    return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
  })");
  ExpectLine(text, "topk.2 = (f32[4,3], s32[4,3]) topk(parameter.1), k=3");
  ExpectLine(text, "get-tuple-element.4 = s32[4,3] get-tuple-element(topk.2), index=1");
  ExpectLine(text, "ROOT tuple.5 = (f32[4,3], s32[4,3]) tuple(get-tuple-element.3, get-tuple-element.4)");
}

TEST(PrintHlo, CapturedValuesTravelInTheLoopsTuple) {
  const std::string text = HloOf("%n: tensor<i32>, %i: tensor<i32>", R"( -> tensor<i32> {
    %0 = stablehlo.while(%k = %i) : tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %k, %k : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
    return %0 : tensor<i32>
  })");
  ExpectLine(text, "while.4 = (s32[], s32[]) while(tuple.3)");
  ExpectLine(text, "ROOT tuple.5 = (s32[], s32[]) tuple(add.4, get-tuple-element.3)");
  ExpectLine(text, "ROOT get-tuple-element.5 = s32[] get-tuple-element(while.4), index=0");
}

TEST(PrintHlo, ConstantsReadBackBitByBit) {
  const std::string text = HloOf("", R"({
    %0 = stablehlo.constant dense<[[1.0, 0.1], [0xFF800000, 0x7FC00000]]> : tensor<2x2xf32>
    %1 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %2 = stablehlo.constant dense<(1.0, -0.0)> : tensor<complex<f64>>
    return
  })");
  ExpectLine(text, "constant({ {1, 0.1}, {-inf, nan} })");
  ExpectLine(text, "pred[2] constant({1, 0})");
  ExpectLine(text, "c128[] constant((1, -0))");
}

TEST(PrintHlo, RefusesWhatHloTextCannotSayByName) {
  const Result<Module> module =
      ReadStablehlo("func.func @main(%x: tensor<4xf32>) { %0 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32> return }", "test.mlir");
  ASSERT_TRUE(module.ok());
  const Result<std::string> text = PrintHlo(*module);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().rule, Rule::kUnsupported);
  EXPECT_NE(text.error().text.find("chlo.lgamma"), std::string::npos);
}

}  // namespace
}  // namespace mote
