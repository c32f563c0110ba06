%% proves P22, I1: a process that gets no turn, as others of higher priority never rest, is traced and asked at once
%% skip: yield a slice for each reduction of the busy processes
-module(of_starving_process).
-export([main/0]).

main() ->
    process_flag(priority, max),
    Tracer = spawn_opt(fun() -> receive stop -> ok end end, [{priority, max}]),
    Idle = [spawn_opt(fun() -> receive stop -> ok end end, [{priority, Priority}]) || Priority <- [low, normal]],
    Busy = [spawn_opt(fun() -> busy() end, [{priority, Priority}])
            || Priority <- [low, normal, high, high, high, high, high, high, high, high]],
    %% Printed when they have ended: the process that prints gets no turn before.
    Answers = [traced(P, Tracer) || P <- Idle ++ Busy],
    [exit(P, kill) || P <- Busy],
    [P ! stop || P <- [Tracer | Idle]],
    [io:format("~w~n", [Answer]) || Answer <- Answers].

traced(P, Tracer) ->
    One = erlang:trace(P, true, [running, {tracer, Tracer}]),
    Flags = erlang:trace_info(P, flags),
    Ref = erlang:trace_delivered(P),
    Delivered = receive {trace_delivered, P, Ref} -> delivered end,
    {One, Flags, Delivered, erlang:trace(P, false, [running])}.

busy() -> _ = lists:seq(1, 50), busy().
