%% shows many resources in many processes
-module(nif_resource_many).
-export([main/0]).

main() ->
    Main = self(),
    Pids = [spawn(fun() ->
                          Sum = lists:sum([element(1, nif_objects:value(nif_objects:make(I)))
                                           || I <- lists:seq(1, 500)]),
                          erlang:garbage_collect(),
                          Main ! {self(), Sum, destroyed(0)}
                  end) || _ <- lists:seq(1, 10)],
    [receive {Pid, Sum, Count} -> io:format("~p ~p~n", [Sum, Count]) end || Pid <- Pids].

destroyed(500) -> 500;
destroyed(N) -> receive {destroyed, _} -> destroyed(N + 1) after 5000 -> N end.
