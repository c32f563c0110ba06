%% proves E1, I3: trace:send and trace:recv turn these events off and on
%% needs: 27
-module(event_patterns).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [send, 'receive']),
    Look = fun() ->
        do(W, fun() -> ok end),
        delivered(S),
        io:format("~w ~w ~w~n", [trace:info(S, send, match_spec), trace:info(S, 'receive', match_spec), [element(3, E) || E <- events(T)]])
    end,
    Look(),
    io:format("~w~n", [trace:send(S, false, [])]),
    Look(),
    io:format("~w~n", [trace:recv(S, false, [])]),
    Look(),
    trace:send(S, true, []), trace:recv(S, [], []),
    Look(),
    io:format("~w~n", [[error_of(fun() -> trace:send(S, X, Y) end) || {X, Y} <- [{nonsense, []}, {true, [local]}, {true, x}]]]),
    ok.
