// On the wire: kind, member, bytes of text (two, the higher one first), the text.
#include "tool/note_stream.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace mote {
namespace {

constexpr size_t kHead = 4;

// The most bytes of text that a note of this kind may have, 0 to it (kEnded: just so many); none: there is no such kind.
std::optional<size_t> TextLimit(uint8_t kind) {
  switch (static_cast<NoteKind>(kind)) {
    case NoteKind::kHello: return kMostNoteText;
    case NoteKind::kAlive: return 0;
    case NoteKind::kDone: return 0;
    case NoteKind::kEnded: return 2;
  }
  return std::nullopt;
}

}  // namespace

NoteStream::~NoteStream() {
  if (socket_ >= 0) close(socket_);
}

NoteStream::NoteStream(NoteStream&& from) noexcept { *this = std::move(from); }

NoteStream& NoteStream::operator=(NoteStream&& from) noexcept {
  std::swap(socket_, from.socket_);
  std::swap(closed_, from.closed_);
  std::swap(in_, from.in_);
  std::swap(out_, from.out_);
  std::swap(wrong_, from.wrong_);
  return *this;
}

void NoteStream::Put(const Note& note) {
  const size_t size = note.text.size();
  out_ += {static_cast<char>(note.kind), static_cast<char>(note.member), static_cast<char>(size >> 8), static_cast<char>(size & 255)};
  out_ += note.text;
}

bool NoteStream::Turn() {
  const ssize_t sent = out_.empty() ? 0 : send(socket_, out_.data(), out_.size(), MSG_NOSIGNAL);
  if (sent > 0) out_.erase(0, static_cast<size_t>(sent));
  bool came = false;
  char bytes[kHead + kMostNoteText];
  while (!closed_ && in_.size() < sizeof bytes) {  // whoever says more at once waits
    const ssize_t got = recv(socket_, bytes, sizeof bytes - in_.size(), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) break;
    closed_ = got <= 0;
    if (got > 0) in_.append(bytes, static_cast<size_t>(got)), came = true;
  }
  return came;
}

std::optional<Note> NoteStream::Take() {
  if (in_.size() < kHead || !wrong_.empty()) return std::nullopt;
  const auto byte = [&](size_t at) { return static_cast<uint8_t>(in_[at]); };
  const std::optional<size_t> limit = TextLimit(byte(0));
  const size_t size = size_t{byte(2)} << 8 | byte(3);
  if (!limit || size > *limit || (byte(0) == static_cast<uint8_t>(NoteKind::kEnded) && size != *limit)) {
    char head[16];
    (void)std::snprintf(head, sizeof head, "%02x %02x %02x %02x", byte(0), byte(1), byte(2), byte(3));
    wrong_ = std::string(head) + ", which begins no note";
    return std::nullopt;
  }
  if (in_.size() < kHead + size) return std::nullopt;
  Note note = {static_cast<NoteKind>(byte(0)), byte(1), in_.substr(kHead, size)};
  in_.erase(0, kHead + size);
  return note;
}

void NoteStream::End() { (void)shutdown(socket_, SHUT_WR); }

}  // namespace mote
