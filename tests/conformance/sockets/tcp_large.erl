%% shows ten megabytes each way at the same time, with packets of many sizes, complete and in order
-module(tcp_large).
-export([main/0]).
-define(SIZES, [1, 2, 1459, 1460, 1461, 65535, 65536, 100000, 1000000]).

main() ->
    {Server, Client} = loopback:pair([{packet, 4}], [{packet, 4}]),
    Self = self(),
    Ends = [spawn_link(fun() -> receive go -> ok end, Self ! {self(), run(Socket, Seed)} end) || {Socket, Seed} <- [{Server, 1}, {Client, 2}]],
    [ok = gen_tcp:controlling_process(Socket, End) || {Socket, End} <- lists:zip([Server, Client], Ends)],
    [End ! go || End <- Ends],
    io:format("~p~n", [[receive {End, Result} -> Result end || End <- Ends]]).

run(Socket, Seed) ->
    {Sender, Ref} = spawn_monitor(fun() -> [ok = gen_tcp:send(Socket, data(Size, Seed)) || _ <- lists:seq(1, 8), Size <- ?SIZES] end),
    Sums = [begin
        {ok, Data} = gen_tcp:recv(Socket, 0, 30000),
        {byte_size(Data) =:= Size, erlang:crc32(Data) =:= erlang:crc32(data(Size, 3 - Seed))}
    end || _ <- lists:seq(1, 8), Size <- ?SIZES],
    receive {'DOWN', Ref, _, Sender, Reason} -> {Reason, lists:usort(Sums), length(Sums)} end.

data(Size, Seed) -> binary:part(binary:copy(<<Seed, 7, Size:32, "abcdefghi">>, Size div 15 + 1), 0, Size).
