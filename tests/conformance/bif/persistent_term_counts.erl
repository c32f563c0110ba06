%% shows persistent_term:info and get/0 as terms come and go, equal keys, and what put_new and erase answer
-module(persistent_term_counts).
-include("../support/edge.hrl").

main() ->
    ?T(lists:all(fun is_tuple/1, persistent_term:get())),
    #{count := Before, memory := Memory} = persistent_term:info(),
    ?T(lists:sort(maps:keys(persistent_term:info()))),
    ?T([persistent_term:put({?MODULE, K}, lists:duplicate(100, K)) || K <- [1, 1.0, {a}, "text", 1 bsl 70]]),
    ?T(maps:get(count, persistent_term:info()) - Before),
    ?T(maps:get(memory, persistent_term:info()) > Memory),
    ?T([length(persistent_term:get({?MODULE, K})) || K <- [1, 1.0, {a}]]),
    ?T(persistent_term:put({?MODULE, 1}, other)),
    ?T(persistent_term:get({?MODULE, 1})),
    ?T(maps:get(count, persistent_term:info()) - Before),
    ?T(persistent_term:get({?MODULE, none})),
    ?T(persistent_term:get({?MODULE, none}, default)),
    ?T(length([K || {{?MODULE, K}, _} <- persistent_term:get()])),
    ?T([persistent_term:erase({?MODULE, K}) || K <- [1, 1, 1.0, none]]),
    ?T(maps:get(count, persistent_term:info()) - Before),
    ?T(seen_by_others()),
    ?T([persistent_term:erase(K) || {{?MODULE, _} = K, _} <- persistent_term:get()]),
    ?T(maps:get(count, persistent_term:info()) - Before),
    ok.

seen_by_others() ->
    persistent_term:put({?MODULE, shared}, [big, <<"term">>]),
    {_, R} = spawn_monitor(fun() -> persistent_term:put({?MODULE, mine}, x), exit(persistent_term:get({?MODULE, shared})) end),
    receive {'DOWN', R, _, _, X} -> {X, persistent_term:get({?MODULE, mine})} end.
