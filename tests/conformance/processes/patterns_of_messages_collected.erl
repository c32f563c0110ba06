%% shows binaries that patterns of a receive take from messages, where collections come between the patterns and in the guards
-module(patterns_of_messages_collected).
-export([main/0]).

main() ->
    B = list_to_binary(lists:duplicate(500, $x)),
    Readers = [spawn_monitor(fun() -> read(100, []) end) || _ <- [1, 2]],
    [Pid ! <<B/binary, I:64, (I * 3):64, (1 bsl 70):100, 0:28, I:64, B/binary>> || I <- lists:seq(3, 102), {Pid, _} <- Readers],
    [receive {'DOWN', Ref, _, _, Why} -> io:format("~p~n", [Why]) end || {_, Ref} <- Readers].

read(0, Read) ->
    exit({lists:sum([erlang:crc32(X) + erlang:crc32(Y) || {X, Y} <- Read]), lists:usort([byte_size(Y) || {_, Y} <- Read])});
read(N, Read) ->
    receive
        <<X:100/binary, Y:400/binary, I:64, J:64, K:100, _:28, L:64, _/binary>>
          when I > 2, J > 1, K bsl 3 > 7, L < I bsl 90, K + I > 3, K * J > 4 ->
            read(N - 1, [{X, Y} | Read])
    end.
