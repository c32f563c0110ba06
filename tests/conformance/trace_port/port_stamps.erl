%% proves O1, P12, P14, P15: time stamps of ports' events, and the number of the scheduler
%% needs: 27
-module(port_stamps).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, name/2, session/1, sync/1, take/1, say/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    P = do(W, fun() -> open_port({spawn, "cat"}, [binary]) end),
    name(P, cat),
    [stamped(S, T, W, P, Flag) || Flag <- [timestamp, monotonic_timestamp, strict_monotonic_timestamp]],
    trace:port(S, P, true, ['receive', scheduler_id]),
    do(W, fun() -> P ! {self(), close}, receive {P, closed} -> ok end end),
    sync(S),
    [{trace, P, 'receive', {W, close}, Id}] = take(T),
    say(Id > 0 andalso Id =< erlang:system_info(schedulers)),
    trace:process(S, W, true, ['receive', scheduler_id, monotonic_timestamp]),
    do(W, fun() -> ok end),
    sync(S),
    [{trace_ts, W, 'receive', {do, _, _}, Number, Time}] = take(T),
    say({is_integer(Time), Number > 0 andalso Number =< erlang:system_info(schedulers)}).

stamped(S, T, W, P, Flag) ->
    trace:port(S, P, true, [send, 'receive', Flag]),
    do(W, fun() -> port_command(P, "x"), receive {P, {data, _}} -> ok end, erlang:port_info(P, connected) end),
    sync(S),
    Events = take(T),
    say({Flag, [setelement(tuple_size(E), E, kind(element(tuple_size(E), E))) || E <- Events]}),
    trace:port(S, P, false, [all]).

kind({_, _, _}) -> now;
kind({_, _}) -> strict_monotonic;
kind(N) when is_integer(N) -> monotonic.
