%% proves P10: running_procs reports a process as out while it is in the context of a port; running does not
%% needs: 27
-module(drv_running_procs).
-export([main/0]).
-import(trace_stream, [tracer/1, worker/1, do/2, session/2, sync/1, take/1, attempt/1]).

main() ->
    ok = logger:set_primary_config(level, none),  % a port is given no data
    drv:load(drv_data),
    W = worker(w),
    Other = spawn(fun() -> receive stop -> ok end end),
    Plain = tracer(plain), Ports = tracer(ports),
    Running = session(plain, Plain), RunningProcs = session(ports, Ports),
    trace:process(Running, W, true, [running, send]),
    trace:process(RunningProcs, W, true, [running_procs, send]),
    [begin
         do(W, fun() -> put(port, drv:open("drv_data")), put(second, drv:open("drv_data")), process_flag(trap_exit, true) end),
         [begin
              do(W, fun() -> mark('begin'), attempt(fun() -> Fun(get(port)) end), mark('end') end),
              sync(Running), sync(RunningProcs),
              io:format("~p: ~p~n", [Name, more(take(Ports), take(Plain))])
          end || {Name, Fun} <- Funs]
     end || Funs <- [data(), relations(Other), exits()] ++ [[End] || End <- ends()]],
    trace:session_destroy(Running),
    trace:session_destroy(RunningProcs).

mark(Mark) -> self() ! {mark, Mark}, receive {mark, Mark} -> ok end.

%% How often the process was out and in between the marks, and not so for the session that wants to know less.
more(Ports, Plain) -> {count(out, Ports) - count(out, Plain), count(in, Ports) - count(in, Plain)}.

count(Tag, Events) ->
    [_ | Rest] = lists:dropwhile(fun(E) -> not is_mark(E, 'begin') end, Events),
    length([E || E <- lists:takewhile(fun(E) -> not is_mark(E, 'end') end, Rest), element(3, E) =:= Tag]).

is_mark({trace, _, send, {mark, Mark}, _}, Mark) -> true;
is_mark(_, _) -> false.

data() ->
    [{open, fun(_) -> drv:open("drv_data") end},
     {port_command, fun(P) -> port_command(P, "x") end},
     {not_forced, fun(P) -> port_command(P, "x", [force]) end},
     {no_data, fun(P) -> port_command(P, [a]) end},
     {command, fun(P) -> P ! {self(), {command, "x"}} end},
     {send_command, fun(P) -> erlang:send(P, {self(), {command, "x"}}, [nosuspend]) end},
     {control, fun(P) -> port_control(P, 1, "a") end},
     {no_control, fun(P) -> port_control(P, 15, "a") end},
     {call, fun(P) -> erlang:port_call(P, 1, a) end},
     {info, fun(P) -> erlang:port_info(P) end},
     {links, fun(P) -> erlang:port_info(P, links) end},
     {no_item, fun(P) -> erlang:port_info(P, nonesuch) end},
     {set_data, fun(P) -> erlang:port_set_data(P, x) end},
     {get_data, fun(P) -> erlang:port_get_data(P) end}].

relations(Other) ->
    [{unlink, fun(P) -> unlink(P) end},
     {unlink_again, fun(P) -> unlink(P) end},
     {link, fun(P) -> link(P) end},
     {link_again, fun(P) -> link(P) end},
     {monitor, fun(P) -> put(monitor, monitor(port, P)) end},
     {demonitor, fun(_) -> demonitor(get(monitor)) end},
     {connect, fun(P) -> port_connect(P, Other) end},
     {connect_back, fun(P) -> port_connect(P, self()) end},
     {send_connect, fun(P) -> P ! {self(), {connect, self()}} end},
     {no_request, fun(P) -> P ! nonesuch end},
     {no_owner, fun(P) -> P ! {Other, {command, "x"}} end}].

exits() ->
    [{exit_normal, fun(P) -> exit(P, normal) end},
     {exit, fun(_) -> exit(get(second), reason) end},
     {closed_command, fun(P) -> port_command(P, "x") end},
     {closed_send, fun(P) -> P ! {self(), {command, "x"}} end},
     {closed_control, fun(P) -> port_control(P, 1, "a") end},
     {closed_info, fun(P) -> erlang:port_info(P) end},
     {closed_link, fun(P) -> link(P) end},
     {closed_monitor, fun(P) -> monitor(port, P) end}].

ends() ->
    [{port_close, fun(P) -> port_close(P) end},
     {close, fun(P) -> P ! {self(), close} end},
     {fails, fun(P) -> port_control(P, 8, <<"reason", 0>>) end}].
