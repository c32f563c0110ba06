%% proves F1, F10: turning off by {'_', '_', '_'} clears one kind everywhere
%% needs: 27
-module(off_everywhere).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    trace:function(S, {traced, id, 1}, true, [local]),
    trace:function(S, {prey, inner, 1}, true, [local, call_count]),
    trace:function(S, {prey, zero, 0}, true, [global]),
    say(trace:function(S, {'_', '_', '_'}, false, [local]) > 100),
    say([trace:info(S, F, traced) || F <- [{traced, id, 1}, {prey, inner, 1}, {prey, zero, 0}]]),
    say(trace:info(S, {prey, inner, 1}, call_count)),
    trace:function(S, {'_', '_', '_'}, false, [global]),
    trace:function(S, {'_', '_', '_'}, false, [call_count]),
    say([trace:info(S, F, all) || F <- [{traced, id, 1}, {prey, inner, 1}, {prey, zero, 0}]]).
