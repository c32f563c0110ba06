// libsonde: machines that run Erlang code as parts of a C++ program. This header is all of its
// interface.
//
//   auto machine = sonde::Machine::make({});
//   if (!machine) return complain(machine.error().text);
//   auto sum = machine->call("lists", "sum", {sonde::Value::list({1, 2, 3})});
//   if (sum) std::cout << sum->integer() << '\n';  // 6
//
// Errors: every function that can fail returns a Result. No exception leaves the library, and none
// of a callback enters it. Memory that cannot be had ends the program, as in Erlang. Threads: the
// functions of a Machine may be called by any thread, also while others wait in one; it is made,
// moved and destroyed by one thread at a time. A Value belongs to one thread at a time. Several
// machines: a program may have as many as it likes. They share nothing that Erlang code sees but
// the atoms, the environment, and standard input and output. C libraries (NIFs, drivers) are the
// program's: one machine at a time may load them, and the others get an error, until that machine
// is destroyed. The process: making a machine ignores SIGPIPE and sets parameters of malloc; no
// other signal is touched. Machines have a copy of the environment, so os:putenv/2 changes nothing
// of the program's. Code that calls erlang:halt(abort), or halts while a C library is inside of a
// call on a dirty scheduler, ends the program. Needs C++17; the library itself is compiled code
// (static, x86-64 or AArch64 Linux), see docs/libsonde.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sonde {

/// A term of Erlang outside of any machine: a copy, which the program owns.
class Value {
 public:
  enum class Kind : std::uint8_t {
    kAtom,
    kInteger,  // that fits into 64 bits; others are kOther
    kFloat,
    kBinary,
    kList,  // a proper list
    kTuple,
    kMap,
    kPid,
    kReference,
    kOther,  // whatever else: funs, ports, larger integers, improper lists, bits, and what is
             // nested deeper than 256 levels
  };

  /// The empty list.
  Value() noexcept = default;
  Value(int integer) noexcept : Value(static_cast<std::int64_t>(integer)) {}
  Value(std::int64_t integer) noexcept : kind_(Kind::kInteger), integer_(integer) {}
  Value(double number) noexcept : kind_(Kind::kFloat), number_(number) {}
  /// `true` or `false`.
  static Value boolean(bool value) noexcept { return atom(value ? "true" : "false"); }
  /// `name` in UTF-8, at most 255 characters: what is longer is an error of the call that uses it.
  static Value atom(std::string_view name) noexcept;
  static Value binary(std::string_view bytes) noexcept;
  /// Erlang's strings: the list of the code points of `utf8`.
  static Value string(std::string_view utf8) noexcept;
  static Value list(std::vector<Value> elements) noexcept;
  static Value tuple(std::vector<Value> elements) noexcept;
  static Value map(std::vector<std::pair<Value, Value>> pairs) noexcept;

  Kind kind() const noexcept { return kind_; }
  bool is_atom(std::string_view name) const noexcept {
    return kind_ == Kind::kAtom && text_ == name;
  }
  bool is_list() const noexcept { return kind_ == Kind::kList; }
  /// Whether it is a tuple of `size` elements with the atom `tag` as the first.
  bool is_tagged(std::string_view tag, std::size_t size) const noexcept;

  /// Of kInteger; 0 for others.
  std::int64_t integer() const noexcept { return kind_ == Kind::kInteger ? integer_ : 0; }
  /// Of kFloat and kInteger; 0 for others.
  double number() const noexcept;
  /// The name of kAtom (UTF-8), the bytes of kBinary; empty for others.
  const std::string& bytes() const noexcept;
  /// What is text in Erlang, as UTF-8: the name of an atom, the bytes of a binary, a list of code
  /// points.
  std::optional<std::string> text() const noexcept;
  /// The elements of kList and kTuple; keys and values of kMap in turn; none for others.
  const std::vector<Value>& elements() const noexcept { return elements_; }
  std::size_t size() const noexcept {
    return kind_ == Kind::kMap ? elements_.size() / 2 : elements_.size();
  }
  /// An element of kList or kTuple; the empty list where there is none.
  const Value& operator[](std::size_t index) const noexcept;
  /// The value of `key` in kMap; null where there is none.
  const Value* find(const Value& key) const noexcept;

  /// Equal as Erlang's =:= says; for kOther: of the same bytes.
  bool operator==(const Value& other) const noexcept;
  bool operator!=(const Value& other) const noexcept { return !(*this == other); }

  /// In Erlang's syntax, for people: pids as `<0.90.0>`, kOther as `#Other`.
  std::string to_string() const noexcept;

 private:
  friend class Codec;
  Kind kind_ = Kind::kList;
  std::int64_t integer_ = 0;
  double number_ = 0;
  std::string text_;  // the name; the bytes; for kPid, kReference and kOther the external format
  std::vector<Value> elements_;
};

/// Why something was not done.
struct Error {
  enum class Kind : std::uint8_t {
    kStart,     // no machine could be made
    kArgument,  // a value that Erlang cannot have
    kRaised,    // Erlang code has raised an exception: `value` is {Class, Reason}
    kTimeout,
    kEnded,  // the machine has ended
  };
  Kind kind = Kind::kEnded;
  std::string text;  // for people: one line, for kRaised as many as erl prints
  Value value;
};

