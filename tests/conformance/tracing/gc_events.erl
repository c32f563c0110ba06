%% proves P11: the keys of each collection's events; start and end belong together; the figures agree with what happened
%% needs: 27
%% skip: gc what is traced is the collections themselves
-module(gc_events).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(),
    Session = trace:session_create(?MODULE, T, []),
    W = worker(),
    1 = trace:process(Session, W, true, [garbage_collection]),
    do(W, fun() -> length(grow(200000, [])) end),
    do(W, fun() -> erlang:garbage_collect() end),
    do(W, fun() -> L = lists:seq(1, 100000), erlang:garbage_collect(), length(L) end),
    do(W, fun() -> garbage_collect(self(), [{type, minor}]) end),
    do(W, fun() -> put(b, binary:copy(<<"12345678">>, 1000)), erlang:garbage_collect(), 1 end),
    delivered(Session),
    Events = [{Tag, Figures} || {trace, P, Tag, Figures} <- events(T), P =:= W],
    io:format("~p~n", [lists:usort([{Tag, [K || {K, _} <- Figures]} || {Tag, Figures} <- Events])]),
    io:format("~w ~w~n", [length(Events) > 10, pairs(Events)]),
    io:format("~w~n", [[What || {What, true} <- [
        {stack_above_heap, lists:all(fun({_, F}) -> v(heap_size, F) + v(stack_size, F) =< v(heap_block_size, F) end, Events)},
        {old_in_its_block, lists:all(fun({_, F}) -> v(old_heap_size, F) =< v(old_heap_block_size, F) end, Events)},
        {recent_in_heap, lists:all(fun({_, F}) -> v(recent_size, F) =< v(heap_size, F) end, Events)},
        {major_ends_without_old, lists:all(fun({_, F}) -> v(old_heap_size, F) =:= 0 end, [E || {gc_major_end, _} = E <- Events])},
        {fragments_are_gone, lists:all(fun({_, F}) -> v(mbuf_size, F) =:= 0 end, [E || {gc_major_end, _} = E <- Events])}]]]),
    %% The list of 100,000 cells is there, and then not.
    Sizes = [v(heap_size, F) + v(old_heap_size, F) || {gc_major_end, F} <- Events],
    io:format("~w ~w~n", [lists:max(Sizes) >= 200000, lists:last(Sizes) < 10000]),
    io:format("~w~n", [lists:max([v(bin_vheap_size, F) || {_, F} <- Events]) >= 1000]),
    true = trace:session_destroy(Session).

%% Each start is followed by its end.
pairs([{gc_minor_start, _}, {gc_minor_end, _} | Rest]) -> pairs(Rest);
pairs([{gc_major_start, _}, {gc_major_end, _} | Rest]) -> pairs(Rest);
pairs([]) -> in_pairs;
pairs([Other | _]) -> Other.

v(Key, Figures) -> {Key, Value} = lists:keyfind(Key, 1, Figures), Value.

grow(0, Acc) -> Acc;
grow(N, Acc) -> grow(N - 1, [N | Acc]).
