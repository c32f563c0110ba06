%% proves I2: local functions have a state, too
%% needs: 27
-module(function_not_exported).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    S = session(tracer()),
    trace:function(S, {traced, local, 1}, true, [local, call_count]),
    traced:calls_local(1),
    say([trace:info(S, {traced, local, 1}, I) || I <- [traced, match_spec, call_count]]).
