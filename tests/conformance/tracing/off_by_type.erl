%% proves F10: turning off names the type that was set; the other types stay
%% needs: 27
-module(off_by_type).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call]),
    Mfa = {traced, ext, 1},
    Look = fun() ->
        do(W, fun() -> traced:ext(1) end),
        delivered(S),
        io:format("~w ~w ~w~n", [trace:info(S, Mfa, traced), trace:info(S, Mfa, call_count), length(events(T))])
    end,
    trace:function(S, Mfa, true, [local]),
    trace:function(S, Mfa, true, [call_count]),
    Look(),
    io:format("~w~n", [trace:function(S, Mfa, false, [global])]),
    Look(),
    trace:function(S, Mfa, true, [local, call_count]),
    trace:function(S, Mfa, false, [call_count]),
    Look(),
    trace:function(S, Mfa, false, [local]),
    Look(),
    trace:function(S, Mfa, true, [global]),
    trace:function(S, Mfa, false, [local]),
    Look(),
    trace:function(S, Mfa, false, [global]),
    Look(),
    ok.
