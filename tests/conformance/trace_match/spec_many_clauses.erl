%% proves M6: a spec of several hundred clauses
%% needs: 27
-module(spec_many_clauses).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    say(trace:function(S, {traced, id, 1}, [{[N], [], [{message, {const, {n, N}}}]} || N <- lists:seq(1, 500)], [local])),
    do(W, fun() -> [traced:id(X) || X <- [1, 250, 500, 501]] end),
    show(S, T),
    {match_spec, Spec} = trace:info(S, {traced, id, 1}, match_spec),
    say(length(Spec)).
