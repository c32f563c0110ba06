%% proves S5: which sessions affect a process or a function
%% needs: 27
-module(session_info).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S1 = {_, Weak1} = trace:session_create(one, T, []),
    S2 = {_, Weak2} = trace:session_create(two, T, []),
    trace:process(S1, W, true, [call]),
    trace:function(S2, {traced, id, 1}, true, [local]),
    Name = fun(L) when is_list(L) -> [case X of Weak1 -> one; Weak2 -> two; _ -> other end || X <- L]; (X) -> X end,
    io:format("~w~n", [Name(trace:session_info(W))]),
    io:format("~w~n", [Name(trace:session_info({traced, id, 1}))]),
    io:format("~w~n", [lists:sort(Name(trace:session_info(all)))]),
    io:format("~w~n", [Name(trace:session_info(new))]),
    trace:session_destroy(S1),
    trace:session_destroy(S2),
    io:format("~w~n", [Name(trace:session_info(W))]),
    ok.
