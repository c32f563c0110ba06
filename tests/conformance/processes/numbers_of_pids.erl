%% shows which numbers the next process and port get when they are set, and that those after the last one begin anew
%% reports: ignored
-module(numbers_of_pids).
-export([main/0]).

main() ->
    erts_debug:set_internal_state(available_internal_state, true),
    io:format("~p~n", [[is_integer(erts_debug:get_internal_state(Item)) || Item <- [next_pid, next_port]]]),
    Large = 1 bsl 59,
    Next = erts_debug:set_internal_state(next_pid, Large),
    io:format("~p ~p~n", [Next >= Large, erts_debug:get_internal_state(next_pid) =:= Next]),
    Pids = [spawn(fun() -> receive {Pid, Ref} -> Pid ! Ref end end) || _ <- lists:seq(1, 10)],
    io:format("~p ~p~n", [[answers(Pid) || Pid <- Pids], length(lists:usort(Pids))]),
    io:format("~p~n", [lists:all(fun(Pid) -> serial(Pid) >= Large bsr 28 end, Pids)]),
    io:format("~p~n", [catch_badarg(fun() -> erts_debug:set_internal_state(next_pid, none) end)]),
    Last = (1 bsl 60) - 1,
    Port = erts_debug:set_internal_state(next_port, Last - 2),
    io:format("~p~n", [Port >= Last - 2]),
    Ports = [open_port({spawn, "cat"}, []) || _ <- lists:seq(1, 6)],
    io:format("~p ~p~n", [length(lists:usort(Ports)), erts_debug:get_internal_state(next_port) < Last - 2]),
    io:format("~p~n", [[echo(P) || P <- Ports]]),
    erts_debug:set_internal_state(available_internal_state, false).

answers(Pid) ->
    Ref = make_ref(),
    Pid ! {self(), Ref},
    receive Ref -> true end.

%% <0.Number.Serial>
serial(Pid) -> list_to_integer(lists:last(string:tokens(pid_to_list(Pid), "<.>"))).

catch_badarg(Fun) -> try Fun() catch error:badarg -> badarg end.

echo(Port) ->
    Port ! {self(), {command, "hello"}},
    Text = receive {Port, {data, Data}} -> Data end,
    port_close(Port),
    Text.
