%% proves S8, P21: a process that would trace itself
%% needs: 27
-module(trace_self_refused).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, sync/1, take/1, say/1, say/2, attempt/1]).

main() ->
    say(attempt(fun() -> erlang:trace(self(), true, [send]) end)),
    T = tracer(),
    say(attempt(fun() -> erlang:trace(self(), true, [send, {tracer, T}]) end)),
    self() ! x,
    sync(legacy),
    say([E || E <- take(T), element(4, E) =:= x]),
    say(attempt(fun() -> erlang:trace(T, true, [send, {tracer, T}]) end)).
