%% shows spawn_request: replies with tag, error replies, no reply wanted, abandon
-module(spawn_request).
-export([main/0]).

main() ->
    Self = self(),
    R1 = spawn_request(fun() -> Self ! started end),
    P1 = receive {spawn_reply, R1, ok, P} -> P end,
    receive started -> io:format("started ~w~n", [is_pid(P1)]) end,
    R2 = spawn_request(fun() -> ok end, [{reply_tag, {my, tag}}, monitor]),
    P2 = receive {{my, tag}, R2, ok, Q} -> Q end,
    receive {'DOWN', R2, process, P2, Why} -> io:format("down ~w~n", [Why]) end,
    R3 = spawn_request(fun() -> Self ! hello end, [{reply, no}]),
    receive hello -> io:format("no reply ~w~n", [receive {spawn_reply, R3, _, _} -> got after 0 -> none end]) end,
    R4 = spawn_request(lists, reverse, [[1]], [{reply, error_only}, link]),
    io:format("~w~n", [receive {spawn_reply, R4, _, _} -> got after 50 -> none end]),
    R5 = spawn_request(lists, reverse, [[1]], [bad_option]),
    receive {spawn_reply, R5, error, E} -> io:format("error ~w~n", [E]) end,
    io:format("~w~n", [spawn_request_abandon(make_ref())]),
    io:format("~w~n", [try spawn_request(a) catch error:X -> X end]),
    io:format("~w~n", [try spawn_request(fun() -> ok end, [{reply, maybe_}]) of Y -> is_reference(Y) catch error:X2 -> X2 end]),
    ok.
