%% proves P1, I1: each flag alone as trace:info tells it
%% needs: 27
-module(flag_each_alone).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    [begin
         R = attempt(fun() -> trace:process(S, W, true, [F]) end),
         say({F, R, trace:info(S, W, flags), trace:info(S, W, tracer)}),
         attempt(fun() -> trace:process(S, W, false, [F]) end)
     end || F <- [send, 'receive', call, procs, ports, running, running_procs, running_ports, exiting, garbage_collection, timestamp,
                  monotonic_timestamp, strict_monotonic_timestamp, arity, return_to, silent, set_on_spawn, set_on_first_spawn, set_on_link,
                  set_on_first_link, scheduler_id, no_such_flag, {tracer, T}]].
