// Fuzz target: bytes as the other members of a group, as its clock and as its caller: what they say to one member, when, and what that one
// is asked for. Beside it stands plain code that keeps what went in and out, and holds the member to it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>

#include "collective/group.h"
#include "exchange_stub.h"
#include "link/messages.h"
#include "simulator.h"

namespace mote::link_test {
namespace {

using namespace mote::runtime;
using Bytes = std::vector<uint8_t>;

constexpr uint32_t kHeartbeat = 64000, kDeadline = 4 * kHeartbeat;  // microseconds
constexpr size_t kGuard = 16;
constexpr uint8_t kGuardByte = 0xa5;
constexpr uint32_t kMostActions = 600;  // of one input
constexpr uint64_t kPlan = 0x1122334455667788;

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "link_session: %s\n", what);
  std::abort();
}

uint8_t Content(uint32_t exchange, uint32_t at) {
  return (exchange * 31 + at * 7) % 5 == 0 ? 0 : static_cast<uint8_t>(exchange * 53 + at * 11);
}

struct Input {
  const uint8_t* data;
  size_t size;
  bool empty() const { return size == 0; }
  uint8_t Next() { return size == 0 ? 0 : (--size, *data++); }
};

// A Data frame, and a message as its frames must be.
struct Chunk {
  uint32_t session, epoch, tag;
  uint16_t serial;
  Bytes bytes;
};
struct Message {
  uint32_t session = 0, epoch = 0, tag = 0, payload = 1;
  uint16_t first = 0;
  Bytes bytes;  // with guards where it is received

  uint32_t Chunks(size_t size) const { return size == 0 ? 1 : static_cast<uint32_t>((size - 1) / payload + 1); }
  // The number of the chunk of `size` bytes that this is; -1: none.
  int64_t NumberOf(const Chunk& chunk, size_t size) const {
    const uint16_t number = static_cast<uint16_t>(chunk.serial - first);
    if (chunk.session != session || chunk.epoch != epoch || chunk.tag != tag || number >= Chunks(size)) return -1;
    return chunk.bytes.size() == std::min<size_t>(payload, size - size_t{number} * payload) ? number : -1;
  }
};

Chunk ChunkOf(const Bytes& body) {
  DataFrame frame;
  std::memcpy(&frame, body.data(), sizeof frame);
  return {frame.header.session, frame.header.epoch, frame.tag, frame.header.serial, Bytes(body.begin() + sizeof frame, body.end())};
}

class Session {
 public:
  explicit Session(Input* input);
  void Run();

 private:
  struct Other {
    Session* session = nullptr;
    uint8_t number = 0;
    uint32_t nonce = 1000;
    size_t rate = 1 << 16, room = 1 << 16;
    std::deque<Bytes> arrived;
    Bytes writing, reading;       // of a stream: since the last 0
    std::vector<Message> sent;    // all that ever were
    bool receives = false;
    Message received;             // of the exchange under way
    std::vector<Chunk> told;      // since it began
  };
  Other& Choose(uint8_t byte);
  void Act();
  void Poll(uint32_t step);
  void Begin();
  void End();
  void Forget();  // frees the memory of the exchange: who touches it later is caught
  void Say(Other* other, uint8_t what, uint8_t changes);
  void Deliver(Other* other, const Bytes& body, bool framed);
  void DeliverStrange(Other* other, const Bytes& body);
  void OnWritten(Other* other, const Bytes& body);
  void OnRead(Other* other, const Bytes& body);
  void CheckLinks();
  static size_t Room(void* user) { return static_cast<Other*>(user)->room; }
  static void Write(void* user, const void* data, size_t size);
  static size_t Read(void* user, void* data, size_t size);

  Input* input_;
  bool stream_;
  uint32_t payload_, now_ = 0;
  uint64_t counted_ = 0, began_ = 0, since_ = 0;  // microseconds as the group may count them
  std::vector<std::unique_ptr<Other>> others_;
  std::vector<mote_medium> mediums_;
  std::vector<uint32_t> frame_;
  std::vector<uint64_t> memory_;
  mote_group* group_ = nullptr;
  uint32_t begun_ = 0;
  bool under_way_ = false;
  mote_instance instance_;
  mote_exchange exchange_;
  std::vector<std::unique_ptr<Bytes>> sending_;
};

