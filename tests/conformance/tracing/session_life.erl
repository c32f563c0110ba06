%% proves S1, S3, S6: sessions are made, destroyed once, and dead ones are refused everywhere
%% needs: 27
-module(session_life).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(),
    S = trace:session_create(my_session, T, []),
    {Strong, Weak} = S,
    io:format("~w ~w~n", [tuple_size(S), {is_reference(Strong), is_tuple(Weak)}]),
    P = worker(),
    io:format("~w ~w~n", [trace:process(S, P, true, [call]), trace:function(S, {traced_x, '_', '_'}, true, [])]),
    io:format("~w ~w~n", [trace:session_destroy(S), trace:session_destroy(S)]),
    Dead = [fun() -> trace:process(S, P, true, [call]) end, fun() -> trace:function(S, {lists, seq, 2}, true, []) end,
            fun() -> trace:info(S, P, flags) end, fun() -> trace:send(S, true, []) end, fun() -> trace:recv(S, true, []) end,
            fun() -> trace:delivered(S, all) end, fun() -> trace:port(S, all, true, [send]) end],
    io:format("~w~n", [clean([error_of(F) || F <- Dead], [])]),
    ok.
