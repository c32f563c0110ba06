%% proves I2: what trace:info says about functions, and its errors
%% needs: 27
-module(info_functions).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    S = trace:session_create(s, tracer(), []),
    Items = [traced, match_spec, call_count, call_time, call_memory],
    Look = fun(Mfa) -> io:format("~w~n", [[trace:info(S, Mfa, I) || I <- Items]]) end,
    Look({traced, id, 1}),
    trace:function(S, {traced, id, 1}, true, [local]),
    Look({traced, id, 1}),
    trace:function(S, {traced, id, 1}, true, []),
    Look({traced, id, 1}),
    trace:function(S, {traced, local, 1}, true, [call_count]),
    Look({traced, local, 1}),
    Look({traced, no_such_function, 1}),
    Look({no_such_module, f, 1}),
    {all, L} = trace:info(S, {traced, local, 1}, all),
    io:format("~w~n", [[lists:keyfind(I, 1, L) || I <- Items]]),
    io:format("~w~n", [trace:info(S, {traced, ext, 1}, all)]),
    io:format("~w~n", [[error_of(fun() -> trace:info(S, X, Y) end) || {X, Y} <- [{{traced, id, 1}, nonsense}, {{traced, id}, traced},
        {{traced, '_', 1}, traced}, {foo, flags}]]]),
    ok.
