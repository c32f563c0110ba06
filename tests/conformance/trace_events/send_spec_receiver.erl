%% proves E1: send specs by receiver, by message, by sender
%% needs: 27
-module(send_spec_receiver).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    trace:process(S, W, true, [send]),
    Act = fun() -> do(W, fun() -> V ! {tell, fun erlang:self/0}, self() ! {a, 1}, self() ! {b, 2} end) end,
    [begin say({Sp, trace:send(S, Sp, [])}), Act(), show(S, T) end ||
        Sp <- [true, false, [], [{[V, '_'], [], []}], [{['_', {b, '$1'}], [{'>', '$1', 1}], []}], [{['$1', '_'], [{'==', '$1', {self}}], []}],
               [{'_', [], [{message, false}]}], [{['_', {a, '_'}], [], [{message, marked}]}], [{'_', [], [{message, {self}}]}]]].
