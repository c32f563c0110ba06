%% proves I1: flags and tracer of tracees, others, self and dead ones
%% needs: 27
-module(process_items).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    trace:process(S, W, true, [send, call]),
    [say({P, I, trace:info(S, P, I)}) || P <- [W, V, T, self()], I <- [flags, tracer]],
    [say({I, attempt(fun() -> trace:info(S, W, I) end)}) || I <- [traced, all, match_spec, call_count, nothing]].
