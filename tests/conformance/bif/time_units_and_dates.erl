%% shows clocks in units finer than 2^63 parts allow, first years of local time, and the limit of requests of OTP's servers
-module(time_units_and_dates).
-include("../support/edge.hrl").

main() ->
    io:format("~w~n", [[unit(Parts) || Parts <- [1000000000000, 2333333333333, 5732678356789, 1 bsl 58]]]),
    ?T(erlang:localtime_to_universaltime({{1900, 7, 1}, {12, 0, 0}})),
    ?T(erlang:universaltime_to_localtime({{1901, 12, 31}, {12, 0, 0}})),
    ?T(element(1, element(1, erlang:universaltime_to_localtime({{1902, 7, 1}, {12, 0, 0}})))),
    ?T(erlang:universaltime_to_posixtime({{1599, 12, 31}, {12, 0, 0}})),
    ?T(erlang:universaltime_to_posixtime({{1600, 1, 1}, {0, 0, 0}})),
    Limit = erlang:system_info(outstanding_system_requests_limit),
    ?T(Limit =:= 2 * erlang:system_info(schedulers)),
    ?T(erlang:system_flag(outstanding_system_requests_limit, 10) =:= Limit),
    ?T(erlang:system_flag(outstanding_system_requests_limit, 134217727)),
    ?T(erlang:system_flag(outstanding_system_requests_limit, 134217728)),
    ?T(erlang:system_flag(outstanding_system_requests_limit, 0)),
    ?T(erlang:system_flag(outstanding_system_requests_limit, a)),
    ?T(erlang:system_info(outstanding_system_requests_limit)).

%% Not off by more than the time between the calls.
unit(Parts) ->
    Native = erlang:time_offset(),
    Before = erlang:monotonic_time(),
    There = erlang:monotonic_time(Parts),
    After = erlang:monotonic_time(),
    In = fun(Time) -> erlang:convert_time_unit(Time, native, Parts) end,
    In(Before) =< There andalso There =< In(After) andalso erlang:time_offset(Parts) =:= In(Native).
