%% shows exceptions of dirty calls
-module(nif_dirty_exceptions).
-export([main/0]).

main() ->
    [show(fun() -> nif_running:F(Reason) end)
     || F <- [raise_cpu, raise_io], Reason <- [badarg, {a, [b]}, <<"why">>, lists:seq(1, 20)]],
    show(fun() -> nif_running:pair_cpu(not_binary) end),
    try nif_running:raise_cpu(because)
    catch error:because:Stack -> io:format("~p~n", [[{M, F, A} || {M, F, A, _} <- [hd(Stack)]]])
    end.

show(F) -> io:format("~p~n", [try F() catch C:R -> {C, R} end]).
