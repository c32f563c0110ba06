%% shows that scheduled and dirty calls are traced as calls of their functions
-module(nif_running_traced).
-export([main/0]).

main() ->
    Main = nif_running:pid(),
    Pid = spawn(fun() ->
                        receive go -> ok end,
                        nif_running:where(),
                        nif_running:count(3, 0),
                        nif_running:where_cpu(),
                        (catch nif_running:raise_io(reason)),
                        Main ! done
                end),
    erlang:trace(Pid, true, [call]),
    [erlang:trace_pattern({nif_running, F, '_'}, [{'_', [], [{exception_trace}]}], [local])
     || F <- [where, count, where_cpu, raise_io]],
    Pid ! go,
    receive done -> ok end,
    Delivered = erlang:trace_delivered(Pid),
    print(Pid, Delivered).

print(Pid, Delivered) ->
    receive
        {trace_delivered, Pid, Delivered} -> ok;
        Event when element(1, Event) =:= trace ->
            io:format("~p~n", [lists:nthtail(2, tuple_to_list(Event))]),
            print(Pid, Delivered)
    end.
