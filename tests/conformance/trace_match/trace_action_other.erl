%% proves M3: {trace, Pid, Disable, Enable} on another process
%% needs: 27
-module(trace_action_other).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{['$1'], [], [{trace, '$1', [], [send]}]}], [local]),
    do(W, fun() -> traced:id(V) end),
    do(V, fun() -> self() ! seen end),
    say(trace:info(S, V, flags)),
    say(trace:info(S, V, tracer)),
    show(S, T).
