%% proves F13: a change of a whole module is seen at once
%% needs: 27
%% skip: gc the list of the tracer is copied at each call, of which there may be very many
-module(all_in_one_switch).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, tell/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    Main = self(),
    tell(W, fun L() -> prey:outer(1), receive enough -> Main ! over after 0 -> L() end end),
    [begin trace:function(S, {prey, '_', '_'}, true, [local]), trace:function(S, {prey, '_', '_'}, false, [local]) end || _ <- [1, 2, 3]],
    W ! enough,
    receive over -> ok end,
    sync(S),
    Calls = [F || {trace, _, call, {prey, F, _}} <- take(T)],
    %% A round may be cut at its start or end, but inside it no function is left out.
    say(bad(Calls)).

bad([outer, middle, inner | R]) -> bad(R);
bad([middle, inner | R]) -> bad(R);
bad([inner | R]) -> bad(R);
bad([outer, middle]) -> none;
bad([outer, middle | R = [X | _]]) when X =/= inner -> bad(R);
bad([outer | R = [X | _]]) when X =/= middle -> bad(R);
bad([outer]) -> none;
bad([]) -> none;
bad(Other) -> lists:sublist(Other, 4).
