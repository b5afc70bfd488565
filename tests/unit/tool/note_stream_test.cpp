// Notes between launchers: however they are cut on their way they come whole, and what begins none is said to be none.
#include "tool/note_stream.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace mote {
namespace {

// A stream, and the other end of its connection as a plain socket.
struct Ends {
  Ends() {
    int sockets[2] = {-1, -1};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, sockets), 0);
    stream = NoteStream(sockets[0]);
    other = sockets[1];
  }
  ~Ends() { close(other); }

  void Send(const std::string& bytes) const { EXPECT_EQ(write(other, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size())); }

  NoteStream stream{-1};
  int other = -1;
};

const std::vector<Note> kNotes = {{NoteKind::kHello, 0, std::string(kMostNoteText, 'x')}, {NoteKind::kDone, 31, ""},
                                  {NoteKind::kEnded, 7, std::string("\5\0", 2)}, {NoteKind::kAlive, 0, ""}};

std::string BytesOf(const std::vector<Note>& notes) {
  Ends ends;
  for (const Note& note : notes) ends.stream.Put(note);
  EXPECT_FALSE(ends.stream.Turn());
  std::string bytes(2 * kMostNoteText, '\0');
  const ssize_t size = read(ends.other, bytes.data(), bytes.size());
  bytes.resize(size < 0 ? 0 : static_cast<size_t>(size));
  return bytes;
}

TEST(NoteStream, ComesWholeHoweverItIsCut) {
  const std::string bytes = BytesOf(kNotes);
  ASSERT_EQ(bytes.size(), 4 * 4 + kMostNoteText + 2);
  EXPECT_EQ(bytes.substr(4 + kMostNoteText), std::string("\3\37\0\0\4\7\0\2\5\0\2\0\0\0", 14));
  for (const size_t piece : {1, 3, 5, 4099, 8192}) {
    Ends ends;
    std::vector<Note> came;
    for (size_t at = 0; at < bytes.size(); at += piece) {
      ends.Send(bytes.substr(at, piece));
      EXPECT_TRUE(ends.stream.Turn());
      while (const std::optional<Note> note = ends.stream.Take()) came.push_back(*note);
    }
    while (ends.stream.Turn()) {  // what was more than it keeps at once
      while (const std::optional<Note> note = ends.stream.Take()) came.push_back(*note);
    }
    ASSERT_EQ(came.size(), kNotes.size()) << piece;
    for (size_t i = 0; i < came.size(); ++i) {
      EXPECT_EQ(came[i].kind, kNotes[i].kind);
      EXPECT_EQ(came[i].member, kNotes[i].member);
      EXPECT_EQ(came[i].text, kNotes[i].text);
    }
    EXPECT_EQ(ends.stream.wrong(), "");
  }
}

TEST(NoteStream, SaysWhatBeginsNoNote) {
  for (int kind = 0; kind < 256; ++kind) {
    for (const uint32_t size : {0u, 1u, 2u, 3u, kMostNoteText, kMostNoteText + 1, 65535u}) {
      const bool is_one = (kind == 1 && size <= kMostNoteText) || ((kind == 2 || kind == 3) && size == 0) || (kind == 4 && size == 2);
      Ends ends;
      ends.Send({static_cast<char>(kind), 1, static_cast<char>(size >> 8), static_cast<char>(size & 255)});
      ends.stream.Turn();
      const bool whole = ends.stream.Take().has_value();
      EXPECT_EQ(whole, is_one && size == 0) << kind << ", " << size;
      EXPECT_EQ(ends.stream.wrong().empty(), is_one) << kind << ", " << size;
    }
  }
}

TEST(NoteStream, SeesTheEnd) {
  Ends ends;
  ends.Send(std::string("\2\0\0\0\2\0", 6));  // one, and a piece of one
  EXPECT_EQ(shutdown(ends.other, SHUT_WR), 0);
  EXPECT_TRUE(ends.stream.Turn());
  EXPECT_TRUE(ends.stream.closed());
  EXPECT_TRUE(ends.stream.Take().has_value());
  EXPECT_FALSE(ends.stream.Take().has_value());
}

}  // namespace
}  // namespace mote
