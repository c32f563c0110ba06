%% proves S8, P1: the legacy names of sets of processes
%% needs: 27
-module(existing_new_all).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, say/1, say/2, attempt/1]).

main() ->
    T = tracer(),
    [say({X, is_integer(attempt(fun() -> erlang:trace(X, true, [set_on_spawn, {tracer, T}]) end))}) || X <- [new, existing, all, processes, new_processes, existing_processes, ports, new_ports, existing_ports, nothing]],
    say(erlang:trace_info(new, flags)),
    erlang:trace(all, false, [all]),
    say(erlang:trace_info(new, flags)).
