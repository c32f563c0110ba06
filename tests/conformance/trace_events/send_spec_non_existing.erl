%% proves E1: the spec is asked for receivers that do not exist, too
%% needs: 27
-module(send_spec_non_existing).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    Dead = name(spawn(fun() -> ok end), dead), gone(Dead),
    trace:process(S, W, true, [send]),
    trace:send(S, [{[Dead, {keep, '_'}], [], []}], []),
    do(W, fun() -> Dead ! {keep, 1}, Dead ! {drop, 2}, Dead ! {keep, 3} end),
    show(S, T).
