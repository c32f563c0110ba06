%% proves S4: a handle in a table keeps the session alive
%% needs: 27
-module(handle_kept_by_ets).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), W = worker(w),
    Table = ets:new(handles, [public]),
    gone(spawn(fun() -> S = session(kept, T), trace:process(S, W, true, [send]), ets:insert(Table, {session, S}) end)),
    do(W, fun() -> self() ! seen end),
    [{session, S}] = ets:lookup(Table, session),
    show(S, T).
