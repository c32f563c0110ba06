%% shows who has scheduler_wall_time on, and that what it counts is how busy the schedulers were
-module(scheduler_wall_time).
-include("../support/edge.hrl").

main() ->
    ?T(flag(true)),
    ?T(flag(true)),
    ?T(flag(false)),
    ?T(is_on()),
    ?T(flag(false)),
    ?T(is_on()),
    ?T(flag(false)),
    ?T(flag(perhaps)),
    ?T(flag(1)),
    %% Each process has its own count, and can take back no other's.
    P = holder(),
    Q = holder(),
    ?T(ask(P, true)),
    ?T(ask(Q, false)),
    ?T(is_on()),
    ?T(ask(Q, true)),
    ?T([ask(P, false), ask(P, false)]),
    ?T(is_on()),
    ?T([ask(P, true), ask(P, true)]),
    exit(P, kill),
    ?T(ask(Q, true)),
    ?T(is_on()),
    exit(Q, kill),
    ?T(becomes_off(1000)),
    %% What it counts.
    flag(true),
    ?T(shape(scheduler_wall_time, erlang:system_info(schedulers) + erlang:system_info(dirty_cpu_schedulers))),
    ?T(shape(scheduler_wall_time_all, erlang:system_info(schedulers) + erlang:system_info(dirty_cpu_schedulers) +
                                      erlang:system_info(dirty_io_schedulers))),
    ?T(becomes_true(fun() -> share(fun() -> spin(erlang:monotonic_time(millisecond) + 10) end) > 0.5 end, 20)),
    ?T(becomes_true(fun() -> share(fun() -> receive after 10 -> ok end end) < 0.5 end, 20)),
    ?T(flag(false)),
    ?T(erlang:statistics(scheduler_wall_time_all)).

flag(Value) -> erlang:system_flag(scheduler_wall_time, Value).
is_on() -> erlang:statistics(scheduler_wall_time) =/= undefined.

holder() -> spawn(fun Loop() -> receive {From, Value} -> From ! {self(), flag(Value)}, Loop() end end).
ask(P, Value) -> P ! {self(), Value}, receive {P, Was} -> Was end.

becomes_off(Tries) -> becomes_true(fun() -> not is_on() end, Tries).
becomes_true(_, 0) -> false;
becomes_true(Test, Tries) ->
    case Test() of
        true -> true;
        _ -> receive after 1 -> becomes_true(Test, Tries - 1) end
    end.

shape(Item, Count) ->
    [Before, After] = [lists:sort(erlang:statistics(Item)) || _ <- [1, 2]],
    {[Id || {Id, _, _} <- Before] =:= lists:seq(1, Count),
     lists:all(fun({{Id, A, T}, {Id, B, U}}) -> A =< T andalso B =< U andalso A =< B andalso T =< U end, lists:zip(Before, After))}.

%% How much of the time of `Work` a scheduler was busy, all taken together.
share(Work) ->
    Before = normal(),
    Work(),
    Changes = [{B - A, U - T} || {{Id, A, T}, {Id, B, U}} <- lists:zip(Before, normal())],
    lists:sum([Active || {Active, _} <- Changes]) / lists:max([Total || {_, Total} <- Changes]).

normal() -> [T || {Id, _, _} = T <- lists:sort(erlang:statistics(scheduler_wall_time)), Id =< erlang:system_info(schedulers)].

spin(Until) -> case erlang:monotonic_time(millisecond) < Until of true -> spin(Until); _ -> ok end.
