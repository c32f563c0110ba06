%% shows that process_info/2 names the binaries of a process in one order, newest first, before and after collections
-module(binaries_in_order).
-export([main/0]).

main() ->
    {Pid, Monitor} = spawn_monitor(fun measured/0),
    receive {'DOWN', Monitor, process, Pid, Reason} -> io:format("~p~n", [Reason]) end.

measured() ->
    First = [binary:copy(<<N>>, 100 + N) || N <- lists:seq(1, 5)],
    show("made", First),
    [begin garbage_collect(), show("collected", First) end || _ <- lists:seq(1, 3)],
    Second = [binary:copy(<<N>>, 200 + N) || N <- lists:seq(1, 5)],
    show("five more", Second),
    [begin garbage_collect(self(), [{type, minor}]), show("minor", First) end || _ <- lists:seq(1, 3)],
    Third = [binary:copy(<<N>>, 300 + N) || N <- lists:seq(1, 3)],
    show("three more", Third),
    [begin garbage_collect(self(), [{type, minor}]), show("minor", First) end || _ <- lists:seq(1, 3)],
    [begin garbage_collect(), show("collected", First) end || _ <- lists:seq(1, 3)],
    show("some are dropped", Third),
    garbage_collect(),
    show("and collected", Third),
    exit({done, length(Third)}).

%% `Kept` stays alive until here.
show(What, Kept) ->
    {binary, Binaries} = process_info(self(), binary),
    io:format("~ts ~w ~w~n", [What, length(Kept), [Size || {_, Size, _} <- Binaries]]).
