// The counterpart of sonde_boot:start/1 and sonde_trace:start/1, which say what each key means.
#include "tools/main_request.h"

#include "bif/code/prepared_code.h"
#include "vm/base/utf8.h"
#include "vm/heap/binary_view.h"
#include "vm/term/atom_table.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

namespace tools {
namespace {

namespace am = vm::am;

/// A string as programs see their arguments: a list of code points.
vm::Term code_points(vm::HeapBuilder& builder, const std::string& utf8) {
  std::vector<vm::Term> points;
  const char* at = utf8.data();
  const char* end = at + utf8.size();
  while (at < end) {
    std::uint32_t code_point = 0;
    const vm::Word length = vm::decode_utf8(at, end, &code_point);
    // Bytes that are not UTF-8 are passed on as they are.
    points.push_back(vm::Term::small(length == 0 ? static_cast<vm::Byte>(*at) : code_point));
    at += length == 0 ? 1 : length;
  }
  return builder.list_from(points);
}

vm::Term strings(vm::HeapBuilder& builder, const std::vector<std::string>& texts) {
  std::vector<vm::Term> terms;
  for (const std::string& text : texts) terms.push_back(code_points(builder, text));
  return builder.list_from(terms);
}

vm::Term atom(const std::string& text) { return vm::intern_atom(text).value(); }

/// {Module, File, Code}, or `none`.
vm::Term program_term(vm::Vm& vm, vm::HeapBuilder& builder, std::optional<Program> program) {
  if (!program) return am::none;
  const vm::Term module = program->code.name();
  const vm::Word bytes = program->code.module().code.size() * sizeof(vm::Word);
  return builder.tuple(module, code_points(builder, program->file),
                       bif::make_prepared_code(vm, builder, std::move(program->code), bytes));
}

/// {Module, Function}, or `main`.
vm::Term function_term(vm::HeapBuilder& builder, const MainRequest& request) {
  if (!request.function) return am::main;
  return builder.tuple(atom(request.function->first), atom(request.function->second));
}

/// [{Name, [Value]}].
vm::Term flags_term(vm::HeapBuilder& builder, const MainRequest& request) {
  std::vector<vm::Term> flags;
  for (const auto& [name, values] : request.flags)
    flags.push_back(builder.tuple(atom(name), strings(builder, values)));
  return builder.list_from(flags);
}

/// {Link, TakesOutput}, or `none`.
vm::Term host_term(vm::Vm& vm, vm::HeapBuilder& builder, const std::optional<Host>& host) {
  if (!host) return am::none;
  return builder.tuple(bif::make_host_link(vm, builder, *host->link),
                       vm::make_boolean(host->takes_output));
}

/// The options of trace:session_create/3.
vm::Term bounds_term(vm::HeapBuilder& builder, const TraceBounds& bounds) {
  const std::pair<vm::Term, std::uint64_t> limits[] = {
      {am::queue_limit, bounds.queue_limit}, {am::max_events, bounds.max_events},
      {am::max_rate, bounds.max_rate},       {am::stop_after, bounds.stop_after_ms},
      {atom("max_arg"), bounds.max_arg},     {atom("arg"), bounds.arg}};
  std::vector<vm::Term> options = {builder.tuple(am::overload, atom(bounds.overload))};
  for (const auto& [name, limit] : limits) {
    if (limit == 0) continue;
    options.push_back(builder.tuple(name, vm::number(limit)));
  }
  if (!bounds.has_result) options.push_back(builder.tuple(atom("result"), am::false_));
  if (bounds.keeps_tail_calls) options.push_back(builder.tuple(atom("tail_calls"), am::true_));
  return builder.list_from(options);
}

vm::Term calls_term(vm::HeapBuilder& builder, const std::vector<TraceCalls>& all) {
  std::vector<vm::Term> calls;
  for (const TraceCalls& wanted : all) {
    const auto* names = std::get_if<0>(&wanted);
    calls.push_back(names == nullptr ? code_points(builder, std::get<1>(wanted))
                                     : builder.tuple(code_points(builder, (*names)[0]),
                                                     code_points(builder, (*names)[1]),
                                                     code_points(builder, (*names)[2])));
  }
  return builder.list_from(calls);
}

/// A map for sonde_recorder:start/1, or `none`.
vm::Term record_term(vm::HeapBuilder& builder, const RecordRequest& record) {
  if (record.last.empty()) return am::none;
  vm::MapPair pairs[] = {{atom("last"), code_points(builder, record.last)},
                         {atom("file"), code_points(builder, record.file)},
                         {am::events, strings(builder, record.events)},
                         {am::calls, calls_term(builder, record.calls)},
                         {atom("limits"), strings(builder, record.limits)}};
  return vm::map_from_pairs(builder, pairs);
}

/// A map for start/1 of the tool, or `none`.
vm::Term trace_term(vm::HeapBuilder& builder, const TraceRequest& trace) {
  if (!trace.is_wanted()) return am::none;
  vm::MapPair pairs[] = {{atom("tool"), atom(trace.tool)},
                         {atom("measure"), code_points(builder, trace.measure)},
                         {atom("frequency"), vm::number(trace.frequency)},
                         {atom("attach"), vm::make_binary_term(builder, trace.attach)},
                         {atom("every_ms"), vm::number(trace.top.every_ms)},
                         {atom("times"), vm::number(trace.top.times)},
                         {atom("sort"), code_points(builder, trace.top.sort)},
                         {atom("rows"), vm::number(trace.top.rows)},
                         {atom("grouped"), vm::make_boolean(trace.top.is_grouped)},
                         {atom("redraws"), vm::make_boolean(trace.top.redraws)},
                         {atom("interactive"), vm::make_boolean(trace.top.is_interactive)},
                         {am::calls, calls_term(builder, trace.calls)},
                         {am::where, code_points(builder, trace.where)},
                         {am::events, strings(builder, trace.events)},
                         {am::actions, strings(builder, trace.actions)},
                         {am::processes, strings(builder, trace.processes)},
                         {am::system, vm::make_boolean(trace.system)},
                         {am::depth, vm::number(trace.depth)},
                         {atom("deltas"), vm::make_boolean(trace.deltas)},
                         {atom("explain"), vm::make_boolean(trace.explain)},
                         {am::format, code_points(builder, trace.format)},
                         {am::output, vm::make_binary_term(builder, trace.output)},
                         {am::bounds, bounds_term(builder, trace.bounds)}};
  return vm::map_from_pairs(builder, pairs);
}

}  // namespace

vm::Term main_request_term(vm::Vm& vm, vm::HeapBuilder& builder, MainRequest request) {
  vm::MapPair pairs[] = {{atom("host"), host_term(vm, builder, request.host)},
                         {am::function, function_term(builder, request)},
                         {am::arguments, strings(builder, request.arguments)},
                         {am::flags, flags_term(builder, request)},
                         {am::trace, trace_term(builder, request.trace)},
                         {am::control, vm::make_binary_term(builder, request.control)},
                         {atom("record"), record_term(builder, request.record)},
                         {am::program, program_term(vm, builder, std::move(request.program))}};
  return vm::map_from_pairs(builder, pairs);
}

}  // namespace tools