Session::Session(Input* input) : input_(input) {
  const uint8_t kind = input->Next();
  stream_ = (kind & 1) != 0;
  const uint32_t members = 2 + (kind >> 1 & 1);
  payload_ = 16 + input->Next() % 64;
  const uint32_t window = 1 + input->Next() % (stream_ ? MOTE_LINK_MOST_WINDOW_STREAM : MOTE_LINK_MOST_WINDOW);
  for (uint32_t member = 0; member < members; ++member) {
    others_.push_back(std::make_unique<Other>());
    others_.back()->session = this;
    others_.back()->number = static_cast<uint8_t>(member);
    mediums_.push_back({others_.back().get(), payload_, window, stream_ ? 1u : 0u, Room, Write, Read});
  }
  const size_t frame = std::max<size_t>(payload_ + MOTE_LINK_HEADER, MOTE_LINK_LEAST_DATAGRAM);
  frame_.resize((frame + 3) / 4);
  memory_.resize((mote_group_size(members) + 7) / 8);
  mote_group_options options = {};
  options.members = members;
  options.member = (kind >> 2) % members;
  options.plan = kPlan;
  options.mediums = mediums_.data();
  options.random = 12345;
  options.heartbeat_us = kHeartbeat;
  options.deadline_us = kDeadline;
  options.frame = frame_.data();
  options.frame_size = frame;
  Require(mote_group_init(&options, memory_.data(), memory_.size() * 8, &group_) == MOTE_OK, "mote_group_init");
  Require(mote_group_join(group_) == MOTE_OK, "mote_group_join");
}

Session::Other& Session::Choose(uint8_t byte) {
  const uint32_t self = group_->context.self, at = byte % (group_->context.members - 1u);
  return *others_[at < self ? at : at + 1];
}

void Session::Write(void* user, const void* data, size_t size) {
  Other& other = *static_cast<Other*>(user);
  const uint8_t* bytes = static_cast<const uint8_t*>(data);
  Require(size != 0 && size <= other.room, "no more is written than there is room for");
  if (!other.session->stream_) {
    other.session->OnWritten(&other, Bytes(bytes, bytes + size));
    return;
  }
  other.room -= size;
  for (size_t i = 0; i < size; ++i) {
    if (bytes[i] != 0) {
      other.writing.push_back(bytes[i]);
      continue;
    }
    other.session->OnWritten(&other, DecodeFrame(other.writing));
    other.writing.clear();
  }
}

size_t Session::Read(void* user, void* data, size_t size) {
  Other& other = *static_cast<Other*>(user);
  if (other.arrived.empty()) return 0;
  Bytes& first = other.arrived.front();
  const Bytes bytes(first.begin(), first.begin() + static_cast<ptrdiff_t>(std::min(size, first.size())));
  std::memcpy(data, bytes.data(), bytes.size());
  if (!other.session->stream_) {
    other.arrived.pop_front();
    other.session->OnRead(&other, bytes);
    return bytes.size();
  }
  first.erase(first.begin(), first.begin() + static_cast<ptrdiff_t>(bytes.size()));
  if (first.empty()) other.arrived.pop_front();
  for (const uint8_t byte : bytes) {
    if (byte != 0) {
      other.reading.push_back(byte);
      continue;
    }
    other.session->OnRead(&other, DecodeFrame(other.reading));
    other.reading.clear();
  }
  return bytes.size();
}

// What the member says: whole frames, and chunks of what it was given.
void Session::OnWritten(Other* other, const Bytes& body) {
  if (body.empty() && stream_) return;  // a frame that was cut
  const size_t head = body.empty() ? 0 : FrameBytes(body[0]);
  Require(head != 0 && (body[0] == kData ? body.size() >= head : body.size() == head), "a frame is as long as its type says");
  if (body[0] != kData) return;
  const Chunk chunk = ChunkOf(body);
  const bool known = std::any_of(other->sent.begin(), other->sent.end(), [&chunk](const Message& message) {
    const int64_t number = message.NumberOf(chunk, message.bytes.size());
    return number >= 0 && std::equal(chunk.bytes.begin(), chunk.bytes.end(), message.bytes.begin() + number * message.payload);
  });
  Require(known, "a chunk is one of a message that was to be sent");
}

void Session::OnRead(Other* other, const Bytes& body) {
  if (body.size() < MOTE_LINK_HEADER || body[0] != kData || body[1] != kLinkVersion) return;
  if (under_way_ && other->receives) other->told.push_back(ChunkOf(body));
}

