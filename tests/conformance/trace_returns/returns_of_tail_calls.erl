%% proves P4, P6, M5: a thousand tail calls with return_trace each; to whom the last returns, and who called
%% needs: 27
-module(returns_of_tail_calls).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, session/1, show/3, sync/1, take/1, say/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, down, 1}, [{'_', [], [{return_trace}, {message, {caller}}]}], [local]),
    trace:function(S, {prey, safe, 2}, true, [local]),
    trace:process(S, W, true, [call, return_to, arity]),
    do(W, fun() -> prey:down(3), ok end),
    show(S, T, fun(_) -> true end),
    N = 1000,
    do(W, fun() -> prey:down(N), ok end),
    sync(S),
    Events = take(T),
    say([{Kind, length([E || E <- Events, element(3, E) =:= Kind])} || Kind <- [call, return_from, return_to]]),
    say(lists:usort([element(5, E) || E <- Events, element(3, E) =:= call])),
    say(lists:last(Events)).
