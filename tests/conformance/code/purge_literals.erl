%% shows what was a literal of purged code is whole wherever it is kept: heap, dictionary, queues, tables, timers, funs
-module(purge_literals).
-export([main/0, keeper/2]).
-include("support/purge_literal.hrl").

main() ->
    M = load(),
    Big = M:literal(),
    Table = ets:new(t, [public]),
    ets:insert(Table, {key, M:literal()}),
    persistent_term:put(purge_literals_key, M:literal()),
    put(literal, M:literal()),
    Me = self(),
    Keeper = spawn(?MODULE, keeper, [Me, M:literal()]),
    receive ready -> ok end,
    %% In a queue of somebody who does not take it out; in a timer; in a monitor's tag; in a link's exit reason.
    Keeper ! {later, M:literal()},
    Timer = erlang:start_timer(3600000, Keeper, M:literal()),
    erlang:send_after(1000, Me, {timer, M:literal()}),
    {Child, _} = spawn_monitor(fun() -> receive stop -> exit(M:literal()) end end),
    Parts = parts(M:literal()),
    Fun = capture(M:literal()),
    load(),
    true = erlang:check_old_code(M),
    io:format("~w~n", [code:purge(M)]),
    %% What was freed is used again, and again.
    lists:foreach(fun(_) -> load(), code:purge(M) end, lists:seq(1, 40)),
    erlang:garbage_collect(),
    Expected = expected(),
    io:format("heap ~w~n", [Big =:= Expected]),
    io:format("parts ~w~n", [Parts =:= parts(Expected)]),
    io:format("fun ~w~n", [Fun() =:= Expected]),
    io:format("dictionary ~w~n", [get(literal) =:= Expected]),
    io:format("table ~w~n", [ets:lookup(Table, key) =:= [{key, Expected}]]),
    io:format("persistent ~w~n", [persistent_term:get(purge_literals_key) =:= Expected]),
    io:format("timer ~w~n", [is_integer(erlang:cancel_timer(Timer))]),
    Keeper ! {tell, Me},
    receive {told, Told} -> io:format("keeper ~w~n", [[T =:= Expected || T <- Told]]) end,
    receive {timer, T} -> io:format("timer ~w~n", [T =:= Expected]) end,
    Child ! stop,
    receive {'DOWN', _, process, Child, Reason} -> io:format("exit ~w~n", [Reason =:= Expected]) end.

keeper(To, Literal) ->
    put(mine, Literal),
    To ! ready,
    receive {tell, Who} -> ok end,
    receive {later, Later} -> ok end,
    Who ! {told, [Literal, get(mine), Later]}.

capture(Literal) -> fun() -> Literal end.

%% Terms that share parts with a literal.
parts({_, List, Map, Binary, _, _}) ->
    <<_:10/binary, Sub/binary>> = Binary,
    <<_:3/bits, Bits:500/bits, _/bits>> = Binary,
    [tl(List), maps:get(b, Map), Sub, Bits | List].

load() -> made_code:load(purge_literals_made, purge_version_1).

expected() -> ?LITERAL.