void Session::Deliver(Other* other, const Bytes& body, bool framed) {
  const Bytes bytes = stream_ && framed ? EncodeFrame(body) : body;
  if (!bytes.empty() && other->arrived.size() < 64) other->arrived.push_back(bytes);
}

// A State, Ack or Data of another session or version changes nothing; an Ack or Data of another epoch no message and no count.
void Session::DeliverStrange(Other* other, const Bytes& body) {
  Link* link = LinkTo(group_, other->number);
  FrameHeader header;
  std::memcpy(&header, body.data(), sizeof header);
  if (!other->reading.empty() || (stream_ && !other->arrived.empty())) {
    Deliver(other, body, true);
    return;
  }
  std::deque<Bytes> later;
  later.swap(other->arrived);
  Deliver(other, body, true);
  Link before;
  LinkContext context;
  std::memcpy(&before, link, sizeof before);
  std::memcpy(&context, &group_->context, sizeof context);
  Require(ReadLink(link, &group_->context, 2) == 0, "a strange frame is no event");
  before.decoder = link->decoder;
  if (link->established && header.session == link->session && header.version == kLinkVersion) {
    before.heard = link->heard;
    before.want_state = link->want_state;
    before.peer_serial = link->peer_serial;
    context.taken = group_->context.taken;
  } else if (link->hello != before.hello) {  // the other one may not have heard of the session
    Require(before.hello == 0 && link->hello == 2, "a frame of another session is answered by a Hello that names this one");
    before.hello = link->hello;
  }
  Require(std::memcmp(&before, link, sizeof before) == 0, "a strange frame changes nothing of the session");
  Require(std::memcmp(&context, &group_->context, sizeof context) == 0, "a strange frame changes nothing of the group");
  later.swap(other->arrived);
}

// A frame as an honest other one would say it now, but for fields that the input changes: bits of `changes`, in the order they stand here.
void Session::Say(Other* other, uint8_t what, uint8_t changes) {
  const Link& link = *LinkTo(group_, other->number);
  const LinkContext& ours = group_->context;
  const auto changed = [&](uint32_t bit) { return (changes >> bit & 1) != 0 ? input_->Next() : uint8_t{0}; };
  FrameHeader header = {static_cast<uint8_t>(kHello + what % 5), kLinkVersion, 0, 0, 0};
  if (header.type >= kState) {
    header.session = link.session ^ changed(0);
    header.epoch = ours.epoch + changed(1);
    header.serial = static_cast<uint16_t>(link.peer_serial + 1 + changed(2));
  }
  Bytes body(FrameBytes(header.type));
  const auto put = [&body](const auto& frame) { std::memcpy(body.data(), &frame, sizeof frame); };
  if (header.type == kHello) {
    other->nonce += changed(0);  // another life
    header.serial = changed(1) % 4;
    const bool known = link.established && link.peer_nonce == other->nonce && (changes & 128) == 0;
    put(HelloFrame{header, other->nonce, (known ? link.nonce : link.offer) ^ changed(2), {ours.plan[0] ^ changed(3), ours.plan[1]},
                   ours.members, other->number, static_cast<uint8_t>(ours.self ^ changed(4)),
                   static_cast<uint8_t>(mediums_[other->number].window - changed(5)), payload_ + changed(6)});
  } else if (header.type == kRefuse) {
    put(RefuseFrame{header, link.offer ^ changed(0), 1u + changed(1)});
  } else if (header.type == kState) {
    StateBody state = ours.state;
    state.phase = static_cast<uint8_t>(state.phase + changed(3));
    state.committed = static_cast<uint16_t>(link.joint + changed(4));
    state.lost ^= changed(5);
    state.out ^= changed(6);
    state.proposal += changed(7);
    if ((what & 128) != 0) state.reason = MOTE_TIMEOUT;
    put(StateFrame{header, state});
  } else if (header.type == kAck) {
    const uint16_t base = static_cast<uint16_t>(link.send_sequence + ((what & 128) != 0 ? 0 : link.high) + changed(3));
    const uint16_t done = static_cast<uint16_t>(link.joint - changed(4));
    const uint8_t window = static_cast<uint8_t>(link.window - changed(5));
    put(AckFrame{header, base, done, window, static_cast<uint8_t>(what >> 6 & 1), {0, 0}, uint32_t{changed(6)} << 1 | changed(7)});
  } else {
    const uint32_t ahead = changed(2), at = (link.receive_base + ahead) * link.payload;
    header.serial = static_cast<uint16_t>(link.receive_sequence + ahead);
    put(DataFrame{header, link.receive_tag + changed(3)});
    const uint32_t left = at < link.receive_bytes ? std::min(link.receive_bytes - at, link.payload) : 0;
    const uint32_t size = left + changed(4) - std::min<uint32_t>(left, changed(5)), exchange = begun_ + changed(6);
    for (uint32_t i = 0; i < size; ++i) body.push_back(Content(exchange, at + i));
  }
  const bool of_session = link.established && header.session == link.session;
  // Behind the end of an epoch what was committed elsewhere may still come.
  const bool awaited = header.type == kData && header.epoch == ours.epoch && IsReceiving(link);
  const bool strange = header.type >= kState && (!of_session || (header.type >= kAck && !IsOfEpoch(ours, header) && !awaited));
  if (strange) {
    DeliverStrange(other, body);
  } else {
    Deliver(other, body, true);
  }
}

