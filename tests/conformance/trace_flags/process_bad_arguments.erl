%% proves P21, S6: what trace:process/4 refuses
%% needs: 27
-module(process_bad_arguments).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, say/1, say/2, attempt/1, gone/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    Dead = spawn(fun() -> ok end), gone(Dead),
    Bad = [{S, W, perhaps, [send]}, {S, W, true, send}, {S, W, true, [send | call]}, {S, nobody, true, [send]}, {S, Dead, true, [send]},
           {S, Dead, false, [send]}, {not_a_session, W, true, [send]}, {{a, b}, W, true, [send]}, {S, {W}, true, [send]}, {S, W, 1, []},
           {S, W, true, [{tracer, T}]}, {S, W, true, ["send"]}, {S, ports, true, [send]}, {S, "all", true, [send]}],
    [say(attempt(fun() -> trace:process(X, P, H, F) end)) || {X, P, H, F} <- Bad],
    say(trace:info(S, W, flags)).
