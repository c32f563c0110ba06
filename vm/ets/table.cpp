// How many stripes a table gets: many where many may write, one where only one process can look.
#include "vm/ets/table.h"

#include <algorithm>
#include <bit>

namespace vm {
namespace {

// On large computers, tables have as many stripes as there are schedulers, or four times as many:
// docs/scaling.md has a simulation. A stripe takes some 200 bytes.
unsigned stripes_for(const TableOptions& options, unsigned schedulers) {
  if (options.protection == Protection::kPrivate) return 1;
  if (options.fixed_locks != 0) return static_cast<unsigned>(options.fixed_locks);
  const unsigned least = std::bit_ceil(schedulers);
  return options.write_concurrency == am::false_ ? std::clamp(least, 8u, 64u)
                                                 : std::clamp(4 * least, 64u, 256u);
}

}  // namespace

Table::Table(Term name, Term owner, const TableOptions& options, Word low, Word high,
             unsigned schedulers)
    : options_(options),
      low_(low),
      high_(high),
      name_(name.bits()),
      owner_(owner.bits()),
      protection_(options.protection) {
  if (options.type == TableType::kOrderedSet) {
    auto store = std::make_unique<OrderedStore>(options.keypos);
    ordered_ = store.get();
    store_ = std::move(store);
  } else {
    auto store =
        std::make_unique<HashStore>(options.type, options.keypos, stripes_for(options, schedulers));
    hash_ = store.get();
    store_ = std::move(store);
  }
}

Term Table::identifier(HeapBuilder& builder) {
  return options_.named ? name() : reference(builder);
}

Term Table::reference(HeapBuilder& builder) {
  return make_magic_ref(builder, low_, high_, *this, sizeof(Table));
}

}  // namespace vm
