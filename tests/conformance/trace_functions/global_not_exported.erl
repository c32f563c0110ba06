%% proves F3, F1: global counts exported functions only
%% needs: 27
-module(global_not_exported).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    say(trace:function(S, {traced, local, 1}, true, [global])),
    say(trace:function(S, {traced, local, 1}, true, [local])),
    say(trace:function(S, {traced, '_', '_'}, true, [global])),
    say(trace:info(S, {traced, local, 1}, traced)),
    say(trace:info(S, {traced, ext, 1}, traced)).
