%% shows that the numbers of processors are those of the last look, which update_cpu_info repeats
-module(processors).
-export([main/0]).

main() ->
    unchanged = erlang:system_info(update_cpu_info),
    Before = available(),
    Mask = mask(),
    One = Mask band -Mask,
    set_mask(One),
    true = available() =:= Before,
    Changed = erlang:system_info(update_cpu_info),
    io:format("changed with the mask: ~w~n", [(Changed =:= changed) =:= (Mask =/= One)]),
    io:format("available: ~w~n", [available()]),
    io:format("again: ~w~n", [erlang:system_info(update_cpu_info)]),
    set_mask(Mask),
    _ = erlang:system_info(update_cpu_info),
    io:format("as before: ~w~n", [available() =:= Before]).

available() -> erlang:system_info(logical_processors_available).
mask() -> list_to_integer(lists:last(string:lexemes(os:cmd("taskset -p " ++ os:getpid()), " \n")), 16).
set_mask(Mask) -> os:cmd("taskset -p " ++ integer_to_list(Mask, 16) ++ " " ++ os:getpid()).
