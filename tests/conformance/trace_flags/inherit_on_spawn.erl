%% proves P18: set_on_spawn goes to children and their children
%% needs: 27
-module(inherit_on_spawn).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send, set_on_spawn]),
    Main = self(),
    C = do(W, fun() -> spawn(fun() -> D = spawn(fun() -> Main ! {self(), grandchild} end), Main ! {self(), child, D} end) end),
    name(C, c),
    receive {C, child, D} -> name(D, d) end,
    receive {D, grandchild} -> ok end,
    show(S, T).
