%% shows current_stacktrace and current_location of a waiting process and of oneself
-module(current_stacktrace).
-export([main/0]).
-export([outer/1]).

main() ->
    {current_stacktrace, S} = inner(),
    io:format("~w~n", [[{F, A, proplists:get_value(line, L)} || {current_stacktrace, F, A, L} <- S]]),
    P = spawn(?MODULE, outer, [3]),
    wait_until(fun() -> process_info(P, status) =:= {status, waiting} end),
    {current_stacktrace, S2} = process_info(P, current_stacktrace),
    io:format("~w~n", [[{F, A, proplists:get_value(line, L)} || {_, F, A, L} <- S2]]),
    {current_location, {_, F, A, L}} = process_info(P, current_location),
    io:format("~w~n", [{F, A, proplists:get_value(line, L)}]),
    ok.

inner() ->
    X = process_info(self(), current_stacktrace),
    X.

outer(0) ->
    receive
        stop -> ok
    end;
outer(N) ->
    R = outer(N - 1),
    {R, N}.

wait_until(F) -> case F() of true -> ok; false -> erlang:yield(), wait_until(F) end.
