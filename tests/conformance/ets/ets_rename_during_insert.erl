%% shows that a long list is inserted into a named table before the table is renamed, or not at all
-module(ets_rename_during_insert).
-export([main/0]).

-define(OBJECTS, 60000).
-define(ROUNDS, 5).

main() ->
    Objects = [{N} || N <- lists:seq(1, ?OBJECTS)],
    Results = [round_of(Kind, Insert, Round, Objects)
               || Kind <- [set, ordered_set, duplicate_bag], Insert <- [insert, insert_new], Round <- lists:seq(1, ?ROUNDS)],
    io:format("~p~n", [lists:usort(Results) -- [inserted, refused]]).

%% The owner renames the table when the process that inserts has stopped for the Nth time, or has finished.
round_of(Kind, Insert, N, Objects) ->
    Self = self(),
    Owner = spawn_link(fun() -> own(Self, Kind, N) end),
    receive {Owner, ready} -> ok end,
    Result = try ets:Insert(named, Objects) of
                 true -> inserted
             catch
                 error:badarg -> refused
             end,
    Owner ! finished,
    receive {Owner, renamed} -> ok end,
    Found = {ets:whereis(named), ets:lookup(other, 1), ets:lookup(other, 42), ets:lookup(other, ?OBJECTS), ets:info(other, size)},
    Owner ! stop,
    receive {Owner, stopped} -> ok end,
    case Found of
        {undefined, [{1}], [], [{?OBJECTS}], ?OBJECTS - 1} when Result =:= inserted -> inserted;
        {undefined, [], [], [], 0} when Result =:= refused -> refused;
        _ -> {Result, Found}
    end.

own(Tester, Kind, N) ->
    named = ets:new(named, [named_table, public, Kind]),
    1 = erlang:trace(Tester, true, [running]),
    Tester ! {self(), ready},
    wait(N),
    catch erlang:trace(Tester, false, [running]),
    ets:rename(named, other),
    ets:delete(other, 42),
    Tester ! {self(), renamed},
    receive stop -> ok end,
    ets:delete(other),
    Tester ! {self(), stopped}.

wait(0) -> ok;
wait(N) ->
    receive
        {trace, _, out, {ets, Insert, 2}} when Insert =:= insert; Insert =:= insert_new -> wait(N - 1);
        finished -> ok
    end.
