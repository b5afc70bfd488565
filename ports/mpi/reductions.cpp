// mote.all_reduce and mote.reduce_scatter (schema/SPEC.md, Call) by the library's blocking reductions: its non-blocking ones take a third
// longer for a mebibyte and three times as long for a kibibyte (Open MPI 4.1, shared memory, two processes).
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "member.h"

namespace mote::mpi {
namespace {

// By the codes of mote/tables/element_types.def; MPI_DATATYPE_NULL: the library has none. Truth values are bytes of 0 and 1.
MPI_Datatype TypeOf(uint32_t code) {
  struct Row {
    uint32_t code;
    MPI_Datatype type;
  };
  enum : uint32_t {
#define MOTE_ELEMENT_TYPE(id, number, ...) k##id = number,
#include "mote/tables/element_types.def"
#undef MOTE_ELEMENT_TYPE
  };
  const Row rows[] = {{kPred, MPI_UINT8_T}, {kS8, MPI_INT8_T},   {kS16, MPI_INT16_T},   {kS32, MPI_INT32_T}, {kS64, MPI_INT64_T},
                      {kU8, MPI_UINT8_T},   {kU16, MPI_UINT16_T}, {kU32, MPI_UINT32_T}, {kU64, MPI_UINT64_T}, {kF32, MPI_FLOAT},
                      {kF64, MPI_DOUBLE}};
  for (const Row& row : rows) {
    if (row.code == code) return row.type;
  }
  return MPI_DATATYPE_NULL;
}

MPI_Op OperationOf(const std::string& name) {
  if (name == "add") return MPI_SUM;
  if (name == "multiply") return MPI_PROD;
  if (name == "minimum") return MPI_MIN;
  if (name == "maximum") return MPI_MAX;
  if (name == "and") return MPI_BAND;
  if (name == "or") return MPI_BOR;
  return name == "xor" ? MPI_BXOR : MPI_OP_NULL;
}

// "add 0,2;1,3": the operation, and the group that member `rank` is in; a group of it alone where it is in none.
bool Read(const std::string& text, int rank, MPI_Op* operation, std::vector<int>* group) {
  const size_t space = text.find(' ');
  *operation = OperationOf(text.substr(0, space));
  if (*operation == MPI_OP_NULL || space == std::string::npos) return false;
  std::vector<int> members;
  bool own = false;
  const char* at = text.c_str() + space;
  while (*at != 0) {
    if (*at == ';') members.clear();
    char* end = nullptr;
    members.push_back(static_cast<int>(std::strtol(at + 1, &end, 10)));
    if (end == at + 1) return false;
    own = own || members.back() == rank;
    at = end;
    if (own && (*at == ';' || *at == 0)) break;
  }
  *group = own ? members : std::vector<int>{rank};
  return true;
}

struct Reduction {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Op operation = MPI_OP_NULL;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  mote_operand from = {}, to = {};
  int count = 0;  // elements of the result
};

// By the text of a call's configuration. Texts are read, and communicators made, once each.
const mote_mpi_reduction* ReductionOf(mote_mpi& m, const char* config, uint32_t size) {
  const std::string_view text(config, size);
  if (m.last != nullptr && m.last->first == text) return &m.last->second;
  auto known = m.reductions.find(text);
  if (known == m.reductions.end()) {
    std::vector<int> group;
    mote_mpi_reduction made;
    if (!Read(std::string(text), m.rank, &made.operation, &group) || !CommunicatorOf(m, group, &made.comm)) return nullptr;
    known = m.reductions.emplace(text, made).first;
  }
  m.last = &*known;
  return &m.last->second;
}

// What a call asks for.
bool Read(mote_mpi& m, const mote_call* call, Reduction* reduction) {
  uint32_t size = 0;
  const char* config = mote_call_config(call, &size);
  if (config == nullptr || mote_call_input_count(call) != 1 || mote_call_output_count(call) != 1) return false;
  const mote_mpi_reduction* known = ReductionOf(m, config, size);
  if (known == nullptr) return false;
  reduction->comm = known->comm;
  reduction->operation = known->operation;
  reduction->from = mote_call_input(call, 0);
  reduction->to = mote_call_output(call, 0);
  reduction->type = TypeOf(reduction->to.element_type);
  int bytes = 0;
  if (reduction->type == MPI_DATATYPE_NULL || reduction->from.element_type != reduction->to.element_type ||
      MPI_Type_size(reduction->type, &bytes) != MPI_SUCCESS || reduction->to.bytes / static_cast<uint32_t>(bytes) > INT_MAX) {
    return false;
  }
  reduction->count = static_cast<int>(reduction->to.bytes / static_cast<uint32_t>(bytes));
  return true;
}

mote_code AllReduce(void* user, const mote_call* call) {
  Reduction r;
  if (!Read(*static_cast<mote_mpi*>(user), call, &r) || r.from.bytes != r.to.bytes) return MOTE_FAILED;
  return MPI_Allreduce(r.from.data, r.to.data, r.count, r.type, r.operation, r.comm) == MPI_SUCCESS ? MOTE_OK : MOTE_FAILED;
}

mote_code ReduceScatter(void* user, const mote_call* call) {
  Reduction r;
  int members = 0;
  if (!Read(*static_cast<mote_mpi*>(user), call, &r) || MPI_Comm_size(r.comm, &members) != MPI_SUCCESS ||
      r.from.bytes / static_cast<uint32_t>(members) != r.to.bytes) {
    return MOTE_FAILED;
  }
  return MPI_Reduce_scatter_block(r.from.data, r.to.data, r.count, r.type, r.operation, r.comm) == MPI_SUCCESS ? MOTE_OK : MOTE_FAILED;
}

}  // namespace

void FillReductions(mote_mpi& m) {
  m.calls[0] = {"mote.all_reduce", AllReduce, &m};
  m.calls[1] = {"mote.reduce_scatter", ReduceScatter, &m};
}

}  // namespace mote::mpi
