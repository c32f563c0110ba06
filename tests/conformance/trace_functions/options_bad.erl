%% proves F12: what is not a list of options
%% needs: 27
-module(options_bad).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    [say({O, attempt(fun() -> trace:function(S, {traced, id, 1}, true, O) end)}) ||
        O <- [[nonsense], local, [local | global], {local}, [[local]], [global, local], [global, meta], [global, call_count], [global, call_time],
              [global, call_memory], [{meta, T}], [{meta, tracer}], [local, local], [call_count, call_count], [meta, meta]]].
