// The messages of a link: chunks, windows, acknowledgement, resending. Internal to link.cpp.
#ifndef MOTE_LINK_MESSAGES_H_
#define MOTE_LINK_MESSAGES_H_

#include "link/link.h"

namespace mote::runtime {

// Ack and Data frames of any other epoch mean nothing.
bool IsOfEpoch(const LinkContext& context, const FrameHeader& header);
// Where the payload of this frame belongs, and its length; null: nowhere (then `bytes` is the most that it may have).
uint8_t* ChunkPlace(const Link& link, const LinkContext& context, const DataFrame& frame, uint32_t* bytes);
// A checked Data frame; `stored`: its payload lies where ChunkPlace said.
uint32_t OnData(Link* link, const LinkContext& context, const DataFrame& frame, bool stored);
uint32_t OnAck(Link* link, const LinkContext& context, const AckFrame& frame);
void MakeAck(Link* link, AckFrame* frame);
// The next chunk to be sent, if any: its frame beside the header, and its payload.
bool NextChunk(Link* link, const LinkContext& context, DataFrame* frame, const uint8_t** payload, uint32_t* bytes);
void TickMessages(Link* link, const LinkContext& context);

}  // namespace mote::runtime

#endif
