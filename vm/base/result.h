// Result<T, E>: a value or an error. Functions return it when their input can be wrong, and callers
// propagate the error with VM_TRY. We have our own class because std::expected requires C++23, and
// its value() throws.
#pragma once

#include "vm/base/assert.h"

#include <new>
#include <type_traits>
#include <utility>

namespace vm {

/// Wraps the error of a Result: `return Err(LoadError{...});`
template <typename E>
struct [[nodiscard]] Err {
  explicit Err(E e) : error(std::move(e)) {}
  E error;
};

/// Holds exactly one of T and E. T may be void. Reading the one that is not there is a failed
/// check.
template <typename T, typename E>
class [[nodiscard]] Result {
 public:
  using Value = T;
  using Error = E;

  template <typename U = T>
    requires(std::is_constructible_v<T, U &&> && !std::is_same_v<std::remove_cvref_t<U>, Result> &&
             !std::is_same_v<std::remove_cvref_t<U>, Err<E>>)
  Result(U&& value) : ok_(true) {  // NOLINT(google-explicit-constructor): `return value;`
    new (&value_) T(std::forward<U>(value));
  }
  template <typename F>
    requires std::is_constructible_v<E, F&&>
  Result(Err<F>&& e) : ok_(false) {  // NOLINT(google-explicit-constructor): `return Err(...);`
    new (&error_) E(std::move(e.error));
  }
  Result(Result&& other) : ok_(other.ok_) {
    if (ok_) {
      new (&value_) T(std::move(other.value_));
    } else {
      new (&error_) E(std::move(other.error_));
    }
  }
  Result(const Result&) = delete;
  Result& operator=(Result&& other) {
    if (this != &other) {
      this->~Result();
      new (this) Result(std::move(other));
    }
    return *this;
  }
  ~Result() {
    if (ok_) {
      value_.~T();
    } else {
      error_.~E();
    }
  }

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }

  T& value() & {
    VM_CHECK(ok_, "a result is asked for its value only when it has one");
    return value_;
  }
  const T& value() const& {
    VM_CHECK(ok_, "a result is asked for its value only when it has one");
    return value_;
  }
  T&& value() && { return std::move(value()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  E& error() & {
    VM_CHECK(!ok_, "a result is asked for its error only when it has one");
    return error_;
  }
  const E& error() const& {
    VM_CHECK(!ok_, "a result is asked for its error only when it has one");
    return error_;
  }
  E&& error() && { return std::move(error()); }

  /// The value, or `fallback` where there is none.
  T value_or(T fallback) && { return ok_ ? std::move(value_) : std::move(fallback); }

 private:
  union {
    T value_;
    E error_;
  };
  bool ok_;
};

/// Success without a value: `return {};`.
template <typename E>
class [[nodiscard]] Result<void, E> {
 public:
  using Value = void;
  using Error = E;

  Result() : ok_(true) {}
  template <typename F>
    requires std::is_constructible_v<E, F&&>
  Result(Err<F>&& e) : ok_(false) {  // NOLINT(google-explicit-constructor): `return Err(...);`
    new (&error_) E(std::move(e.error));
  }
  Result(Result&& other) : ok_(other.ok_) {
    if (!ok_) new (&error_) E(std::move(other.error_));
  }
  Result(const Result&) = delete;
  Result& operator=(Result&& other) {
    if (this != &other) {
      this->~Result();
      new (this) Result(std::move(other));
    }
    return *this;
  }
  ~Result() {
    if (!ok_) error_.~E();
  }

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  void value() const { VM_CHECK(ok_, "a result is asked for its value only when it has one"); }

  E& error() & {
    VM_CHECK(!ok_, "a result is asked for its error only when it has one");
    return error_;
  }
  const E& error() const& {
    VM_CHECK(!ok_, "a result is asked for its error only when it has one");
    return error_;
  }
  E&& error() && { return std::move(error()); }

 private:
  union {
    E error_;
  };
  bool ok_;
};

}  // namespace vm

#define VM_DETAIL_PASTE(a, b) a##b
#define VM_DETAIL_CONCAT(a, b) VM_DETAIL_PASTE(a, b)
#define VM_DETAIL_TRY(result, declaration, expression) \
  auto result = (expression); \
  if (!result.ok()) [[unlikely]] \
    return ::vm::Err(std::move(result).error()); \
  declaration = std::move(result).value()

/// `VM_TRY(auto x, f());` gives x the value of f(), or returns f()'s error from this function.
#define VM_TRY(declaration, ...) \
  VM_DETAIL_TRY(VM_DETAIL_CONCAT(vm_try_, __COUNTER__), declaration, (__VA_ARGS__))

/// `VM_TRY_VOID(f());` returns f()'s error from this function, if it has one.
#define VM_TRY_VOID(...) \
  do { \
    auto vm_try_result = (__VA_ARGS__); \
    if (!vm_try_result.ok()) [[unlikely]] { \
      return ::vm::Err(std::move(vm_try_result).error()); \
    } \
  } while (false)
