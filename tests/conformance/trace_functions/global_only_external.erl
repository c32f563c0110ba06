%% proves F3: global sees external calls only, not calls inside the module
%% needs: 27
-module(global_only_external).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    say(trace:function(S, {prey, '_', '_'}, true, [])),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:outer(1), prey:even(3), traced:calls_remote(1) end),
    show(S, T).
