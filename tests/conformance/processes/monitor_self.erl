%% shows that a process that monitors itself monitors nothing, and what demonitor/2 with `info` returns
%% skip: yield a process that is preempted between monitor/2 and demonitor/2 gets the message of the end meanwhile
-module(monitor_self).
-include("../support/edge.hrl").

main() ->
    register(me, self()),
    ?T(demonitor(monitor(process, self()), [info])),
    ?T(demonitor(monitor(process, self()), [flush, info])),
    ?T(demonitor(monitor(process, me), [info])),
    ?T(demonitor(monitor(process, {me, node()}), [info])),
    [aliased(Mode) || Mode <- [explicit_unalias, demonitor, reply_demonitor]],
    ?T(process_info(self(), monitors)),
    {Dead, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, process, Dead, normal} -> ok end,
    %% Nothing that has come is looked at before the answer.
    ?T(demonitor(monitor(process, Dead), [info])),
    ?T(demonitor(monitor(process, Dead), [info, flush])),
    ?T(demonitor(told(monitor(process, Dead)), [info])),
    ?T(demonitor(told(monitor(process, Dead)), [flush, info])),
    ?T(demonitor(told(monitor(process, nobody)), [info, flush])),
    ?T(receive {'DOWN', _, process, Dead, Reason} -> Reason after 0 -> none end),
    ?T(receive {'DOWN', _, _, _, _} -> more after 0 -> none end),
    Waits = spawn(fun() -> receive stop -> ok end end),
    ?T(demonitor(monitor(process, Waits), [info])),
    ?T(demonitor(monitor(process, Waits), [flush, info])),
    ?T(demonitor(make_ref(), [info])),
    ?T(demonitor(make_ref(), [flush])),
    ?T(demonitor(a, [flush])),
    ?T(demonitor(make_ref(), [other])),
    ?T(demonitor(make_ref(), [flush | other])).

aliased(Mode) ->
    Ref = monitor(process, self(), [{alias, Mode}]),
    Ref ! hello,
    ?T({Mode, receive hello -> got after 10 -> none end, unalias(Ref), demonitor(Ref, [info])}).

%% Its DOWN message has come and waits.
told(Ref) ->
    Self = self(),
    spawn(fun() -> Self ! {go, Ref} end),
    receive {'DOWN', Ref, _, _, _} = Down -> Self ! Down end,
    receive {go, Ref} -> Ref end.
