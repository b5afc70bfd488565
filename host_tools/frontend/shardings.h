// Shardings as text, of Shardy (sdy) and of GSPMD (mhlo.sharding), as splits: which part of a tensor each device has.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/mesh_groups.h"
#include "hlo/split.h"

namespace mote {

// The text between quotes, in order.
std::vector<std::string_view> QuotedWords(std::string_view text);

// Of shardings such as [<@m, [{"x"}]>] or [<mesh<["x"=2]>, …]: the symbol of the first mesh, else its text; empty when they name none.
std::string_view FirstMesh(std::string_view shardings);

// [<@m, [{"x"}, {}]>, …], perhaps of a generic operation (#sdy.sharding_per_value<[…]>): what stands in each.
std::vector<std::string_view> ShardingList(std::string_view text);

// One of them, on the mesh that it names, for a tensor of that rank. `fault` says what is not understood of it.
std::optional<Split> ShardySplit(std::string_view sharding, const Mesh& mesh, size_t rank, std::string* fault);

// {devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}, {devices=[2,1]0,1}, {replicated}, with or without quotes.
std::optional<Split> GspmdSplit(std::string_view sharding, size_t rank, int64_t devices, std::string* fault);

}  // namespace mote
