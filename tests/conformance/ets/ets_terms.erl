%% shows that terms of all types come out of a table as they went in, and outlive their process
-module(ets_terms).
-export([main/0]).

main() ->
    Self = self(),
    T = ets:new(terms, [public, ordered_set]),
    {P, M} = spawn_monitor(fun() ->
        Big = binary:copy(<<"0123456789">>, 1000),
        Ref = make_ref(),
        ets:insert(T, [{1, [a, "text", {t, [], {}}]}, {2, 1 bsl 200, -(1 bsl 200), 1.5}, {3, Big, binary:part(Big, 5, 200), <<1:3>>},
                       {4, #{a => 1, "b" => [2]}, maps:from_list([{I, I * I} || I <- lists:seq(1, 100)])},
                       {5, fun lists:reverse/1, closure(7)}, {6, self(), Ref}, {7, lists:seq(1, 10000)}]),
        Self ! {ref, Ref}
    end),
    receive {'DOWN', M, _, _, normal} -> ok end,
    receive {ref, R} -> [{6, P, R}] = ets:lookup(T, 6) end,
    erlang:garbage_collect(),
    io:format("~p~n~p~n", [ets:lookup(T, 1), ets:lookup(T, 2)]),
    [{3, B, Part, Bits}] = ets:lookup(T, 3),
    io:format("~w ~w ~w ~w~n", [byte_size(B), erlang:md5(B) =:= erlang:md5(binary:copy(<<"0123456789">>, 1000)), binary:part(Part, 0, 12), Bits]),
    [{4, Small, Large}] = ets:lookup(T, 4),
    io:format("~w ~w ~w~n", [Small =:= #{a => 1, "b" => [2]}, map_size(Large), lists:sum(maps:values(Large))]),
    [{5, F, C}] = ets:lookup(T, 5),
    io:format("~w ~w~n", [F([1, 2, 3]), C(3)]),
    io:format("~w~n", [lists:sum(ets:lookup_element(T, 7, 2))]),
    ets:insert(T, {3, replaced}),
    io:format("~w ~w~n", [byte_size(B), ets:lookup(T, 3)]).

closure(N) -> fun(X) -> X * N end.
