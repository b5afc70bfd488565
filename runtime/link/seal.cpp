// Sealed mediums: a handshake with proofs, frames by number, each number once. Of what came, nothing is used before its tag was right.
#include "link/stream_frame.h"

using namespace mote::runtime;

namespace {

constexpr size_t kKey = MOTE_SEAL_KEY, kNonce = 12, kTag = 16, kNumber = sizeof(SealedFrame::number);
constexpr size_t kHead = sizeof(SealedFrame);
constexpr size_t kPiece = 128;         // of a stream
constexpr uint32_t kFramesAtOnce = 8;  // that are of no use, before others have their turn
constexpr uint64_t kLastNumber = (UINT64_C(1) << (8 * kNumber)) - 1;
constexpr char kProofLabel[] = "mote hello 2", kSessionLabel[] = "mote session";
static_assert(sizeof kProofLabel == kNonce + 1 && sizeof kSessionLabel == kNonce + 1);

enum GreetingFlag : uint8_t { kCalls = 0, kAnswers = 1, kChallenges = 2 };

struct Seal {
  mote_medium medium;
  mote_cipher cipher;
  uint8_t key[kKey], session_key[kKey];
  uint8_t nonce[kNonce], peer_nonce[kNonce];   // the session's
  uint8_t offer[kNonce], candidate[kNonce];    // of a session that might begin
  uint8_t member, peer;
  bool established;
  uint8_t say;          // a greeting: 1 + its flag; 0: none
  uint32_t most;        // bytes of a frame in a frame
  uint32_t refused;
  uint64_t sent;        // numbers of this session
  uint64_t latest;      // that came
  uint64_t seen;        // bit i: latest - i came
  uint8_t *in, *out;    // a frame each
  // Of a stream.
  StreamEncoder encoder;
  StreamDecoder decoder;
  uint32_t piece_at, piece_size;
  uint8_t piece[kPiece];
};

size_t FrameRoom(uint32_t most) { return (most + MOTE_SEAL_EXTRA + 7) / 8 * 8; }

uint32_t PayloadOf(const mote_medium& medium) { return medium.payload != 0 ? medium.payload : uint32_t{MOTE_LINK_MOST_PAYLOAD_STREAM}; }

// Bytes of the largest frame that fits into one of the medium; 0: it cannot be sealed.
uint32_t MostOf(const mote_medium& medium) {
  const uint32_t payload = PayloadOf(medium), extra = medium.stream != 0 ? 0 : MOTE_SEAL_EXTRA;
  const uint32_t least = medium.stream != 0 ? uint32_t{MOTE_LINK_LEAST_PAYLOAD} : uint32_t{MOTE_SEAL_LEAST_PAYLOAD};
  const uint32_t highest = medium.stream != 0 ? MOTE_LINK_MOST_PAYLOAD_STREAM : MOTE_LINK_MOST_PAYLOAD;
  if (medium.room == nullptr || medium.write == nullptr || medium.read == nullptr || payload < least || payload > highest) return 0;
  const uint32_t bytes = payload - extra + MOTE_LINK_HEADER;
  return bytes < MOTE_LINK_LEAST_DATAGRAM ? uint32_t{MOTE_LINK_LEAST_DATAGRAM} : bytes;
}

bool Same(const uint8_t* a, const uint8_t* b, size_t size) {  // in a time that says nothing of where they differ
  uint8_t other = 0;
  for (size_t i = 0; i < size; ++i) other = static_cast<uint8_t>(other | (a[i] ^ b[i]));
  return other == 0;
}

// The next key of a chain: what the cipher makes of zeros under `key` and a block of 12 bytes.
bool Fold(const Seal& seal, uint8_t* key, const void* block) {
  uint8_t next[kKey] = {}, tag[kTag];
  if (seal.cipher.seal(seal.cipher.user, key, static_cast<const uint8_t*>(block), nullptr, 0, next, sizeof next, tag) != 1) return false;
  __builtin_memcpy(key, next, sizeof next);
  return true;
}

bool MakeProof(const Seal& seal, const GreetingFrame& greeting, uint8_t* proof) {
  uint8_t key[kKey];
  __builtin_memcpy(key, seal.key, sizeof key);
  const uint8_t* bytes = reinterpret_cast<const uint8_t*>(&greeting);
  const bool made = Fold(seal, key, kProofLabel) && Fold(seal, key, bytes) && Fold(seal, key, bytes + kNonce) &&
                    Fold(seal, key, bytes + 2 * kNonce);
  __builtin_memcpy(proof, key, kTag);
  return made;
}

bool MakeOffer(Seal* seal, uint8_t* offer) {
  if (seal->cipher.random(seal->cipher.user, offer, kNonce) != 1) return false;
  offer[0] |= 1;  // never 0
  return true;
}

// The session of this end's offer and the other one's nonce.
bool Establish(Seal* seal, const uint8_t* peer_nonce) {
  const bool lower = seal->member < seal->peer;
  const uint8_t ends[kNonce] = {lower ? seal->member : seal->peer, lower ? seal->peer : seal->member};
  uint8_t key[kKey], offer[kNonce];
  __builtin_memcpy(key, seal->key, sizeof key);
  const bool made = Fold(*seal, key, kSessionLabel) && Fold(*seal, key, ends) && Fold(*seal, key, lower ? seal->offer : peer_nonce) &&
                    Fold(*seal, key, lower ? peer_nonce : seal->offer) && MakeOffer(seal, offer);
  if (!made) return false;
  __builtin_memcpy(seal->session_key, key, sizeof key);
  __builtin_memcpy(seal->nonce, seal->offer, kNonce);
  __builtin_memcpy(seal->peer_nonce, peer_nonce, kNonce);
  __builtin_memcpy(seal->offer, offer, kNonce);
  seal->sent = seal->latest = seal->seen = 0;
  seal->established = true;
  return true;
}

void Say(Seal* seal, GreetingFlag flag) { seal->say = static_cast<uint8_t>(flag + 1); }

// The rules of Hello frames (schema/LINK.md section 4), with numbers that are too long to be guessed and a proof of the key.
void OnGreeting(Seal* seal) {
  GreetingFrame greeting;
  __builtin_memcpy(&greeting, seal->in, sizeof greeting);
  uint8_t proof[kTag];
  if (greeting.from != seal->peer || greeting.to != seal->member || greeting.flag > kChallenges ||
      !MakeProof(*seal, greeting, proof) || !Same(proof, greeting.proof, kTag)) {
    ++seal->refused;
    return;
  }
  if (seal->established && Same(greeting.nonce, seal->peer_nonce, kNonce) && Same(greeting.echo, seal->nonce, kNonce)) {
    if (greeting.flag != kAnswers) Say(seal, kAnswers);
    return;
  }
  if (Same(greeting.echo, seal->offer, kNonce)) {
    if (Establish(seal, greeting.nonce) && greeting.flag != kAnswers) Say(seal, kAnswers);
    return;
  }
  if (seal->established && greeting.flag != kCalls) return;
  __builtin_memcpy(seal->candidate, greeting.nonce, kNonce);
  Say(seal, seal->established ? kChallenges : kCalls);
}

void PutNumber(uint8_t* at, uint64_t number) {
  for (size_t i = 0; i < kNumber; ++i) at[i] = static_cast<uint8_t>(number >> (8 * i));
}

uint64_t NumberAt(const uint8_t* at) {
  uint64_t number = 0;
  for (size_t i = 0; i < kNumber; ++i) number |= static_cast<uint64_t>(at[i]) << (8 * i);
  return number;
}

// Of the frame of this head, sent by `sender`.
void MakeNonce(uint8_t* nonce, uint8_t sender, const uint8_t* head) {
  __builtin_memset(nonce, 0, kNonce);
  nonce[0] = sender;
  __builtin_memcpy(nonce + kNonce - kNumber, head + 2, kNumber);
}

// Did it come before, or so long ago that nobody knows?
bool IsOld(const Seal& seal, uint64_t number) {
  if (number > seal.latest) return false;
  const uint64_t behind = seal.latest - number;
  return behind >= 64 || (seal.seen >> behind & 1) != 0;
}

void Note(Seal* seal, uint64_t number) {
  if (number > seal->latest) {
    const uint64_t ahead = number - seal->latest;
    seal->seen = (ahead < 64 ? seal->seen << ahead : 0) | 1;
    seal->latest = number;
  } else {
    seal->seen |= UINT64_C(1) << (seal->latest - number);
  }
}

// What is sealed in the frame of `size` bytes, to `data`; returns its bytes, 0: nothing that counts.
size_t Open(Seal* seal, size_t size, void* data, size_t capacity) {
  const size_t inner = size - kHead - kTag;
  const uint64_t number = NumberAt(seal->in + 2);
  uint8_t nonce[kNonce];
  MakeNonce(nonce, seal->peer, seal->in);
  const bool opens = seal->established && inner <= seal->most &&
                     seal->cipher.open(seal->cipher.user, seal->session_key, nonce, seal->in, kHead, seal->in + kHead, inner,
                                       seal->in + kHead + inner) == 1;
  if (!opens) {
    ++seal->refused;
    if (seal->say == 0) Say(seal, seal->established ? kAnswers : kCalls);  // the other end may be in another session
    return 0;
  }
  if (IsOld(*seal, number)) {
    ++seal->refused;
    return 0;
  }
  Note(seal, number);
  const size_t bytes = inner < capacity ? inner : capacity;
  __builtin_memcpy(data, seal->in + kHead, bytes);
  return bytes;
}

void PlaceOfStream(void* owner, StreamDecoder* decoder) {
  const Seal& seal = *static_cast<Seal*>(owner);
  decoder->place = seal.in + MOTE_LINK_HEADER;
  decoder->limit = seal.most + MOTE_SEAL_EXTRA - MOTE_LINK_HEADER;
}

// The next frame of the medium below, to `in`. Returns its bytes; 0: none.
size_t NextFrame(Seal* seal) {
  const mote_medium& medium = seal->medium;
  if (medium.stream == 0) return medium.read(medium.user, seal->in, seal->most + MOTE_SEAL_EXTRA);
  for (uint32_t i = 0; i < 4 * kFramesAtOnce; ++i) {
    if (seal->piece_at == seal->piece_size) {
      const size_t size = medium.read(medium.user, seal->piece, sizeof seal->piece);
      seal->piece_at = seal->piece_size = 0;
      if (size == 0 || size > sizeof seal->piece) return 0;
      seal->piece_size = static_cast<uint32_t>(size);
    }
    const uint8_t* data = seal->piece + seal->piece_at;
    size_t left = seal->piece_size - seal->piece_at;
    const bool whole = DecodeStream(&seal->decoder, &data, &left, PlaceOfStream, seal);
    seal->piece_at = static_cast<uint32_t>(seal->piece_size - left);
    if (!whole) continue;
    __builtin_memcpy(seal->in, seal->decoder.head, MOTE_LINK_HEADER);
    return seal->decoder.head[0] == kData ? seal->decoder.bytes : size_t{MOTE_LINK_HEADER};  // others are of no use
  }
  return 0;
}

void Pump(Seal* seal) {
  const mote_medium& medium = seal->medium;
  if (medium.stream == 0) return;
  uint8_t piece[kPiece];
  for (size_t room = medium.room(medium.user); room != 0 && !StreamFrameIsOut(seal->encoder);) {
    const size_t size = EncodeStream(&seal->encoder, piece, room < sizeof piece ? room : sizeof piece);
    if (size != 0) medium.write(medium.user, piece, size);
    room -= size;
  }
}

bool CanSend(const Seal& seal) {
  const mote_medium& medium = seal.medium;
  return medium.stream != 0 ? StreamFrameIsOut(seal.encoder) : medium.room(medium.user) >= seal.most + MOTE_SEAL_EXTRA;
}

// Sends what lies in `out`.
void Send(Seal* seal, size_t size) {
  const mote_medium& medium = seal->medium;
  if (medium.stream == 0) {
    medium.write(medium.user, seal->out, size);
    return;
  }
  __builtin_memcpy(seal->encoder.head, seal->out, MOTE_LINK_HEADER);
  BeginStreamFrame(&seal->encoder, MOTE_LINK_HEADER, seal->out + MOTE_LINK_HEADER, static_cast<uint32_t>(size - MOTE_LINK_HEADER));
  Pump(seal);
}

void SendGreeting(Seal* seal) {
  const uint8_t flag = static_cast<uint8_t>(seal->say - 1);
  GreetingFrame greeting = {};
  greeting.type = kData;
  greeting.version = kSealVersion;
  greeting.flag = flag;
  greeting.from = seal->member;
  greeting.to = seal->peer;
  __builtin_memcpy(greeting.nonce, flag == kAnswers ? seal->nonce : seal->offer, kNonce);
  __builtin_memcpy(greeting.echo, flag == kAnswers ? seal->peer_nonce : seal->candidate, kNonce);
  seal->say = 0;
  if (!MakeProof(*seal, greeting, greeting.proof)) return;
  __builtin_memcpy(seal->out, &greeting, sizeof greeting);
  Send(seal, sizeof greeting);
}

void Flush(Seal* seal) {
  Pump(seal);
  if (seal->say != 0 && CanSend(*seal)) SendGreeting(seal);
}

size_t Room(void* user) {
  Seal* seal = static_cast<Seal*>(user);
  Flush(seal);
  return CanSend(*seal) ? seal->most : 0;
}

void WriteParts(void* user, const void* head, size_t head_size, const void* data, size_t size) {
  Seal* seal = static_cast<Seal*>(user);
  const size_t inner = head_size + size;
  if (!seal->established) {  // what is lost now is said again
    Say(seal, kCalls);
    Flush(seal);
    return;
  }
  if (inner > seal->most || seal->sent == kLastNumber) return;
  seal->out[0] = kData;
  seal->out[1] = kSealVersion;
  PutNumber(seal->out + 2, ++seal->sent);
  __builtin_memcpy(seal->out + kHead, head, head_size);
  if (size != 0) __builtin_memcpy(seal->out + kHead + head_size, data, size);
  uint8_t nonce[kNonce];
  MakeNonce(nonce, seal->member, seal->out);
  if (seal->cipher.seal(seal->cipher.user, seal->session_key, nonce, seal->out, kHead, seal->out + kHead, inner,
                        seal->out + kHead + inner) != 1) {
    return;
  }
  Send(seal, kHead + inner + kTag);
}

void Write(void* user, const void* data, size_t size) { WriteParts(user, data, size, nullptr, 0); }

size_t Read(void* user, void* data, size_t size) {
  Seal* seal = static_cast<Seal*>(user);
  for (uint32_t i = 0; i < kFramesAtOnce; ++i) {
    const size_t bytes = NextFrame(seal);
    if (bytes == 0) break;
    const bool ours = bytes >= MOTE_SEAL_EXTRA && seal->in[0] == kData && seal->in[1] == kSealVersion;
    const bool greets = ours && NumberAt(seal->in + 2) == 0;
    if (!ours || (greets && bytes != sizeof(GreetingFrame))) {
      ++seal->refused;
    } else if (greets) {
      OnGreeting(seal);
    } else if (const size_t got = Open(seal, bytes, data, size); got != 0) {
      return got;
    }
  }
  return 0;
}

}  // namespace

