%% proves P11: gc_max_heap_size between start and end, without kill; with kill the process ends instead
%% needs: 27
%% skip: gc what is traced is the collections themselves
-module(max_heap_events).
-export([main/0, grow/2]).
-include("trace.hrl").

main() ->
    [run(Kill) || Kill <- [false, true]].

run(Kill) ->
    T = tracer(),
    Session = trace:session_create(?MODULE, T, []),
    Limit = #{size => 20000, kill => Kill, error_logger => false, include_shared_binaries => false},
    P = spawn_opt(fun() -> receive go -> ok end, grow(100000, []), ok end, [{max_heap_size, Limit}]),
    1 = trace:process(Session, P, true, [garbage_collection, procs]),
    M = monitor(process, P),
    P ! go,
    receive {'DOWN', M, process, P, Reason} -> io:format("~w~n", [Reason]) end,
    delivered(Session),
    Events = [{Tag, Value} || {trace, _, Tag, Value} <- events(T)],
    Tags = [Tag || {Tag, _} <- Events],
    io:format("~p~n", [lists:usort([{Tag, [K || {K, _} <- F]} || {gc_max_heap_size = Tag, F} <- Events])]),
    io:format("~w~n", [lists:all(fun(F) -> V = fun(K) -> proplists:get_value(K, F) end, V(heap_block_size) + V(old_heap_block_size) > 20000 end,
                                 [F || {gc_max_heap_size, F} <- Events])]),
    io:format("~w ~w~n", [lists:last(Events), kind(lists:nthtail(length(Tags) - 3, Tags))]),
    true = trace:session_destroy(Session).

kind([_, gc_max_heap_size, exit]) -> ends_in_collection;
kind([_, _, exit]) -> ends_later.

grow(0, Acc) -> Acc;
grow(N, Acc) -> grow(N - 1, [N | Acc]).
