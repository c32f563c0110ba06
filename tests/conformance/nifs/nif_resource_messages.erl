%% shows that a message keeps a resource
-module(nif_resource_messages).
-export([main/0]).

main() ->
    Main = self(),
    Pid = spawn(fun() ->
                        receive go -> ok end,
                        Value = receive {object, Object} -> nif_objects:value(Object) end,
                        erlang:garbage_collect(),
                        Main ! {value, Value}
                end),
    send(Pid),
    erlang:garbage_collect(),
    io:format("~p~n", [receive Early -> Early after 0 -> still_there end]),
    Pid ! go,
    io:format("~p~n", [receive {value, V} -> V end]),
    io:format("~p~n", [receive {destroyed, N} -> {destroyed, N} end]).

send(Pid) ->
    Pid ! {object, nif_objects:make(21)},
    ok.
