%% proves F1: how many functions a pattern matches
%% needs: 27
-module(wildcard_counts).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    say(trace:function(S, {traced, '_', '_'}, true, [local])),
    say(trace:function(S, {traced, '_', '_'}, false, [local])),
    say(trace:function(S, {traced, ext, '_'}, true, [local])),
    say(trace:function(S, {traced, ext, 3}, true, [local])),
    say(trace:function(S, {traced, nothing, '_'}, true, [local])),
    say(trace:function(S, {no_such_module, '_', '_'}, true, [local])),
    say(trace:function(S, {no_such_module, f, 0}, true, [global])),
    say(trace:function(S, on_load, true, [local])).
