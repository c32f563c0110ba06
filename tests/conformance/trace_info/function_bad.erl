%% proves I2, F12: bad arguments of trace:info for functions
%% needs: 27
-module(function_bad).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    S = session(tracer()),
    [say({F, I, attempt(fun() -> trace:info(S, F, I) end)}) || {F, I} <- [{{traced, id, '_'}, traced}, {{traced, '_', '_'}, traced}, {{traced, id}, traced}, {{traced, id, -1}, traced}, {{traced, id, 300}, traced},
        {{"traced", id, 1}, traced}, {{traced, id, 1}, nothing}, {{traced, id, 1}, flags}, {{traced, id, 1}, tracer}, {nonsense, traced}, {[], all}, {1, flags}]].
