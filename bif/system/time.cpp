// Time: monotonic and system time in any unit, and the calendar functions that OTP has natively.
// Wall clock times are counted without leap seconds, as everywhere in Erlang.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/sched/clock.h"
#include "vm/sched/scheduler.h"
#include "vm/term/big.h"

#include <ctime>

namespace bif {
namespace {

constexpr SWord kNanosecond = 1'000'000'000;

const vm::Clock& clock_of(Process& p) { return p.vm.schedulers->clock(); }

/// Parts per second of a unit: an atom or a positive integer. 0 where it is none.
SWord unit_parts(Term unit) {
  if (unit.is_small()) return unit.as_small() > 0 ? unit.as_small() : 0;
  if (unit == am::second || unit == am::seconds) return 1;
  if (unit == am::millisecond || unit == am::milli_seconds) return 1000;
  if (unit == am::microsecond || unit == am::micro_seconds) return 1'000'000;
  if (unit == am::nanosecond || unit == am::nano_seconds) return kNanosecond;
  if (unit == am::native || unit == am::perf_counter) return kNanosecond;
  return 0;
}

BifResult in_unit(Process& p, SWord ns, Term unit) {
  const SWord parts = unit_parts(unit);
  if (parts == 0) return p.badarg();
  // Rounded down, and wide enough for any unit.
  const __int128 product = static_cast<__int128>(ns) * parts;
  __int128 quotient = product / kNanosecond;
  if (product % kNanosecond < 0) --quotient;
  HeapBuilder builder(p);
  return vm::make_integer_128(builder, quotient);
}

BifResult native(Process& p, SWord ns) { return HeapBuilder(p).integer(ns); }

Term timestamp_term(Process& p, SWord microseconds) {
  const SWord seconds = microseconds / 1'000'000;
  return HeapBuilder(p).tuple(Term::small(seconds / 1'000'000), Term::small(seconds % 1'000'000),
                              Term::small(microseconds % 1'000'000));
}

// --- calendar ---

/// Days from 1970-01-01 to a date of the Gregorian calendar.
SWord days_from_civil(SWord year, SWord month, SWord day) {
  year -= month <= 2 ? 1 : 0;
  const SWord era = (year >= 0 ? year : year - 399) / 400;
  const SWord year_of_era = year - era * 400;
  const SWord day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const SWord day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

std::tm universal_tm(SWord seconds) {
  const std::time_t time = static_cast<std::time_t>(seconds);
  std::tm result{};
  gmtime_r(&time, &result);
  return result;
}

std::tm local_tm(SWord seconds) {
  const std::time_t time = static_cast<std::time_t>(seconds);
  std::tm result{};
  localtime_r(&time, &result);
  return result;
}

Term date_term(HeapBuilder& builder, const std::tm& tm) {
  return builder.tuple(Term::small(tm.tm_year + 1900), Term::small(tm.tm_mon + 1),
                       Term::small(tm.tm_mday));
}

Term time_term(HeapBuilder& builder, const std::tm& tm) {
  return builder.tuple(Term::small(tm.tm_hour), Term::small(tm.tm_min), Term::small(tm.tm_sec));
}

Term datetime_term(Process& p, const std::tm& tm) {
  HeapBuilder builder(p);
  const Term date = date_term(builder, tm);
  return builder.tuple(date, time_term(builder, tm));
}

bool read_triple(Term t, SWord out[3]) {
  if (!t.is_tuple_of(3)) return false;
  for (int i = 0; i < 3; ++i) {
    const Term part = t.as_tuple().elements[i];
    if (!part.is_small()) return false;
    out[i] = part.as_small();
  }
  return true;
}

// The first years that OTP converts: to and from seconds, to and from local time.
constexpr SWord kFirstPosixYear = 1600;
constexpr SWord kFirstLocalYear = 1902;

/// {{Y,M,D},{H,M,S}} as seconds since 1970, the fields checked. False where it is none, or before
/// `first_year`.
bool read_datetime(Term t, SWord first_year, SWord* seconds) {
  SWord date[3];
  SWord time[3];
  if (!t.is_tuple_of(2) || !read_triple(t.as_tuple().elements[0], date) ||
      !read_triple(t.as_tuple().elements[1], time)) {
    return false;
  }
  static constexpr SWord kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const SWord year = date[0];
  if (year < first_year || year > 1'000'000'000 || date[1] < 1 || date[1] > 12 || date[2] < 1) {
    return false;
  }
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (date[2] > kDays[date[1] - 1] + (leap && date[1] == 2 ? 1 : 0)) return false;
  if (time[0] < 0 || time[0] > 23 || time[1] < 0 || time[1] > 59 || time[2] < 0 || time[2] > 59) {
    return false;
  }
  *seconds =
      days_from_civil(year, date[1], date[2]) * 86400 + time[0] * 3600 + time[1] * 60 + time[2];
  return true;
}

SWord now_seconds() { return vm::Clock::os_system_ns() / kNanosecond; }

}  // namespace

BifResult monotonic_time_0(Process& p, const Args<0>&) {
  return native(p, clock_of(p).monotonic_ns());
}
BifResult monotonic_time_1(Process& p, const Args<1>& a) {
  return in_unit(p, clock_of(p).monotonic_ns(), a[0]);
}
BifResult system_time_0(Process& p, const Args<0>&) { return native(p, clock_of(p).system_ns()); }
BifResult system_time_1(Process& p, const Args<1>& a) {
  return in_unit(p, clock_of(p).system_ns(), a[0]);
}
BifResult time_offset_0(Process& p, const Args<0>&) { return native(p, clock_of(p).offset_ns()); }
BifResult time_offset_1(Process& p, const Args<1>& a) {
  return in_unit(p, clock_of(p).offset_ns(), a[0]);
}
BifResult timestamp_0(Process& p, const Args<0>&) {
  return timestamp_term(p, clock_of(p).system_ns() / 1000);
}
BifResult now_0(Process& p, const Args<0>&) { return timestamp_term(p, clock_of(p).next_now_us()); }
BifResult os_system_time_0(Process& p, const Args<0>&) {
  return native(p, vm::Clock::os_system_ns());
}
BifResult os_system_time_1(Process& p, const Args<1>& a) {
  return in_unit(p, vm::Clock::os_system_ns(), a[0]);
}
BifResult os_timestamp_0(Process& p, const Args<0>&) {
  return timestamp_term(p, vm::Clock::os_system_ns() / 1000);
}
BifResult os_perf_counter_0(Process& p, const Args<0>&) {
  return native(p, vm::Clock::os_monotonic_ns());
}
BifResult time_unit_0(Process&, const Args<0>&) { return Term::small(kNanosecond); }

BifResult universaltime_0(Process& p, const Args<0>&) {
  return datetime_term(p, universal_tm(now_seconds()));
}
BifResult localtime_0(Process& p, const Args<0>&) {
  return datetime_term(p, local_tm(now_seconds()));
}
BifResult date_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  return date_term(builder, local_tm(now_seconds()));
}
BifResult time_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  return time_term(builder, local_tm(now_seconds()));
}

