%% proves E1, M3: a send spec may switch flags
%% needs: 27
-module(spec_enable_from_send).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send]),
    trace:send(S, [{['_', start], [], [{enable_trace, procs}]}, {['_', stop], [], [{disable_trace, procs}, {message, stopped}]}, {'_', [], []}], []),
    do(W, fun() -> register(n1, self()), self() ! start, unregister(n1), register(n2, self()), self() ! stop, unregister(n2) end),
    show(S, T).
