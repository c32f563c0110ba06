%% shows convert_time_unit, and the clocks with every unit and with wrong ones
-module(time_units).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:convert_time_unit(1, second, millisecond)),
    ?T(erlang:convert_time_unit(1999, millisecond, second)),
    ?T(erlang:convert_time_unit(-1, millisecond, second)),
    ?T(erlang:convert_time_unit(1, second, nanosecond)),
    ?T(erlang:convert_time_unit(1 bsl 70, nanosecond, second)),
    ?T(erlang:convert_time_unit(1, 1000, 3)),
    ?T(erlang:convert_time_unit(1, bad, second)),
    ?T(erlang:convert_time_unit(1, 0, second)),
    ?T(erlang:convert_time_unit(a, second, second)),
    ?T(erlang:convert_time_unit(1.5, second, second)),
    ?T(erlang:convert_time_unit(7, seconds, milli_seconds)),
    ?T(erlang:convert_time_unit(7, perf_counter, perf_counter)),
    ?T(erlang:monotonic_time(bad)),
    ?T(erlang:monotonic_time(0)),
    ?T(erlang:monotonic_time("s")),
    ?T(is_integer(erlang:monotonic_time(1))),
    ?T(erlang:system_time(bad)),
    ?T(erlang:time_offset(bad)),
    ?T(os:system_time(bad)),
    ?T(os:perf_counter(bad)),
    ?T(erlang:monotonic_time() =< erlang:monotonic_time()),
    ?T(erlang:system_time(1000) > 1600000000000),
    ?T(is_integer(erlang:time_offset(native))),
    ?T(element(1, erlang:timestamp()) > 1000),
    ?T(tuple_size(os:timestamp())),
    ?T(element(2, erlang:universaltime()) =/= x),
    ok.
