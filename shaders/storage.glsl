// Elements narrower than a word inside words. `index` counts elements of the width in question from the start of the binding.

uint u8_at(uint word, uint index) { return (word >> ((index & 3u) * 8u)) & 0xffu; }

// 128 above the signed byte: no negative number, which a processor's compiler sees.
int raised8_at(uint word, uint index) { return int(((word ^ 0x80808080u) >> ((index & 3u) * 8u)) & 0xffu); }

int s8_at(uint word, uint index) { return bitfieldExtract(int(word), int(index & 3u) * 8, 8); }

uint u16_at(uint word, uint index) { return (word >> ((index & 1u) * 16u)) & 0xffffu; }

int s16_at(uint word, uint index) { return bitfieldExtract(int(word), int(index & 1u) * 16, 16); }

float16_t half_at(uint word, uint index) { return unpackFloat2x16(word)[index & 1u]; }

uint mask8(uint index) { return 0xffu << ((index & 3u) * 8u); }

// The word itself, which a processor's compiler does not see: it would keep the parts of a word that is stored, and put it together lane by
// lane.
uint whole_word(uint word) { return max(word, gl_NumWorkGroups.x >> 31); }

uint put8(uint value, uint index) { return (value & 0xffu) << ((index & 3u) * 8u); }

uint mask16(uint index) { return 0xffffu << ((index & 1u) * 16u); }

uint put16(uint value, uint index) { return (value & 0xffffu) << ((index & 1u) * 16u); }
