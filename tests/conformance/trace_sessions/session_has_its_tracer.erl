%% proves S2: options may not name another tracer than the session's, a process or a module
%% needs: 27
-module(session_has_its_tracer).
-export([main/0, f/0]).

main() ->
    Tracer = spawn_link(fun() -> receive done -> ok end end),
    Other = spawn_link(fun() -> receive done -> ok end end),
    S = trace:session_create(one, Tracer, []),
    [io:format("~p~n", [try Fun() catch error:Reason -> Reason end])
     || Fun <- [fun() -> trace:function(S, {?MODULE, f, 0}, true, [{meta, Other}]) end,
                fun() -> trace:function(S, {?MODULE, f, 0}, true, [{meta, erl_tracer, Other}]) end,
                fun() -> trace:process(S, self(), true, [call, {tracer, Other}]) end,
                fun() -> trace:process(S, self(), true, [call, {tracer, erl_tracer, Other}]) end,
                fun() -> trace:function(S, {?MODULE, f, 0}, true, [meta]) end,
                fun() -> trace:function(S, {?MODULE, f, 0}, false, [meta]) end]],
    trace:session_destroy(S).

f() -> ok.
