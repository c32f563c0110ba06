%% proves Q8: which signals carry the token, leave it alone, or take it away.
-module(seq_signals).
-export([main/0]).

main() ->
    run([
        {spawn_link_exit, 7, fun() ->
            process_flag(trap_exit, true),
            Q = spawn_link(fun() -> exit(oops) end),
            receive {'EXIT', Q, _} -> seq_trace:print(got) end
        end},
        {link_exit, 5, fun() ->
            process_flag(trap_exit, true),
            Q = child(fun() -> receive go -> exit(oops) end end),
            link(Q),
            Q ! go,
            receive {'EXIT', Q, _} -> seq_trace:print(got) end
        end},
        {link_noproc, 1, fun() ->
            process_flag(trap_exit, true),
            link(list_to_pid("<0.9999.0>")),
            receive {'EXIT', _, _} -> seq_trace:print(got) end
        end},
        {exit2, 5, fun() ->
            Q = child(fun() -> process_flag(trap_exit, true), receive {ready, F} -> F ! ok end, receive {'EXIT', _, r} -> seq_trace:print(killed) end end),
            Q ! {ready, self()},
            receive ok -> ok end,
            monitor(process, Q),
            exit(Q, r),
            receive {'DOWN', _, _, _, _} -> seq_trace:print(down) end
        end},
        {exit2kill, 1, fun() ->
            Q = child(fun() -> receive never -> ok end end),
            monitor(process, Q),
            exit(Q, kill),
            receive {'DOWN', _, _, _, _} -> seq_trace:print(down) end
        end},
        {monitor, 3, fun() ->
            Q = child(fun() -> receive go -> exit(oops) end end),
            monitor(process, Q),
            Q ! go,
            receive {'DOWN', _, _, _, oops} -> seq_trace:print(down) end
        end},
        {monitor_noproc, 1, fun() -> monitor(process, nonono), receive {'DOWN', _, _, _, _} -> seq_trace:print(down) end end},
        {exit_imm, 5, fun() ->
            Me = self(),
            Q = child(fun() -> process_flag(trap_exit, true), receive {ready, From} -> From ! ok end, receive {'EXIT', _, _} -> Me ! {token, token()} end end),
            Q ! {ready, self()},
            receive ok -> ok end,
            exit(Q, r),
            receive {token, X} -> say(X) end
        end},
        {exit_term, 5, fun() ->
            Me = self(),
            Q = child(fun() -> process_flag(trap_exit, true), receive {ready, From} -> From ! ok end, receive {'EXIT', _, _} -> Me ! {token, token()} end end),
            Q ! {ready, self()},
            receive ok -> ok end,
            exit(Q, {r, 1}),
            receive {token, X} -> say(X) end
        end},
        {down_term, 1, fun() ->
            Q = child(fun() -> receive go -> exit({oops, 1}) end end),
            monitor(process, Q),
            without_token(fun() -> Q ! go end),
            receive {'DOWN', _, _, _, _} -> seq_trace:print({down, token()}) end
        end},
        {down_imm, 1, fun() ->
            Q = child(fun() -> receive go -> exit(oops) end end),
            monitor(process, Q),
            without_token(fun() -> Q ! go end),
            receive {'DOWN', _, _, _, _} -> seq_trace:print({down, token()}) end
        end},
        {exit_self_link, 2, fun() ->
            Me = self(),
            child(fun() -> process_flag(trap_exit, true), link(Me), Me ! linked, receive {'EXIT', _, _} -> seq_trace:print(q) end end),
            receive linked -> ok end,
            seq_trace:set_token(send, true),
            seq_trace:set_token(label, esl),
            seq_trace:set_token('receive', true), exit(bye_bye)
        end},
        {link_imm, 1, fun() ->
            process_flag(trap_exit, true),
            Q = child(fun() -> receive go -> exit(oops) end end),
            link(Q),
            without_token(fun() -> Q ! go end),
            receive {'EXIT', _, _} -> say(token()) end
        end},
        {link_term, 1, fun() ->
            process_flag(trap_exit, true),
            Q = child(fun() -> receive go -> exit({oops, 1}) end end),
            link(Q),
            without_token(fun() -> Q ! go end),
            receive {'EXIT', _, _} -> say(token()) end
        end},
        {flush, 1, fun() -> R = monitor(process, whereis(seq_tracer)), demonitor(R, [flush]), seq_trace:print(token()) end},
        {group_leader, 1, fun() ->
            group_leader(group_leader(), self()),
            is_process_alive(whereis(seq_tracer)),
            process_info(whereis(seq_tracer), messages),
            erlang:suspend_process(child(fun() -> receive x -> ok end end)),
            seq_trace:print(token())
        end}
    ]).

%% Runs each scenario in a process of its own; prints what the system tracer was told, with names for processes.
run(Scenarios) ->
    Tracer = spawn_link(fun() -> tracer([]) end),
    register(seq_tracer, Tracer),
    seq_trace:set_system_tracer(Tracer),
    [scenario(Tracer, S) || S <- Scenarios],
    Tracer = seq_trace:set_system_tracer(false).

scenario(Tracer, {Name, Count, F}) ->
    Start = fun() ->
        [seq_trace:set_token(Flag, true) || Flag <- [send, 'receive', print]],
        seq_trace:set_token(label, Name),
        F()
    end,
    {Root, Monitor} = spawn_monitor(Start),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    Tracer ! {events, Count, self()},
    Events = receive {events, E} -> E end,
    io:format("--- ~p~n", [Name]),
    [io:format("  ~p~n", [name(Event, Root)]) || Event <- Events].

%% Answers when there are as many events as are asked for.
tracer(Events) ->
    receive
        {events, Count, From} when length(Events) >= Count -> From ! {events, lists:reverse(Events)}, tracer([]);
        {send_to, To} -> To ! from_tracer, tracer(Events);
        Event when element(1, Event) =/= events -> tracer([Event | Events])
    end.

say(What) -> seq_trace:set_token([]), seq_tracer ! {said, What}.

token() ->
    case seq_trace:get_token() of
        [] -> [];
        Token -> {element(3, Token), element(5, Token)}
    end.

without_token(F) ->
    Old = seq_trace:set_token([]),
    Result = F(),
    seq_trace:set_token(Old),
    Result.

%% A child without the token.
child(F) -> without_token(fun() -> spawn(F) end).

name(Root, Root) -> root;
name(X, _) when is_pid(X) -> pid;
name(X, _) when is_reference(X) -> ref;
name(X, _) when is_function(X) -> function;
name(X, Root) when is_tuple(X) -> list_to_tuple([name(E, Root) || E <- tuple_to_list(X)]);
name([H | T], Root) -> [name(H, Root) | name(T, Root)];
name(X, _) -> X.
