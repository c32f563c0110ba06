%% shows system_flag(multi_scheduling, block): dirty calls and the one scheduler take turns, so that calls that sleep add up
%% and nobody runs meanwhile; block_normal leaves dirty schedulers alone.
%% reports: ignored
-module(dirty_calls_in_turn).
-export([main/0]).

-define(EACH, 60).

main() ->
    erts_debug:set_internal_state(available_internal_state, true),
    io:format("~p ~p~n", [erlang:system_flag(multi_scheduling, block), active(false)]),
    Self = self(),
    Watcher = spawn_link(fun() -> Self ! watching, longest_gap(Self, now_ms(), 0) end),
    receive watching -> ok end,
    Start = now_ms(),
    Calls = [Call || Call <- [dirty_cpu, dirty_io], _ <- [1, 2]],
    [spawn_link(fun() -> erts_debug:Call(wait, ?EACH), Self ! {done, Call} end) || Call <- Calls],
    [receive {done, Call} -> ok end || Call <- Calls],
    %% Only lower bounds: another program may make anything last longer.
    io:format("one after the other: ~p~n", [now_ms() - Start >= length(Calls) * ?EACH]),
    Watcher ! stop,
    receive {longest, Gap} -> io:format("nobody ran beside a call: ~p~n", [Gap >= ?EACH]) end,
    io:format("~p ~p~n", [erlang:system_flag(multi_scheduling, unblock), active(true)]),
    io:format("~p ~p~n", [erlang:system_flag(multi_scheduling, block_normal), active(true)]),
    ok = erts_debug:dirty_cpu(wait, 1),
    io:format("~p ~p~n", [erlang:system_flag(multi_scheduling, unblock_normal), active(true)]),
    %% A process that ends gives up its block, and what waits for a turn goes on.
    {P, M} = spawn_monitor(fun() -> erlang:system_flag(multi_scheduling, block), erts_debug:dirty_io(wait, 1) end),
    ok = erts_debug:dirty_cpu(wait, 1),
    receive {'DOWN', M, process, P, Reason} -> io:format("~p ~p~n", [Reason, erlang:system_info(multi_scheduling_blockers)]) end,
    ok = erts_debug:dirty_cpu(wait, 1).

%% Waits until dirty schedulers of both kinds are active, or none: that follows some time after the call.
active(Wanted) ->
    case [Active > 0 || {Kind, _, _, Active} <- erlang:system_info(all_schedulers_state), Kind =/= normal] of
        [Wanted, Wanted] -> {active, Wanted};
        _ -> erlang:yield(), active(Wanted)
    end.

longest_gap(To, Last, Longest) ->
    receive stop -> To ! {longest, max(Longest, now_ms() - Last)}
    after 0 ->
        Now = now_ms(),
        longest_gap(To, Now, max(Longest, Now - Last))
    end.

now_ms() -> erlang:monotonic_time(millisecond).
