// Option lists of spawn_opt, spawn_request and monitor, one by one.
#include "bif/process/spawn_options.h"

#include "vm/heap/list_view.h"
#include "vm/proc/max_heap.h"
#include "vm/proc/process_position.h"
#include "vm/sched/scheduler.h"

#include <algorithm>

namespace bif {
namespace {

bool read_boolean(Term value, bool* result) {
  *result = value == am::true_;
  return value == am::true_ || value == am::false_;
}

bool read_count(Term value, Word* result) {
  if (!value.is_small() || value.as_small() < 0) return false;
  *result = static_cast<Word>(value.as_small());
  return true;
}

/// A size that is smaller than the machine's own counts as that.
bool read_words(Term value, Word least, Word* result) {
  if (!read_count(value, result)) return false;
  *result = std::max(*result, least);
  return true;
}

bool read_scheduler(const Vm& vm, Term value, std::uint16_t* result) {
  Word number = 0;
  if (!read_count(value, &number) || number > vm.schedulers->count()) return false;
  *result = static_cast<std::uint16_t>(number);
  return true;
}

bool read_pair(const Vm& vm, Term key, Term value, SpawnForm form, const vm::SpawnOptions& defaults,
               vm::SpawnRequestOptions* request) {
  vm::SpawnOptions* options = &request->spawn;
  if (key == am::priority) {
    options->has_priority = true;
    return vm::priority_from_atom(value, &options->priority);
  }
  if (key == am::min_heap_size) {
    return read_words(value, defaults.min_heap_words, &options->min_heap_words);
  }
  if (key == am::min_bin_vheap_size) {
    return read_words(value, defaults.min_virtual_heap_words, &options->min_virtual_heap_words);
  }
  if (key == am::fullsweep_after) {
    if (!read_count(value, &options->fullsweep_after)) return false;
    options->fullsweep_after &= 0xFFFF;  // OTP keeps 16 bits of it
    return true;
  }
  if (key == am::max_heap_size) {
    options->max_heap = defaults.max_heap;
    return vm::read_max_heap(value, &options->max_heap);
  }
  if (key == am::message_queue_data) {
    options->off_heap_messages = value == am::off_heap;
    return value == am::off_heap || value == am::on_heap;
  }
  if (key == am::async_dist) return read_boolean(value, &options->async_dist);
  if (key == am::scheduler) return read_scheduler(vm, value, &options->bound_to);
  if (key == am::monitor) {
    options->monitor = true;
    return read_monitor_options(value, &options->monitor_options);
  }
  if (form == SpawnForm::kSpawn) return false;
  if (key == am::reply)
    return read_reply(value, &request->reply_on_success, &request->reply_on_error);
  if (key == am::reply_tag) {
    request->reply_tag = value;
    return true;
  }
  return false;
}

}  // namespace

bool read_reply(Term value, bool* on_success, bool* on_error) {
  if (value != am::yes && value != am::no && value != am::success_only && value != am::error_only)
    return false;
  *on_success = value == am::yes || value == am::success_only;
  *on_error = value == am::yes || value == am::error_only;
  return true;
}

bool read_monitor_options(Term list, vm::MonitorOptions* options) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (!option.is_tuple_of(2)) return false;
    const Term key = option.as_tuple().elements[0];
    const Term value = option.as_tuple().elements[1];
    if (key == am::tag) {
      options->tag = value;
    } else if (key == am::alias && value == am::explicit_unalias) {
      options->alias = vm::AliasMode::kExplicit;
    } else if (key == am::alias && value == am::demonitor) {
      options->alias = vm::AliasMode::kDemonitor;
    } else if (key == am::alias && value == am::reply_demonitor) {
      options->alias = vm::AliasMode::kReplyDemonitor;
    } else {
      return false;
    }
  }
  return list.is_nil();
}

bool read_spawn_options(const Vm& vm, Term list, SpawnForm form, vm::SpawnRequestOptions* options) {
  const vm::SpawnOptions defaults = options->spawn;
  bool is_right = true;
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option == am::link) {
      options->spawn.link = true;
    } else if (option == am::monitor) {
      options->spawn.monitor = true;
    } else if (!option.is_tuple_of(2) ||
               !read_pair(vm, option.as_tuple().elements[0], option.as_tuple().elements[1], form,
                          defaults, options)) {
      is_right = false;
    }
  }
  return is_right && list.is_nil() && vm::has_room_for_heap(options->spawn);
}

}  // namespace bif
