// Formats by their first bytes, in the order in which they are asked.
#include "frontend/file_kind.h"

#include <algorithm>
#include <span>

namespace mote {
namespace {

constexpr const char* kJax = "JAX gives its text: `open(\"model.mlir\", \"w\").write(jax.jit(f).lower(x).as_text())`";
constexpr const char* kTensorFlow =
    "TensorFlow gives the text of a function f: `tf.function(f, jit_compile=True).experimental_get_compiler_ir(x)(stage=\"stablehlo\")`";
constexpr const char* kSavedModel =
    "TensorFlow gives its text: `m = tf.saved_model.load(\"FOLDER\")`, `f = m.signatures[\"serving_default\"]`, "
    "`tf.function(f, jit_compile=True).experimental_get_compiler_ir(x)(stage=\"stablehlo\")`";
constexpr const char* kKeras =
    "TensorFlow gives its text: `f = keras.models.load_model(\"FILE\")`, `tf.function(f, "
    "jit_compile=True).experimental_get_compiler_ir(x)(stage=\"stablehlo\")`";
constexpr const char* kPyTorch =
    "torch_xla gives a model's text: `torch_xla.stablehlo.exported_program_to_stablehlo(torch.export.export(model, "
    "(x,))).get_stablehlo_text()`";
constexpr const char* kExport = "JAX gives its text: `jax.export.deserialize(bytearray(open(\"FILE\", \"rb\").read())).mlir_module()`";
constexpr const char* kArtifact =
    "give the text that it was made from: `exported.mlir_module()` of jax.export, or `stablehlo-translate --deserialize FILE`";
constexpr const char* kHlo =
    "XLA gives its text: `jax.jit(f).lower(x).as_text(dialect=\"hlo\")`, or --xla_dump_hlo_as_text where it was dumped";
constexpr const char* kTensors = "tensors are given with --input, weights with --weights";
constexpr const char* kRunIt = "run it, and let it write its text: `open(\"model.mlir\", \"w\").write(jax.jit(f).lower(x).as_text())`";
constexpr const char* kUnpack = "unpack it first";

struct Magic {
  std::string_view bytes;
  size_t at;
  const char* what;
  const char* hint;
  bool program;
};

using namespace std::string_view_literals;
constexpr Magic kMagics[] = {
    {"MOTE"sv, 0, "a compiled program (.mote)", "`mote inspect` shows it; its source form is not kept", false},
    {"\x93NUMPY"sv, 0, "a tensor (.npy)", kTensors, false},
    {"\x89HDF\r\n\x1a\n"sv, 0, "an HDF5 file, such as a Keras model", kKeras, true},
    {"\x1f\x8b"sv, 0, "a gzip file", "unpack it first: gunzip", false},
    {"BZh"sv, 0, "a bzip2 file", kUnpack, false},
    {"\xfd"
     "7zXZ\0"sv,
     0, "an xz file", kUnpack, false},
    {"\x28\xb5\x2f\xfd"sv, 0, "a zstd file", kUnpack, false},
    {"7z\xbc\xaf\x27\x1c"sv, 0, "a 7z archive", kUnpack, false},
    {"ustar"sv, 257, "a tar archive", kUnpack, false},
    {"\x7f"
     "ELF"sv,
     0, "an ELF file: a Linux program or library", "", false},
    {"BC\xc0\xde"sv, 0, "LLVM bitcode", "", false},
    {"\x03\x02\x23\x07"sv, 0, "a SPIR-V shader", "", false},
    {"GGUF"sv, 0, "a GGUF file: weights without a program", kJax, false},
    {"\x89PNG\r\n\x1a\n"sv, 0, "a PNG image", "", false},
    {"\xff\xd8\xff"sv, 0, "a JPEG image", "", false},
    {"GIF8"sv, 0, "a GIF image", "", false},
    {"WEBP"sv, 8, "a WebP image", "", false},
    {"%PDF"sv, 0, "a PDF document", "", false},
    {"version https://git-lfs"sv, 0, "a pointer of Git LFS, not the file itself", "`git lfs pull` fetches it", false},
    {"{ lambda"sv, 0, "a jaxpr", kJax, true},
    {"#!"sv, 0, "a script", kRunIt, false},
    {"import "sv, 0, "Python source", kRunIt, false},
    {"from "sv, 0, "Python source", kRunIt, false},
    {"<!DOCTYPE"sv, 0, "an HTML page, not the file it shows", "", false},
    {"<html"sv, 0, "an HTML page, not the file it shows", "", false},
};

bool Has(std::string_view bytes, std::string_view text) { return bytes.find(text) != std::string_view::npos; }

// What a zip archive is: the names of its files stand in it as they are.
FileKind DescribeZip(std::string_view bytes) {
  if (Has(bytes, "data.pkl")) return {"a PyTorch file", kPyTorch, true};
  if (Has(bytes, "model.weights.h5") || Has(bytes, "config.json")) return {"a Keras model (.keras)", kKeras, true};
  if (Has(bytes.substr(0, 512), ".npy")) return {"an archive of tensors (.npz)", kTensors, false};
  return {"a zip archive", kUnpack, false};
}

// Protocol buffers have no magic: what their first fields are tells them apart (SavedModel and ONNX: version, then a message or a name).
FileKind DescribeProtobuf(std::string_view bytes) {
  const auto byte = [&](size_t i) { return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u; };
  if (byte(0) == 0x0a && byte(1) > 0 && byte(1) < 0x80 && byte(2) >= ' ') return {"an HloModuleProto or another protobuf", kHlo, true};
  if (byte(0) != 0x08 || byte(1) == 0 || byte(1) > 64) return {};
  size_t length = 3;  // of field 2, a varint
  while (byte(length) >= 0x80 && length < 12) ++length;
  if (byte(2) == 0x12 && byte(1) == 1 && byte(length + 1) == 0x0a) return {"a TensorFlow SavedModel (saved_model.pb)", kSavedModel, true};
  if (byte(2) == 0x12 || byte(2) == 0x3a) {
    return {"an ONNX model", "give the text of the model it was made from. " + std::string(kJax) + ". " + kTensorFlow + ". " + kPyTorch,
            true};
  }
  return {};
}

FileKind DescribeBytecode(std::string_view bytes) {
  constexpr std::string_view kProducer = "StableHLO_v";
  const std::string_view producer = bytes.substr(std::min<size_t>(5, bytes.size()), 40);
  const std::string name(producer.substr(0, std::min(producer.find('\0'), producer.size())));
  if (name.substr(0, kProducer.size()) == kProducer) {
    return {"a StableHLO portable artifact (MLIR bytecode of " + name + ")", kArtifact, true};
  }
  const bool printable = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return {"MLIR bytecode" + (printable && !name.empty() ? " of " + name : std::string()) + ", not a StableHLO portable artifact", kArtifact,
          true};
}

bool IsUtf16(std::string_view bytes) {
  if (bytes.substr(0, 2) == "\xff\xfe" || bytes.substr(0, 2) == "\xfe\xff") return true;
  if (bytes.size() < 8) return false;
  for (size_t i = 0; i < 8; ++i) {
    if ((bytes[i] == 0) != (i % 2 == 1)) return false;
  }
  return true;
}

// 8 bytes of length, then JSON.
bool IsSafetensors(std::string_view bytes) {
  return bytes.size() > 10 && bytes[8] == '{' && bytes[9] == '"' && bytes.substr(4, 4) == "\0\0\0\0"sv;
}

}  // namespace

FileKind DescribeBytes(std::string_view bytes) {
  if (bytes.empty()) return {"an empty file", "", false};
  for (const Magic& magic : kMagics) {
    if (bytes.size() >= magic.at && bytes.substr(magic.at, magic.bytes.size()) == magic.bytes) {
      return {magic.what, magic.hint, magic.program};
    }
  }
  if (bytes.substr(0, 4) == "ML\xEFR") return DescribeBytecode(bytes);
  if (bytes.substr(0, 2) == "PK") return DescribeZip(bytes);
  if (bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5) {
    return {"a Python pickle, such as an old PyTorch file", kPyTorch, true};
  }
  if (IsUtf16(bytes)) return {"UTF-16 text", "save it as UTF-8: iconv -f UTF-16 -t UTF-8", false};
  if (IsSafetensors(bytes)) return {"a safetensors file: weights without a program", kJax, false};
  const bool binary = std::any_of(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(std::min<size_t>(bytes.size(), 256)),
                                  [](char c) { return static_cast<unsigned char>(c) < 9; });
  if (!binary) return {};
  if (Has(bytes, "ML\xEFR")) return {"a jax.export file", kExport, true};
  const FileKind protobuf = DescribeProtobuf(bytes);
  return protobuf.what.empty() ? FileKind{"binary data", "", false} : protobuf;
}

FileKind DescribeFolder(bool has_saved_model) {
  if (has_saved_model) return {"a TensorFlow SavedModel", kSavedModel, true};
  return {"a folder", "", false};
}

}  // namespace mote
