%% Compiled patterns as terms: with everything in them, so that they may be written to disk, stand in a literal of a
%% module, be compared and sent; many of them; and tuples that only look like one.
-module(re_stored).
-export([main/0]).

main() ->
    {ok, {re_pattern, _, _, _, Code}} = re:compile("(a+)(?<n>b)"),
    io:format("~p~n", [{is_binary(Code), byte_size(Code) > 0}]),
    Patterns = [{Text, Options, element(2, re:compile(Text, Options))} || {Text, Options} <- patterns()],
    [io:format("~p ~p: ~p~n", [Text, Options, uses(Pattern)]) || {Text, Options, Pattern} <- Patterns],
    stored(Patterns),
    literal(element(3, hd(Patterns))),
    Many = [{I, element(2, re:compile("x" ++ integer_to_list(I) ++ "(y*)"))} || I <- lists:seq(1, 2000)],
    io:format("~p~n", [lists:usort([re:run("zx" ++ integer_to_list(I) ++ "yy", P, [{capture, [1], list}]) || {I, P} <- Many])]),
    [io:format("~p~n", [catch_reason(fun() -> re:run("aab", Forged) end)]) || Forged <- forged()].

patterns() ->
    [{"(a+)(?<n>b)", []}, {"(A+)(?<n>B)", [caseless]}, {<<"^b$"/utf8>>, [multiline, {newline, lf}]}, {"(?<n>a)|(?<n>b)", [dupnames]},
     {<<"ä+"/utf8>>, [unicode]}, {"a . b # comment", [extended, dotall]}, {"\\R", [bsr_anycrlf]}].

uses(Pattern) ->
    {re:run(<<"xaab\nb\r\nä"/utf8>>, Pattern), re:run("aab", Pattern, [global, {capture, all, binary}]), re:inspect(Pattern, namelist),
     re:replace("aab b", Pattern, "<&>", [global, {return, list}]), re:split("1aab2", Pattern, [{return, list}])}.

stored(Patterns) ->
    Copies = [binary_to_term(term_to_binary(P, [compressed])) || {_, _, P} <- Patterns],
    io:format("~p~n", [[uses(P) =:= uses(C) || {{_, _, P}, C} <- lists:zip(Patterns, Copies)]]),
    io:format("~p~n", [[re:compile(Text, Options) =:= {ok, P} || {Text, Options, P} <- Patterns]]).

%% The pattern is a literal of this module.
literal(Pattern) ->
    Forms = [{attribute, 1, module, re_stored_literal}, {attribute, 1, export, [{run, 1}]},
             {function, 1, run, 1, [{clause, 1, [{var, 1, 'S'}], [],
                                     [{call, 1, {remote, 1, {atom, 1, re}, {atom, 1, run}},
                                       [{var, 1, 'S'}, erl_parse:abstract(Pattern)]}]}]}],
    {ok, Module, Beam} = compile:forms(Forms),
    {module, Module} = code:load_binary(Module, "", Beam),
    io:format("~p~n", [[apply(Module, run, [S]) || S <- ["aab", "b", <<"xxaaab">>]]]).

forged() ->
    {ok, {re_pattern, C, U, N, Code}} = re:compile("(a+)(?<n>b)"),
    [{re_pattern, C, U, N, code}, {re_pattern, C, U, N}, {other, C, U, N, Code}, {re_pattern, C, U, N, [Code]}].

catch_reason(F) ->
    try F()
    catch error:Reason -> Reason
    end.
