// What sonde.h promises, checked from outside: values, errors, back-pressure, several machines and
// threads, the end. The first thing that is not as promised ends the program with status 1.
#include <atomic>
#include <iostream>
#include <mutex>
#include <sonde/sonde.h>
#include <stdexcept>
#include <thread>

using sonde::Error;
using sonde::Machine;
using sonde::Value;
using namespace std::chrono_literals;

namespace {

void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::cerr << "not as promised: " << what << std::endl;
  std::_Exit(1);
}

template <class T>
T& got(sonde::Result<T>& result, const std::string& what) {
  expect(static_cast<bool>(result), what + ": " + (result ? "" : result.error().text));
  return *result;
}

Machine make(const sonde::Options& options = {}) {
  auto machine = Machine::make(options);
  return std::move(got(machine, "a machine"));
}

Value atom(const char* name) { return Value::atom(name); }

/// Evaluates Erlang expressions, so that no module has to be compiled.
sonde::Result<Value> evaluate(Machine& machine, const std::string& text,
                              std::optional<std::chrono::milliseconds> timeout = std::nullopt) {
  auto scanned = machine.call("erl_scan", "string", {Value::string(text)});
  auto parsed = machine.call("erl_parse", "parse_exprs", {got(scanned, text)[1]});
  expect(got(parsed, text).is_tagged("ok", 2), text);
  auto value = machine.call("erl_eval", "exprs", {(*parsed)[1], Value::map({})}, timeout);
  if (!value) return value.error();
  return (*value)[1];
}

void check_values() {
  Machine machine = make();
  const Value values[] = {
      atom("a b"),
      Value::boolean(true),
      0,
      -1,
      std::int64_t{1} << 40,
      std::int64_t{-1} << 63,
      1.5,
      -0.25,
      Value::binary(std::string("\0x", 2)),
      Value(),
      Value::list({1, atom("b"), Value::list({})}),
      Value::string("h\xc3\xa9"),
      Value::tuple({}),
      Value::tuple({1, Value::map({{atom("k"), 2.5}, {Value::list({1}), atom("v")}})})};
  for (const Value& value : values) {
    auto same = machine.call("erlang", "hd", {Value::list({value})});
    expect(got(same, value.to_string()) == value,
           value.to_string() + " became " + same->to_string());
  }
  // What cannot be looked into comes back as it was.
  auto opaque =
      evaluate(machine, "{self(), make_ref(), fun(X) -> X end, 1 bsl 100, [a|b], <<1:3>>}.");
  const Value& parts = got(opaque, "opaque values");
  expect(parts[0].kind() == Value::Kind::kPid && parts[0].to_string().rfind("<0.", 0) == 0,
         parts[0].to_string());
  expect(parts[1].kind() == Value::Kind::kReference && parts[3].kind() == Value::Kind::kOther,
         parts.to_string());
  for (const Value& part : parts.elements()) {
    auto is_same = machine.call("erlang", "=:=", {part, part});
    expect(got(is_same, "=:=").is_atom("true"), part.to_string());
  }
  // Nested deeper than a value may be, and deeper than a native stack would bear.
  auto deep = evaluate(machine, "lists:foldl(fun(_, T) -> {T} end, deep, lists:seq(1, 1000000)).");
  auto back = machine.call("erlang", "tuple_size", {got(deep, "a deep term")});
  expect(got(back, "its size").integer() == 1, "a deep term comes back");
  expect(
      Value::string("h\xc3\xa9").size() == 2 && *Value::string("h\xc3\xa9").text() == "h\xc3\xa9",
      "UTF-8");
  expect(Value::tuple({atom("x"), 2, -0.5, Value::binary("b"), atom("It")}).to_string() ==
             "{x,2,-0.5,<<\"b\">>,'It'}",
         "text");
}

