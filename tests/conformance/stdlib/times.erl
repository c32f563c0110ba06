%% shows that clocks are there, in the right units, and do not go back
-module(times).
-export([main/0]).

main() ->
    T1 = erlang:monotonic_time(), T2 = erlang:monotonic_time(),
    io:format("~w~n", [T2 >= T1]),
    io:format("~w ~w~n", [erlang:convert_time_unit(5, second, millisecond), erlang:convert_time_unit(1500, millisecond, second)]),
    S = erlang:system_time(second), {Mega, Sec, Micro} = os:timestamp(),
    io:format("~w ~w~n", [abs(Mega * 1000000 + Sec - S) =< 2, Micro < 1000000]),
    io:format("~w~n", [abs(erlang:system_time(nanosecond) - (erlang:monotonic_time(nanosecond) + erlang:time_offset(nanosecond))) < 1000000000]),
    io:format("~w~n", [abs(calendar:datetime_to_gregorian_seconds(calendar:universal_time()) - 62167219200 - erlang:system_time(second)) =< 2]),
    Us = [erlang:unique_integer([monotonic]) || _ <- lists:seq(1, 100)],
    io:format("~w ~w~n", [lists:usort(Us) =:= Us, erlang:unique_integer([positive]) > 0]),
    Nows = [erlang:now() || _ <- lists:seq(1, 100)],
    io:format("~w~n", [lists:usort(Nows) =:= Nows]),
    {{_, M, _}, {H, _, _}} = {date(), time()},
    io:format("~w ~w~n", [M >= 1 andalso M =< 12, H < 24]),
    ok.
