%% proves F3: setting global clears local and counters on the match, and the reverse
%% needs: 27
-module(global_excludes).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    S = trace:session_create(s, tracer(), []),
    Mfa = {traced, fact, 1},
    Look = fun() -> io:format("~w ~w~n", [trace:info(S, Mfa, traced), trace:info(S, Mfa, call_count)]) end,
    trace:function(S, Mfa, true, [local, call_count]),
    traced:fact(3),
    Look(),
    trace:function(S, Mfa, true, [global]),
    Look(),
    trace:function(S, Mfa, true, [call_count]),
    Look(),
    trace:function(S, Mfa, true, []),
    Look(),
    trace:function(S, Mfa, true, [local]),
    Look(),
    io:format("~w~n", [[error_of(fun() -> trace:function(S, Mfa, true, L) end) || L <- [[global, local], [global, call_count], [nonsense], x]]]),
    Look(),
    ok.
