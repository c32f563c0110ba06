%% Linked-in drivers are loaded, unloaded and loaded again while other processes open their ports, use them and end them in every
%% way. Each port must end for its owner exactly once, what a port sends back must come whole and in order, each driver's unloading
%% must be reported, and in the end nothing is left.
%%
%%   sonde run -p build/conformance/ebin tests/stress/driver_storm.erl SECONDS [SEED]      (libraries: tests/conformance/run)
-module(driver_storm).
-export([main/1]).

-define(DRIVERS, ["drv_data", "drv_jobs", "drv_events", "drv_vector", "drv_family"]).
-define(PATIENCE, 60000).

main([Seconds]) -> main([Seconds, "1"]);
main([Seconds, Seed]) ->
    Before = length(erlang:ports()),
    Until = erlang:monotonic_time(millisecond) + 1000 * list_to_integer(Seconds),
    Workers = [start(F, [Until], list_to_integer(Seed) + N)
               || {N, F} <- lists:enumerate(lists:duplicate(4, fun load/1) ++ lists:duplicate(8, fun use/1))],
    Results = [wait(Worker) || Worker <- Workers],
    {Opened, Faults} = {lists:sum([N || {used, N, _} <- Results]), lists:append([F || {used, _, F} <- Results])},
    Loads = lists:sum([N || {loaded, N, _} <- Results]),
    LoadFaults = [F || {loaded, _, Fs} <- Results, F <- Fs],
    io:format(standard_error, "~p ports, ~p loads~n", [Opened, Loads]),
    io:format("ports: ~p~n", [verdict(Faults, all_ended)]),
    io:format("drivers: ~p~n", [verdict(LoadFaults ++ [{broken, R} || {broken, R} <- Results], all_unloaded)]),
    io:format("left: ~p~n", [left(Before, 1000)]).

%% How many ports and which drivers are left. Queues are still written, and jobs run, for a while.
left(Before, Times) ->
    Left = {length(erlang:ports()) - Before, [D || D <- element(2, erl_ddll:loaded_drivers()), lists:member(D, ?DRIVERS)]},
    case Left of
        {0, []} -> nothing;
        _ when Times > 0 -> receive after 20 -> left(Before, Times - 1) end;
        _ -> Left
    end.

verdict([], Good) -> Good;
verdict(Faults, _) -> lists:sublist(lists:usort(Faults), 5).

start(F, Arguments, Seed) ->
    Me = self(),
    spawn_monitor(fun() ->
                          rand:seed(exsss, Seed),
                          process_flag(trap_exit, true),
                          Me ! {self(), apply(F, Arguments)}
                  end).

wait({Pid, Ref}) ->
    receive
        {Pid, Result} -> Result;
        {'DOWN', Ref, process, Pid, Reason} when Reason =/= normal -> {broken, Reason}
    end.

is_over(Until) -> erlang:monotonic_time(millisecond) > Until.

any(List) -> lists:nth(rand:uniform(length(List)), List).

folder() -> filename:dirname(code:which(drv)).

%% --- loading and unloading ---

load(Until) -> load(Until, 0, []).

load(Until, Count, Faults) ->
    case is_over(Until) of
        true -> {loaded, Count, Faults};
        false -> load(Until, Count + 1, once(any(?DRIVERS)) ++ Faults)
    end.

once(Name) ->
    Options = any([[], [], [{driver_options, [kill_ports]}]]),
    case erl_ddll:try_load(folder(), Name, Options ++ any([[], [{monitor, pending}]])) of
        {ok, _, Ref} ->
            receive {_, Ref, driver, _, _} -> unload(Name) after ?PATIENCE -> [{never_loaded, Name}] end;
        {ok, _} ->
            Then = any([fun() -> ok end, fun erlang:yield/0, fun() -> receive after rand:uniform(5) -> ok end end,
                        fun() -> reload(Name, Options) end]),
            Then(),
            unload(Name);
        {error, inconsistent} -> [];
        {error, Reason} -> [{load, Name, Reason}]
    end.

