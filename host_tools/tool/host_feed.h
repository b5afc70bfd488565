// What a program takes from this tool and hands to it while it runs: infeed, outfeed, send and recv with the host.
#pragma once

#include <list>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "evaluate/evaluate.h"
#include "hlo/literal.h"
#include "mote/call.h"

namespace mote {

// Items in the order in which they are taken, each the arrays of one infeed or recv.
struct FeedItems {
  std::vector<std::vector<Literal>> infeed;
  std::map<int64_t, std::vector<std::vector<Literal>>> received;  // by channel
};

// The queues of one member.
class HostFeed {
 public:
  struct Sent {
    std::string name;  // "outfeed", "send.5"
    std::vector<Literal> arrays;  // in one dimension: a call does not say more
  };

  void Fill(FeedItems items) { items_ = std::move(items); }
  // Functions for those of the names that are transfers, for mote_open_options; this feed outlives the program.
  std::vector<mote_custom_call> Functions(const std::vector<std::string>& names);
  // The same for the evaluator, from the first item on.
  void Serve(EvaluateOptions& options);
  const std::vector<Sent>& sent() const { return sent_; }
  const std::string& failure() const { return failure_; }  // why a transfer of the last run failed; empty: none did

 private:
  struct Channel {
    HostFeed* feed;
    std::string name;
    bool out = false;
    size_t next = 0;  // item to be taken
  };
  static mote_code Run(void* channel, const mote_call* call);
  mote_code Take(Channel& channel, const mote_call* call);
  const std::vector<std::vector<Literal>>& ItemsOf(const std::string& name) const;

  FeedItems items_;
  std::list<Channel> channels_;
  std::mutex mutex_;  // members of the evaluator's grid are threads
  std::vector<Sent> sent_;
  std::string failure_;
};

}  // namespace mote