void check_errors() {
  Machine machine = make();
  auto raised = machine.call("erlang", "error", {atom("oops")});
  expect(!raised && raised.error().kind == Error::Kind::kRaised, "an exception is an error");
  expect(raised.error().value == Value::tuple({atom("error"), atom("oops")}),
         raised.error().value.to_string());
  expect(raised.error().text.find("oops") != std::string::npos, raised.error().text);
  auto undefined = machine.call("nosuch", "function", {});
  expect(!undefined && undefined.error().value[1].is_atom("undef"), "a function that is not there");
  auto killed = evaluate(machine, "exit(self(), kill).");
  expect(!killed && killed.error().value[1].is_atom("killed"), "a call whose process is killed");
  auto late = machine.call("timer", "sleep", {atom("infinity")}, 50ms);
  expect(!late && late.error().kind == Error::Kind::kTimeout, "a call whose time is over");
  auto long_atom = machine.call("erlang", "abs", {Value::atom(std::string(256, 'x'))});
  expect(!long_atom && long_atom.error().kind == Error::Kind::kArgument,
         "an atom that is too long");
  auto no_name = machine.send(atom("nosuch"), 1);
  expect(!no_name && no_name.error().value[1].is_atom("badarg"), "a name that nobody has");
  auto no_module = machine.load("nothing of this kind");
  expect(!no_module && no_module.error().kind == Error::Kind::kRaised, "bytes that are no module");
  auto no_message = machine.receive(20ms);
  expect(!no_message && no_message.error().kind == Error::Kind::kTimeout, "no message");
  auto no_pattern = machine.subscribe({{"lists:seq(1,"}, {}, {}}, [](const Value&) {});
  expect(!no_pattern && no_pattern.error().kind == Error::Kind::kRaised, "a bad pattern");
  auto no_event = machine.subscribe({{}, {}, {"nosuch"}}, [](const Value&) {});
  expect(!no_event, "an event that is not there");
  expect(!machine.unsubscribe(4711), "a subscription that is not there");
  auto alive = machine.call("erlang", "abs", {-1});
  expect(got(alive, "after all of it").integer() == 1, "the machine goes on");
  sonde::Options wrong;
  wrong.otp = "/nosuch";
  auto none = Machine::make(wrong);
  expect(!none && none.error().kind == Error::Kind::kStart && !none.error().text.empty(),
         "no Erlang/OTP there");
  wrong = {};
  wrong.engine = "fast";
  expect(!Machine::make(wrong), "no such engine");
}

void check_messages() {
  sonde::Options options;
  options.max_waiting = 10;
  Machine machine = make(options);
  // More than may wait: the relay waits, and nothing is lost or out of order.
  auto sent = evaluate(machine, "[host ! N || N <- lists:seq(1, 1000)], length([]).");
  got(sent, "a thousand messages");
  for (int n = 1; n <= 1000; ++n) {
    auto message = machine.receive(10s);
    expect(got(message, "a message").integer() == n, "messages in order");
  }
  auto echo = evaluate(machine, "spawn(fun() -> receive {From, M} -> host ! {From, M} end end).");
  expect(static_cast<bool>(machine.send(got(echo, "a process"), Value::tuple({1, 2}))),
         "a message to a pid");
  auto answer = machine.receive(10s);
  expect(got(answer, "its answer") == Value::tuple({1, 2}), answer->to_string());
}

void check_subscriptions() {
  Machine machine = make();
  std::mutex mutex;
  std::vector<Value> events;
  auto watched =
      machine.subscribe({{"lists:nth/2"}, {"returns"}, {"procs"}}, [&](const Value& event) {
        const std::lock_guard<std::mutex> lock(mutex);
        events.push_back(event);
      });
  got(watched, "a subscription");
  got(*std::make_unique<sonde::Result<Value>>(
          machine.call("lists", "nth", {2, Value::list({1, atom("two")})})),
      "a call");
  bool has_return = false;
  for (int tries = 0; tries < 500 && !has_return; ++tries) {
    std::this_thread::sleep_for(10ms);
    const std::lock_guard<std::mutex> lock(mutex);
    for (const Value& event : events)
      has_return |= event[2].is_atom("return_from") && event[4].is_atom("two");
  }
  expect(has_return, "the return of a watched call");
  expect(static_cast<bool>(machine.unsubscribe(*watched)), "the end of a subscription");
  std::size_t before = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex);
    before = events.size();
  }
  static_cast<void>(machine.call("lists", "nth", {1, Value::list({1})}));
  std::this_thread::sleep_for(50ms);
  const std::lock_guard<std::mutex> lock(mutex);
  expect(events.size() == before, "no event after the end");
}

void check_callbacks() {
  Machine machine = make();
  std::atomic<int> calls = 0;
  auto thrown = machine.subscribe({{"lists:nth/2"}, {}, {}}, [&](const Value&) {
    ++calls;
    throw std::runtime_error("of a callback");
  });
  got(thrown, "a subscription");
  for (int n = 0; n < 3; ++n) {
    static_cast<void>(machine.call("lists", "nth", {1, Value::list({1})}));
    std::this_thread::sleep_for(100ms);
  }
  expect(calls == 1, "an exception of a callback ends its subscription");
  // A callback may call the machine, and end its own subscription.
  std::atomic<std::int64_t> sum = 0;
  std::atomic<std::uint64_t> number = 0;
  auto nested = machine.subscribe({{"lists:nth/2"}, {}, {}}, [&](const Value&) {
    auto called = machine.call("lists", "sum", {Value::list({1, 2})});
    while (number == 0) std::this_thread::yield();
    if (machine.unsubscribe(number)) sum = called->integer();
  });
  number = got(nested, "a subscription");
  static_cast<void>(machine.call("lists", "nth", {1, Value::list({1})}));
  for (int tries = 0; tries < 500 && sum == 0; ++tries) std::this_thread::sleep_for(10ms);
  expect(sum == 3, "a callback that calls");
}

