%% proves P7: spawn_request with and without a link
%% needs: 27
-module(procs_spawn_request).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, gone/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [procs]),
    [begin
         P = do(W, fun() -> R = spawn_request(erlang, self, [], Options), receive {spawn_reply, R, ok, P} -> P end end),
         gone(name(P, child), W)
     end || Options <- [[], [link], [monitor]]],
    show(S, T).
