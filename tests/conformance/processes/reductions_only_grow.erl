%% shows that the reductions of a process never become fewer, whatever it does and however it is asked
-module(reductions_only_grow).
-export([main/0]).

main() ->
    Other = spawn_link(fun() -> receive stop -> ok end end),
    Self = self(),
    [io:format("~p ~p~n", [Name, watch(Fun)])
     || {Name, Fun} <- [{yields, fun() -> yields(Other) end}, {computes, fun() -> computes(0) end},
                        {waits, fun() -> waits() end}, {asks, fun() -> asks(Self) end}]].

watch(Fun) ->
    Pid = spawn_link(Fun),
    Figures = [reductions(Pid, N) || N <- lists:seq(1, 300)],
    unlink(Pid),
    exit(Pid, kill),
    lists:sort(Figures) =:= Figures.

reductions(Pid, N) ->
    N rem 10 =:= 0 andalso (Pid ! go),
    [{reductions, Reductions} | _] =
        process_info(Pid, case N rem 2 of 0 -> [reductions]; 1 -> [reductions, current_function] end),
    Reductions.

yields(Other) ->
    register(reductions_only_grow, Other),
    unregister(reductions_only_grow),
    erlang:yield(),
    yields(Other).

computes(N) -> computes(N + 1).
waits() -> receive go -> waits() end.
asks(Pid) ->
    process_info(Pid, [message_queue_len, current_function]),
    asks(Pid).
