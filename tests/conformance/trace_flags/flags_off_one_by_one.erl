%% proves P2, P3, P7: flags are turned off singly; the others stay
%% needs: 27
-module(flags_off_one_by_one).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send, 'receive', procs]),
    Act = fun() -> do(W, fun() -> self() ! x, receive x -> ok end, register(some, self()), unregister(some) end) end,
    [begin trace:process(S, W, false, [F]), say(F, trace:info(S, W, flags)), Act(), show(S, T) end || F <- ['receive', procs, send]],
    ok.
