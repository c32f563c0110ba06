%% shows messages that dirty calls send, and those that come meanwhile
-module(nif_dirty_messages).
-export([main/0]).

main() ->
    Self = self(),
    [Self ! {before, N} || N <- [1, 2]],
    io:format("~p~n", [nif_running:tell_cpu(Self, {from, dirty, "call"})]),
    Self ! later,
    io:format("~p~n", [[receive M -> M end || _ <- lists:seq(1, 4)]]),
    Dead = spawn(fun() -> ok end),
    Watch = monitor(process, Dead),
    receive {'DOWN', Watch, process, Dead, _} -> ok end,
    io:format("~p ~p~n", [nif_running:tell(Dead, x), nif_running:tell_cpu(Dead, x)]),
    io:format("~p~n", [nif_running:tell(Self, [<<"bytes">>, 1 bsl 90])]),
    io:format("~p~n", [receive M -> M end]).
