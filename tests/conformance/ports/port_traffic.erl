%% shows much data through ports: nothing is lost, writers wait for slow readers, several owners at once
-module(port_traffic).
-export([main/0]).

main() ->
    Me = self(),
    Workers = [spawn_link(fun() -> Me ! {self(), packets(N)} end) || N <- [1, 2, 3]],
    io:format("~w~n", [[receive {W, Result} -> Result end || W <- Workers]]),
    io:format("~w~n", [stream(2000000)]),
    io:format("~w~n", [lines(3000)]).

%% Packets of many sizes come back as they went.
packets(Seed) ->
    P = open_port({spawn, "cat"}, [{packet, 4}, binary]),
    Sent = [binary:copy(<<(Seed + N)>>, (N * 7919) rem 30000) || N <- lists:seq(1, 60)],
    Me = self(),
    spawn_link(fun() -> [true = port_command(P, S) || S <- Sent], Me ! written end),
    Got = [receive {P, {data, D}} -> D end || _ <- Sent],
    receive written -> ok end,
    port_close(P),
    Got =:= Sent.

stream(Size) ->
    P = open_port({spawn, "sh -c 'sleep 0.2; cat'"}, [binary, stream]),
    Data = << <<(N rem 251)>> || N <- lists:seq(1, Size div 100) >>,
    Me = self(),
    spawn_link(fun() -> [P ! {Me, {command, Data}} || _ <- lists:seq(1, 100)] end),
    Hash = erlang:md5(iolist_to_binary(lists:duplicate(100, Data))),
    Got = take(P, byte_size(Data) * 100, []),
    port_close(P),
    erlang:md5(Got) =:= Hash.

take(_, 0, Got) -> iolist_to_binary(lists:reverse(Got));
take(P, Left, Got) -> receive {P, {data, D}} -> take(P, Left - byte_size(D), [D | Got]) end.

lines(Count) ->
    P = open_port({spawn, "seq 1 " ++ integer_to_list(Count)}, [{line, 100}, exit_status]),
    Lines = [receive {P, {data, {eol, Line}}} -> list_to_integer(Line) end || _ <- lists:seq(1, Count)],
    receive {P, {exit_status, Status}} -> {Lines =:= lists:seq(1, Count), Status} end.
