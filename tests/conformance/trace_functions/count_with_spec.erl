%% proves F6, F12: a match spec goes with local, the counter counts all calls
%% needs: 27
-module(count_with_spec).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {traced, id, 1}, [{[1], [], []}], [local, call_count]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> [traced:id(X) || X <- [1, 2, 3, 1]] end),
    say(trace:info(S, {traced, id, 1}, call_count)),
    show(S, T).