/// A T or an Error. value() of an error, and error() of a value, end the program.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) noexcept : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) noexcept : held_(std::in_place_index<1>, std::move(error)) {}
  explicit operator bool() const noexcept { return held_.index() == 0; }
  T& value() noexcept { return checked<0>(held_); }
  const T& value() const noexcept { return checked<0>(held_); }
  const Error& error() const noexcept { return checked<1>(held_); }
  T& operator*() noexcept { return value(); }
  const T& operator*() const noexcept { return value(); }
  T* operator->() noexcept { return &value(); }
  const T* operator->() const noexcept { return &value(); }

 private:
  // std::get() throws; noexcept makes that the end of the program.
  template <std::size_t kIndex, class Held>
  static auto& checked(Held& held) noexcept {
    return std::get<kIndex>(held);
  }
  std::variant<T, Error> held_;
};

/// The value of what has none.
struct Done {};

enum class Stream : std::uint8_t { kOutput, kError };

namespace detail {
/// PREFIX/lib/sonde of PREFIX/include/sonde/sonde.h.
inline std::string files_of(std::string_view header) {
  constexpr std::string_view kPlace = "/include/sonde/sonde.h";
  const std::size_t prefix_size = header.size() > kPlace.size() ? header.size() - kPlace.size() : 0;
  return std::string(header.substr(0, prefix_size)) + "/lib/sonde";
}
}  // namespace detail

struct Options {
  /// The folder with ebin/ and trace_log/ of the installed library: PREFIX/lib/sonde, where this
  /// header is PREFIX/include/sonde/sonde.h.
  std::string files = detail::files_of(__FILE__);
  /// The folder with lib/ of Erlang/OTP; empty: $SONDE_OTP_ROOT, or found through `erl` on $PATH.
  std::string otp;
  /// Where modules are looked for, before OTP's libraries.
  std::vector<std::string> code_path;
  /// Threads that run Erlang code; 0: one for each processor.
  unsigned schedulers = 0;
  /// interp, baseline, jit or tiered; empty: the default of `sonde run`.
  std::string engine;
  /// How many messages of receive(), events of one subscription, or texts may wait for the program.
  /// The Erlang processes that pass them on wait then. Of events 10,000 more wait in the machine;
  /// what is above is dropped, and the event {trace_dropped, N} says how many.
  std::size_t max_waiting = 10000;
  /// Gets what Erlang code prints, in UTF-8; empty: it goes to standard output and standard error.
  /// Called on the machine's thread of callbacks.
  std::function<void(Stream, std::string_view)> output;
};

/// What to report to a subscription.
struct Subscription {
  /// Functions whose calls are reported, as those of `sonde trace --calls`: "lists", "lists:seq",
  /// "lists:seq/2", "lists:seq(_, X) when X > 3 -> return". The modules need not be loaded yet.
  std::vector<std::string> calls;
  /// Of each call: "returns", "exceptions", "stack".
  std::vector<std::string> actions;
  /// "messages", "procs", "running", "gc".
  std::vector<std::string> events;
};

/// A machine. Its Erlang code runs on threads of its own from make() on.
class Machine {
 public:
  /// Makes a machine and starts it. Error: kStart.
  static Result<Machine> make(const Options& options) noexcept;
  Machine(Machine&&) noexcept;
  Machine& operator=(Machine&&) noexcept;
  /// Calls stop(), then frees the machine. Not in a callback.
  ~Machine();

  /// Loads the module of a `.beam` file's bytes, as code:load_binary/3; returns its name. Error:
  /// kRaised.
  Result<std::string> load(std::string_view beam) noexcept;

  /// Calls a function in a process of its own and waits for what it returns. Without `timeout`, as
  /// long as it takes. A call whose time is over is killed. Error: kRaised, kTimeout, kArgument,
  /// kEnded.
  Result<Value> call(std::string_view module, std::string_view function,
                     std::vector<Value> arguments,
                     std::optional<std::chrono::milliseconds> timeout = std::nullopt) noexcept;

  /// Sends a message to a process or a registered name (an atom). Error: kRaised (badarg: no such
  /// name).
  Result<Done> send(const Value& to, const Value& message) noexcept;

  /// The next message that Erlang code has sent to the registered name `host`, in the order of
  /// arrival. Several threads may wait; each message goes to one. Error: kTimeout, kEnded (and all
  /// messages were taken).
  Result<Value> receive(std::optional<std::chrono::milliseconds> timeout = std::nullopt) noexcept;

  using Callback = std::function<void(const Value& event)>;
  /// Has `callback` called with each event, on the machine's thread of callbacks, in the order that
  /// each process makes them. An event is a trace message as OTP's module `trace` describes them,
  /// {trace_ts, Pid, call, {M, F, Args}, Nanoseconds} for example. Reported are all processes but
  /// the machine's own servers. An exception of the callback ends the subscription. Returns its
  /// number. Error: kRaised, where a pattern or a name is wrong.
  Result<std::uint64_t> subscribe(const Subscription& wanted, Callback callback) noexcept;
  /// Ends a subscription: nothing is armed for it any more, the callback has had what happened
  /// before this call, and is not called again. A callback may end its own subscription; what it
  /// has not had by then is dropped. Error: kArgument: there is none of this number.
  Result<Done> unsubscribe(std::uint64_t number) noexcept;

  bool is_running() const noexcept;
  /// Ends the machine in order, as init:stop/0: applications stop, files are closed. After
  /// `patience` it is ended at once. Returns its exit status; also of a machine that has ended
  /// already. Not in a callback.
  int stop(std::chrono::milliseconds patience = std::chrono::seconds(5)) noexcept;

 private:
  class Running;
  explicit Machine(std::unique_ptr<Running> running) noexcept;
  std::unique_ptr<Running> running_;
};

}  // namespace sonde
