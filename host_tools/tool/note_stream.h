// What launchers of several machines say to each other over a TCP connection: notes, each four bytes and perhaps a text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace mote {

enum class NoteKind : uint8_t {
  kHello = 1,  // the first one; text: what all launchers must have been told alike, a line each, the first one kNotesLine
  kAlive = 2,  // nothing new
  kDone = 3,   // `member` has run: the others need not stay for it
  kEnded = 4,  // the process of `member` has ended; text: its exit code and the signal that ended it, a byte each
};

inline constexpr char kNotesLine[] = "mote launch, notes 1";
inline constexpr uint32_t kMostNoteText = 4096;

struct Note {
  NoteKind kind = NoteKind::kAlive;
  uint8_t member = 0;  // 0 where it means nothing
  std::string text;    // at most kMostNoteText
};

// One end of a connection, which it closes. Nothing blocks.
class NoteStream {
 public:
  explicit NoteStream(int socket) : socket_(socket) {}
  ~NoteStream();
  NoteStream(NoteStream&& from) noexcept;
  NoteStream& operator=(NoteStream&& from) noexcept;

  // Is sent by and by.
  void Put(const Note& note);
  // Sends and receives what is possible now. Whether something came.
  bool Turn();
  // The next note that has come whole. None: not yet, or wrong() says why never.
  std::optional<Note> Take();
  // Says that no more will come from this end, once all is sent.
  void End();
  bool closed() const { return closed_; }  // by the other end, or broken
  const std::string& wrong() const { return wrong_; }  // what came that is no note; empty: nothing

 private:
  int socket_ = -1;
  bool closed_ = false;
  std::string in_, out_, wrong_;
};

}  // namespace mote
