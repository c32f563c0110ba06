%% proves E1, E2, F12: what trace:send/3 and trace:recv/3 refuse
%% needs: 27
-module(message_spec_bad).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    [say({F, A, O, attempt(fun() -> trace:F(S, A, O) end)}) || F <- [send, recv],
        {A, O} <- [{true, [local]}, {true, x}, {x, []}, {[{a}], []}, {[{['_', '_'], [], [{caller}]}], []}, {[{['_', '_', '_'], [], [{caller}]}], []}, {restart, []}, {pause, []}]],
    say([trace:info(S, E, match_spec) || E <- [send, 'receive']]).
