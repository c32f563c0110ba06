// A C++ program with two Erlang machines in it: it loads a module into each, calls and sends,
// receives messages, watches calls as they happen, and gets an Erlang exception as an error.
//
//   embed counter.beam
#include <fstream>
#include <iostream>
#include <iterator>
#include <sonde/sonde.h>

using sonde::Machine;
using sonde::Value;

namespace {

Value add(int n) { return Value::tuple({Value::atom("add"), n}); }

/// Makes a machine that has the module of `beam` loaded and its server running.
sonde::Result<Machine> make_counter(const std::string& beam) {
  sonde::Options options;
  options.schedulers = 2;
  auto machine = Machine::make(options);
  if (!machine) return machine;
  if (auto name = machine->load(beam); !name) return name.error();
  if (auto started = machine->call("counter", "start", {}); !started) return started.error();
  return machine;
}

/// The sum that the machine's server has, or why there is none.
sonde::Result<Value> ask_for_sum(Machine& machine) {
  if (auto sent = machine.send(Value::atom("counter"), Value::atom("report")); !sent)
    return sent.error();
  return machine.receive(std::chrono::seconds(10));  // {sum, Sum}
}

int complain(const sonde::Error& error) {
  std::cerr << "embed: " << error.text << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argc > 1 ? argv[1] : "counter.beam", std::ios::binary);
  const std::string beam((std::istreambuf_iterator<char>(file)), {});
  auto left = make_counter(beam);
  if (!left) return complain(left.error());
  auto right = make_counter(beam);
  if (!right) return complain(right.error());

  // Events come on a thread of the machine; here, the second argument of each call of counter:add/2
  // in the first one.
  auto watched = left->subscribe({{"counter:add/2"}, {}, {}}, [](const Value& event) {
    if (event[2].is_atom("call"))
      std::cout << "called with " << event[3][2][1].to_string() << std::endl;
  });
  if (!watched) return complain(watched.error());
  for (const int n : {1, 2, 3})
    if (auto sent = left->send(Value::atom("counter"), add(n)); !sent)
      return complain(sent.error());
  if (auto sent = right->send(Value::atom("counter"), add(40)); !sent)
    return complain(sent.error());

  const auto first = ask_for_sum(*left), second = ask_for_sum(*right);
  if (!first) return complain(first.error());
  if (!second) return complain(second.error());
  // No event comes after this, so the lines are in order.
  if (auto ended = left->unsubscribe(*watched); !ended) return complain(ended.error());
  std::cout << "left has " << (*first)[1].integer() << ", right has " << (*second)[1].integer()
            << '\n';

  // What Erlang code raises is an error of the call; the machine goes on.
  const auto wrong = left->call("counter", "add", {1, Value::atom("many")});
  if (!wrong) std::cout << "raised " << wrong.error().value.to_string() << '\n';
  std::cout << "ended with " << left->stop() << " and " << right->stop() << '\n';
  return 0;
}
