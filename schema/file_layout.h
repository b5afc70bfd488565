// The fixed header of a program file, for who writes it (emit), who reads it (runtime core) and who proves it (audit). All fields
// little-endian.
#ifndef MOTE_SCHEMA_FILE_LAYOUT_H_
#define MOTE_SCHEMA_FILE_LAYOUT_H_

#include <stdint.h>

#define MOTE_FILE_MAGIC UINT32_C(0x45544f4d)  // "MOTE"

enum { kMoteVersionMajor = 2, kMoteVersionMinor = 0, kMoteMaxFlatBytes = 16 << 20, kMoteFileAlignment = 8 };

struct MoteFileHeader {
  uint32_t magic;          // MOTE_FILE_MAGIC
  uint16_t version_major;  // a runtime refuses another major version and accepts a newer minor one
  uint16_t version_minor;
  // of the FlatBuffer `Program` in the file; a multiple of 8; fields lie between the header and it, if there are any
  uint32_t flat_offset;
  uint32_t flat_bytes;     // its length, below kMoteMaxFlatBytes
  uint64_t file_bytes;     // of the whole file; a shorter file is refused, bytes after it are not looked at
};

// A field behind the header: this, then `bytes` of value, then as many as make a multiple of 8. A reader refuses a critical field that it
// does not know and passes over the others. None is defined yet; one that protects others (a signature) covers all bytes behind itself.
struct MoteFileField {
  uint32_t tag;
  uint32_t bytes;
};
#define MOTE_FIELD_CRITICAL UINT32_C(0x80000000)  // bit of a tag

#endif
