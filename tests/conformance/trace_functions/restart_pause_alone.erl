%% proves F2, F12: restart and pause where nothing is counted
%% needs: 27
-module(restart_pause_alone).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    [say({H, O, attempt(fun() -> trace:function(S, {traced, id, 1}, H, O) end)}) ||
        H <- [restart, pause], O <- [[], [local], [global], [meta], [call_count], [call_time], [call_memory], [local, call_count]]],
    say(trace:info(S, {traced, id, 1}, all)).
