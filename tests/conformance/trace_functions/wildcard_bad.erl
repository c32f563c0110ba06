%% proves F1, F12: wildcards elsewhere are badarg
%% needs: 27
-module(wildcard_bad).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    [say({MFA, attempt(fun() -> trace:function(S, MFA, true, [local]) end)}) ||
        MFA <- [{'_', ext, 1}, {'_', '_', 1}, {'_', ext, '_'}, {traced, '_', 1}, {traced, ext}, {traced, ext, 1, 2}, [traced, ext, 1],
                {"traced", ext, 1}, {traced, "ext", 1}, {traced, ext, -1}, {traced, ext, 256}, {traced, ext, one}, {traced, ext, 1.0}, traced,
                'receive_', 17]].
