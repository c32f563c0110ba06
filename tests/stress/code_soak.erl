%% Loads, calls, replaces and purges a module many times, and replaces a persistent term as often, while processes hold
%% literals of both, call funs of old code and die: what is purged must be freed. Prints the resident memory after the
%% first tenth and at the end, and fails when it has grown by more than a fifth.
%% sonde run -p build/conformance/ebin tests/stress/code_soak.erl [ROUNDS]
-module(code_soak).
-export([main/1]).

main([]) -> main(["20000"]);
main([Rounds]) ->
    Count = list_to_integer(Rounds),
    Versions = {made_code:renamed(soaked, purge_version_1), made_code:renamed(soaked, purge_version_2)},
    Holders = [spawn_link(fun() -> holder([]) end) || _ <- lists:seq(1, 20)],
    rounds(1, Count div 10, Versions, Holders),
    settle(),
    First = resident_kilobytes(),
    rounds(Count div 10 + 1, Count, Versions, Holders),
    settle(),
    Last = resident_kilobytes(),
    io:format("~w rounds: ~w kB after the first tenth, ~w kB at the end~n", [Count, First, Last]),
    Last * 5 =< First * 6 orelse exit(grown).

rounds(Round, Last, _, _) when Round > Last -> ok;
rounds(Round, Last, Versions, Holders) ->
    {module, soaked} = code:load_binary(soaked, "soaked.beam", element(Round rem 2 + 1, Versions)),
    persistent_term:put(soaked, {Round, soaked:literal(), lists:seq(1, 100)}),
    Holder = lists:nth(Round rem length(Holders) + 1, Holders),
    Holder ! {hold, soaked:literal(), persistent_term:get(soaked), soaked:closure()},
    {Waits, Monitor} = spawn_monitor(soaked, wait, []),
    Round rem 3 =:= 0 andalso (Waits ! stop),
    %% Half of the rounds the one that waits is killed by the purge of the next round.
    receive {'DOWN', Monitor, _, _, _} -> ok after 0 -> demonitor(Monitor, [flush]) end,
    rounds(Round + 1, Last, Versions, Holders).

holder(Held) ->
    receive
        {hold, Literal, Value, Fun} ->
            {tuple, [1 | _], _, _, _, _} = Literal,
            {_, Literal, _} = Value,
            [check(H) || H <- Held],
            holder(lists:sublist([{Literal, Value, Fun} | Held], 5))
    end.

check({Literal, {_, Literal, Numbers}, Fun}) ->
    5050 = lists:sum(Numbers),
    try Fun() of {Version, Version} -> ok catch error:{badfun, Fun} -> ok end.

%% Until the collector of literals has nothing to do: it works at the priority of all.
settle() ->
    [erlang:garbage_collect(P) || P <- processes()],
    timer:sleep(500).

resident_kilobytes() ->
    {ok, File} = file:open("/proc/self/statm", [read]),
    {ok, Line} = file:read_line(File),
    ok = file:close(File),
    list_to_integer(lists:nth(2, string:tokens(Line, " "))) * 4.
