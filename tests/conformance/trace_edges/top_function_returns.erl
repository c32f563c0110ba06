%% proves P4, P6: the first function of a process: return_trace, return_to, caller
%% needs: 27
-module(top_function_returns).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, name/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}, {message, {caller}}]}], [local]),
    trace:process(S, new, true, [call, return_to]),
    P = name(spawn(prey, outer, [1]), p), gone(P),
    Q = name(spawn(fun() -> prey:outer(2) end), q), gone(Q),
    trace:process(S, new, false, [all]),
    show(S, T).
