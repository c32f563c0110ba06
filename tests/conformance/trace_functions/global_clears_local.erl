%% proves F3: setting global clears local, meta and counters
%% needs: 27
-module(global_clears_local).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    I = fun() -> [say(trace:info(S, {traced, id, 1}, X)) || X <- [traced, match_spec, meta, meta_match_spec, call_count]] end,
    trace:function(S, {traced, id, 1}, true, [local, meta, call_count]), I(),
    trace:function(S, {traced, id, 1}, true, [global]), I(),
    trace:function(S, {traced, id, 1}, true, [meta]), I(),
    trace:function(S, {traced, id, 1}, true, [global]), I(),
    trace:function(S, {traced, id, 1}, true, [call_count]), I().
