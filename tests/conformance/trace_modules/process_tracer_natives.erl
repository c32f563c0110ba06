%% shows the functions of erl_tracer, which make processes and ports the tracers that a tracer module passes events on to
-module(process_tracer_natives).
-include("../support/edge.hrl").

main() ->
    Self = self(),
    Live = spawn(fun() -> receive stop -> ok end end),
    {Dead, Ref} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Ref, process, Dead, _} -> ok end,
    Port = open_port({spawn, "cat"}, [binary]),
    Tracees = [Self, Live, Port, y],
    [?T({Tag, [[erl_tracer:enabled(Tag, Tracer, Tracee) || Tracee <- Tracees] || Tracer <- [Live, Dead, Self, Port, x, []]]})
     || Tag <- [trace_status, send, call, foo, 1]],
    [?T({Tag, Message, event(Tag, Self, Live, Message, Options)})
     || {Tag, Message, Options} <-
            [{send, hello, #{}}, {send, hello, #{extra => to}}, {call, {m, f, [a]}, #{match_spec_result => true}},
             {call, {m, f, [a]}, #{match_spec_result => hej}}, {return_from, {m, f, 1}, #{extra => 42}},
             {'receive', x, #{timestamp => 17}}, {'receive', x, #{scheduler_id => 3}},
             {send, x, #{scheduler_id => 3, extra => e, match_spec_result => m}},
             {seq_trace, {send, {1, 2}, a, b, c}, #{}}, {foo, bar, #{}}, {send, x, #{flags => []}}, {send, x, []}, {1, x, #{}}]],
    [?T(stamped(event(send, Self, Live, hello, #{timestamp => Kind})))
     || Kind <- [timestamp, monotonic, strict_monotonic, other]],
    ?T([erl_tracer:trace(send, Tracer, Live, m, #{}) || Tracer <- [Dead, x, []]]),
    ?T(lists:sort(erl_tracer:module_info(nifs))),
    Live ! stop.

event(Tag, Tracer, Tracee, Message, Options) ->
    ok = erl_tracer:trace(Tag, Tracer, Tracee, Message, Options),
    receive Event -> setelement(2, Event, tracee) after 0 -> nothing end.

stamped(Event) when tuple_size(Event) =:= 5 ->
    {erlang:delete_element(5, Event), case element(5, Event) of
                                          {_, _, _} -> triple;
                                          {_, _} -> pair;
                                          Integer when is_integer(Integer) -> integer
                                      end};
stamped(Other) -> Other.