extern "C" size_t mote_seal_size(const mote_medium* medium) {
  const uint32_t most = medium == nullptr ? 0 : MostOf(*medium);
  return most == 0 ? 0 : (sizeof(Seal) + 7) / 8 * 8 + 2 * FrameRoom(most);
}

extern "C" mote_code mote_seal_init(const mote_seal_options* options, void* memory, size_t size, mote_medium* sealed) {
  if (options == nullptr || memory == nullptr || sealed == nullptr || reinterpret_cast<uintptr_t>(memory) % 8 != 0) {
    return MOTE_INVALID_ARGUMENT;
  }
  const mote_cipher* cipher = options->cipher;
  if (cipher == nullptr || cipher->seal == nullptr || cipher->open == nullptr || cipher->random == nullptr || options->key == nullptr ||
      options->member > 31 || options->peer > 31 || options->member == options->peer) {
    return MOTE_INVALID_ARGUMENT;
  }
  const size_t needed = mote_seal_size(options->medium);
  if (needed == 0) return MOTE_INVALID_ARGUMENT;
  if (size < needed) return MOTE_OUT_OF_MEMORY;
  __builtin_memset(memory, 0, needed);
  Seal* seal = static_cast<Seal*>(memory);
  seal->medium = *options->medium;
  seal->cipher = *cipher;
  __builtin_memcpy(seal->key, options->key, kKey);
  seal->member = static_cast<uint8_t>(options->member);
  seal->peer = static_cast<uint8_t>(options->peer);
  seal->most = MostOf(seal->medium);
  seal->in = static_cast<uint8_t*>(memory) + (sizeof(Seal) + 7) / 8 * 8;
  seal->out = seal->in + FrameRoom(seal->most);
  seal->encoder.stage = kOut;
  ResetStreamDecoder(&seal->decoder);
  if (!MakeOffer(seal, seal->offer)) return MOTE_FAILED;
  *sealed = {};
  sealed->user = seal;
  sealed->payload = seal->most - MOTE_LINK_HEADER;
  sealed->window = seal->medium.window != 0 ? seal->medium.window : seal->medium.stream != 0 ? MOTE_LINK_MOST_WINDOW_STREAM : 0;
  sealed->room = Room;
  sealed->write = Write;
  sealed->read = Read;
  sealed->write_parts = WriteParts;
  return MOTE_OK;
}

extern "C" uint32_t mote_seal_refused(const mote_medium* sealed) { return static_cast<const Seal*>(sealed->user)->refused; }
