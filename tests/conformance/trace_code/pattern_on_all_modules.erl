%% proves F1, F13: a pattern on everything and back, while code runs
%% needs: 27
-module(pattern_on_all_modules).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    N = trace:function(S, {'_', '_', '_'}, true, [call_count]),
    say(N > 1000),
    say(do(W, fun() -> [traced:id(X) || X <- [1, 2, 3]] end)),
    say(trace:info(S, {traced, id, 1}, call_count)),
    say(trace:function(S, {'_', '_', '_'}, false, [call_count]) =:= N),
    say(trace:info(S, {traced, id, 1}, call_count)).
