%% shows the port that is there from the start
-module(ports_at_the_start).
-export([main/0]).

main() ->
    [First | _] = lists:sort(erlang:ports()),
    io:format("~w~n", [[erlang:port_info(First, Item) || Item <- [name, links, id, input, output, os_pid, registered_name]]]),
    {connected, Owner} = erlang:port_info(First, connected),
    io:format("~w ~w~n", [is_pid(Owner), erlang:port_to_list(First)]).
