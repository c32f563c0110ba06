%% shows unique_integer, make_ref, monotonic and system time in all units
-module(unique_numbers).
-include("../support/edge.hrl").

main() ->
    ?T(is_integer(erlang:unique_integer())),
    ?T(erlang:unique_integer([positive]) > 0),
    ?T(is_integer(erlang:unique_integer([monotonic, positive]))),
    ?T(erlang:unique_integer([monotonic]) < erlang:unique_integer([monotonic])),
    ?T(erlang:unique_integer([bad])),
    ?T(erlang:unique_integer(positive)),
    ?T(erlang:unique_integer([positive | monotonic])),
    ?T(erlang:monotonic_time() =< erlang:monotonic_time()),
    ?T(erlang:monotonic_time(bad)),
    ?T(erlang:monotonic_time(0)),
    ?T(erlang:monotonic_time(-1)),
    ?T(erlang:system_time(second) > 1500000000),
    ?T(erlang:system_time(1) > 1500000000),
    ?T(erlang:system_time(millisecond) div 1000 - erlang:system_time(second) =< 1),
    ?T(erlang:system_time(seconds) - erlang:system_time(second) =< 1),
    ?T(erlang:time_offset(bad)),
    ?T(erlang:convert_time_unit(1, second, millisecond)),
    ?T(erlang:convert_time_unit(1999, millisecond, second)),
    ?T(erlang:convert_time_unit(-1, millisecond, second)),
    ?T(erlang:convert_time_unit(1, native, nanosecond)),
    ?T(erlang:convert_time_unit(1, 7, 1000)),
    ?T(erlang:convert_time_unit(1.0, second, native)),
    ?T(make_ref() =:= make_ref()),
    ?T(length(lists:usort([make_ref() || _ <- lists:seq(1, 50)]))),  % which is less: that of the lower scheduler
    ?T(tuple_size(erlang:timestamp())),
    ?T(tuple_size(erlang:now())),
    ?T(erlang:now() < erlang:now()),
    ?T(length([date(), time(), erlang:localtime(), erlang:universaltime()])),
    ?T(erlang:universaltime_to_localtime({{2000, 1, 1}, {0, 0, x}})),
    ?T(erlang:localtime_to_universaltime({{2000, 13, 1}, {0, 0, 0}})),
    ?T(erlang:universaltime_to_posixtime({{1970, 1, 1}, {0, 0, 1}})),
    ?T(erlang:posixtime_to_universaltime(86400)),
    ?T(erlang:posixtime_to_universaltime(x)),
    ok.
