%% shows binaries over the heap limit of 64 bytes: appending in a loop, sharing between processes, sub binaries of them
-module(large_binaries).
-export([main/0]).

main() ->
    B = lists:foldl(fun(N, Acc) -> <<Acc/binary, N:32>> end, <<>>, lists:seq(1, 5000)),
    io:format("~w ~w~n", [byte_size(B), erlang:crc32(B)]),
    <<_:4000/binary, M:4/binary, _/binary>> = B,
    io:format("~w~n", [M]),
    Self = self(),
    Pids = [spawn(fun() -> receive {go, X} -> Self ! {self(), erlang:adler32(X), byte_size(X)} end end) || _ <- lists:seq(1, 10)],
    [P ! {go, binary:part(B, I * 100, 1000)} || {P, I} <- lists:zip(Pids, lists:seq(1, 10))],
    io:format("~w~n", [[receive {P, A, S} -> {A, S} end || P <- Pids]]),
    Two = {<<B/binary, 1>>, <<B/binary, 2>>},
    io:format("~w~n", [[binary:last(X) || X <- tuple_to_list(Two)]]),
    io:format("~w~n", [byte_size(binary:copy(B, 10))]),
    ok.