// Messages each way, with members that may be none; memory is the group's until the exchange has ended.
void Session::Begin() {
  if (under_way_) return;
  const uint8_t kind = input_->Next(), ways = input_->Next();
  exchange_ = {};
  exchange_.kind = static_cast<mote_exchange_kind>(kind % 3);
  exchange_.number = begun_++ % 5;
  exchange_.instance = &instance_;
  instance_ = {};
  instance_.waiting = true;
  const uint32_t members = group_->members;
  for (uint32_t at = 0; at + 1 < group_->context.members; ++at) {
    Other& other = Choose(static_cast<uint8_t>(at));
    const Link& link = *LinkTo(group_, other.number);
    if ((members >> other.number & 1) == 0) continue;
    uint32_t rank = 0;
    for (uint32_t i = 0; i < other.number; ++i) rank += members >> i & 1;
    if ((ways & 128) != 0) rank = 9;  // there is none
    other.told.clear();
    other.receives = (ways >> (2 * at) & 1) == 0;
    Message message;
    message.session = link.session, message.epoch = group_->context.epoch, message.payload = link.payload;
    if (other.receives) {
      const uint32_t bytes = input_->Next() * 3u;
      message.first = link.receive_sequence;
      message.tag = (exchange_.number + 1) * UINT32_C(0x9e3779b1) + bytes;
      other.received = message;
      other.received.bytes.assign(bytes + 2 * kGuard, kGuardByte);
      exchange_.receives.push_back({rank, bytes, other.received.bytes.data() + kGuard});
    }
    if ((ways >> (2 * at + 1) & 1) == 0) {
      const uint32_t bytes = input_->Next() * 3u;
      message.first = link.send_sequence;
      message.tag = (exchange_.number + 1) * UINT32_C(0x9e3779b1) + bytes;
      for (uint32_t i = 0; i < bytes; ++i) message.bytes.push_back(Content(begun_ + 100, i));
      other.sent.push_back(message);
      sending_.push_back(std::make_unique<Bytes>(message.bytes));
      exchange_.sends.push_back({rank, bytes, sending_.back()->data()});
    }
  }
  under_way_ = true;
  began_ = counted_;
  const mote_code code = BeginExchange(group_, &exchange_);
  if (code == MOTE_WAIT) return;
  Require(instance_.completions == 0, "what did not begin is not completed");
  Forget();
}

void Session::Forget() {
  under_way_ = false;
  sending_.clear();
  for (const std::unique_ptr<Other>& other : others_) {
    other->receives = false;
    Bytes().swap(other->received.bytes);
  }
}

void Session::End() {
  Require(instance_.completions == 1, "an exchange is completed once");
  for (uint32_t at = 0; at + 1 < group_->context.members; ++at) {
    Other& other = Choose(static_cast<uint8_t>(at));
    if (!other.receives) continue;
    const Bytes& memory = other.received.bytes;
    for (size_t i = 0; i < kGuard; ++i) {
      Require(memory[i] == kGuardByte && memory[memory.size() - 1 - i] == kGuardByte, "nothing is written beside a message");
    }
    const size_t size = memory.size() - 2 * kGuard;
    for (uint32_t number = 0; number < other.received.Chunks(size) && instance_.result == MOTE_OK; ++number) {
      const uint8_t* place = memory.data() + kGuard + size_t{number} * other.received.payload;
      const bool came = std::any_of(other.told.begin(), other.told.end(), [&](const Chunk& chunk) {
        return other.received.NumberOf(chunk, size) == number && std::equal(chunk.bytes.begin(), chunk.bytes.end(), place);
      });
      Require(came, "an exchange that is done has all bytes, as they came");
    }
  }
  Forget();
}

