%% proves T1, T3, S1: erl_tracer named as the tracer module: its state is the tracer
%% needs: 27
-module(module_erl_tracer).
-include("../support/edge.hrl").
-export([traced/1]).

main() ->
    Session = trace:session_create(by_name, {erl_tracer, self()}, []),
    Tracee = tracer_reports:start(),
    1 = trace:process(Session, Tracee, true, [call, send, timestamp]),
    1 = trace:function(Session, {?MODULE, traced, 1}, [{'_', [], [{return_trace}, {message, text}]}], [local]),
    Self = self(),
    ?T(case trace:info(Session, Tracee, tracer) of {tracer, Self} -> pid; {tracer, {erl_tracer, Self}} -> module; Other -> Other end),
    tracer_reports:run(Tracee, fun() -> traced(1) end),
    print(),
    trace:session_destroy(Session),
    ?T(try trace:session_create(wrong, {erl_tracer, not_a_process}, []) of S -> trace:process(S, self(), true, [send]), trace:info(S, self(), flags) catch C:R -> {C, R} end),
    {Dead, Ref} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Ref, _, _, _} -> ok end,
    ?T(try trace:session_create(dead, {erl_tracer, Dead}, []) of _ -> session catch C:R -> {C, R} end),
    ?T(erlang:trace(Tracee, true, [call, {tracer, erl_tracer, Self}])),
    ?T(case erlang:trace_info(Tracee, tracer) of {tracer, Self} -> pid; {tracer, {erl_tracer, Self}} -> module; Other -> Other end),
    ?T(erlang:trace(Tracee, true, [send, {tracer, Self}])),
    ?T(erlang:trace(Tracee, false, [all])),
    ?T(erlang:trace_pattern({?MODULE, traced, 1}, [], [{meta, erl_tracer, Self}])),
    ?T(case erlang:trace_info({?MODULE, traced, 1}, meta) of {meta, Self} -> pid; {meta, {erl_tracer, Self}} -> module; Other -> Other end),
    erlang:trace_pattern({?MODULE, traced, 1}, false, [meta]),
    ?T(seq_trace:set_system_tracer({erl_tracer, Self})),
    ?T(case seq_trace:get_system_tracer() of Self -> pid; {erl_tracer, Self} -> module; Other -> Other end),
    seq_trace:set_system_tracer(false).

print() ->
    receive
        {trace_ts, _, send, {ran, _}, _, {_, _, _}} -> io:format("send~n"), print();
        Event when element(1, Event) =:= trace_ts ->
            io:format("~0p~n", [[case E of _ when is_pid(E) -> pid; {A, B, C} when is_integer(A), is_integer(B), is_integer(C) -> stamp; _ -> E end || E <- tuple_to_list(Event)]]),
            print()
    after 0 -> ok
    end.

traced(X) -> X.
