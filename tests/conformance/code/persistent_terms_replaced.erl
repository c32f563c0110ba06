%% shows values of replaced and erased persistent terms stay whole in processes that have them
-module(persistent_terms_replaced).
-export([main/0]).

main() ->
    Me = self(),
    Big = binary:copy(<<"0123456789">>, 100),
    Holders = [spawn(fun() -> holder(Me, Key) end) || Key <- lists:seq(1, 20)],
    [persistent_term:put({key, Key}, value(Key, Big)) || Key <- lists:seq(1, 20)],
    [Pid ! take || Pid <- Holders],
    [receive {taken, Pid} -> ok end || Pid <- Holders],
    Mine = persistent_term:get({key, 7}),
    lists:foreach(
        fun(Round) ->
            [persistent_term:put({key, Key}, {Round, lists:seq(1, 50)}) || Key <- lists:seq(1, 10)],
            [persistent_term:erase({key, Key}) || Key <- lists:seq(11, 20)],
            [persistent_term:put({key, Key}, {Round, Big}) || Key <- lists:seq(11, 20)]
        end, lists:seq(1, 20)),
    io:format("~w~n", [Mine =:= value(7, Big)]),
    [Pid ! {tell, Me} || Pid <- Holders],
    io:format("~w~n", [[receive {told, Key, V} -> V =:= value(Key, Big) end || Key <- lists:seq(1, 20)]]),
    io:format("~w~n", [persistent_term:get({key, 3})]),
    io:format("~w ~w~n", [persistent_term:erase({key, 3}), persistent_term:erase({key, 3})]),
    io:format("~w~n", [persistent_term:get({key, 3}, none)]).

value(Key, Big) -> #{key => Key, list => lists:seq(1, Key), binary => Big, text => "text"}.

holder(Main, Key) ->
    receive take -> ok end,
    Value = persistent_term:get({key, Key}),
    put(part, maps:get(list, Value)),
    Main ! {taken, self()},
    receive {tell, Main} -> ok end,
    Main ! {told, Key, Value#{list := get(part)}}.
