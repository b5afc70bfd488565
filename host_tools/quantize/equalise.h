// Equalise: where one product feeds another alone, the channels between them are stored divided by factors of their own, so that all use
// the format's range: the first one's weights are divided, the second one's multiplied, bounds at zero stay.
#pragma once

#include "quantize/observe.h"

namespace mote {

using ChannelsByValue = std::map<Value, std::vector<ChannelValues>>;

// The values whose channels are to be watched, by the dimension of them.
std::map<Value, int64_t> ChannelsToWatch(const Module& prepared, const IntegerSteps& steps);
// Factors go as far as the predicted noise of values and weights together falls.
void Equalise(const Module& prepared, IntegerSteps& steps, const ChannelsByValue& channels);

}  // namespace mote
