%% proves P13, P12, P15: cpu_timestamp is global, only for all and only in the legacy API; time stamps share their counters with
%% erlang:now/0 and erlang:unique_integer/1
%% needs: 27
-module(processor_time).
-compile([nowarn_deprecated_function]).
-export([main/0, f/1]).
-include("trace.hrl").

f(X) -> X.

main() ->
    [io:format("~w: ~w~n", [Flags, error_of(fun() -> erlang:trace(Who, How, Flags) end)])
     || {Who, How, Flags} <- [{self(), true, [cpu_timestamp]}, {new, true, [cpu_timestamp]}, {existing, true, [cpu_timestamp]},
                              {processes, false, [cpu_timestamp]}, {all, true, [cpu_timestamp]}]],
    T = tracer(),
    W = worker(),
    1 = erlang:trace(W, true, [call, timestamp, {tracer, T}]),
    1 = erlang:trace_pattern({?MODULE, f, 1}, true, [local]),
    do(W, fun() -> f(1), f(2) end),
    delivered(legacy),
    %% Far less than half a million seconds of processor time so far.
    [io:format("~w ~w~n", [Mfa, Mega =:= 0 andalso Sec < 500000]) || {trace_ts, _, call, Mfa, {Mega, Sec, _}} <- events(T)],
    0 = erlang:trace(all, false, [cpu_timestamp]),
    do(W, fun() -> f(3) end),
    delivered(legacy),
    [io:format("~w ~w~n", [Mfa, Mega > 1000]) || {trace_ts, _, call, Mfa, {Mega, _, _}} <- events(T)],
    1 = erlang:trace(W, false, [all]),
    Session = trace:session_create(?MODULE, T, []),
    1 = trace:function(Session, {?MODULE, f, 1}, true, [local]),
    1 = trace:process(Session, W, true, [call, timestamp]),
    do(W, fun() -> [f(erlang:now()) || _ <- lists:seq(1, 3)] end),
    Last = erlang:now(),
    delivered(Session),
    Nows = lists:append([[Now, Stamp] || {trace_ts, _, call, {_, _, [Now]}, Stamp} <- events(T)]) ++ [Last],
    io:format("~w ~w~n", [length(Nows), Nows =:= lists:usort(Nows)]),
    1 = trace:process(Session, W, false, [timestamp]),
    1 = trace:process(Session, W, true, [strict_monotonic_timestamp]),
    First = erlang:unique_integer([monotonic]),
    do(W, fun() -> [f(erlang:unique_integer([monotonic])) || _ <- lists:seq(1, 3)] end),
    delivered(Session),
    Numbers = lists:append([[N, Stamp] || {trace_ts, _, call, {_, _, [N]}, {_, Stamp}} <- events(T)]),
    io:format("~w~n", [[N - First || N <- Numbers]]),
    true = trace:session_destroy(Session).
