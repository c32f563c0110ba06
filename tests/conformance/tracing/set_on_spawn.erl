%% proves P18: children inherit the flags, with or without the flag itself
%% needs: 27
-module(set_on_spawn).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(),
    S = trace:session_create(s, T, []),
    [begin
         W = worker(),
         trace:process(S, W, true, [send | Flags]),
         Child = do(W, fun() -> worker_of() end),
         GrandChild = do(Child, fun() -> worker_of() end),
         io:format("~w: ~w ~w ~w~n", [Flags | [begin {flags, F} = trace:info(S, P, flags), lists:sort(F) end || P <- [W, Child, GrandChild]]]),
         [trace:process(S, P, false, [all]) || P <- [W, Child, GrandChild]]
     end || Flags <- [[], [set_on_spawn], [set_on_first_spawn], [set_on_spawn, set_on_first_spawn]]],
    ok.

worker_of() -> spawn(fun worker_loop/0).