BifResult universaltime_to_localtime_1(Process& p, const Args<1>& a) {
  SWord seconds;
  if (!read_datetime(a[0], kFirstLocalYear, &seconds)) return p.badarg();
  return datetime_term(p, local_tm(seconds));
}

BifResult localtime_to_universaltime_2(Process& p, const Args<2>& a) {
  SWord seconds;
  if (a[1] != am::true_ && a[1] != am::false_ && a[1] != am::undefined) return p.badarg();
  if (!read_datetime(a[0], kFirstLocalYear, &seconds)) return p.badarg();
  std::tm tm = universal_tm(seconds);
  tm.tm_isdst = a[1] == am::true_ ? 1 : a[1] == am::false_ ? 0 : -1;
  const std::time_t universal = std::mktime(&tm);
  if (universal == static_cast<std::time_t>(-1)) return p.badarg();
  return datetime_term(p, universal_tm(universal));
}

BifResult universaltime_to_posixtime_1(Process& p, const Args<1>& a) {
  SWord seconds;
  if (!read_datetime(a[0], kFirstPosixYear, &seconds)) return p.badarg();
  return HeapBuilder(p).integer(seconds);
}

BifResult posixtime_to_universaltime_1(Process& p, const Args<1>& a) {
  SWord seconds;
  if (!to_signed(a[0], &seconds)) return p.badarg();
  const std::tm tm = universal_tm(seconds);
  if (tm.tm_mday == 0) return p.badarg();
  return datetime_term(p, tm);
}

}  // namespace bif
