%% Ports of drv_blocks.c whose callback waits until another port of it releases it.
-module(drv_blocking).
-export([alone/0, block/2, release/1, start/1, result/1, down/1]).

-define(BLOCK, 1).
-define(RELEASE, 2).
-define(IS_BLOCKED, 3).

%% With one scheduler nothing else runs while a callback does. With more, only what needs no other process does between block/2 and release/1:
%% OTP's run queues may leave processes, such as those for output, to the scheduler that is in the callback.
alone() -> erlang:system_info(schedulers_online) =:= 1.

block(Port, Other) ->
    alone() andalso port_control(Other, ?RELEASE, ""),
    Me = self(),
    {Pid, Ref} = spawn_opt(fun() -> Me ! {self(), port_control(Port, ?BLOCK, "")} end, [monitor | [{scheduler, 2} || not alone()]]),
    case alone() of
        true -> down(Ref);
        false -> demonitor(Ref), wait(fun() -> port_control(Other, ?IS_BLOCKED, "") =:= "1" end)
    end,
    Pid.

release(Other) -> alone() orelse port_control(Other, ?RELEASE, "").

start(F) -> Me = self(), spawn(fun() -> Me ! {self(), F()} end).

result(Pid) -> receive {Pid, Result} -> Result end.

down(Ref) -> receive {'DOWN', Ref, _, _, Reason} -> Reason end.

%% Without a timer: those of a scheduler that is in a callback expire later.
wait(Test) -> case Test() of true -> ok; false -> erlang:yield(), wait(Test) end.
