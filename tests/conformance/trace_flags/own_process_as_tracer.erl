%% proves P21: the creator may name itself as tracer, and is then not traced
%% needs: 27
-module(own_process_as_tracer).
-export([main/0]).
-import(trace_stream, [worker/1, do/2, session/1, session/2, sync/1, say/1, say/2, attempt/1]).

main() ->
    W = worker(w), S = session(self()),
    say(attempt(fun() -> trace:process(S, self(), true, [send]) end)),
    trace:process(S, W, true, [send]),
    do(W, fun() -> W ! hello end),
    sync(S),
    [say(receive E -> E end) || _ <- [1, 2]].