reload(Name, Options) ->
    case erl_ddll:try_load(folder(), Name, Options ++ [{reload, any([pending, pending_driver])}, {monitor, pending_driver}]) of
        {ok, pending_driver, Ref} -> receive {_, Ref, driver, _, _} -> ok after ?PATIENCE -> exit({never_reloaded, Name}) end;
        {ok, pending_process, Ref} -> true = erl_ddll:demonitor(Ref);
        _ -> ok
    end.

%% A user that is not the last waits until another one has unloaded it, or loaded it again.
unload(Name) ->
    case erl_ddll:try_unload(Name, any([[], [], [kill_ports]]) ++ [{monitor, pending}]) of
        {ok, _, Ref} ->
            receive {_, Ref, driver, _, _} -> []
            after 20 ->
                    erl_ddll:demonitor(Ref),
                    receive {_, Ref, driver, _, _} -> [] after 0 -> [] end
            end;
        {error, not_loaded_by_this_process} -> [];
        {error, not_loaded} -> [];
        {error, Reason} -> [{unload, Name, Reason}]
    end.

%% --- ports ---

use(Until) -> use(Until, 0, []).

use(Until, Count, Faults) ->
    case is_over(Until) of
        true -> {used, Count, Faults};
        false ->
            try open_port({spawn_driver, any(?DRIVERS)}, [binary]) of
                Port -> use(Until, Count + 1, life(Port, erlang:monitor(port, Port)) ++ Faults)
            catch error:badarg ->
                    erlang:yield(),
                    use(Until, Count, Faults)
            end
    end.

life(Port, Ref) ->
    [catch act(Port) || _ <- lists:seq(1, rand:uniform(12))],
    Sent = echo(Port, 0, rand:uniform(20)),
    End = any([fun port_close/1, fun(P) -> exit(P, kill) end, fun(P) -> exit(P, over) end, fun(P) -> P ! {self(), close} end]),
    catch End(Port),
    ended(Port, Ref, Sent, 0).

act(Port) ->
    Act = any([fun() -> port_control(Port, 1, [$m, 1, 1]) end,
               fun() -> port_control(Port, 1, [$m, 0, 1]) end,
               fun() -> port_control(Port, 2, "o") end,
               fun() -> port_control(Port, 2, "r") end,
               fun() -> port_control(Port, 2, "pbytes") end,
               fun() -> port_control(Port, 7, "queued") end,
               fun() -> port_control(Port, 5, "") end,
               fun() -> port_control(Port, 8, "failed\0") end,
               fun() -> port_control(Port, 12, [0]) end,
               fun() -> erlang:port_call(Port, 1, self()) end,
               fun() -> erlang:port_info(Port) end,
               fun() -> unlink(Port), link(Port) end,
               fun() -> erlang:demonitor(erlang:monitor(port, Port)) end]),
    Act().

%% Commands with numbers, some as messages.
echo(_, Sent, 0) -> Sent;
echo(Port, Sent, Left) ->
    Bytes = <<"number", (Sent + 1):32>>,
    case rand:uniform(2) of
        1 -> Port ! {self(), {command, Bytes}};
        2 -> catch erlang:port_command(Port, Bytes, [nosuspend])
    end,
    echo(Port, Sent + 1, Left - 1).

%% Until the port has ended: what it has sent back has growing numbers.
ended(Port, Ref, Sent, Last) ->
    receive
        {Port, {data, <<"number", Number:32>>}} when Number > Last, Number =< Sent -> ended(Port, Ref, Sent, Number);
        {Port, {data, <<"number", Number:32>>}} -> [{order, Number, Last} | ended(Port, Ref, Sent, Last)];
        {Port, _} -> ended(Port, Ref, Sent, Last);
        {'DOWN', Ref, port, Port, _} -> exits(Port, [])
    after ?PATIENCE -> [{never_ended, erlang:port_info(Port)}]
    end.

%% The link to a port ends once, or goes without a message where the driver says so. A link that is made when the port has ended
%% is answered with noproc.
exits(Port, Reasons) ->
    receive
        {'EXIT', Port, noproc} -> exits(Port, Reasons);
        {'EXIT', Port, Reason} -> exits(Port, [Reason | Reasons]);
        {Port, _} -> exits(Port, Reasons)
    after 0 -> [{ended_twice, Reasons} || length(Reasons) > 1]
    end.
