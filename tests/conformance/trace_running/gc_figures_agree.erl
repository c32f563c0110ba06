%% proves P11: figures of explicit collections: they agree with what is kept, and with each other
%% needs: 27
-module(gc_figures_agree).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [garbage_collection, send]),
    do(W, fun() ->
        put(kept, lists:seq(1, 1000)), self() ! mark, garbage_collect(), self() ! mark, garbage_collect(), put(kept, x), self() ! mark, garbage_collect()
    end),
    sync(S),
    Pairs = marked(take(T)),
    V = fun(K, Info) -> proplists:get_value(K, Info) end,
    say([{V(heap_size, E) =< V(heap_block_size, E), V(old_heap_size, E) =< V(old_heap_block_size, E), V(mbuf_size, E)} || {_, E} <- Pairs]),
    [A, B, C] = [V(heap_size, E) + V(old_heap_size, E) || {_, E} <- Pairs],
    say({A > 2000, abs(A - B) < 100, B - C > 1500}),
    say([V(wordsize, E) =:= V(heap_size, St) + V(old_heap_size, St) - V(heap_size, E) - V(old_heap_size, E) || {St, E} <- Pairs, V(mbuf_size, St) =:= 0]).

%% The collection after each mark.
marked([{trace, _, send, mark, _}, {trace, _, gc_major_start, A}, {trace, _, gc_major_end, B} | R]) -> [{A, B} | marked(R)];
marked([_ | R]) -> marked(R);
marked([]) -> [].
