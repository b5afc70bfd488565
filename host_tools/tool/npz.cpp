// The zip format as far as NumPy writes it (APPNOTE.TXT 4.3): the directory at the end is what counts, local headers are only stepped over.
#include "tool/npz.h"

#include <zlib.h>

#include <set>

namespace mote {
namespace {

constexpr uint32_t kEndSignature = 0x06054b50, kDirectorySignature = 0x02014b50, kLocalSignature = 0x04034b50;
constexpr size_t kEndBytes = 22, kDirectoryBytes = 46, kLocalBytes = 30;
constexpr uint32_t kElsewhere = 0xffffffff;   // the number stands in a zip64 field
constexpr uint64_t kMostExpansion = 1032;     // bytes that a deflated byte can stand for
constexpr std::string_view kExtension = ".npy";

Diagnostic Malformed(const std::string& what) { return Error(Rule::kIo, "not a .npz archive: " + what); }

uint32_t Half(std::string_view bytes, size_t at) {
  return static_cast<unsigned char>(bytes[at]) | static_cast<uint32_t>(static_cast<unsigned char>(bytes[at + 1])) << 8;
}
uint32_t Word(std::string_view bytes, size_t at) { return Half(bytes, at) | Half(bytes, at + 2) << 16; }

struct Member {
  std::string name;
  uint32_t flags, method, checksum, packed, unpacked, local;
};

Result<std::vector<Member>> ReadDirectory(std::string_view archive) {
  if (archive.size() < kEndBytes) return Malformed("the file is too short");
  size_t end = archive.size() - kEndBytes;
  const size_t last = end > 0xffff ? end - 0xffff : 0;  // a comment may follow
  while (Word(archive, end) != kEndSignature) {
    if (end-- == last) return Malformed("the directory at its end is missing; is the file complete?");
  }
  const uint32_t count = Half(archive, end + 10), size = Word(archive, end + 12), offset = Word(archive, end + 16);
  if (offset == kElsewhere || count == 0xffff) {
    return Error(Rule::kUnsupported, "a .npz archive of 4 GiB or 65 535 arrays (zip64) is not read");
  }
  if (offset > end || size > end - offset) return Malformed("the directory leaves the file");
  const std::string_view directory = archive.substr(offset, size);
  std::vector<Member> members;
  size_t at = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (directory.size() - at < kDirectoryBytes || Word(directory, at) != kDirectorySignature) return Malformed("the directory is cut off");
    const size_t name = Half(directory, at + 28), rest = Half(directory, at + 30) + Half(directory, at + 32);
    if (directory.size() - at - kDirectoryBytes < name + rest) return Malformed("the directory is cut off");
    members.push_back({std::string(directory.substr(at + kDirectoryBytes, name)), Half(directory, at + 8), Half(directory, at + 10),
                       Word(directory, at + 16), Word(directory, at + 20), Word(directory, at + 24), Word(directory, at + 42)});
    at += kDirectoryBytes + name + rest;
  }
  return members;
}

bool Inflate(std::string_view packed, std::string& out) {
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = inflate(&stream, Z_FINISH);
  const bool whole = result == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
  inflateEnd(&stream);
  return whole;
}

Result<std::string> Unpack(std::string_view archive, const Member& member) {
  const std::string who = "'" + member.name + "' ";
  if (member.flags & 1) return Error(Rule::kUnsupported, who + "is encrypted");
  if (member.packed == kElsewhere || member.unpacked == kElsewhere || member.local == kElsewhere) {
    return Error(Rule::kUnsupported, who + "takes 4 GiB or more (zip64), which is not read");
  }
  if (member.method != 0 && member.method != 8) {
    return Error(Rule::kUnsupported,
                 who + "is compressed by method " + std::to_string(member.method) + "; numpy.savez and savez_compressed store or deflate");
  }
  if (member.local > archive.size() || archive.size() - member.local < kLocalBytes || Word(archive, member.local) != kLocalSignature) {
    return Malformed(who + "is not where the directory says");
  }
  const uint64_t start = uint64_t{member.local} + kLocalBytes + Half(archive, member.local + 26) + Half(archive, member.local + 28);
  if (start > archive.size() || member.packed > archive.size() - start) return Malformed(who + "leaves the file");
  const std::string_view packed = archive.substr(start, member.packed);
  std::string bytes;
  if (member.method == 0) {
    if (member.packed != member.unpacked) return Malformed(who + "has two sizes");
    bytes = packed;
  } else {
    if (member.unpacked > kMostExpansion * (uint64_t{member.packed} + 1)) {
      return Malformed(who + "says that it is longer than its bytes can stand for");
    }
    bytes.resize(member.unpacked);
    if (!Inflate(packed, bytes)) return Malformed(who + "does not unpack to the size that the directory says");
  }
  if (crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())) != member.checksum) {
    return Malformed(who + "has another checksum");
  }
  return bytes;
}

}  // namespace

bool IsZip(std::string_view bytes) { return bytes.substr(0, 4) == "PK\3\4" || bytes.substr(0, 4) == "PK\5\6"; }

Result<std::vector<NpzEntry>> ReadNpz(std::string_view archive) {
  MOTE_ASSIGN(const std::vector<Member> members, ReadDirectory(archive));
  std::vector<NpzEntry> entries;
  std::set<std::string> names;
  uint64_t packed = 0;
  for (const Member& member : members) {
    if (!member.name.empty() && member.name.back() == '/') continue;  // a folder
    const size_t stem = member.name.size() - kExtension.size();
    if (member.name.size() < kExtension.size() || member.name.compare(stem, std::string::npos, kExtension) != 0) {
      return Malformed("'" + member.name + "' in it is no .npy array");
    }
    if (!names.insert(member.name).second) return Malformed("'" + member.name + "' is in it twice");
    if ((packed += member.packed) > archive.size()) return Malformed("its arrays overlap");
    MOTE_ASSIGN(std::string bytes, Unpack(archive, member));
    entries.push_back({member.name.substr(0, stem), std::move(bytes)});
  }
  return entries;
}

}  // namespace mote
