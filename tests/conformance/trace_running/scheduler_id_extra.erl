%% proves P8: scheduler_id adds the number of the scheduler
%% needs: 27
-module(scheduler_id_extra).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [running, scheduler_id]),
    Max = erlang:system_info(schedulers),
    say(lists:usort([{Tag, tuple_size(E), Id >= 1 andalso Id =< Max} || {trace, _, Tag, Id, _} = E <- in_and_out(S, T, W, [])])).

%% It runs until it has both reports: a worker that does not wait yet is not scheduled in for its message.
in_and_out(S, T, W, Before) ->
    do(W, fun() -> ok end),
    sync(S),
    Events = Before ++ take(T),
    case lists:usort([element(3, E) || E <- Events]) of
        [in, out] -> Events;
        _ -> in_and_out(S, T, W, Events)
    end.
