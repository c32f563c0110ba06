%% shows that messages of dirty calls are reported as sends of their process, in order with its others
-module(nif_dirty_sends_traced).
-export([main/0]).

main() ->
    Main = self(),
    Dead = spawn(fun() -> ok end),
    Watch = monitor(process, Dead),
    receive {'DOWN', Watch, process, Dead, _} -> ok end,
    Pid = spawn(fun() ->
                        receive go -> ok end,
                        Main ! first,
                        nif_running:tell_cpu(Main, {dirty, "cpu", [1.5, 1 bsl 70]}),
                        nif_running:tell_cpu(Dead, nobody),
                        nif_running:tell(Main, {scheduler, <<"bytes">>}),
                        nif_running:tell_cpu(self(), to_itself),
                        nif_running:gate(Main),
                        Main ! last
                end),
    erlang:trace(Pid, true, [send]),
    nif_running:open_gate(),
    Pid ! go,
    receive last -> ok end,
    Delivered = erlang:trace_delivered(Pid),
    print(#{Main => main, Dead => dead, Pid => sender}, Delivered),
    io:format("~p~n", [messages()]).

print(Names, Delivered) ->
    receive
        {trace_delivered, _, Delivered} -> ok;
        {trace, Pid, What, Message, To} ->
            io:format("~p ~p ~p ~p~n", [maps:get(Pid, Names), What, Message, maps:get(To, Names)]),
            print(Names, Delivered)
    end.

messages() -> receive Message -> [Message | messages()] after 0 -> [] end.
