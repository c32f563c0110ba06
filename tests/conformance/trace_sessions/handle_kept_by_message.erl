%% proves S4: a handle in a mailbox keeps the session alive
%% needs: 27
-module(handle_kept_by_message).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), W = worker(w), Main = self(),
    gone(spawn(fun() -> S = session(kept, T), trace:process(S, W, true, [send]), Main ! {session, S} end)),
    garbage_collect(),
    do(W, fun() -> self() ! seen end),
    receive {session, S} -> show(S, T) end.
