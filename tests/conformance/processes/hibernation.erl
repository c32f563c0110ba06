%% shows hibernate: the stack is dropped, the mailbox kept, and the process goes on in the given function
%% reports: ignored
-module(hibernation).
-export([main/0]).
-export([woken/2]).

main() ->
    Self = self(),
    P = spawn(fun() ->
        put(kept, yes),
        catch erlang:hibernate(?MODULE, woken, [Self, lists:seq(1, 100)]),
        Self ! never_here
    end),
    P ! hello,
    receive {woken, X} -> io:format("~w~n", [X]) end,
    {P2, M} = spawn_monitor(fun() -> try erlang:hibernate(erlang, error, [oops]) catch _:_ -> exit(caught) end end),
    wait_until(fun() -> process_info(P2, current_function) =:= {current_function, {erlang, hibernate, 3}} end),
    P2 ! wake,
    receive {'DOWN', M, _, _, {R, Stack}} -> io:format("~w ~w~n", [R, Stack]) end,
    io:format("~w~n", [try erlang:hibernate(a, b, c) catch error:E -> E end]),
    ok.

woken(Parent, L) ->
    Message = receive M -> M end,
    Parent ! {woken, {Message, get(kept), lists:sum(L)}}.

wait_until(F) -> case F() of true -> ok; false -> erlang:yield(), wait_until(F) end.
