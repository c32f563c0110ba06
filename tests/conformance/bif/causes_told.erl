%% shows which of several wrong arguments a BIF reports, and calls of BIFs that are seldom called
-module(causes_told).
-include("../support/edge.hrl").

main() ->
    logger:set_primary_config(level, none),
    Dead = ended(),
    ?T(erlang:start_timer(-1, 1, m)),
    ?T(erlang:start_timer(x, 1, m)),
    ?T(erlang:start_timer(10000000000000, 1, m)),
    ?T(erlang:start_timer(10, 1, m)),
    ?T(erlang:send_after(-1, "to", m, [])),
    ?T(erlang:send_after(-1, "to", m, [bad])),
    ?T(erlang:decode_packet(bad, x, [])),
    ?T(erlang:decode_packet(bad, <<"x">>, x)),
    ?T(erlang:decode_packet(line, x, x)),
    ?T(erlang:port_info(1, id)),
    ?T(erlang:port_info(no_such_port, 1)),
    ?T(erts_internal:port_info(1, id)),
    ?T([causes(fun() -> process_flag(Flag, x) end) || Flag <- [trap_exit, save_calls, priority, no_such, monitor_nodes, {monitor_nodes, []}, 1]]),
    ?T([causes(fun() -> process_flag(Pid, Flag, V) end) || Pid <- [Dead, self(), 1], Flag <- [save_calls, no_such], V <- [0, x]]),
    ?T(erlang:check_process_code(Dead, 1)),
    ?T(erlang:check_process_code(self(), 1, [{async, a}])),
    ?T([ets:F(C) || F <- [match], C <- ['$end_of_table']]),
    ?T([causes(fun() -> ets:F(C) end) || F <- [match, match_object, select, select_reverse], C <- [1, {}, {no_table}, {no_table, 1}, {1, 2, 3}]]),
    ?T([causes(fun() -> apply(F, L) end) || F <- [foo, 1, fun() -> ok end], L <- [[], [a], x, [a | b]]]),
    ?T([erlang:dt_spread_tag(true), erlang:dt_restore_tag(erlang:dt_spread_tag(false))]),
    ?T(erlang:dt_spread_tag(a)),
    ?T(erlang:dt_restore_tag(a)),
    ?T([erlang:adler32_combine(A, B, N) || A <- [1, 65521, 16#ffffffff], B <- [0, 256], N <- [0, 1]]),
    ?T([erlang:crc32_combine(A, B, N) || A <- [1, 65521], B <- [0, 256], N <- [0, 1]]),
    ?T([erlang:system_info(I) || I <- [time_offset, update_cpu_info]]),
    ?T(erlang:nodes(this, #{node_type => true, connection_id => true}) =:= [{node(), #{node_type => this, connection_id => undefined}}]),
    ?T([erlang:nodes([], #{}), erlang:nodes(hidden, #{node_type => false}), erlang:nodes(connected, #{})]),
    ?T([causes(fun() -> erlang:nodes(A, B) end) || {A, B} <- [{bad, #{}}, {this, #{bad => true}}, {this, #{node_type => 1}}, {this, x}]]),
    ?T([causes(fun() -> erlang:exit_signal(P, x) end) || P <- [1, no_such, Dead]]),
    ?T(ended_by(spawn_monitor(fun() -> receive stop -> ok end end), fun(P) -> erlang:exit_signal(P, why) end)),
    ?T(ended_by(spawn_monitor('no@where', fun() -> ok end), fun(_) -> ok end)),
    ?T(ended_by(spawn_opt('no@where', lists, sort, [[]], [monitor]), fun(_) -> ok end)),
    ?T(is_pid(spawn('no@where', lists, sort, [[]]))),
    ?T(causes(fun() -> spawn_monitor('no@where', lists, x, y) end)),
    ok.

ended() ->
    {P, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, process, P, _} -> P end.

ended_by({P, M}, F) ->
    F(P),
    receive {'DOWN', M, process, P, Why} -> Why end.

causes(F) ->
    try F() of
        Value -> {value, Value}
    catch
        error:Reason:Stack when is_atom(Reason) ->
            [{_, Name, _, Info} | _] = Stack,
            {Reason, Name, maps:get(cause, proplists:get_value(error_info, Info, #{}), not_told)};
        error:{Reason, _} -> Reason
    end.
