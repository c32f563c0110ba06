%% shows the items of system_info that are texts: info, loaded, procs
-module(system_texts).
-export([main/0]).

main() ->
    [show(Item, erlang:system_info(Item)) || Item <- [info, loaded, procs]],
    Pid = spawn(fun() -> receive stop -> ok end end),
    register(system_texts_name, Pid),
    Text = erlang:system_info(procs),
    io:format("~w~n", [[binary:match(Text, iolist_to_binary(Part)) =/= nomatch || Part <- [["=proc:", pid_to_list(Pid)], "Name: system_texts_name", "Spawned as: erlang:apply/2"]]]),
    io:format("~w~n", [binary:match(erlang:system_info(loaded), <<"\nsystem_texts ">>) =/= nomatch]).

show(Item, Text) ->
    [Line | _] = binary:split(Text, <<"\n">>),
    [Name | _] = binary:split(Line, [<<":">>, <<" ">>]),
    io:format("~w ~s~n", [Item, Name]).
