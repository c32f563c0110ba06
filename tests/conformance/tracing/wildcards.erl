%% proves F1: how many functions a pattern matches, and the wildcards that are refused
%% needs: 27
-module(wildcards).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    S = trace:session_create(s, tracer(), []),
    F = fun(Mfa, Flags) -> error_of(fun() -> trace:function(S, Mfa, true, Flags) end) end,
    io:format("~w~n", [[F(X, []) || X <- [{traced, ext, 1}, {traced, ext, '_'}, {traced, '_', '_'}, {traced, none, 1}, {no_such_module, '_', '_'},
        {traced, ext, 7}]]]),
    io:format("~w~n", [[F(X, [local]) || X <- [{traced, ext, 1}, {traced, ext, '_'}, {traced, '_', '_'}, {traced, local, '_'}]]]),
    io:format("~w~n", [[F(X, []) || X <- [{'_', ext, 1}, {'_', '_', 1}, {traced, '_', 1}, {'_', ext, '_'}, {traced, ext, -1}, {traced, ext},
        {"traced", ext, 1}, traced, {traced, ext, a}]]]),
    io:format("~w~n", [F({traced, ext, 256}, [])]),
    io:format("~w~n", [F({'_', '_', '_'}, [local]) > 1000]),
    io:format("~w~n", [trace:function(S, {'_', '_', '_'}, false, [local]) > 1000]),
    ok.
