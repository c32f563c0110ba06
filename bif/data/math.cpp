// The module math.
#include "bif/data/numbers.h"
#include "bif/natives.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace bif {
namespace {

/// Returns the result of a function of the C library; raises badarith if it is not finite.
BifResult finite(Process& p, double value) {
  if (!std::isfinite(value)) return p.badarith();
  return HeapBuilder(p).float_(value);
}

/// What is wrong with arguments of which not all are within the range of floats.
BifResult no_double(Process& p, std::span<const Term> a) {
  return std::ranges::all_of(a, &Term::is_number) ? p.badarith() : p.badarg();
}

BifResult unary(Process& p, const Args<1>& a, double (*function)(double)) {
  double x;
  if (!to_double(a[0], &x)) return no_double(p, a);
  return finite(p, function(x));
}

BifResult binary(Process& p, const Args<2>& a, double (*function)(double, double)) {
  double x;
  double y;
  if (!to_double(a[0], &x) || !to_double(a[1], &y)) return no_double(p, a);
  return finite(p, function(x, y));
}

}  // namespace

#define MATH_UNARY(name) \
  BifResult math_##name##_1(Process& p, const Args<1>& a) { \
    return unary(p, a, [](double x) { return std::name(x); }); \
  }
MATH_UNARY(sin)
MATH_UNARY(cos)
MATH_UNARY(tan)
MATH_UNARY(asin)
MATH_UNARY(acos)
MATH_UNARY(atan)
MATH_UNARY(sinh)
MATH_UNARY(cosh)
MATH_UNARY(tanh)
MATH_UNARY(asinh)
MATH_UNARY(acosh)
MATH_UNARY(atanh)
MATH_UNARY(exp)
MATH_UNARY(log)
MATH_UNARY(log2)
MATH_UNARY(log10)
MATH_UNARY(sqrt)
MATH_UNARY(erf)
MATH_UNARY(erfc)
MATH_UNARY(ceil)
MATH_UNARY(floor)
#undef MATH_UNARY

BifResult math_pow_2(Process& p, const Args<2>& a) {
  return binary(p, a, [](double x, double y) { return std::pow(x, y); });
}
BifResult math_atan2_2(Process& p, const Args<2>& a) {
  return binary(p, a, [](double x, double y) { return std::atan2(x, y); });
}
BifResult math_fmod_2(Process& p, const Args<2>& a) {
  return binary(p, a, [](double x, double y) { return std::fmod(x, y); });
}

}  // namespace bif