void Session::CheckLinks() {
  for (uint32_t i = 0; i < LinkCount(*group_); ++i) {
    const Link& link = group_->links[i];
    const bool holds = link.send_base != link.send_chunks || link.receive_base != link.receive_chunks || link.send_data != nullptr ||
                       link.receive_data != nullptr || link.decoder.place != nullptr;
    const uint32_t bits = link.sent | link.acked;
    Require(link.send_base <= link.send_chunks && link.high <= link.window && (link.high >= 32 || bits >> link.high == 0),
            "nothing is taken for sent that was not");
    Require(link.receive_base <= link.receive_chunks && link.payload >= MOTE_LINK_LEAST_PAYLOAD && link.payload <= payload_,
            "what was negotiated is in its range");
    const uint32_t left = link.receive_chunks - link.receive_base, taken = std::min<uint32_t>(left, link.window);
    Require(taken >= 32 || link.got >> taken == 0, "no chunk is taken beyond the window or the message");
    Require(group_->exchanging || !holds, "no message is held without an exchange");
  }
}

void Session::Poll(uint32_t step) {
  now_ += step;
  counted_ += step > INT32_MAX ? 0 : std::min(step, kHeartbeat / 2);
  for (const std::unique_ptr<Other>& other : others_) other->room = other->rate;
  const mote_code code = mote_group_poll(group_, now_);
  CheckLinks();
  const uint64_t most = kDeadline + (3 * group_->context.members + 3) * uint64_t{kHeartbeat};
  if (code != MOTE_WAIT) since_ = counted_;
  Require(under_way_ || counted_ - since_ <= most, "forming ends by its deadline");
  if (under_way_ && !instance_.waiting) {
    End();
    since_ = counted_;
  }
  Require(!under_way_ || counted_ - began_ <= most, "an exchange ends by its deadline");
  Require(mote_group_exchange_result(group_) == MOTE_WAIT || !under_way_, "what ended was completed");
}

void Session::Act() {
  const uint8_t action = input_->Next();
  Other& other = Choose(static_cast<uint8_t>(action >> 3));
  const uint8_t byte = input_->Next();
  switch (action & 7) {
    case 0: Poll(byte < 240 ? byte * 400u : byte < 248 ? UINT32_C(1) << (byte - 224) : 0u - byte * 1000u); break;
    case 1: Say(&other, byte, input_->Next()); break;
    case 2: Begin(); break;
    case 3: {
      Bytes bytes;
      for (uint32_t i = 0; i < byte && !input_->empty(); ++i) bytes.push_back(input_->Next());
      Deliver(&other, bytes, (action & 32) != 0);
      break;
    }
    case 4: other.rate = stream_ ? byte * 2u : (byte & 1) << 16; break;
    case 5:
      if (byte % 16 == 15) {
        mote_group_leave(group_);
        if (under_way_) End();
      } else if (byte % 4 == 3) {
        mote_group_revoke(group_);
      } else if (mote_group_join(group_) == MOTE_OK) {
        since_ = counted_;
      }
      break;
    case 6:
      Say(&other, byte, 0);
      Poll(1000);
      break;
    default:  // all say what they should
      for (uint32_t at = 0; at + 1 < group_->context.members; ++at) {
        Other& each = Choose(static_cast<uint8_t>(at));
        Say(&each, kHello - 1, 0);
        Poll(byte);
        Say(&each, kState - 1, 0);
      }
      Poll(byte);
  }
}

void Session::Run() {
  for (uint32_t i = 0; i < kMostActions && !input_->empty(); ++i) Act();
  for (uint32_t i = 0; i < 60 && under_way_; ++i) Poll(kHeartbeat / 2);  // nobody says anything any more
  Require(!under_way_, "an exchange ends");
  mote_group_leave(group_);
  CheckLinks();
}

}  // namespace
}  // namespace mote::link_test

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  mote::link_test::Input input = {data, size};
  mote::link_test::Session(&input).Run();
  return 0;
}
