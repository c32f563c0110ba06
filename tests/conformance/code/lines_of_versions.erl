%% shows that the lines of a stack trace are those of the version that ran, where versions of a module follow each other and old ones are purged
-module(lines_of_versions).
-export([main/0]).

main() ->
    Lines = [version(Line, Line rem 4) || Line <- lists:seq(10, 60)],
    io:format("~w~n", [Lines]),
    code:purge(lines_of_versions_x),
    code:delete(lines_of_versions_x),
    code:purge(lines_of_versions_x),
    {'EXIT', {Reason, [Call | _]}} = catch lines_of_versions_x:f(1),
    io:format("~w ~w~n", [Reason, Call]),
    ok.

%% A version whose function fails in line Line, behind so many other functions.
version(Line, Others) ->
    {ok, M, Beam} = compile:forms(forms(Line, Others), []),
    code:purge(M),
    {module, M} = code:load_binary(M, "none", Beam),
    Same = line(M),
    [Same, Same] = [line(M), line(M)],
    Same.

line(M) ->
    try M:f(1)
    catch error:badarith:Stack ->
        [{M, F, 1, Location}, {?MODULE, line, 1, _} | _] = Stack,
        {F, proplists:get_value(line, Location)}
    end.

forms(Line, Others) ->
    [{attribute, 1, module, lines_of_versions_x},
     {attribute, 1, export, [{f, 1} | [{name(N), 1} || N <- lists:seq(1, Others)]]}]
    ++ [function(name(N), Line - N) || N <- lists:seq(1, Others)]
    ++ [function(f, Line)].

name(N) -> list_to_atom("f" ++ integer_to_list(N)).

%% name(X) -> id(X / 0).
function(Name, Line) ->
    {function, Line, Name, 1, [{clause, Line, [{var, Line, 'X'}], [], [{op, Line, '/', {var, Line, 'X'}, {integer, Line, 0}}]}]}.
