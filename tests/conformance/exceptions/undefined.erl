%% shows undef: called function with its arguments on top of the stack, missing module and missing function
-module(undefined).
-export([main/0]).
-include("stack.hrl").

main() ->
    run(fun() -> no_such_module:f(1, [2]) end),
    run(fun() -> lists:no_such_function() end),
    run(fun calls/0),
    run(fun() -> apply(id(?MODULE), not_exported, [x]) end),
    io:format("~w~n", [erlang:function_exported(?MODULE, calls, 0)]),
    ok.

run(F) ->
    try F(), ok
    catch error:R:S -> io:format("~w ~w~n", [R, frames(S)])
    end.

calls() ->
    X = id(no_such_module_2),
    {X:g(), after_it}.

not_exported(X) -> {not_exported, X}.

id(X) when X =:= never -> not_exported(X);
id(X) -> X.
