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

namespace detail {
/// The value of a Result<void, E>.
struct NoValue {};
}  // namespace detail

/// Holds exactly one of a T and an E. T may be void; then `return {};` is success. Reading the side
/// that is not there is a failed check.
template <typename T, typename E>
class [[nodiscard]] Result {
  using Stored = std::conditional_t<std::is_void_v<T>, detail::NoValue, T>;

 public:
  using Value = T;
  using Error = E;

  Result()
    requires std::is_void_v<T>
      : value_(), ok_(true) {}
  template <typename U = T>
    requires(!std::is_void_v<T> && std::is_constructible_v<Stored, U &&> &&
             !std::is_same_v<std::remove_cvref_t<U>, Result> &&
             !std::is_same_v<std::remove_cvref_t<U>, Err<E>>)
  Result(U&& value) : ok_(true) {  // NOLINT(google-explicit-constructor): `return value;`
    new (&value_) Stored(std::forward<U>(value));
  }
  template <typename F>
    requires std::is_constructible_v<E, F&&>
  Result(Err<F>&& e) : ok_(false) {  // NOLINT(google-explicit-constructor): `return Err(...);`
    new (&error_) E(std::move(e.error));
  }
  Result(Result&& other) : ok_(other.ok_) {
    if (ok_) {
      new (&value_) Stored(std::move(other.value_));
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
      value_.~Stored();
    } else {
      error_.~E();
    }
  }

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }

  std::add_lvalue_reference_t<T> value() & {
    VM_CHECK(ok_, "callers check ok() before they read the value");
    if constexpr (!std::is_void_v<T>) return value_;
  }
  std::add_lvalue_reference_t<const T> value() const& {
    VM_CHECK(ok_, "callers check ok() before they read the value");
    if constexpr (!std::is_void_v<T>) return value_;
  }
  std::add_rvalue_reference_t<T> value() && {
    if constexpr (std::is_void_v<T>) {
      value();
    } else {
      return std::move(value());
    }
  }
  std::add_lvalue_reference_t<T> operator*() & { return value(); }
  std::add_lvalue_reference_t<const T> operator*() const& { return value(); }
  std::add_pointer_t<T> operator->() { return &value(); }
  std::add_pointer_t<const T> operator->() const { return &value(); }

  E& error() & {
    VM_CHECK(!ok_, "callers check ok() before they read the error");
    return error_;
  }
  const E& error() const& {
    VM_CHECK(!ok_, "callers check ok() before they read the error");
    return error_;
  }
  E&& error() && { return std::move(error()); }

  /// The value, or `fallback` if there is none.
  Stored value_or(Stored fallback) && { return ok_ ? std::move(value_) : std::move(fallback); }

 private:
  union {
    Stored value_;
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
