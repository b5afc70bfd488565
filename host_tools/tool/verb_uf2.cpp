// mote uf2: an image for boards that are flashed as a USB drive.
#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "tool/flash_image.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::string input, output, family;
};

int Uf2(const Options& o) {
  const bool hexadecimal = o.family.starts_with("0x") || o.family.starts_with("0X");
  const char *from = o.family.data() + (hexadecimal ? 2 : 0), *end = o.family.data() + o.family.size();
  uint32_t family = 0;
  if (const auto [at, error] = std::from_chars(from, end, family, hexadecimal ? 16 : 10); at != end || error != std::errc()) {
    return Report(kUsage, "--family is a number of 32 bits, as 0xe48bff56, not '" + o.family + "'");
  }
  const Result<std::string> text = ReadFile(o.input);
  if (!text) return Report(text.errors());
  const Result<FlashImage> image = ReadIntelHex(*text);
  if (!image) return Report(image.errors(), o.input);
  if (image->empty()) return Report(kInvalidInput, o.input + " has no bytes");
  if (Status s = WriteFile(o.output, WriteUf2(*image, family)); !s) return Report(s.errors());
  return kDone;
}

}  // namespace

void AddUf2Verb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("uf2", "Turn a firmware image in Intel HEX into UF2, for boards that are flashed as a USB drive");
  auto o = std::make_shared<Options>();
  verb.Value("image", o->input, "The image: Intel HEX, as mote_add_firmware and objcopy write it").Required();
  verb.Value("--family", o->family, "The board's family id: 0xe48bff56 of RP2040, 0x57755a57 of STM32F4 …").Required();
  verb.Value("-o,--output", o->output, "The .uf2 file").Required();
  verb.Run([o, &exit_code] { exit_code = Uf2(*o); });
}

}  // namespace mote
