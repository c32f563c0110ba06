%% shows system_info and statistics items programs ask for
-module(system_items).
-export([main/0]).

main() ->
    io:format("~w~n", [erlang:system_info(wordsize)]),
    io:format("~s~n", [erlang:system_info(machine)]),
    io:format("~w~n", [is_integer(list_to_integer(erlang:system_info(otp_release)))]),
    io:format("~w~n", [erlang:system_info(schedulers_online) =:= erlang:system_info(schedulers)]),
    io:format("~w~n", [[is_integer(erlang:system_info(I)) || I <- [process_count, process_limit, atom_count, atom_limit, port_limit]]]),
    io:format("~w~n", [erlang:system_info({wordsize, external})]),
    io:format("~w~n", [lists:sort([K || {K, _} <- erlang:system_info(garbage_collection)])]),
    {R, _} = erlang:statistics(reductions),
    {W, _} = erlang:statistics(wall_clock),
    io:format("~w ~w ~w~n", [R > 0, W >= 0, is_integer(element(1, erlang:statistics(runtime)))]),
    io:format("~w~n", [is_integer(erlang:statistics(run_queue))]),
    io:format("~w~n", [erlang:memory(total) > erlang:memory(processes)]),
    io:format("~w ~w~n", [node(), nodes()]),
    io:format("~w~n", [[try F() catch error:E -> E end || F <- [fun() -> erlang:system_info(nonsense) end, fun() -> erlang:statistics(x) end]]]),
    ok.