void check_output() {
  std::mutex mutex;
  std::string out, err;
  sonde::Options options;
  options.output = [&](sonde::Stream stream, std::string_view text) {
    const std::lock_guard<std::mutex> lock(mutex);
    (stream == sonde::Stream::kOutput ? out : err) += text;
  };
  Machine machine = make(options);
  static_cast<void>(machine.call("io", "put_chars", {Value::string("h\xc3\xa9\n")}));
  static_cast<void>(
      machine.call("io", "put_chars", {atom("standard_error"), Value::string("to err\n")}));
  machine.stop();
  const std::lock_guard<std::mutex> lock(mutex);
  expect(out == "h\xc3\xa9\n" && err == "to err\n", "output: " + out + err);
}

void check_machines_and_threads() {
  Machine machines[] = {make(), make(), make()};
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (Machine& machine : machines) {
    for (int thread = 0; thread < 3; ++thread) {
      threads.emplace_back([&machine, &right, thread] {
        for (int n = 0; n < 100; ++n) {
          auto sum = machine.call("lists", "sum", {Value::list({n, thread})});
          if (sum && sum->integer() == n + thread) ++right;
        }
      });
    }
  }
  for (std::thread& thread : threads) thread.join();
  expect(right == 900, "calls of many threads");
  static_cast<void>(machines[0].call("persistent_term", "put", {atom("key"), 1}));
  auto elsewhere = machines[1].call("persistent_term", "get", {atom("key"), atom("none")});
  expect(got(elsewhere, "a term").is_atom("none"), "machines have their own terms");
  // Code that halts ends its own machine, also where a call waits for it.
  auto halted = machines[2].call("erlang", "halt", {7});
  expect(!halted && halted.error().kind == Error::Kind::kEnded, "a machine that halts");
  expect(machines[2].stop() == 7 && !machines[2].is_running(), "its status");
  auto afterwards = machines[2].receive();
  expect(!afterwards && afterwards.error().kind == Error::Kind::kEnded,
         "no messages of a machine that has ended");
  expect(!machines[2].send(atom("host"), 1) && machines[0].is_running(), "the others go on");
  Machine moved = std::move(machines[0]);
  auto still = moved.call("persistent_term", "get", {atom("key")});
  expect(got(still, "a moved machine").integer() == 1, "a moved machine");
}

/// Opens a log of the tracer module sonde_trace_log, whose functions are C, and traces to it.
sonde::Result<Value> write_log(Machine& machine, const std::string& file) {
  return evaluate(
      machine,
      "{ok, Log} = sonde_trace_log:open(\"" + file +
          "\"), S = trace:session_create(log, sonde_trace_log:tracer(Log), []),"
          "trace:function(S, {lists, seq, 2}, true, []), trace:process(S, self(), true, [call]),"
          "lists:seq(1, 3), persistent_term:put(kept, {S, Log}), length([]).");
}

void check_c_libraries() {
  {
    Machine first = make(), second = make();
    auto written = write_log(first, "first.strace");
    got(written, "a log");
    auto refused = write_log(second, "second.strace");
    expect(!refused, "C libraries are those of one machine at a time");
    // Its log is open, and closed by the end.
    expect(first.stop() == 0, "the end of a machine with C libraries");
    auto too_early = write_log(second, "second.strace");
    expect(!too_early, "a machine that has ended keeps them until it is destroyed");
  }
  for (const char* file : {"second.strace", "third.strace"}) {
    Machine machine = make();
    auto written = write_log(machine, file);
    got(written, "a log of a later machine");
  }
}

}  // namespace

int main() {
  const std::pair<const char*, void (*)()> checks[] = {{"values", check_values},
                                                       {"errors", check_errors},
                                                       {"messages", check_messages},
                                                       {"subscriptions", check_subscriptions},
                                                       {"callbacks", check_callbacks},
                                                       {"output", check_output},
                                                       {"machines", check_machines_and_threads},
                                                       {"c libraries", check_c_libraries}};
  for (const auto& [name, check] : checks) {
    check();
    std::cout << name << std::endl;
  }
  return 0;
}
