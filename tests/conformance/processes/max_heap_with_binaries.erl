%% shows that the size of large binaries counts towards the largest heap of a process that says so, and of no other
-module(max_heap_with_binaries).
-export([main/0]).

main() ->
    [io:format("~p ~p ~p~n", [Size, Binaries, ended(fun() -> binaries([], 20) end, #{size => Size, include_shared_binaries => Binaries})])
     || Size <- [1 bsl 16, 1 bsl 20], Binaries <- [true, false]],
    io:format("~p~n", [ended(fun() -> small([], 20) end, #{size => 1 bsl 16, include_shared_binaries => true})]),
    Self = self(),
    %% A binary that others have, too.
    Large = binary:copy(<<"x">>, 1 bsl 20),
    io:format("~p~n", [ended(fun() -> Self ! Large, erlang:garbage_collect(), byte_size(Large) end,
                             #{size => 1 bsl 16, include_shared_binaries => true})]).

ended(Fun, Limit) ->
    {Pid, Ref} = spawn_opt(fun() -> exit({done, Fun()}) end, [monitor, {max_heap_size, Limit#{kill => true, error_logger => false}}]),
    receive {'DOWN', Ref, process, Pid, Reason} -> Reason end.

%% 160 KB each.
binaries(All, 0) -> length(All);
binaries(All, N) ->
    erlang:yield(),
    binaries([grown(160, <<>>) | All], N - 1).

small(All, 0) -> length(All);
small(All, N) -> small([grown(1, <<>>) | All], N - 1).

grown(0, Binary) -> Binary;
grown(N, Binary) -> grown(N - 1, <<Binary/binary, 0:8000>>).
