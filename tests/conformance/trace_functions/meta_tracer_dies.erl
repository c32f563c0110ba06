%% proves F5, S7: a dead meta tracer: nothing is reported, info says []
%% needs: 27
-module(meta_tracer_dies).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, stop/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {traced, id, 1}, true, [meta]),
    stop(T),
    do(W, fun() -> traced:id(1) end),
    say(trace:info(S, {traced, id, 1}, meta)),
    say(trace:info(S, {traced, id, 1}, meta_match_spec)).
