%% proves F6: call_count counts calls of all processes, traced or not
%% needs: 27
-module(count_every_process).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    trace:function(S, {traced, id, 1}, true, [call_count]),
    Ws = [worker(w) || _ <- lists:seq(1, 5)],
    [do(W, fun() -> traced:many(100) end) || W <- Ws],
    say(trace:info(S, {traced, id, 1}, call_count)),
    sync(S), say(take(T)).
