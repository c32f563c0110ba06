%% proves M7: the trace control word in guards, set by bodies and from outside
%% needs: 27
-module(control_word).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    say(erlang:system_info(trace_control_word)),
    say(erlang:system_flag(trace_control_word, 3)),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{['$1'], [{'==', {get_tcw}, 3}], [{set_tcw, 4}, {message, {get_tcw}}]}, {['$1'], [{'==', {get_tcw}, {const, 4}}], [{set_tcw, '$1'}]}], [local]),
    do(W, fun() -> [traced:id(X) || X <- [1, 2, 3, 5]] end),
    say(erlang:system_info(trace_control_word)),
    show(S, T),
    [say(attempt(fun() -> erlang:system_flag(trace_control_word, X) end)) || X <- [-1, a, 1.0, 1 bsl 32, 1 bsl 64, 0]].
