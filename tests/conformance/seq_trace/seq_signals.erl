%% proves Q8: which signals carry the token, leave it alone, or take it away.
-module(seq_signals).
-export([main/0]).
-import(seq_stream, [run/1, child/1, without_token/1, token/0, say/1]).

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
