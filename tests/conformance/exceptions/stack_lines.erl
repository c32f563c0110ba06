%% shows function, arity and line of each frame of a stack trace, through nested calls in different places
-module(stack_lines).
-export([main/0]).
-include("stack.hrl").

main() ->
    try
        outer(3)
    catch
        error:oops:S -> io:format("~w~n", [frames(S)])
    end,
    try [outer(N) || N <- [1, 2]]
    catch C:R:S2 -> io:format("~w ~w ~w~n", [C, R, frames(S2)])
    end,
    {_, _, _, Where} = hd(try outer(1) catch _:_:S3 -> S3 end),
    io:format("~s~n", [filename:basename(proplists:get_value(file, Where))]),
    ok.

outer(N) ->
    X = middle(N),
    {ok, X}.

middle(N) when N > 2 ->
    [inner(N) | more];
middle(N) ->
    {a, inner(N),
     b}.

inner(3) ->
    case get(nothing) of
        undefined -> error(oops);
        _ -> three
    end;
inner(2) -> two;
inner(N) ->
    Y =
        N + id(throw(one)),
    Y.

id(X) -> X.
