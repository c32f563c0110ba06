%% proves P1, P21: what trace:process returns, and what it refuses
%% needs: 27
-module(process_values).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    io:format("~w ~w ~w~n", [trace:process(S, W, true, [call]), trace:process(S, W, false, [call]), trace:process(S, W, false, [all])]),
    io:format("~w ~w~n", [trace:process(S, new, true, [procs]), trace:process(S, new, false, [all])]),
    N = trace:process(S, existing, true, [garbage_collection]),
    io:format("~w~n", [N > 5 andalso N =< length(processes())]),
    io:format("~w~n", [trace:process(S, all, false, [all]) > 5]),
    Dead = spawn(fun() -> ok end),
    M = monitor(process, Dead),
    receive {'DOWN', M, _, _, _} -> ok end,
    Bad = [fun() -> trace:process(S, Dead, true, [call]) end, fun() -> trace:process(S, W, maybe_, [call]) end,
           fun() -> trace:process(S, W, true, [nonsense]) end, fun() -> trace:process(S, W, true, call) end,
           fun() -> trace:process(S, foo, true, [call]) end, fun() -> trace:process(S, W, true, [{tracer, T}]) end,
           fun() -> trace:process(S, T, true, [call]) end, fun() -> trace:process(x, W, true, [call]) end],
    io:format("~w~n", [[error_of(F) || F <- Bad]]),
    io:format("~w~n", [trace:info(S, W, flags)]),
    ok.
