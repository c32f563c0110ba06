%% proves S5: the weak half of a session works where the session does
%% needs: 27
-module(weak_session).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = {_, Weak} = trace:session_create(one, T, []),
    io:format("~w~n", [trace:process(Weak, W, true, [call])]),
    io:format("~w~n", [trace:function(Weak, {traced, ext, 1}, true, [])]),
    do(W, fun() -> traced:ext(1) end),
    delivered(S),
    print(events(T), [{W, w}]),
    io:format("~w ~w~n", [trace:info(Weak, W, flags), trace:session_destroy(Weak)]),
    io:format("~w~n", [trace:session_destroy(S)]),
    ok.
